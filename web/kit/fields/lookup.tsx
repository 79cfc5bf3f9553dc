// A select filled from a named list: roles, rooms, dictionaries. Trees (departments, places) open as trees. Typing
// finds by words, first letters and codes.
import { Select } from 'antd'
import { useMemo } from 'react'
import type { DictionaryCode } from '#contract/systemSetting/dictionaryCodes'
import { found, nearness } from '#web/kit/initials'
import { type LookupItem, type LookupName, useLookup, useLookups } from '#web/kit/lookup'
import type { Field, InputProps } from './field.ts'
import { TreeSelect } from './laterControls.tsx'
import { None } from './none.tsx'

type Value = string | number

export interface LookupProps {
  /** Only these: beds of a room, jobs of a type. */
  only?(item: LookupItem): boolean
}

interface TreeNode {
  value: Value
  title: string
  search: string
  full: string
  selectable: boolean
  disabled: boolean
  children: TreeNode[]
}

const fullOf = (item: LookupItem) => item.full ?? item.label

/** An entry whose parent is out of sight stands at the top. */
export function treeOf(items: readonly LookupItem[]): TreeNode[] {
  const nodes = new Map(
    items.map((item): [Value, TreeNode] => [
      item.value,
      {
        value: item.value,
        title: item.label,
        search: item.search,
        full: fullOf(item),
        selectable: !item.heading,
        disabled: item.off === true,
        children: [],
      },
    ]),
  )
  const top: TreeNode[] = []
  for (const item of items) {
    const parent = item.parent === null || item.parent === undefined ? undefined : nodes.get(item.parent)
    ;(parent?.children ?? top).push(nodes.get(item.value)!)
  }
  return top
}

const isTree = (items: readonly LookupItem[]) => {
  const values = new Set(items.map((item) => item.value))
  return items.some((item) => item.parent !== null && item.parent !== undefined && values.has(item.parent))
}

/** What is offered: everything that is still in use, and what stands in the field already. */
const offered = (items: readonly LookupItem[], chosen: readonly Value[], only?: LookupProps['only']) =>
  items.filter((item) => chosen.includes(item.value) || (!item.off && (only?.(item) ?? true)))

interface ControlProps<V> extends LookupProps {
  name: LookupName
  prompt: string
  many: boolean
  id?: string
  disabled?: boolean
  placeholder?: string
  autoFocus?: boolean
  'aria-label'?: string
  value: V | null | undefined
  onChange?(value: V | null): void
}

function Control<V>({ name, prompt, many, value, onChange, only, ...rest }: ControlProps<V>) {
  const list = useLookup(name)
  const chosen = (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as Value[]
  const key = chosen.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen values count, not the array that holds them
  const items = useMemo(() => offered(list, chosen, only), [list, key, only])
  const tree = useMemo(() => (isTree(items) ? treeOf(items) : null), [items])
  // Other properties of the form (lengths, limits) say nothing to a select.
  const common = {
    id: rest.id,
    disabled: rest.disabled,
    autoFocus: rest.autoFocus,
    'aria-label': rest['aria-label'],
    placeholder: rest.placeholder ?? prompt,
    className: 'yy-fill',
    allowClear: true,
    value: (value ?? undefined) as never,
    onChange: (next: unknown) =>
      onChange?.((next === undefined || (Array.isArray(next) && next.length === 0) ? null : next) as V | null),
    ...(many && { maxTagCount: 'responsive' as const }),
  }
  if (tree) {
    return (
      <TreeSelect
        {...common}
        treeData={tree}
        treeDefaultExpandAll={items.length < 80}
        treeNodeLabelProp="full"
        multiple={many}
        showSearch={{ filterTreeNode: (typed, node) => found(node.search as string, typed) }}
        popupMatchSelectWidth={280}
      />
    )
  }
  return (
    <Select
      {...common}
      {...(many && { mode: 'multiple' as const })}
      options={items.map((item) => ({
        value: item.value,
        label: item.off ? `${fullOf(item)}（已停用）` : fullOf(item),
        search: item.search,
        about: item.about,
      }))}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          {option.data.about && <span className="yy-none">{option.data.about}</span>}
        </span>
      )}
      showSearch={{
        filterOption: (typed, option) => found(option?.search, typed),
        filterSort: (a, b, { searchValue }) => nearness(a.search, searchValue) - nearness(b.search, searchValue),
      }}
    />
  )
}

function Label({ name, value }: { name: LookupName; value: Value }) {
  const item = useLookup(name).find((one) => one.value === value)
  return item ? fullOf(item) : String(value)
}

const labelOf = (name: string, value: Value) => {
  const item = useLookups.getState().lists[name]?.find((one) => one.value === value)
  return item ? fullOf(item) : String(value)
}

/** One value of a list. */
export function lookupOf<V extends Value = string>(name: LookupName, own: LookupProps = {}): Field<V> {
  const control = (prompt: string) => (props: InputProps<V> & LookupProps) => (
    <Control<V> {...own} {...props} value={props.value} name={name} prompt={prompt} many={false} />
  )
  return {
    kind: 'field',
    sheet: 'text',
    chooses: true,
    width: 130,
    searchWidth: 160,
    cell: (value) => (value === null || value === undefined ? <None /> : <Label name={name} value={value} />),
    text: (value) => (value === null || value === undefined ? '' : labelOf(name, value)),
    input: control('请选择'),
    search: control('全部'),
  }
}

/** Several values of a list. */
export function lookupsOf<V extends Value = string>(name: LookupName, own: LookupProps = {}): Field<V[]> {
  const control = (prompt: string) => (props: InputProps<V[]> & LookupProps) => (
    <Control<V[]> {...own} {...props} value={props.value} name={name} prompt={prompt} many />
  )
  return {
    kind: 'field',
    sheet: 'text',
    chooses: true,
    width: 180,
    searchWidth: 200,
    cell: (value) =>
      value?.length ? (
        <span>
          {value.map((one, i) => (
            <span key={one}>
              {i > 0 && '、'}
              <Label name={name} value={one} />
            </span>
          ))}
        </span>
      ) : (
        <None />
      ),
    text: (value) => (value ?? []).map((one) => labelOf(name, one)).join('、'),
    input: control('可多选'),
    search: control('全部'),
  }
}

/** A value of a dictionary; codes an organisation added itself are given as text. */
export const dictionaryOf = (code: DictionaryCode | (string & {})): Field<string> => lookupOf(`dictionary:${code}`)
export const dictionariesOf = (code: DictionaryCode | (string & {})): Field<string[]> => lookupsOf(`dictionary:${code}`)
