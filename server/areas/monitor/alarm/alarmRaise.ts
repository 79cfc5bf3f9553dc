// Raising alarms. Whoever raises one, a batch of readings, a press of a button or the watch over silent devices, does it
// here, many at once: the partial unique index makes a repeated signal an update of the open row.

import type pg from 'pg'
import { alarm } from '#contract/monitor/alarm'
import type { DeviceKindValue } from '#contract/monitor/words'
import { AlarmStatus } from '#contract/monitor/words'
import { beginLadder, type Climbing } from '#server/areas/monitor/ladder/ladder'
import { type LadderFacts, ladderFacts } from '#server/areas/monitor/ladder/ladderFacts'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { cardsOf, type OwnedCard } from './alarmCards.ts'

export interface NewAlarm {
  orgId: string
  source: DeviceKindValue
  deviceId: string
  deviceNo: string
  bedId: string | null
  roomId: string | null
  oldmanId: string | null
  userId: string | null
  deptId: string | null
  type: string
  kind: string | null
  ruleId: string | null
  level: number
  content: string
  value: number | null
  threshold: number | null
  unit: string | null
  voiceTimes: number
  mapId: string | null
  x: number | null
  y: number | null
  /** Milliseconds since 1970. */
  startAt: number | null
  raisedAt: number
  /** How many presses it stands for; when the last of them was. */
  times?: number
  lastAt?: number
  /** Of a press: the time its device said, when it differs; what was wrong with it, in words. */
  deviceTime?: string | null
  oddity?: string | null
}

const FIRST = 1
const RATES = 2
const EXIT = 3
const REST = 4

/** SOS and calls, heart and breath, bed-exit, the rest. */
export function urgencyOf(source: DeviceKindValue, type: string): number {
  if (source === 'CALL' || type === 'sos' || type === 'manualAlarm') return FIRST
  if (source === 'MATTRESS' && (type === '3' || type === '4')) return RATES
  if (source === 'MATTRESS' && type === '1') return EXIT
  return type === 'railAlarm' ? EXIT : REST
}

export interface Raised extends Climbing {
  /** False: it was open already. */
  fresh: boolean
}

const RAISE = {
  name: 'alarm-raise',
  text: `insert into alarm_record (org_id, record_id, source, device_id, device_no, bed_id, room_id, oldman_id, user_id, dept_id,
    type, kind, rule_id, level, urgency, content, value, threshold, unit, voice_times, map_id, x, y, start_at, raised_at,
    repeats, repeated_at, device_time, oddity)
  select n."orgId", n."recordId", n.source, n."deviceId", n."deviceNo", n."bedId", n."roomId", n."oldmanId", n."userId",
    n."deptId", n.type, n.kind, n."ruleId", n.level, n.urgency, n.content, n.value, n.threshold, n.unit, n."voiceTimes",
    n."mapId", n.x, n.y, to_timestamp(n."startAt" / 1000.0), to_timestamp(n."raisedAt" / 1000.0),
    coalesce(n.times, 1) - 1, case when n.times > 1 then to_timestamp(n."lastAt" / 1000.0) end, n."deviceTime", n.oddity
  from jsonb_to_recordset($1::jsonb) as n("orgId" text, "recordId" text, source text, "deviceId" text, "deviceNo" text,
    "bedId" text, "roomId" text, "oldmanId" text, "userId" text, "deptId" text, type text, kind text, "ruleId" text,
    level int, urgency int, content text, value int, threshold int, unit text, "voiceTimes" int, "mapId" text, x real,
    y real, "startAt" float8, "raisedAt" float8, times int, "lastAt" float8, "deviceTime" text, oddity text)
  on conflict (org_id, device_no, type) where status = ${AlarmStatus.is.open} do update set
    repeats = alarm_record.repeats + excluded.repeats + 1,
    repeated_at = greatest(excluded.raised_at, excluded.repeated_at), device_time = excluded.device_time,
    oddity = coalesce(excluded.oddity, alarm_record.oddity), content = excluded.content, kind = excluded.kind, value = excluded.value,
    threshold = excluded.threshold, map_id = excluded.map_id, x = excluded.x, y = excluded.y,
    level = greatest(alarm_record.level, excluded.level), recovered_at = null, version = alarm_record.version + 1
  returning org_id as "orgId", record_id as "recordId", source, type, level, urgency, dept_id as "deptId", rank,
    null as "takerName", xmax = 0 as fresh`,
}

/**
 * Inside a transaction of the caller; `announce` the answer after its commit. `known`: whom the ladder tells, where the
 * caller has it at hand; then everything is one round trip.
 */
export async function raiseAlarms(
  client: pg.ClientBase,
  alarms: readonly NewAlarm[],
  known?: ReadonlyMap<string, LadderFacts>,
): Promise<Raised[]> {
  if (alarms.length === 0) return []
  const rows = alarms.map((one) => ({ ...one, recordId: newId(), urgency: urgencyOf(one.source, one.type) }))
  const facts =
    known ??
    (await ladderFacts(
      client,
      alarms.map((one) => one.orgId),
    ))
  const [{ rows: raised }] = await Promise.all([
    client.query<Raised>({ ...RAISE, values: [JSON.stringify(rows)] }),
    // Of one that was open already the new number is nobody's, and its ladder goes on as it stands.
    beginLadder(
      client,
      rows.map((one) => ({ ...one, rank: 0, takerName: null })),
      facts,
    ),
  ])
  return raised
}

export interface Changed {
  orgId: string
  recordId: string
  change: 'raised' | 'repeated' | 'climbed' | 'taken' | 'recovered' | 'closed'
}

export const asChanged = (raised: readonly Raised[]): Changed[] =>
  raised.map(({ orgId, recordId, fresh }) => ({ orgId, recordId, change: fresh ? 'raised' : 'repeated' }))

/** Tells every desk, after the commit. */
export async function announce(
  app: Pick<AppContext, 'pool' | 'realtime'>,
  changes: readonly Changed[],
): Promise<OwnedCard[]> {
  const cards = await cardsOf(app.pool, changes)
  tell(app, changes, cards, () => null)
  return cards
}

/** With the cards that the transaction has read. `tookMs`: since the device's message reached the server. */
export function tell(
  app: Pick<AppContext, 'realtime'>,
  changes: readonly Changed[],
  cards: readonly OwnedCard[],
  tookMs: (change: Changed) => number | null,
): void {
  const byId = new Map(cards.map((one) => [`${one.orgId} ${one.card.recordId}`, one.card]))
  for (const change of changes) {
    const card = byId.get(`${change.orgId} ${change.recordId}`)
    if (!card) continue
    const target = card.deptId === null ? {} : { deptIds: [card.deptId] }
    app.realtime.emit(
      change.orgId,
      alarm.events.changed,
      { change: change.change, card, tookMs: tookMs(change) },
      target,
    )
  }
}
