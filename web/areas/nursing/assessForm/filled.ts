// What stands on the sheet, put together from what the server has: answers, what was written beside them, facts and tables.
import type { Fields, FieldValue, Inputs } from '#contract/nursing/assess/kind'
import type { NewAnswerData } from '#contract/nursing/assessFields'
import type { Others, Pending } from './saver.ts'

export interface Filled {
  /** Item → key of the option. */
  answers: Readonly<Record<string, string>>
  evidence: Readonly<Record<string, string>>
  photos: Readonly<Record<string, readonly string[]>>
  /** Facts that can raise the level. */
  inputs: Inputs
  /** Tables beside the items. */
  fields: Fields
}

const EMPTY: Filled = { answers: {}, evidence: {}, photos: {}, inputs: {}, fields: {} }

function put<V>(into: Readonly<Record<string, V>>, key: string, value: V | null | undefined): Record<string, V> {
  const next = { ...into }
  if (value === null || value === undefined || value === '') delete next[key]
  else next[key] = value
  return next
}

export function withAnswer(filled: Filled, { itemId, option, evidence, photos }: NewAnswerData): Filled {
  return {
    ...filled,
    answers: put(filled.answers, itemId, option),
    ...(evidence !== undefined && { evidence: put(filled.evidence, itemId, evidence) }),
    ...(photos !== undefined && { photos: put(filled.photos, itemId, photos?.length ? photos : null) }),
  }
}

export const withInput = (filled: Filled, key: string, value: number | null): Filled => ({
  ...filled,
  inputs: put(filled.inputs, key, value),
})

export const withField = (filled: Filled, key: string, value: unknown): Filled => ({
  ...filled,
  fields: put(filled.fields, key, value as FieldValue | null),
})

/** As somebody else has filled it in, or the server has it. */
export function withOthers(filled: Filled, { answers, inputs, fields }: Others): Filled {
  let now = filled
  for (const one of answers) {
    const { itemId, option, evidence, photos } = one
    now = withAnswer(now, { itemId, option, evidence: evidence ?? '', photos: [...photos] })
  }
  for (const one of inputs) now = withInput(now, one.key, one.value)
  for (const one of fields) now = withField(now, one.key, one.value)
  return now
}

export const filledOf = (stored: Others): Filled => withOthers(EMPTY, stored)

/** What was kept on this device goes over what the server had. */
export function withPending(filled: Filled, pending: Pending): Filled {
  let now = Object.values(pending.answers).reduce(withAnswer, filled)
  for (const [key, value] of Object.entries(pending.inputs)) now = withInput(now, key, value)
  for (const [key, value] of Object.entries(pending.fields)) now = withField(now, key, value)
  return now
}
