// Business days as texts; the house lives by the clock of Shanghai, wherever the browser stands.
import dayjs from 'dayjs'

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })

export const today = (): string => DAY.format(new Date())
export const addDays = (day: string, count: number): string => dayjs(day).add(count, 'day').format('YYYY-MM-DD')
/** How many days lie between; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day')

/** A contract of whole years ends on the day before its anniversary. */
export const yearLater = (day: string): string => dayjs(day).add(1, 'year').subtract(1, 'day').format('YYYY-MM-DD')

/** 今天到期, 还有 3 天, 已过 2 天: how near an end is, and how loud to say it. */
export function nearness(day: string | null, within: number, now = today()) {
  if (!day) return null
  const left = daysBetween(now, day)
  if (left > within) return null
  const words = left === 0 ? '今天到期' : left > 0 ? `还有 ${left} 天` : `已过 ${-left} 天`
  return { left, words, tone: left <= 0 ? ('red' as const) : ('amber' as const) }
}
