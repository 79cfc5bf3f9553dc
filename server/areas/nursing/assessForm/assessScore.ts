// What is stored of a form, scored: the one engine decides, here as in the browser.
import { assess } from '#contract/nursing/assess/engine'
import { fieldFaults } from '#contract/nursing/assess/fields'
import type { Answers, Fields, FieldValue, Inputs, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import type { AssessResult } from '#contract/nursing/assessFields'
import type { AssessHouse } from '#server/areas/nursing/assessSetting/assessHouse'
import type { FilledBy } from '#server/areas/nursing/assessTables'

export interface Answer {
  option: string | null
  evidence: string | null
}

/** What was filled in, as it is stored. */
export interface Filling {
  answers: FilledBy<Answer>
  inputs: FilledBy<number | null>
  fields: FilledBy<unknown>
}

const valuesOf = <V>(filled: FilledBy<V>): [string, V][] =>
  Object.entries(filled).map(([key, { value }]) => [key, value])

export const answersOf = (filled: Filling['answers']): Answers =>
  Object.fromEntries(
    valuesOf(filled).flatMap(([key, { option }]): [string, string][] => (option === null ? [] : [[key, option]])),
  )
export const inputsOf = (filled: Filling['inputs']): Inputs =>
  Object.fromEntries(
    valuesOf(filled).flatMap(([key, value]): [string, number][] => (value === null ? [] : [[key, value]])),
  )
export const fieldsOf = (filled: Filling['fields']): Fields =>
  Object.fromEntries(
    valuesOf(filled).flatMap(([key, value]): [string, FieldValue][] =>
      value === null ? [] : [[key, value as FieldValue]],
    ),
  )

const wordsOf = (kind: Kind, level: number | null) =>
  level === null ? null : (indexOf(kind).levels.get(level)?.short ?? null)

/** The texts of all rules of a kind, those of its sections too. */
const rulesOf = (kind: Kind) =>
  new Map(
    [...kind.sections.flatMap((one) => one.grading?.rules ?? []), ...kind.rules].map((one) => [one.key, one.text]),
  )

export interface Scored {
  result: AssessResult
  /** Everything that has to be there is there. */
  complete: boolean
}

export function score(kind: Kind, filling: Filling, house: AssessHouse): Scored {
  const fields = fieldsOf(filling.fields)
  const done = assess(kind, answersOf(filling.answers), inputsOf(filling.inputs), { stacking: house.stacking, fields })
  const openFields = fieldFaults(kind, fields, true).map((one) => one.field)
  const rules = rulesOf(kind)
  const named = new Map(kind.sections.map((one) => [one.key, one]))
  const result: AssessResult = {
    answered: done.answered,
    itemCount: done.of,
    open: [...done.open],
    openInputs: [...done.openInputs],
    openFields,
    sections: done.sections.map((one) => {
      const section = named.get(one.key)!
      const level = one.level?.level ?? null
      return {
        sectionId: one.key,
        name: section.name,
        score: one.score,
        lowest: one.min,
        highest: one.max,
        answered: one.answered,
        count: one.of,
        level,
        levelName: section.grading?.names.find((name) => name.level === level)?.name ?? null,
      }
    }),
    total: done.total,
    lowest: done.range?.min ?? null,
    highest: done.range?.max ?? null,
    preliminaryLevel: done.preliminary.level,
    preliminaryName: wordsOf(kind, done.preliminary.level),
    proposedLevel: done.final.level,
    proposedName: wordsOf(kind, done.final.level),
    fired: done.rules
      .filter((one) => one.outcome === 'changed')
      .map((one) => ({ ruleId: one.key, words: rules.get(one.key) ?? one.key })),
    ...house.suggested(done.final.level),
  }
  return { result, complete: done.complete && openFields.length === 0 }
}
