// Publishing: the drafts of a month, or those that were chosen, become what everybody sees. They are judged once more; what
// the rules forbid is refused, what they warn of is confirmed. Each change is written down and told to whom it concerns.
import { roster } from '#contract/administration/roster'
import {
  type Content,
  faultsOfPerson,
  type PersonFault,
  type RosterShift,
  ruleCells,
  shiftsById,
  unfold,
} from '#contract/administration/rosterMonth'
import { shiftWords } from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound, Refusal, refusalText } from '#contract/kit/refusal'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { notify, onceOf } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { rosterExchangeEnd } from './rosterExchange.ts'
import { factsOf, spanOfMonth } from './rosterFacts.ts'
import { type HeldRoster, holdRoster, type RosterCalls, tellPlanners } from './rosterHold.ts'
import { rosterChanged } from './rosterServes.ts'
import { groupsOf } from './rosterWrite.ts'

interface DraftRow {
  empId: string
  day: string
  kind: CellKindValue | null
  shiftPkId: string | null
  draftKind: CellKindValue | null
  draftShiftPkId: string | null
}

const DRAFTS = `select c.emp_id as "empId", c.day, c.kind, c.shift_pk_id as "shiftPkId", c.draft_kind as "draftKind", c.draft_shift_pk_id as "draftShiftPkId"
from roster_cell c where c.org_id = $1 and c.emp_id = any($2) and c.day between $3::date and $4::date and c.drafted = 1
  and ($5::text[] is null or exists (select from unnest($5::text[], $6::date[]) as g(emp, day) where g.emp = c.emp_id and g.day = c.day))
order by c.emp_id, c.day for update`

const PUBLISH = `with done as (
  update roster_cell c set kind = c.draft_kind, shift_pk_id = c.draft_shift_pk_id, published_at = now(), published_name = $5, drafted = 0,
    draft_kind = null, draft_shift_pk_id = null, version = c.version + 1
  from unnest($2::text[], $3::date[]) as g(emp, day) where c.org_id = $1::text and c.emp_id = g.emp and c.day = g.day
)
insert into roster_change (org_id, change_id, emp_id, day, from_kind, from_shift_pk_id, to_kind, to_shift_pk_id, cause, user_id, user_name)
select $1::text, g.id, g.emp, g.day, c.kind, c.shift_pk_id, c.draft_kind, c.draft_shift_pk_id, 'PUBLISH', $6, $5
from unnest($2::text[], $3::date[], $4::text[]) as g(emp, day, id) join roster_cell c on c.org_id = $1::text and c.emp_id = g.emp and c.day = g.day`

const contentOf = (kind: CellKindValue | null, shiftPkId: string | null): Content | null =>
  kind === null ? null : { kind, shiftPkId }

/** 夜班, 休, 培训 */
export function contentWords(content: Content | null, shifts: ReadonlyMap<string, RosterShift>): string {
  if (content === null) return '未排'
  if (content.kind !== CellKind.is.SHIFT) {
    return { REST: '休息', LEAVE: '请假', TRAIN: '培训' }[content.kind]
  }
  return shiftWords(shifts.get(content.shiftPkId ?? '')?.shiftName ?? '班次')
}

const SHOWN = 8
const tell = (faults: readonly PersonFault[], names: ReadonlyMap<string, string>) => {
  const all = [...new Set(faults.map((one) => `${names.get(one.empId)} ${one.text}`))]
  return `${all.slice(0, SHOWN).join('；')}${all.length > SHOWN ? `；另有 ${all.length - SHOWN} 处` : ''}`
}

/** As it would be afterwards: the chosen drafts, and what is published of everything else. */
async function judge(
  tx: Tx,
  who: Caller,
  held: HeldRoster,
  { month, rows }: { month: string; rows: readonly DraftRow[] },
): Promise<{ faults: PersonFault[]; shifts: ReadonlyMap<string, RosterShift> }> {
  const { begins, ends } = spanOfMonth(month)
  const touched = new Map<string, Set<string>>()
  for (const { empId, day } of rows) touched.set(empId, (touched.get(empId) ?? new Set()).add(day))
  const facts = await factsOf(tx.client, who, held.chosen, month, [...touched.keys()])
  const shifts = shiftsById(facts.shifts)
  const all = unfold(facts)
  const faults = facts.people.flatMap((person) => {
    const days = touched.get(person.empId)!
    const cells = [...all.get(person.empId)!].map(
      ([day, cell]) => [day, days.has(day) ? cell : { ...cell, draft: undefined }] as const,
    )
    return faultsOfPerson(facts, person, ruleCells(cells, shifts), { from: begins, to: ends }).filter((fault) =>
      fault.days.some((day) => days.has(day)),
    )
  })
  return { faults, shifts }
}

function requireFine(faults: readonly PersonFault[], names: ReadonlyMap<string, string>, confirmed?: string | null) {
  const hard = faults.filter((one) => one.forbids)
  if (hard.length > 0) throw invalid(`有 ${hard.length} 处冲突，不能发布：${tell(hard, names)}`, 'cells')
  if (faults.length === 0) return
  const what = tell(faults, names)
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
    throw new Refusal('NEEDS_CONFIRM', { what })
  }
}

const MOST_DAYS = 8

/** 11-21 夜班（原休息）、11-27 白班 */
function messageOf(
  rows: readonly DraftRow[],
  shifts: ReadonlyMap<string, RosterShift>,
): { title: string; content: string } {
  const first = rows.every((one) => one.kind === null)
  if (first && rows.length > MOST_DAYS) {
    const counts = new Map<string, number>()
    for (const one of rows) {
      const words = contentWords(contentOf(one.draftKind, one.draftShiftPkId), shifts)
      counts.set(words, (counts.get(words) ?? 0) + 1)
    }
    const sums = [...counts].map(([words, count]) => `${words} ${count} 天`).join('，')
    return { title: `${Number(rows[0]!.day.slice(5, 7))} 月排班已发布`, content: `${sums}。` }
  }
  const days = rows.slice(0, MOST_DAYS).map((one) => {
    const now = contentWords(contentOf(one.draftKind, one.draftShiftPkId), shifts)
    const before = one.kind === null ? '' : `（原${contentWords(contentOf(one.kind, one.shiftPkId), shifts)}）`
    return `${one.day.slice(5)} ${now}${before}`
  })
  const more = rows.length > MOST_DAYS ? `，共 ${rows.length} 天` : ''
  return { title: `您有 ${rows.length} 天排班变动`, content: `${days.join('、')}${more}。` }
}

/** Whose days change in the same way is told by the same statement. */
async function tellPeople(
  tx: Tx,
  rows: readonly DraftRow[],
  shifts: ReadonlyMap<string, RosterShift>,
): Promise<number> {
  const byPerson = new Map<string, DraftRow[]>()
  for (const one of rows) byPerson.set(one.empId, [...(byPerson.get(one.empId) ?? []), one])
  const byWords = new Map<string, { title: string; content: string; people: string[] }>()
  for (const [empId, own] of byPerson) {
    const words = messageOf(own, shifts)
    const key = `${words.title} ${words.content}`
    const same = byWords.get(key) ?? { ...words, people: [] }
    same.people.push(empId)
    byWords.set(key, same)
  }
  const once = onceOf('roster.published', newId())
  for (const { people, title, content } of byWords.values()) {
    await notify(tx, people, { kind: 'task', title, content, once })
  }
  const days = rows.map((one) => one.day).sort()
  tx.emit(roster.events.mine, { from: days[0]!, to: days.at(-1)! }, { userIds: [...byPerson.keys()] })
  return byPerson.size
}

export async function publishRoster(
  tx: Tx,
  who: Caller,
  input: InputOf<RosterCalls['publish']>,
): Promise<DataOf<RosterCalls['publish']>> {
  const { begins, ends } = spanOfMonth(input.month)
  const today = dayText()
  const from = begins > today ? begins : today
  const held = await holdRoster(tx, who, input, { from: begins, to: ends })
  if (input.cells) {
    for (const { empId, day } of input.cells) {
      if (!held.names.has(empId)) throw notFound('员工')
      if (day < today) throw invalid(`${day} 已经过去，不能再发布`, 'cells')
    }
  }
  const found = await tx.client.query<DraftRow>(DRAFTS, [
    tx.orgId,
    [...held.names.keys()],
    from,
    ends,
    input.cells?.map((one) => one.empId) ?? null,
    input.cells?.map((one) => one.day) ?? null,
  ])
  const rows = found.rows.filter((one) => held.isIn(one.empId, one.day))
  if (rows.length === 0) throw invalid('没有要发布的改动，可能刚被其他人发布或放弃了')
  const { faults, shifts } = await judge(tx, who, held, { month: input.month, rows })
  requireFine(faults, held.names, input.confirmed)
  const ended = await rosterExchangeEnd(tx, rows, `排班已由${tx.by.name}重新发布，需要时请按新班表再申请`)
  await tx.client.query(PUBLISH, [
    tx.orgId,
    rows.map((one) => one.empId),
    rows.map((one) => one.day),
    rows.map(() => newId()),
    tx.by.name,
    tx.by.userId,
  ])
  // Today's clocking is judged by what holds now.
  await reckonDays(
    tx,
    tx.orgId,
    rows.filter((one) => one.day <= today).map(({ empId, day }) => ({ empId, day })),
  )
  rosterChanged(
    tx,
    tx.orgId,
    rows.map((one) => one.day),
    rows.map((one) => one.empId),
  )
  const people = await tellPeople(tx, rows, shifts)
  tx.log({
    remark: `发布排班 ${rows.length} 处，涉及 ${people} 人（${held.chosen.title}，${input.month}）${faults.length > 0 ? `；已确认：${tell(faults, held.names)}` : ''}`,
  })
  tellPlanners(tx, { groups: groupsOf(held, rows), from, to: ends, published: true })
  return { published: rows.length, people, ended }
}
