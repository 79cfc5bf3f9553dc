// Somebody who wears a tag and walks through the house: a pure function of a seed and the time. At night in the own
// room, at meals in the dining room, in good hours in the garden, and on the way between them along the corridor.
import type { TagPositionData } from '#contract/monitor/payload'
import { between, chance, drift } from './random.ts'
import { dayOf, dayStart } from './sleeper.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Metres from the upper left corner. */
export type Spot = readonly [x: number, y: number]

export interface FloorPlan {
  mapId: string
  width: number
  height: number
  /** Where meals are, and where one sits in the sun; inside the picture. */
  dining: Spot
  garden: Spot
  /** Height of the corridor on the picture. */
  corridor: number
  /** Where people live; empty: along the corridor. */
  rooms: Spot[]
}

/** A named room of a map. */
export interface Zone {
  name: string
  polygon: readonly (readonly number[])[]
}

export interface Walker {
  seed: number
  plan: FloorPlan | null
  room: Spot
  /** Metres a second. */
  pace: number
}

const middle = (zone: Zone): Spot => {
  const sum = (axis: 0 | 1) => zone.polygon.reduce((all, corner) => all + (corner[axis] ?? 0), 0)
  return [sum(0) / zone.polygon.length, sum(1) / zone.polygon.length]
}

/** A house as most are: rooms along a corridor, the dining room at one end, the sitting corner at the other. */
export function planOf(mapId: string, width: number, height: number, zones: readonly Zone[] = []): FloorPlan {
  const named = (words: RegExp) => zones.find((zone) => words.test(zone.name))
  const garden = named(/花园|庭院|活动|休息/)
  // A pantry is no dining room, and nobody lives in a kitchen or a bath: there are fences around those.
  const dining = named(/餐厅|食堂/) ?? garden
  const corridor = named(/走廊|过道|大厅/)
  const rooms = zones.filter((zone) => /^\d/.test(zone.name)).map(middle)
  return {
    mapId,
    width,
    height,
    dining: dining ? middle(dining) : [width * 0.82, height * 0.3],
    garden: garden ? middle(garden) : [width * 0.16, height * 0.72],
    corridor: corridor ? middle(corridor)[1] : height * 0.5,
    rooms,
  }
}

export function walkerOf(seed: number, plan: FloorPlan | null): Walker {
  const upper = chance(seed, 2) < 0.5
  const own = plan?.rooms[Math.floor(chance(seed, 4) * plan.rooms.length)]
  const along: Spot = plan
    ? [between(plan.width * 0.12, plan.width * 0.74, chance(seed, 1)), plan.height * (upper ? 0.24 : 0.76)]
    : [0, 0]
  return { seed, plan, room: own ?? along, pace: between(0.4, 0.8, chance(seed, 3)) }
}

type Where = 'room' | 'dining' | 'garden'

/** Hour of the day from which the walker is there; each a few minutes earlier or later. */
const DAY_PLAN: readonly (readonly [hour: number, where: Where, likely: number])[] = [
  [7.1, 'dining', 0.9],
  [7.8, 'room', 1],
  [9.2, 'garden', 0.5],
  [10.3, 'room', 1],
  [11.4, 'dining', 0.95],
  [12.2, 'room', 1],
  [15.1, 'garden', 0.6],
  [16.3, 'room', 1],
  [17.1, 'dining', 0.95],
  [17.9, 'room', 1],
]

interface Stop {
  at: number
  spot: Spot
}

function stopsOf(walker: Walker, day: number): Stop[] {
  const { seed, plan } = walker
  const spots: Record<Where, Spot> = { room: walker.room, dining: plan!.dining, garden: plan!.garden }
  return DAY_PLAN.flatMap(([hour, where, likely], n) => {
    if (chance(seed, day, n) > likely) return []
    const at = dayStart(day) + hour * HOUR + between(-12, 12, chance(seed, day, n, 1)) * MINUTE
    // Everybody has a chair of their own.
    const own: Spot =
      where === 'room' ? [0, 0] : [between(-2.5, 2.5, chance(seed, n, 2)), between(-1.5, 1.5, chance(seed, n, 3))]
    return [{ at, spot: [spots[where][0] + own[0], spots[where][1] + own[1]] as Spot }]
  })
}

const known = new WeakMap<Walker, { day: number; stops: Stop[] }>()

/** The day's stops are asked for with every position. */
function stopsAt(walker: Walker, day: number): Stop[] {
  let kept = known.get(walker)
  if (kept?.day !== day) {
    kept = { day, stops: stopsOf(walker, day) }
    known.set(walker, kept)
  }
  return kept.stops
}

const length = (a: Spot, b: Spot) => Math.hypot(b[0] - a[0], b[1] - a[1])

/** Out of the door, along the corridor, in at the other. */
function wayBetween(plan: FloorPlan, from: Spot, to: Spot): Spot[] {
  return [from, [from[0], plan.corridor], [to[0], plan.corridor], to]
}

function alongWay(way: readonly Spot[], metres: number): Spot {
  let left = metres
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [way[i - 1]!, way[i]!]
    const step = length(a, b)
    if (left < step) {
      const part = step === 0 ? 0 : left / step
      return [between(a[0], b[0], part), between(a[1], b[1], part)]
    }
    left -= step
  }
  return way.at(-1)!
}

/** Where the walker is; the tag shakes by some decimetres. */
export function spotOf(walker: Walker, at: number): Spot {
  const { plan, seed } = walker
  if (!plan) return [0, 0]
  const stops = stopsAt(walker, dayOf(at))
  let last: Spot = walker.room
  let since = Number.NEGATIVE_INFINITY
  let before: Spot = walker.room
  for (const stop of stops) {
    if (stop.at > at) break
    before = last
    last = stop.spot
    since = stop.at
  }
  const way = wayBetween(plan, before, last)
  const spot = Number.isFinite(since) ? alongWay(way, ((at - since) / SECOND) * walker.pace) : last
  const x = spot[0] + 0.35 * drift(seed + 1, at, 9 * SECOND)
  const y = spot[1] + 0.35 * drift(seed + 2, at, 11 * SECOND)
  const inside = (value: number, most: number) => Math.min(Math.max(value, 0.5), most - 0.5)
  return [inside(x, plan.width), inside(y, plan.height)]
}

const CHARGED_DAYS = 4

/** Falls to about a third and is loaded before it is low, every few days at another hour. */
export function batteryOf(seed: number, at: number): number {
  const length = CHARGED_DAYS * 24 * HOUR
  const part = ((at + chance(seed, 9) * length) % length) / length
  return Math.round(100 - 66 * part)
}

const round = (metres: number) => Math.round(metres * 100) / 100

export function positionOf(walker: Walker, at: number): TagPositionData {
  const [x, y] = spotOf(walker, at)
  return {
    at,
    ...(walker.plan && { map: walker.plan.mapId, x: round(x), y: round(y) }),
    battery: batteryOf(walker.seed, at),
    work: 'work',
    strap: 1,
  }
}
