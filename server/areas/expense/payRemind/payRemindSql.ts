// Who owes: residents `t` with an account `a` on which issued bills are unpaid.

import { REMIND_AGAIN_DAYS, type RemindScope } from '#contract/expense/payRemind'
import type { Static } from '#contract/kit/schema'
import { AGE, BED_PATH, keywordMatches, keywordValues, labelOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, type Filter } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

export const FROM = `oldman t join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id`

const REMINDED = `exists (select 1 from remind_log g where g.org_id = t.org_id and g.oldman_id = t.oldman_id and g.result = 'SENT'
  and g.created_at >= current_date - ${REMIND_AGAIN_DAYS - 1})`

/** `?` is the days after which the organisation reminds. */
export const scopes = {
  LATE: '(a.owed_since < current_date and ?::int >= 0)',
  DUE: `(a.owed_since < current_date - ?::int and not ${REMINDED})`,
  COMING: '(a.owed_since >= current_date and ?::int >= 0)',
} as const satisfies Record<Static<typeof RemindScope.schema>, string>

export interface RemindQuery {
  keyword?: string | null
  scope?: Static<typeof RemindScope.schema> | null
  bed?: string | null
  minDays?: number | null
}

/** Without the scope: the tabs count each of them. */
export function filtersOf(who: Pick<Caller, 'orgId' | 'deptIds'>, query: RemindQuery): Filter[] {
  const typed = query.keyword?.trim()
  return [
    ['t.org_id = ?', who.orgId],
    ['a.owed_fen > ?', 0],
    deptFilter(who, 't'),
    ...(typed ? ([[keywordMatches(typed, ['t.archive_no', 't.phone']), keywordValues(typed)]] satisfies Filter[]) : []),
    [`${BED_PATH} like ?`, contains(query.bed)],
    ['a.owed_since <= current_date - ?::int', query.minDays],
  ]
}

/** Who pays: as agreed for the last stay, else as the family says. */
const payer = () => `left join lateral (
  select f.name, f.phone, ${labelOf('relationToElder', 'f.relation')} as relation from oldman_family f
  where f.org_id = t.org_id and f.oldman_id = t.oldman_id
  order by (f.family_id = (select s.payer_id from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id
    order by s.start_date desc, s.created_at desc limit 1)) desc nulls last, f.payer desc, f.emergency desc, f.sort, f.family_id
  limit 1) payer on true`

const OWED = `left join lateral (
  select jsonb_agg(distinct b.month order by b.month) as months,
    coalesce(sum(b.receivable_fen - b.paid_fen) filter (where b.due_date < current_date), 0) as late
  from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.state in ('DUE', 'PART')) owes on true`

const LAST = `left join lateral (
  select max(g.created_at) as at, (array_agg(g.channel order by g.created_at desc))[1] as channel,
    count(*) filter (where g.created_at >= a.owed_since) as times
  from remind_log g where g.org_id = t.org_id and g.oldman_id = t.oldman_id and g.result = 'SENT') last on true`

/** Functions, not texts: the public files of the two areas load one another. */
export const joins = () => `${PLACE} ${payer()} ${OWED} ${LAST}`

export const columns = () => `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head,
  t.status, at.path as "bedPath", payer.name as "payerName", payer.relation as "payerRelation",
  payer.phone as "payerPhone", coalesce(owes.months, '[]') as months, a.owed_fen as "owedFen", owes.late as "lateFen",
  coalesce(a.owed_since, current_date) as "firstDue", greatest(0, current_date - a.owed_since) as "daysLate",
  a.balance_fen as "balanceFen", last.at as "lastTime", last.channel as "lastChannel", last.times::int as times`
