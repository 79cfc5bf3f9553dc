// Takes messages of devices into the database: what is known of each device is read, the batch is evaluated and written,
// and its messages are settled. What fails is tried again, halved or taken apart, so that one device never costs another
// its messages.

import type pg from 'pg'
import { tell } from '#server/areas/monitor/alarm/alarmRaise'
import { DEVICE_RATE, type Limits, type Verdict } from '#server/areas/monitor/device/deviceLimits'
import type { House, Houses, KnownDevice } from '#server/areas/monitor/device/devices'
import { tellDeviceSigns } from '#server/areas/nursing/public'
import type { AppContext } from '#server/kit/context'
import type { DeviceMessage } from '#server/kit/inlet'
import { apartDraft, forgetState, halves, isAway, keyOf } from './ingestApart.ts'
import { type Heard, parseMessage, plainText } from './ingestParse.ts'
import { type Draft, draftOf } from './ingestPlan.ts'
import type { DeviceStateRow, Plan, Told } from './ingestRows.ts'
import { StaleState, writePlan } from './ingestWrite.ts'
import { dayNumber, ensurePartitions, type Partitioned } from './partitions.ts'
import { OLDEST_MS } from './readingTime.ts'

const RETRY_FIRST_MS = 100
const RETRY_MOST_MS = 2_000

export interface TakerCounts {
  taken: number
  batches: number
  /** Messages of which nothing, or not all, was understood. */
  bad: number
  unknown: number
  late: number
  tooOld: number
  /** Over a limit, or of a device that only errs: counted on the device and not read. */
  limited: number
  /** Batches that the database refused and that were halved to find the culprit; devices that were taken alone. */
  halved: number
  apart: number
}

export type Waiting = Pick<DeviceMessage, 'orgId' | 'deviceId' | 'arrivedAt' | 'settle' | 'shared'> & {
  channel: string
  payload: Buffer | null
  verdict: Verdict
  /** Of a silence. */
  listening?: number
  /** Parsed once, however often its batch is tried. */
  heard?: Heard | 'silence'
}

/** A way into the database: its connections, and what it remembers of devices. */
export interface Lane {
  pool: pg.Pool
  states: Map<string, DeviceStateRow>
}

export interface TakerOptions {
  app: Pick<AppContext, 'pool' | 'log' | 'bus' | 'realtime' | 'audit'>
  /** Live values of what was stored, for the pages that look. */
  shown(plan: Plan): void
  houses: Houses
  limits: Limits
  /** What is remembered of devices by whoever gathers. */
  known: Map<string, DeviceStateRow>
  closed(): boolean
}

const SWITCHED_OFF: Heard = { message: null, fault: '设备已停用，消息没有处理；要使用请先启用', unheard: 'DISABLED' }
const LIMITED: Readonly<Record<'tooMany' | 'boxed', Heard>> = {
  tooMany: {
    message: null,
    fault: `上报过于频繁（每秒超过 ${DEVICE_RATE.perSecond} 条），多出的没有记录`,
    unheard: 'TOO_MANY',
  },
  boxed: { message: null, fault: '无法识别的消息太多，暂停接收几秒（按键不受影响）', unheard: 'BOXED' },
}

const STATES = {
  name: 'ingest-load-states',
  text: `select s.org_id as "orgId", s.device_id as "deviceId", s.version, s.eval::text as kept, s.closed
    from device_state s join unnest($1::text[], $2::text[]) as n(o, d) on s.org_id = n.o and s.device_id = n.d`,
}

export interface Taker {
  counts: TakerCounts
  toldOf(one: Waiting, house: House): Told | null
  addTold(draft: Draft, one: Waiting, told: Told | null): void
  addTo(lane: Lane, draft: Draft, batch: readonly Waiting[]): Promise<number>
  takeUntilDone(lane: Lane, batch: readonly Waiting[], gathered: Draft | null): Promise<void>
}

export function createTaker({ app, shown, houses, limits, known, closed }: TakerOptions): Taker {
  const { log } = app
  /** Days whose part stands, by table. */
  const parts: Record<Partitioned, Set<number>> = { reading: new Set(), reading_minute: new Set(), position: new Set() }
  const counts = { taken: 0, batches: 0, bad: 0, unknown: 0, late: 0, tooOld: 0, limited: 0, halved: 0, apart: 0 }

  /** Also what nobody sent: of a device that is not registered, for the organisation to see. */
  function addTold(draft: Draft, one: Waiting, told: Told | null): void {
    if (told) draft.add(told)
    // An organisation without any device is a made-up one.
    else if (one.payload && (houses.known(one.orgId)?.devices.size ?? 0) > 0) {
      const { orgId, arrivedAt, payload } = one
      const name = plainText(one.deviceId.slice(0, 64))
      const reason = `未登记的设备 ${name}`
      draft.stranger({ orgId, channel: plainText(one.channel), arrivedAt, payload, reason }, name)
    }
  }

  /** How many of them went in before the draft was full. */
  async function addTo(lane: Lane, draft: Draft, batch: readonly Waiting[]): Promise<number> {
    const told: (Told | null)[] = []
    for (const one of batch) told.push(toldOf(one, houses.known(one.orgId) ?? (await houses.of(one.orgId))))
    await loadStates(
      lane,
      told.filter((one) => one !== null),
    )
    for (const [at, one] of batch.entries()) {
      if (draft.full()) return at
      addTold(draft, one, told[at]!)
    }
    return batch.length
  }

  /** `gathered` is what the batch came to as far as was known when it was gathered. */
  async function takeUntilDone(lane: Lane, batch: readonly Waiting[], gathered: Draft | null): Promise<void> {
    let left = batch
    let draft = gathered
    for (let wait = RETRY_FIRST_MS; left.length > 0; wait = Math.min(wait * 2, RETRY_MOST_MS)) {
      let now = left
      try {
        if (!draft) now = left.slice(0, await addTo(lane, (draft = draftOf(lane.states)), left))
        await take(lane, now.length, draft.plan())
        const failed = draft.failed()
        for (const one of now) if (!failed.has(keyOf(one))) one.settle()
        draft = null
        left = left.slice(now.length)
        for (const [key, error] of failed) {
          await takeApart(
            lane,
            now.filter((one) => keyOf(one) === key),
            error,
          )
        }
        wait = RETRY_FIRST_MS / 2
      } catch (error) {
        draft = null
        for (const one of now) lane.states.delete(keyOf(one))
        if (closed()) break
        if (error instanceof StaleState) {
          wait = RETRY_FIRST_MS / 2
          continue
        }
        if (!isAway(error)) {
          left = left.slice(now.length)
          await takeHalves(lane, now, error)
          continue
        }
        log.error({ err: error, messages: now.length }, 'messages not stored, trying again')
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (closed()) break
      }
    }
    for (const one of left) one.settle(new Error('closing'))
  }

  /** What the database refuses is found by halving, so that it costs the others a moment and not a transaction each. */
  async function takeHalves(lane: Lane, batch: readonly Waiting[], error: unknown): Promise<void> {
    // Days whose part was dropped meanwhile are made again.
    for (const table of Object.values(parts)) table.clear()
    const two = halves(batch)
    if (!two) return takeApart(lane, batch, error)
    counts.halved++
    for (const half of two) await takeUntilDone(lane, half, null)
  }

  /** Messages of one device that cannot be taken as they are: its presses count, the rest is kept aside. */
  async function takeApart(lane: Lane, batch: readonly Waiting[], error: unknown): Promise<void> {
    const [{ orgId, deviceId }] = batch as [Waiting, ...Waiting[]]
    log.error({ err: error, org: orgId, device: deviceId, messages: batch.length }, 'a device is taken apart')
    counts.apart++
    limits.box(orgId, deviceId)
    for (let wait = RETRY_FIRST_MS; !closed(); wait = Math.min(wait * 2, RETRY_MOST_MS)) {
      try {
        await forgetState(lane.pool, orgId, deviceId)
        lane.states.delete(keyOf({ orgId, deviceId }))
        const house = await houses.of(orgId)
        const told = batch.map((one) => toldOf(one, house)).filter((one) => one !== null)
        await loadStates(lane, told)
        await take(lane, batch.length, apartDraft(lane.states, told).plan())
        for (const one of batch) one.settle()
        return
      } catch (again) {
        lane.states.delete(keyOf({ orgId, deviceId }))
        if (!(again instanceof StaleState) && !isAway(again)) {
          // The log is the last place left: what was said stands there whole.
          const said = batch.map((one) => `${one.channel} ${one.payload?.toString('base64') ?? ''}`)
          log.error({ err: again, org: orgId, device: deviceId, said }, 'messages cannot be stored')
          counts.bad += batch.length
          for (const one of batch) one.settle()
          return
        }
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    for (const one of batch) one.settle(new Error('closing'))
  }

  function heardOf(one: Waiting, device: KnownDevice): Heard | 'silence' {
    if (one.payload === null) return 'silence'
    if (one.verdict === 'tooMany' || one.verdict === 'boxed') return LIMITED[one.verdict]
    const heard = device.enabled ? parseMessage(device.kind, one.channel, one.payload) : SWITCHED_OFF
    if (heard.fault !== null) counts.bad++
    if (heard.message === null) limits.erred(one.orgId, one.deviceId)
    return heard
  }

  /** null: from a device that nobody knows. */
  function toldOf(one: Waiting, house: House): Told | null {
    const device = house.devices.get(one.deviceId)
    if (!device || (one.payload === null && !device.enabled)) {
      if (one.heard === undefined) counts.unknown++
      one.heard ??= SWITCHED_OFF
      return null
    }
    one.heard ??= heardOf(one, device)
    const payload = one.verdict === 'tooMany' || one.verdict === 'boxed' ? null : one.payload
    const { channel, heard, listening } = one
    return { device, house, heard, listening, channel, payload, arrivedAt: Math.min(one.arrivedAt, Date.now()) }
  }

  async function loadStates({ pool, states }: Lane, told: readonly Told[]): Promise<void> {
    const missing = new Map<string, KnownDevice>()
    for (const { device } of told) if (!states.has(keyOf(device))) missing.set(keyOf(device), device)
    if (missing.size === 0) return
    const all = [...missing.values()]
    const { rows } = await pool.query<{ orgId: string; deviceId: string } & DeviceStateRow>({
      ...STATES,
      values: [all.map((one) => one.orgId), all.map((one) => one.deviceId)],
    })
    for (const { orgId, deviceId, ...row } of rows) states.set(keyOf({ orgId, deviceId }), row)
  }

  async function preparePart(pool: pg.Pool, table: Partitioned, rows: readonly { at: number }[]): Promise<void> {
    for (const { at } of rows) {
      const day = dayNumber(at)
      if (parts[table].has(day)) continue
      await ensurePartitions(pool, table, at, at)
      parts[table].add(day)
    }
  }

  async function take({ pool, states }: Lane, messages: number, plan: Plan): Promise<void> {
    const oldest = Date.now() - OLDEST_MS
    const young = plan.late.filter((one) => one.at >= oldest)
    counts.tooOld += plan.late.length - young.length
    plan.late = young
    plan.positions = plan.positions.filter((one) => one.at >= oldest)
    await preparePart(pool, 'reading', plan.readings)
    await preparePart(pool, 'reading', plan.late)
    await preparePart(pool, 'reading_minute', plan.late)
    if (plan.minutes.length > 0) {
      await preparePart(
        pool,
        'reading_minute',
        plan.minutes.map((one) => ({ at: one.m * 60_000 })),
      )
    }
    await preparePart(pool, 'position', plan.positions)
    const { changes, cards, signs } = await writePlan(pool, plan)
    counts.taken += messages
    counts.batches++
    counts.late += plan.late.length
    for (const { device, version, text } of plan.states) {
      const row = { version: version + 1, kept: text, closed: {} }
      states.set(keyOf(device), row)
      // Presses go their own way: whoever gathers goes on from here.
      if (states !== known) known.set(keyOf(device), row)
    }
    // The copy in memory follows what was written, until the next load.
    for (const { device, bad: _, device: __, ...change } of plan.changes) Object.assign(device, change)
    shown(plan)
    // The alerts are stored: whoever missed the word finds them in the list.
    tellDeviceSigns(app, signs).catch((error) => log.error({ err: error, signs: signs.length }, 'signs not announced'))
    if (changes.length === 0) return
    const arrived = Math.min(...[...plan.events, ...plan.presses].map((one) => one.arrivedAt))
    try {
      tell(app, changes, cards, () => Date.now() - arrived)
    } catch (error) {
      // The rows are stored: desks fetch them on the next connect, and the ladder goes on.
      log.error({ err: error, alarms: changes.length }, 'alarms not announced')
    }
  }

  return { counts, toldOf, addTold, addTo, takeUntilDone }
}
