// What is typed, judged as the server will judge it.
import type { VitalElderData, VitalWardRowData } from '#contract/nursing/vital'
import { judgeVital, type SetLimits, type VitalJudged, type VitalPast } from '#contract/nursing/vitalJudge'
import {
  type LimitPartValue,
  type VitalBounds,
  type VitalField,
  VitalGrade,
  type VitalValues,
  vitalFields,
  vitalText,
} from '#contract/nursing/vitalKinds'

type Bounds = readonly ({ part: LimitPartValue } & VitalBounds)[]

/** What judging needs of an elder; the ward brings the limits of the house once for all. */
export type Background = Pick<VitalWardRowData, 'age' | 'ownLimits' | 'past' | 'last'>

const byPart = (limits: Bounds): SetLimits['own'] =>
  Object.fromEntries(limits.map(({ part, ...bounds }) => [part, bounds]))

export const judgeTyped = (
  values: VitalValues,
  elder: Background,
  houseLimits: VitalElderData['houseLimits'],
): VitalJudged[] =>
  judgeVital(values, {
    limits: { own: byPart(elder.ownLimits), house: byPart(houseLimits) },
    age: elder.age,
    past: elder.past as unknown as VitalPast,
  })

/** 危急：达到 38; the field beside it says what was measured. */
export const whyWords = ({ grade, text }: VitalJudged) =>
  `${VitalGrade.label(grade)}：${text.slice(text.indexOf('，') + 1)}`

/** 上次 36.5（11-17 07:05） */
export function lastWords(field: VitalField, last: Background['last']): string | null {
  const one = last.find((value) => value.field === field)
  return one ? `上次 ${vitalText(field, one.value)}（${one.at.slice(5, 16)}）` : null
}

/** ↑0.4: what is different from the last time; null where nothing is, or there was none. */
export function differenceWords(field: VitalField, value: number, last: Background['last']): string | null {
  const one = last.find((before) => before.field === field)
  if (!one) return null
  const by = Number((value - one.value).toFixed(vitalFields[field].digits))
  return by === 0 ? '与上次相同' : `比上次${by > 0 ? '高' : '低'} ${vitalText(field, Math.abs(by))}`
}
