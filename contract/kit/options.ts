// An option set is declared once: values, labels, colour families, schema. The product's on/off sets run in
// opposite directions, so each has its own name and nobody compares a bare 0.
import { type TUnsafe, Unsafe } from '@sinclair/typebox'

/** Colour families of the status tags. */
export type Family = 'blue' | 'teal' | 'green' | 'amber' | 'orange' | 'red' | 'purple' | 'olive' | 'slate' | 'grey'

export interface Option<V extends string | number> {
  value: V
  label: string
  family?: Family
  /** Hollow dot: not yet or no longer there. */
  hollow?: boolean
}

export interface OptionSet<V extends string | number> {
  kind: 'options'
  name: string
  list: readonly Option<V>[]
  schema: TUnsafe<V>
  label(value: V | null | undefined): string
  find(value: V | null | undefined): Option<V> | undefined
}

const declared = new Map<string, OptionSet<string | number>>()

type Face = string | readonly [label: string, family: Family, hollow?: 'hollow']

/** Numbers as values: options('Sex', '性别', [[0, '男'], [1, '女']]). */
export function options<const V extends string | number>(
  name: string,
  title: string,
  entries: readonly (readonly [V, Face])[],
): OptionSet<V> {
  if (declared.has(name)) throw new Error(`Option set ${name} is declared twice`)
  const list: Option<V>[] = entries.map(([value, face]) =>
    typeof face === 'string'
      ? { value, label: face }
      : { value, label: face[0], family: face[1], ...(face[2] && { hollow: true }) },
  )
  const byValue = new Map<string, Option<V>>(list.map((option) => [String(option.value), option]))
  const find = (value: V | null | undefined) => byValue.get(String(value))
  const set: OptionSet<V> = {
    kind: 'options',
    name,
    list,
    schema: Unsafe<V>({
      title,
      type: typeof list[0]?.value === 'number' ? 'number' : 'string',
      enum: list.map((option) => option.value),
      options: name,
    }),
    label: (value) => find(value)?.label ?? (value === null || value === undefined ? '' : String(value)),
    find,
  }
  declared.set(name, set as unknown as OptionSet<string | number>)
  return set
}

/** For the Excel export, which gets the name of a set from the browser. */
export const optionSet = (name: string) => declared.get(name)
