// Days of people are reckoned into rows: on each punch for its days, after what was agreed or published, and by the night.
// Running again changes nothing; a month that is closed keeps what was closed.
import { type ReckonRow, reckonDay } from '#contract/administration/reckon'
import { timeText } from '#contract/kit/clock'
import type { Tx } from '#server/kit/caller'
import { type Client, type DayFacts, factsOf, type PersonDay } from './reckonFacts.ts'

export type { PersonDay } from './reckonFacts.ts'

export interface ReckonedRow extends ReckonRow, PersonDay {
  deptId: string | null
  groupId: string | null
}

const rowsOf = ({ empId, day, deptId, groupId, input }: DayFacts): ReckonedRow[] =>
  input ? reckonDay(input).map((row) => ({ ...row, empId, day, deptId, groupId })) : []

/** What would be written now, for whoever looks while a day goes on. */
export async function reckoned(
  client: Client,
  orgId: string,
  pairs: readonly PersonDay[],
  now: number,
): Promise<ReckonedRow[]> {
  return (await factsOf(client, orgId, pairs, now)).flatMap(rowsOf)
}

/** Writers of a month share its lock, closing has it alone: what is being written is in the figures, or comes after them. */
const SHARE = `select pg_advisory_xact_lock_shared(attendance_month_lock($1, m)) from unnest($2::text[]) m`
const CLOSED =
  'select c.month from attendance_close c where c.org_id = $1 and c.month = any($2) and c.opened_at is null'
/** Who reckons a person second sees what the first has read and written. */
const HOLD = `select pg_advisory_xact_lock(hashtextextended('reckon ' || $1 || ' ' || e, 0)) from (select unnest($2::text[]) as e order by 1) p`

const COLUMNS = `emp_id, work_date, part, dept_id, attendance_group_pk_id, shift_pk_id, shift_name, plan_on, plan_off, actual_on, actual_off, on_result,
  off_result, due, present, night, late_min, early_min, overtime_min, worked_min, leave_min, leave_kind, corrected, outside, remark`
const KEPT = COLUMNS.replace(/\s+/g, ' ').split(', ').slice(3)
const list = (alias: string) => KEPT.map((one) => `${alias}.${one}`).join(', ')

const GONE = `with day as (select * from jsonb_to_recordset($2::jsonb) as d("empId" text, day date, parts int))
delete from attendance_record r using day d
where r.org_id = $1 and r.emp_id = d."empId" and r.work_date = d.day and r.part >= d.parts`

const WRITE = `with made as (select * from jsonb_to_recordset($2::jsonb) as m("empId" text, day date, part int, "deptId" text, "groupId" text,
  "shiftPkId" text, "shiftName" text, "planOn" timestamptz, "planOff" timestamptz, "actualOn" timestamptz, "actualOff" timestamptz,
  "onResult" int, "offResult" int, due boolean, present boolean, night boolean, "lateMin" int, "earlyMin" int, "overtimeMin" int,
  "workedMin" int, "leaveMin" int, "leaveKind" text, corrected boolean, outside boolean, remark text))
insert into attendance_record as r (org_id, ${COLUMNS})
select $1, m."empId", m.day, m.part, m."deptId", m."groupId", m."shiftPkId", m."shiftName", m."planOn", m."planOff", m."actualOn",
  m."actualOff", m."onResult", m."offResult", m.due, m.present, m.night, m."lateMin", m."earlyMin", m."overtimeMin", m."workedMin",
  m."leaveMin", m."leaveKind", m.corrected, m.outside, m.remark
from made m left join attendance_record o on o.org_id = $1 and o.emp_id = m."empId" and o.work_date = m.day and o.part = m.part
where o.emp_id is null or (${list('o')}) is distinct from (m."deptId", m."groupId", m."shiftPkId", m."shiftName", m."planOn", m."planOff",
  m."actualOn", m."actualOff", m."onResult", m."offResult", m.due, m.present, m.night, m."lateMin", m."earlyMin", m."overtimeMin",
  m."workedMin", m."leaveMin", m."leaveKind", m.corrected, m.outside, m.remark)
on conflict (org_id, emp_id, work_date, part) do update set ${KEPT.map((one) => `${one} = excluded.${one}`).join(', ')}, reckoned_at = now()`

const zoned = (ms: number | null) => ms && `${timeText(ms)}+08`
const stored = (row: ReckonedRow) => ({
  ...row,
  planOn: zoned(row.planOn),
  planOff: zoned(row.planOff),
  actualOn: zoned(row.actualOn),
  actualOff: zoned(row.actualOff),
})

export const uniqueDays = (pairs: readonly PersonDay[]): PersonDay[] => [
  ...new Map(pairs.map((one) => [`${one.empId} ${one.day}`, one])).values(),
]

/**
 * Reckons these days again and writes what is otherwise. Days of closed months are left out. Answers what holds now.
 * Reads and writes with a handful of statements, whether for one day or for a month of everybody.
 */
export async function reckonDays(
  tx: Tx,
  orgId: string,
  wanted: readonly PersonDay[],
  now = Date.now(),
): Promise<ReckonedRow[]> {
  if (wanted.length === 0) return []
  const months = [...new Set(wanted.map(({ day }) => day.slice(0, 7)))].toSorted()
  await tx.client.query({ name: 'reckon_share', text: SHARE, values: [orgId, months] })
  const closed = await tx.client.query<{ month: string }>({
    name: 'reckon_closed',
    text: CLOSED,
    values: [orgId, months],
  })
  const shut = new Set(closed.rows.map(({ month }) => month))
  const pairs = uniqueDays(wanted).filter(({ day }) => !shut.has(day.slice(0, 7)))
  if (pairs.length === 0) return []
  const empIds = [...new Set(pairs.map((one) => one.empId))]
  await tx.client.query({ name: 'reckon_hold', text: HOLD, values: [orgId, empIds] })
  const facts = await factsOf(tx.client, orgId, pairs, now)
  const made = facts.map((one) => ({ one, rows: rowsOf(one) }))
  const rows = made.flatMap((day) => day.rows)
  const days = made.map((day) => ({ empId: day.one.empId, day: day.one.day, parts: day.rows.length }))
  await tx.client.query({ name: 'reckon_gone', text: GONE, values: [orgId, JSON.stringify(days)] })
  if (rows.length > 0) {
    await tx.client.query({ name: 'reckon_write', text: WRITE, values: [orgId, JSON.stringify(rows.map(stored))] })
  }
  return rows
}
