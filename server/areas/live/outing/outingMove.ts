// What happens to an outing that was applied for: leaving, coming back, postponing, calling off. Each is one transaction
// with its log row, its line in the resident's timeline and the pushes that follow.

import type { InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { OutingAsked, OutingData, OutingPostpone, outing } from '#contract/live/outing'
import { OutingState } from '#contract/live/outingMoves'
import { addStayEvent } from '#server/areas/residents/public'
import { reviewRuleOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { checkLeaving, checkNewReturn, happened, refuseLeft } from './outingCheck.ts'
import { askReviewers, typeName } from './outingPeople.ts'
import { answerOf, type LockedOuting, lockOuting, minute, nextState, phaseWord, tellChanged } from './outingRow.ts'

type Calls = typeof outing.calls

export const depart = (who: Caller, body: InputOf<Calls['depart']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { resident } = row
    nextState(row, 'depart')
    refuseLeft(row, '登记离院（转为“外出中”）')
    await refuseStale(tx, row.outId, body.version, row.version)
    const actualOut = happened(body.actualOut, resident.now, '离院时间', 'actualOut')
    if (row.planReturn <= resident.now) {
      throw invalid(`计划返回时间 ${minute(row.planReturn)} 已过，请先修改计划时间`, 'actualOut')
    }
    await checkLeaving(tx, row, actualOut)
    await tx.client.query({
      name: 'outing_depart',
      text: `update outing set actual_out = $3, version = version + 1, updated_at = now()
        where org_id = $1 and out_id = $2`,
      values: [who.orgId, row.outId, actualOut],
    })
    await noteLeaving(tx, row, actualOut)
    tx.log({
      remark: `“${resident.oldmanName}”${minute(actualOut)} 离院（${row.outNo}），计划 ${minute(row.planReturn)} 返回`,
      targetType: 'outing',
      targetId: row.outId,
      changes: { actualOut: [null, actualOut] },
    })
    tellChanged(tx, [resident])
    return answerOf(tx, who, row.outId)
  })

const noteLeaving = async (tx: Tx, row: LockedOuting, actualOut: string) =>
  addStayEvent(tx, {
    oldmanId: row.resident.oldmanId,
    stayId: row.stayId,
    kind: 'outing',
    day: actualOut.slice(0, 10),
    content: `${await typeName(tx, row.outType)}，${minute(actualOut)} 离院，计划 ${minute(row.planReturn)} 返回，陪同人 ${row.companion}`,
    reason: row.reason,
    facts: { outId: row.outId },
  })

export const affirm = (who: Caller, body: InputOf<Calls['affirm']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { resident } = row
    nextState(row, 'affirm')
    await refuseStale(tx, row.outId, body.version, row.version)
    const actualReturn = happened(body.actualReturn, resident.now, '返回时间', 'actualReturn')
    const unnoted = row.actualOut === null
    const told = body.actualOut ? happened(body.actualOut, resident.now, '离院时间', 'actualOut') : row.planOut
    const actualOut = row.actualOut ?? told
    if (unnoted && !body.actualOut && actualOut > actualReturn) {
      throw new Refusal('STATE_NOT_ALLOWED', { state: phaseWord(row), act: '登记返回：还没有登记离院' })
    }
    if (actualReturn < actualOut) {
      throw invalid(`返回时间不能早于离院时间（${minute(actualOut)}）`, 'actualReturn')
    }
    if (unnoted) {
      await checkLeaving(tx, row, actualOut)
      await noteLeaving(tx, row, actualOut)
    }
    const health = body.returnHealth?.trim() || null
    const postpones = row.asked ? [...row.postpones, withdrawn(row, row.asked)] : row.postpones
    await tx.client.query({
      name: 'outing_affirm',
      text: `update outing set state = ${OutingState.is.back}, actual_out = $3, actual_return = $4,
        return_health = $5, asked = null,
          postpones = $6, version = version + 1, updated_at = now() where org_id = $1 and out_id = $2`,
      values: [who.orgId, row.outId, actualOut, actualReturn, health, JSON.stringify(postpones)],
    })
    const late = actualReturn > row.planReturn
    await addStayEvent(tx, {
      oldmanId: resident.oldmanId,
      stayId: row.stayId,
      kind: 'return',
      day: actualReturn.slice(0, 10),
      content: `${minute(actualReturn)} 返回${late ? `，晚于计划的 ${minute(row.planReturn)}` : ''}${health ? `，${health}` : ''}`,
      facts: { outId: row.outId },
    })
    tx.log({
      remark: `“${resident.oldmanName}”${minute(actualReturn)} 返回（${row.outNo}）${health ? `，${health}` : ''}`,
      targetType: 'outing',
      targetId: row.outId,
      changes: {
        state: [row.state, 3],
        ...(unnoted && { actualOut: [null, actualOut] as const }),
        actualReturn: [null, actualReturn],
        ...(health && { returnHealth: [null, health] as const }),
      },
    })
    tellChanged(tx, [resident])
    return answerOf(tx, who, row.outId)
  })

/** A input that nobody decided about before it lost its sense. */
const withdrawn = (row: LockedOuting, asked: OutingAsked): OutingPostpone => ({
  oldReturn: row.planReturn,
  ...asked,
  result: 'WITHDRAWN',
  auditorId: null,
  auditorName: null,
  auditAt: null,
  auditRemark: null,
})

export const postpone = (who: Caller, body: InputOf<Calls['postpone']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { resident } = row
    nextState(row, 'postpone')
    await refuseStale(tx, row.outId, body.version, row.version)
    if (row.asked) {
      throw invalid(`${row.asked.byName}已申请延期到 ${minute(row.asked.newReturn)}，正在等待审核`, 'newReturn')
    }
    await checkNewReturn(tx, row, body.newReturn)
    const asked: OutingAsked = {
      newReturn: body.newReturn,
      reason: body.reason.trim(),
      byId: who.userId,
      byName: who.empName || who.userName,
      at: resident.now,
    }
    const { needed } = await reviewRuleOf(tx, who.orgId, 'outingPostpone')
    if (needed) {
      await tx.client.query({
        name: 'outing_ask',
        text: `update outing set asked = $3, version = version + 1, updated_at = now() where org_id = $1 and out_id = $2`,
        values: [who.orgId, row.outId, JSON.stringify(asked)],
      })
      const words = `返回时间由 ${minute(row.planReturn)} 改为 ${minute(asked.newReturn)}`
      tx.log({
        remark: `申请“${resident.oldmanName}”外出延期（${row.outNo}）：${words}，待审核`,
        targetType: 'outing',
        targetId: row.outId,
        changes: { asked: [null, asked] },
      })
      await askReviewers(tx, who, 'outingPostpone', resident, `${words}。原因：${asked.reason}`)
    } else {
      const unaudited = { result: 'NONE', auditorId: null, auditorName: null, auditAt: null, auditRemark: null }
      await applyPostpone(tx, row, { oldReturn: row.planReturn, ...asked, ...unaudited })
    }
    tellChanged(tx, [resident])
    return answerOf(tx, who, row.outId)
  })

/** The new return holds from now on; whoever was late is late no longer. */
export async function applyPostpone(tx: Tx, row: LockedOuting, entry: OutingPostpone): Promise<void> {
  await tx.client.query({
    name: 'outing_postpone',
    text: `update outing set state = ${OutingState.is.postponed}, plan_return = $3, postpones = $4, asked = null,
      reminded_at = null,
        version = version + 1, updated_at = now() where org_id = $1 and out_id = $2`,
    values: [tx.orgId, row.outId, entry.newReturn, JSON.stringify([...row.postpones, entry])],
  })
  const words = `返回时间 ${minute(entry.oldReturn)} → ${minute(entry.newReturn)}`
  await addStayEvent(tx, {
    oldmanId: row.resident.oldmanId,
    stayId: row.stayId,
    kind: 'outing',
    content: `外出延期：${words}`,
    reason: entry.reason,
    facts: { outId: row.outId },
  })
  tx.log({
    remark: `“${row.resident.oldmanName}”外出延期（${row.outNo}）：${words}`,
    targetType: 'outing',
    targetId: row.outId,
    changes: { state: [row.state, 4], planReturn: [entry.oldReturn, entry.newReturn] },
  })
}

export const cancel = (who: Caller, body: InputOf<Calls['cancellation']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    nextState(row, 'cancel')
    refuseLeft(row, '取消（转为“已取消”），请登记返回')
    await refuseStale(tx, row.outId, body.version, row.version)
    const reason = body.reason.trim()
    const postpones = row.asked ? [...row.postpones, withdrawn(row, row.asked)] : row.postpones
    await tx.client.query({
      name: 'outing_cancel',
      text: `update outing set state = ${OutingState.is.cancelled}, cancel_reason = $3, asked = null, postpones = $4,
        version = version + 1,
          updated_at = now() where org_id = $1 and out_id = $2`,
      values: [who.orgId, row.outId, reason, JSON.stringify(postpones)],
    })
    tx.log({
      remark: `取消“${row.resident.oldmanName}”的外出（${row.outNo}）：${reason}`,
      targetType: 'outing',
      targetId: row.outId,
      changes: { state: [row.state, 5], cancelReason: [null, reason] },
    })
    tellChanged(tx, [row.resident])
    return answerOf(tx, who, row.outId)
  })
