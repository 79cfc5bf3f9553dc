// What a list for a select consists of, and how a call's rows become one.
import type { Call, DataOf, InputOf } from '#contract/kit/call'
import { type SendArgs, send } from '#web/kit/call'
import { searchText } from '#web/kit/initials'

export interface LookupItem {
  value: string | number
  label: string
  /** What typing finds it by, in lower case: words, first letters, pinyin, codes. */
  search: string
  /** The value it stands below, in trees. */
  parent?: string | number | null
  /** The whole way to it, where the label alone does not say enough: 松鹤楼>2层. */
  full?: string
  /** Beside the label in the list: department, account. */
  about?: string
  /** Named by old records, offered no more. */
  off?: boolean
  /** A heading: it holds others and cannot be chosen itself. */
  heading?: boolean
  /** Whatever else the source row says, for pickers that show more than a label. */
  row: Readonly<Record<string, unknown>>
}

export interface LookupSource {
  /** area.noun whose writes change it. */
  noun: string
  /** `known` is what the browser has already. */
  load(known?: readonly LookupItem[]): Promise<LookupItem[]>
}

type Row = Readonly<Record<string, unknown>>

export interface FromCall<C extends Call> {
  call: C
  input?: InputOf<C>
  items: (data: DataOf<C>) => readonly object[]
  value: string
  label: string
  parent?: string
  full?: string
  about?: string
  /** Further fields typing finds it by: codes, pinyin. */
  find?: readonly string[]
}

const words = (row: Row, key: string | undefined) => {
  const value = key === undefined ? undefined : row[key]
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** Declares a list by the call that answers it and the fields that matter. */
export function fromCall<C extends Call>(source: FromCall<C>): LookupSource {
  const { key } = source.call
  return {
    noun: key.slice(0, key.lastIndexOf('.')),
    load: async () => {
      const args = [source.input ?? {}, { silent: true }] as unknown as SendArgs<C>
      return (source.items(await send(source.call, ...args)) as readonly Row[]).map((row) => {
        const label = words(row, source.label) ?? ''
        const full = words(row, source.full)
        const about = words(row, source.about)
        return {
          value: row[source.value] as string | number,
          label,
          search: searchText(full ?? label, about, ...(source.find ?? []).map((field) => words(row, field))),
          ...(source.parent && { parent: (row[source.parent] as string | null) ?? null }),
          ...(full && { full }),
          ...(about && { about }),
          row: withoutChildren(row),
        }
      })
    },
  }
}

function withoutChildren(row: Row): Row {
  if (!('children' in row)) return row
  const { children: _, ...rest } = row
  return rest
}

/** Every node of a tree, from the top down. */
export function flat<N extends { children?: readonly N[] | null }>(nodes: readonly N[]): N[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}
