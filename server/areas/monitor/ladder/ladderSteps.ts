// Who is on duty at a moment, and which step of the ladder comes next: functions of their arguments alone.
import { CallForward } from '#contract/monitor/callSet'
import { DEFAULT_LADDER, type LadderData, type LadderStepData, PHONE_RANK } from '#contract/monitor/ladderWords'

export interface Duty {
  /** null: the whole house */
  deptId: string | null
  rank: number
  userId: string
  userName: string
  phone: string | null
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  fromTime: string
  toTime: string
}

const MINUTES = 60
const DAY = 24 * MINUTES
const CHINA = 8 * MINUTES
const WEEK = 7
/** 1970-01-01 was a Thursday; Monday is 1. */
const THURSDAY = 3

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * MINUTES + Number(clock.slice(3, 5))
const weekdayOf = (day: number) => ((day + THURSDAY) % WEEK) + 1

/** Whether a shift covers a moment (milliseconds). One over midnight belongs to the weekday it begins on. */
export function covers(duty: Pick<Duty, 'weekdays' | 'fromTime' | 'toTime'>, at: number): boolean {
  const minutes = Math.floor(at / 60_000) + CHINA
  const day = Math.floor(minutes / DAY)
  const now = minutes - day * DAY
  const [from, to] = [minutesOf(duty.fromTime), minutesOf(duty.toTime)]
  const today = duty.weekdays.includes(weekdayOf(day))
  if (from < to) return today && now >= from && now < to
  const yesterday = duty.weekdays.includes(weekdayOf(day - 1))
  // The same time twice is a whole day from it.
  return (today && now >= from) || (yesterday && now < to)
}

/**
 * Who is on duty for a department: by the roster of the department itself, else of the nearest one above it, else of the
 * whole house. `path`: the department and those above it, nearest first.
 */
export function onDuty(roster: readonly Duty[], path: readonly string[], rank: number, at: number): Duty[] {
  const now = roster.filter((one) => one.rank === rank && covers(one, at))
  for (const deptId of [...path, null]) {
    const found = now.filter((one) => one.deptId === deptId)
    if (found.length > 0) {
      const seen = new Set<string>()
      return found.filter((one) => !seen.has(one.userId) && seen.add(one.userId))
    }
  }
  return []
}

/** The steps in effect for an alarm, in order. Everything switched off still tells the duty nurse. */
export function stepsFor(ladder: LadderData, level: number, phones: boolean): LadderStepData[] {
  const steps = ladder.steps
    .filter((step) => step.on && level >= step.fromLevel && (phones || step.rank !== PHONE_RANK))
    .sort((a, b) => a.rank - b.rank)
  return steps.length > 0 ? steps : [{ ...DEFAULT_LADDER.steps[0]! }]
}

/** The step after a rank; null at the top. */
export const stepAfter = (steps: readonly LadderStepData[], rank: number): LadderStepData | null =>
  steps.find((step) => step.rank > rank) ?? null

/** Taken up and forgotten: the next step, or at the top the head nurse once more. */
export const stepWhenForgotten = (steps: readonly LadderStepData[], rank: number): LadderStepData | null =>
  stepAfter(steps, rank) ?? steps.findLast((step) => step.rank !== PHONE_RANK) ?? null

export interface CallTimes {
  repeatS: number
  leaderS: number
  phoneS: number
}
export const DEFAULT_CALL_TIMES: CallTimes = { repeatS: 60, leaderS: 180, phoneS: 300 }

/** The ladder of nurse calls: its times count from the press; 0 leaves a step out. */
export function ladderOfCalls(times: CallTimes, takenMinutes: number): LadderData {
  let before = 0
  const steps: LadderStepData[] = [{ rank: 1, on: true, seconds: 0, fromLevel: 1 }]
  for (const [rank, seconds] of [
    [2, times.repeatS],
    [3, times.leaderS],
    [PHONE_RANK, times.phoneS],
  ] as const) {
    const on = seconds > 0
    steps.push({ rank, on, seconds: Math.max(0, seconds - before), fromLevel: 1 })
    if (on) before = Math.max(before, seconds)
  }
  return { steps, takenMinutes }
}

const number = (value: unknown, otherwise: number) => (Number.isFinite(value) ? Number(value) : otherwise)

/** A stored setting, with what it leaves out as the default says. */
export function ladderOf(value: unknown): LadderData {
  const stored = (value ?? {}) as Partial<LadderData>
  const known = new Map((Array.isArray(stored.steps) ? stored.steps : []).map((step) => [step.rank, step]))
  return {
    steps: DEFAULT_LADDER.steps.map((step) => ({ ...step, ...known.get(step.rank) })),
    takenMinutes: number(stored.takenMinutes, DEFAULT_LADDER.takenMinutes),
  }
}

/** The base setting of the calls; `forward` 0 keeps an unanswered call at the desk. */
export function callTimesOf(value: unknown): CallTimes {
  const stored = (value ?? {}) as Record<string, unknown>
  const stays = stored.forward === CallForward.is.off
  return {
    repeatS: number(stored.repeatSeconds, DEFAULT_CALL_TIMES.repeatS),
    leaderS: stays ? 0 : number(stored.leaderSeconds, DEFAULT_CALL_TIMES.leaderS),
    phoneS: stays ? 0 : number(stored.phoneSeconds, DEFAULT_CALL_TIMES.phoneS),
  }
}
