// Takes in what devices say. Every message is evaluated when it arrives; what nobody waits for is gathered for a moment
// and written together, because hundreds of tiny transactions a second would leave no room for anything else. The first
// message that begins or ends an alarm takes along what was gathered and is written at once. One batch is under way at a
// time, and the next is whatever arrived meanwhile. A message is settled, and so acknowledged to its device, when its
// batch is committed; while the database is away nothing is settled and the devices wait.
import type { AppContext } from '#server/kit/context'
import type { DeviceMessage, Inlet } from '#server/kit/inlet'
import { tell } from './alarmRaise.ts'
import { createHouses, type House, type Houses, type KnownDevice } from './devices.ts'
import { parseMessage } from './ingestParse.ts'
import { type DeviceStateRow, type Draft, draftOf, type Plan, type Told } from './ingestPlan.ts'
import { StaleState, writePlan } from './ingestWrite.ts'
import { dayNumber, ensurePartitions, type Partitioned } from './partitions.ts'

const MAX_BATCH = 2_000
/** Between the beginnings of two batches, while nobody waits for what they hold. */
const PACE_MS = 25
/** More than this waits nowhere: the sender's connection ends and it sends again later. */
const MAX_WAITING = 50_000
const RETRY_FIRST_MS = 100
const RETRY_MOST_MS = 2_000
/** Readings from before the oldest day that is kept are of no use to anybody. */
const OLDEST_MS = 30 * 86_400_000

export interface IngestCounts {
  taken: number
  batches: number
  bad: number
  unknown: number
  late: number
  tooOld: number
  waiting: number
}

export interface Ingest {
  inlet: Inlet
  /** The present moment for tags that say nothing: fence timers and silence. */
  silent(devices: readonly { orgId: string; deviceId: string }[]): void
  houses: Houses
  counts(): IngestCounts
  /** Everything that arrived before is settled. */
  idle(): Promise<void>
  close(): Promise<void>
}

type Waiting = Pick<DeviceMessage, 'orgId' | 'deviceId' | 'arrivedAt' | 'settle'> & {
  channel: string
  payload: Buffer | null
}

export interface IngestOptions {
  app: Pick<AppContext, 'pool' | 'log' | 'bus' | 'realtime'>
  /** Live values of what was stored, for the pages that look. */
  shown(plan: Plan): void
}

interface Gathering {
  batch: Waiting[]
  /** null: evaluating failed, and each message is looked at alone. */
  draft: Draft | null
}

/** Written without waiting for more. */
const isReady = ({ batch, draft }: Gathering) => draft === null || draft.urgent() || batch.length >= MAX_BATCH

const keyOf = (one: { orgId: string; deviceId: string }) => `${one.orgId} ${one.deviceId}`

const STATES = {
  name: 'ingest-load-states',
  text: `select s.org_id as "orgId", s.device_id as "deviceId", s.version, s.eval::text as kept, s.closed
    from device_state s join unnest($1::text[], $2::text[]) as n(o, d) on s.org_id = n.o and s.device_id = n.d`,
}

/** A connection that is gone or a database that restarts; anything else lies in the data. */
const isAway = (error: unknown) => {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false
  const code = (error as { code?: string }).code
  return code === undefined || !/^(22|23|42)/.test(code)
}

export function createIngest({ app, shown }: IngestOptions): Ingest {
  const { pool, log } = app
  const houses = createHouses(app)
  const listening = Date.now()
  const states = new Map<string, DeviceStateRow>()
  /** Days whose part stands, by table. */
  const parts: Record<Partitioned, Set<number>> = { reading: new Set(), reading_minute: new Set(), position: new Set() }
  const counts = { taken: 0, batches: 0, bad: 0, unknown: 0, late: 0, tooOld: 0 }
  const waiting: Waiting[] = []
  /** What is being gathered, while nothing waits before it. */
  let open: Gathering | null = null
  let running: Promise<void> | null = null
  let wake: () => void = () => undefined
  let begun = 0
  let closed = false

  function push(one: Waiting): void {
    if (closed || waiting.length >= MAX_WAITING) {
      one.settle(new Error(closed ? 'closing' : 'too many messages'))
      return
    }
    if (open && addNow(open, one)) {
      if (isReady(open)) wake()
      return
    }
    waiting.push(one)
    if (running) wake()
    else running = run()
  }

  /** False when something must be read first. */
  function addNow(gathering: Gathering, one: Waiting): boolean {
    const house = waiting.length === 0 && gathering.draft ? houses.known(one.orgId) : null
    if (!house) return false
    const told = toldOf(one, house)
    if (told && !states.has(keyOf(told.device))) return false
    gathering.batch.push(one)
    try {
      if (told) gathering.draft?.add(told)
    } catch (error) {
      // Nothing may be thrown at the broker, and a draft that was left half-way is no use.
      log.error({ err: error, device: one.deviceId, channel: one.channel }, 'a message cannot be evaluated')
      gathering.draft = null
    }
    return true
  }

  async function run(): Promise<void> {
    // What arrives in the same turn of the loop belongs to the same batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0 && !closed) {
      const gathered: Gathering = { batch: [], draft: draftOf(states, listening) }
      await gather(gathered)
      begun = performance.now()
      await takeUntilDone(gathered.batch, gathered.draft)
    }
    for (const one of waiting.splice(0)) one.settle(new Error('closing'))
    running = null
  }

  /** Takes in what waits and what comes until it is time to write. */
  async function gather(gathering: Gathering): Promise<void> {
    const { batch } = gathering
    while (gathering.draft) {
      const more = waiting.splice(0, MAX_BATCH - batch.length)
      batch.push(...more)
      try {
        await addTo(gathering.draft, more)
      } catch (error) {
        log.warn({ err: error }, 'messages could not be evaluated, trying again')
        gathering.draft = null
        return
      }
      const rest = begun + PACE_MS - performance.now()
      if (closed || isReady(gathering) || rest <= 0.5) return
      if (waiting.length > 0) continue
      open = gathering
      await arrival(rest)
      open = null
    }
  }

  /** A message that cannot wait or must be waited for, the end, or so much time. */
  function arrival(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function addTo(draft: Draft, batch: readonly Waiting[]): Promise<void> {
    const told: Told[] = []
    for (const one of batch) {
      const said = toldOf(one, houses.known(one.orgId) ?? (await houses.of(one.orgId)))
      if (said) told.push(said)
    }
    await loadStates(told)
    for (const one of told) draft.add(one)
  }

  /** `gathered` is what the batch came to as far as was known when it was gathered. */
  async function takeUntilDone(batch: readonly Waiting[], gathered: Draft | null): Promise<void> {
    let draft = gathered
    for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MOST_MS)) {
      try {
        if (!draft) await addTo((draft = draftOf(states, listening)), batch)
        await take(batch, draft.plan())
        for (const one of batch) one.settle()
        return
      } catch (error) {
        draft = null
        for (const one of batch) states.delete(keyOf(one))
        if (closed) break
        if (error instanceof StaleState) {
          wait = RETRY_FIRST_MS / 2
          continue
        }
        if (!isAway(error)) return takeOneByOne(batch, error)
        log.error({ err: error, waiting: waiting.length }, 'readings not stored, trying again')
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (closed) break
      }
    }
    for (const one of batch) one.settle(new Error('closing'))
  }

  /** One message that the database refuses must not hold up the others. */
  async function takeOneByOne(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await takeUntilDone([one], null)
      return
    }
    const [one] = batch
    log.error({ err: error, device: one!.deviceId, channel: one!.channel }, 'a message cannot be stored')
    counts.bad++
    one!.settle()
  }

  /** null: from a device that nobody knows, or that is switched off. */
  function toldOf(one: Waiting, house: House): Told | null {
    const device = house.devices.get(one.deviceId)
    if (!device?.enabled) {
      counts.unknown++
      return null
    }
    const message = one.payload === null ? ('silence' as const) : parseMessage(device.kind, one.channel, one.payload)
    if (message !== 'silence' && typeof message === 'string') counts.bad++
    return { device, house, message, arrivedAt: Math.min(one.arrivedAt, Date.now()) }
  }

  async function loadStates(told: readonly Told[]): Promise<void> {
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

  async function preparePart(table: Partitioned, rows: readonly { at: number }[]): Promise<void> {
    for (const { at } of rows) {
      const day = dayNumber(at)
      if (parts[table].has(day)) continue
      await ensurePartitions(pool, table, at, at)
      parts[table].add(day)
    }
  }

  async function take(batch: readonly Waiting[], plan: Plan): Promise<void> {
    const oldest = Date.now() - OLDEST_MS
    const young = plan.late.filter((one) => one.at >= oldest)
    counts.tooOld += plan.late.length - young.length
    plan.late = young
    plan.positions = plan.positions.filter((one) => one.at >= oldest)
    await preparePart('reading', plan.readings)
    await preparePart('reading', plan.late)
    await preparePart('reading_minute', plan.late)
    if (plan.minutes.length > 0) {
      await preparePart(
        'reading_minute',
        plan.minutes.map((one) => ({ at: one.m * 60_000 })),
      )
    }
    await preparePart('position', plan.positions)
    const { changes, cards } = await writePlan(pool, plan)
    counts.taken += batch.length
    counts.batches++
    counts.late += plan.late.length
    for (const { device, version, text } of plan.states) {
      states.set(keyOf(device), { version: version + 1, kept: text, closed: {} })
    }
    // The copy in memory follows what was written, until the next load.
    for (const { device, bad: _, device: __, ...change } of plan.changes) Object.assign(device, change)
    shown(plan)
    if (changes.length === 0) return
    const arrived = Math.min(...[...plan.events, ...plan.presses].map((one) => one.arrivedAt))
    try {
      tell(app, changes, cards, () => Date.now() - arrived)
    } catch (error) {
      // The rows are stored: desks fetch them on the next connect, and the ladder goes on.
      log.error({ err: error, alarms: changes.length }, 'alarms not announced')
    }
  }

  return {
    inlet: push,
    silent(devices) {
      const arrivedAt = Date.now()
      for (const one of devices) push({ ...one, channel: 'silence', payload: null, arrivedAt, settle: () => undefined })
    },
    houses,
    counts: () => ({ ...counts, waiting: waiting.length }),
    async idle() {
      while (running) await running
    },
    async close() {
      closed = true
      wake()
      while (running) await running
    },
  }
}
