// A resident leaves, and the ways back: the check-out undone, a new beginning later, a check-in that never was.

import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { CheckOutBody, WithReason } from '#contract/live/residenceForms'
import { SettleState } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import {
  type EndedFees,
  endFees,
  lockAccount,
  moneyLeft,
  openSettlement,
  removeSettlement,
  reopenFees,
  settlementOf,
} from '#server/areas/expense/public'
import { closeOutings, openOutingOf } from '#server/areas/live/outing/outingUse'
import { lapseRegrades } from '#server/areas/live/regrade/regradeLapse'
import { lapseApplications } from '#server/areas/live/review/residenceApply'
import { endPlans, reopenPlans } from '#server/areas/nursing/public'
import { addStayEvent } from '#server/areas/residents/public'
import { dictionaryLabels, requireValues, residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { bedsOfStay, endOccupancy, settleBeds } from './occupancyRows.ts'
import { lockBeds, refuseHeld, refuseUnusable } from './residenceBeds.ts'
import { type Told, tellMove, tellMoved } from './residenceFacts.ts'
import {
  beginMove,
  lastStayOf,
  type OpenStay,
  openStayOf,
  type Reach,
  type Resident,
  saveResident,
} from './residenceLock.ts'
import { callOffLevel, callOffMove, pathOf } from './residencePlan.ts'
import { requireDay } from './stayDays.ts'

/** Entered so many days ago at most, a check-in can still have been a slip; later it is a stay that ended. */
export const SLIP_DAYS = 7

/** What an undone check-out puts back. */
interface LeavingFacts extends Record<string, unknown> {
  bedId: string
  beds: { bedId: string; kind: 'STAY' | 'ROOM'; from: string; to: string | null; reason: string | null }[]
  fees: EndedFees
}

async function requireOutingClosed(tx: Tx, resident: Resident, close: boolean): Promise<string[]> {
  const open = await openOutingOf(tx, resident.oldmanId)
  if (!open) return []
  if (close) return closeOutings(tx, resident.oldmanId, '办理退住')
  const words = open.departed
    ? `正在外出，预计 ${open.planReturn.slice(0, 16)} 返回（${open.outNo}），请先登记返回，或选择同时结束外出`
    : `还有一张没有离院的外出单（${open.outNo}，计划 ${open.planOut.slice(0, 16)} 外出），请选择退住时同时取消`
  throw invalid(`${resident.name}${words}`, 'closeOuting')
}

async function requireSettled(tx: Tx, resident: Resident, stay: OpenStay, day: string): Promise<void> {
  const settled = await settlementOf(tx, stay.stayId)
  const left = moneyLeft(await lockAccount(tx, resident.oldmanId))
  if (settled?.state === 'CONFIRMED' && !left) {
    if (settled.checkoutDate === day) return
    throw invalid(
      `${resident.name}已按 ${settled.checkoutDate} 退住结算，退住日期应为同一天，或先撤销结算`,
      'checkOutDate',
    )
  }
  const why = left ? `账户还有${left}` : '退住结算尚未确认'
  throw invalid(`本机构先结算后退住：${resident.name}的${why}`)
}

const END = `update stay set end_date = $3, checkout_reason = $4, checkout_to = $5, checkout_remark = $6,
  version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2`

const HELD_FROM = `select bed_id as "bedId", kind, lower(days) as "from", upper(days) as "to", reason from occupancy
where org_id = $1 and stay_id = $2 and (upper_inf(days) or upper(days) > $3::date) order by lower(days), bed_id`

export async function checkOut(tx: Tx, who: Reach, body: Static<typeof CheckOutBody>): Promise<Told> {
  const resident = await beginMove(tx, who, 'checkOut', body)
  const stay = await openStayOf(tx, resident)
  const day = body.checkOutDate
  requireDay({
    day,
    field: 'checkOutDate',
    title: '退住日期',
    from: [stay.startDate, '入住日期'],
    to: [resident.today, '今天'],
  })
  const reasons = { dictionaryCode: 'checkoutReason', field: 'checkoutReason', title: '退住原因' }
  await requireValues(tx, { ...reasons, values: [body.checkoutReason] })
  const setting = await residenceSettingOf(tx.client, tx.orgId)
  if (setting.settleBeforeCheckout) await requireSettled(tx, resident, stay, day)
  const closed = await requireOutingClosed(tx, resident, body.closeOuting ?? false)
  const lapsed = await lapseApplications(tx, resident, '办理退住')
  await lapseRegrades(tx, resident, '办理退住')
  const held = await bedsOfStay(tx, stay.stayId)
  const bedIds = held.map((row) => row.bedId)
  await lockBeds(tx, null, [], bedIds)
  await callOffMove(tx, stay, held)
  await callOffLevel(tx, stay)
  const rows = await tx.client.query<LeavingFacts['beds'][number]>(HELD_FROM, [tx.orgId, stay.stayId, day])
  await endOccupancy(tx, stay.stayId, day)
  const fees = await endFees(tx, stay.stayId, day)
  const words = [body.checkoutReason, body.checkoutTo ?? null, body.remark ?? null]
  await tx.client.query(END, [tx.orgId, stay.stayId, day, ...words])
  const settled = await openSettlement(tx, { stayId: stay.stayId, oldmanId: resident.oldmanId, checkoutDate: day })
  await saveResident(tx, resident, { status: ResidenceStatus.is.left, bedId: null })
  await endPlans(tx, resident.oldmanId, day)
  const left = { bedIds: [resident.bedId!], reason: `${resident.name}退住后待清洁` }
  await settleBeds(tx, bedIds, setting.cleanAfterCheckout ? left : null)
  const path = await pathOf(tx, resident.bedId)
  const reason =
    (await dictionaryLabels(tx.client, tx.orgId, 'checkoutReason')).get(body.checkoutReason) ?? body.checkoutReason
  const facts: LeavingFacts = { bedId: resident.bedId!, beds: rows.rows, fees }
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'checkOut',
    day,
    content: `退住，离开 ${path}${body.checkoutTo ? `，去向 ${body.checkoutTo}` : ''}${closed.length > 0 ? '，外出随之结束' : ''}${lapsed.length > 0 ? `，申请 ${lapsed.join('、')} 失效` : ''}，结算单 ${settled.settleNo}`,
    reason: body.remark ? `${reason}：${body.remark}` : reason,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.left,
    facts,
  })
  return tellMoved(
    tx,
    { residents: [resident], bedIds },
    {
      what: '退住',
      why: reason,
      changes: {
        入住状态: [ResidenceStatus.label(resident.status), ResidenceStatus.label(ResidenceStatus.is.left)],
        床位: [path, null],
        退住日期: [null, day],
      },
    },
  )
}

const FACTS = `select facts from stay_event where org_id = $1 and oldman_id = $2 and stay_id = $3 and kind = 'checkOut'
order by created_at desc, event_id desc limit 1`

/** Stays that ended before the timeline was kept: the last bed they had. */
const LAST_BEDS = `select bed_id as "bedId", kind, lower(days) as "from", null as "to", reason from occupancy
where org_id = $1 and stay_id = $2 and upper(days) = $3::date order by kind desc`

async function leavingFacts(tx: Tx, resident: Resident, stayId: string, endDate: string): Promise<LeavingFacts> {
  const told = await tx.client.query<{ facts: LeavingFacts | null }>(FACTS, [tx.orgId, resident.oldmanId, stayId])
  const facts = told.rows[0]?.facts
  if (facts) return facts
  const found = await tx.client.query<LeavingFacts['beds'][number]>(LAST_BEDS, [tx.orgId, stayId, endDate])
  const bed = found.rows.find((row) => row.kind === 'STAY')
  if (!bed) throw invalid(`${resident.name}退住前的床位没有记录，不能撤销退住，请改用再次入住`)
  return { bedId: bed.bedId, beds: found.rows, fees: [] }
}

const PUT_BACK = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days, reason)
select $1, md5($3::varchar || x.n || clock_timestamp()::text), x.bed, $2, x.kind, $3, daterange(x.first, x.last), x.reason
from jsonb_to_recordset($4::jsonb) as x(n int, bed text, kind text, first date, last date, reason text)`

export async function undoCheckOut(
  tx: Tx,
  who: Caller,
  body: Static<typeof WithReason>,
  wanted?: 1 | 4,
): Promise<void> {
  const resident = await beginMove(tx, who, 'undoCheckOut', body)
  const stay = await lastStayOf(tx, resident)
  if (!stay) throw invalid(`${resident.name}没有可以撤销的退住`)
  const status = stay.kind === 'TRIAL' ? 4 : 1
  if (wanted && wanted !== status) {
    throw invalid(
      `${resident.name}退住前为“${ResidenceStatus.label(status)}”，不能转回“${ResidenceStatus.label(wanted)}”`,
    )
  }
  const settled = await settlementOf(tx, stay.stayId)
  if (settled?.state === 'CONFIRMED') {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: SettleState.label('CONFIRMED'),
      act: `撤销退住：结算单 ${settled.settleNo} 已确认，请先撤销结算`,
    })
  }
  const facts = await leavingFacts(tx, resident, stay.stayId, stay.endDate)
  const ids = facts.beds.map((row) => row.bedId)
  const beds = await lockBeds(tx, null, ids)
  const open = facts.beds.filter((row) => row.to === null || row.to > resident.today)
  for (const row of open) refuseUnusable(beds.get(row.bedId)!)
  for (const row of facts.beds) {
    const from = row.from > stay.endDate ? row.from : stay.endDate
    await refuseHeld(tx, beds, [row.bedId], { from, to: row.to, except: [resident.oldmanId] })
  }
  // What was cut short on leaving, and only that: the same bed may have been held before in another way.
  await tx.client.query(
    `delete from occupancy o using unnest($3::text[], $4::date[]) as x(bed, first)
      where o.org_id = $1 and o.stay_id = $2 and o.bed_id = x.bed and lower(o.days) = x.first`,
    [tx.orgId, stay.stayId, ids, facts.beds.map((row) => row.from)],
  )
  const rows = facts.beds.map((row, n) => ({
    n,
    bed: row.bedId,
    kind: row.kind,
    first: row.from,
    last: row.to,
    reason: row.reason,
  }))
  await tx.client.query(
    `update stay set end_date = null, checkout_reason = null, checkout_to = null, checkout_remark = null,
       version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2`,
    [tx.orgId, stay.stayId],
  )
  await tx.client.query(PUT_BACK, [tx.orgId, resident.oldmanId, stay.stayId, JSON.stringify(rows)])
  await reopenFees(tx, stay.stayId, facts.fees)
  if (settled) await removeSettlement(tx, settled.settleId)
  await saveResident(tx, resident, {
    status,
    bedId: facts.bedId,
    deptId: beds.get(facts.bedId)!.deptId ?? resident.deptId,
  })
  await settleBeds(tx, ids)
  await reopenPlans(tx, resident.oldmanId, stay.endDate)
  const path = beds.get(facts.bedId)!.path
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'undoCheckOut',
    content: `撤销 ${stay.endDate} 的退住，回到 ${path}${settled ? `，结算单 ${settled.settleNo} 作废` : ''}`,
    reason: body.reason,
    fromStatus: ResidenceStatus.is.left,
    toStatus: status,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: ids,
    remark: `撤销“${resident.name}”的退住：${body.reason}`,
    changes: {
      入住状态: [ResidenceStatus.label(ResidenceStatus.is.left), ResidenceStatus.label(status)],
      床位: [null, path],
      退住日期: [stay.endDate, null],
    },
  })
}

export async function readmit(tx: Tx, who: Caller, body: Static<typeof WithReason>): Promise<void> {
  const resident = await beginMove(tx, who, 'readmit', body)
  const stay = await lastStayOf(tx, resident)
  const settled = stay && (await settlementOf(tx, stay.stayId))
  if (settled && settled.state !== 'CONFIRMED') {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: SettleState.label(settled.state),
      act: `再次入住：请先确认结算单 ${settled.settleNo}`,
    })
  }
  await saveResident(tx, resident, { status: ResidenceStatus.is.waiting, checkInDate: null })
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'readmit',
    content: '再次入住，转为待入住',
    reason: body.reason,
    fromStatus: ResidenceStatus.is.left,
    toStatus: ResidenceStatus.is.waiting,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [],
    remark: `“${resident.name}”申请再次入住：${body.reason}`,
    changes: {
      入住状态: [ResidenceStatus.label(ResidenceStatus.is.left), ResidenceStatus.label(ResidenceStatus.is.waiting)],
    },
  })
}

const HANGING = `select (select count(*) from outing o where o.org_id = $1 and o.stay_id = $2) as outings,
  (select count(*) from occupancy o where o.org_id = $1 and o.stay_id = $2 and o.kind = 'STAY') as beds,
  (select count(*) from stay_event e where e.org_id = $1 and e.stay_id = $2
    and e.kind in ('adjustBed', 'exchangeBed', 'convert', 'undoCheckOut', 'level')) as changes,
  (select count(*) from settlement t where t.org_id = $1 and t.stay_id = $2) as settlements,
  (select coalesce(sum(owed_fen), 0) from elder_account a where a.org_id = $1 and a.oldman_id = $3) as owed`

async function refuseHanging(tx: Tx, resident: Resident, stay: OpenStay): Promise<void> {
  const found = await tx.client.query<Record<'outings' | 'beds' | 'changes' | 'settlements' | 'owed', number>>(
    HANGING,
    [tx.orgId, stay.stayId, resident.oldmanId],
  )
  const { outings, beds, changes, settlements, owed } = found.rows[0]!
  const why = [
    outings > 0 ? `${outings} 次外出` : null,
    beds > 1 || changes > 0 ? '床位或等级的变动' : null,
    settlements > 0 ? '退住结算' : null,
    owed > 0 ? '未缴的费用' : null,
    stay.enteredDays > SLIP_DAYS ? `登记已超过 ${SLIP_DAYS} 天` : null,
  ].filter((word): word is string => word !== null)
  if (why.length > 0) throw invalid(`${resident.name}的这次入住已有${why.join('、')}，不能撤销登记，请改为办理退住`)
}

export async function removeStay(tx: Tx, who: Caller, oldmanId: string, reason: string): Promise<void> {
  const resident = await beginMove(tx, who, 'removeStay', { oldmanId })
  const stay = await openStayOf(tx, resident)
  await refuseHanging(tx, resident, stay)
  await lapseApplications(tx, resident, '撤销入住登记')
  await lapseRegrades(tx, resident, '撤销入住登记')
  const held = await bedsOfStay(tx, stay.stayId)
  const bedIds = held.map((row) => row.bedId)
  await lockBeds(tx, null, [], bedIds)
  const path = await pathOf(tx, resident.bedId)
  await saveResident(tx, resident, { status: ResidenceStatus.is.waiting, bedId: null, checkInDate: null })
  // Its days of beds and its fees go with it.
  await tx.client.query('delete from stay where org_id = $1 and stay_id = $2', [tx.orgId, stay.stayId])
  await endPlans(tx, oldmanId, resident.today)
  await settleBeds(tx, bedIds)
  await addStayEvent(tx, {
    oldmanId,
    kind: 'removeStay',
    content: `撤销 ${stay.startDate} 的${stay.kind === 'TRIAL' ? '试住' : '入住'}登记（${path}）`,
    reason,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.waiting,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds,
    remark: `撤销“${resident.name}”的入住登记：${reason}`,
    changes: {
      入住状态: [ResidenceStatus.label(resident.status), ResidenceStatus.label(ResidenceStatus.is.waiting)],
      床位: [path, null],
      入住日期: [stay.startDate, null],
    },
  })
}
