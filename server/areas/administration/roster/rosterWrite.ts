// Drafts: many cells at once, each with the version that was seen. What somebody else wrote meanwhile stays theirs and is told;
// all others are written.
import type { GivenCellData, RosterSavedData } from '#contract/administration/roster'
import {
  type Content,
  faultsOfPerson,
  type PersonFault,
  ruleCells,
  shiftsById,
  unfold,
} from '#contract/administration/rosterMonth'
import { addDays } from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { factsOf, shiftsOf } from './rosterFacts.ts'
import { type HeldRoster, holdRoster, type RosterCalls, requirePlannable, tellPlanners } from './rosterHold.ts'

export interface DraftCell {
  empId: string
  day: string
  content: Content | null
  /** null: whatever stands there. */
  version: number | null
}

// A draft that says what is published is none. Rows are written in one order, so two who write wait and never block.
const WRITE = `insert into roster_cell as c (org_id, emp_id, day, drafted, draft_kind, draft_shift_pk_id, draft_by, draft_name, draft_at, version)
select $1::text, g.emp, g.day, case when g.kind is null then 0 else 1 end, g.kind, g.shift, $7::text, $8::text, now(), coalesce(g.version, 0) + 1
from unnest($2::text[], $3::date[], $4::text[], $5::text[], $6::int[]) as g(emp, day, kind, shift, version)
where coalesce(g.version, 0) = 0 or exists (select from roster_cell x where x.org_id = $1::text and x.emp_id = g.emp and x.day = g.day)
order by g.emp, g.day
on conflict (org_id, emp_id, day) do update set
  drafted = case when c.kind is not distinct from excluded.draft_kind and c.shift_pk_id is not distinct from excluded.draft_shift_pk_id then 0 else 1 end,
  draft_kind = case when c.kind is not distinct from excluded.draft_kind and c.shift_pk_id is not distinct from excluded.draft_shift_pk_id then null else excluded.draft_kind end,
  draft_shift_pk_id = case when c.kind is not distinct from excluded.draft_kind and c.shift_pk_id is not distinct from excluded.draft_shift_pk_id then null else excluded.draft_shift_pk_id end,
  draft_by = excluded.draft_by, draft_name = excluded.draft_name, draft_at = excluded.draft_at, version = c.version + 1
where $9::boolean or c.version + 1 = excluded.version
returning c.emp_id as "empId", c.day, c.version`

interface WrittenCell {
  empId: string
  day: string
  version: number
}

const keyOf = ({ empId, day }: { empId: string; day: string }) => `${empId} ${day}`

/** Written in one statement; what has another version than was seen is left, unless `over`. */
export async function writeDrafts(tx: Tx, cells: readonly DraftCell[], over: boolean): Promise<WrittenCell[]> {
  if (cells.length === 0) return []
  const found = await tx.client.query<WrittenCell>({
    name: 'roster_write',
    text: WRITE,
    values: [
      tx.orgId,
      cells.map((one) => one.empId),
      cells.map((one) => one.day),
      cells.map((one) => one.content?.kind ?? null),
      cells.map((one) => one.content?.shiftPkId ?? null),
      cells.map((one) => one.version),
      tx.by.userId,
      tx.by.name,
      over,
    ],
  })
  return found.rows
}

interface Standing {
  empId: string
  day: string
  by: string | null
  kind: CellKindValue | null
  shiftPkId: string | null
  shiftName: string | null
  version: number
}

const STANDING = `select c.emp_id as "empId", c.day, case when c.published_at > coalesce(c.draft_at, '-infinity') then c.published_name else c.draft_name end as by,
  case c.drafted when 1 then c.draft_kind else c.kind end as kind, case c.drafted when 1 then c.draft_shift_pk_id else c.shift_pk_id end as "shiftPkId",
  s.shift_name as "shiftName", c.version
from unnest($2::text[], $3::date[]) as g(emp, day) join roster_cell c on c.org_id = $1 and c.emp_id = g.emp and c.day = g.day
left join attendance_shift s on s.org_id = c.org_id and s.shift_pk_id = case c.drafted when 1 then c.draft_shift_pk_id else c.shift_pk_id end
order by c.emp_id, c.day`

/** What is wrong around days that were touched. */
export async function faultsAround(
  tx: Tx,
  who: Caller,
  held: HeldRoster,
  cells: readonly { empId: string; day: string }[],
): Promise<PersonFault[]> {
  const days = new Map<string, string[]>()
  for (const { empId, day } of cells) days.set(empId, [...(days.get(empId) ?? []), day])
  const months = [...new Set(cells.map((one) => one.day.slice(0, 7)))].sort()
  const found = new Map<string, PersonFault>()
  for (const month of months) {
    const facts = await factsOf(tx.client, who, held.chosen, month, [...days.keys()])
    const all = unfold(facts)
    const shifts = shiftsById(facts.shifts)
    for (const person of facts.people) {
      const own = (days.get(person.empId) ?? []).filter((day) => day.startsWith(month))
      if (own.length === 0) continue
      const touched = new Set(own.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))
      const sorted = own.toSorted()
      const span = { from: addDays(sorted[0]!, -1), to: addDays(sorted.at(-1)!, 1) }
      for (const fault of faultsOfPerson(facts, person, ruleCells(all.get(person.empId)!, shifts), span)) {
        if (fault.days.some((day) => touched.has(day))) found.set(`${fault.empId} ${fault.code} ${fault.day}`, fault)
      }
    }
  }
  return [...found.values()]
}

/** Only shifts that may be given, and exactly what each kind of day holds. */
async function requireContents(tx: Tx, cells: readonly GivenCellData[]): Promise<void> {
  const shifts = shiftsById(await shiftsOf(tx.client, tx.orgId))
  for (const { kind, shiftPkId } of cells) {
    if (kind !== CellKind.is.SHIFT) {
      if (shiftPkId) throw invalid('只有排班次的日子才带班次', 'cells')
      continue
    }
    if (!shiftPkId) throw invalid('请选择班次', 'cells')
    const shift = shifts.get(shiftPkId)
    if (!shift) throw notFound('班次')
    if (!shift.enabled) throw invalid(`班次“${shift.shiftName}”已停用，请换一个班次`, 'cells')
  }
}

export async function saveCells(tx: Tx, who: Caller, input: InputOf<RosterCalls['save']>): Promise<RosterSavedData> {
  const cells = [...new Map(input.cells.map((one) => [keyOf(one), one])).values()].sort(
    (a, b) => a.empId.localeCompare(b.empId) || a.day.localeCompare(b.day),
  )
  if (cells.length === 0) throw invalid('没有要保存的排班', 'cells')
  const days = cells.map((one) => one.day).sort()
  const [from, to] = [days[0]!, days.at(-1)!]
  const held = await holdRoster(tx, who, input, { from, to, empIds: [...new Set(cells.map((one) => one.empId))] })
  requirePlannable(held, cells)
  await requireContents(tx, cells)
  const drafts = cells.map(
    ({ empId, day, kind, shiftPkId, version }): DraftCell => ({
      empId,
      day,
      version,
      content: kind ? { kind, shiftPkId: shiftPkId || null } : null,
    }),
  )
  const saved = await writeDrafts(tx, drafts, false)
  const written = new Set(saved.map(keyOf))
  const left = cells.filter((one) => !written.has(keyOf(one)))
  const standing =
    left.length === 0
      ? []
      : (
          await tx.client.query<Standing>({
            name: 'roster_standing',
            text: STANDING,
            values: [tx.orgId, left.map((one) => one.empId), left.map((one) => one.day)],
          })
        ).rows
  if (standing.length < left.length) throw invalid('排班的版本不对，请刷新页面后重试', 'cells')
  if (saved.length > 0) {
    tx.log({ remark: `编辑排班草稿 ${saved.length} 处（${held.chosen.title || '多个考勤组'}，${from} 至 ${to}）` })
    tellPlanners(tx, { groups: groupsOf(held, saved), from, to, published: false })
  }
  return {
    saved,
    conflicts: standing.map((one) => ({
      ...one,
      by: one.by ?? '他人',
      empName: held.names.get(one.empId) ?? '',
    })),
    faults: await faultsAround(tx, who, held, saved),
  }
}

export function groupsOf({ members }: HeldRoster, cells: readonly { empId: string }[]): string[] {
  const wanted = new Set(cells.map((one) => one.empId))
  return [...new Set(members.filter((one) => wanted.has(one.empId)).map((one) => one.groupId))]
}

const DISCARD = `update roster_cell c set drafted = 0, draft_kind = null, draft_shift_pk_id = null, draft_by = $5, draft_name = $6, draft_at = now(), version = c.version + 1
from (select x.emp_id, x.day from roster_cell x where x.org_id = $1 and x.emp_id = any($2) and x.day between $3::date and $4::date and x.drafted = 1
  and ($7::text[] is null or exists (select from unnest($7::text[], $8::date[]) as g(emp, day) where g.emp = x.emp_id and g.day = x.day))
  order by x.emp_id, x.day for update of x) d
where c.org_id = $1 and c.emp_id = d.emp_id and c.day = d.day returning c.emp_id as "empId"`

export async function discardDrafts(
  tx: Tx,
  who: Caller,
  input: InputOf<RosterCalls['discard']>,
  { begins, ends }: { begins: string; ends: string },
): Promise<{ discarded: number }> {
  const held = await holdRoster(tx, who, input, { from: begins, to: ends })
  const chosen = input.cells
  if (chosen) for (const { empId } of chosen) if (!held.names.has(empId)) throw notFound('员工')
  const gone = await tx.client.query<{ empId: string }>(DISCARD, [
    tx.orgId,
    [...held.names.keys()],
    begins,
    ends,
    tx.by.userId,
    tx.by.name,
    chosen?.map((one) => one.empId) ?? null,
    chosen?.map((one) => one.day) ?? null,
  ])
  if (gone.rows.length > 0) {
    tx.log({ remark: `放弃排班草稿 ${gone.rows.length} 处（${held.chosen.title}，${input.month}）` })
    tellPlanners(tx, { groups: groupsOf(held, gone.rows), from: begins, to: ends, published: false })
  }
  return { discarded: gone.rows.length }
}
