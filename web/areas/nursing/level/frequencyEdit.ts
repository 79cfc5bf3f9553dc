// What the form of a frequency does with a change: it stays one that holds wherever that is plain.
import { CareUnit, type CareUnitValue, type FrequencyData, usualClocks } from '#contract/nursing/frequency'

export const NEW_FREQUENCY: FrequencyData = {
  unit: CareUnit.is.day,
  times: 1,
  clocks: usualClocks(1),
  days: [],
  from: null,
  to: null,
}

/** As many clocks as times: those that stand there stay, the rest come from the usual ones. */
export function clocksFor(times: number, clocks: readonly string[]): string[] {
  const kept = [...new Set(clocks)].slice(0, times)
  const usual = [...usualClocks(times), ...usualClocks(24)]
  for (const clock of usual) if (kept.length < times && !kept.includes(clock)) kept.push(clock)
  return kept.sort()
}

/** Another unit begins with what is usual for it, and keeps the first time of day. */
export function withUnit(frequency: FrequencyData, unit: CareUnitValue): FrequencyData {
  const first = [...frequency.clocks].sort().slice(0, 1)
  const bare: FrequencyData = { unit, times: 1, clocks: [], days: [], from: null, to: null }
  if (unit === CareUnit.is.day) return { ...bare, clocks: clocksFor(1, first) }
  if (unit === CareUnit.is.week || unit === CareUnit.is.month)
    return { ...bare, days: [1], clocks: clocksFor(1, first) }
  return unit === CareUnit.is.hours ? { ...bare, times: 2 } : bare
}

/** Nobody has chosen them: they are what the number brings. */
const isUsual = (clocks: readonly string[]) =>
  [...clocks].sort().join() === [...usualClocks(clocks.length)].sort().join()

export const withTimes = (frequency: FrequencyData, times: number): FrequencyData =>
  frequency.unit === CareUnit.is.day
    ? { ...frequency, times, clocks: clocksFor(times, isUsual(frequency.clocks) ? [] : frequency.clocks) }
    : { ...frequency, times }

/** Of a week or a month: as many times as days. */
export const withDays = (frequency: FrequencyData, days: readonly number[]): FrequencyData => ({
  ...frequency,
  times: Math.max(1, days.length),
  days: [...days].sort((a, b) => a - b),
})
