// The way through a sheet: its sections, the facts that can raise the level, its tables, and the end with the signatures.
import type { Assessed } from '#contract/nursing/assess/engine'
import { filledAt } from '#contract/nursing/assess/fields'
import type { Field, Fields, Form, Input, Kind, Section } from '#contract/nursing/assess/kind'
import type { Filled } from './filled.ts'
import { answeredOf } from './formView.ts'

export type Step =
  | { key: string; is: 'section'; name: string; section: Section }
  | { key: string; is: 'facts'; name: string }
  | { key: string; is: 'table'; name: string; form: Form }
  | { key: string; is: 'end'; name: string }

export const FACTS = 'facts'
export const END = 'end'

/** Facts that are asked here, and not read from a table or from another sheet. */
export const askedInputs = (kind: Kind): readonly Input[] =>
  kind.inputs.filter((input) => !input.fromKind && !input.fromField)

/** What the product knows by itself stands in the report and is not typed again. */
export const typedFields = (form: Form): readonly Field[] => form.fields.filter((field) => !OWN.has(field.known ?? ''))
/** Head of the sheet: filled in elsewhere. */
const OWN = new Set([
  'assessNo',
  'assessDate',
  'reason',
  'name',
  'sex',
  'birthDate',
  'idCard',
  'informant',
  'informantRelation',
])

export function stepsOf(kind: Kind): readonly Step[] {
  return [
    ...kind.sections.map((section): Step => ({ key: section.key, is: 'section', name: section.name, section })),
    ...(askedInputs(kind).length > 0 ? [{ key: FACTS, is: 'facts', name: '诊断与风险事件' } as const] : []),
    ...kind.forms
      .filter((form) => typedFields(form).length > 0)
      .map((form): Step => ({ key: form.key, is: 'table', name: form.name, form })),
    { key: END, is: 'end', name: '信息提供与签名' },
  ]
}

/** An empty choice is one: 以上都没有. */
const isEmpty = (value: Fields[string] | undefined) => value === undefined || value === ''

export interface Progress {
  done: number
  of: number
}

export function progressOf(step: Step, kind: Kind, filled: Filled): Progress | null {
  if (step.is === 'section') return { done: answeredOf(step.section, filled.answers), of: step.section.items.length }
  if (step.is === 'facts') {
    const asked = askedInputs(kind)
    return { done: asked.filter((one) => one.key in filled.inputs).length, of: asked.length }
  }
  if (step.is === 'table') {
    const fields = typedFields(step.form)
    return { done: fields.filter((field) => !isEmpty(filled.fields[field.key])).length, of: fields.length }
  }
  return null
}

/** Which step holds what is still open. */
export function stepOfOpen(kind: Kind, key: string): string {
  const section = kind.sections.find((one) => one.items.some((item) => item.key === key))
  if (section) return section.key
  const form = kind.forms.find((one) => one.fields.some((field) => field.key === key))
  return form?.key ?? (kind.inputs.some((input) => input.key === key) ? FACTS : END)
}

export function nameOfOpen(kind: Kind, key: string): string {
  for (const section of kind.sections) {
    const item = section.items.find((one) => one.key === key)
    if (item) return item.name
  }
  for (const form of kind.forms) {
    const field = form.fields.find((one) => one.key === key)
    if (field) return field.name
  }
  return kind.inputs.find((input) => input.key === key)?.name ?? key
}

/** Items, then facts: what keeps the sheet from being complete, by where it is filled in. */
export const stillOpen = (kind: Kind, assessed: Pick<Assessed, 'open' | 'openInputs'>): readonly string[] => [
  ...new Set([...assessed.open, ...assessed.openInputs].map((key) => filledAt(kind, key))),
]
