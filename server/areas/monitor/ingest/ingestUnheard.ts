// What devices say that does not count is counted, so that whoever asks later why there was no alarm gets an answer. By the
// hour, presses by the minute: few rows, whatever a device sends.
import type pg from 'pg'
import type { Plan, UnheardRow, UnheardWhy } from './ingestRows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Rows of strangers that an organisation may have; further ones share a name. */
export const STRANGER_ROWS = 1_000

/** `at`: when it arrived; of late readings the time they speak of. */
export function noteUnheard(
  plan: Pick<Plan, 'unheard'>,
  { orgId, deviceId }: { orgId: string; deviceId: string },
  why: UnheardWhy,
  at: number,
  value: number | null = null,
): void {
  const every = why === 'AGAIN' ? MINUTE : HOUR
  const slot = Math.floor(at / every) * every
  const key = `${orgId} ${deviceId} ${why} ${slot}`
  const known = plan.unheard.get(key)
  if (!known) {
    plan.unheard.set(key, { orgId, device: deviceId, why, slot, count: 1, firstAt: at, lastAt: at, value })
    return
  }
  known.count++
  known.firstAt = Math.min(known.firstAt, at)
  known.lastAt = Math.max(known.lastAt, at)
  known.value = value
}

const MOMENT = (column: string) => `to_timestamp(${column} / 1000.0)`

/** Grouped again: of strangers without room several become one. In order, so that two batches never wait in a circle. */
const WRITE = {
  name: 'unheard-write',
  text: `insert into device_unheard as u (org_id, device, why, slot, count, first_at, last_at, value)
    select o, case when w <> 'UNKNOWN' or exists (select from device_unheard k where k.org_id = o and k.device = d
          and k.why = w and k.slot = ${MOMENT('s')})
        or (select count(*) from (select from device_unheard k where k.org_id = o and k.why = 'UNKNOWN'
          limit ${STRANGER_ROWS}) x) < ${STRANGER_ROWS} then d else '' end,
      w, ${MOMENT('s')}, sum(n), min(${MOMENT('f')}), max(${MOMENT('l')}), max(v)
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::int[], $6::float8[], $7::float8[], $8::int[])
      as n(o, d, w, s, n, f, l, v)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (org_id, device, why, slot) do update set count = least(u.count::bigint + excluded.count, 2000000000),
      first_at = least(u.first_at, excluded.first_at), last_at = greatest(u.last_at, excluded.last_at), value = excluded.value`,
}

export function writeUnheard(client: pg.Pool | pg.ClientBase, rows: readonly UnheardRow[]): Promise<unknown> {
  return client.query({
    ...WRITE,
    values: [
      rows.map((one) => one.orgId),
      rows.map((one) => one.device),
      rows.map((one) => one.why),
      rows.map((one) => one.slot),
      rows.map((one) => one.count),
      rows.map((one) => one.firstAt),
      rows.map((one) => one.lastAt),
      rows.map((one) => one.value),
    ],
  })
}
