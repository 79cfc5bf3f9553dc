// Why a call point raised nothing at a moment, or something. Every press that counts becomes a record, so the records tell.
import type pg from 'pg'
import { type AskedDevice, recordLines } from './whyDevice.ts'
import type { HeldAlarm } from './whyRows.ts'
import { type Line, line, near, weightOf } from './whyWords.ts'

export async function whyCall(
  pool: pg.Pool,
  device: AskedDevice,
  alarms: readonly HeldAlarm[],
  at: number,
): Promise<Line[]> {
  const lines = recordLines(alarms, at)
  const { rows } = await pool.query<{ at: number; clearMs: number | null }>(
    `select round(extract(epoch from call_at) * 1000)::float8 as at, round(extract(epoch from clear_at) * 1000)::float8 as "clearMs"
    from call_record where org_id = $1 and device_id = $2 and call_at < to_timestamp($3::float8 / 1000) order by call_at desc limit 1`,
    [device.orgId, device.deviceId, at + 1_000],
  )
  const last = rows[0]
  const before = last
    ? `，上一次呼叫 ${near(last.at, at)}${last.clearMs === null ? '' : `，${near(last.clearMs, at)} 清除`}`
    : '，此前也没有呼叫记录'
  lines.push(
    line('NORMAL', `没有收到这个呼叫器的按键${before}；按键一到就会呼叫，请检查电量、距离或按钮`, {
      weight: weightOf('RECOVERED') + 0.5,
    }),
  )
  return lines
}
