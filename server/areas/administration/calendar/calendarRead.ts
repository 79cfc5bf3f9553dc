// Everything on the days of a period that a person may see: every area answers for itself.
import type { CalendarEntryData, CalendarKindData } from '#contract/administration/calendar'
import { MOST_DAYS } from '#contract/administration/calendar'
import { DAY_MS, momentOf } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import type { CalendarEntry, CalendarPeriod, CalendarReader, CalendarSource } from '#server/kit/calendarSources'
import { areas } from '#server/kit/contributions'

export function checkPeriod({ from, to }: CalendarPeriod): void {
  const days = (momentOf(to) - momentOf(from)) / DAY_MS + 1
  if (days < 1) throw invalid('结束日期不能早于开始日期', 'to')
  if (days > MOST_DAYS) throw invalid(`一次最多查看 ${MOST_DAYS} 天`, 'to')
}

export interface Seen {
  source: CalendarSource
  entries: CalendarEntry[]
}

export function seenBy(who: CalendarReader, period: CalendarPeriod): Promise<Seen[]> {
  const allowed = areas().calendarSources.filter((source) => who.may(source.needs))
  return Promise.all(allowed.map(async (source) => ({ source, entries: await source.entries(who, period) })))
}

const placeOf = (entry: CalendarEntryData) => `${entry.day} ${entry.time ?? ''}`

export function shownEntries(seen: readonly Seen[]): { kinds: CalendarKindData[]; entries: CalendarEntryData[] } {
  const entries = seen.flatMap(({ source: { kind, family }, entries }) =>
    entries.map(({ key, title, day, time, endDay, route, todo }) => ({
      key: `${kind}:${key}`,
      kind,
      title,
      day,
      time: time ?? null,
      endDay: endDay && endDay > day ? endDay : null,
      family,
      route: route ?? null,
      todo: todo ?? null,
    })),
  )
  return {
    kinds: seen.map(({ source: { kind, title, family } }) => ({ kind, title, family })),
    // Whole days first, then by the hour; the order of the kinds is kept among equals.
    entries: entries.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0)),
  }
}
