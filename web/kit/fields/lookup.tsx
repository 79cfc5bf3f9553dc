// A select filled from a declared lookup: departments, roles, care levels, warehouses.
import { Select } from 'antd'
import { useLookup, useLookups } from '#web/kit/lookup'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

type Value = string | number

function Label({ name, value }: { name: string; value: Value }) {
  const list = useLookup(name)
  return list.find((item) => item.value === value)?.label ?? String(value)
}

interface LookupSelectProps<V> extends InputProps<V> {
  name: string
  prompt: string
}

function LookupSelect<V extends Value>({ name, prompt, value, onChange, ...rest }: LookupSelectProps<V>) {
  const list = useLookup(name)
  return (
    <Select<V>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? undefined}
      options={list.map((item) => ({ value: item.value as V, label: item.label }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

export function lookupOf<V extends Value = string>(name: string): Field<V> {
  const labelOf = (value: V) =>
    useLookups.getState().lists[name]?.find((item) => item.value === value)?.label ?? String(value)
  return {
    kind: 'field',
    sheet: 'text',
    width: 130,
    searchWidth: 160,
    cell: (value) => (value === null || value === undefined ? <None /> : <Label name={name} value={value} />),
    text: (value) => (value === null || value === undefined ? '' : labelOf(value)),
    input: (props) => <LookupSelect {...props} name={name} prompt="请选择" />,
    search: (props) => <LookupSelect {...props} name={name} prompt="全部" />,
  }
}
