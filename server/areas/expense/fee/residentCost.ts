// Handlers of what every resident pays for a month.

import { costColumns, type ResidentCostRowData, residentCost } from '#contract/expense/residentCost'
import type { DataOf, InputOf } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { invalid } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { AGE, BED_PATH, keywordMatches, keywordValues, levelOn, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { conditionsOf, contains, type Filter, pageOfRows, several } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

type Query = InputOf<typeof residentCost.calls.totals>

const PAID: Readonly<Record<string, string>> = {
  NONE: `not exists (select 1 from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = ?
    and b.stage = 'ISSUED')`,
  OWES: `exists (select 1 from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = ?
    and b.state in ('DUE', 'PART'))`,
  PAID: `(exists (select 1 from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = ? and b.state = 'PAID')
    and not exists (select 1 from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = ?
      and b.state in ('DUE', 'PART')))`,
}

const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** Whoever lived here on a day of the month, or has a bill of it. */
const LIVED = `(exists (select 1 from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.start_date <= ?2::date
    and (s.end_date is null or s.end_date > ?1::date))
  or exists (select 1 from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = ?3 and b.stage = 'ISSUED'))`

/** The stay that reached furthest into the month, by its last day. */
const stayBy = (
  last: string,
) => `select s.org_id, s.stay_id, s.start_date, s.end_date from stay s where s.org_id = t.org_id
    and s.oldman_id = t.oldman_id and s.start_date <= ${last}::date order by s.start_date desc, s.created_at desc limit 1`
const lastDayOf = (last: string) => `greatest(s.start_date, least(${last}::date, s.end_date - 1))`
/** The level at the end of the month, or on the last day lived here. */
const levelBy = (last: string) => `coalesce(${levelOn('s', lastDayOf(last))}, t.level_id)`
const HAS_LEVEL = `?1 = coalesce((select ${levelBy('?2')} from (${stayBy('?2')}) s), t.level_id)`

function filtersOf(who: Caller, query: Query): Filter[] {
  const typed = query.keyword?.trim()
  return [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 't'),
    [LIVED, several(`${query.month}-01`, lastDay(query.month), query.month)],
    ...(typed ? ([[keywordMatches(typed, ['t.archive_no', 't.phone']), keywordValues(typed)]] satisfies Filter[]) : []),
    ...(query.levelId ? ([[HAS_LEVEL, several(query.levelId, lastDay(query.month))]] satisfies Filter[]) : []),
    [`${BED_PATH} like ?`, contains(query.bed)],
  ]
}

function paidFilter(query: Query): Filter[] {
  if (!query.paid) return []
  const sql = lookUp(PAID, query.paid)
  if (!sql) throw invalid('没有这种缴费情况', 'paid')
  return [[sql, query.month]]
}

const known = costColumns.flatMap(([, , categories]) => categories)
const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** Of the bills of the month `@{1}`, by category. */
const BILLED = `left join lateral (
  select ${costColumns
    .map(
      ([name, , categories]) =>
        `coalesce(sum(l.amount_fen) filter (where l.category in (${list(categories)})), 0)::bigint as "${name}"`,
    )
    .join(', ')},
    coalesce(sum(l.amount_fen) filter (where l.category not in (${list(known)})), 0)::bigint as "otherFen"
  from bill b join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
  where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = @{1} and b.stage = 'ISSUED') x on true
left join lateral (
  select coalesce(-sum(b.discount_fen + b.subsidy_fen), 0)::bigint as "reducedFen", coalesce(sum(b.receivable_fen), 0)::bigint as "receivableFen",
    coalesce(sum(b.paid_fen), 0)::bigint as "paidFen", coalesce(sum(b.receivable_fen - b.paid_fen), 0)::bigint as "unpaidFen",
    count(*)::int as bills, case when count(*) = 1 then min(b.bill_id) end as "billId", min(b.due_date) as "dueDate",
    case when count(*) = 0 then null when bool_or(b.state in ('DUE', 'PART') and b.due_date < current_date) then 'LATE'
      when bool_and(b.state = 'PAID') then 'PAID' when sum(b.paid_fen) > 0 then 'PART' else 'DUE' end as standing
  from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.month = @{1} and b.stage = 'ISSUED') y on true`

/** What was agreed for that stay by the month. */
const STAY = `left join lateral (${stayBy('@{2}')}) s on true
left join lateral (
  select coalesce(sum(round(f.price_fen * f.quantity / 1000.0)), 0)::bigint as "agreedFen" from fee_set f
  join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id and c.cycle = 'MONTH'
  where f.org_id = t.org_id and f.stay_id = s.stay_id
    and daterange(f.from_date, f.to_date) @> least(@{2}::date, coalesce(s.end_date - 1, @{2}::date))) z on true`

const JOINS = `${PLACE} ${BILLED} ${STAY}
left join nursing_level v on v.org_id = t.org_id and v.level_id = ${levelBy('@{2}')}`

const AMOUNTS = [
  ...costColumns.map(([name]) => `x."${name}"`),
  'x."otherFen"',
  'y."reducedFen"',
  'y."receivableFen"',
  'y."paidFen"',
  'y."unpaidFen"',
  'z."agreedFen"',
]

const COLUMNS = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  at.path as "bedPath", v.level_name as "levelName", coalesce(s.start_date, t.check_in_date, current_date) as "startDate",
  s.end_date as "endDate", ${AMOUNTS.join(', ')}, y.bills, y."billId", y.standing, y."dueDate"`

const given = (query: Query) => [query.month, lastDay(query.month)]

async function totalsOf(who: Caller, query: Query): Promise<DataOf<typeof residentCost.calls.totals>> {
  const base = conditionsOf([...filtersOf(who, query), ...paidFilter(query)])
  const values = [...base.values, ...given(query)]
  const at = base.values.length
  const joins = `${BILLED} ${STAY}`.replaceAll('@{1}', `$${at + 1}`).replaceAll('@{2}', `$${at + 2}`)
  const sums = AMOUNTS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name.slice(2)}`).join(', ')
  const found = await who.app.pool.query<Omit<DataOf<typeof residentCost.calls.totals>, 'counts'>>(
    `select count(*)::int as people, ${sums} from oldman t ${joins} where ${base.where}`,
    values,
  )
  const all = conditionsOf(filtersOf(who, query))
  const month = `$${all.values.push(query.month)}`
  const counts = await who.app.pool.query<Record<string, number>>(
    `select ${Object.entries(PAID)
      .map(([key, sql]) => `count(*) filter (where ${sql.replaceAll('?', month)}) as "${key}"`)
      .join(', ')} from oldman t where ${all.where}`,
    all.values,
  )
  return {
    ...found.rows[0]!,
    counts: Object.keys(PAID).map((paid) => ({ paid, count: counts.rows[0]![paid]! })),
  }
}

export default implement(residentCost, {
  list: async (query, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return pageOfRows<ResidentCostRowData>(
      who.app.pool,
      {
        from: 'oldman t',
        key: 'oldman_id',
        select: COLUMNS,
        join: JOINS,
        given: given(query),
        filters: [...filtersOf(who, query), ...paidFilter(query)],
        sorts: { oldmanName: 't.readings' },
        defaultSort: 't.readings asc',
      },
      query,
    )
  },
  totals: async (query, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return totalsOf(who, query)
  },
})
