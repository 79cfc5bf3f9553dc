// What could not be understood of what devices say is kept aside whole, with the batch it came in: the last messages of
// each device, so that whoever sets it up sees what it sends. Older ones give way; how many there were is counted on the
// device itself.

import type pg from 'pg'
import type { AsideData } from '#contract/monitor/device'
import type { AsideRow } from '#server/areas/monitor/ingest/ingestRows'
import { KEPT_DAYS } from '#server/areas/monitor/ingest/partitions'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'

/** Of each device, and of all devices together that nobody has registered. */
export const ASIDES_KEPT = 50
const DAYS_KEPT = 30
/** Bytes; a message may be sixty times as long, and its beginning says what it is. */
const BYTES_KEPT = 4_096

const WRITE = {
  name: 'aside-write',
  text: `insert into device_aside (org_id, device_id, channel, arrived_at, payload, size, reason)
    select o, d, c, to_timestamp(t / 1000.0), p, s, r
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::bytea[], $6::int[], $7::text[]) as n(o, d, c, t, p, s, r)`,
}

const MAKE_ROOM = {
  name: 'aside-make-room',
  text: `delete from device_aside a using unnest($1::text[], $2::text[]) as n(o, d)
    where a.org_id = n.o and a.device_id = n.d and a.aside_no <= (select aside_no from device_aside b
      where b.org_id = n.o and b.device_id = n.d order by aside_no desc offset ${ASIDES_KEPT} limit 1)`,
}

export async function writeAsides(client: pg.Pool | pg.ClientBase, rows: readonly AsideRow[]): Promise<void> {
  const devices = new Map(rows.map((one) => [`${one.orgId} ${one.deviceId}`, one]))
  await Promise.all([
    client.query({
      ...WRITE,
      values: [
        rows.map((one) => one.orgId),
        rows.map((one) => one.deviceId),
        rows.map((one) => one.channel),
        rows.map((one) => one.arrivedAt),
        rows.map((one) => one.payload.subarray(0, BYTES_KEPT)),
        rows.map((one) => one.payload.length),
        rows.map((one) => one.reason),
      ],
    }),
    client.query({
      ...MAKE_ROOM,
      values: [[...devices.values()].map((one) => one.orgId), [...devices.values()].map((one) => one.deviceId)],
    }),
  ])
}

const SHOWN = 20
const SHOWN_CHARACTERS = 400
/** Control and direction characters could make a text say something else than it holds. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Bytes as a person can read them, whatever they are. */
export function readable(payload: Buffer, size: number): string {
  const text = new TextDecoder('utf-8').decode(payload).replace(UNSEEN, (one) => {
    const code = one.codePointAt(0)!
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
  const cut = [...text.slice(0, SHOWN_CHARACTERS + 1)]
  return cut.length > SHOWN_CHARACTERS || size > payload.length ? `${cut.slice(0, SHOWN_CHARACTERS).join('')}…` : text
}

/** The newest first. Whoever may see the device may see them; the caller has checked that. */
export async function asidesOf(pool: pg.Pool, orgId: string, deviceId: string): Promise<AsideData[]> {
  const { rows } = await pool.query<Omit<AsideData, 'text'> & { payload: Buffer }>({
    name: 'aside-of',
    text: `select aside_no::text as "asideNo", channel, arrived_at as "arrivedAt", payload, size, reason from device_aside
      where org_id = $1 and device_id = $2 order by aside_no desc limit ${SHOWN}`,
    values: [orgId, deviceId],
  })
  return rows.map(({ payload, ...row }) => ({ ...row, text: readable(payload, row.size) }))
}

/** As long as the readings it explains are usually kept. */
const UNHEARD_DAYS = KEPT_DAYS.readingDays
/** What was replaced before is asked about by nobody. */
const VERSION_DAYS = KEPT_DAYS.minuteDays

export async function forgetOld({ pool }: Pick<AppContext, 'pool'>): Promise<void> {
  await pool.query(
    `delete from device_aside a where arrived_at < now() - make_interval(days => $1)
    or device_id <> '' and not exists (select from device d where d.org_id = a.org_id and d.device_id = a.device_id)`,
    [DAYS_KEPT],
  )
  // Across organisations: what is too old is nobody's any more.
  await pool.query('delete from device_unheard where slot < now() - make_interval(days => $1)', [UNHEARD_DAYS])
  await pool.query('delete from listening_gap where to_at < now() - make_interval(days => $1)', [UNHEARD_DAYS])
  await pool.query(
    `delete from monitor_version v where exists (select from monitor_version n where n.org_id = v.org_id
      and n.subject = v.subject and n.subject_id = v.subject_id and n.at > v.at and n.at < now() - make_interval(days => $1))`,
    [VERSION_DAYS],
  )
}

export const forgetAsides = defineJob('monitor.asides', (_payload, app) => forgetOld(app))
export const forgetNightly = defineCron(forgetAsides, '40 2 * * *')
