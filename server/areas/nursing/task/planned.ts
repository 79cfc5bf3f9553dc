// The tasks of a day out of a plan: pure, so that what a change would do is said by the very code that does it.
import { createHash } from 'node:crypto'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { clocksOn, type FrequencyData, type Shifts } from '#contract/nursing/frequency'
import { CareWindow, type CareWindowValue, windowMinutes } from '#contract/nursing/project'

/** One item of a plan with what its project says. */
export interface PlannedItem {
  itemId: string
  planId: string
  oldmanId: string
  projectId: string
  frequency: FrequencyData
  minutes: number
  window: CareWindowValue
  workerId: string | null
  /** Days of the plan, both included. */
  startDate: string
  endDate: string | null
  /** Tasks are made from this moment on, milliseconds. */
  since: number
}

/** Days that an elder lives here; the last is not counted. */
export interface LivedDays {
  from: string
  to: string | null
}

export interface PlannedTask {
  taskId: string
  item: PlannedItem
  /** Milliseconds, as all of them. */
  planTime: number
  openFrom: number
  dueUntil: number
}

const MINUTE_MS = 60_000
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The stretch of the day that a shift is; before the first begins, that of the evening before goes on. */
function shiftAround(planTime: number, midnight: number, shifts: Shifts): readonly [number, number] {
  const starts = shifts.map(({ from }) => midnight + minutesOf(from) * MINUTE_MS).sort((a, b) => a - b)
  const all = [...starts.map((at) => at - DAY_MS), ...starts, ...starts.map((at) => at + DAY_MS)]
  const at = all.findLastIndex((start) => start <= planTime)
  return [all[at]!, all[at + 1]!]
}

/** From when to when it may be done. */
export function windowAround(
  window: CareWindowValue,
  planTime: number,
  day: string,
  shifts: Shifts,
): readonly [number, number] {
  const midnight = momentOf(day)
  if (window === CareWindow.is.day) return [midnight, midnight + DAY_MS]
  if (window === CareWindow.is.shift && shifts.length > 0) return shiftAround(planTime, midnight, shifts)
  const [before, after] = windowMinutes[window]
  return [planTime - before * MINUTE_MS, planTime + after * MINUTE_MS]
}

/** Ends with the day (yyMMdd), so that whoever has the id knows the part of the table. */
export const idOnDay = (head: string, day: string) => `${head.slice(0, 26)}${day.slice(2).replaceAll('-', '')}`
const taskIdOf = (itemId: string, planTime: number, day: string) =>
  idOnDay(createHash('md5').update(`${itemId}:${planTime}`).digest('hex'), day)

/** The first moment of the day that an id was made for and the first of the next; null where it names no day. */
export function dayOfId(id: string): readonly [from: string, to: string] | null {
  const match = /(\d\d)(\d\d)(\d\d)$/.exec(id)
  if (!match) return null
  const day = `20${match[1]}-${match[2]}-${match[3]}`
  const at = momentOf(day)
  return Number.isNaN(at) || dayText(at) !== day ? null : [`${day} 00:00:00`, `${dayText(at + DAY_MS)} 00:00:00`]
}

const livesHere = (lived: readonly LivedDays[], day: string) =>
  lived.some(({ from, to }) => from <= day && (to === null || day < to))

/** Many items share a frequency: its times of a day are found once. */
export function clocksOfDay(day: string, shifts: Shifts): (frequency: FrequencyData) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (frequency) => {
    const key = JSON.stringify(frequency)
    const found = known.get(key) ?? clocksOn(frequency, day, shifts)
    known.set(key, found)
    return found
  }
}

export interface PlannedTime {
  item: PlannedItem
  clock: string
  /** Milliseconds. */
  planTime: number
}

/** When something is planned on a day, whatever was made of it already. */
export function timesOn(
  items: readonly PlannedItem[],
  livedBy: (oldmanId: string) => readonly LivedDays[],
  day: string,
  shifts: Shifts,
): PlannedTime[] {
  const clocks = clocksOfDay(day, shifts)
  const midnight = momentOf(day)
  return items.flatMap((item) => {
    if (item.startDate > day || (item.endDate !== null && item.endDate < day)) return []
    if (!livesHere(livedBy(item.oldmanId), day)) return []
    return clocks(item.frequency).flatMap((clock) => {
      const planTime = midnight + minutesOf(clock) * MINUTE_MS
      return planTime < item.since ? [] : [{ item, clock, planTime }]
    })
  })
}

/** The tasks of a day. */
export const tasksOn = (
  items: readonly PlannedItem[],
  livedBy: (oldmanId: string) => readonly LivedDays[],
  day: string,
  shifts: Shifts,
): PlannedTask[] =>
  timesOn(items, livedBy, day, shifts).map(({ item, planTime }) => {
    const [openFrom, dueUntil] = windowAround(item.window, planTime, day, shifts)
    return { taskId: taskIdOf(item.itemId, planTime, day), item, planTime, openFrom, dueUntil }
  })

const AVERAGE_DAYS = 28

/** How often a frequency comes on an average day: over 28 days from one on, so that weeks count whole. */
export function averageTimes(from: string, shifts: Shifts): (frequency: FrequencyData) => number {
  const days = Array.from({ length: AVERAGE_DAYS }, (_, at) => dayText(momentOf(from) + at * DAY_MS))
  const known = new Map<string, number>()
  return (frequency) => {
    const key = JSON.stringify(frequency)
    const found =
      known.get(key) ?? days.reduce((sum, day) => sum + clocksOn(frequency, day, shifts).length, 0) / AVERAGE_DAYS
    known.set(key, found)
    return found
  }
}

export interface DayDifference {
  added: { projectId: string; clock: string }[]
  removed: { projectId: string; clock: string }[]
  moved: { projectId: string; from: string; to: string }[]
}

/** What differs between two days: times of one project that came and went in pairs were moved. */
export function differenceOf(
  before: readonly { projectId: string; clock: string }[],
  after: readonly { projectId: string; clock: string }[],
): DayDifference {
  const difference: DayDifference = { added: [], removed: [], moved: [] }
  for (const projectId of new Set([...before, ...after].map((one) => one.projectId))) {
    const clocksIn = (all: typeof before) => all.flatMap((one) => (one.projectId === projectId ? one.clock : [])).sort()
    const [old, now] = [clocksIn(before), clocksIn(after)]
    const gone = old.filter((clock) => !now.includes(clock))
    const come = now.filter((clock) => !old.includes(clock))
    const pairs = Math.min(gone.length, come.length)
    for (let at = 0; at < pairs; at += 1) difference.moved.push({ projectId, from: gone[at]!, to: come[at]! })
    difference.removed.push(...gone.slice(pairs).map((clock) => ({ projectId, clock })))
    difference.added.push(...come.slice(pairs).map((clock) => ({ projectId, clock })))
  }
  return difference
}
