// What a change of a level's projects changes in the tasks of one resident: pure, so that the page says what the server counts.
import { clocksOn, type FrequencyData, type Shifts, timesPerDay } from './frequency.ts'

export interface PlannedProject extends FrequencyData {
  projectId: string
}

export interface TaskChange {
  /** Tasks before and after, then what becomes of them; `moved`: the same project at another time. */
  before: number
  after: number
  added: number
  removed: number
  moved: number
}

const timesOf = (one: FrequencyData | undefined, days: readonly string[], shifts: Shifts): string[] =>
  one ? days.flatMap((day) => clocksOn(one, day, shifts).map((clock) => `${day} ${clock}`)) : []

/** Over the days, for one resident. */
export function taskChange(
  before: readonly PlannedProject[],
  after: readonly PlannedProject[],
  days: readonly string[],
  shifts: Shifts,
): TaskChange {
  const old = new Map(before.map((one) => [one.projectId, one]))
  const now = new Map(after.map((one) => [one.projectId, one]))
  const sum = { before: 0, after: 0, added: 0, removed: 0, moved: 0 }
  for (const projectId of new Set([...old.keys(), ...now.keys()])) {
    const was = timesOf(old.get(projectId), days, shifts)
    const is = timesOf(now.get(projectId), days, shifts)
    const gone = was.filter((time) => !is.includes(time)).length
    const come = is.filter((time) => !was.includes(time)).length
    const moved = Math.min(gone, come)
    sum.before += was.length
    sum.after += is.length
    sum.moved += moved
    sum.added += come - moved
    sum.removed += gone - moved
  }
  return sum
}

/** Mean minutes a day that the projects take, without what only need or a doctor decides. */
export const minutesPerDay = (projects: readonly (FrequencyData & { minutes: number })[], shifts: Shifts): number =>
  Math.round(projects.reduce((sum, one) => sum + timesPerDay(one, shifts) * one.minutes, 0))

/** The next so many days after one: yyyy-MM-dd. */
export const daysAfter = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const next = new Date(`${day}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + i + 1)
    return next.toISOString().slice(0, 10)
  })
