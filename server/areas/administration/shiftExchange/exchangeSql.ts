// Exchanges as lists and cards show them: before and after for both, and what the rules say as long as it is open.
import type pg from 'pg'
import { EXCHANGE_OPEN, ExchangeState, type ExchangeStateValue } from '#contract/administration/rosterWords'
import { exchangeNeeds, type ShiftExchangeRow } from '#contract/administration/shiftExchange'
import { formats } from '#contract/kit/formats'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, type ListPlan, several } from '#server/kit/page'
import { checkOf, type Desk, deskOf, type Pair, type SwapCell, shownCell, swapOf } from './exchangeCells.ts'

export const OPEN = EXCHANGE_OPEN.map((one) => `'${one}'`).join(', ')

const SELECT = `t.exchange_id as "exchangeId", t.state, t.applicant_id as "applicantId", coalesce(ea.emp_name, aa.user_name) as "applicantName",
  t.partner_id as "partnerId", coalesce(ep.emp_name, ap.user_name) as "partnerName", d.dept_name as "deptName", ea.dept_id as "deptId",
  t.applicant_day as "applicantDay", t.partner_day as "partnerDay", t.asked, t.done, t.reason, t.created_at as "createTime",
  t.partner_at as "partnerAt", t.decided_name as "decidedName", t.decided_at as "decidedAt", t.note, t.version`
const JOIN = `join account aa on aa.org_id = t.org_id and aa.user_id = t.applicant_id
  join account ap on ap.org_id = t.org_id and ap.user_id = t.partner_id
  left join employee ea on ea.org_id = t.org_id and ea.emp_id = t.applicant_id
  left join employee ep on ep.org_id = t.org_id and ep.emp_id = t.partner_id
  left join dept d on d.org_id = ea.org_id and d.dept_id = ea.dept_id`

export type StoredExchange = Omit<ShiftExchangeRow, 'can' | 'check' | 'swaps' | 'gives' | 'takes'> & {
  deptId: string | null
  /** Written when it was asked and when it was carried out: each cell with what comes to it. */
  asked: SwapCell[]
  done: SwapCell[] | null
}

const sees = (who: Caller, deptId: string | null) =>
  who.deptIds === null || deptId === null || who.deptIds.includes(deptId)

export function canOf(row: StoredExchange, who: Caller): string[] {
  const can: string[] = []
  const { WAIT_PARTNER, WAIT_AUDIT } = ExchangeState.is
  const both = [row.applicantId, row.partnerId]
  if (row.state === WAIT_PARTNER && who.userId === row.partnerId) can.push('accept', 'decline')
  if (row.state === WAIT_AUDIT && !both.includes(who.userId) && who.may(exchangeNeeds.decide) && sees(who, row.deptId))
    can.push('agree', 'refuse')
  if (EXCHANGE_OPEN.includes(row.state) && who.userId === row.applicantId) can.push('withdraw', 'remind')
  else if (row.state === WAIT_PARTNER && who.userId !== row.partnerId && who.may(exchangeNeeds.list)) can.push('remind')
  return can
}

const pairOf = (row: StoredExchange): Pair => row
const nameOf = (row: StoredExchange, empId: string) => (empId === row.applicantId ? row.applicantName : row.partnerName)

function shownRow(row: StoredExchange, who: Caller, desk: Desk): ShiftExchangeRow {
  const { asked, done, deptId: _dept, ...rest } = row
  const cells = done ?? asked
  const cell = (empId: string, day: string) =>
    shownCell(
      desk.shifts,
      asked.find((one) => one.empId === empId && one.day === day) ?? { kind: null, shiftPkId: null },
    )
  const open = EXCHANGE_OPEN.includes(row.state)
  const only = {
    ...desk,
    people: new Map([...desk.people].filter(([id]) => [row.applicantId, row.partnerId].includes(id))),
  }
  return {
    ...rest,
    gives: cell(row.applicantId, row.applicantDay),
    takes: cell(row.partnerId, row.partnerDay),
    swaps: cells.map((one) => ({
      empId: one.empId,
      empName: nameOf(row, one.empId),
      day: one.day,
      before: shownCell(desk.shifts, one),
      after: shownCell(desk.shifts, one.after),
    })),
    check: open ? checkOf(only, swapOf(only, pairOf(row))) : null,
    can: canOf(row, who),
  }
}

/** The rules of all open ones are judged from one reading of their people. */
export async function shownRows(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  rows: readonly StoredExchange[],
): Promise<ShiftExchangeRow[]> {
  if (rows.length === 0) return []
  const open = rows.filter((row) => EXCHANGE_OPEN.includes(row.state))
  const people = [...new Set(open.flatMap((row) => [row.applicantId, row.partnerId]))]
  const days = (open.length > 0 ? open : rows.slice(0, 1)).flatMap((row) => [row.applicantDay, row.partnerDay])
  const desk = await deskOf(client, who.orgId, people, days)
  return rows.map((row) => shownRow(row, who, desk))
}

interface Filters {
  state?: ExchangeStateValue | null
  keyword?: string | null
  deptId?: string | null
  attendanceGroupPkId?: string | null
  dayFrom?: string | null
  dayTo?: string | null
}

const dayOf = (text: string | null | undefined, field: string) => {
  if (text && !formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text || null
}
const PERSON = (where: string) =>
  `exists (select from employee f where f.org_id = t.org_id and f.emp_id in (t.applicant_id, t.partner_id) and ${where})`

const filtersOf = (who: Caller, q: Filters): Filter[] => [
  ['t.org_id = ?', who.orgId],
  [PERSON('(f.dept_id is null or f.dept_id = any(?::text[]))'), who.deptIds],
  [
    PERSON('(f.emp_name like ?1 or f.pinyin like ?2)'),
    q.keyword?.trim() ? several(contains(q.keyword), contains(q.keyword.trim().toLowerCase())) : null,
  ],
  [PERSON('f.dept_id = ?'), q.deptId],
  [
    `exists (select from attendance_member m where m.org_id = t.org_id and m.emp_id = t.applicant_id and m.attendance_group_pk_id = ?
      and m.from_day <= t.applicant_day and (m.to_day is null or m.to_day > t.applicant_day))`,
    q.attendanceGroupPkId,
  ],
  ['greatest(t.applicant_day, t.partner_day) >= ?::date', dayOf(q.dayFrom, 'dayFrom')],
  ['least(t.applicant_day, t.partner_day) <= ?::date', dayOf(q.dayTo, 'dayTo')],
]

const SORTS = { createTime: 't.created_at', applicantDay: 't.applicant_day', decidedAt: 't.decided_at' }
const plan = (filters: readonly Filter[]): ListPlan => ({
  from: 'shift_exchange t',
  key: 'exchange_id',
  select: SELECT,
  join: JOIN,
  filters,
  sorts: SORTS,
  defaultSort: 't.created_at desc',
})

export const exchangePlan = (who: Caller, q: Filters): ListPlan =>
  plan([...filtersOf(who, q), ['t.state = ?', q.state]])

const SIDES = {
  asked: 't.applicant_id = ?1',
  forMe: 't.partner_id = ?1',
  both: '(t.applicant_id = ?1 or t.partner_id = ?1)',
}
export const minePlan = (who: Caller, side: 'asked' | 'forMe' | null | undefined): ListPlan =>
  plan([
    ['t.org_id = ?', who.orgId],
    [SIDES[side ?? 'both'], several(who.userId)],
  ])

export async function countExchanges(who: Caller, q: Filters): Promise<{ state: ExchangeStateValue; count: number }[]> {
  const { where, values } = conditionsOf([...filtersOf(who, q), ['t.state = ?', q.state]])
  const found = await who.app.pool.query<{ state: ExchangeStateValue; count: number }>(
    `select t.state, count(*)::int as count from shift_exchange t where t.org_id = $1 and ${where} group by t.state`,
    values,
  )
  const counts = new Map(found.rows.map((row) => [row.state, row.count]))
  return ExchangeState.list.map(({ value }) => ({ state: value, count: counts.get(value) ?? 0 }))
}

const ONE = `select ${SELECT} from shift_exchange t ${JOIN} where t.org_id = $1 and t.exchange_id = $2`

/** Seen by the two it is about, and by who has the list within their departments. */
export async function oneExchange(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  exchangeId: string,
): Promise<StoredExchange> {
  const found = await client.query<StoredExchange>({ name: 'exchange_one', text: ONE, values: [who.orgId, exchangeId] })
  const row = found.rows[0]
  const own = row && [row.applicantId, row.partnerId].includes(who.userId)
  if (!row || (!own && !(who.may(exchangeNeeds.list) && sees(who, row.deptId)))) throw notFound('这条换班申请')
  return row
}

export const exchangeDetail = async (client: pg.Pool | pg.ClientBase, who: Caller, exchangeId: string) =>
  (await shownRows(client, who, [await oneExchange(client, who, exchangeId)]))[0]!
