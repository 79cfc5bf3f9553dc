// What a house decided about counting hours: stored by name in the settings of attendance.
import { bool, int, obj, type Static } from '#contract/kit/schema'

export const CLOCK_SETTING = 'clock'

export const ClockSettings = obj({
  /** Less than this beyond the end of a shift is nobody's overtime. */
  overtimeMinimum: int('加班起算（分钟）', { min: 0, max: 480 }),
  /** Counted in whole steps: 30 counts 74 minutes as 60. */
  overtimeStep: int('加班按多少分钟计', { min: 1, max: 240 }),
  /** A shift on a holiday is overtime as a whole, beside being worked. */
  holidayShift: bool('节假日上班计加班'),
  /** What a day counts for that has no shift to say it: a day of leave, a training. */
  dayMinutes: int('一天按多少分钟计', { min: 60, max: 1440 }),
})
export type ClockSettingsData = Static<typeof ClockSettings>

export const CLOCK_DEFAULTS: ClockSettingsData = {
  overtimeMinimum: 30,
  overtimeStep: 30,
  holidayShift: true,
  dayMinutes: 480,
}
