// How a task stands by the clock, and the figures of a day: server, board and bedside count with the same rule.
// Times are `yyyy-MM-dd HH:mm:ss` and compare as texts.
import { momentOf, timeText } from '#contract/kit/clock'
import { type BoardCountsData, type CareTaskData, CareTaskState } from './task.ts'

/**
 * late: its time has passed and at most an hour is left; what may be done at any time of a half day, shift or day is not late
 * before that. missed: past the limit, whether or not the clock has marked it yet.
 */
export type TaskFace = 'done' | 'refused' | 'away' | 'missed' | 'late' | 'open' | 'later'

export type TimedTask = Pick<CareTaskData, 'state' | 'planTime' | 'openFrom' | 'dueUntil'>

const MINUTE = 60_000
/** A task is late when its time has passed and no more than this is left. */
export const LAST_MINUTES = 60

/** As many minutes later, in the same words. */
export const plusMinutes = (text: string, minutes: number) => timeText(momentOf(text) + minutes * MINUTE)

/** Whole minutes from one to the other. */
export const minutesFrom = (from: string, to: string) => Math.floor((momentOf(to) - momentOf(from)) / MINUTE)

const clockIn = (moment: string) => moment.slice(11, 16)

/** 15:30–17:00; what has its whole shift, half day or day says until when. */
export function windowWords({
  openFrom,
  planTime,
  dueUntil,
}: Pick<CareTaskData, 'openFrom' | 'planTime' | 'dueUntil'>): string {
  if (dueUntil.slice(0, 10) !== planTime.slice(0, 10) && clockIn(dueUntil) === '00:00') return '当天内'
  if (minutesFrom(openFrom, dueUntil) > 240) return `${clockIn(dueUntil)} 前`
  return `${clockIn(openFrom)}–${clockIn(dueUntil)}`
}

/** 迟 40 分; of what has a long time: until when it must be done. */
export const lateWords = ({ planTime, dueUntil }: Pick<CareTaskData, 'planTime' | 'dueUntil'>, now: string) =>
  minutesFrom(planTime, dueUntil) > LAST_MINUTES
    ? `${dueUntil.slice(11, 16)} 前要做`
    : `迟 ${Math.max(1, minutesFrom(planTime, now))} 分`

const { WAITING, DONE, REFUSED, MISSED } = CareTaskState.is

export function taskFace({ state, planTime, openFrom, dueUntil }: TimedTask, now: string): TaskFace {
  if (state === DONE) return 'done'
  if (state === REFUSED) return 'refused'
  if (state === MISSED) return 'missed'
  if (state !== WAITING) return 'away'
  if (dueUntil < now) return 'missed'
  if (planTime < now && dueUntil <= plusMinutes(now, LAST_MINUTES)) return 'late'
  return openFrom <= now ? 'open' : 'later'
}

export function countTasks(
  tasks: readonly (TimedTask & Pick<CareTaskData, 'oldmanId' | 'late'>)[],
  now: string,
): BoardCountsData {
  const counts: BoardCountsData = {
    total: 0,
    done: 0,
    due: 0,
    late: 0,
    missed: 0,
    refused: 0,
    away: 0,
    awayElders: 0,
    nextHour: 0,
    lateEntries: 0,
  }
  const away = new Set<string>()
  const hour = plusMinutes(now, 60)
  for (const task of tasks) {
    const face = taskFace(task, now)
    if (face === 'away') {
      counts.away++
      away.add(task.oldmanId)
      continue
    }
    counts.total++
    if (task.planTime <= now) counts.due++
    if (face === 'done') counts.done++
    else if (face === 'refused') counts.refused++
    else if (face === 'missed') counts.missed++
    else if (face === 'late') counts.late++
    else if (task.planTime <= hour) counts.nextHour++
    if (task.late) counts.lateEntries++
  }
  counts.awayElders = away.size
  return counts
}
