// Handlers of the health records.

import { invalid } from '#contract/kit/refusal'
import { type HealthRowData, healthRecord } from '#contract/monitor/healthRecord'
import { type HealthKindValue, MEASURES, OnlyNotable } from '#contract/monitor/healthWords'
import { PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows, several } from '#server/kit/page'
import { lastFinished } from './healthNight.ts'
import { NIGHT_COLUMNS } from './healthRead.ts'
import { rateStatistics, statusStatistics } from './healthStatistics.ts'
import { healthView } from './healthView.ts'

interface ListQuery {
  oldmanName?: string | null
  deptId?: string | null
  day?: string | null
  level?: 0 | 1 | 2 | null
  onlyNotable?: number | null
  page?: number | null
  size?: number | null
  orderBy?: string | null
}

const keysOf = (kind: HealthKindValue) => MEASURES.filter((one) => one.kind === kind).map((one) => one.key)

/** How far a night is from the usual in the measures of a kind; 0: not at all. */
const worst = (
  kind: HealthKindValue,
) => `(select coalesce(max(abs((j ->> 'verdict')::int)), 0) from jsonb_array_elements(t.judged) j
  where j ->> 'key' in (${keysOf(kind)
    .map((key) => `'${key}'`)
    .join(', ')}))`

const DEFAULT_SORT: Readonly<Record<HealthKindValue | 'all', string>> = {
  all: 't.level desc, t.exits desc',
  heart: `${worst('heart')} desc, t.heart_max desc nulls last`,
  breath: `${worst('breath')} desc, t.breath_avg10 desc nulls last`,
  bed: `${worst('bed')} desc, t.exits desc`,
  roll: `${worst('roll')} desc, t.turns`,
}

/** The resident of a night, for filters. */
const RESIDENT = (condition: string) =>
  `exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id and ${condition})`

const nights = (kind: HealthKindValue | 'all') => (query: ListQuery, who: Caller) =>
  pageOfRows<HealthRowData>(
    who.app.pool,
    {
      from: 'health_night t',
      key: 'oldman_id',
      // A resident has many nights; the page's rows are those of the one day.
      select: `o."oldmanId", o."oldmanName", o.sex, o.age, o.head, o.status, o.attention, o."deptName", o."bedPath",
        ${NIGHT_COLUMNS}, t.judged`,
      join: `join lateral (select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex,
          extract(year from age(current_date, t.birth_date))::int as age, t.head, t.status, t.notes as attention, d.dept_name as "deptName",
          at.path as "bedPath"
        from (select x.* from oldman x where x.org_id = t.org_id and x.oldman_id = t.oldman_id) t ${PLACE}
        left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id) o on t.day = @{1}::date`,
      given: [query.day ?? lastFinished(Date.now())],
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.day = ?::date', query.day ?? lastFinished(Date.now())],
        [RESIDENT('(o.dept_id is null or o.dept_id = any(?))'), who.deptIds],
        [
          RESIDENT('(o.oldman_name like ?1 or o.readings like ?2)'),
          query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
        ],
        [RESIDENT('o.dept_id = ?'), query.deptId],
        ['t.level = ?', query.level],
        [kind === 'all' ? 't.level >= ?' : `${worst(kind)} >= ?`, query.onlyNotable === OnlyNotable.is.yes ? 1 : null],
      ],
      sorts: {
        oldmanName: '(select o.pinyin from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id)',
        inBedMin: 't.in_bed_min',
        exits: 't.exits',
        longestExitMin: 't.longest_exit_min',
        turns: 't.turns',
        bigMoveMin: 't.big_move_min',
        heartAvg: 't.heart_avg10',
        heartMax: 't.heart_max',
        heartMin: 't.heart_min',
        breathAvg: 't.breath_avg10',
        wet: 't.wet',
        level: 't.level',
        bedAt: 't.bed_at',
        riseAt: 't.rise_at',
      },
      defaultSort: DEFAULT_SORT[kind],
    },
    query,
  )

const STATUSES = ['bed', 'roll', 'heart', 'breath']

export default implement(healthRecord, {
  list: nights('all'),
  heart: nights('heart'),
  breath: nights('breath'),
  bed: nights('bed'),
  roll: nights('roll'),
  statistics: async ({ status, ...asked }, who) => {
    if (!STATUSES.includes(status)) throw invalid('统计内容应为 bed（在离床）或 roll（翻身体动）', 'status')
    return { ...(await statusStatistics(who, asked)), status }
  },
  heartStatistics: (asked, who) => rateStatistics(who, asked, 'heart'),
  breathStatistics: (asked, who) => rateStatistics(who, asked, 'breath'),
  view: ({ oldmanId, range, day }, who) => healthView(who, oldmanId, range ?? 'night', day ?? null),
})
