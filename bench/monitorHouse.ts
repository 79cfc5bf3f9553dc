// A house with a thousand mattresses for the benchmark, and a day of their readings.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { LoadDevice } from './mqttLoad.ts'

export const DEVICES = 1_000
const INTERVAL_S = 5

const MATTRESSES = `insert into device (org_id, device_id, device_no, kind, bed_id, online, interval_s)
select $1::varchar, lpad(n::text, 32, '0'), 'BENCH' || n, 'MATTRESS', bed_id, 1, ${INTERVAL_S}
from (select bed_id, row_number() over (order by bed_id) as n from (
  select o.current_bed_id as bed_id from oldman o where o.org_id = $1::varchar and o.archive_no like 'BX%'
    and o.current_bed_id is not null order by 1 limit ${DEVICES}) beds) numbered
on conflict do nothing`

const STATES = `insert into device_state (org_id, device_id) select org_id, device_id from device
where org_id = $1 and device_no like 'BENCH%' on conflict do nothing`

const ACCOUNTS = `insert into mqtt_credential (org_id, client_name, secret_hash, device_id)
select $1, n.name, n.hash, n.id from jsonb_to_recordset($2::jsonb) as n(name text, hash text, id text)`

/** Raised by the first wet reading and over with the first dry one, so that every message is one of an alarm. */
const AT_ONCE = `update alarm_rule set duration_s = 0, recover_s = 0, cooldown_s = 0 where org_id = $1 and kind = 'WET'`

const digest = (salt: string, secret: string) =>
  createHash('sha256').update(salt).update('\0').update(secret).digest('hex')

export async function fillMattresses(client: pg.Client, orgId: string): Promise<LoadDevice[]> {
  await client.query(MATTRESSES, [orgId])
  await client.query(STATES, [orgId])
  await client.query(AT_ONCE, [orgId])
  const devices = Array.from({ length: DEVICES }, (_, at) => ({
    orgId,
    deviceId: String(at + 1).padStart(32, '0'),
    clientName: `bench-${at + 1}`,
    secret: randomBytes(16).toString('hex'),
  }))
  const accounts = devices.map((one) => {
    const salt = randomBytes(16).toString('hex')
    return { name: one.clientName, hash: `sha256$${salt}$${digest(salt, one.secret)}`, id: one.deviceId }
  })
  await client.query(ACCOUNTS, [orgId, JSON.stringify(accounts)])
  return devices
}

const DAY_READINGS = `insert into reading (org_id, device_key, at, in_bed, heart, breath, move, turn, wet)
select $1, d.device_key, t, 1, 58 + (n * 7 + extract(epoch from t)::int / 60) % 17, 13 + (n + extract(epoch from t)::int / 300) % 6,
  0, 0, 0
from (select device_key, row_number() over (order by device_key) as n from device where org_id = $1 and device_no like 'BENCH%') d,
  generate_series($2::timestamptz, $2::timestamptz + interval '1 hour' - interval '1 second', interval '5 seconds') t`

const DAY_MINUTES = `insert into reading_minute (org_id, device_key, minute, oldman_id, n, in_bed_n, heart_n, heart_sum, heart_min,
  heart_max, breath_n, breath_sum, breath_min, breath_max, turns, big_moves, exits, wet)
select r.org_id, r.device_key, date_trunc('minute', r.at), o.oldman_id, count(*), sum(r.in_bed), count(r.heart), coalesce(sum(r.heart), 0),
  min(r.heart), max(r.heart), count(r.breath), coalesce(sum(r.breath), 0), min(r.breath), max(r.breath), 0, 0, 0, 0
from reading r join device d on d.org_id = r.org_id and d.device_key = r.device_key
join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
where r.org_id = $1 and d.device_no like 'BENCH%' group by 1, 2, 3, 4
on conflict do nothing`

/** 24 hours before the hour that runs; parts of the tables are made by the product. */
export async function fillDay(client: pg.Client, orgId: string, say: (line: string) => void): Promise<number> {
  const { rows } = await client.query<{ first: string }>(
    `select (date_trunc('hour', now()) - interval '24 hours')::text as first`,
  )
  for (let hour = 0; hour < 24; hour++) {
    const at = (
      await client.query(`select ($1::timestamptz + make_interval(hours => $2))::text as at`, [rows[0]!.first, hour])
    ).rows[0].at as string
    await client.query(DAY_READINGS, [orgId, at])
    if (hour % 6 === 5) say(`  ${hour + 1} of 24 hours`)
  }
  await client.query(DAY_MINUTES, [orgId])
  await client.query('vacuum analyze reading')
  await client.query('vacuum analyze reading_minute')
  return (await client.query<{ n: string }>('select count(*)::text as n from reading')).rows.map((row) =>
    Number(row.n),
  )[0]!
}
