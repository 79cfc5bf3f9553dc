// The charts: each is one statement over rows in scope, answered in the one shape that chart, table and print read.

import type { ChartData, ChartKey } from '#contract/home/charts'
import { chartTitles } from '#contract/home/charts'
import { residence } from '#contract/live/residence'
import { IN_HOUSE, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { OnlineStatus } from '#contract/monitor/words'
import { AGE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

export interface ChartInput {
  months: number
  deptId: string | null
}

/** `t` is a resident in scope: $1 organisation, $2 departments, $3 one department or null. */
const SCOPE = `t.org_id = $1 and ${inDepts('t', '$2')}
  and ($3::text is null or t.dept_id = $3)`
const LIVING = `${SCOPE} and t.status in (${IN_HOUSE})`

interface Counted {
  key: string | null
  name: string | null
  count: number
}

const LIST = residence.pages.list.path

/** Lists are only named to those who may open them. */
const listRoute = (who: Caller, input: ChartInput) => (query: string) =>
  who.may(residence.pages.list.needs) ? `${LIST}?${query}${input.deptId ? `&deptId=${input.deptId}` : ''}` : null

async function rowsOf(who: Caller, name: string, text: string, input: ChartInput): Promise<Counted[]> {
  const found = await who.app.pool.query<Counted>({
    name: `chart_${name}`,
    text,
    values: [who.orgId, who.deptIds, input.deptId],
  })
  return found.rows
}

interface Shape {
  key: ChartKey
  scope: string
  unit: string
  series: string
}

function countedChart(
  shape: Shape,
  rows: readonly Counted[],
  nameOf: (row: Counted) => string,
  routeOf: (row: Counted) => string | null,
): ChartData {
  return {
    title: chartTitles[shape.key],
    scope: shape.scope,
    unit: shape.unit,
    categories: rows.map(nameOf),
    series: [{ key: 'count', name: shape.series, kind: 'bar', values: rows.map((row) => row.count) }],
    routes: rows.map(routeOf),
    total: rows.reduce((sum, row) => sum + row.count, 0),
  }
}

const people = (rows: readonly Counted[]) => `${rows.reduce((sum, row) => sum + row.count, 0)} 人`

async function oldmanNum(who: Caller, input: ChartInput): Promise<ChartData> {
  const rows = await rowsOf(
    who,
    'dept',
    `select t.dept_id as key, d.dept_name as name, count(*)::int as count from oldman t
      left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id where ${LIVING}
      group by t.dept_id, d.dept_name, d.level, d.sort order by d.level, d.sort, t.dept_id`,
    input,
  )
  const mayList = who.may(residence.pages.list.needs)
  return countedChart(
    { key: 'oldmanNum', scope: people(rows), unit: '人', series: '在住' },
    rows,
    (row) => row.name ?? '未分部门',
    (row) => (mayList && row.key ? `${LIST}?status=${IN_HOUSE}&deptId=${row.key}` : null),
  )
}

/** Lower edge of each group; the last is open. */
const AGES = [0, 60, 70, 75, 80, 85, 90, 95] as const
const AGE_NAMES = AGES.map((from, i) =>
  i === 0 ? '60以下' : i === AGES.length - 1 ? `${from}以上` : `${from}–${AGES[i + 1]! - 1}`,
)

async function oldmanAge(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await rowsOf(
    who,
    'age',
    `select width_bucket(${AGE}, array[${AGES.join(', ')}])::text as key, null as name, count(*)::int as count
      from oldman t where ${LIVING} group by 1`,
    input,
  )
  const counts = new Map(found.map((row) => [Number(row.key) - 1, row.count]))
  const rows = AGES.map((_, i): Counted => ({ key: String(i), name: AGE_NAMES[i]!, count: counts.get(i) ?? 0 }))
  const mayList = who.may('live:archive:list')
  return countedChart(
    { key: 'oldmanAge', scope: `在住 ${people(rows)}，按周岁`, unit: '人', series: '人数' },
    rows,
    (row) => row.name!,
    (row) => {
      if (!mayList) return null
      const i = Number(row.key)
      const to = i === AGES.length - 1 ? '' : `&ageTo=${AGES[i + 1]! - 1}`
      return `/live/archives/base?status=${IN_HOUSE}&ageFrom=${AGES[i]}${to}${input.deptId ? `&deptId=${input.deptId}` : ''}`
    },
  )
}

async function oldmanStatus(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await rowsOf(
    who,
    'status',
    `select t.status::text as key, null as name, count(*)::int as count from oldman t where ${SCOPE} group by t.status`,
    input,
  )
  const counts = new Map(found.map((row) => [Number(row.key), row.count]))
  const rows = ResidenceStatus.list.map(
    (one): Counted => ({ key: String(one.value), name: one.label, count: counts.get(one.value) ?? 0 }),
  )
  const route = listRoute(who, input)
  return countedChart(
    { key: 'oldmanStatus', scope: `全部档案 ${people(rows)}`, unit: '人', series: '人数' },
    rows,
    (row) => row.name!,
    (row) => route(`status=${row.key}`),
  )
}

async function oldmanSex(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await rowsOf(
    who,
    'sex',
    `select t.sex::text as key, null as name, count(*)::int as count from oldman t where ${LIVING} group by t.sex`,
    input,
  )
  const counts = new Map(found.map((row) => [Number(row.key), row.count]))
  const rows = ResidentSex.list.map(
    (one): Counted => ({ key: String(one.value), name: one.label, count: counts.get(one.value) ?? 0 }),
  )
  const route = listRoute(who, input)
  return countedChart(
    { key: 'oldmanSex', scope: `在住 ${people(rows)}`, unit: '人', series: '人数' },
    rows,
    (row) => row.name!,
    (row) => route(`status=${IN_HOUSE}&sex=${row.key}`),
  )
}

async function nursingLevel(who: Caller, input: ChartInput): Promise<ChartData> {
  const rows = await rowsOf(
    who,
    'level',
    `select t.level_id as key, v.level_name as name, count(*)::int as count from oldman t
      left join nursing_level v on v.org_id = t.org_id and v.level_id = t.level_id where ${LIVING}
      group by t.level_id, v.level_name, v.sort order by v.sort desc nulls last`,
    input,
  )
  const route = listRoute(who, input)
  return countedChart(
    { key: 'nursingLevel', scope: people(rows), unit: '人', series: '人数' },
    rows,
    (row) => row.name ?? '未定等级',
    (row) => (row.key ? route(`status=${IN_HOUSE}&levelId=${row.key}`) : null),
  )
}

async function quit(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await who.app.pool.query<Counted>({
    name: 'chart_quit',
    text: `select s.checkout_reason as key, v.label as name, count(*)::int as count
      from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
      left join dictionary d on d.org_id = s.org_id and d.dictionary_code = 'checkoutReason'
      left join dictionary_value v on v.org_id = s.org_id and v.dictionary_id = d.dictionary_id and v.value = s.checkout_reason
      where ${SCOPE} and s.end_date >= (date_trunc('month', current_date) - make_interval(months => $4::int - 1))::date
      group by s.checkout_reason, v.label, v.sort order by count(*) desc, v.sort`,
    values: [who.orgId, who.deptIds, input.deptId, input.months],
  })
  return countedChart(
    { key: 'quit', scope: `近 ${input.months} 个月 ${people(found.rows)}`, unit: '人', series: '退住' },
    found.rows,
    (row) => row.name ?? row.key ?? '未填原因',
    () => null,
  )
}

interface Month {
  month: string
  came: number
  left: number
  there: number
  first: string
  last: string
}

/**
 * People whose stay began and ended in a month, and how many lived here on its last day (or today). Each stay is looked at
 * once: who lives here is whoever has come until then less whoever has left.
 */
const MONTHS = `with month as (
  select m::date as first, least((m + interval '1 month' - interval '1 day')::date, current_date) as last
  from generate_series(date_trunc('month', current_date) - make_interval(months => $4::int - 1),
    date_trunc('month', current_date), interval '1 month') m
), mine as materialized (
  select s.oldman_id, s.start_date, s.end_date from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id where ${SCOPE}
), came as (
  select first, count(*) as people, sum(stays) as stays from (
    select date_trunc('month', start_date)::date as first, oldman_id, count(*) as stays from mine
    where start_date <= current_date group by 1, 2) x group by first
), gone as (
  select first, count(*) as people, sum(stays) as stays from (
    select date_trunc('month', end_date)::date as first, oldman_id, count(*) as stays from mine
    where end_date <= current_date group by 1, 2) x group by first
)
select to_char(month.first, 'YYYY-MM') as month, to_char(month.first, 'YYYY-MM-DD') as first,
  to_char(month.last, 'YYYY-MM-DD') as last, coalesce(came.people, 0)::int as came, coalesce(gone.people, 0)::int as left,
  (coalesce((select sum(c.stays) from came c where c.first <= month.first), 0)
    - coalesce((select sum(g.stays) from gone g where g.first <= month.first), 0))::int as there
from month left join came on came.first = month.first left join gone on gone.first = month.first order by month.first`

async function live(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await who.app.pool.query<Month>({
    name: 'chart_live',
    text: MONTHS,
    values: [who.orgId, who.deptIds, input.deptId, input.months],
  })
  const rows = found.rows
  const route = listRoute(who, input)
  return {
    title: chartTitles.live,
    scope: `近 ${input.months} 个月`,
    unit: '人',
    categories: rows.map((row) => row.month),
    series: [
      { key: 'came', name: '入住', kind: 'bar', values: rows.map((row) => row.came) },
      { key: 'left', name: '退住', kind: 'bar', values: rows.map((row) => row.left) },
      { key: 'there', name: '在住人数', kind: 'line', values: rows.map((row) => row.there) },
    ],
    routes: rows.map((row) => route(`startFrom=${row.first}&startTo=${row.last}`)),
    total: rows.at(-1)?.there ?? 0,
  }
}

async function mattress(who: Caller, input: ChartInput): Promise<ChartData> {
  const rows = await rowsOf(
    who,
    'mattress',
    `select x.key, x.name, count(v.device_id)::int as count
      from (values ('in', '在床', 1), ('out', '离床', 2), ('none', '无读数', 3), ('off', '离线', 4)) x(key, name, sort)
      left join (select v.device_id, case when v.online = ${OnlineStatus.is.offline} then 'off'
      when v.in_bed = 1 then 'in' when v.in_bed = 0 then 'out'
          else 'none' end as key from device v
        left join bed b on b.org_id = v.org_id and b.bed_id = v.bed_id
        left join room r on r.org_id = b.org_id and r.room_id = b.room_id
        where v.org_id = $1 and v.kind = 'MATTRESS' and ${inDepts('r', '$2')}
          and ($3::text is null or r.dept_id = $3)) v on v.key = x.key
      group by x.key, x.name, x.sort order by x.sort`,
    input,
  )
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  return countedChart(
    { key: 'mattress', scope: `${total} 张`, unit: '张', series: '床垫' },
    rows,
    (row) => row.name!,
    () => null,
  )
}

interface Hour {
  hour: number
  done: number
  bad: number
  waiting: number
}

const HOURS = `select extract(hour from n.plan_time)::int as hour,
  count(*) filter (where n.state = 'DONE' and n.done_at <= n.plan_time + interval '30 minutes')::int as done,
  count(*) filter (where n.state = 'MISSED' or (n.state = 'DONE' and n.done_at > n.plan_time + interval '30 minutes')
    or (n.state = 'WAITING' and n.due_until < now()))::int as bad,
  count(*) filter (where n.state = 'WAITING' and n.due_until >= now())::int as waiting
from care_task n join oldman t on t.org_id = n.org_id and t.oldman_id = n.oldman_id
where ${SCOPE} and n.plan_time >= current_date and n.plan_time < current_date + 1 group by 1 order by 1`

async function execution(who: Caller, input: ChartInput): Promise<ChartData> {
  const found = await who.app.pool.query<Hour>({
    name: 'chart_execution',
    text: HOURS,
    values: [who.orgId, who.deptIds, input.deptId],
  })
  const rows = found.rows
  const total = rows.reduce((sum, row) => sum + row.done + row.bad + row.waiting, 0)
  return {
    title: chartTitles.execution,
    scope: `按计划时段，共 ${total} 项`,
    unit: '项',
    categories: rows.map((row) => `${row.hour}时`),
    series: [
      { key: 'done', name: '已执行', kind: 'bar', values: rows.map((row) => row.done) },
      { key: 'bad', name: '迟做或漏做', kind: 'bar', values: rows.map((row) => row.bad) },
      { key: 'waiting', name: '待执行', kind: 'bar', values: rows.map((row) => row.waiting) },
    ],
    routes: rows.map(() => null),
    total,
  }
}

export const chartQueries: Readonly<Record<ChartKey, (who: Caller, input: ChartInput) => Promise<ChartData>>> = {
  oldmanNum,
  oldmanAge,
  oldmanStatus,
  oldmanSex,
  nursingLevel,
  quit,
  live,
  mattress,
  execution,
}
