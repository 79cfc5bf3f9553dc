// What the minutes of a mattress come to: a night from 20:00 to 08:00, spans in and out of bed, longest time without
// turning. Pure functions; who reads the minutes and keeps the nights stands elsewhere.
import { dayText, ZONE_MS } from '#contract/kit/clock'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
export const NIGHT_FROM_HOUR = 20
export const NIGHT_MIN = 720
/** Nothing was recorded before; what is asked for lies between this and the year 2100. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'
/** Averages of five minutes are what the usual range is made of. */
export const SLOT_MIN = 5
export const SLOTS = NIGHT_MIN / SLOT_MIN
/** Nights with fewer minutes say nothing about the resident. */
export const COUNTS_FROM_MIN = 60
/** Sitting on the edge for a moment is neither going to bed nor getting up again. */
const LYING_MIN = 10

/** Sums of one minute, as the table keeps them; `at` in milliseconds. */
export interface Minute {
  at: number
  n: number
  inBedN: number
  heartN: number
  heartSum: number
  heartMin: number | null
  heartMax: number | null
  breathN: number
  breathSum: number
  breathMin: number | null
  breathMax: number | null
  turns: number
  bigMoves: number
  exits: number
  wet: number
}

export interface NightMade {
  inBedMin: number
  /** Milliseconds; null: never in bed, or still in bed when the night ended. */
  bedAt: number | null
  riseAt: number | null
  exits: number
  longestExitMin: number
  exitMin: number
  heartAvg10: number | null
  heartMin: number | null
  heartMax: number | null
  breathAvg10: number | null
  breathMin: number | null
  breathMax: number | null
  turns: number
  bigMoveMin: number
  wet: number
  minutes: number
  heartCurve: (number | null)[]
  breathCurve: (number | null)[]
}

/** 20:00 in China of a day (yyyy-MM-dd), in milliseconds. */
export const nightStart = (day: string) => Date.parse(`${day}T00:00:00Z`) - ZONE_MS + NIGHT_FROM_HOUR * 60 * MINUTE_MS
/** The day in China a moment belongs to. */
export const dayOf = (at: number) => dayText(at)
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The evening of the newest night: the running one from 20:00 to 08:00, otherwise the one that ended. */
export function newestNight(now: number): string {
  const today = dayOf(now)
  return now >= nightStart(today) ? today : plusDays(today, -1)
}

/** The evening of the last night that is over and has been added up (five past eight). */
export function lastFinished(now: number): string {
  const yesterday = plusDays(dayOf(now), -1)
  return now >= nightStart(yesterday) + (NIGHT_MIN + 5) * MINUTE_MS ? yesterday : plusDays(yesterday, -1)
}

const lies = (minute: Minute) => minute.n > 0 && minute.inBedN * 2 >= minute.n

export interface Span {
  from: number
  to: number
  inBed: boolean
}

/** Runs of minutes in or out of bed, in milliseconds. Where nothing was heard there is no run. */
export function spansOf(minutes: readonly Minute[]): Span[] {
  const spans: Span[] = []
  for (const minute of minutes) {
    if (minute.n === 0) continue
    const inBed = lies(minute)
    const last = spans.at(-1)
    if (last && last.inBed === inBed && last.to === minute.at) last.to = minute.at + MINUTE_MS
    else spans.push({ from: minute.at, to: minute.at + MINUTE_MS, inBed })
  }
  return spans
}

/** Neighbouring runs of one kind with only silence between them count as one. */
function joined(spans: readonly Span[]): Span[] {
  const runs: Span[] = []
  for (const span of spans) {
    const last = runs.at(-1)
    if (last && last.inBed === span.inBed) last.to = span.to
    else runs.push({ ...span })
  }
  return runs
}

const lengthOf = (span: Span) => (span.to - span.from) / MINUTE_MS

/** Resting before 22:00 and lying down again after breakfast (from 06:00) with half an hour up between is not the night. */
const EVENING_MIN = 120
const MORNING_MIN = 600
const UP_MIN = 30

/** The runs that are the night itself. */
function sleepRuns(runs: readonly Span[], from: number): Span[] {
  const lasting = runs.filter((run) => run.inBed && lengthOf(run) >= LYING_MIN)
  const kept = lasting.length > 0 ? lasting : runs.filter((run) => run.inBed)
  const minute = (at: number) => (at - from) / MINUTE_MS
  const up = (a: Span, b: Span) => (b.from - a.to) / MINUTE_MS >= UP_MIN
  while (kept.length > 1 && minute(kept[0]!.to) <= EVENING_MIN && up(kept[0]!, kept[1]!)) kept.shift()
  while (kept.length > 1 && minute(kept.at(-1)!.from) >= MORNING_MIN && up(kept.at(-2)!, kept.at(-1)!)) kept.pop()
  return kept
}

/** From lying down to getting up. */
function bedTime(runs: readonly Span[], from: number): [first: Span, last: Span] | null {
  const kept = sleepRuns(runs, from)
  return kept.length === 0 ? null : [kept[0]!, kept.at(-1)!]
}

const sum = (minutes: readonly Minute[], of: (minute: Minute) => number) =>
  minutes.reduce((total, minute) => total + of(minute), 0)
const least = (values: readonly (number | null)[]) =>
  values.reduce((min, value) => (value === null ? min : min === null ? value : Math.min(min, value)), null)
const most = (values: readonly (number | null)[]) =>
  values.reduce((max, value) => (value === null ? max : max === null ? value : Math.max(max, value)), null)
const tenths = (total: number, n: number) => (n === 0 ? null : Math.round((total * 10) / n))

/** Averages of five minutes from the beginning, in tenths; null: no reading. */
export function curveOf(minutes: readonly Minute[], from: number, which: 'heart' | 'breath'): (number | null)[] {
  const sums = Array.from({ length: SLOTS }, () => ({ total: 0, n: 0 }))
  for (const minute of minutes) {
    const slot = sums[Math.floor((minute.at - from) / (SLOT_MIN * MINUTE_MS))]
    if (!slot) continue
    slot.total += which === 'heart' ? minute.heartSum : minute.breathSum
    slot.n += which === 'heart' ? minute.heartN : minute.breathN
  }
  return sums.map(({ total, n }) => tenths(total, n))
}

/** How often the bed became wet: minutes in a row are one time. */
function wetTimes(minutes: readonly Minute[]): number {
  let times = 0
  let before = false
  for (const minute of minutes) {
    if (minute.n === 0) continue
    if (minute.wet > 0 && !before) times++
    before = minute.wet > 0
  }
  return times
}

/**
 * Times out of bed between lying down and getting up. A visit shorter than half a minute does not make a run of its own,
 * but the minute has counted it.
 */
function exitsOf(minutes: readonly Minute[], outs: readonly Span[], bed: number, rise: number): number {
  const inside = minutes.filter((minute) => minute.at >= bed && minute.at < rise)
  const within = (at: number) => outs.some((run) => at >= run.from - MINUTE_MS && at < run.to)
  const brief = sum(
    inside.filter((minute) => lies(minute) && !within(minute.at)),
    (minute) => minute.exits,
  )
  // The last minute in bed is left for good: that is getting up, not an exit.
  const last = inside.at(-1)
  const leaving = last && lies(last) && !within(last.at) && minutes.at(-1) !== last ? Math.min(1, last.exits) : 0
  return outs.length + brief - leaving
}

/** A night from its minutes, oldest first; `from` is 20:00 of its day. Minutes outside do not count. */
export function nightOf(all: readonly Minute[], from: number): NightMade {
  const minutes = all.filter((minute) => minute.at >= from && minute.at < from + NIGHT_MIN * MINUTE_MS && minute.n > 0)
  const runs = joined(spansOf(minutes))
  const time = bedTime(runs, from)
  const [bed, rise] = time ? [time[0].from, time[1].to] : [0, 0]
  const outs = runs.filter((run) => !run.inBed && run.from >= bed && run.to <= rise)
  const outMinutes = (run: Span) => minutes.filter((one) => one.at >= run.from && one.at < run.to && !lies(one)).length
  const out = outs.map(outMinutes)
  const inBed = minutes.filter((minute) => minute.inBedN > 0)
  const lastHeard = minutes.at(-1)
  return {
    inBedMin: minutes.filter(lies).length,
    bedAt: time ? bed : null,
    riseAt: time && lastHeard && lastHeard.at + MINUTE_MS > rise ? rise : null,
    exits: time ? exitsOf(minutes, outs, bed, rise) : 0,
    longestExitMin: Math.max(0, ...out),
    exitMin: out.reduce((total, one) => total + one, 0),
    heartAvg10: tenths(
      sum(inBed, (one) => one.heartSum),
      sum(inBed, (one) => one.heartN),
    ),
    heartMin: least(inBed.map((one) => one.heartMin)),
    heartMax: most(inBed.map((one) => one.heartMax)),
    breathAvg10: tenths(
      sum(inBed, (one) => one.breathSum),
      sum(inBed, (one) => one.breathN),
    ),
    breathMin: least(inBed.map((one) => one.breathMin)),
    breathMax: most(inBed.map((one) => one.breathMax)),
    turns: sum(minutes, (one) => one.turns),
    bigMoveMin: minutes.filter((one) => one.bigMoves > 0).length,
    wet: wetTimes(minutes),
    minutes: minutes.length,
    heartCurve: curveOf(minutes, from, 'heart'),
    breathCurve: curveOf(minutes, from, 'breath'),
  }
}

/** The longest time in bed without turning over, in minutes; leaving the bed or silence begins anew. */
export function longestStill(minutes: readonly Minute[]): number | null {
  let longest: number | null = null
  let since: number | null = null
  let expected = 0
  for (const minute of minutes) {
    if (minute.n === 0 || !lies(minute)) {
      since = null
      continue
    }
    if (since === null || minute.at !== expected || minute.turns > 0) since = minute.at
    expected = minute.at + MINUTE_MS
    longest = Math.max(longest ?? 0, (expected - since) / MINUTE_MS)
  }
  return longest
}
