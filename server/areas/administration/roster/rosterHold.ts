// Who writes a roster holds its groups until the commit, in one order: painting, publishing and exchanges of the same people
// follow one another, and nobody waits in a circle.
import { roster as noun, type roster } from '#contract/administration/roster'
import { addDays, dayNumber } from '#contract/administration/rosterRules'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { type Chosen, chooseRoster, type Whose } from './rosterWhose.ts'

const LOCK = `select pg_advisory_xact_lock(k.key) from (
  select distinct hashtextextended('roster ' || m.org_id || ' ' || m.attendance_group_pk_id, 0) as key from attendance_member m
  where m.org_id = $1 and m.emp_id = any($2) order by 1
) k`

/**
 * Before anything else of these people's rosters is locked, cells and exchanges alike: whoever swaps days takes it too.
 */
export async function holdRosters(tx: Tx, empIds: readonly string[]): Promise<void> {
  await tx.client.query({ name: 'roster_hold', text: LOCK, values: [tx.orgId, [...new Set(empIds)]] })
}

interface Member {
  empId: string
  empName: string
  team: string | null
  groupId: string
  fromDay: string
  toDay: string | null
}

const MEMBERS = `select m.emp_id as "empId", e.emp_name as "empName", m.team, m.attendance_group_pk_id as "groupId", m.from_day as "fromDay", m.to_day as "toDay"
from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
where m.org_id = $1 and m.attendance_group_pk_id = any($2) and ($3::text[] is null or m.emp_id = any($3)) and ${inDepts('e', '$4')}
  and ($5::text[] is null or e.dept_id = any($5)) and m.from_day <= $7::date and (m.to_day is null or m.to_day > $6::date)
order by m.sort, e.sort, m.emp_id, m.from_day`

export interface HeldRoster {
  chosen: Chosen
  /** Everybody of the roster between the days, or those that were named. */
  members: Member[]
  names: ReadonlyMap<string, string>
  /** In the group on that day. */
  isIn(empId: string, day: string): boolean
}

/** The roster that is written, held; with `empIds` those people only. */
export async function holdRoster(
  tx: Tx,
  who: Caller,
  whose: Whose,
  { from, to, empIds }: { from: string; to: string; empIds?: readonly string[] },
): Promise<HeldRoster> {
  const found = await chooseRoster(tx.client, who, whose, { from, to })
  // Without a group or department any that the caller may see is meant.
  const all = !whose.attendanceGroupPkId && !whose.deptId
  const chosen = all ? { ...found, groupIds: found.groups.map((one) => one.attendanceGroupPkId) } : found
  const read = async () =>
    (
      await tx.client.query<Member>({
        name: 'roster_members',
        text: MEMBERS,
        values: [tx.orgId, chosen.groupIds, empIds ?? null, who.deptIds, chosen.deptIds, from, to],
      })
    ).rows
  await holdRosters(tx, empIds ?? (await read()).map((one) => one.empId))
  const members = await read()
  const periods = new Map<string, Member[]>()
  for (const one of members) periods.set(one.empId, [...(periods.get(one.empId) ?? []), one])
  return {
    chosen,
    members,
    names: new Map(members.map((one) => [one.empId, one.empName])),
    isIn: (empId, day) =>
      periods.get(empId)?.some((one) => one.fromDay <= day && (one.toDay === null || one.toDay > day)) === true,
  }
}

/** Furthest day that is planned: a typing error in a year makes no roster of centuries. */
const FURTHEST = 400

/** Days gone by stay, and only people of the roster are planned in it. */
export function requirePlannable({ names, isIn }: HeldRoster, cells: readonly { empId: string; day: string }[]): void {
  const today = dayText()
  const last = addDays(today, FURTHEST)
  for (const { empId, day } of cells) {
    const name = names.get(empId)
    if (name === undefined) throw notFound('员工')
    if (day < today) throw invalid(`${day} 已经过去，${name}这天的排班不能再改`, 'cells')
    if (day > last) throw invalid(`${day} 太远了，最多排到 ${last}`, 'cells')
    if (!isIn(empId, day)) throw invalid(`${name} ${day} 不在这个考勤组里，不能排班`, 'cells')
  }
}

export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

type Payload = { groups: string[]; from: string; to: string; published: boolean }
/** Other planners look again. */
export function tellPlanners(tx: Tx, payload: Payload): void {
  tx.emit(noun.events.changed, { ...payload, by: tx.by.userId ?? '' })
}
export type RosterCalls = (typeof roster)['calls']
