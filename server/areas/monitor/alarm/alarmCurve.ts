// What a mattress said around an alarm: the minutes before it began and after it ended.

import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import type { AlarmCurvePoint } from '#contract/monitor/alarm'
import type { Caller } from '#server/kit/caller'
import { ALARM_SCOPE } from './alarmCards.ts'

/** Half an hour on both sides; an alarm that stood open for a night is not shown whole. */
const SPAN = `select v.device_key as "deviceKey",
  extract(epoch from coalesce(t.start_at, t.raised_at) - interval '30 minutes')::float8 * 1000 as from,
  extract(epoch from least(now(), coalesce(t.handled_at, now()) + interval '30 minutes', t.raised_at + interval '3 hours'))::float8
    * 1000 as to
from alarm_record t left join device v on v.org_id = t.org_id and v.device_id = t.device_id and v.kind = 'MATTRESS'
where t.org_id = $1 and t.record_id = $3 and ${ALARM_SCOPE('$2')}`

const POINTS = `select extract(epoch from m.minute)::float8 * 1000 as at, round(m.heart_sum::numeric / nullif(m.heart_n, 0), 1)::float8 as heart,
  round(m.breath_sum::numeric / nullif(m.breath_n, 0), 1)::float8 as breath, round(m.in_bed_n * 100.0 / m.n)::int as "inBed",
  m.big_moves as "bigMoves", m.turns, m.wet
from reading_minute m where m.org_id = $1 and m.device_key = $2 and m.minute >= to_timestamp($3::float8 / 1000)
  and m.minute <= to_timestamp($4::float8 / 1000)
order by m.minute`

/** Minute by minute, from one moment to another (milliseconds). */
export const curvePoints = async (pool: pg.Pool, orgId: string, deviceKey: number, from: number, to: number) =>
  (await pool.query<AlarmCurvePoint>(POINTS, [orgId, deviceKey, from, to])).rows

export async function curveOf(who: Caller, recordId: string) {
  const { pool } = who.app
  const found = await pool.query<{ deviceKey: number | null; from: number; to: number }>(SPAN, [
    who.orgId,
    who.deptIds,
    recordId,
  ])
  const span = found.rows[0]
  if (!span) throw notFound('告警')
  const { deviceKey, from, to } = span
  const points = deviceKey === null ? [] : await curvePoints(pool, who.orgId, deviceKey, from, to)
  return { from, to, points }
}
