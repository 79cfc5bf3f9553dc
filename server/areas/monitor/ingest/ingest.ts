// Takes in what devices say. Every message is evaluated when it arrives; what nobody waits for is gathered for a moment
// and written together, because hundreds of tiny transactions a second would leave no room for anything else. The first
// message that begins or ends an alarm takes along what was gathered and is written at once. One batch is under way at a
// time, and the next is whatever arrived meanwhile. Presses wait for none of it: they go their own way, at once. A message is settled, and so acknowledged to its
// device, when its batch is committed; while the database is away nothing is settled and the devices wait. A device whose
// messages fail is taken apart from the batch, alone, and speaks only by its buttons for a while (ingestApart.ts).

import { createLimits } from '#server/areas/monitor/device/deviceLimits'
import { createHouses, type Houses } from '#server/areas/monitor/device/devices'
import { besidePool } from '#server/kit/db'
import type { Inlet } from '#server/kit/inlet'
import { keyOf } from './ingestApart.ts'
import { type Draft, draftOf } from './ingestPlan.ts'
import type { DeviceStateRow } from './ingestRows.ts'
import { createTaker, type Lane, type TakerCounts, type TakerOptions, type Waiting } from './ingestTake.ts'

const MAX_BATCH = 2_000
/** Between the beginnings of two batches, while nobody waits for what they hold. */
const PACE_MS = 25
/** More than this waits nowhere: the sender's connection ends and it sends again later. */
const MAX_WAITING = 50_000
/** What is over its limit is answered after this, and so its connection slows. */
const HOLD_MS = 1_000
/** Presses do not wait for a connection that somebody else has. */
const PRESS_CONNECTIONS = 2

export interface IngestCounts extends TakerCounts {
  waiting: number
}

export interface Ingest {
  inlet: Inlet
  /** The present moment for tags that say nothing: fence timers, and silence since somebody listened. */
  silent(devices: readonly { orgId: string; deviceId: string }[], listening: number): void
  houses: Houses
  counts(): IngestCounts
  /** The connection of the presses stands before the first of them. */
  warm(): Promise<void>
  /** Everything that arrived before is settled. */
  idle(): Promise<void>
  close(): Promise<void>
}

export type IngestOptions = Pick<TakerOptions, 'app' | 'shown'>

interface Gathering {
  batch: Waiting[]
  draft: Draft
}

/** Written without waiting for more. */
const isReady = ({ batch, draft }: Gathering) => draft.urgent() || draft.full() || batch.length >= MAX_BATCH

export function createIngest({ app, shown }: IngestOptions): Ingest {
  const { pool, log } = app
  const houses = createHouses(app)
  const limits = createLimits()
  const gathered: Lane = { pool, states: new Map() }
  const { states } = gathered
  let closed = false
  const taker = createTaker({ app, shown, houses, limits, known: states, closed: () => closed })
  const { counts, toldOf, addTold, addTo, takeUntilDone } = taker
  /**
   * Presses overtake everything else, over connections of their own: they are judged by their arrival, so the order does
   * not matter to them, and what they change of a device is told from what others do by its version.
   */
  const presses: Waiting[] = []
  const pressPool = besidePool(pool, PRESS_CONNECTIONS)
  const others: Waiting[] = []
  /** Answered a little later, each on a connection of its own device. */
  let held: Waiting[] = []
  let holding: NodeJS.Timeout | null = null
  /** What is being gathered, while nothing waits before it. */
  let open: Gathering | null = null
  let running: Promise<void> | null = null
  let pressing: Promise<void> | null = null
  let wake: () => void = () => undefined
  let begun = 0

  function push(one: Waiting): void {
    if (closed || presses.length + others.length + held.length >= MAX_WAITING) {
      one.settle(new Error(closed ? 'closing' : 'too many messages'))
      return
    }
    if (one.verdict !== 'take') {
      if (one.verdict !== 'hold') counts.limited++
      // A connection that carries the messages of many devices must not wait for one of them.
      if (!one.shared) {
        hold(one)
        return
      }
    }
    queue(one)
  }

  function hold(one: Waiting): void {
    held.push(one)
    holding ??= setTimeout(release, HOLD_MS)
  }

  function release(): void {
    if (holding) clearTimeout(holding)
    holding = null
    const all = held
    held = []
    for (const one of all) {
      if (closed) one.settle(new Error('closing'))
      else queue(one)
    }
  }

  function queue(one: Waiting): void {
    if (one.channel === 'press') {
      presses.push(one)
      pressing ??= runPresses()
      return
    }
    if (open && addNow(open, one)) {
      if (isReady(open)) wake()
      return
    }
    others.push(one)
    if (running) wake()
    else running = run()
  }

  /** False when something must be read first, or when what was gathered is complete. */
  function addNow(gathering: Gathering, one: Waiting): boolean {
    const house = others.length === 0 && !isReady(gathering) ? houses.known(one.orgId) : null
    if (!house) return false
    const told = toldOf(one, house)
    if (told && !states.has(keyOf(told.device))) return false
    gathering.batch.push(one)
    addTold(gathering.draft, one, told)
    return true
  }

  /** What arrives in the same turn of the loop belongs to the same batch. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  async function run(): Promise<void> {
    await turn()
    while (others.length > 0 && !closed) {
      const gathering: Gathering = { batch: [], draft: draftOf(states) }
      const whole = await gather(gathering)
      begun = performance.now()
      await takeUntilDone(gathered, gathering.batch, whole ? gathering.draft : null)
    }
    for (const one of others.splice(0)) one.settle(new Error('closing'))
    running = null
  }

  async function runPresses(): Promise<void> {
    await turn()
    while (presses.length > 0 && !closed) {
      const batch = presses.splice(0, MAX_BATCH)
      const known = new Map<string, DeviceStateRow>()
      for (const key of batch.map(keyOf)) {
        const state = states.get(key)
        if (state) known.set(key, state)
      }
      await takeUntilDone({ pool: pressPool, states: known }, batch, null)
    }
    for (const one of presses.splice(0)) one.settle(new Error('closing'))
    pressing = null
  }

  /** Takes in what waits and what comes until it is time to write. False: something could not be read. */
  async function gather(gathering: Gathering): Promise<boolean> {
    const { batch, draft } = gathering
    for (;;) {
      const more = others.splice(0, MAX_BATCH - batch.length)
      try {
        const added = await addTo(gathered, draft, more)
        batch.push(...more.slice(0, added))
        others.unshift(...more.slice(added))
      } catch (error) {
        log.warn({ err: error }, 'what is known of devices could not be read, trying again')
        batch.push(...more)
        return false
      }
      const rest = begun + PACE_MS - performance.now()
      if (closed || isReady(gathering) || rest <= 0.5) return true
      if (others.length > 0) continue
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

  return {
    inlet: (message) => push({ ...message, verdict: limits.judge(message.orgId, message.deviceId, message.channel) }),
    silent(devices, listening) {
      const silence = { channel: 'silence', payload: null, arrivedAt: Date.now(), settle: () => undefined }
      for (const { orgId, deviceId } of devices) push({ ...silence, orgId, deviceId, listening, verdict: 'take' })
    },
    houses,
    async warm() {
      await pressPool
        .query('select 1')
        .catch((error: unknown) => log.debug({ err: error }, 'no connection for presses yet'))
    },
    counts: () => ({ ...counts, waiting: presses.length + others.length + held.length }),
    async idle() {
      release()
      while (running || pressing) await Promise.all([running, pressing])
    },
    async close() {
      closed = true
      release()
      wake()
      while (running || pressing) await Promise.all([running, pressing])
      if (!pressPool.ending) await pressPool.end()
    },
  }
}
