// Short forms in which the sheets are written down.

import type { Choice, Condition, FieldOption, Input, Item, Level } from '#contract/nursing/assess/kind'
import { CareUnit } from '#contract/nursing/frequency'

/** Options in their printed order become A, B, C …. */
export const item = (
  key: string,
  name: string,
  hint: string,
  options: readonly (readonly [number, string])[],
): Item => ({
  key,
  name,
  ...(hint && { hint }),
  options: options.map(([score, text], i): Choice => ({ key: String.fromCharCode(65 + i), score, text })),
})

export const scoreIs = (key: string, score: number): Condition => ({ of: { item: key }, min: score, max: score })
export const scoreFrom = (key: string, score: number): Condition => ({ of: { item: key }, min: score })
export const sectionIs = (key: string, level: number): Condition => ({ of: { section: key }, min: level, max: level })
export const inputFrom = (value: number, ...inputs: readonly string[]): Condition => ({ of: { inputs }, min: value })

export const NO_YES = [
  { value: 0, text: '无' },
  { value: 1, text: '有' },
] as const

const TIMES = ['无', '发生过1次', '发生过2次', '发生过3次及以上'].map((text, value) => ({ value, text }))

/** Events of the last thirty days, each with how often. */
export const eventsOf30Days = (
  group: string,
  events: readonly (readonly [key: string, name: string, source: string])[],
): Input[] => events.map(([key, name, source]) => ({ key, name, source, group, options: TIMES }))

export const level = (at: number, name: string, short: string, nursing: string, care?: string): Level => ({
  level: at,
  name,
  short,
  nursing,
  ...(care && { care }),
})

export const from0 = (...texts: readonly string[]): readonly FieldOption[] =>
  texts.map((text, value) => ({ value, text }))
export const from1 = (...texts: readonly string[]): readonly FieldOption[] =>
  texts.map((text, i) => ({ value: i + 1, text }))

/** How often something is proposed. */
export const times = {
  perDay: (n: number) => ({ unit: CareUnit.is.day, times: n }),
  perWeek: (n: number) => ({ unit: CareUnit.is.week, times: n }),
  everyHours: (n: number) => ({ unit: CareUnit.is.hours, times: n }),
  perShift: { unit: CareUnit.is.shift, times: 1 },
  asNeeded: { unit: CareUnit.is.need, times: 1 },
  byOrder: { unit: CareUnit.is.order, times: 1 },
}
