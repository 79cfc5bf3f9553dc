// Calls in figures: how many, how long people waited, how many were answered within a minute; by hour, day, bed, worker.
import { invalid } from '#contract/kit/refusal'
import type { CallStatisticsData } from '#contract/monitor/nurseCall'
import type { Caller } from '#server/kit/caller'
import { CALL_SCOPE, HANDLED, WAITED } from './callRows.ts'

const MOST_DAYS = 366
const USUAL_DAYS = 30
const DAY_MS = 86_400_000
const MOST_BEDS = 20

/** A call that still waits counts as a call, but its wait is not known yet. */
const SUM = `count(c.call_id)::int as calls, round(avg(c.wait)::numeric, 1)::float8 as "averageWait",
  round(100.0 * count(*) filter (where c.wait <= 60) / nullif(count(c.wait), 0), 1)::float8 as within60`

const rowsOf = (select: string) => `(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (${select}) x)`

const STATISTICS = `with c as materialized (
  select t.call_id, t.call_at, t.caller_type, t.bed_id, t.device_no, t.oldman_id, t.deal_type, t.room_id, t.clear_at,
    coalesce(t.answer_by, t.clear_by) as worker, ${WAITED} as wait, ${HANDLED} as handle, t.org_id
  from call_record t
  where t.org_id = $1 and ${CALL_SCOPE('$2')} and t.call_at >= coalesce($7::timestamptz, $3::date) and t.call_at < $4::date + 1
    and ($5::text is null or t.family = $5) and ($6::text is null or t.dept_id = $6)
)
select ${SUM}, (select count(*)::int from call_record t where t.org_id = $1 and t.clear_at is null and ${CALL_SCOPE('$2')}
    and ($5::text is null or t.family = $5) and ($6::text is null or t.dept_id = $6)) as open,
  round(avg(c.handle)::numeric, 1)::float8 as "averageHandle", max(c.wait)::int as "longestWait",
  ${rowsOf(`select h.hour, ${SUM} from generate_series(0, 23) h(hour)
    left join c on extract(hour from c.call_at) = h.hour group by h.hour order by h.hour`)} as "byHour",
  ${rowsOf(`select to_char(g.day, 'YYYY-MM-DD') as day, ${SUM}
    from generate_series($3::date, $4::date, interval '1 day') g(day)
    left join c on c.call_at >= g.day and c.call_at < g.day + interval '1 day' group by g.day order by g.day`)} as "byDay",
  ${rowsOf(`select c.caller_type as "callerType", ${SUM} from c group by 1 order by 2 desc, 1`)} as "byType",
  ${rowsOf(`select coalesce(v.label, c.deal_type, '未登记') as "dealTypeName", ${SUM} from c
    left join dictionary n on n.org_id = c.org_id and n.dictionary_code = 'callDealType'
    left join dictionary_value v on v.org_id = n.org_id and v.dictionary_id = n.dictionary_id and v.value = c.deal_type
    group by 1 order by 2 desc, 1`)} as "byDealType",
  ${rowsOf(`select coalesce(nullif(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), ''), '未绑定') as place,
      f."deviceNo", coalesce(v.caller_type, 'BED') as "callerType", o.oldman_name as "oldmanName", f.calls, f."averageWait", f.within60
    from (select c.org_id, c.bed_id, c.room_id, c.device_no as "deviceNo",
        (array_agg(c.oldman_id order by c.call_at desc))[1] as oldman_id, ${SUM}
      from c group by 1, 2, 3, 4 order by calls desc, "averageWait" desc nulls last limit ${MOST_BEDS}) f
    left join bed b on b.org_id = f.org_id and b.bed_id = f.bed_id
    left join room r on r.org_id = f.org_id and r.room_id = coalesce(b.room_id, f.room_id)
    left join location l on l.org_id = r.org_id and l.location_id = r.area
    left join oldman o on o.org_id = f.org_id and o.oldman_id = f.oldman_id
    left join device v on v.org_id = f.org_id and v.device_no = f."deviceNo"
    order by f.calls desc, f."averageWait" desc nulls last, 1`)} as "byBed",
  ${rowsOf(`select coalesce(e.emp_name, '床旁或主机（未登记人员）') as "userName", ${SUM}
    from c left join employee e on e.org_id = c.org_id and e.emp_id = c.worker where c.wait is not null
    group by 1 order by 2 desc, 1`)} as "byWorker"
from c`

interface Input {
  family?: string | null | undefined
  deptId?: string | null | undefined
  startDate?: string | null | undefined
  endDate?: string | null | undefined
  since?: string | null | undefined
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

export async function callStatistics(who: Caller, input: Input): Promise<CallStatisticsData> {
  const { rows: now } = await who.app.pool.query<{ today: string }>(
    `select to_char(current_date, 'YYYY-MM-DD') as today`,
  )
  const to = input.endDate ?? now[0]!.today
  const from = input.since?.slice(0, 10) ?? input.startDate ?? dayBefore(to, USUAL_DAYS - 1)
  if (from > to) throw invalid('开始日期不能晚于结束日期', 'startDate')
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
    throw invalid(`一次最多统计 ${MOST_DAYS} 天，请缩短日期范围`, 'startDate')
  const { rows } = await who.app.pool.query<CallStatisticsData>({
    name: 'call-statistics',
    text: STATISTICS,
    values: [who.orgId, who.deptIds, from, to, input.family ?? null, input.deptId ?? null, input.since ?? null],
  })
  return rows[0]!
}
