// An old person in bed, as a mattress feels it: a pure function of a seed and the time. Nights begin before nine and end
// after six, with short ways to the toilet and a nap after lunch; a few frail ones lie down between the meals and after
// supper as well. Heart and breath follow the depth of sleep. Left alone nobody here raises an alarm: what should is an
// incident.
import type { MattressReadingData } from '#contract/monitor/payload'
import { between, chance, drift } from './random.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** China has one zone. */
const ZONE = 8 * HOUR

export interface Sleeper {
  seed: number
  /** Beats and breaths a minute when awake and calm. */
  heart: number
  breath: number
  /** Minutes between two turns. */
  turnMin: number
  /** Ways to the toilet in a night. */
  exits: number
  naps: boolean
  /** Lies down between the meals. */
  frail: boolean
}

export function sleeperOf(seed: number): Sleeper {
  return {
    seed,
    heart: Math.round(between(62, 78, chance(seed, 1))),
    breath: Math.round(between(14, 18, chance(seed, 2))),
    turnMin: Math.round(between(14, 42, chance(seed, 3))),
    exits: Math.floor(chance(seed, 4) * 3.4),
    naps: chance(seed, 5) < 0.7,
    frail: chance(seed, 6) < 0.16,
  }
}

/** Number of the day in China, and its beginning. */
export const dayOf = (at: number) => Math.floor((at + ZONE) / DAY)
export const dayStart = (day: number) => day * DAY - ZONE

type Span = readonly [from: number, to: number]

/** When the sleeper lies in bed, for the night that begins on the evening of a day, and the nap of that day. */
function spansOf(sleeper: Sleeper, day: number): Span[] {
  const { seed } = sleeper
  const start = dayStart(day)
  const spans: Span[] = []
  if (sleeper.naps && chance(seed, day, 10) < 0.85) {
    const from = start + 12.4 * HOUR + chance(seed, day, 11) * 0.6 * HOUR
    spans.push([from, from + between(40, 95, chance(seed, day, 12)) * MINUTE])
  }
  if (sleeper.frail) {
    const after = (meal: number, n: number) => start + meal * HOUR + chance(seed, day, n) * 30 * MINUTE
    spans.push([after(8.3, 15), after(11, 16)], [after(14.7, 17), after(16.8, 18)])
  }
  // The frail are put to bed after supper.
  const bed = start + (sleeper.frail ? 17.5 : 19.5) * HOUR + chance(seed, day, 13) * 75 * MINUTE
  const rise = start + DAY + 6 * HOUR + between(6, 80, chance(seed, day, 14)) * MINUTE
  const outs: Span[] = []
  for (let n = 0; n < sleeper.exits; n++) {
    if (chance(seed, day, 20 + n) < 0.25) continue
    // Each way out in its own part of the night, so that two never meet.
    const part = (rise - bed - 2 * HOUR) / Math.max(1, sleeper.exits)
    const from = bed + HOUR + part * n + chance(seed, day, 30 + n) * part * 0.8
    outs.push([from, from + between(2.5, 7.5, chance(seed, day, 40 + n)) * MINUTE])
  }
  let from = bed
  for (const [out, back] of outs) {
    spans.push([from, out])
    from = back
  }
  spans.push([from, rise])
  return spans
}

const known = new WeakMap<Sleeper, Map<number, Span[]>>()

/** The spans of three days are asked for with every reading. */
function spansAt(sleeper: Sleeper, day: number): Span[] {
  let days = known.get(sleeper)
  if (!days) known.set(sleeper, (days = new Map()))
  let spans = days.get(day)
  if (!spans) {
    if (days.size > 4) days.clear()
    spans = spansOf(sleeper, day)
    days.set(day, spans)
  }
  return spans
}

/** When the sleeper lies in bed between two moments. */
export function liesBetween(sleeper: Sleeper, from: number, to: number): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (let day = dayOf(from) - 1; day <= dayOf(to); day++) {
    for (const [begin, end] of spansAt(sleeper, day)) {
      if (end > from && begin < to) spans.push([Math.max(begin, from), Math.min(end, to)])
    }
  }
  return spans
}

/** Since when in bed; null: up. */
export function inBedSince(sleeper: Sleeper, at: number): number | null {
  const day = dayOf(at)
  for (const one of [day - 1, day]) {
    for (const [from, to] of spansAt(sleeper, one)) if (at >= from && at < to) return from
  }
  return null
}

/** How many turns lie between two moments. */
function turnsBetween(sleeper: Sleeper, from: number, to: number): number {
  const cell = sleeper.turnMin * MINUTE
  let turns = 0
  for (let n = Math.floor(from / cell); n <= Math.floor(to / cell); n++) {
    const turn = n * cell + chance(sleeper.seed, n, 50) * cell
    if (turn > from && turn <= to) turns++
  }
  return turns
}

const inNight = (at: number) => {
  const hour = ((at + ZONE) % DAY) / HOUR
  return hour >= 19 || hour < 8
}

/** 0 awake … 1 deepest: four to five waves of ninety minutes, flatter towards the morning. */
export function depthOf(sleeper: Sleeper, since: number, at: number): number {
  const minutes = (at - since) / MINUTE
  const falling = Math.min(1, minutes / 20)
  const wave = 0.5 - 0.5 * Math.cos((minutes / 90) * 2 * Math.PI + chance(sleeper.seed, 60) * 0.8)
  const late = Math.max(0.55, 1 - minutes / 1100)
  return falling * (0.35 + 0.65 * wave) * late
}

const SETTLES = 25 * SECOND

/** What the mattress says at a moment; `intervalS` is how long ago it spoke last. */
export function readingOf(sleeper: Sleeper, at: number, intervalS: number): MattressReadingData {
  const since = inBedSince(sleeper, at)
  if (since === null) return { at, inBed: 0, heart: 0, breath: 0, move: 0, turn: 0, wet: 0 }
  const { seed } = sleeper
  const from = Math.max(since, at - intervalS * SECOND)
  const turn = turnsBetween(sleeper, from, at)
  const stirred = turn > 0 || turnsBetween(sleeper, Math.max(since, at - 12 * SECOND), at) > 0
  const small = chance(seed, Math.floor(at / (20 * SECOND)), 70) < 0.06
  const move = stirred ? 2 : small ? 1 : 0
  const deep = depthOf(sleeper, since, at)
  const night = inNight(at) ? 1 : 0.5
  const heart =
    sleeper.heart -
    9 * deep * night +
    3 * drift(seed + 1, at, 11 * MINUTE) +
    1.6 * drift(seed + 2, at, 23 * SECOND) +
    (move === 2 ? 7 : move === 1 ? 2 : 0)
  const breath =
    sleeper.breath -
    2.6 * deep * night +
    1.1 * drift(seed + 3, at, 7 * MINUTE) +
    0.7 * drift(seed + 4, at, 17 * SECOND) +
    (move === 2 ? 1.5 : 0)
  // Just lain down: nothing to hear yet.
  const heard = at - since >= SETTLES
  return {
    at,
    inBed: 1,
    heart: heard ? Math.round(heart) : 0,
    breath: heard ? Math.round(breath) : 0,
    move,
    turn,
    wet: 0,
  }
}
