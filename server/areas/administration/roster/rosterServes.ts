// The roster says who serves: the tasks of care ask it before the duty of a department, alarms before their duty table, and
// what a roster changes reaches both in the transaction that changes it.

import { DAY_MS, dayText } from '#contract/kit/clock'
import { wall } from '#contract/monitor/wall'
import { type AlarmDuty, type NowOnDuty, onAlarmDuty, restateLadders } from '#server/areas/monitor/public'
import { onWhoServes, refreshTasks } from '#server/areas/nursing/public'
import type { Tx } from '#server/kit/caller'
import { type ServeBook, type ServingPerson, serveBook } from './servesRead.ts'

onWhoServes('administration.roster', 1, async (client, orgId, asked) => {
  if (asked.length === 0) return []
  let [first, last] = [asked[0]!.at, asked[0]!.at]
  for (const { at } of asked) {
    if (at < first) first = at
    if (at > last) last = at
  }
  const book = await serveBook(client, orgId, dayText(first), dayText(last))
  return book === null ? asked.map(() => null) : asked.map((one) => book.at(one.at)(one).empId)
})

const named = (book: ServeBook, empIds: readonly string[]): ServingPerson[] =>
  empIds.flatMap((empId) => book.person(empId) ?? [])

/** A place that is only a department is everybody's who is on shift there; a bed is one person's, then the others'. */
const dutyOf =
  (book: ServeBook): AlarmDuty =>
  (place, rank, at) => {
    if (rank > 2) return []
    const { empId, others } = book.at(minuteOf(at))(place)
    const somewhere = place.bedId !== null || place.roomId !== null || place.oldmanId !== null
    const first = empId === null ? [] : [empId]
    if (rank > 1) return somewhere && empId !== null ? named(book, others) : []
    return named(book, somewhere && empId !== null ? first : [...first, ...others])
  }

const MINUTE_MS = 60_000
/** Shifts begin and end on whole minutes. */
const minuteOf = (at: number) => at - (at % MINUTE_MS)

/** Across organisations: which of them have anybody in a group at all; the others are asked nothing more. */
const ROSTERED = {
  name: 'serves_rostered',
  text: `select o.id as "orgId" from unnest($1::text[]) o(id)
  where exists (select from attendance_member m where m.org_id = o.id and (m.to_day is null or m.to_day > current_date - 1))`,
}

const ON_NOW = `select d.dept_id as "deptId", d.dept_name as "deptName" from dept d where d.org_id = $1`

onAlarmDuty('administration.roster', {
  duties: async (client, orgIds) => {
    const { rows } = await client.query<{ orgId: string }>({ ...ROSTERED, values: [orgIds] })
    const now = Date.now()
    const found = new Map<string, AlarmDuty>()
    for (const { orgId } of rows) {
      const book = await serveBook(client, orgId, dayText(now), dayText(now + DAY_MS))
      if (book) found.set(orgId, dutyOf(book))
    }
    return found
  },
  now: async (client, orgId, deptIds) => {
    const at = minuteOf(Date.now())
    const book = await serveBook(client, orgId, dayText(at), dayText(at))
    if (!book) return []
    const depts = await client.query<{ deptId: string; deptName: string }>(ON_NOW, [orgId])
    const names = new Map(depts.rows.map((one) => [one.deptId, one.deptName]))
    return nowOn(book, at, names, deptIds)
  },
})

function nowOn(
  book: ServeBook,
  at: number,
  names: ReadonlyMap<string, string>,
  deptIds: readonly string[] | null,
): NowOnDuty[] {
  const found: NowOnDuty[] = []
  for (const deptId of names.keys()) {
    if (deptIds !== null && !deptIds.includes(deptId)) continue
    const { empId, others } = book.at(at)({ deptId, roomId: null, bedId: null, oldmanId: null })
    if (empId === null) continue
    for (const person of named(book, [empId, ...others]))
      found.push({ ...person, deptId, deptName: names.get(deptId)! })
  }
  return found
}

/**
 * Elders whose care a change of these people can touch: those of their departments, and those whom shifts with places of
 * their own serve, which may lie anywhere.
 */
const ELDERS = `select o.oldman_id as "oldmanId" from oldman o left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
where o.org_id = $1 and o.current_bed_id is not null and (o.dept_id in (select coalesce(g.dept_id, e.dept_id)
    from attendance_member m join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
    join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
    where m.org_id = $1 and m.emp_id = any($2) and (m.to_day is null or m.to_day > $3::date))
  or exists (select from attendance_shift_place p where p.org_id = o.org_id and (p.bed_id = o.current_bed_id or p.room_id = b.room_id)))
order by 1`

const touched = new WeakMap<Tx, Set<string>>()

/**
 * What holds for these people on these days was published, exchanged or given leave for: care tasks that were not begun go
 * to whoever serves now, and alarms name them. Said as often as one likes; done once, at the end of the transaction.
 */
export function rosterChanged(tx: Tx, _orgId: string, days: readonly string[], empIds: readonly string[]): void {
  const now = Date.now()
  const [yesterday, tomorrow] = [dayText(now - DAY_MS), dayText(now + DAY_MS)]
  // Tasks are made for today and tomorrow; later ones will be made by what is published then.
  if (empIds.length === 0 || !days.some((day) => day >= yesterday && day <= tomorrow)) return
  const known = touched.get(tx)
  if (known) {
    for (const one of empIds) known.add(one)
    return
  }
  const people = new Set(empIds)
  touched.set(tx, people)
  tx.atEnd(async () => {
    touched.delete(tx)
    const found = await tx.client.query<{ oldmanId: string }>(ELDERS, [tx.orgId, [...people], yesterday])
    await refreshTasks(
      tx,
      found.rows.map((one) => one.oldmanId),
    )
    await restateLadders(tx)
    tx.emit(wall.events.duty, { at: now })
  })
}
