// The charts of the home pages, and which of them a person wants to see.
import { type ChartKey, chartKeys, charts, chartTitles, type ShowSetData, START_CHARTS } from '#contract/home/charts'
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { chartQueries } from './chartQueries.ts'

const MONTHS = 12

const chart = (key: ChartKey) => (q: { months?: number | null; deptId?: string | null }, who: Caller) =>
  chartQueries[key](who, { months: q.months ?? MONTHS, deptId: q.deptId || null })

interface Kept {
  charts: { key: string; shown: boolean }[]
}

const isKey = (key: string): key is ChartKey => (chartKeys as readonly string[]).includes(key)

/** What was chosen, then what has been added to the product since, at the end and not shown. */
function merged(kept: Kept | null): ShowSetData['charts'] {
  const chosen = kept
    ? kept.charts.filter((one) => isKey(one.key))
    : START_CHARTS.map((key) => ({ key: key as string, shown: true }))
  const rest = chartKeys.filter((key) => !chosen.some((one) => one.key === key)).map((key) => ({ key, shown: false }))
  return [...chosen, ...rest].map(({ key, shown }) => ({ key, shown, title: chartTitles[key as ChartKey] }))
}

async function setOf(who: Caller): Promise<ShowSetData> {
  const found = await who.app.pool.query<{ content: Kept; version: number }>({
    name: 'home_show',
    text: 'select content, version from home_show where org_id = $1 and user_id = $2',
    values: [who.orgId, who.userId],
  })
  const row = found.rows[0]
  return { charts: merged(row?.content ?? null), version: row?.version ?? 0 }
}

const SAVE = `insert into home_show (org_id, user_id, content) values ($1, $2, $3)
on conflict (org_id, user_id) do update set content = excluded.content, version = home_show.version + 1, updated_at = now()`

const DAY = `select to_char(d.day, 'YYYY-MM-DD') as day, count(a.record_id)::int as count,
  count(a.handled_at)::int as handled,
  (percentile_cont(0.5) within group (order by extract(epoch from a.handled_at - a.raised_at))
    filter (where a.handled_at is not null))::float8 as seconds
from generate_series($3::date, $4::date, interval '1 day') d(day)
left join (select a.* from alarm_record a left join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
    where a.org_id = $1 and a.source = 'CALL' and a.raised_at >= $3::date and a.raised_at < $4::date + 1
      and ($2::text[] is null or coalesce(a.dept_id, t.dept_id) is null or coalesce(a.dept_id, t.dept_id) = any($2))) a
  on a.raised_at >= d.day and a.raised_at < d.day + interval '1 day'
group by d.day order by d.day`

const ALL = `select count(*)::int as total, count(a.handled_at)::int as handled,
  (percentile_cont(0.5) within group (order by extract(epoch from a.handled_at - a.raised_at))
    filter (where a.handled_at is not null))::float8 as seconds
from alarm_record a left join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
where a.org_id = $1 and a.source = 'CALL' and a.raised_at >= $3::date and a.raised_at < $4::date + 1
  and ($2::text[] is null or coalesce(a.dept_id, t.dept_id) is null or coalesce(a.dept_id, t.dept_id) = any($2))`

const MOST_DAYS = 366
const DAYS = 30
const DAY_MS = 86_400_000

interface CallFigures {
  total: number
  handled: number
  seconds: number | null
}

async function callStatistics(who: Caller, from: string | null, to: string | null) {
  const today = await who.app.pool.query<{ today: string }>({
    name: 'home_today',
    text: `select to_char(current_date, 'YYYY-MM-DD') as today`,
  })
  const last = to ?? today.rows[0]!.today
  const first = from ?? new Date(Date.parse(`${last}T00:00:00Z`) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  if (first > last) throw invalid('结束日期不能早于开始日期', 'to')
  if (Date.parse(last) - Date.parse(first) >= MOST_DAYS * DAY_MS) throw invalid('一次最多统计一年', 'from')
  const values = [who.orgId, who.deptIds, first, last]
  const [days, all] = await Promise.all([
    who.app.pool.query<{ day: string; count: number; handled: number; seconds: number | null }>({
      name: 'call_days',
      text: DAY,
      values,
    }),
    who.app.pool.query<CallFigures>({ name: 'call_all', text: ALL, values }),
  ])
  return { ...all.rows[0]!, days: days.rows }
}

export default implement(charts, {
  oldmanNum: chart('oldmanNum'),
  oldmanAge: chart('oldmanAge'),
  oldmanStatus: chart('oldmanStatus'),
  oldmanSex: chart('oldmanSex'),
  nursingLevel: chart('nursingLevel'),
  quit: chart('quit'),
  live: chart('live'),
  mattress: chart('mattress'),
  execution: chart('execution'),
  set: (_, who) => setOf(who),
  saveSet: async (body, who) => {
    const keys = body.charts.map((one) => one.key)
    const unknown = keys.find((key) => !isKey(key))
    if (unknown !== undefined) throw invalid(`没有名为“${unknown}”的图表`, 'charts')
    if (new Set(keys).size !== keys.length) throw invalid('同一张图表出现了两次', 'charts')
    await who.tx(async (tx) => {
      const now = await tx.client.query<{ version: number }>(
        'select version from home_show where org_id = $1 and user_id = $2 for update',
        [who.orgId, who.userId],
      )
      await refuseStale(tx, who.userId, body.version, now.rows[0]?.version ?? 0)
      await tx.client.query(SAVE, [who.orgId, who.userId, JSON.stringify({ charts: body.charts })])
      const shown = body.charts.filter((one) => one.shown).map((one) => chartTitles[one.key as ChartKey])
      tx.log({ remark: `首页图表：${shown.join('、') || '全部隐藏'}`, targetType: 'homeShow', targetId: who.userId })
    })
    return null
  },
  callStatistics: (q, who) => callStatistics(who, q.from ?? null, q.to ?? null),
})
