// Takes in what devices say. Every message is evaluated when it arrives; what nobody waits for is gathered for a moment
// and written together, because hundreds of tiny transactions a second would leave no room for anything else. The first
// message that begins or ends an alarm takes along what was gathered and is written at once. One batch is under way at a
// time, and the next is whatever arrived meanwhile, presses first. A message is settled, and so acknowledged to its
// device, when its batch is committed; while the database is away nothing is settled and the devices wait. A device whose
// messages fail is taken apart from the batch, alone, and speaks only by its buttons for a while (ingestApart.ts).
import type { AppContext } from '#server/kit/context'
import type { DeviceMessage, Inlet } from '#server/kit/inlet'
import { tell } from './alarmRaise.ts'
import { createLimits, DEVICE_RATE, type Verdict } from './deviceLimits.ts'
import { createHouses, type House, type Houses, type KnownDevice } from './devices.ts'
import { apartDraft, forgetState, halves, isAway, keyOf } from './ingestApart.ts'
import { type Heard, parseMessage, plainText } from './ingestParse.ts'
import { type DeviceStateRow, type Draft, draftOf, type Plan, type Told } from './ingestPlan.ts'
import { StaleState, writePlan } from './ingestWrite.ts'
import { dayNumber, ensurePartitions, type Partitioned } from './partitions.ts'
import { OLDEST_MS } from './readingTime.ts'

const MAX_BATCH = 2_000
/** Between the beginnings of two batches, while nobody waits for what they hold. */
const PACE_MS = 25
/** More than this waits nowhere: the sender's connection ends and it sends again later. */
const MAX_WAITING = 50_000
/** What is over its limit is answered after this, and so its connection slows. */
const HOLD_MS = 1_000
const RETRY_FIRST_MS = 100
const RETRY_MOST_MS = 2_000

export interface IngestCounts {
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

export type Waiting = Pick<DeviceMessage, 'orgId' | 'deviceId' | 'arrivedAt' | 'settle' | 'shared'> & {
  channel: string
  payload: Buffer | null
  verdict: Verdict
  /** Parsed once, however often its batch is tried. */
  heard?: Heard | 'silence'
}

export interface IngestOptions {
  app: Pick<AppContext, 'pool' | 'log' | 'bus' | 'realtime'>
  /** Live values of what was stored, for the pages that look. */
  shown(plan: Plan): void
}

interface Gathering {
  batch: Waiting[]
  draft: Draft
}

/** Written without waiting for more. */
const isReady = ({ batch, draft }: Gathering) => draft.urgent() || draft.full() || batch.length >= MAX_BATCH

const SWITCHED_OFF: Heard = { message: null, fault: '设备已停用，消息没有处理；要使用请先启用' }
const LIMITED: Readonly<Record<'tooMany' | 'boxed', Heard>> = {
  tooMany: { message: null, fault: `上报过于频繁（每秒超过 ${DEVICE_RATE.perSecond} 条），多出的没有记录` },
  boxed: { message: null, fault: '无法识别的消息太多，暂停接收几秒（按键不受影响）' },
}

const STATES = {
  name: 'ingest-load-states',
  text: `select s.org_id as "orgId", s.device_id as "deviceId", s.version, s.eval::text as kept, s.closed
    from device_state s join unnest($1::text[], $2::text[]) as n(o, d) on s.org_id = n.o and s.device_id = n.d`,
}

export function createIngest({ app, shown }: IngestOptions): Ingest {
  const { pool, log } = app
  const houses = createHouses(app)
  const listening = Date.now()
  const states = new Map<string, DeviceStateRow>()
  /** Days whose part stands, by table. */
  const parts: Record<Partitioned, Set<number>> = { reading: new Set(), reading_minute: new Set(), position: new Set() }
  const counts = { taken: 0, batches: 0, bad: 0, unknown: 0, late: 0, tooOld: 0, limited: 0, halved: 0, apart: 0 }
  const limits = createLimits()
  /** Presses overtake everything else: they are judged by their arrival, so the order does not matter to them. */
  const presses: Waiting[] = []
  const others: Waiting[] = []
  /** Answered a little later, each on a connection of its own device. */
  let held: Waiting[] = []
  let holding: NodeJS.Timeout | null = null
  /** What is being gathered, while nothing waits before it. */
  let open: Gathering | null = null
  let running: Promise<void> | null = null
  let wake: () => void = () => undefined
  let begun = 0
  let closed = false

  const waiting = () => presses.length + others.length
  const laneOf = (one: Waiting) => (one.channel === 'press' ? presses : others)

  function push(one: Waiting): void {
    if (closed || waiting() + held.length >= MAX_WAITING) {
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
    if (open && addNow(open, one)) {
      if (isReady(open)) wake()
      return
    }
    laneOf(one).push(one)
    if (running) wake()
    else running = run()
  }

  /** False when something must be read first, or when what was gathered is complete. */
  function addNow(gathering: Gathering, one: Waiting): boolean {
    const house = waiting() === 0 && !isReady(gathering) ? houses.known(one.orgId) : null
    if (!house) return false
    const told = toldOf(one, house)
    if (told && !states.has(keyOf(told.device))) return false
    gathering.batch.push(one)
    addTold(gathering.draft, one, told)
    return true
  }

  /** Also what nobody sent: of a device that is not registered, for the organisation to see. */
  function addTold(draft: Draft, one: Waiting, told: Told | null): void {
    if (told) draft.add(told)
    // An organisation without any device is a made-up one.
    else if (one.payload && (houses.known(one.orgId)?.devices.size ?? 0) > 0) {
      const { orgId, arrivedAt, payload } = one
      const reason = `未登记的设备 ${plainText(one.deviceId).slice(0, 64)}`
      draft.stranger({ orgId, channel: plainText(one.channel), arrivedAt, payload, reason })
    }
  }

  async function run(): Promise<void> {
    // What arrives in the same turn of the loop belongs to the same batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting() > 0 && !closed) {
      const gathered: Gathering = { batch: [], draft: draftOf(states, listening) }
      const whole = await gather(gathered)
      begun = performance.now()
      await takeUntilDone(gathered.batch, whole ? gathered.draft : null)
    }
    for (const lane of [presses, others]) for (const one of lane.splice(0)) one.settle(new Error('closing'))
    running = null
  }

  /** Takes in what waits and what comes until it is time to write. False: something could not be read. */
  async function gather(gathering: Gathering): Promise<boolean> {
    const { batch, draft } = gathering
    for (;;) {
      const more = presses.splice(0, MAX_BATCH - batch.length)
      more.push(...others.splice(0, MAX_BATCH - batch.length - more.length))
      try {
        const added = await addTo(draft, more)
        batch.push(...more.slice(0, added))
        for (const one of more.slice(added).reverse()) laneOf(one).unshift(one)
      } catch (error) {
        log.warn({ err: error }, 'what is known of devices could not be read, trying again')
        batch.push(...more)
        return false
      }
      const rest = begun + PACE_MS - performance.now()
      if (closed || isReady(gathering) || rest <= 0.5) return true
      if (waiting() > 0) continue
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

  /** How many of them went in before the draft was full. */
  async function addTo(draft: Draft, batch: readonly Waiting[]): Promise<number> {
    const told: (Told | null)[] = []
    for (const one of batch) told.push(toldOf(one, houses.known(one.orgId) ?? (await houses.of(one.orgId))))
    await loadStates(told.filter((one) => one !== null))
    for (const [at, one] of batch.entries()) {
      if (draft.full()) return at
      addTold(draft, one, told[at]!)
    }
    return batch.length
  }

  /** `gathered` is what the batch came to as far as was known when it was gathered. */
  async function takeUntilDone(batch: readonly Waiting[], gathered: Draft | null): Promise<void> {
    let left = batch
    let draft = gathered
    for (let wait = RETRY_FIRST_MS; left.length > 0; wait = Math.min(wait * 2, RETRY_MOST_MS)) {
      let now = left
      try {
        if (!draft) now = left.slice(0, await addTo((draft = draftOf(states, listening)), left))
        await take(now.length, draft.plan())
        const failed = draft.failed()
        for (const one of now) if (!failed.has(keyOf(one))) one.settle()
        draft = null
        left = left.slice(now.length)
        for (const [key, error] of failed) {
          await takeApart(
            now.filter((one) => keyOf(one) === key),
            error,
          )
        }
        wait = RETRY_FIRST_MS / 2
      } catch (error) {
        draft = null
        for (const one of now) states.delete(keyOf(one))
        if (closed) break
        if (error instanceof StaleState) {
          wait = RETRY_FIRST_MS / 2
          continue
        }
        if (!isAway(error)) {
          left = left.slice(now.length)
          await takeHalves(now, error)
          continue
        }
        log.error({ err: error, waiting: waiting() }, 'readings not stored, trying again')
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (closed) break
      }
    }
    for (const one of left) one.settle(new Error('closing'))
  }

  /** What the database refuses is found by halving, so that it costs the others a moment and not a transaction each. */
  async function takeHalves(batch: readonly Waiting[], error: unknown): Promise<void> {
    // Days whose part was dropped meanwhile are made again.
    for (const table of Object.values(parts)) table.clear()
    const two = halves(batch)
    if (!two) return takeApart(batch, error)
    counts.halved++
    for (const half of two) await takeUntilDone(half, null)
  }

  /** Messages of one device that cannot be taken as they are: its presses count, the rest is kept aside. */
  async function takeApart(batch: readonly Waiting[], error: unknown): Promise<void> {
    const [{ orgId, deviceId }] = batch as [Waiting, ...Waiting[]]
    log.error({ err: error, org: orgId, device: deviceId, messages: batch.length }, 'a device is taken apart')
    counts.apart++
    limits.box(orgId, deviceId)
    for (let wait = RETRY_FIRST_MS; !closed; wait = Math.min(wait * 2, RETRY_MOST_MS)) {
      try {
        await forgetState(pool, orgId, deviceId)
        states.delete(keyOf({ orgId, deviceId }))
        const house = await houses.of(orgId)
        const told = batch.map((one) => toldOf(one, house)).filter((one) => one !== null)
        await loadStates(told)
        await take(batch.length, apartDraft(states, listening, told).plan())
        for (const one of batch) one.settle()
        return
      } catch (again) {
        states.delete(keyOf({ orgId, deviceId }))
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
    const { channel, heard } = one
    return { device, house, heard, channel, payload, arrivedAt: Math.min(one.arrivedAt, Date.now()) }
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

  async function take(messages: number, plan: Plan): Promise<void> {
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
    counts.taken += messages
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
    inlet: (message) => push({ ...message, verdict: limits.judge(message.orgId, message.deviceId, message.channel) }),
    silent(devices) {
      const arrivedAt = Date.now()
      for (const one of devices) {
        push({ ...one, channel: 'silence', payload: null, arrivedAt, settle: () => undefined, verdict: 'take' })
      }
    },
    houses,
    counts: () => ({ ...counts, waiting: waiting() + held.length }),
    async idle() {
      release()
      while (running) await running
    },
    async close() {
      closed = true
      release()
      wake()
      while (running) await running
    },
  }
}
