// One outing under its lock, and what every change of it does besides: version, log, timeline, pushes.

import { notFound } from '#contract/kit/refusal'
import {
  type OutingAsked,
  type OutingData,
  type OutingMedicine,
  type OutingMove,
  OutingPhase,
  type OutingPostpone,
  type OutingStateValue,
  outingMoves,
  phaseOf,
} from '#contract/live/outing'
import { residence } from '#contract/live/residence'
import { topUpMeals, topUpTasks } from '#server/areas/nursing/public'
import { RESIDENT_JOINS } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { COLUMNS, FROM, type StoredOuting, withCan } from './outingSql.ts'

export interface LockedResident {
  oldmanId: string
  oldmanName: string
  status: 1 | 2 | 3 | 4 | 5 | 6
  bedId: string | null
  deptId: string | null
  stayId: string | null
  stayFrom: string | null
  /** yyyy-MM-dd HH:mm:ss by the database's clock. */
  now: string
}

export interface LockedOuting {
  resident: LockedResident
  outId: string
  outNo: string
  stayId: string
  outType: string
  reason: string
  planOut: string
  planReturn: string
  companion: string
  companionPhone: string
  companionRelation: string
  destination: string | null
  medicines: OutingMedicine[]
  mealStop: boolean
  actualOut: string | null
  actualReturn: string | null
  postpones: OutingPostpone[]
  asked: OutingAsked | null
  applicantId: string
  state: OutingStateValue
  version: number
}

// Everything about one resident locks their row first, so that a check-out and an outing never wait for each other.
const residentText = (which: string) => `select o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.status,
  o.current_bed_id as "bedId", o.dept_id as "deptId", s.stay_id as "stayId", s.start_date as "stayFrom",
  to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS') as now
from oldman o left join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null
where o.org_id = $1 and ${inDepts('o', '$2')} and ${which}
order by o.oldman_id for no key update of o`

const RESIDENT = residentText('o.oldman_id = $3')
const RESIDENTS = residentText(
  'o.oldman_id in (select oldman_id from outing where org_id = $1 and out_id = any($3::text[]))',
)

export async function lockResident(tx: Tx, who: Caller, oldmanId: string): Promise<LockedResident> {
  const values = [who.orgId, who.deptIds, oldmanId]
  const found = await tx.client.query<LockedResident>({ name: 'outing_lock_elder', text: RESIDENT, values })
  const resident = found.rows[0]
  if (!resident) throw notFound('老人档案')
  return resident
}

const OUTINGS = `select oldman_id as "oldmanId", out_id as "outId", out_no as "outNo", stay_id as "stayId",
  out_type as "outType", reason, plan_out as "planOut", plan_return as "planReturn", companion,
  companion_phone as "companionPhone", companion_relation as "companionRelation", destination, medicines,
  meal_stop as "mealStop", actual_out as "actualOut", actual_return as "actualReturn", postpones, asked,
  applicant_id as "applicantId", state, version
from outing where org_id = $1 and out_id = any($2::text[]) order by out_id for update`

/** In the order of the input. What lies outside the caller's scope is not there. */
export async function lockOutings(tx: Tx, who: Caller, outIds: readonly string[]): Promise<LockedOuting[]> {
  const wanted = [...new Set(outIds)]
  const residents = await tx.client.query<LockedResident>({
    name: 'outing_lock_elders',
    text: RESIDENTS,
    values: [who.orgId, who.deptIds, wanted],
  })
  const byId = new Map(residents.rows.map((resident) => [resident.oldmanId, resident]))
  const found = await tx.client.query<Omit<LockedOuting, 'resident'> & { oldmanId: string }>({
    name: 'outing_lock',
    text: OUTINGS,
    values: [who.orgId, wanted],
  })
  return wanted.map((outId) => {
    const row = found.rows.find((one) => one.outId === outId)
    const resident = row && byId.get(row.oldmanId)
    if (!row || !resident) throw notFound('外出记录')
    const { oldmanId: _, ...rest } = row
    return { ...rest, resident }
  })
}

export const lockOuting = async (tx: Tx, who: Caller, outId: string): Promise<LockedOuting> =>
  (await lockOutings(tx, who, [outId]))[0]!

/** The state as people say it. */
export const phaseWord = (row: Pick<LockedOuting, 'state' | 'actualOut' | 'planReturn' | 'resident'>) =>
  OutingPhase.label(phaseOf(row.state, row.actualOut !== null, row.planReturn < row.resident.now))

/** The state a move leads to; refuses naming the present state and the wanted one. */
export const nextState = (row: LockedOuting, move: OutingMove): OutingStateValue =>
  outingMoves.next(row.state, move, () => phaseWord(row))

const ONE = `select ${COLUMNS} from ${FROM} ${RESIDENT_JOINS} where t.org_id = $1 and t.out_id = $2`

/** The row as lists show it, for the answer of a move. */
export async function answerOf(tx: Tx, who: Caller, outId: string): Promise<OutingData> {
  const found = await tx.client.query<StoredOuting>({ name: 'outing_answer', text: ONE, values: [who.orgId, outId] })
  return withCan(who, found.rows[0]!)
}

/** Maps, lists and benches of everybody who sees the resident follow. */
export function tellChanged(tx: Tx, residents: readonly { oldmanId: string; bedId: string | null }[]): void {
  const oldmanIds = residents.map((resident) => resident.oldmanId)
  topUpTasks(tx, oldmanIds)
  topUpMeals(tx, oldmanIds)
  tx.emit(residence.events.changed, { bedIds: residents.flatMap((resident) => resident.bedId ?? []), oldmanIds })
}

/** 2026-11-12 09:30 */
export const minute = (moment: string) => moment.slice(0, 16)
