// What was typed into a section, as its form names and says it.
import type { TObject } from '#contract/kit/schema'
import { isEmpty } from '#web/kit/fields/field'
import { type FieldSpec, faceOf } from '#web/kit/form/SchemaForm'
import { titleOfField } from '#web/kit/form/schemaRules'
import type { Fact } from '#web/kit/parts/PageCard'

type Specs = Readonly<Record<string, FieldSpec<unknown>>>

/** All fields of the form in their order; null where nothing was typed. */
export function typedFacts(schema: TObject, specs: object, values: object): Fact[] {
  const typed = values as Readonly<Record<string, unknown>>
  return Object.entries(specs as Specs).map(([name, spec]) => ({
    label: spec.title ?? titleOfField(schema, name),
    value: isEmpty(typed[name]) ? null : faceOf(schema, name, spec).cell(typed[name]),
    ...(spec.wide && { wide: true }),
  }))
}
