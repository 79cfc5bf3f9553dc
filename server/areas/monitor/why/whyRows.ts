// What was stored around a moment: readings, alarms, messages that did not count, gaps, outings.

import type pg from 'pg'
import { OUTING_REAL } from '#contract/live/outingMoves'
import type { DeviceKindValue } from '#contract/monitor/words'
import { AlarmStatus } from '#contract/monitor/words'
import type { Reading } from '#server/areas/monitor/alarmRule/evaluate'
import type { UnheardWhy } from '#server/areas/monitor/ingest/ingestRows'
import type { Outing, Span } from './whyReplay.ts'

const SECOND = 1_000
const HOUR = 3_600_000
export const BACK_MS = 24 * HOUR
/** A device that floods is judged from its last readings alone. */
const MOST_READINGS = 40_000

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`
const at = (place: string) => `to_timestamp(${place}::float8 / 1000)`

type Raw = [number, 0 | 1, number | null, number | null, number, number, number]
const toReading = ([when, inBed, heart, breath, move, turn, wet]: Raw): Reading => ({
  at: when,
  inBed,
  heart,
  breath,
  move,
  turn,
  wet,
})

const READINGS = `select ${ms('at')}, in_bed, heart, breath, move, turn, wet from reading
where org_id = $1 and device_key = $2 and at >= ${at('$3')} and at < ${at('$4')} order by at desc limit ${MOST_READINGS}`

/** A minute as one reading, at its beginning: all that is left when the readings themselves are gone. */
const MINUTES = `select ${ms('minute')}, (in_bed_n * 2 >= n)::int, round(heart_sum::numeric / nullif(heart_n, 0))::int,
  round(breath_sum::numeric / nullif(breath_n, 0))::int, case when big_moves * 2 >= n then 2 else 0 end, turns, wet
from reading_minute where org_id = $1 and device_key = $2 and minute >= ${at('$3')} and minute < ${at('$4')}
order by minute desc limit ${MOST_READINGS}`

export interface Kept {
  readings: Reading[]
  byMinute: boolean
}

/** Up to and with the second asked about; readings, or the minutes made of them where those are gone. */
export async function readingsBefore(pool: pg.Pool, orgId: string, deviceKey: number, asked: number): Promise<Kept> {
  const values = [orgId, deviceKey, asked - BACK_MS, asked + SECOND]
  const asRows = async (text: string) => {
    const { rows } = await pool.query<Raw>({ text, values, rowMode: 'array' })
    return rows.reverse().map(toReading)
  }
  const readings = await asRows(READINGS)
  if (readings.length > 0) return { readings, byMinute: false }
  return { readings: await asRows(MINUTES), byMinute: true }
}

/** The first reading after the moment: until when there was none. */
export async function nextReading(
  pool: pg.Pool,
  orgId: string,
  deviceKey: number,
  asked: number,
): Promise<number | null> {
  const { rows } = await pool.query<{ at: number }>(
    `select ${ms('at')} as at from reading where org_id = $1 and device_key = $2 and at >= ${at('$3')}
      and at < ${at('$4')} order by at limit 1`,
    [orgId, deviceKey, asked + SECOND, asked + BACK_MS],
  )
  return rows[0]?.at ?? null
}

export interface HeldAlarm {
  recordId: string
  source: DeviceKindValue
  type: string
  kind: string | null
  ruleId: string | null
  content: string
  status: number
  startMs: number | null
  raisedMs: number
  raisedAt: string
  repeats: number
  repeatedMs: number | null
  recoveredMs: number | null
  handledMs: number | null
  oddity: string | null
  deviceTime: string | null
}

const ALARMS = `select record_id as "recordId", source, type, kind, rule_id as "ruleId", content, status, ${ms('start_at')} as "startMs",
  ${ms('raised_at')} as "raisedMs", raised_at as "raisedAt", repeats, ${ms('repeated_at')} as "repeatedMs",
  ${ms('recovered_at')} as "recoveredMs", ${ms('handled_at')} as "handledMs", oddity, device_time as "deviceTime"
from alarm_record where org_id = $1 and device_no = $2 and raised_at < ${at('$4')}
  and (handled_at is null or handled_at >= ${at('$3')}) order by raised_at`

/** Those that were open at some time from a day and a half before until an hour after. */
export async function alarmsAround(
  pool: pg.Pool,
  orgId: string,
  deviceNo: string,
  asked: number,
): Promise<HeldAlarm[]> {
  const values = [orgId, deviceNo, asked - 1.5 * BACK_MS, asked + HOUR]
  return (await pool.query<HeldAlarm>(ALARMS, values)).rows
}

export const openAt = (alarm: HeldAlarm, moment: number) =>
  alarm.raisedMs < moment + SECOND && (alarm.handledMs === null || alarm.handledMs >= moment + SECOND)
export const raisedIn = (alarm: HeldAlarm, moment: number) =>
  alarm.raisedMs >= moment && alarm.raisedMs < moment + SECOND
export const repeatedIn = (alarm: HeldAlarm, moment: number) =>
  alarm.repeatedMs !== null && alarm.repeatedMs >= moment && alarm.repeatedMs < moment + SECOND
/** A person handled or ignored it; one that ended by itself has no cool-down. */
export const byHand = ({ status }: HeldAlarm) => status === AlarmStatus.is.ignored || status === AlarmStatus.is.handled

export interface Unheard {
  why: UnheardWhy
  count: number
  slotMs: number
  firstMs: number
  lastMs: number
  value: number | null
}

const UNHEARD = `select why, count, ${ms('slot')} as "slotMs", ${ms('first_at')} as "firstMs", ${ms('last_at')} as "lastMs", value
from device_unheard where org_id = $1 and device = any($2) and slot <= ${at('$4')}
  and (slot > ${at('$3')} or why = 'CLOCK') order by slot`

/** Of the hour before the moment, and what was last known of the clock. */
export async function unheardAround(
  pool: pg.Pool,
  orgId: string,
  names: readonly string[],
  asked: number,
): Promise<Unheard[]> {
  return (await pool.query<Unheard>(UNHEARD, [orgId, names, asked - HOUR, asked + SECOND])).rows
}

/** While nobody listened, around the moment. */
export async function deafAround(pool: pg.Pool, asked: number): Promise<Span[]> {
  const { rows } = await pool.query<Span>(
    `select ${ms('from_at')} as from, ${ms('to_at')} as to from listening_gap
      where to_at > ${at('$1')} and from_at < ${at('$2')} order by from_at`,
    [asked - BACK_MS, asked + HOUR],
  )
  return rows
}

/** Registered when they happened: one that was typed in later muted nothing. */
const OUTINGS = `select oldman_id as "oldmanId", ${ms('actual_out')} as from, coalesce(${ms('actual_return')}, 9e15) as to from outing
where org_id = $1 and oldman_id = any($2) and actual_out < ${at('$4')} and coalesce(actual_return, 'infinity') > ${at('$3')}
  and state in (${OUTING_REAL}) and backfill_reason is null order by actual_out`

export async function outingsAround(
  pool: pg.Pool,
  orgId: string,
  oldmanIds: readonly string[],
  asked: number,
): Promise<Outing[]> {
  const values = [orgId, oldmanIds, asked - BACK_MS, asked + HOUR]
  return (await pool.query<Outing>(OUTINGS, values)).rows
}
