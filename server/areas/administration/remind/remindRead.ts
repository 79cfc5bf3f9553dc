// Reminders as they are read: the list, one with what became of it, and how many there are of each kind.

import {
  REMIND_NEEDS,
  type RemindCountsData,
  type RemindDetailData,
  type RemindDue,
  type RemindMove,
  type RemindRowData,
  RemindState,
  type remind,
  remindMoves,
} from '#contract/administration/remind'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound } from '#contract/kit/refusal'
import { RemindType, type RemindTypeValue } from '#contract/kit/remindType'
import { partPattern, RESIDENT_JOINS, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { type Filter, pageOfRows, several } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { seriesOf } from './remindOwn.ts'
import { mineFilter, SEEN_BY, seenFilter, seenValues } from './remindSeen.ts'

type Query = InputOf<(typeof remind)['calls']['list']>
const { waiting } = RemindState.is

/** An elder outside the caller's departments is not named, whoever set the reminder. */
const joins = (
  depts: string,
) => `left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id and ${inDepts('o', depts)}
  ${RESIDENT_JOINS} left join remind_series s on s.org_id = t.org_id and s.series_id = t.series_id`

const row = (
  user: string,
) => `t.remind_id as "remindId", t.source, t.type, t.title, t.content, o.oldman_id as "oldmanId", o.oldman_name as "oldmanName",
  at.path as "bedPath", d.dept_name as "deptName", t.due_at as "dueTime", t.due_day - current_date as "daysLeft", t.state as status,
  t.reason, t.by_system as "bySystem", t.dealt_name as "dealtName", t.dealt_at as "dealtTime", t.told_on as "toldTime",
  t.told_times as "toldTimes", s.repeat, s.created_name as "createName", t.record_id as "recordId", t.oldman_id as "ofOldman",
  (select string_agg(coalesce(e.emp_name, a.user_name), '、' order by e.sort, a.user_id) from remind_person p
    join account a on a.org_id = p.org_id and a.user_id = p.user_id
    left join employee e on e.org_id = p.org_id and e.emp_id = p.user_id
    where p.org_id = t.org_id and p.series_id = t.series_id) as people,
  s.created_by = ${user} and s.ended_at is null as mine, coalesce(t.dealt_at >= current_date, false) as "dealtToday",
  t.gone_at is not null as gone, t.series_id as "seriesId", t.due_day as "dueDay", t.version, t.created_at as "createTime"`

interface Stored extends Omit<RemindRowData, 'sourceName' | 'act' | 'can'> {
  recordId: string
  ofOldman: string | null
  mine: boolean | null
  dealtToday: boolean
  gone: boolean
  seriesId: string | null
  dueDay: string
}

type Can = RemindMove | 'edit' | 'remove'

function canOf(who: Caller, one: Stored): Can[] {
  const moves: Can[] = remindMoves
    .can(one.status, (needs) => who.may(needs))
    .filter((move) => move !== 'undo' || (one.dealtToday && !one.bySystem && !one.gone))
  if (!one.mine || !who.may(REMIND_NEEDS.edit)) return moves
  return [...moves, ...(one.status === waiting ? (['edit', 'remove'] as const) : (['remove'] as const))]
}

function shown(who: Caller, stored: Stored): RemindRowData {
  const { recordId, ofOldman, mine: _, dealtToday: __, gone, seriesId, dueDay: ___, ...row } = stored
  const source = areas().reminders.find((one) => one.key === stored.source)
  return {
    ...row,
    sourceName: source?.title ?? (seriesId ? '自定义' : RemindType.label(row.type)),
    act:
      source && !gone && row.status === waiting
        ? { title: source.act, route: source.route({ recordId, oldmanId: ofOldman }) }
        : null,
    can: canOf(who, stored),
  }
}

const DUE: Readonly<Record<(typeof RemindDue.list)[number]['value'], string>> = {
  late: `t.due_day < current_date and t.state = ${waiting}`,
  today: 't.due_day = current_date',
  week: 't.due_day between current_date and current_date + 7',
}

const KEYWORD = `(t.title like ?1 or t.content like ?1 or exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
  and o.readings like ?2))`

function filtersOf(who: Caller, q: Query): Filter[] {
  if (q.startDate && q.endDate && q.startDate > q.endDate) throw invalid('结束日期不能早于开始日期', 'endDate')
  const typed = q.keyword?.trim()
  return [
    ['t.org_id = ?', who.orgId],
    seenFilter(who),
    // Ahead of their time only one's own are listed.
    q.mine === 1 ? mineFilter(who) : ['t.show_at <= now() and ?::int = 1', 1],
    ['t.state = ?', q.status],
    ['t.type = ?', q.type],
    ['t.source = ?', q.source],
    ['t.oldman_id = ?', q.oldmanId],
    ...(q.due ? ([[`${DUE[q.due]} and ?::int = 1`, 1]] satisfies Filter[]) : []),
    ...(typed ? ([[KEYWORD, several(partPattern(typed), startPattern(typed))]] satisfies Filter[]) : []),
    ['t.due_day >= ?::date', q.startDate],
    ['t.due_day <= ?::date', q.endDate],
  ]
}

export async function listReminders(who: Caller, q: Query): Promise<PageInfo<RemindRowData>> {
  const dealt = q.status === RemindState.is.done || q.status === RemindState.is.ignored
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: 'remind t',
      key: 'remind_id',
      select: row('@{1}'),
      join: joins('@{2}'),
      given: [who.userId, who.deptIds],
      filters: filtersOf(who, q),
      sorts: {
        dueTime: 't.due_at',
        type: 't.type',
        title: 't.title',
        dealtTime: 't.dealt_at',
        createTime: 't.created_at',
      },
      defaultSort: dealt ? 't.dealt_at desc' : 't.due_at',
    },
    q,
  )
  return { ...page, list: page.list.map((one) => shown(who, one)) }
}

const ONE = `select ${row('$5')} from remind t ${joins('$7')} where t.org_id = $1 and ${SEEN_BY} and t.remind_id = $6`

async function stored(who: Caller, remindId: string): Promise<Stored> {
  const found = await who.app.pool.query<Stored>({
    name: 'remind_one',
    text: ONE,
    values: [...seenValues(who), remindId, who.deptIds],
  })
  if (!found.rows[0]) throw notFound('提醒')
  return found.rows[0]
}

export const oneReminder = async (who: Caller, remindId: string) => shown(who, await stored(who, remindId))

const HISTORY = `select h.entry_id as "entryId", h.act, h.reason, h.user_name as name, h.at as time
from remind_history h where h.org_id = $1 and h.remind_id = $2 order by h.at desc, h.entry_id desc`

export async function reminderDetail(who: Caller, remindId: string): Promise<RemindDetailData> {
  const one = await stored(who, remindId)
  const [history, series] = await Promise.all([
    who.app.pool.query<RemindDetailData['history'][number]>(HISTORY, [who.orgId, remindId]),
    one.seriesId ? seriesOf(who.app.pool, who, one.seriesId, one.dueDay) : null,
  ])
  return { ...shown(who, one), series, history: history.rows }
}

const WAITING = `t.org_id = $1 and ${SEEN_BY} and t.state = ${waiting} and t.show_at <= now()`

const COUNTS = `select t.type, count(*)::int as count, (count(*) filter (where t.due_day < current_date))::int as late,
  (count(*) filter (where t.due_day = current_date))::int as today
from remind t where ${WAITING} group by t.type order by t.type`

const MINE = `select count(*)::int as count from remind t where ${WAITING.replace(' and t.show_at <= now()', '')} and t.series_id is not null`

export async function countReminders(who: Caller): Promise<RemindCountsData> {
  const [found, mine] = await Promise.all([
    who.app.pool.query<{ type: RemindTypeValue; count: number; late: number; today: number }>({
      name: 'remind_counts',
      text: COUNTS,
      values: seenValues(who),
    }),
    who.app.pool.query<{ count: number }>({ name: 'remind_mine', text: MINE, values: seenValues(who) }),
  ])
  const sum = (of: 'count' | 'late' | 'today') => found.rows.reduce((all, one) => all + one[of], 0)
  return {
    waiting: sum('count'),
    late: sum('late'),
    today: sum('today'),
    mine: mine.rows[0]!.count,
    types: found.rows.map(({ type, count, late }) => ({ type, name: RemindType.label(type), count, late })),
  }
}

const TODO = `select count(*)::int as count, (count(*) filter (where t.due_day < current_date))::int as late,
  (array_agg(t.title order by t.due_at, t.remind_id))[1] as first from remind t where ${WAITING}`
const NEXT = `select min(t.show_at)::text as until from remind t where t.org_id = $1 and t.state = ${waiting} and t.show_at > now()`

export async function countWaiting(who: Caller) {
  const [found, next] = await Promise.all([
    who.app.pool.query<{ count: number; late: number; first: string | null }>({
      name: 'remind_todo',
      text: TODO,
      values: seenValues(who),
    }),
    who.app.pool.query<{ until: string | null }>({ name: 'remind_next', text: NEXT, values: [who.orgId] }),
  ])
  const { count, late, first } = found.rows[0]!
  return { count, late, first, until: next.rows[0]!.until?.slice(0, 19) ?? null }
}
