// Words and numbers of a change of level as the page says them.
import { yuanText } from '#contract/kit/money'

export const money = (fen: number | null | undefined) => (fen === null || fen === undefined ? '—' : yuanText(fen))

/** +1,100.00 · −300.00 · — */
export function difference(fen: number | null | undefined): string {
  if (fen === null || fen === undefined || fen === 0) return '—'
  return fen > 0 ? `+${yuanText(fen)}` : `−${yuanText(-fen)}`
}

/** +19, −3; nothing where nothing changes. */
export const signed = (count: number) => (count === 0 ? '' : count > 0 ? `+${count}` : `−${-count}`)

/** 3 · 0.5 */
export const times = (count: number) => String(Math.round(count * 10) / 10)

/** 9.4 小时 */
export const hours = (minutes: number) => (Math.round(minutes / 6) / 10).toFixed(1)

export const monthDay = (day: string) => day.slice(5)

/** The day before, as MM-DD. */
export function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - 1)
  return at.toISOString().slice(0, 10)
}

export const SEX = ['男', '女'] as const
