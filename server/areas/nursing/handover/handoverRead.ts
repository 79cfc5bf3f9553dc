// Sheets, read: one with everything on it, live while it is a draft; the list; the last shifts with and without one.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { pageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import {
  type ElderHandoverData,
  type HandoverElderData,
  type HandoverEntryData,
  type HandoverSheetData,
  type HandoverShiftData,
  HandoverState,
  type HandoverStateValue,
  type handover,
  handoverMoves,
  SHOWN_SHIFTS,
} from '#contract/nursing/handover'
import { type HandedShift, lastShifts } from '#contract/nursing/handoverShifts'
import { type HandoverFactData, type HandoverNumbersData, numbersOf } from '#contract/nursing/handoverWords'
import { shiftSetting } from '#server/areas/nursing/task/houseShifts'
import { requireResident } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, type ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts, type Scope } from '#server/kit/tenant'
import { eldersNow, eldersSigned } from './handoverElders.ts'
import { factsBetween } from './handoverFacts.ts'

export const noSheet = () => notFound('交接班')

export interface SheetRow
  extends Pick<
    HandoverSheetData,
    | 'sheetId'
    | 'deptId'
    | 'deptName'
    | 'day'
    | 'shift'
    | 'fromAt'
    | 'toAt'
    | 'openedName'
    | 'givenName'
    | 'givenAt'
    | 'takenName'
    | 'takenAt'
    | 'items'
    | 'equipment'
    | 'family'
    | 'remark'
    | 'version'
  > {
  state: HandoverStateValue
  givenBy: string | null
  numbers: HandoverNumbersData | null
  factsFrom: string | null
  factsTo: string | null
  /** Where the shift before was frozen, when that was before it ended. */
  since: string
}

/** A shift that was signed before its end leaves the rest to the next: nothing falls between two sheets. */
const SINCE = `coalesce((select b.facts_to from handover_sheet b where b.org_id = t.org_id and b.dept_id = t.dept_id
  and b.to_at = t.from_at and b.facts_to < t.from_at), t.from_at)`

export const SHEET = `select t.sheet_id as "sheetId", t.dept_id as "deptId", d.dept_name as "deptName", t.day, t.shift, t.from_at as "fromAt",
  t.to_at as "toAt", t.state, t.items, t.equipment, t.family, t.remark, t.numbers, t.facts_from as "factsFrom", t.facts_to as "factsTo",
  t.opened_name as "openedName", t.given_by as "givenBy", t.given_name as "givenName", t.given_at as "givenAt",
  t.taken_name as "takenName", t.taken_at as "takenAt", t.version, ${SINCE} as since
from handover_sheet t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where t.org_id = $1 and ${inDepts('t', '$2')} and t.sheet_id = $3`

export async function sheetRow(client: pg.Pool | pg.ClientBase, scope: Scope, sheetId: string): Promise<SheetRow> {
  const found = await client.query<SheetRow>({
    name: 'handover_sheet',
    text: SHEET,
    values: [scope.orgId, scope.deptIds, sheetId],
  })
  if (!found.rows[0]) throw noSheet()
  return found.rows[0]
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** What a draft shows now, and what a signature would write down. */
export async function liveSheet(client: pg.Pool | pg.ClientBase, orgId: string, row: SheetRow) {
  const { deptId, sheetId, since } = row
  const factsTo = earlier(row.toAt, timeText())
  const facts = await factsBetween(client, { orgId, deptId, from: since, to: factsTo, carried: true })
  const elders = await eldersNow(client, { orgId, deptId, sheetId, since })
  return { factsFrom: since, factsTo, facts, elders, numbers: numbersOf(elders, facts) }
}

const FACTS = `select f.fact_no::text as "factId", f.kind, f.oldman_id as "oldmanId", f.oldman_name as "oldmanName", f.bed_path as "bedPath",
  f.ref_id as "refId", f.at, f.what, f.times, f.clocks, f.ended, f.result, f.by_name as "byName", f.until_at as "untilAt", f.urgent
from handover_fact f where f.org_id = $1 and f.sheet_id = $2 order by f.fact_no`

async function signedSheet(client: pg.Pool | pg.ClientBase, orgId: string, row: SheetRow) {
  const facts = await client.query<HandoverFactData>({
    name: 'handover_facts_signed',
    text: FACTS,
    values: [orgId, row.sheetId],
  })
  const elders = await eldersSigned(client, orgId, row.sheetId)
  return { factsFrom: row.factsFrom!, factsTo: row.factsTo!, facts: facts.rows, elders, numbers: row.numbers! }
}

const ENTRIES = `select e.entry_id as "entryId", e.kind, e.content, e.oldman_name as "oldmanName", e.user_name as "userName", e.at
from handover_entry e where e.org_id = $1 and e.sheet_id = $2 order by e.at, e.entry_id`

export async function sheetOf(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  sheetId: string,
): Promise<HandoverSheetData> {
  const row = await sheetRow(client, who, sheetId)
  const { state } = row
  const told =
    state === HandoverState.is.DRAFT
      ? await liveSheet(client, who.orgId, row)
      : await signedSheet(client, who.orgId, row)
  const later =
    state === HandoverState.is.GIVEN
      ? await factsBetween(client, {
          orgId: who.orgId,
          deptId: row.deptId,
          from: told.factsTo,
          to: timeText(Date.now() + 1_000),
          carried: false,
        })
      : []
  const entries = await client.query<HandoverEntryData>({
    name: 'handover_entries',
    text: ENTRIES,
    values: [who.orgId, sheetId],
  })
  const own = row.givenBy === who.userId
  const may = handoverMoves.can(state, (needs) => who.may(needs))
  // Somebody else takes it, whoever gave it may call it back; what was ever signed is not removed.
  const can = may.filter((move) => !(own && move === 'take') && !(move === 'remove' && entries.rows.length > 0))
  return { ...row, ...told, elders: told.elders as HandoverElderData[], later, entries: entries.rows, own, can }
}

type ListQuery = InputOf<typeof handover.calls.list>

export const listPlan = (who: Caller, q: ListQuery): ListPlan => ({
  from: 'handover_sheet t',
  key: 'sheet_id',
  select: `t.sheet_id as "sheetId", t.dept_id as "deptId", d.dept_name as "deptName", t.day, t.shift, t.from_at as "fromAt", t.to_at as "toAt",
    t.state, t.given_name as "givenName", t.given_at as "givenAt", t.taken_name as "takenName", t.taken_at as "takenAt",
    t.opened_name as "openedName", (t.numbers ->> 'should')::int as should, (t.numbers ->> 'present')::int as present,
    (select count(*)::int from handover_fact f where f.org_id = t.org_id and f.sheet_id = t.sheet_id) as "factCount",
    (select count(*)::int from handover_elder e where e.org_id = t.org_id and e.sheet_id = t.sheet_id and e.updated_at is not null) as "noteCount",
    (select count(*)::int from handover_entry e where e.org_id = t.org_id and e.sheet_id = t.sheet_id and e.kind = 'ADDED') as additions,
    t.created_at as "createTime", t.version`,
  join: 'join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id',
  filters: [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 't'),
    ['t.dept_id = ?', q.deptId],
    ['t.shift = ?', q.shift],
    ['t.state = ?', q.state],
    [`concat_ws(' ', t.given_name, t.taken_name) like ?`, contains(q.keyword)],
    ...within('t.day', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: { day: 't.from_at', givenAt: 't.given_at', takenAt: 't.taken_at' },
  defaultSort: 't.from_at desc',
})

/** Where shifts are handed over: departments somebody lives in, and those with a sheet of these days. */
const PLACES = `select d.dept_id as "deptId", d.dept_name as "deptName", exists (select from handover_sheet s
    where s.org_id = d.org_id and s.dept_id = d.dept_id) as uses
from dept d where d.org_id = $1 and ${inDepts('d', '$2')} and ($3::text is null or d.dept_id = $3) and (exists (select from oldman o
  where o.org_id = d.org_id and o.dept_id = d.dept_id and o.status in (${IN_HOUSE})) or exists (select from handover_sheet s
  where s.org_id = d.org_id and s.dept_id = d.dept_id and s.from_at >= $4))
order by d.sort, d.dept_id`

const SHEETS = `select t.dept_id as "deptId", t.day, t.shift, t.sheet_id as "sheetId", t.state, t.given_name as "givenName",
  t.given_at as "givenAt", t.taken_name as "takenName", t.taken_at as "takenAt", t.opened_name as "openedName"
from handover_sheet t where t.org_id = $1 and ${inDepts('t', '$2')} and t.from_at >= $3`

type Known = Pick<
  HandoverShiftData,
  'deptId' | 'day' | 'shift' | 'sheetId' | 'state' | 'givenName' | 'givenAt' | 'takenName' | 'takenAt' | 'openedName'
>
const NO_SHEET = {
  sheetId: null,
  state: null,
  givenName: null,
  givenAt: null,
  takenName: null,
  takenAt: null,
  openedName: null,
} as const

interface Place {
  deptId: string
  deptName: string
  /** It has handed over in this way before: only then the shift before is missed. */
  uses: boolean
}

function shiftOf(place: Place, shift: HandedShift, at: number, known: Known | undefined): HandoverShiftData {
  const found = known ?? NO_SHEET
  const ended = at > 0
  const unsigned = found.state === null || found.state === HandoverState.is.DRAFT
  const { deptId, deptName, uses } = place
  // Of what is longer ago than the last shift only a sheet that was begun is still owed.
  return {
    ...shift,
    deptId,
    deptName,
    ...found,
    ended,
    missing: ended && unsigned && (at === 1 ? uses : found.state !== null),
  }
}

/** The latest first, department by department within a shift. */
export async function shownShifts(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  deptId: string | null,
): Promise<HandoverShiftData[]> {
  const shifts = lastShifts(await shiftSetting(client, scope.orgId), Date.now(), SHOWN_SHIFTS)
  const since = shifts.at(-1)!.fromAt
  const places = await client.query<Place>({
    name: 'handover_places',
    text: PLACES,
    values: [scope.orgId, scope.deptIds, deptId, since],
  })
  const sheets = await client.query<Known>({
    name: 'handover_shift_sheets',
    text: SHEETS,
    values: [scope.orgId, scope.deptIds, since],
  })
  const keyOf = (one: Pick<Known, 'deptId' | 'day' | 'shift'>) => `${one.deptId} ${one.day} ${one.shift}`
  const known = new Map(sheets.rows.map((one) => [keyOf(one), one]))
  return shifts.flatMap((shift, at) =>
    places.rows.map((place) => shiftOf(place, shift, at, known.get(keyOf({ ...shift, deptId: place.deptId })))),
  )
}

/** When the shift that is on ends: from then on time alone changes what is missing. */
export async function shiftEnds(client: pg.Pool | pg.ClientBase, orgId: string): Promise<string> {
  const [now] = lastShifts(await shiftSetting(client, orgId), Date.now(), 1)
  return now!.toAt
}

type ShiftQuery = InputOf<typeof handover.calls.shifts>

export async function shiftPage(who: Caller, q: ShiftQuery): Promise<PageInfo<HandoverShiftData>> {
  const all = await shownShifts(who.app.pool, who, q.deptId || null)
  const wanted = q.missing === 1 ? all.filter((one) => one.missing) : all
  const page = q.page ?? 1
  const size = q.size ?? 10
  return pageInfo(wanted.slice((page - 1) * size, page * size), wanted.length, page, size)
}

const OF_ELDER = `select t.sheet_id as "sheetId", t.day, t.shift, d.dept_name as "deptName", e.focus, e.condition, e.done, e.watch,
  t.given_name as "givenName", t.given_at as "givenAt", t.taken_name as "takenName"
from handover_elder e join handover_sheet t on t.org_id = e.org_id and t.sheet_id = e.sheet_id
join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where e.org_id = $1 and e.oldman_id = $2 and t.state <> 'DRAFT' and e.updated_at is not null
order by t.from_at desc, t.sheet_id limit $3`

/** Signed notes about one elder, the latest first, wherever the elder lay then. */
export async function elderHandovers(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  oldmanId: string,
  size: number,
): Promise<ElderHandoverData[]> {
  await requireResident(client, scope, oldmanId)
  const found = await client.query<ElderHandoverData>({
    name: 'handover_of_elder',
    text: OF_ELDER,
    values: [scope.orgId, oldmanId, size],
  })
  return found.rows
}
