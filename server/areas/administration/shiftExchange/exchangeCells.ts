// The published days of people as an exchange sees them, and what the rules say when some of them change hands.
import type pg from 'pg'
import type { ShiftToneValue } from '#contract/administration/attendanceWords'
import { GroupMode } from '#contract/administration/attendanceWords'
import { spanWords } from '#contract/administration/leaveSpan'
import {
  addDays,
  type RosterRules,
  type RuleCell,
  type RuleLeave,
  type RulePerson,
  rosterFaults,
  withCells,
} from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import type { ExchangeCellData, ExchangeCheckData } from '#contract/administration/shiftExchange'
import { CertificateKind } from '#contract/administration/staffWords'
import { type ShiftFacts, shiftsOfHouse } from '#server/areas/administration/attendanceAsk/askFacts'
import { rulesOf } from '#server/areas/administration/roster/rosterFacts'
import { agreedLeaves } from '#server/areas/administration/roster/rosterRead'

type Client = pg.Pool | pg.ClientBase

export interface Content {
  kind: CellKindValue | null
  shiftPkId: string | null
}
export interface Cell extends Content {
  empId: string
  day: string
}
/** A day of rest that was never written is the same as one that was. */
export const same = (a: Content, b: Content) =>
  (a.kind ?? CellKind.is.REST) === (b.kind ?? CellKind.is.REST) && a.shiftPkId === b.shiftPkId

export interface Person {
  empId: string
  name: string
  deptId: string | null
  team: string | null
  jobIds: readonly string[]
  rule: RulePerson
  cells: ReadonlyMap<string, Content & { drafted: boolean }>
}

export interface Desk {
  shifts: ReadonlyMap<string, ShiftFacts>
  rules: RosterRules
  people: ReadonlyMap<string, Person>
  /** Posts that a shift needs in a department; none named: all of them. */
  posts: readonly { deptId: string; shiftPkId: string; jobIds: string[]; names: string | null }[]
}

const PEOPLE = `select a.user_id as "empId", coalesce(e.emp_name, a.user_name) as name, e.dept_id as "deptId",
  coalesce((select array_agg(j.job_id) from employee_job j where j.org_id = a.org_id and j.emp_id = a.user_id), '{}') as "jobIds",
  (select m.team from attendance_member m where m.org_id = a.org_id and m.emp_id = a.user_id order by m.from_day desc limit 1) as team,
  (select max(c.valid_to) from staff_certificate c where c.org_id = a.org_id and c.emp_id = a.user_id
    and c.kind = '${CertificateKind.is.HEALTH}') as "healthTo",
  f.no_night_from as "noNightFrom", f.no_night_to as "noNightTo", f.no_night_reason as "noNightReason", f.left_on as "leftOn"
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
left join staff_file f on f.org_id = a.org_id and f.emp_id = a.user_id
where a.org_id = $1 and a.user_id = any($2)`
const CELLS = `select c.emp_id as "empId", c.day, c.kind, c.shift_pk_id as "shiftPkId", c.drafted = 1 as drafted from roster_cell c
where c.org_id = $1 and c.emp_id = any($2) and c.day between $3::date and $4::date`
const POSTS = `select n.dept_id as "deptId", n.shift_pk_id as "shiftPkId", n.job_ids as "jobIds",
  (select string_agg(j.job_name, '、' order by j.job_name) from job j where j.org_id = n.org_id and j.job_id = any(n.job_ids)) as names
from roster_need n where n.org_id = $1 and cardinality(n.job_ids) > 0`

/** As far around as the rules look: a row of days, and whole months. */
export async function deskOf(
  client: Client,
  orgId: string,
  empIds: readonly string[],
  days: readonly string[],
): Promise<Desk> {
  const sorted = days.toSorted()
  const first = addDays(`${sorted[0]!.slice(0, 7)}-01`, -10)
  const last = addDays(`${sorted.at(-1)!.slice(0, 7)}-01`, 42)
  const shifts = await shiftsOfHouse(client, orgId)
  const rules = (await rulesOf(client, orgId)).value
  const people = await client.query<Omit<Person, 'rule' | 'cells'> & Omit<RulePerson, 'leaves'>>({
    name: 'exchange_people',
    text: PEOPLE,
    values: [orgId, empIds],
  })
  const cells = await client.query<Cell & { drafted: boolean }>({
    name: 'exchange_cells',
    text: CELLS,
    values: [orgId, empIds, first, last],
  })
  const leaves = await agreedLeaves(client, orgId, empIds, first, last)
  const posts = await client.query<Desk['posts'][number]>({ name: 'exchange_posts', text: POSTS, values: [orgId] })
  const found = new Map<string, Person>()
  for (const row of people.rows) {
    const own: RuleLeave[] = leaves.filter((one) => one.empId === row.empId)
    const { healthTo, noNightFrom, noNightTo, noNightReason, leftOn } = row
    found.set(row.empId, {
      ...row,
      rule: { leaves: own, healthTo, noNightFrom, noNightTo, noNightReason, leftOn },
      cells: new Map(cells.rows.filter((one) => one.empId === row.empId).map((one) => [one.day, one])),
    })
  }
  return { shifts, rules, people: found, posts: posts.rows }
}

const NOTHING: Content = { kind: null, shiftPkId: null }
export const contentAt = (desk: Desk, empId: string, day: string): Content =>
  desk.people.get(empId)?.cells.get(day) ?? NOTHING

export function shownCell(shifts: Desk['shifts'], { kind, shiftPkId }: Content): ExchangeCellData {
  const shift = shiftPkId ? shifts.get(shiftPkId) : undefined
  return {
    kind,
    shiftPkId,
    shiftName: shift?.shiftName ?? null,
    shortName: shift?.shortName ?? null,
    tone: (shift?.tone as ShiftToneValue | undefined) ?? null,
    times: shift ? spanWords(shift) : null,
  }
}

/** What a day is called in a sentence: 白班, 休 */
export const called = (shifts: Desk['shifts'], { kind, shiftPkId }: Content) =>
  (shiftPkId && shifts.get(shiftPkId)?.shiftName) || CellKind.label(kind ?? CellKind.is.REST)

export interface Pair {
  applicantId: string
  applicantDay: string
  partnerId: string
  partnerDay: string
}

export interface SwapCell extends Cell {
  after: Content
}

/** Everything that changes: on both days each takes what the other has. */
export function swapOf(desk: Desk, pair: Pair): SwapCell[] {
  const days = [...new Set([pair.applicantDay, pair.partnerDay])]
  const of = (empId: string, otherId: string) =>
    days.map((day): SwapCell => {
      const { kind, shiftPkId } = contentAt(desk, empId, day)
      const other = contentAt(desk, otherId, day)
      const after = { kind: other.kind ?? CellKind.is.REST, shiftPkId: other.shiftPkId }
      return { empId, day, kind, shiftPkId, after }
    })
  return [...of(pair.applicantId, pair.partnerId), ...of(pair.partnerId, pair.applicantId)]
}

function ruleCell(desk: Desk, day: string, { kind, shiftPkId }: Content): RuleCell {
  return { day, kind: kind ?? CellKind.is.REST, shift: (shiftPkId && desk.shifts.get(shiftPkId)) || null }
}

const minutesOf = (desk: Desk, { shiftPkId }: Content) => (shiftPkId && desk.shifts.get(shiftPkId)?.workMinutes) || 0
const hours = (minutes: number) => String(Math.round(Math.abs(minutes) / 6) / 10)

type Fault = ExchangeCheckData['faults'][number]

function faultsOfOne(desk: Desk, person: Person, changed: readonly SwapCell[]): Fault[] {
  const before = [...person.cells].map(([day, content]) => ruleCell(desk, day, content))
  const after = withCells(
    before,
    changed.map((one) => ruleCell(desk, one.day, one.after)),
  )
  const days = changed.map((one) => one.day).toSorted()
  // A night reaches into the day after, and a row is told on its first day too many.
  const span = { from: addDays(days[0]!, -1), to: addDays(days.at(-1)!, 14) }
  const known = new Set(rosterFaults(before, person.rule, desk.rules, span).map((one) => one.text))
  const found: Fault[] = rosterFaults(after, person.rule, desk.rules, span)
    .filter((one) => !known.has(one.text))
    .map((one) => ({ empId: person.empId, day: one.day, text: `${person.name} ${one.text}`, red: one.forbids }))
  for (const { day, after: got } of changed) {
    if (!got.shiftPkId) continue
    const need = desk.posts.find((one) => one.shiftPkId === got.shiftPkId && one.deptId === person.deptId)
    if (need && !need.jobIds.some((job) => person.jobIds.includes(job)))
      found.push({
        empId: person.empId,
        day,
        text: `${person.name}不是${need.names ?? '要求的岗位'}，${day.slice(5)} 不能上${called(desk.shifts, got)}`,
        red: true,
      })
  }
  return found
}

/** What the rules say of a swap, with the sentence for a card. */
export function checkOf(desk: Desk, swaps: readonly SwapCell[]): ExchangeCheckData {
  const faults: Fault[] = []
  const sums: string[] = []
  for (const [empId, person] of desk.people) {
    const own = swaps.filter((one) => one.empId === empId)
    if (own.length === 0) continue
    faults.push(...faultsOfOne(desk, person, own))
    for (const { day } of own)
      if (person.cells.get(day)?.drafted)
        faults.push({ empId, day, text: `${person.name} ${day.slice(5)} 还有没发布的排班改动`, red: false })
    const more = own.reduce((sum, one) => sum + minutesOf(desk, one.after) - minutesOf(desk, one), 0)
    if (more !== 0) sums.push(`${person.name}${more > 0 ? '多' : '少'} ${hours(more)} 小时`)
  }
  const red = faults.filter((one) => one.red)
  const words = sums.length > 0 ? sums.join('，') : '两人工时不变'
  const text =
    red.length > 0
      ? `${red.map((one) => one.text).join('；')}，不能换`
      : `${words}，${faults.length > 0 ? faults.map((one) => one.text).join('；') : '无冲突'}，每日人数不变`
  return { ok: red.length === 0, text, faults: faults.toSorted((a, b) => Number(b.red) - Number(a.red)) }
}

/** In one rostered group on both days. */
export const SAME_GROUP = `select count(distinct d.day)::int as days from unnest($4::date[]) as d(day)
join attendance_member a on a.org_id = $1 and a.emp_id = $2 and a.from_day <= d.day and (a.to_day is null or a.to_day > d.day)
join attendance_member p on p.org_id = a.org_id and p.emp_id = $3 and p.attendance_group_pk_id = a.attendance_group_pk_id
  and p.from_day <= d.day and (p.to_day is null or p.to_day > d.day)
join attendance_group g on g.org_id = a.org_id and g.attendance_group_pk_id = a.attendance_group_pk_id and g.mode = '${GroupMode.is.ROSTER}'`
