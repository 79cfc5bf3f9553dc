// Province, city, district: the value is the code of the place that was chosen, the words are the way to it. Typing
// finds a district by its name or first letters.
import { Cascader } from 'antd'
import { useMemo } from 'react'
import { found } from '#web/kit/initials'
import { type LookupItem, useLookup, useLookups } from '#web/kit/lookup'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

const REGIONS = 'regions'
const DEEPEST = 3

export interface RegionNode {
  value: string
  label: string
  search: string
  children?: RegionNode[]
}

export function regionTree(items: readonly LookupItem[]): RegionNode[] {
  const nodes = new Map<string, RegionNode>()
  for (const item of items) {
    nodes.set(String(item.value), { value: String(item.value), label: item.label, search: item.search })
  }
  const top: RegionNode[] = []
  for (const item of items) {
    const node = nodes.get(String(item.value))!
    const parent = item.parent ? nodes.get(String(item.parent)) : undefined
    if (!parent) top.push(node)
    else (parent.children ??= []).push(node)
  }
  return top
}

/** From the province down to a code; a code nobody knows stands for itself. */
export function regionChain(items: readonly LookupItem[], code: string): LookupItem[] {
  const byCode = new Map(items.map((item) => [String(item.value), item]))
  const chain: LookupItem[] = []
  for (
    let at = byCode.get(code);
    at && chain.length < DEEPEST;
    at = at.parent ? byCode.get(String(at.parent)) : undefined
  ) {
    chain.unshift(at)
  }
  return chain
}

/** 上海市 杨浦区: a city named like its province is said once. */
export function regionText(items: readonly LookupItem[], code: string): string {
  const names = regionChain(items, code).map((item) => item.label)
  return names.filter((name, i) => name !== names[i - 1]).join(' ') || code
}

const RegionName = ({ code }: { code: string }) => regionText(useLookup(REGIONS), code)

function RegionInput({ value, onChange, prompt, ...rest }: InputProps<string> & { prompt: string }) {
  const items = useLookup(REGIONS)
  const tree = useMemo(() => regionTree(items), [items])
  const chain = useMemo(
    () => (value ? regionChain(items, value).map((item) => String(item.value)) : []),
    [items, value],
  )
  return (
    <Cascader<RegionNode>
      id={rest.id}
      disabled={rest.disabled}
      autoFocus={rest.autoFocus}
      aria-label={rest['aria-label']}
      placeholder={rest.placeholder ?? prompt}
      className="yy-fill"
      allowClear
      changeOnSelect
      options={tree}
      value={chain.length > 0 ? chain : value ? [value] : []}
      displayRender={(labels) => labels.filter((label, i) => label !== labels[i - 1]).join(' ')}
      notFoundContent={items.length === 0 ? '地区正在取来…' : '没有这个地方'}
      showSearch={{
        limit: 50,
        matchInputWidth: false,
        filter: (typed, path) => path.some((node) => found(node.search, typed)),
      }}
      onChange={(codes) => onChange?.(codes?.length ? String(codes.at(-1)) : null)}
    />
  )
}

/** The code of a province, a city or, mostly, a district. */
export const region: Field<string> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 180,
  searchWidth: 200,
  cell: (value) => (value ? <RegionName code={value} /> : <None />),
  text: (value) => (value ? regionText(useLookups.getState().lists[REGIONS] ?? [], value) : ''),
  input: (props) => <RegionInput {...props} prompt="省 / 市 / 区，可输入拼音首字母" />,
  search: (props) => <RegionInput {...props} prompt="全部地区" />,
}
