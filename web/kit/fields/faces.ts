// The field behind what a column or a form shows: a field itself, or the options of a set.
import type { OptionSet } from '#contract/kit/options'
import type { Face, Field } from './field.ts'
import { optionField } from './option.tsx'

export function fieldOf<V>(face: Face<V>): Field<V> {
  return face.kind === 'field' ? face : (optionField(face as OptionSet<string | number>) as unknown as Field<V>)
}
