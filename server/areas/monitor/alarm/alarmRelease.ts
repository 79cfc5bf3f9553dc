// Alarms whose condition is gone by itself. Nobody on the way: released. Somebody has taken it up: it says so and stays
// open until that person writes what was done. Cries for help are never released.

import type pg from 'pg'
import { AlarmStatus } from '#contract/monitor/words'
import type { DeviceEvent } from '#server/areas/monitor/ingest/ingestRows'
import type { Changed } from './alarmRaise.ts'

const RELEASE = {
  name: 'alarm-release',
  text: `with n as (
      select * from jsonb_to_recordset($1::jsonb) as n(o text, d text, type text, kind text, at float8, note text)
    ), ended as (
      update alarm_record a set recovered_at = greatest(to_timestamp(n.at / 1000.0), a.raised_at),
        status = case when a.taker_id is null then 4 else 0 end,
        handled_at = case when a.taker_id is null then greatest(to_timestamp(n.at / 1000.0), a.raised_at) end,
        next_step_at = case when a.taker_id is null then null else a.next_step_at end,
        next_name = case when a.taker_id is null then null else a.next_name end, version = a.version + 1
      from n where a.org_id = n.o and a.device_id = n.d and a.type = n.type and a.status = ${AlarmStatus.is.open}
        and a.recovered_at is null
        and (n.kind is null or a.kind is null or a.kind = n.kind) and a.type not in ('sos', 'manualAlarm')
      returning a.org_id, a.record_id, a.status, n.note
    ), step as (
      insert into alarm_step (org_id, step_id, record_id, kind, note)
      select org_id, replace(gen_random_uuid()::text, '-', ''), record_id,
        case when status = ${AlarmStatus.is.cleared} then 'RELEASED' else 'RECOVERED' end, note from ended
    ), dropped as (
      update vms_outbox v set state = 'DROPPED' from ended e
      where v.org_id = e.org_id and v.record_id = e.record_id and v.state = 'WAITING' and e.status = ${AlarmStatus.is.cleared}
    )
    select org_id as "orgId", record_id as "recordId", status from ended`,
}

export async function releaseAlarms(client: pg.ClientBase, events: readonly DeviceEvent[]): Promise<Changed[]> {
  const rows = events.flatMap(({ device, event }) =>
    event.do === 'recover'
      ? [{ o: device.orgId, d: device.deviceId, type: event.type, kind: event.kind, at: event.at, note: event.note }]
      : [],
  )
  if (rows.length === 0) return []
  const ended = await client.query<{ orgId: string; recordId: string; status: number }>({
    ...RELEASE,
    values: [JSON.stringify(rows)],
  })
  return ended.rows.map(({ orgId, recordId, status }) => ({
    orgId,
    recordId,
    change: status === AlarmStatus.is.open ? 'recovered' : 'closed',
  }))
}
