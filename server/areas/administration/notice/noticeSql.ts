// What is asked about notices: the list of those who manage them, somebody's own, and who is to get one.

import type { notice } from '#contract/administration/notice'
import { NoticeReceipt, NoticeScope, NoticeState, PersonalNoticeState } from '#contract/administration/noticeWords'
import type { InputOf } from '#contract/kit/call'
import { STAFF_GONE } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import type { Caller } from '#server/kit/caller'
import { contains, type Filter, type ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'

type Calls = (typeof notice)['calls']

const { PUBLISHED } = NoticeState.is

/** Its time is not over. */
export const UP = (t: string) => `(${t}.end_at is null or ${t}.end_at > now())`

/** Where a receiver `r` stands with the notice `n`. */
const receiptOf = (n: string, r: string) => `case when ${r}.read_at is null then '${NoticeReceipt.is.unread}'
  when ${n}.confirm and ${r}.confirmed_at is null then '${NoticeReceipt.is.unconfirmed}'
  when ${r}.confirmed_at is not null then '${NoticeReceipt.is.confirmed}' else '${NoticeReceipt.is.read}' end`

/** Whoever is employed `e`, may sign in, and is meant by the notice `t`. A department means those below it as well. */
export const MEANT = `a.user_status = ${UserStatus.is.enabled} and e.status not in (${STAFF_GONE})
  and (t.within is null or e.dept_id is null or e.dept_id = any(t.within))
  and case t.scope when '${NoticeScope.is.all}' then true
    when '${NoticeScope.is.depts}' then exists (select from dept d left join dept p on p.org_id = d.org_id and p.dept_id = d.parent_id
      where d.org_id = e.org_id and d.dept_id = e.dept_id
        and (d.dept_id = any(t.target_ids) or d.parent_id = any(t.target_ids) or p.parent_id = any(t.target_ids)))
    when '${NoticeScope.is.jobs}' then exists (select from employee_job j where j.org_id = e.org_id and j.emp_id = e.emp_id
      and j.job_id = any(t.target_ids))
    else e.emp_id = any(t.target_ids) end`

export const STAFF = `notice t join employee e on e.org_id = t.org_id
join account a on a.org_id = e.org_id and a.user_id = e.emp_id`

const TARGET_NAMES = `select d.dept_id as value, d.dept_name as label from dept d
  where t.scope = '${NoticeScope.is.depts}' and d.org_id = t.org_id and d.dept_id = any(t.target_ids)
union all select j.job_id, j.job_name from job j
  where t.scope = '${NoticeScope.is.jobs}' and j.org_id = t.org_id and j.job_id = any(t.target_ids)
union all select e.emp_id, e.emp_name from employee e
  where t.scope = '${NoticeScope.is.persons}' and e.org_id = t.org_id and e.emp_id = any(t.target_ids)`

/** Beside each notice: how many got, read and confirmed it, and whom it is for in words. */
export const BESIDE = `cross join lateral (select count(*)::int as receivers, count(r.read_at)::int as read_count,
    count(r.confirmed_at)::int as confirmed_count
  from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id) c
cross join lateral (select coalesce(jsonb_agg(x order by x.label, x.value), '[]') as targets, min(x.label) as first, count(*)::int as named
  from (${TARGET_NAMES}) x) g`

const SCOPE_TEXT = `case when t.scope = '${NoticeScope.is.all}' then '${NoticeScope.label('all')}'
  when g.named = 0 then '所选范围已不存在' when g.named = 1 then g.first
  else g.first || ' 等 ' || g.named || case t.scope when '${NoticeScope.is.depts}' then ' 个部门'
    when '${NoticeScope.is.jobs}' then ' 个岗位' else ' 人' end end`

export const COLUMNS = `t.notice_id as "noticeId", t.title, t.state, t.scope, ${SCOPE_TEXT} as "scopeText", t.top, t.confirm,
  cardinality(t.attachments) as "attachmentCount", t.publish_at as "publishAt", t.end_at as "endAt", t.published_at as "publishedAt",
  t.published_name as "publishedName", t.recalled_at as "recalledAt", t.reminded_at as "remindedAt", t.edition, c.receivers,
  c.read_count as "readCount", c.confirmed_count as "confirmedCount", t.state = '${PUBLISHED}' and not ${UP('t')} as ended,
  t.created_name as "createdName", t.created_at as "createTime", t.version`

const words = (keyword: string | null | undefined): Filter => ['(t.title like ? or t.words like ?)', contains(keyword)]

export const listPlan = (who: Caller, q: InputOf<Calls['list']>): ListPlan => ({
  from: 'notice t',
  key: 'notice_id',
  select: COLUMNS,
  join: BESIDE,
  filters: [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 't'),
    words(q.keyword),
    ['t.state = ?', q.state],
    ['t.scope = ?', q.scope],
    ...within('t.published_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: { createTime: 't.created_at', publishedAt: 't.published_at', title: 't.title', endAt: 't.end_at' },
  defaultSort: 't.created_at desc',
})

const { unread, confirm, done, ended } = PersonalNoticeState.is

const PARTS: Readonly<Record<string, string>> = {
  [unread]: `r.read_at is null and ${UP('t')}`,
  [confirm]: `t.confirm and r.confirmed_at is null and ${UP('t')}`,
  [done]: `r.read_at is not null and (r.confirmed_at is not null or not t.confirm) and ${UP('t')}`,
  [ended]: `not ${UP('t')}`,
}

/** What waits to be confirmed: the to-do counts it, the list shows it. */
export const TO_CONFIRM = `t.state = '${PUBLISHED}' and ${PARTS[confirm]}`

/** Unread first, then what stands on top, then the newest. */
export const personalPlan = (who: Caller, q: InputOf<Calls['personal']>): ListPlan => ({
  from: 'notice t join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = @{1}',
  key: 'notice_id',
  given: [who.userId],
  select: `t.notice_id as "noticeId", t.title, left(t.words, 120) as digest, t.top, t.confirm,
    cardinality(t.attachments) as "attachmentCount", t.published_name as "publishedName", r.received_at as "publishedAt",
    t.end_at as "endAt", t.edition, t.changed_at as "changedAt", ${receiptOf('t', 'r')} as receipt, r.read_at as "readAt",
    r.confirmed_at as "confirmedAt", not ${UP('t')} as ended`,
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.state = ?', PUBLISHED],
    words(q.keyword),
    [`${PARTS[q.state ?? ''] ?? 'true'} and ?::text is not null`, q.state],
  ],
  sorts: { publishedAt: 'r.received_at', title: 't.title' },
  defaultSort: `(r.read_at is null and ${UP('t')}) desc, t.top desc, r.received_at desc`,
})

export const receiversPlan = (who: Caller, q: InputOf<Calls['receivers']>): ListPlan => ({
  from: 'notice_receiver t join notice n on n.org_id = t.org_id and n.notice_id = t.notice_id',
  key: 'user_id',
  select: `t.user_id as "userId", t.user_name as "userName", t.dept_name as "deptName", t.received_at as "receivedAt",
    ${receiptOf('n', 't')} as receipt, t.read_at as "readAt", t.confirmed_at as "confirmedAt",
    (select string_agg('第 ' || x.edition || ' 版' || case when x.confirmed_at is not null then '已确认' else '已读' end, '，' order by x.edition)
      from notice_receipt x where x.org_id = t.org_id and x.notice_id = t.notice_id and x.user_id = t.user_id) as earlier`,
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.notice_id = ?', q.noticeId],
    deptFilter(who, 'n'),
    ['position(? in t.user_name) > 0', q.keyword?.trim()],
    [`${receiptOf('n', 't')} = ?`, q.receipt],
  ],
  sorts: { readAt: 't.read_at', confirmedAt: 't.confirmed_at', userName: 't.user_name', deptName: 't.dept_name' },
  defaultSort: 't.read_at is null desc, t.confirmed_at is null desc',
})

/** The one that whoever manages notices may see: `$1` organisation, `$2` departments, `$3` the notice. */
export const MANAGED = `t.org_id = $1 and ${inDepts('t', '$2')} and t.notice_id = $3`
