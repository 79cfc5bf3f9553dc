// 床位费报表: a bed and a month a row: how many of the days that have passed it was taken, what was asked and paid for it.
import type { RentChartData, RentRowData, RentSumsData, reportBills } from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { differingBills, ledgerOfBills } from './reportBillCheck.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  type Differing,
  eldersOf,
  pageOfReport,
  periodOf,
  slice,
} from './reportKit.ts'
import { monthFrom, monthsOf, once, percent } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'

type Query = InputOf<(typeof reportBills)['calls']['rent']>

const SCOPE = '($2::text[] is null or r.dept_id is null or r.dept_id = any($2))'
const CHART_MONTHS = 12

/** Beds in the caller's departments that the filter names, in the order of the house. */
function bedsSql(q: Query, bind: Bind): string {
  const where = ['b.org_id = $1', SCOPE]
  if (q.bedId) where.push(`b.bed_id = ${bind.add(q.bedId)}`)
  if (q.deptId) where.push(`r.dept_id = ${bind.add(q.deptId)}`)
  if (q.areaId) {
    where.push(`exists (select from location f where f.org_id = l.org_id and f.location_id = ${bind.add(q.areaId)}
      and (l.location_id = f.location_id or starts_with(l.path, f.path || '>')))`)
  }
  if (q.oldmanId) {
    where.push(`exists (select from occupancy o where o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind <> 'RESERVE'
      and o.oldman_id = ${bind.add(q.oldmanId)})`)
  }
  if (q.keyword?.trim()) {
    where.push(
      `(concat_ws('', l.path, r.room_name, b.bed_name) like ${bind.add(`%${q.keyword.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`)})`,
    )
  }
  return `select b.bed_id, b.bed_name, r.room_name, coalesce(split_part(l.path, '>', 1), '') as building,
      coalesce(nullif(substring(l.path from '>(.*)$'), ''), '') as floor,
      count(*) over (partition by b.room_id) as beds,
      row_number() over (order by l.place nulls last, r.sort, r.room_name, b.sort, b.bed_name, b.bed_id) as n
    from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
    left join location l on l.org_id = r.org_id and l.location_id = r.area
    where ${where.join(' and ')} and b.display = 0`
}

interface Found extends RentRowData {
  n: number
}

const DAYS = `greatest(0, least(upper(o.days), m.upto) - greatest(lower(o.days), m.first))`

/** Months with the day behind the last one that has passed. */
const MONTHS = (place: string) => `select x as month, (x || '-01')::date as first,
  least(((x || '-01')::date + interval '1 month')::date, greatest(current_date + 1, (x || '-01')::date)) as upto
  from unnest(${place}::text[]) as x`

interface Cut {
  size: number
  offset: number
}

/** Every bed in every month, or one page of them in the order of the house. */
async function bedMonths(who: Caller, q: Query, months: readonly string[], cut: Cut | null): Promise<Found[]> {
  const bind = bindFor(who)
  bind.add(who.deptIds)
  const beds = bedsSql(q, bind)
  const place = bind.add(months)
  const page = cut ? `limit ${bind.add(cut.size)}::int offset ${bind.add(cut.offset)}::int` : ''
  const found = await who.app.pool.query<Found>(
    `with m as materialized (${MONTHS(place)}), bd as materialized (${beds}),
    bm as materialized (select bd.*, m.* from bd cross join m order by m.month desc, bd.n ${page}),
    taken as (select o.bed_id, m.month, sum(${DAYS})::int as days from m join occupancy o
        on o.org_id = $1 and o.kind <> 'RESERVE' and o.days && daterange(m.first, m.upto)
      where o.bed_id in (select bed_id from bm) group by 1, 2),
    fee as (select l.bed_id, l.month, sum(l.amount_fen - l.discount_fen - l.subsidy_fen)::bigint as asked, sum(l.paid_fen)::bigint as paid,
        max(l.price_fen) filter (where l.source = 'CYCLE') as price
      from bill_line l where l.org_id = $1 and l.category = '1' and l.bed_id is not null and ${
        cut
          ? '(l.bed_id, l.month) in (select bed_id, month from bm)'
          : `l.month between ${bind.add(months[0])} and ${bind.add(months.at(-1))}`
      } and l.bill_id not in (select x.bill_id from bill x where x.org_id = $1 and x.stage <> 'ISSUED'
        and x.month between ${bind.add(months[0])} and ${bind.add(months.at(-1))})
      group by 1, 2)
    select bm.n, bm.bed_id as "bedId", bm.month, bm.building as "buildingName", bm.floor as "floorName", bm.room_name as "roomName",
      bm.bed_name as "bedName", case bm.beds when 1 then '单人间' when 2 then '双人间' when 3 then '三人间' when 4 then '四人间'
        else bm.beds || '人间' end as "roomKind", fee.price as "priceFen", coalesce(taken.days, 0) as "occupiedDays",
      (bm.upto - bm.first) - coalesce(taken.days, 0) as "emptyDays", coalesce(fee.asked, 0) as "receivableFen",
      coalesce(fee.paid, 0) as "paidFen"
    from bm left join taken on taken.bed_id = bm.bed_id and taken.month = bm.month
    left join fee on fee.bed_id = bm.bed_id and fee.month = bm.month order by bm.month desc, bm.n`,
    bind.values,
  )
  return found.rows
}

interface MonthSum {
  month: string
  beds: number
  occupiedDays: number
  emptyDays: number
  receivableFen: number
  paidFen: number
}

/** All beds together, month by month. */
async function monthSums(who: Caller, q: Query, months: readonly string[]): Promise<MonthSum[]> {
  const bind = bindFor(who)
  bind.add(who.deptIds)
  const beds = bedsSql(q, bind)
  const place = bind.add(months)
  const within = `between ${bind.add(months[0])} and ${bind.add(months.at(-1))}`
  const found = await who.app.pool.query<MonthSum>(
    `with m as materialized (${MONTHS(place)}), bd as materialized (${beds}),
    taken as (select m.month, sum(${DAYS})::int as days from m join occupancy o
        on o.org_id = $1 and o.kind <> 'RESERVE' and o.days && daterange(m.first, m.upto)
      where o.bed_id in (select bed_id from bd) group by 1),
    fee as (select l.month, sum(l.amount_fen - l.discount_fen - l.subsidy_fen)::bigint as asked, sum(l.paid_fen)::bigint as paid
      from bill_line l where l.org_id = $1 and l.category = '1' and l.bed_id is not null and l.month ${within} and l.bed_id in (select bed_id from bd)
        and l.bill_id not in (select x.bill_id from bill x where x.org_id = $1 and x.stage <> 'ISSUED' and x.month ${within})
      group by 1),
    n as (select count(*)::int as beds from bd)
    select m.month, n.beds, coalesce(taken.days, 0) as "occupiedDays",
      n.beds * (m.upto - m.first) - coalesce(taken.days, 0) as "emptyDays", coalesce(fee.asked, 0) as "receivableFen",
      coalesce(fee.paid, 0) as "paidFen"
    from m cross join n left join taken on taken.month = m.month left join fee on fee.month = m.month order by m.month`,
    bind.values,
  )
  return found.rows
}

/** Who lived there; an elder of another department is not named. */
async function namesOf(who: Caller, page: readonly RentRowData[]): Promise<Map<string, string>> {
  if (page.length === 0) return new Map()
  const found = await who.app.pool.query<{ bedId: string; month: string; names: string }>(
    `select x.bed_id as "bedId", x.month, string_agg(distinct case when $4::text[] is null or t.dept_id is null or t.dept_id = any($4)
        then t.oldman_name else '其他部门老人' end || case when o.kind = 'ROOM' then '（包房）' else '' end, '、') as names
    from unnest($2::text[], $3::text[]) as x(bed_id, month) join occupancy o on o.org_id = $1 and o.bed_id = x.bed_id
      and o.kind <> 'RESERVE' and o.days && daterange((x.month || '-01')::date, ((x.month || '-01')::date + interval '1 month')::date)
    join oldman t on t.org_id = o.org_id and t.oldman_id = o.oldman_id group by 1, 2`,
    [who.orgId, page.map((row) => row.bedId), page.map((row) => row.month), who.deptIds],
  )
  return new Map(found.rows.map((row) => [`${row.bedId} ${row.month}`, row.names]))
}

const KEYS = ['occupiedDays', 'emptyDays', 'receivableFen', 'paidFen'] as const

export async function rentReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const months = monthsOf(period)
  // The order of the house is cut into pages by the database; another order, or a choice by days, needs every row.
  const every = once(() => bedMonths(who, q, months, null))
  const whole = Boolean(q.vacant || q.orderBy)
  const last = months.at(-1)!
  const charted =
    months.length >= CHART_MONTHS
      ? months
      : Array.from({ length: CHART_MONTHS }, (_, i) => monthFrom(last, i + 1 - CHART_MONTHS))
  const sums = once(() => monthSums(who, q, charted))
  const wire = ({ n: _, ...row }: Found): RentRowData => ({
    ...row,
    rowId: `${row.bedId} ${row.month}`,
    oldmanNames: '',
    rate: percent(row.occupiedDays, row.occupiedDays + row.emptyDays),
  })
  const rows = once(async () => {
    const found = (await every()).map(wire)
    return sortedBy(q.orderBy, q.vacant ? found.filter((row) => row.emptyDays > 0) : found, [
      ...KEYS,
      'rate',
      'priceFen',
    ])
  })
  return answerReport<RentRowData, RentSumsData, RentChartData>(q, {
    period,
    rows: async () => {
      const page = whole ? slice(q, await rows()) : (await bedMonths(who, q, months, pageOfReport(q))).map(wire)
      const names = await namesOf(who, page)
      return page.map((row) => ({ ...row, oldmanNames: names.get(row.rowId) ?? '' }))
    },
    sums: async () => {
      const own = q.vacant ? await rows() : (await sums()).filter((one) => one.month >= months[0]!)
      const added = addUp<Omit<MonthSum, 'month' | 'beds'>, (typeof KEYS)[number]>(own, KEYS)
      const beds = q.vacant ? new Set((await rows()).map((row) => row.bedId)).size : ((await sums())[0]?.beds ?? 0)
      return {
        total: q.vacant ? own.length : beds * months.length,
        sums: {
          beds,
          ...added,
          rate: percent(added.occupiedDays, added.occupiedDays + added.emptyDays),
        } as RentSumsData,
      }
    },
    chart: async () => ({
      months: (await sums()).map((one) => ({
        month: one.month,
        rate: percent(one.occupiedDays, one.occupiedDays + one.emptyDays),
        receivableFen: one.receivableFen as Fen,
      })),
    }),
    check: async () =>
      checkRent(
        who,
        q,
        months,
        (await sums()).filter((one) => one.month >= months[0]!),
      ),
  })
}

/** Bed fees of all bills, and how much of them stands on beds that are not in the report. */
async function bedFees(who: Caller, months: readonly string[], bedIds: readonly string[]) {
  const found = await who.app.pool.query<{
    others: number
    elsewhere: number
    lines: number
    days: number
    stayed: number
  }>(
    `select coalesce(sum(l.amount_fen - l.discount_fen - l.subsidy_fen) filter (where l.category <> '1'), 0)::bigint as others,
      coalesce(sum(l.amount_fen - l.discount_fen - l.subsidy_fen) filter (where l.category = '1' and (l.bed_id is null or l.bed_id <> all($3))), 0)::bigint as elsewhere,
      count(*) filter (where l.category = '1')::int as lines
    from bill_line l join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id
    where l.org_id = $1 and l.month = any($2) and b.stage = 'ISSUED'`,
    [who.orgId, months, bedIds],
  )
  return found.rows[0]!
}

/** Days of stays that no bed holds, or that a bed holds twice: stays and beds count the same days. */
async function differingStays(who: Caller, months: readonly string[]): Promise<Differing[]> {
  const found = await who.app.pool.query<{ id: string; name: string; days: number }>(
    `with p as (select ($2 || '-01')::date as first, least(current_date + 1, (($3 || '-01')::date + interval '1 month')::date) as upto),
    s as (select s.stay_id, s.oldman_id, greatest(0, least(coalesce(s.end_date, p.upto), p.upto) - greatest(s.start_date, p.first)) as days
      from stay s, p where s.org_id = $1 and s.start_date < p.upto and (s.end_date is null or s.end_date > p.first)),
    o as (select o.stay_id, sum(greatest(0, least(upper(o.days), p.upto) - greatest(lower(o.days), p.first))) as days
      from occupancy o, p where o.org_id = $1 and o.kind = 'STAY' and o.days && daterange(p.first, greatest(p.first, p.upto)) group by 1)
    select s.oldman_id as id, t.oldman_name as name, coalesce(o.days, 0)::int - s.days as days from s
    left join o on o.stay_id = s.stay_id join oldman t on t.org_id = $1 and t.oldman_id = s.oldman_id
    where coalesce(o.days, 0) <> s.days and ($4::text[] is null or t.dept_id is null or t.dept_id = any($4)) limit 20`,
    [who.orgId, months[0], months.at(-1), who.deptIds],
  )
  return found.rows.map(({ id, name, days }) => ({
    kind: 'ACCOUNT',
    id,
    no: name,
    fen: 0 as Fen,
    why: `${name}的床位占用比在住天数${days > 0 ? '多' : '少'} ${Math.abs(days)} 天`,
  }))
}

async function checkRent(who: Caller, q: Query, months: readonly string[], shown: readonly MonthSum[]) {
  const bills = { elders: null, from: months[0]!, to: months.at(-1)! }
  const bind = bindFor(who)
  bind.add(who.deptIds)
  const beds = await who.app.pool.query<{ bed_id: string }>(bedsSql(q, bind), bind.values)
  const [ledger, fees, stays] = await Promise.all([
    ledgerOfBills(who, bills),
    bedFees(
      who,
      months,
      beds.rows.map((row) => row.bed_id),
    ),
    differingStays(who, months),
  ])
  const sums = addUp(shown, KEYS)
  return checkOf({
    reportTitle: '应收床位费',
    reportFen: sums.receivableFen,
    ledgerTitle: fees.elsewhere === 0 ? '总账出账，减其他费用' : '总账出账，减其他费用与表外床位',
    // The ledger knows no kinds of fees: bed fees are what is left of its bills without the other lines.
    ledgerFen: ledger.receivable - fees.others - fees.elsewhere,
    covers: [
      { count: fees.lines, what: '行床位费' },
      { count: sums.occupiedDays, what: '个占用床日' },
    ],
    always: stays.length > 0,
    differing: async () => [...(await differingBills(who, { ...bills, elders: await eldersOf(who, {}) })), ...stays],
  })
}
