// Handlers of the four monitors: whoever has a mattress, what it says now, and a short curve for each row of the page.

import { type PageInfo, pageInfo } from '#contract/kit/paging'
import {
  type MonitorName,
  type MonitorRowData,
  type MonitorStateValue,
  mattressMonitor,
} from '#contract/monitor/mattressMonitor'
import { AlarmStatus, OnlineStatus } from '#contract/monitor/words'
import { type EffectiveRules, ruleAt } from '#server/areas/monitor/alarmRule/effectiveRules'
import { type MattressState, watchedKinds } from '#server/areas/monitor/alarmRule/evaluate'
import { MINUTE_MS, newestNight, nightStart } from '#server/areas/monitor/healthRecord/healthNight'
import { AWAY_NOW, ms, rulesFor } from '#server/areas/monitor/healthRecord/healthRead'
import { AGE, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { conditionsOf, several } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

interface Query {
  oldmanName?: string | null
  deptId?: string | null
  state?: MonitorStateValue | null
  page?: number | null
  size?: number | null
}

type Found = Omit<MonitorRowData, 'watching' | 'since' | 'state' | 'curve' | 'low' | 'high'> & {
  levelId: string | null
  deviceKey: number
  eval: MattressState | null
}

const ROWS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.dept_id as "deptId", d.dept_name as "deptName", t.level_id as "levelId", at.bed_id as "bedId", at.path as "bedPath",
  v.device_id as "deviceId", v.device_key as "deviceKey", v.device_no as "deviceNo", v.online, v.in_bed as "inBed", s.heart,
  s.breath, s.move, s.wet, s.signal, coalesce(s.battery, v.battery) as battery, ${ms('s.at')} as at, s.eval->'bed' as eval, ${AWAY_NOW} as away,
  a.alarm
from device v join oldman t on t.org_id = v.org_id and t.current_bed_id = v.bed_id
left join device_state s on s.org_id = v.org_id and s.device_id = v.device_id
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id ${PLACE}
left join lateral (select jsonb_build_object('recordId', r.record_id, 'type', r.type, 'content', r.content, 'urgency', r.urgency,
    'raisedAt', to_char(r.raised_at, 'YYYY-MM-DD HH24:MI:SS'), 
    'takenAt', to_char(r.taken_at, 'YYYY-MM-DD HH24:MI:SS'), 'takerName', e.emp_name) as alarm
  from alarm_record r left join employee e on e.org_id = r.org_id and e.emp_id = r.taker_id
  where r.org_id = v.org_id and r.device_no = v.device_no and r.status = ${AlarmStatus.is.open} 
  order by r.taken_at is not null, r.urgency, r.raised_at limit 1) a on true`

/** One state: the first that holds. */
function stateOf(row: Found, watching: readonly string[]): MonitorStateValue {
  if (row.alarm) return row.alarm.takenAt === null ? 'alarm' : 'taken'
  if (row.online !== OnlineStatus.is.online) return 'offline'
  if (watching.length > 0) return 'watch'
  return row.inBed === 0 ? 'out' : 'in'
}

/** Where it matters who is up they come first; where there is something to read only in bed, those who lie there. */
const LYING_FIRST: readonly MonitorStateValue[] = ['alarm', 'taken', 'watch', 'in', 'out', 'offline']
const ORDER: Readonly<Record<MonitorName, readonly MonitorStateValue[]>> = {
  heart: LYING_FIRST,
  breath: LYING_FIRST,
  turn: LYING_FIRST,
  bed: ['alarm', 'taken', 'watch', 'out', 'in', 'offline'],
}

type Row = MonitorRowData & { deviceKey: number }

/** Who is overdue comes right after the alarms; then by state, then by the way through the house. */
function urgencyOf(name: MonitorName, row: Row): string {
  const place = row.alarm ? `0${row.alarm.takenAt === null ? 0 : 1}${row.alarm.urgency}${row.alarm.raisedAt}` : ''
  const overdue = row.overdue ? (row.ruled ? '1' : '2') : ''
  return `${place || overdue || `3${ORDER[name].indexOf(row.state)}`} ${row.bedPath}`
}

const NOTHING = { curve: [], low: null, high: null, upper: null, lower: null, exits: null, turnedAt: null, turns: null }
/** What a resident without a rule of the house is measured by: a hint, no alarm. */
const HINT_S = 120 * 60

function limitsOf(name: MonitorName, rules: EffectiveRules, now: number) {
  if (name !== 'heart' && name !== 'breath') return { upper: null, lower: null }
  const rule = ruleAt(rules[name === 'heart' ? 'HEART' : 'BREATH'], now)
  return { upper: rule?.upper ?? null, lower: rule?.lower ?? null }
}

function turnOf(row: Found, rules: EffectiveRules, now: number) {
  const rule = ruleAt(rules.STILL, now)
  const limitS = rule?.durationS ?? HINT_S
  const lies = row.online === OnlineStatus.is.online && row.inBed === 1 && !row.away
  const begin = Math.max(row.eval?.since ?? 0, row.eval?.lastTurn ?? 0)
  return {
    turnedAt: row.eval?.lastTurn ?? null,
    limitS,
    ruled: rule !== undefined,
    overdue: lies && begin > 0 && now - begin >= limitS * 1000,
  }
}

interface Window {
  from: number
  stepS: number
  length: number
}

const HALF_HOUR_MIN = 30
const TEN_MIN = 10
const WINDOW: Readonly<Record<MonitorName, { minutes: number; stepS: number }>> = {
  heart: { minutes: HALF_HOUR_MIN, stepS: 60 },
  breath: { minutes: HALF_HOUR_MIN, stepS: 60 },
  bed: { minutes: 12 * 60, stepS: TEN_MIN * 60 },
  turn: { minutes: 4 * 60, stepS: TEN_MIN * 60 },
}

function windowOf(name: MonitorName, now: number): Window {
  const { minutes, stepS } = WINDOW[name]
  const step = stepS * 1000
  const to = (Math.floor(now / step) + 1) * step
  return { from: to - minutes * MINUTE_MS, stepS, length: (minutes * 60) / stepS }
}

interface Slot {
  k: number
  slot: number
  value: number | null
  low: number | null
  high: number | null
}

const VALUE: Readonly<Record<MonitorName, string>> = {
  heart:
    'round(sum(heart_sum)::numeric / nullif(sum(heart_n), 0), 1)::float8 as value, min(heart_min) as low, max(heart_max) as high',
  breath:
    'round(sum(breath_sum)::numeric / nullif(sum(breath_n), 0), 1)::float8 as value, min(breath_min) as low, max(breath_max) as high',
  bed: 'round(sum(in_bed_n)::numeric / nullif(sum(n), 0), 2)::float8 as value, null::int as low, null::int as high',
  turn: 'sum(turns)::float8 as value, null::int as low, null::int as high',
}

const slots = (name: MonitorName) => ({
  name: `monitor-slots-${name}`,
  text: `select device_key as k, floor((extract(epoch from minute) - $3::float8 / 1000) / $4)::int as slot, ${VALUE[name]}
    from reading_minute where org_id = $1 and device_key = any($2::int[]) and minute >= to_timestamp($3::float8 / 1000)
    group by device_key, slot order by device_key, slot`,
})

const EXITS = {
  name: 'monitor-exits',
  text: `select device_key as k, sum(exits)::int as exits from reading_minute
    where org_id = $1 and device_key = any($2::int[]) and minute >= to_timestamp($3::float8 / 1000) group by device_key`,
}

const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const most = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** Curves of the page's rows only. */
async function withCurves(who: Caller, name: MonitorName, rows: Row[], now: number): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map((row) => row.deviceKey)
  const window = windowOf(name, now)
  const [found, exits] = await Promise.all([
    who.app.pool.query<Slot>({ ...slots(name), values: [who.orgId, keys, window.from, window.stepS] }),
    name === 'bed'
      ? who.app.pool.query<{ k: number; exits: number }>({
          ...EXITS,
          values: [who.orgId, keys, nightStart(newestNight(now))],
        })
      : null,
  ])
  const byKey = new Map(rows.map((row) => [row.deviceKey, row]))
  for (const row of rows) {
    row.curve = Array.from({ length: window.length }, () => null)
    if (name === 'turn') row.turns = 0
    if (exits) row.exits = 0
  }
  for (const { k, slot, value, low, high } of found.rows) {
    const row = byKey.get(k)!
    if (slot >= 0 && slot < window.length) row.curve[slot] = value
    row.low = least(row.low, low)
    row.high = most(row.high, high)
    if (name === 'turn') row.turns = (row.turns ?? 0) + (value ?? 0)
  }
  for (const one of exits?.rows ?? []) byKey.get(one.k)!.exits = one.exits
}

const DEFAULT_SIZE = 10

const monitor =
  (name: MonitorName) =>
  async (query: Query, who: Caller): Promise<PageInfo<MonitorRowData>> => {
    const now = Date.now()
    const { where, values } = conditionsOf([
      ['v.org_id = ?', who.orgId],
      [`v.kind = ?`, 'MATTRESS'],
      deptFilter(who, 't'),
      [
        nameMatches('?1', '?2'),
        query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
      ],
      ['t.dept_id = ?', query.deptId],
    ])
    const { rows } = await who.app.pool.query<Found>(`${ROWS} where v.enabled and ${where}`, values)
    const rulesOf = await rulesFor(who.app.pool, who.orgId, rows)
    const all = rows.map((row): Row => {
      const rules = rulesOf(row)
      const { eval: state, levelId: _level, ...plain } = row
      const watching = state ? watchedKinds(state) : []
      const turn = name === 'turn' ? turnOf(row, rules, now) : { limitS: null, ruled: false, overdue: false }
      return {
        ...plain,
        ...NOTHING,
        ...limitsOf(name, rules, now),
        ...turn,
        curve: [],
        watching,
        since: state?.since ?? null,
        state: stateOf(row, watching),
      }
    })
    const asked = query.state ? all.filter((row) => row.state === query.state) : all
    const keys = new Map(asked.map((row) => [row, urgencyOf(name, row)]))
    asked.sort((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1))
    const page = query.page ?? 1
    const size = query.size || DEFAULT_SIZE
    const shown = asked.slice((page - 1) * size, page * size)
    await withCurves(who, name, shown, now)
    return pageInfo<MonitorRowData>(shown, asked.length, page, size)
  }

export default implement(mattressMonitor, {
  heart: monitor('heart'),
  breath: monitor('breath'),
  bed: monitor('bed'),
  turn: monitor('turn'),
})
