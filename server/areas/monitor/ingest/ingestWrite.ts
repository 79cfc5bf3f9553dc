// Writes a plan in one transaction: readings, minutes, states, alarms. Statements are sent together and share a round
// trip; arrays are written as literals, because a thousand readings are nine arrays of a thousand plain numbers.

import type pg from 'pg'
import { timeText } from '#contract/kit/clock'
import { cardsOf, type OwnedCard } from '#server/areas/monitor/alarm/alarmCards'
import { asChanged, type Changed, type NewAlarm, raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { releaseAlarms } from '#server/areas/monitor/alarm/alarmRelease'
import { writeAsides } from '#server/areas/monitor/device/deviceAside'
import { pressed } from '#server/areas/monitor/nurseCall/callPress'
import { type StoredDeviceSign, storeDeviceSign } from '#server/areas/nursing/public'
import {
  type AsideRow,
  type DeviceChange,
  type DeviceEvent,
  type MinuteRow,
  type Plan,
  type PositionRow,
  type ReadingRow,
  SIGN_OF_NOBODY,
  type SignRow,
  type StateRow,
} from './ingestRows.ts'
import { writeUnheard } from './ingestUnheard.ts'
import { MOST } from './minutes.ts'

/** Somebody else has written a device's state since it was read: read again and evaluate again. */
export class StaleState extends Error {
  constructor() {
    super('the state of a device changed meanwhile')
  }
}

const numbers = (values: readonly (number | null)[]) => `{${values.map((one) => one ?? 'null').join(',')}}`
const ids = (values: readonly string[]) => `{${values.map((one) => `"${one}"`).join(',')}}`

const MOMENT = (column: string) => `to_timestamp(${column} / 1000.0)`

const READINGS = {
  name: 'ingest-readings',
  text: `insert into reading (org_id, device_key, at, in_bed, heart, breath, move, turn, wet)
    select o, k, ${MOMENT('t')}, i, h, b, m, u, w
    from unnest($1::text[], $2::int[], $3::float8[], $4::int2[], $5::int2[], $6::int2[], $7::int2[], $8::int2[], $9::int2[])
      as n(o, k, t, i, h, b, m, u, w)
    on conflict do nothing`,
}

const readingValues = (rows: readonly ReadingRow[]) => [
  ids(rows.map((one) => one.device.orgId)),
  numbers(rows.map((one) => one.device.deviceKey)),
  numbers(rows.map((one) => one.at)),
  numbers(rows.map((one) => one.inBed)),
  numbers(rows.map((one) => one.heart)),
  numbers(rows.map((one) => one.breath)),
  numbers(rows.map((one) => one.move)),
  numbers(rows.map((one) => one.turn)),
  numbers(rows.map((one) => one.wet)),
]

const MINUTE_COLUMNS = `org_id, device_key, minute, oldman_id, n, in_bed_n, heart_n, heart_sum, heart_min, heart_max, breath_n,
  breath_sum, breath_min, breath_max, turns, big_moves, exits, wet`

/** A device that floods fills a column to the brim, and no statement fails for it. */
const sum = (column: string) => `least(reading_minute.${column}::int + excluded.${column}, ${MOST})`

const ADD_UP = `on conflict (org_id, device_key, minute) do update set n = ${sum('n')},
  in_bed_n = ${sum('in_bed_n')}, heart_n = ${sum('heart_n')},
  heart_sum = reading_minute.heart_sum + excluded.heart_sum,
  heart_min = least(reading_minute.heart_min, excluded.heart_min),
  heart_max = greatest(reading_minute.heart_max, excluded.heart_max),
  breath_n = ${sum('breath_n')}, breath_sum = reading_minute.breath_sum + excluded.breath_sum,
  breath_min = least(reading_minute.breath_min, excluded.breath_min),
  breath_max = greatest(reading_minute.breath_max, excluded.breath_max),
  turns = ${sum('turns')}, big_moves = ${sum('big_moves')}, exits = ${sum('exits')}, wet = greatest(reading_minute.wet, excluded.wet),
  oldman_id = coalesce(reading_minute.oldman_id, excluded.oldman_id)`

const MINUTES = {
  name: 'ingest-minutes',
  text: `insert into reading_minute (${MINUTE_COLUMNS})
    select o, k, to_timestamp(m * 60), nullif(e, ''), n, bed, hn, hs, hlo, hhi, bn, bs, blo, bhi, turns, moves, exits, wet
    from unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::int2[], $6::int2[], $7::int2[], $8::int[], $9::int2[],
      $10::int2[], $11::int2[], $12::int[], $13::int2[], $14::int2[], $15::int2[], $16::int2[], $17::int2[], $18::int2[])
      as n(o, k, m, e, n, bed, hn, hs, hlo, hhi, bn, bs, blo, bhi, turns, moves, exits, wet)
    order by 1, 2, 3
    ${ADD_UP}`,
}

const minuteValues = (rows: readonly MinuteRow[]) => [
  ids(rows.map((one) => one.device.orgId)),
  numbers(rows.map((one) => one.device.deviceKey)),
  numbers(rows.map((one) => one.m)),
  ids(rows.map((one) => one.device.oldmanId ?? '')),
  numbers(rows.map((one) => one.n)),
  numbers(rows.map((one) => one.bed)),
  numbers(rows.map((one) => one.hn)),
  numbers(rows.map((one) => one.hs)),
  numbers(rows.map((one) => one.hlo)),
  numbers(rows.map((one) => one.hhi)),
  numbers(rows.map((one) => one.bn)),
  numbers(rows.map((one) => one.bs)),
  numbers(rows.map((one) => one.blo)),
  numbers(rows.map((one) => one.bhi)),
  numbers(rows.map((one) => one.turns)),
  numbers(rows.map((one) => one.moves)),
  numbers(rows.map((one) => one.exits)),
  numbers(rows.map((one) => one.wet)),
]

/** Late ones count in their minute only when they are new; a doubled message is none. */
const LATE = {
  name: 'ingest-late',
  text: `with n as (
      select * from unnest($1::text[], $2::int[], $3::float8[], $4::int2[], $5::int2[], $6::int2[], $7::int2[], $8::int2[],
        $9::int2[], $10::text[]) as n(o, k, t, i, h, b, m, u, w, e)
    ), stored as (
      insert into reading (org_id, device_key, at, in_bed, heart, breath, move, turn, wet)
      select o, k, ${MOMENT('t')}, i, h, b, m, u, w from n on conflict do nothing
      returning org_id, device_key, at, in_bed, heart, breath, move, turn, wet
    )
    insert into reading_minute (${MINUTE_COLUMNS})
    select s.org_id, s.device_key, date_trunc('minute', s.at), nullif(max(n.e), ''), count(*), sum(s.in_bed), count(s.heart),
      coalesce(sum(s.heart), 0), min(s.heart), max(s.heart), count(s.breath), coalesce(sum(s.breath), 0), min(s.breath),
      max(s.breath), least(sum(s.turn), ${MOST}), count(*) filter (where s.move = 2), 0, max(s.wet)
    from stored s join n on n.o = s.org_id and n.k = s.device_key and ${MOMENT('n.t')} = s.at
    group by 1, 2, 3 order by 1, 2, 3
    ${ADD_UP}`,
}

const POSITIONS = {
  name: 'ingest-positions',
  text: `insert into position (org_id, device_key, at, map_key, x, y)
    select o, k, ${MOMENT('t')}, m, x, y
    from unnest($1::text[], $2::int[], $3::float8[], $4::int[], $5::real[], $6::real[]) as n(o, k, t, m, x, y)
    on conflict do nothing`,
}

const positionValues = (rows: readonly PositionRow[]) => [
  ids(rows.map((one) => one.device.orgId)),
  numbers(rows.map((one) => one.device.deviceKey)),
  numbers(rows.map((one) => one.at)),
  numbers(rows.map((one) => one.mapKey)),
  numbers(rows.map((one) => one.x)),
  numbers(rows.map((one) => one.y)),
]

/** Only where nobody has written meanwhile; the caller compares the count. */
const STATES = {
  name: 'ingest-states',
  text: `update device_state s set version = s.version + 1, eval = n.e, closed = '{}',
      at = coalesce(${MOMENT('n.t')}, s.at), heard_at = coalesce(${MOMENT('n.q')}, s.heard_at),
      in_bed = coalesce(n.i, s.in_bed), heart = case when n.t is null then s.heart else n.h end,
      breath = case when n.t is null then s.breath else n.b end, move = coalesce(n.m, s.move), wet = coalesce(n.w, s.wet),
      signal = coalesce(n.s, s.signal), battery = coalesce(n.a, s.battery),
      map_id = coalesce(n.p, s.map_id), x = coalesce(n.x, s.x), y = coalesce(n.y, s.y),
      fix_at = coalesce(${MOMENT('n.f')}, s.fix_at), work = coalesce(n.wk, s.work), strap = coalesce(n.st, s.strap),
      fault = coalesce(n.fa, s.fault)
    from jsonb_to_recordset($1::jsonb) as n(o text, d text, v int, e jsonb, t float8, q float8, i int2, h int2, b int2, m int2,
      w int2, s int2, a int2, p text, x real, y real, f float8, wk text, st int2, fa text)
    where s.org_id = n.o and s.device_id = n.d and s.version = n.v`,
}

/**
 * Short names and nothing that is null: this text is the largest part of a batch. Put together by hand, because objects
 * made only to be written would be half of what the garbage collector has to clear away.
 */
function stateText(rows: readonly StateRow[]): string {
  let all = '['
  for (const { device, version, text, heardAt, reading, tag, signal, battery } of rows) {
    all += `${all.length > 1 ? ',' : ''}{"o":"${device.orgId}","d":"${device.deviceId}","v":${version},"e":${text}`
    if (heardAt !== null) all += `,"q":${heardAt}`
    if (reading) {
      all += `,"t":${reading.at},"i":${reading.inBed},"m":${reading.move},"w":${reading.wet}`
      if (reading.heart !== null) all += `,"h":${reading.heart}`
      if (reading.breath !== null) all += `,"b":${reading.breath}`
    }
    if (signal !== null) all += `,"s":${signal}`
    if (battery !== null) all += `,"a":${battery}`
    if (tag) {
      all += `,"t":${tag.at}`
      if (tag.mapId !== null) all += `,"p":${JSON.stringify(tag.mapId)},"x":${tag.x},"y":${tag.y},"f":${tag.at}`
      if (tag.work !== null) all += `,"wk":${JSON.stringify(tag.work)}`
      if (tag.strap !== null) all += `,"st":${tag.strap}`
      if (tag.fault !== null) all += `,"fa":${JSON.stringify(tag.fault)}`
    }
    all += '}'
  }
  return `${all}]`
}

const CHANGES = {
  name: 'ingest-changes',
  text: `update device d set online = coalesce(n.online, d.online), in_bed = coalesce(n."inBed", d.in_bed),
      battery = coalesce(n.battery, d.battery), clock_offset_s = coalesce(n."clockOffsetS", d.clock_offset_s),
      firmware = coalesce(n.firmware, d.firmware), last_upgrade = coalesce(n."lastUpgrade", d.last_upgrade),
      bad_count = least(d.bad_count::bigint + coalesce(n.bad, 0), 2000000000), bad_reason = coalesce(n.reason, d.bad_reason),
      bad_at = coalesce(${MOMENT('n."badAt"')}, d.bad_at), last_at = now()
    from jsonb_to_recordset($1::jsonb) as n(o text, d text, online int, "inBed" int, battery int, "clockOffsetS" int,
      firmware text, "lastUpgrade" int, bad int, reason text, "badAt" float8)
    where d.org_id = n.o and d.device_id = n.d`,
}

const changeText = (changes: readonly DeviceChange[]) =>
  JSON.stringify(
    changes.map(({ device, bad, ...change }) => ({
      o: device.orgId,
      d: device.deviceId,
      ...change,
      ...(bad && { bad: bad.count, reason: bad.reason, badAt: bad.at }),
    })),
  )

function newAlarm({ device, event, at, times, lastAt, said }: DeviceEvent): NewAlarm | null {
  if (event.do !== 'raise') return null
  return {
    orgId: device.orgId,
    source: device.kind,
    deviceId: device.deviceId,
    deviceNo: device.deviceNo,
    bedId: device.bedId,
    roomId: device.roomId,
    oldmanId: device.oldmanId,
    userId: device.userId,
    deptId: device.deptId,
    type: event.type,
    kind: event.kind,
    ruleId: event.ruleId,
    level: event.level,
    content: event.content,
    value: event.value,
    threshold: event.threshold,
    unit: event.unit,
    voiceTimes: event.voiceTimes,
    mapId: at?.mapId ?? null,
    x: at?.x ?? null,
    y: at?.y ?? null,
    startAt: event.startAt,
    raisedAt: event.at,
    times,
    lastAt,
    ...said,
  }
}

/** Events of one device and type keep their order; those of others go along in the same statement. */
function rounds(events: readonly DeviceEvent[]): DeviceEvent[][] {
  const counts = new Map<string, number>()
  const all: DeviceEvent[][] = []
  for (const one of events) {
    const key = `${one.device.orgId} ${one.device.deviceId} ${one.event.type}`
    const round = counts.get(key) ?? 0
    counts.set(key, round + 1)
    all[round] ??= []
    all[round].push(one)
  }
  return all
}

/** Those that begin and those that end are of different devices or types, so they go together. */
async function changeAlarms(client: pg.ClientBase, plan: Plan, round: readonly DeviceEvent[]): Promise<Changed[]> {
  const begins = round.map(newAlarm).filter((one) => one !== null)
  const [raised, ended] = await Promise.all([raiseAlarms(client, begins, plan.ladders), releaseAlarms(client, round)])
  return [...asChanged(raised), ...ended]
}

export interface Written {
  changes: readonly Changed[]
  /** Of what changed, as it is after the commit. */
  cards: readonly OwnedCard[]
  /** Measurements that are to be told. */
  signs: readonly StoredDeviceSign[]
}

/** Everything of a plan, or nothing; answers what is to be announced. */
export async function writePlan(pool: pg.Pool, plan: Plan): Promise<Written> {
  const client = await pool.connect()
  const lost = lossOf(client)
  try {
    const written = await Promise.race([writeIn(client, plan), lost.promise])
    client.release()
    return written
  } catch (error) {
    // Nobody can say how far it got: a connection in doubt is not used again, and the database rolls back what it began.
    if (!(error instanceof StaleState) || lost.happened()) client.release(true)
    else
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
    throw error
  } finally {
    lost.forget()
  }
}

/** Statements sent to a connection that breaks may never be answered; its end is an answer to all of them. */
function lossOf(client: pg.PoolClient) {
  let happened = false
  let tell: (error: Error) => void = () => undefined
  const promise = new Promise<never>((_, reject) => {
    tell = reject
  })
  promise.catch(() => undefined)
  const onError = (error: Error) => {
    happened = true
    tell(error)
  }
  const onEnd = () => onError(new Error('the connection to the database ended'))
  client.on('error', onError)
  client.on('end', onEnd)
  return {
    promise,
    happened: () => happened,
    forget() {
      client.off('error', onError)
      client.off('end', onEnd)
    },
  }
}

const signKey = ({ device, at, messageNo }: SignRow) => `${device.orgId} ${device.oldmanId} ${at} ${messageNo}`

async function writeIn(client: pg.PoolClient, plan: Plan): Promise<Written> {
  const sent: Promise<unknown>[] = [client.query('begin')]
  const send = (statement: { name: string; text: string }, values: unknown[]) => {
    const result = client.query({ ...statement, values })
    sent.push(result)
    return result
  }
  const stated = plan.states.length > 0 ? send(STATES, [stateText(plan.states)]) : null
  if (plan.readings.length > 0) send(READINGS, readingValues(plan.readings))
  if (plan.late.length > 0) {
    send(LATE, [...readingValues(plan.late), ids(plan.late.map((one) => one.device.oldmanId ?? ''))])
  }
  if (plan.minutes.length > 0) send(MINUTES, minuteValues(plan.minutes))
  if (plan.positions.length > 0) send(POSITIONS, positionValues(plan.positions))
  if (plan.changes.length > 0) send(CHANGES, [changeText(plan.changes)])
  if (plan.asides.length > 0) sent.push(writeAsides(client, plan.asides))
  if (plan.unheard.size > 0) sent.push(writeUnheard(client, [...plan.unheard.values()]))
  // Alarms go along in the same round trip: should a state be stale, they are rolled back with the rest.
  const [first = [], ...more] = rounds(plan.events)
  const changing = changeAlarms(client, plan, first)
  const failures = (await Promise.allSettled([...sent, changing])).filter((one) => one.status === 'rejected')
  // The first is the reason; the others fail because of it.
  if (failures.length > 0) throw failures[0]!.reason
  if (stated && (await stated).rowCount !== plan.states.length) throw new StaleState()
  const changes = await changing
  for (const round of more) changes.push(...(await changeAlarms(client, plan, round)))
  for (const { device, button, at, times, said } of plan.presses) {
    changes.push(...(await pressed(client, device, button, at, { times, ...said })))
  }
  const signs: StoredDeviceSign[] = []
  const refused: AsideRow[] = []
  // In one order, so that two processes never wait for each other's residents.
  for (const { device, at, messageNo, values } of plan.signs.toSorted((a, b) => (signKey(a) < signKey(b) ? -1 : 1))) {
    const { orgId, deviceId, deviceNo, oldmanId } = device
    const stored = await storeDeviceSign(client, {
      orgId,
      oldmanId: oldmanId!,
      device: { deviceId, deviceNo, messageNo },
      measuredAt: timeText(at),
      values,
    })
    // Left since the device was read.
    if (stored === 'gone')
      refused.push({
        orgId,
        deviceId,
        channel: 'sign',
        arrivedAt: at,
        reason: SIGN_OF_NOBODY,
        payload: Buffer.from(JSON.stringify(values)),
      })
    else if (stored) signs.push(stored)
  }
  if (refused.length > 0) await writeAsides(client, refused)
  const [cards] = await Promise.all([cardsOf(client, changes), client.query('commit')])
  return { changes, cards, signs }
}
