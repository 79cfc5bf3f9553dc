// What the clock, the stay and other outings say about the times of an outing.

import { momentOf } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { OutingState } from '#contract/live/outingMoves'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { type LockedOuting, type LockedResident, minute, phaseWord } from './outingRow.ts'

onConstraint('outing_open', () => invalid('这位老人还有一张没有结束的外出单，请先办理返回或取消', 'oldmanId'))
onConstraint('outing_elder', () => invalid('与这位老人的另一次外出时间重叠，请核对时间', 'planOut'))
onConstraint('outing_in_stay', () => invalid('外出时间不在这位老人的居住期间内，请核对时间', 'actualOut'))
onConstraint('outing_plan', () => invalid('计划返回时间应晚于计划外出时间', 'planReturn'))
onConstraint('outing_actual', () => invalid('返回时间不能早于离院时间', 'actualReturn'))

/** An emergency is entered afterwards; more than this is a mistake of the year or month. */
const BACK_DAYS = 7
export const LONGEST_DAYS = 180
/** A browser's clock may be ahead of the server's. */
const CLOCK_MINUTES = 5

const DAY_MS = 86_400_000
const msOf = (moment: string) => momentOf(moment)
export const daysBetween = (from: string, to: string) => (msOf(to) - msOf(from)) / DAY_MS

/** A moment that has been: up to now, a clock that is a little ahead counts as now. */
export function happened(given: string | null | undefined, now: string, title: string, field: string): string {
  if (!given || given <= now) return given ?? now
  if (msOf(given) - msOf(now) <= CLOCK_MINUTES * 60_000) return now
  throw invalid(`${title}不能晚于现在（${minute(now)}）`, field)
}

const { waiting, passed, back, postponed, overdue } = OutingState.is
/** Everything that was neither refused nor called off. */
const TAKES_TIME = [waiting, passed, back, postponed, overdue]

const OVERLAP = `select out_no as "outNo", lower(away) as from, upper(away) as to from outing
where org_id = $1 and oldman_id = $2 and out_id <> $3 and state in (${TAKES_TIME})
  and away && tstzrange($4::timestamptz, $5::timestamptz) order by lower(away) limit 1`

export async function refuseOverlap(
  tx: Tx,
  resident: LockedResident,
  outId: string,
  period: readonly [from: string, to: string],
  field: string,
): Promise<void> {
  if (period[0] >= period[1]) return
  const found = await tx.client.query<{ outNo: string; from: string; to: string }>({
    name: 'outing_overlap',
    text: OVERLAP,
    values: [tx.orgId, resident.oldmanId, outId, ...period],
  })
  const other = found.rows[0]
  if (!other) return
  throw invalid(`与外出单 ${other.outNo}（${minute(other.from)} 至 ${minute(other.to)}）的时间重叠`, field)
}

export async function checkPlan(
  tx: Tx,
  resident: LockedResident,
  plan: { planOut: string; planReturn: string },
  outId: string,
): Promise<void> {
  const { planOut, planReturn } = plan
  if (planReturn <= planOut) throw invalid('计划返回时间应晚于计划外出时间', 'planReturn')
  if (planReturn <= resident.now) throw invalid(`计划返回时间应晚于现在（${minute(resident.now)}）`, 'planReturn')
  if (daysBetween(planOut, planReturn) > LONGEST_DAYS) {
    throw invalid(`一次外出最长 ${LONGEST_DAYS} 天，请核对返回日期`, 'planReturn')
  }
  if (daysBetween(planOut, resident.now) > BACK_DAYS) {
    throw invalid(`计划外出时间不能早于 ${BACK_DAYS} 天前，请核对日期`, 'planOut')
  }
  if (resident.stayFrom && planOut.slice(0, 10) < resident.stayFrom) {
    throw invalid(`计划外出时间早于入住日期 ${resident.stayFrom}`, 'planOut')
  }
  await refuseOverlap(tx, resident, outId, [planOut, planReturn], 'planOut')
}

/** Not before living here, and not while away for another outing. */
export async function checkLeaving(tx: Tx, row: LockedOuting, actualOut: string): Promise<void> {
  const { resident } = row
  if (resident.stayFrom && actualOut.slice(0, 10) < resident.stayFrom) {
    throw invalid(`离院时间早于入住日期 ${resident.stayFrom}`, 'actualOut')
  }
  await refuseOverlap(tx, resident, row.outId, [actualOut, resident.now], 'actualOut')
}

export async function checkNewReturn(tx: Tx, row: LockedOuting, newReturn: string): Promise<void> {
  if (newReturn <= row.planReturn) {
    throw invalid(`新的返回时间应晚于原来的 ${minute(row.planReturn)}`, 'newReturn')
  }
  if (newReturn <= row.resident.now) {
    throw invalid(`新的返回时间应晚于现在（${minute(row.resident.now)}）`, 'newReturn')
  }
  if (daysBetween(row.actualOut ?? row.planOut, newReturn) > LONGEST_DAYS) {
    throw invalid(`一次外出最长 ${LONGEST_DAYS} 天，请核对返回日期`, 'newReturn')
  }
  await refuseOverlap(tx, row.resident, row.outId, [row.planOut, newReturn], 'newReturn')
}

export function refuseLeft(row: LockedOuting, act: string): void {
  if (row.actualOut !== null) throw new Refusal('STATE_NOT_ALLOWED', { state: phaseWord(row), act })
}
