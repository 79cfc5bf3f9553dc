// Days of a week plan.
import { DAY_MS, dayText, localDate, momentOf } from '#contract/kit/clock'

export const addDays = (day: string, days: number) => dayText(momentOf(day) + days * DAY_MS)

/** The Monday of the week that a day lies in. */
export const mondayOf = (day: string) => addDays(day, -((localDate(momentOf(day)).getUTCDay() + 6) % 7))

/** Monday to Sunday. */
export const weekDays = (weekStart: string): string[] => Array.from({ length: 7 }, (_, i) => addDays(weekStart, i))

const DAY_NAMES = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const
export const dayName = (day: string) => DAY_NAMES[localDate(momentOf(day)).getUTCDay()]!
