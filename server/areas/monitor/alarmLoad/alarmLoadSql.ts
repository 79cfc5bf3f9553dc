// How much alarms ask of the staff, added up in one statement: by day, by rule and by resident.

import { invalid } from '#contract/kit/refusal'
import type { LoadByResident, LoadByRule, LoadData } from '#contract/monitor/alarmLoad'
import type { DeviceKindValue } from '#contract/monitor/words'
import { AlarmStatus } from '#contract/monitor/words'
import { alarmTypeName } from '#server/areas/monitor/alarm/alarmCards'
import { AGE, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

const MOST_DAYS = 92
const USUAL_DAYS = 30

/** The caller's alarms of the days, with how they ended and how long nobody came. */
const HITS = `with hit as materialized (
  select t.source, t.type, t.kind, t.rule_id, t.oldman_id, t.raised_at::date as day, t.status,
    (t.raised_at::time >= '20:00' or t.raised_at::time < '08:00') as night, t.status = ${AlarmStatus.is.handled} as acted,
    extract(epoch from coalesce(t.taken_at, case when t.handler_id is not null then t.handled_at end) - t.raised_at) as waited
  from alarm_record t
  where t.org_id = $1 and t.raised_at >= $3::date and t.raised_at < $4::date + 1
    and ${inDepts('t', '$2')} and ($5::text is null or t.dept_id = $5)
    and ($6::text is null or t.source = $6)
), span as (select ($4::date - $3::date + 1)::int as nights)`

const SUMS = `count(*)::int as raised, count(*) filter (where night)::int as "atNight",
  round(count(*) filter (where night) * 10.0 / (select nights from span))::int as "perNight10",
  count(*) filter (where acted)::int as acted, count(*) filter (where status = ${AlarmStatus.is.ignored})::int as ignored,
  count(*) filter (where status = ${AlarmStatus.is.cleared})::int as released,
  count(*) filter (where status = ${AlarmStatus.is.open})::int as open,
  round(count(*) filter (where acted) * 100.0 / nullif(count(*) filter (where status <> ${AlarmStatus.is.open}),
  0))::int as "actedShare",
  round(percentile_cont(0.5) within group (order by waited))::int as "medianS"`

const KEY = `coalesce(rule_id, source || ':' || type)`

const LOAD = `${HITS}, rules as (
  select ${KEY} as key, min(rule_id) as "ruleId", source, min(type) as type, min(kind) as kind,
    count(distinct oldman_id)::int as residents, ${SUMS}
  from hit group by ${KEY}, source
), residents as (
  select oldman_id, ${SUMS} from hit where oldman_id is not null group by oldman_id order by count(*) desc limit 300
), most as (
  select distinct on (oldman_id) oldman_id, key, "ruleId", source, type, kind, n from (
    select oldman_id, ${KEY} as key, min(rule_id) as "ruleId", source, min(type) as type, min(kind) as kind, count(*)::int as n
    from hit where oldman_id is not null group by oldman_id, ${KEY}, source) x order by oldman_id, n desc, key
)
select (select nights from span) as nights,
  (select to_jsonb(x) from (select ${SUMS} from hit) x) as total,
  (select coalesce(jsonb_agg(x order by x.day), '[]') from (
    select d::date::text as day, count(*) filter (where acted)::int as acted,
      count(*) filter (where status = ${AlarmStatus.is.ignored})::int as ignored,
      count(*) filter (where status = ${AlarmStatus.is.cleared})::int as released,
      count(*) filter (where status = ${AlarmStatus.is.open})::int as open
    from generate_series($3::date, $4::date, '1 day') d left join hit on hit.day = d::date group by d) x) as "byDay",
  (select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('ruleName', r.rule_name) order by x.raised desc, x.key), '[]')
    from rules x left join alarm_rule r on r.org_id = $1 and r.rule_id = x."ruleId") as "byRule",
  (select coalesce(jsonb_agg(to_jsonb(y) order by y.raised desc, y."oldmanId"), '[]') from (
    select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.notes as attention, at.path as place,
      e.raised, e."atNight", e."perNight10", e.acted, e.ignored, e.released, e.open, e."actedShare", e."medianS",
      m.source as "mostSource", m.type as "mostType", m.kind as "mostKind", m."ruleId" as "mostRuleId", m.n as "mostRaised",
      r.rule_name as "mostRuleName"
    from residents e join oldman t on t.org_id = $1 and t.oldman_id = e.oldman_id
    join most m on m.oldman_id = e.oldman_id left join alarm_rule r on r.org_id = $1 and r.rule_id = m."ruleId"
    ${PLACE}) y) as "byResident"`

type Typed = { source: DeviceKindValue; type: string; ruleName: string | null }
type RuleRow = Omit<LoadByRule, 'name'> & Typed
type ResidentRow = Omit<LoadByResident, 'mostName'> & {
  mostSource: DeviceKindValue
  mostType: string
  mostRuleName: string | null
}
interface Row {
  nights: number
  total: LoadData['total']
  byDay: LoadData['byDay']
  byRule: RuleRow[]
  byResident: ResidentRow[]
}

const nameOf = (source: DeviceKindValue, type: string, ruleId: string | null, ruleName: string | null) =>
  ruleName ?? (ruleId === null ? alarmTypeName(source, type) : `${alarmTypeName(source, type)}（规则已删除）`)

const DAYS = `select coalesce($1::date, coalesce($2::date, current_date) - ${USUAL_DAYS - 1})::text as "dateStart",
  coalesce($2::date, current_date)::text as "dateEnd"`

export interface LoadQuery {
  dateStart?: string | null
  dateEnd?: string | null
  deptId?: string | null
  source?: string | null
}

export async function loadOf(who: Caller, query: LoadQuery): Promise<LoadData> {
  const { pool } = who.app
  const days = await pool.query<{ dateStart: string; dateEnd: string }>(DAYS, [query.dateStart, query.dateEnd])
  const { dateStart, dateEnd } = days.rows[0]!
  if (dateEnd < dateStart) throw invalid('结束日期不能早于开始日期', 'dateEnd')
  const span = (Date.parse(dateEnd) - Date.parse(dateStart)) / 86_400_000 + 1
  if (span > MOST_DAYS) throw invalid(`一次最多统计 ${MOST_DAYS} 天`, 'dateStart')
  const { rows } = await pool.query<Row>({
    name: 'alarm-load',
    text: LOAD,
    values: [who.orgId, who.deptIds, dateStart, dateEnd, query.deptId ?? null, query.source ?? null],
  })
  const found = rows[0]!
  return {
    dateStart,
    dateEnd,
    nights: found.nights,
    total: found.total,
    byDay: found.byDay,
    byRule: found.byRule.map(({ ruleName, type, ...row }) => ({
      ...row,
      name: nameOf(row.source, type, row.ruleId, ruleName),
    })),
    byResident: found.byResident.map(({ mostSource, mostType, mostRuleName, ...row }) => ({
      ...row,
      mostName: nameOf(mostSource, mostType, row.mostRuleId, mostRuleName),
    })),
  }
}
