// 床位费报表: a bed and a month a row: how many of the days that have passed it was taken, what was asked and paid for it.

import type { RentChartData, RentRowData, RentSumsData, reportBills } from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { BedDisplay } from '#contract/platform/bed'
import { BED_PERIODS, openDays } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { differingBills, earnedBy, sharedBy } from './reportBillCheck.ts'
import { correctedAfter, paidLater, standsAt } from './reportClosed.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  type Differing,
  pageOfReport,
  periodOf,
  residentsOf,
  slice,
} from './reportKit.ts'
import { monthFrom, monthsOf, once, percent } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'

type Query = InputOf<(typeof reportBills)['calls']['rent']>

const CHART_MONTHS = 12
/** 床位费 of the dictionary feeCategory. */
const BED = '1'

/**
 * The beds of `cell0` with the room they stood in, in the caller's departments and as the filter names them, in the order
 * of the house. A bed that was deleted has the names it had then.
 */
function bedsSql(q: Query, bind: Bind): string {
  const where = [`${inDepts('x', '$2')}`]
  if (q.bedId) where.push(`x.bed_id = ${bind.add(q.bedId)}`)
  if (q.deptId) where.push(`x.dept_id = ${bind.add(q.deptId)}`)
  if (q.areaId) {
    where.push(`exists (select from location f where f.org_id = $1 and f.location_id = ${bind.add(q.areaId)}
      and (l.location_id = f.location_id or starts_with(l.path, f.path || '>')))`)
  }
  if (q.oldmanId) {
    where.push(`exists (select from occupancy o where o.org_id = $1 and o.bed_id = x.bed_id and o.kind <> 'RESERVE'
      and o.oldman_id = ${bind.add(q.oldmanId)})`)
  }
  if (q.keyword?.trim()) {
    where.push(
      `(concat_ws('', l.path, x.room_name, x.bed_name) like ${bind.add(`%${q.keyword.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`)})`,
    )
  }
  return `select x.bed_id, x.room_id, x.bed_name, x.room_name, coalesce(split_part(l.path, '>', 1), '') as building,
      coalesce(nullif(substring(l.path from '>(.*)$'), ''), '') as floor,
      greatest(1, (select count(*) from bed n where n.org_id = $1 and n.room_id = x.room_id
      and n.display = ${BedDisplay.is.shown})) as beds,
      row_number() over (order by l.place nulls last, x.sort, x.room_name, x.bed_sort, x.bed_name, x.bed_id) as n
    from (select c.bed_id, c.room_id, coalesce(b.bed_name, g.bed_name, '') as bed_name, coalesce(r.room_name, g.room_name, '') as room_name,
        coalesce(r.area, g.area) as area, coalesce(r.dept_id, g.dept_id) as dept_id, r.sort, b.sort as bed_sort
      from (select distinct bed_id, room_id from cell0) c
      left join bed b on b.org_id = $1 and b.bed_id = c.bed_id
      left join room r on r.org_id = $1 and r.room_id = c.room_id
      left join lateral (select p.bed_name, p.room_name, p.area, p.dept_id from bed_open p where p.org_id = $1
        and p.bed_id = c.bed_id and p.room_id = c.room_id and p.bed_name is not null limit 1) g on true) x
    left join location l on l.org_id = $1 and l.location_id = x.area
    where ${where.join(' and ')}`
}

interface Found extends RentRowData {
  n: number
}

const DAYS = `greatest(0, least(coalesce(upper(o.days), m.upto), m.upto) - greatest(lower(o.days), m.first))`

/** Months with the day behind the last one that has passed; `kept`: closed, with the days of its beds written down. */
const MONTHS = (place: string) => `select x as month, (x || '-01')::date as first,
  least(((x || '-01')::date + interval '1 month')::date, greatest(current_date + 1, (x || '-01')::date)) as upto,
  exists (select from closed_bed_day k where k.org_id = $1 and k.month = x) as kept
  from unnest(${place}::text[]) as x`

/**
 * pm: a bed in a month with the days it counted and the room it stood in last; cell0: those of open months, and of closed
 * ones those they were closed with.
 */
const CELL0 = `pm as materialized (select m.month, p.bed_id, (array_agg(p.room_id order by p.open_from desc))[1] as room_id,
      sum(${openDays('p', 'm.first', 'm.upto')})::int as open_days
    from m join (${BED_PERIODS}) p on p.open_from < m.upto and coalesce(p.open_to, m.upto) > m.first group by 1, 2),
  cell0 as materialized (select pm.bed_id, pm.room_id, pm.open_days, null::int as "keptDays", m.* from m join pm on pm.month = m.month where not m.kept
    union all select k.bed_id, coalesce(pm.room_id, b.room_id), coalesce(k.open_days, m.upto - m.first), k.days, m.*
    from m join closed_bed_day k on k.org_id = $1 and k.month = m.month
    left join pm on pm.month = m.month and pm.bed_id = k.bed_id left join bed b on b.org_id = $1 and b.bed_id = k.bed_id where m.kept)`
const CELLS = `select bd.bed_id, bd.bed_name, bd.room_name, bd.building, bd.floor, bd.beds, bd.n, c.open_days, c."keptDays",
    c.month, c.first, c.upto, c.kept
  from cell0 c join bd on bd.bed_id = c.bed_id and bd.room_id is not distinct from c.room_id`

/** Stands for fees of beds that name none of the beds of the report: charged by hand, or of a bed that is no more. */
const NO_BED = ''
const NO_BED_ROW = `'${NO_BED}' as bed_id, '未指定床位' as bed_name, '' as room_name, '' as building, '' as floor, 0 as beds, 2147483647 as n, 0 as open_days, null::int as kept_days`

const FEES = 'sum(l.amount_fen - l.discount_fen - l.subsidy_fen)::bigint'
const PAID = (at: string | null) =>
  at ? 'sum(l.paid_fen - coalesce(later.fen, 0))::bigint' : 'sum(l.paid_fen)::bigint'

interface Input {
  q: Query
  months: readonly string[]
  /** yyyy-MM-dd where the period ends in a closed month. */
  at: string | null
}

interface Cut {
  size: number
  offset: number
}

/** Lines of fees of beds of issued bills; with a bed, or without. */
const feeLines = ({ months, at }: Input, bind: Bind, bed: 'is not null' | 'is null') => {
  const within = `between ${bind.add(months[0])} and ${bind.add(months.at(-1))}`
  return `bill_line l ${at ? `left join ${paidLater(at, bind)} later on later.line_id = l.line_id` : ''}
    where l.org_id = $1 and l.category = '1' and l.bed_id ${bed} and l.month ${within} and l.bill_id not in (
      select x.bill_id from bill x where x.org_id = $1 and x.stage <> 'ISSUED' and x.month ${within})`
}

/** Every bed in every month, or one page of them in the order of the house; the months in `loose` have fees without a bed. */
async function bedMonths(who: Caller, input: Input, loose: readonly string[], cut: Cut | null): Promise<Found[]> {
  const { q, months, at } = input
  const bind = bindFor(who)
  bind.add(who.deptIds)
  const beds = bedsSql(q, bind)
  const place = bind.add(months)
  const page = cut ? `limit ${bind.add(cut.size)}::int offset ${bind.add(cut.offset)}::int` : ''
  const others = `select ${NO_BED_ROW}, m.month, m.first, m.upto, m.kept from m where m.month = any(${bind.add(loose)}::text[])`
  const feeOf = (bed: string, from: string) => `select ${bed} as bed_id, l.month, ${FEES} as asked, ${PAID(at)} as paid,
        max(l.price_fen) filter (where l.source = 'CYCLE') as price from ${from} group by 1, 2`
  const found = await who.app.pool.query<Found>(
    `with m as materialized (${MONTHS(place)}), ${CELL0}, bd as materialized (${beds}),
    cells as materialized (${CELLS}),
    bm as materialized (select * from (select * from cells union all ${others}) x order by x.month desc, x.n ${page}),
    taken as (select o.bed_id, m.month, sum(${DAYS})::int as days from m join occupancy o
        on o.org_id = $1 and o.kind <> 'RESERVE' and o.days && daterange(m.first, m.upto)
      where not m.kept and o.bed_id in (select bed_id from bm) group by 1, 2),
    fee as (${feeOf(
      'l.bed_id',
      `${feeLines(input, bind, 'is not null')} ${cut ? 'and (l.bed_id, l.month) in (select bed_id, month from bm)' : ''}`,
    )}),
    other as (select '${NO_BED}' as bed_id, o.month, sum(o.asked)::bigint as asked, sum(o.paid)::bigint as paid, null::bigint as price from (
      ${feeOf('l.bed_id', `${feeLines(input, bind, 'is null')} and l.month = any(${bind.add(loose)}::text[])`)}
      union all ${feeOf(
        'l.bed_id',
        `${feeLines(input, bind, 'is not null')} and l.month = any(${bind.add(loose)}::text[]) and (l.bed_id, l.month) not in (select bed_id, month from cells)`,
      )}) o group by 2),
    fees as (select * from fee union all select * from other)
    select bm.n, bm.bed_id as "bedId", bm.month, bm.building as "buildingName", bm.floor as "floorName", bm.room_name as "roomName",
      bm.bed_name as "bedName", case bm.beds when 0 then '' when 1 then '单人间' when 2 then '双人间' when 3 then '三人间' when 4 then '四人间'
        else bm.beds || '人间' end as "roomKind", fees.price as "priceFen", coalesce(bm."keptDays", taken.days, 0) as "occupiedDays",
      greatest(0, bm.open_days - coalesce(bm."keptDays", taken.days, 0)) as "emptyDays",
      coalesce(fees.asked, 0) as "receivableFen", coalesce(fees.paid, 0) as "paidFen"
    from bm left join taken on taken.bed_id = bm.bed_id and taken.month = bm.month
    left join fees on fees.bed_id = bm.bed_id and fees.month = bm.month order by bm.month desc, bm.n`,
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
  /** Lines that name no bed of the report, and what they ask for and have got. */
  otherLines: number
  otherFen: number
  otherPaidFen: number
}

/** All beds together, month by month; what stands on no bed apart. */
async function monthSums(who: Caller, input: Input): Promise<MonthSum[]> {
  const { q, months, at } = input
  const bind = bindFor(who)
  bind.add(who.deptIds)
  const beds = bedsSql(q, bind)
  const place = bind.add(months)
  const found = await who.app.pool.query<MonthSum>(
    `with m as materialized (${MONTHS(place)}), ${CELL0}, bd as materialized (${beds}),
    cells as materialized (${CELLS}),
    taken as (select m.month, m.bed_id, sum(${DAYS})::int as days from cells m join occupancy o
        on o.org_id = $1 and o.bed_id = m.bed_id and o.kind <> 'RESERVE' and o.days && daterange(m.first, m.upto)
      where not m.kept group by 1, 2),
    lines as (select l.month, l.bed_id, count(*) as n, ${FEES} as asked, ${PAID(at)} as paid from ${feeLines(input, bind, 'is not null')} group by 1, 2
      union all select l.month, null, count(*), ${FEES}, ${PAID(at)} from ${feeLines(input, bind, 'is null')} group by 1),
    fee as (select l.month, sum(l.asked) filter (where c.bed_id is not null)::bigint as asked,
        sum(l.paid) filter (where c.bed_id is not null)::bigint as paid, sum(l.n) filter (where c.bed_id is null)::int as lines,
        sum(l.asked) filter (where c.bed_id is null)::bigint as other, sum(l.paid) filter (where c.bed_id is null)::bigint as "otherPaid"
      from lines l left join cells c on c.bed_id = l.bed_id and c.month = l.month group by 1),
    n as (select c.month, count(*)::int as beds, sum(coalesce(c."keptDays", t.days, 0))::int as days,
        sum(greatest(0, c.open_days - coalesce(c."keptDays", t.days, 0)))::int as empty
      from cells c left join taken t on t.month = c.month and t.bed_id = c.bed_id group by 1),
    own as (select m.*, coalesce(n.beds, 0) as beds, coalesce(n.days, 0) as days, coalesce(n.empty, 0) as empty from m
      left join n on n.month = m.month)
    select m.month, m.beds, m.days as "occupiedDays", m.empty as "emptyDays",
      coalesce(fee.asked, 0) as "receivableFen", coalesce(fee.paid, 0) as "paidFen", coalesce(fee.lines, 0) as "otherLines",
      coalesce(fee.other, 0) as "otherFen", coalesce(fee."otherPaid", 0) as "otherPaidFen"
    from own m left join fee on fee.month = m.month order by m.month`,
    bind.values,
  )
  if (!isWhole(who, q)) return found.rows
  // Nobody else shows what stands on no bed: it belongs to the report of the whole house.
  return found.rows.map((one) => ({
    ...one,
    receivableFen: one.receivableFen + one.otherFen,
    paidFen: one.paidFen + one.otherPaidFen,
  }))
}

/** All beds of the house are looked at. */
const isWhole = (who: Caller, q: Query) =>
  who.deptIds === null && !q.bedId && !q.deptId && !q.areaId && !q.oldmanId && !q.keyword?.trim()

/** Who lived there; a resident of another department is not named. */
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
  const at = await standsAt(who, period)
  const input: Input = { q, months, at }
  const whole = isWhole(who, q)
  // The order of the house is cut into pages by the database; another order, or a choice by days, needs every row.
  const all = Boolean(q.vacant || q.orderBy)
  const last = months.at(-1)!
  const charted =
    months.length >= CHART_MONTHS
      ? months
      : Array.from({ length: CHART_MONTHS }, (_, i) => monthFrom(last, i + 1 - CHART_MONTHS))
  const sums = once(() => monthSums(who, { ...input, months: charted }))
  const own = once(async () => (await sums()).filter((one) => one.month >= months[0]!))
  /** Months with a row of fees without a bed. */
  const loose = once(async () =>
    whole && !q.vacant ? (await own()).filter((one) => one.otherLines > 0).map((one) => one.month) : [],
  )
  const every = once(async () => bedMonths(who, input, await loose(), null))
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
      const page = all
        ? slice(q, await rows())
        : (await bedMonths(who, input, await loose(), pageOfReport(q))).map(wire)
      const names = await namesOf(who, page)
      return page.map((row) => ({ ...row, oldmanNames: names.get(row.rowId) ?? '' }))
    },
    sums: async () => {
      const shown = q.vacant ? await rows() : await own()
      const added = addUp<Pick<MonthSum, (typeof KEYS)[number]>, (typeof KEYS)[number]>(shown, KEYS)
      // The beds of the last month; each month has those it was closed with.
      const beds = q.vacant ? new Set((await rows()).map((row) => row.bedId)).size : ((await own()).at(-1)?.beds ?? 0)
      const cells = (await own()).reduce((sum, one) => sum + one.beds, 0)
      return {
        total: q.vacant ? shown.length : cells + (await loose()).length,
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
    closed: async () => correctedAfter(who, at, { period, residents: await residentsOf(who, {}), categories: [BED] }),
    check: async () => checkRent(who, input, await own()),
  })
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
    where coalesce(o.days, 0) <> s.days and ${inDepts('t', '$4')} limit 20`,
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

/** Lines now against what the bills were written down to have earned with beds, and against the shares of payments. */
async function checkRent(who: Caller, { q, months, at }: Input, shown: readonly MonthSum[]) {
  const bills = { residents: null, from: months[0]!, to: months.at(-1)!, at }
  const [earned, shared, stays] = await Promise.all([
    earnedBy(who, bills),
    sharedBy(who, bills),
    differingStays(who, months),
  ])
  const sums = addUp(shown, [...KEYS, 'otherFen', 'otherPaidFen', 'otherLines'])
  // Whoever looks at some beds alone: the others are taken off.
  const part = !isWhole(who, q)
  const [others, othersPaid] = part ? [sums.otherFen, sums.otherPaidFen] : [0, 0]
  return checkOf({
    reportTitle: '应收床位费',
    reportFen: sums.receivableFen,
    ledgerTitle: part ? '出账登记 床位费，减表外床位' : '出账登记 床位费收入',
    ledgerFen: (earned.get(BED)?.asked ?? 0) - others,
    covers: [
      { count: shown.length, what: '个月' },
      { count: sums.occupiedDays, what: '个占用床日' },
    ],
    always: stays.length > 0,
    also: [{ what: '已收床位费', reportFen: sums.paidFen, otherFen: (shared.get(BED) ?? 0) - othersPaid }],
    differing: async () => [
      ...(await differingBills(who, { ...bills, residents: await residentsOf(who, {}) })),
      ...stays,
    ],
  })
}
