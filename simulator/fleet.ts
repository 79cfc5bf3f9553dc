// Many devices in one process, each with a connection of its own. One timer serves them all: a device speaks once in its
// interval, at a moment of its own, so that a thousand do not speak at once.
import { connectDevice, type Device, type DeviceAccount } from './device.ts'
import {
  DEVICE_OF,
  type Incident,
  type IncidentKind,
  incidentAt,
  isSilent,
  mattressIncidents,
  pressesBetween,
  tagIncidents,
} from './incidents.ts'
import { chance, seedOf } from './random.ts'
import { inBedSince, readingOf, type Sleeper, sleeperOf } from './sleeper.ts'
import { type FloorPlan, positionOf, type Walker, walkerOf } from './walker.ts'

export interface FleetDevice extends Omit<DeviceAccount, 'url' | 'trouble'> {
  kind: 'MATTRESS' | 'TAG' | 'CALL'
  deviceNo: string
  /** Where the button hangs: BED, TOILET, DOOR. */
  callerType?: string | null
  /** The map a tag walks on. */
  mapId?: string | null
}

export interface FleetOptions {
  url: string
  devices: readonly FleetDevice[]
  plans: readonly FloorPlan[]
  /** Seconds between two messages of a device; call buttons only say how they are, once in a while. */
  intervalS: number
  /** Connections a second. */
  connectsPerSecond: number
  /** How many times faster than the real one the devices' clock runs. */
  speed: number
  /** What happens now and then by itself: how often in an hour. */
  incidentsPerHour: number
  /** And what; gentle things unless told. */
  incidents: readonly IncidentKind[]
  trouble?: (message: string) => void
}

export interface FleetFigures {
  wanted: number
  connected: number
  sent: number
  /** Confirmed by the broker. */
  confirmed: number
  failed: number
  /** Left out, because the broker had not confirmed the ones before. */
  skipped: number
  incidents: number
}

interface Member {
  account: FleetDevice
  seed: number
  phase: number
  spokeAt: number
  link: Device | null
  waiting: number
  incidents: Incident[]
  sleeper: Sleeper | null
  walker: Walker | null
}

const SECOND = 1_000
const MINUTE = 60_000
const TICK = 200
/** A button has nothing to say most of the time. */
const CALL_EVERY = 60 * SECOND
/** A device that the broker does not answer keeps quiet instead of filling the memory. */
const MOST_WAITING = 3
const AGAIN = 5 * SECOND

export interface Fleet {
  figures(): FleetFigures
  /** Something happens to one device (by number), or to any fitting one. Answers to which. */
  happen(kind: IncidentKind, deviceNo?: string): string | null
  stop(): Promise<void>
}

export function startFleet(options: FleetOptions): Fleet {
  const began = Date.now()
  const clock = () => began + (Date.now() - began) * options.speed
  const plans = new Map(options.plans.map((plan) => [plan.mapId, plan]))
  const figures: FleetFigures = {
    wanted: options.devices.length,
    connected: 0,
    sent: 0,
    confirmed: 0,
    failed: 0,
    skipped: 0,
    incidents: 0,
  }
  const members = options.devices.map((account): Member => {
    const seed = seedOf(account.deviceNo)
    const plan = plans.get(account.mapId ?? '') ?? options.plans[seed % Math.max(1, options.plans.length)] ?? null
    const every = account.kind === 'CALL' ? CALL_EVERY : options.intervalS * SECOND
    return {
      account,
      seed,
      phase: Math.floor(chance(seed, 99) * every),
      spokeAt: clock(),
      link: null,
      waiting: 0,
      incidents: [],
      sleeper: account.kind === 'MATTRESS' ? sleeperOf(seed) : null,
      walker: account.kind === 'TAG' ? walkerOf(seed, plan) : null,
    }
  })
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  let told = 0
  const trouble = (message: string) => {
    // A broker that is away says so once for all, not once for each.
    if (Date.now() - told < AGAIN) return
    told = Date.now()
    options.trouble?.(message)
  }

  const connect = async (member: Member): Promise<void> => {
    if (stopped) return
    try {
      const link = await connectDevice({
        ...member.account,
        url: options.url,
        trouble: (error) => trouble(error.message),
      })
      if (stopped) return void (await link.end())
      member.link = link
    } catch (error) {
      figures.failed++
      trouble(`${member.account.deviceNo}: ${error instanceof Error ? error.message : String(error)}`)
      later(AGAIN * (1 + Math.random() * 4), () => void connect(member))
    }
  }
  for (const [n, member] of members.entries()) {
    later((n * SECOND) / options.connectsPerSecond, () => void connect(member))
  }

  const say = (member: Member, channel: string, message: object) => {
    const { link } = member
    if (!link?.client.connected) return
    if (member.waiting >= MOST_WAITING) {
      figures.skipped++
      return
    }
    member.waiting++
    figures.sent++
    link.say(channel, message).then(
      () => {
        member.waiting--
        figures.confirmed++
      },
      (error: Error) => {
        member.waiting--
        trouble(error.message)
      },
    )
  }

  const speak = (member: Member, at: number) => {
    if (isSilent(member.incidents, at)) return
    if (member.sleeper) {
      const said = mattressIncidents(member.incidents, at, readingOf(member.sleeper, at, options.intervalS))
      if (said) say(member, 'reading', said)
    } else if (member.walker) {
      const said = tagIncidents(member.incidents, at, positionOf(member.walker, at))
      if (said) say(member, 'position', said)
    } else say(member, 'status', { at, battery: 60 + (member.seed % 40), firmware: 'sim-1.0' })
  }

  /** Whoever comes to an end may come again. */
  const tidy = (member: Member, at: number) => {
    if (member.incidents.length > 0) member.incidents = member.incidents.filter((one) => one.to + MINUTE > at)
  }

  let lastTick = clock()
  const tick = () => {
    const at = clock()
    for (const member of members) {
      const every = member.account.kind === 'CALL' ? CALL_EVERY : options.intervalS * SECOND
      for (const button of pressesBetween(member.incidents, lastTick, at)) say(member, 'press', { at, button })
      const due = Math.floor((at + member.phase) / every) > Math.floor((member.spokeAt + member.phase) / every)
      if (!due) continue
      member.spokeAt = at
      tidy(member, at)
      speak(member, at)
    }
    const chanceNow = (options.incidentsPerHour * (at - lastTick)) / (60 * MINUTE)
    if (options.incidents.length > 0 && Math.random() < chanceNow) {
      happen(options.incidents[Math.floor(Math.random() * options.incidents.length)]!)
    }
    lastTick = at
  }
  const ticking = setInterval(tick, TICK)

  const fits = (member: Member, kind: IncidentKind, at: number) => {
    const device = DEVICE_OF[kind]
    if (device !== 'ANY' && member.account.kind !== device) return false
    if (!member.link?.client.connected || member.incidents.length > 0) return false
    if (kind === 'toiletCall') return member.account.callerType === 'TOILET'
    if (kind === 'bedCall') return member.account.callerType !== 'TOILET'
    // Nobody's heart races in an empty bed.
    return member.sleeper === null || kind === 'offline' || inBedSince(member.sleeper, at) !== null
  }

  const happen: Fleet['happen'] = (kind, deviceNo) => {
    const at = clock()
    const able = members.filter((member) =>
      deviceNo === undefined ? fits(member, kind, at) : member.account.deviceNo === deviceNo,
    )
    const member = able[Math.floor(Math.random() * able.length)]
    if (!member) return null
    figures.incidents++
    // Just ahead, so that the next tick sees it begin.
    member.incidents = [...member.incidents, incidentAt(kind, at + 1)]
    return member.account.deviceNo
  }

  return {
    figures: () => ({ ...figures, connected: members.filter((one) => one.link?.client.connected).length }),
    happen,
    stop: async () => {
      stopped = true
      clearInterval(ticking)
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(members.map((one) => one.link?.end()))
    },
  }
}
