// The takes of a day out of the settings: pure, so that the form shows what will be planned and a test walks through months.
import { createHash } from 'node:crypto'
import { clocksOfUse, type PlannedTake, type RoundMinutes, type TimedUse, windowOfTake } from '#contract/drug/rounds'
import { momentOf, timeText } from '#contract/kit/clock'

export interface PlannedUse extends TimedUse {
  useId: string
  oldmanId: string
  drugId: string
  dose: number
  highAlert: boolean
  paused: boolean
  /** Takes are planned from this moment on, milliseconds. */
  since: number
}

/** Days that an elder lives here; the last is not counted. */
export interface LivedDays {
  from: string
  to: string | null
}

export interface MadeTake extends PlannedTake {
  takeId: string
  use: PlannedUse
}

/**
 * The same setting and time always make the same id, so that making takes twice makes none twice. It begins with the hour: takes of
 * a night lie beside each other in the index instead of all over years of them.
 */
export const takeIdOf = (useId: string, planTime: number) => {
  const hour = timeText(planTime).slice(2, 13).replace(/\D/g, '')
  return hour + createHash('md5').update(`take:${useId}:${planTime}`).digest('hex').slice(hour.length)
}

const livesHere = (lived: readonly LivedDays[], day: string) =>
  lived.some(({ from, to }) => from <= day && (to === null || day < to))

/** The takes of a day, whatever of it has passed; none from before the setting began. */
export function takesOn(
  uses: readonly PlannedUse[],
  livedBy: (oldmanId: string) => readonly LivedDays[],
  day: string,
  minutes: RoundMinutes,
): MadeTake[] {
  return uses.flatMap((use) => {
    if (!livesHere(livedBy(use.oldmanId), day)) return []
    return clocksOfUse(use, day).flatMap((clock) =>
      momentOf(`${day} ${clock}:00`) < use.since
        ? []
        : [
            {
              ...windowOfTake(use, day, clock, minutes),
              takeId: takeIdOf(use.useId, momentOf(`${day} ${clock}:00`)),
              use,
            },
          ],
    )
  })
}
