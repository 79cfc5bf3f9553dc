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

export interface OptionSet<V extends string | number, Is = Readonly<Record<string, V>>> {
  kind: 'options'
  name: string
  list: readonly Option<V>[]
  /** Each value by its key: `row.status === ResidenceStatus.is.trial`, in code and in SQL. A text is its own key. */
  is: Is
  schema: TUnsafe<V>
  label(value: V | null | undefined): string
  find(value: V | null | undefined): Option<V> | undefined
}

const declared = new Map<string, OptionSet<string | number>>()

type Face = string | readonly [label: string, family: Family, hollow?: 'hollow']
/** A number says nothing by itself, so it has a key. */
type Entry = readonly [value: string, face: Face] | readonly [value: string | number, key: string, face: Face]
type KeyOf<E extends Entry> = E extends readonly [string | number, infer K extends string, Face] ? K : E[0]
type ByKey<E extends Entry> = { readonly [One in E as KeyOf<One>]: One[0] }

/** Numbers as values: options('Sex', '性别', [[0, 'male', '男'], [1, 'female', '女']]). */
export function options<const E extends Entry>(
  name: string,
  title: string,
  entries: readonly E[],
): OptionSet<E[0], ByKey<E>> {
  type V = E[0]
  if (declared.has(name)) throw new Error(`Option set ${name} is declared twice`)
  const list: Option<V>[] = []
  const is = new Map<string, V>()
  for (const entry of entries) {
    const [value, key, face] = entry.length === 3 ? entry : [entry[0], entry[0], entry[1]]
    if (is.has(key)) throw new Error(`Option set ${name} has two values ${key}`)
    is.set(key, value)
    list.push(
      typeof face === 'string'
        ? { value, label: face }
        : { value, label: face[0], family: face[1], ...(face[2] && { hollow: true }) },
    )
  }
  const byValue = new Map<string, Option<V>>(list.map((option) => [String(option.value), option]))
  const find = (value: V | null | undefined) => byValue.get(String(value))
  const set: OptionSet<V, ByKey<E>> = {
    kind: 'options',
    name,
    list,
    is: Object.fromEntries(is) as ByKey<E>,
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
