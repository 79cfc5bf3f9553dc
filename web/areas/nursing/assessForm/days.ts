// Times and days as the sheet says them.

/** 2026-11-16 15:38:06 → 15:38:06 */
export const timeText = (at: string) => at.slice(11, 19) || at

/** 秦月娥 2026 年常规评估 */
export const titleOf = (name: string | null, day: string, reason: string) =>
  [name ?? '', `${day.slice(0, 4)} 年${reason}`].filter(Boolean).join(' ')

/** 满 12 个月: how long after the last one; empty within a month. */
export function monthsSince(last: string, day: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = last.slice(0, 10).split('-').map(Number)
  const [y2 = 0, m2 = 0, d2 = 0] = day.slice(0, 10).split('-').map(Number)
  return Math.max(0, (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 ? 1 : 0))
}
