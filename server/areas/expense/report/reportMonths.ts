// Months of a period as texts, and comparisons between months.

/** 2026-11 and −1 → 2026-10 */
export function monthFrom(month: string, by: number): string {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Every month that a period touches, in order. */
export function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = []
  for (let at = from.slice(0, 7); at <= to.slice(0, 7); at = monthFrom(at, 1)) months.push(at)
  return months
}

/** Per cent with one decimal; null where there was nothing to compare with. */
export const growth = (now: number, then: number | undefined): number | null =>
  then ? Math.round(((now - then) / Math.abs(then)) * 1000) / 10 : null

export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

/** The same work is asked for by rows, sums and chart: it is done once. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}
