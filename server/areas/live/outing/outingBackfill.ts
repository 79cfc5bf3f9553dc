// Outings from a paper register, typed in after they happened. Nothing is left to decide, so there is no audit; the entry
// is marked for good, in the lists, on paper and in the timeline.

import type { InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import { type OutingData, type outing, outingMoves } from '#contract/live/outing'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { refuseClosedLeave } from '#server/areas/expense/public'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { daysBetween, happened, LONGEST_DAYS, refuseOverlap } from './outingCheck.ts'
import { typeName } from './outingPeople.ts'
import { checkValues, planValues, refuseSecond, tidy } from './outingPlan.ts'
import { answerOf, type LockedResident, lockResident, minute, tellChanged } from './outingRow.ts'

type Body = InputOf<typeof outing.calls.backfill>

interface Times {
  actualOut: string
  actualReturn: string | null
  planReturn: string
}

function timesOf(body: Body, now: string): Times {
  const actualOut = happened(body.actualOut, now, '离院时间', 'actualOut')
  const actualReturn = body.actualReturn ? happened(body.actualReturn, now, '返回时间', 'actualReturn') : null
  if (actualReturn !== null && actualReturn <= actualOut) {
    throw invalid(`返回时间应晚于离院时间（${minute(actualOut)}）`, 'actualReturn')
  }
  const planReturn = body.planReturn ?? actualReturn
  if (planReturn === null) throw invalid('还没有返回的外出，请填写计划返回时间', 'planReturn')
  if (planReturn <= actualOut) throw invalid(`计划返回时间应晚于离院时间（${minute(actualOut)}）`, 'planReturn')
  for (const [field, day] of Object.entries({ actualReturn, planReturn })) {
    if (day !== null && daysBetween(actualOut, day) > LONGEST_DAYS) {
      throw invalid(`一次外出最长 ${LONGEST_DAYS} 天，请核对日期`, field)
    }
  }
  return { actualOut, actualReturn, planReturn }
}

async function checkTimes(tx: Tx, resident: LockedResident, times: Times): Promise<void> {
  const { actualOut, actualReturn } = times
  if (resident.stayFrom && actualOut.slice(0, 10) < resident.stayFrom) {
    throw invalid(`离院时间早于本次入住日期 ${resident.stayFrom}`, 'actualOut')
  }
  if (actualReturn === null) await refuseSecond(tx, resident)
  await refuseOverlap(tx, resident, '', [actualOut, actualReturn ?? times.planReturn], 'actualOut')
  const absence = { from: actualOut.slice(0, 10), to: actualReturn?.slice(0, 10) ?? null }
  await refuseClosedLeave(tx, resident.stayId!, absence, 'actualOut')
}

const ADD = `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, applicant_id, state, actual_out, actual_return,
    return_health, backfill_reason, out_type, reason, plan_out, plan_return, companion, companion_phone,
    companion_relation, destination, medicines, meal_stop)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`

export const backfill = (who: Caller, body: Body): Promise<OutingData> =>
  who.tx(async (tx) => {
    const resident = await lockResident(tx, who, body.oldmanId)
    if (!IN_HOUSE.includes(resident.status) || resident.stayId === null) {
      const act = outingMoves.moves.backfill.title
      throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(resident.status), act }, 'oldmanId')
    }
    const times = timesOf(body, resident.now)
    const { actualOut, actualReturn } = times
    await checkTimes(tx, resident, times)
    const plan = tidy({ ...body, planOut: actualOut, planReturn: times.planReturn })
    await checkValues(tx, plan, null)
    const [back, away] = outingMoves.moves.backfill.to as readonly [3, 1]
    const health = (actualReturn && body.returnHealth?.trim()) || null
    const from = body.backfillReason.trim()
    const outId = newId()
    const outNo = await nextNo(tx, 'WC')
    await tx.client.query({
      name: 'outing_backfill',
      text: ADD,
      values: [
        who.orgId,
        outId,
        outNo,
        resident.oldmanId,
        resident.stayId,
        who.userId,
        actualReturn ? back : away,
        actualOut,
        actualReturn,
        health,
        from,
        ...planValues(plan),
      ],
    })
    const type = await typeName(tx, plan.outType)
    const shared = { oldmanId: resident.oldmanId, stayId: resident.stayId, facts: { outId } }
    const until = actualReturn ? '' : `，计划 ${minute(times.planReturn)} 返回`
    await addStayEvent(tx, {
      ...shared,
      kind: 'outing',
      day: actualOut.slice(0, 10),
      content: `补录：${type}，${minute(actualOut)} 离院${until}，陪同人 ${plan.companion}`,
      reason: plan.reason,
    })
    if (actualReturn) {
      const words = `补录：${minute(actualReturn)} 返回${health ? `，${health}` : ''}`
      await addStayEvent(tx, { ...shared, kind: 'return', day: actualReturn.slice(0, 10), content: words })
    }
    const spent = `${minute(actualOut)} 离院，${actualReturn ? `${minute(actualReturn)} 返回` : '尚未返回'}`
    tx.log({
      remark: `补录“${resident.oldmanName}”外出（${type}，${outNo}）：${spent}。${from}`,
      targetType: 'outing',
      targetId: outId,
      changes: changesBetween(null, { ...plan, ...times, returnHealth: health, backfillReason: from }),
    })
    tellChanged(tx, [resident])
    return answerOf(tx, who, outId)
  })
