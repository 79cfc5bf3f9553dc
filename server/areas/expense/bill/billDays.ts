// Days and months as bills count them: a day is a whole number, a month is yyyy-MM.
const DAY_MS = 86_400_000

/** Bills of many residents name the same few days again and again; what they are is kept. */
function kept<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size > 20_000) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}

/** Days since 1970; two of them are subtracted, compared and counted. */
export const dayOf = kept(
  (text: string) =>
    Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) / DAY_MS,
)

export const dayText = kept((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10))

/** 2026-11 and −1 → 2026-10 */
export function addMonths(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

export const monthOf = (day: string): string => day.slice(0, 7)

export const firstDay = kept((month: string) => dayOf(`${month}-01`))
/** The first day of the month after it. */
export const endOfMonth = kept((month: string) => firstDay(addMonths(month, 1)))

/** The same day so many months later; the last of the month where it has no such day. */
export function addMonthsTo(day: string, count: number): string {
  const month = addMonths(monthOf(day), count)
  const last = endOfMonth(month) - firstDay(month)
  return `${month}-${String(Math.min(Number(day.slice(8, 10)), last)).padStart(2, '0')}`
}

export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

export const addDaysTo = (day: string, count: number): string => dayText(dayOf(day) + count)
