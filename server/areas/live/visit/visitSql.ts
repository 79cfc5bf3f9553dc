// How visits are found and shown. A visit to a resident is seen by those who see the resident; visitors of the house are
// seen by everybody at the desk.

import type { VisitStay } from '#contract/live/visit'
import { FEVER, LONG_HOURS, REMOTE, type VisitRowData } from '#contract/live/visit'
import { keywordFilter } from '#server/areas/live/consultation/consultationSql'
import { AGE, labelOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Filter, ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'

type Stay = (typeof VisitStay.list)[number]['value']

const TENTHS = 10

/** Nobody enters the house by telephone. */
export const INSIDE = `(t.out_time is null and coalesce(t.manner, '') <> all(array[${REMOTE.map((one) => `'${one}'`).join(', ')}]))`
const LONG = `t.in_time < now() - interval '${LONG_HOURS} hours'`
const OVERNIGHT = 't.in_time < current_date'

export const staySql: Readonly<Record<Stay, string>> = {
  inside: INSIDE,
  long: `${INSIDE} and ${LONG} and not ${OVERNIGHT}`,
  overnight: `${INSIDE} and ${OVERNIGHT}`,
}

/** `?` stands for the caller's departments. */
const RESIDENT_SEEN = `(t.oldman_id is null or exists (select 1 from oldman o
  where o.org_id = t.org_id and o.oldman_id = t.oldman_id and (o.dept_id is null or o.dept_id = any(?))))`

/** $1 organisation, $2 departments or null. */
export const VISIT_SCOPE = `t.org_id = $1 and ($2::text[] is null or ${RESIDENT_SEEN.replaceAll('?', '$2')})`

// The pieces about residents call them `t`, which is the visit here: hence the step in between.
export const VISIT_JOIN = `left join lateral (select t.org_id as org, t.oldman_id as resident) v on true
  left join lateral (select t.oldman_name, t.sex, ${AGE} as age, t.head, t.status, t.notes as attention, at.path
    from oldman t ${PLACE} where t.org_id = v.org and t.oldman_id = v.resident) o on true
  left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id`

export const VISIT_ROW = `t.visit_id as "visitId", t.visit_no as "visitNo", t.oldman_id as "oldmanId",
  o.oldman_name as "oldmanName", o.sex, o.age, o.head, o.status, coalesce(o.attention, '[]'::jsonb) as attention,
  o.path as "bedPath", t.visitor, t.phone, t.id_card as "idCard", t.relation,
  ${labelOf('relationToElder', 't.relation')} as "relationName", t.type, ${labelOf('visitType', 't.type')} as "typeName",
  t.manner, ${labelOf('visitManner', 't.manner')} as "mannerName", t.people, t.plan_time as "planTime",
  t.in_time as "inTime", t.out_time as "outTime",
  greatest(0, floor(extract(epoch from coalesce(t.out_time, now()) - t.in_time) / 60))::int as minutes,
  case when ${staySql.overnight} then 'overnight' when ${staySql.long} then 'long' when ${INSIDE} then 'inside' end as stay,
  t.temperature::float8 / ${TENTHS} as temperature, t.items, t.remark, t.consultation_id as "consultationId",
  e.emp_name as "userName", t.created_at as "createTime", t.version`

const KEYWORD = `(t.visitor like @1 or ' ' || t.initials like @2 or ' ' || t.pinyin like @2 or t.phone like @1
  or t.visit_no like @1 or exists (select 1 from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
    and (o.oldman_name like @1 or ' ' || o.initials like @2 or ' ' || o.pinyin like @2)))`

export interface VisitFilters {
  keyword?: string | null
  oldmanId?: string | null
  type?: string | null
  manner?: string | null
  stay?: Stay | null
  fever?: number | null
  startDate?: string | null
  endDate?: string | null
}

export type FoundVisit = VisitRowData

const scopeFilters = (who: Caller): Filter[] => [
  ['t.org_id = ?', who.orgId],
  [RESIDENT_SEEN, who.deptIds],
]

export const visitPlan = (who: Caller, q: VisitFilters): ListPlan => ({
  from: 'visit t',
  key: 'visit_id',
  select: VISIT_ROW,
  join: VISIT_JOIN,
  filters: [
    ...scopeFilters(who),
    ...keywordFilter(q.keyword, KEYWORD),
    ['t.oldman_id = ?', q.oldmanId],
    ['t.type = ?', q.type],
    ['t.manner = ?', q.manner],
    ...(q.stay ? [[`${staySql[q.stay]} and ?::text is not null`, who.orgId] as const] : []),
    ['t.temperature >= ?', q.fever === 1 ? Math.round(FEVER * TENTHS) : null],
    ...within('t.in_time', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: {
    inTime: 't.in_time',
    outTime: 't.out_time',
    visitor: 't.pinyin',
    visitNo: 't.visit_no',
    people: 't.people',
  },
  // Those who have been inside longest come first.
  defaultSort: q.stay ? 't.in_time asc' : 't.in_time desc',
})
