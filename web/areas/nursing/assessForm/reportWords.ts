// What the report says of a sheet: its head, its tables and its result, in the order of the standard.
import type { Field, Fields, Kind } from '#contract/nursing/assess/kind'
import { why } from '#contract/nursing/assess/why'
import { AssessReason } from '#contract/nursing/assessFields'
import type { AssessDetail } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { fieldWords } from './fieldWords.ts'
import { type Filled, filledOf } from './filled.ts'
import { levelOf } from './levelBar.ts'

const SEX = ['男', '女']

/** What the product knows by itself: the head of the sheet. */
function headWords(one: AssessDetail, known: string): string | null {
  const words: Readonly<Record<string, string | null>> = {
    assessNo: one.assessNo,
    assessDate: one.assessDate,
    reason: AssessReason.label(one.reason),
    name: one.oldmanName,
    sex: one.sex === null ? null : (SEX[one.sex] ?? null),
    birthDate: one.birthDate,
    idCard: one.idCard,
    informant: one.informant,
    informantRelation: one.informantRelation,
  }
  return words[known] ?? null
}

export function cellWords(one: AssessDetail, field: Field, fields: Fields): string {
  const typed = fieldWords(field, fields)
  return typed || (field.known ? (headWords(one, field.known) ?? '') : '')
}

export interface ResultLine {
  label: string
  value: string
}

const rulesOf = (kind: Kind) => [...kind.sections.flatMap((one) => one.grading?.rules ?? []), ...kind.rules]

/** Table C of the standard; kinds without one say the same without its numbers. */
export function resultLines(one: AssessDetail, kind: Kind): readonly ResultLine[] {
  const { result } = one
  const nameOf = (level: number | null) => levelOf(kind, level)?.name ?? ''
  const sections = result.sections
    .map((section) => {
      const level = section.levelName ? `${section.levelName}` : ''
      const points = kind.preliminary.by === 'total' || !section.levelName ? `${section.score} 分` : ''
      return `${section.name} ${[points, level].filter(Boolean).join(' ')}`
    })
    .join('；')
  const fired = result.fired.map((rule) => rulesOf(kind).find((known) => known.key === rule.ruleId)?.text ?? rule.words)
  const changed = [...fired, ...(one.levelReason ? [`评估员调整：${one.levelReason}`] : [])]
  const basis = changed.length > 0 ? changed.join('；') : '无'
  const final =
    one.state === AssessmentState.is.DONE || one.state === AssessmentState.is.VOID ? nameOf(one.finalLevel) : ''
  if (kind.key === 'of2013') {
    return [
      { label: 'C.1 一级指标分级', value: sections },
      { label: 'C.2 老年人能力初步等级', value: nameOf(result.preliminaryLevel) },
      { label: 'C.3 等级变更条款', value: basis },
      { label: 'C.4 老年人能力最终等级', value: final },
    ]
  }
  const numbered = kind.key.startsWith('of2023')
  const no = (at: number) => (numbered ? `C.${at} ` : '')
  return [
    { label: `${no(1)}${numbered ? '一级指标得分' : '各部分得分'}`, value: sections },
    ...(result.total === null
      ? []
      : [{ label: `${no(2)}${numbered ? '初步等级得分' : '总分'}`, value: `${result.total} 分` }]),
    { label: `${no(3)}${numbered ? '老年人能力初步等级' : '初步等级'}`, value: nameOf(result.preliminaryLevel) },
    { label: `${no(4)}${numbered ? '能力等级变更依据' : '等级变更依据'}`, value: basis },
    { label: `${no(5)}${numbered ? '老年人能力最终等级' : '最终等级'}`, value: final },
  ]
}

export interface Reasons {
  sections: readonly string[]
  lines: readonly string[]
  distance: readonly string[]
}

export function reasonsOf(one: AssessDetail, kind: Kind): Reasons {
  const filled: Filled = filledOf(one)
  const told = why(kind, filled.answers, filled.inputs, { stacking: one.stacking, fields: filled.fields })
  const rules = told.rules.filter((rule) => rule.outcome !== 'notMet').map((rule) => rule.text)
  const own = one.levelReason
    ? [`两位评估员把等级定为${levelOf(kind, one.finalLevel)?.name ?? ''}，原因：${one.levelReason}`]
    : []
  return {
    sections: told.sections.map((section) => section.text),
    lines: [told.preliminary, ...(rules.length > 0 ? rules : ['没有提高或改变等级的情况']), told.final, ...own],
    distance: told.distance,
  }
}
