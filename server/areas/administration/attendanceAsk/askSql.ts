// Leave and corrections in one list: whoever decides sees those of their departments, everybody sees their own.
import type pg from 'pg'
import {
  type AskKindValue,
  type AskRow,
  AskView,
  type AskViewValue,
  askNeeds,
} from '#contract/administration/attendanceAsk'
import { AskState, type AskStateValue, type LeaveKindValue } from '#contract/administration/attendanceWords'
import { lengthWords } from '#contract/administration/leaveSpan'
import { timeText } from '#contract/kit/clock'
import { formats } from '#contract/kit/formats'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, type ListPlan, several } from '#server/kit/page'

const WAITING = `t.state = '${AskState.is.WAITING}'`

/** Both kinds as one; `@{1}` is the organisation. */
const BOTH = (
  org: string,
) => `(select l.org_id, l.leave_id as ask_id, 'LEAVE' as kind, l.emp_id, l.kind as leave_kind, l.from_at, l.to_at, l.place,
    null::date as work_date, null::int as part, null::text as side, null::timestamptz as at, l.reason, l.files, l.state, l.asked_by,
    l.decided_name, l.decided_at, l.decide_note, l.created_at, l.version, l.from_at as starts, l.to_at as ends
  from attendance_leave l where l.org_id = ${org}
  union all
  select c.org_id, c.correction_id, 'CORRECTION', c.emp_id, null, null, null, null, c.work_date, c.part::int, c.side, c.at, c.reason, c.files,
    c.state, c.asked_by, c.decided_name, c.decided_at, c.decide_note, c.created_at, c.version, c.work_date::timestamp::timestamptz,
    (c.work_date + 1)::timestamp::timestamptz
  from attendance_correction c where c.org_id = ${org})`

const SELECT = `t.ask_id as "askId", t.kind, t.emp_id as "empId", coalesce(e.emp_name, a.user_name) as "empName", d.dept_name as "deptName",
  t.leave_kind as "leaveKind", t.from_at as "fromAt", t.to_at as "toAt", t.place, t.work_date as "workDate", t.part, t.side, t.at,
  t.reason, t.files, t.state, t.asked_by as "askedBy", coalesce(ae.emp_name, aa.user_name, '') as "askedName",
  t.decided_name as "decidedName", t.decided_at as "decidedAt", t.decide_note as "decideNote", t.created_at as "createTime", t.version,
  e.dept_id as "deptId"`
const JOIN = `join account a on a.org_id = t.org_id and a.user_id = t.emp_id
  left join employee e on e.org_id = t.org_id and e.emp_id = t.emp_id
  left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
  left join account aa on aa.org_id = t.org_id and aa.user_id = t.asked_by
  left join employee ae on ae.org_id = t.org_id and ae.emp_id = t.asked_by`

export type StoredAsk = Omit<AskRow, 'can' | 'length'> & { deptId: string | null }

const sees = (who: Caller, deptId: string | null) =>
  who.deptIds === null || deptId === null || who.deptIds.includes(deptId)

/** Who asked and whose it is do not decide; leave that was agreed is given back until it begins, a correction never. */
export function canOf(row: StoredAsk, who: Caller): string[] {
  const can: string[] = []
  const own = who.userId === row.empId || who.userId === row.askedBy
  const waits = row.state === AskState.is.WAITING
  if (waits && !own && who.may(askNeeds.decide) && sees(who, row.deptId)) can.push('agree', 'refuse')
  const ahead = row.state === AskState.is.AGREED && row.fromAt !== null && row.fromAt > timeText()
  if (own && (waits || ahead)) can.push('withdraw')
  return can
}

export const shownAsk = (stored: StoredAsk, who: Caller): AskRow => {
  const { deptId: _, ...row } = stored
  return {
    ...row,
    length: row.fromAt && row.toAt ? lengthWords(row.fromAt, row.toAt) : null,
    can: canOf(stored, who),
  }
}

const VIEWS: Readonly<Record<AskViewValue, string>> = {
  waiting: WAITING,
  all: 'true',
  leave: `t.kind = 'LEAVE'`,
  correction: `t.kind = 'CORRECTION'`,
}

interface Filters {
  view?: AskViewValue | null
  keyword?: string | null
  state?: AskStateValue | null
  leaveKind?: LeaveKindValue | null
  deptId?: string | null
  empId?: string | null
  dayFrom?: string | null
  dayTo?: string | null
}

const dayOf = (text: string | null | undefined, field: string) => {
  if (text && !formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text || null
}

const PERSON = (where: string) =>
  `exists (select from employee f where f.org_id = t.org_id and f.emp_id = t.emp_id and ${where})`

const nameOf = (keyword: string | null | undefined) =>
  keyword?.trim() ? several(contains(keyword), contains(keyword.trim().toLowerCase())) : null

const filtersOf = (who: Caller, q: Filters): Filter[] => [
  ['t.org_id = ?', who.orgId],
  [PERSON('(f.dept_id is null or f.dept_id = any(?::text[]))'), who.deptIds],
  [PERSON('(f.emp_name like ?1 or f.pinyin like ?2)'), nameOf(q.keyword)],
  ['t.state = ?', q.state],
  ['t.leave_kind = ?', q.leaveKind],
  [PERSON('f.dept_id = ?'), q.deptId],
  ['t.emp_id = ?', q.empId],
  ['t.ends > ?::date::timestamp', dayOf(q.dayFrom, 'dayFrom')],
  ['t.starts < (?::date + 1)::timestamp', dayOf(q.dayTo, 'dayTo')],
]

const SORTS = {
  createTime: 't.created_at',
  fromAt: 't.starts',
  workDate: 't.starts',
  decidedAt: 't.decided_at',
}

export const askPlan = (who: Caller, q: Filters): ListPlan => ({
  from: `${BOTH('@{1}')} t`,
  key: 'ask_id',
  select: SELECT,
  join: JOIN,
  given: [who.orgId],
  filters: [...filtersOf(who, q), [VIEWS[q.view ?? 'all'], several()]],
  sorts: SORTS,
  defaultSort: q.view === 'waiting' ? 't.created_at asc' : 't.created_at desc',
})

export const minePlan = (who: Caller, kind: AskKindValue | null | undefined): ListPlan => ({
  from: `${BOTH('@{1}')} t`,
  key: 'ask_id',
  select: SELECT,
  join: JOIN,
  given: [who.orgId],
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.emp_id = ?', who.userId],
    ['t.kind = ?', kind],
  ],
  sorts: SORTS,
  defaultSort: 't.created_at desc',
})

/** All views with their counts by one reading. */
export async function countAsks(who: Caller, q: Filters): Promise<{ view: AskViewValue; count: number }[]> {
  const { where, values } = conditionsOf(filtersOf(who, q))
  const found = await who.app.pool.query<Record<AskViewValue, number>>(
    `select ${AskView.list.map(({ value }) => `(count(*) filter (where ${VIEWS[value]}))::int as "${value}"`).join(', ')}
     from ${BOTH('$1')} t where t.org_id = $1 and ${where}`,
    values,
  )
  return AskView.list.map(({ value }) => ({ view: value, count: found.rows[0]?.[value] ?? 0 }))
}

const ONE = `select ${SELECT} from ${BOTH('$1')} t ${JOIN} where t.org_id = $1 and t.ask_id = $2 and t.kind = $3`
const WORDS: Readonly<Record<AskKindValue, string>> = { LEAVE: '这条请假', CORRECTION: '这条补卡' }

/** Seen by whose it is, who entered it, and who has the list within their departments. */
export async function oneAsk(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  kind: AskKindValue,
  askId: string,
): Promise<StoredAsk> {
  const found = await client.query<StoredAsk>({
    name: 'attendance_ask_one',
    text: ONE,
    values: [who.orgId, askId, kind],
  })
  const row = found.rows[0]
  const own = row && (row.empId === who.userId || row.askedBy === who.userId)
  if (!row || (!own && !(who.may(askNeeds.list) && sees(who, row.deptId)))) throw notFound(WORDS[kind])
  return row
}
