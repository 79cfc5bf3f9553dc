// Reading what the health records are made of: minutes, kept nights, limits and alarms. Charts never touch the readings
// themselves, only their minutes.

import type pg from 'pg'
import { OUTING_GRANTED } from '#contract/live/outingMoves'
import { allRules } from '#server/areas/monitor/alarmRule/alarmRuleRows'
import {
  type EffectiveRules,
  effectiveRules,
  type Override,
  type RuledResident,
  ruleAt,
} from '#server/areas/monitor/alarmRule/effectiveRules'
import type { KeptNight, Limits, NightAlarm } from './healthBaseline.ts'
import type { Minute } from './healthNight.ts'

type Client = pg.Pool | pg.ClientBase

/** Times leave the driver as wall clock; what is counted with needs milliseconds. */
export const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const at = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`

const MINUTES = {
  name: 'health-minutes',
  text: `select oldman_id as "oldmanId", ${ms('minute')} as at, n, in_bed_n as "inBedN", heart_n as "heartN",
    heart_sum as "heartSum", heart_min as "heartMin", heart_max as "heartMax", breath_n as "breathN", breath_sum as "breathSum",
    breath_min as "breathMin", breath_max as "breathMax", turns, big_moves as "bigMoves", exits, wet
  from reading_minute where org_id = $1 and oldman_id = any($2) and minute >= ${at('$3')} and minute < ${at('$4')}
  order by oldman_id, minute`,
}

const lower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const higher = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** A resident who changed beds within a minute has two rows of it. */
function added(a: Minute, b: Minute): Minute {
  return {
    at: a.at,
    n: a.n + b.n,
    inBedN: a.inBedN + b.inBedN,
    heartN: a.heartN + b.heartN,
    heartSum: a.heartSum + b.heartSum,
    heartMin: lower(a.heartMin, b.heartMin),
    heartMax: higher(a.heartMax, b.heartMax),
    breathN: a.breathN + b.breathN,
    breathSum: a.breathSum + b.breathSum,
    breathMin: lower(a.breathMin, b.breathMin),
    breathMax: higher(a.breathMax, b.breathMax),
    turns: a.turns + b.turns,
    bigMoves: a.bigMoves + b.bigMoves,
    exits: a.exits + b.exits,
    wet: a.wet + b.wet,
  }
}

/** The minutes of these residents from one moment to another (milliseconds), oldest first. */
export async function minutesOf(
  client: Client,
  orgId: string,
  oldmanIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Minute[]>> {
  const { rows } = await client.query<Minute & { oldmanId: string }>({
    ...MINUTES,
    values: [orgId, oldmanIds, from, to],
  })
  const byResident = new Map<string, Minute[]>()
  for (const { oldmanId, ...minute } of rows) {
    const list = byResident.get(oldmanId) ?? []
    byResident.set(oldmanId, list)
    const last = list.at(-1)
    if (last?.at === minute.at) list[list.length - 1] = added(last, minute)
    else list.push(minute)
  }
  return byResident
}

/** A night as it is kept; `t` is health_night. */
export const NIGHT_COLUMNS = `t.day, t.in_bed_min as "inBedMin", t.bed_at as "bedAt", t.rise_at as "riseAt", t.exits,
  t.longest_exit_min as "longestExitMin", t.exit_min as "exitMin", t.heart_avg10 / 10.0::float8 as "heartAvg",
  t.heart_min as "heartMin", t.heart_max as "heartMax", t.breath_avg10 / 10.0::float8 as "breathAvg",
  t.breath_min as "breathMin", t.breath_max as "breathMax", t.turns, t.big_move_min as "bigMoveMin", t.wet, t.minutes, t.away,
  t.level, t.note`

const KEPT = {
  name: 'health-kept-nights',
  text: `select t.oldman_id as "oldmanId", t.day, t.in_bed_min as "inBedMin", ${ms('t.bed_at')} as "bedAt",
    ${ms('t.rise_at')} as "riseAt", t.exits, t.longest_exit_min as "longestExitMin", t.exit_min as "exitMin",
    t.heart_avg10 as "heartAvg10", t.heart_min as "heartMin", t.heart_max as "heartMax", t.breath_avg10 as "breathAvg10",
    t.breath_min as "breathMin", t.breath_max as "breathMax", t.turns, t.big_move_min as "bigMoveMin", t.wet, t.minutes, t.away
  from health_night t where t.org_id = $1 and t.oldman_id = any($2) and t.day >= $3 and t.day <= $4
  order by t.oldman_id, t.day`,
}

/** The nights of these residents between two days, both included. */
export async function keptNights(
  client: Client,
  orgId: string,
  oldmanIds: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, KeptNight[]>> {
  const { rows } = await client.query<KeptNight & { oldmanId: string }>({
    ...KEPT,
    values: [orgId, oldmanIds, from, to],
  })
  const byResident = new Map<string, KeptNight[]>()
  for (const { oldmanId, ...night } of rows) {
    const list = byResident.get(oldmanId) ?? []
    byResident.set(oldmanId, list)
    list.push(night)
  }
  return byResident
}

const OVERRIDES = {
  name: 'health-overrides',
  text: `select oldman_id as "oldmanId", kind, off, upper, lower, duration_s as "durationS" from alarm_override
    where org_id = $1 and oldman_id = any($2)`,
}

/** The rules that count for each of these residents. */
export async function rulesFor(
  client: Client,
  orgId: string,
  residents: readonly RuledResident[],
): Promise<(resident: RuledResident) => EffectiveRules> {
  const [rules, overrides] = await Promise.all([
    allRules(client, orgId),
    client.query<Override>({ ...OVERRIDES, values: [orgId, residents.map((one) => one.oldmanId)] }),
  ])
  return (resident) => effectiveRules(rules, overrides.rows, resident)
}

export interface TimedLimits extends Limits {
  durationS: number | null
}

/** Limits of heart and breath at a moment; none where no rule is switched on. */
export function limitsAt(rules: EffectiveRules, moment: number): { heart: TimedLimits; breath: TimedLimits } {
  const of = (kind: 'HEART' | 'BREATH') => {
    const rule = ruleAt(rules[kind], moment)
    return { upper: rule?.upper ?? null, lower: rule?.lower ?? null, durationS: rule?.durationS ?? null }
  }
  return { heart: of('HEART'), breath: of('BREATH') }
}

const ALARMS = {
  name: 'health-alarms',
  text: `select oldman_id as "oldmanId", ${ms('raised_at')} as at, kind, value, content, status, taken_at is not null as taken, ${ms('handled_at')} as "handledAt"
    from alarm_record where org_id = $1 and oldman_id = any($2) and source = 'MATTRESS'
      and raised_at >= ${at('$3')} and raised_at < ${at('$4')} order by raised_at`,
}

/** Alarms of the mattresses of these residents. */
export async function nightAlarms(
  client: Client,
  orgId: string,
  oldmanIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, NightAlarm[]>> {
  const { rows } = await client.query<NightAlarm & { oldmanId: string }>({
    ...ALARMS,
    values: [orgId, oldmanIds, from, to],
  })
  const byResident = new Map<string, NightAlarm[]>()
  for (const { oldmanId, ...alarm } of rows) byResident.set(oldmanId, [...(byResident.get(oldmanId) ?? []), alarm])
  return byResident
}

/** Out of the house now; `t` is the resident. */
export const AWAY_NOW = `exists (select from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id
  and u.state in (${OUTING_GRANTED}) and u.actual_out is not null and u.actual_return is null)`
