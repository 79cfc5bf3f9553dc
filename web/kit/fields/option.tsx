// Values of a declared option set: a tag or a word in cells, a select, radios or a switch in forms.
import { Radio, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { OptionSet } from '#contract/kit/options'
import { found, searchText } from '#web/kit/initials'
import { StatusTag } from '#web/kit/parts/StatusTag'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

type Value = string | number

const choices = <V extends Value>(set: OptionSet<V>) =>
  set.list.map((option) => ({ value: option.value, label: option.label }))

/** Long enough to look for a word or its first letters. */
const LONG = 6
const searching = <V extends Value>(set: OptionSet<V>) =>
  set.list.length > LONG
    ? {
        showSearch: {
          filterOption: (typed: string, option?: { label?: ReactNode }) =>
            found(searchText(String(option?.label ?? '')), typed),
        },
      }
    : {}

const made = new WeakMap<OptionSet<Value>, Field<Value>>()

/** The set as a select; the search offers 全部. */
export function optionField<V extends Value>(set: OptionSet<V>): Field<V> {
  const known = made.get(set as unknown as OptionSet<Value>)
  if (known) return known as unknown as Field<V>
  const longest = Math.max(...set.list.map((option) => option.label.length))
  const control =
    (placeholder: string) =>
    ({ value, onChange, ...rest }: InputProps<V>) => (
      <Select<V>
        placeholder={placeholder}
        {...rest}
        className="yy-fill"
        allowClear
        value={value ?? undefined}
        options={choices(set)}
        {...searching(set)}
        onChange={(next) => onChange?.(next ?? null)}
      />
    )
  const field: Field<V> = {
    kind: 'field',
    sheet: set.name,
    chooses: true,
    width: Math.max(90, Math.min(180, longest * 14 + 50)),
    searchWidth: Math.max(110, Math.min(180, longest * 14 + 50)),
    cell: (value) => {
      const option = set.find(value)
      if (!option) return set.label(value) || <None />
      return option.family ? <StatusTag option={option} /> : option.label
    },
    text: (value) => set.label(value),
    input: control('请选择'),
    search: control('全部'),
  }
  made.set(set as unknown as OptionSet<Value>, field as unknown as Field<Value>)
  return field
}

/** Few values, all in sight. */
export function radioOf<V extends Value>(set: OptionSet<V>): Field<V> {
  return {
    ...optionField(set),
    input: ({ value, onChange, ...rest }) => (
      <Radio.Group
        {...rest}
        value={value ?? undefined}
        options={choices(set)}
        onChange={(event) => onChange?.(event.target.value as V)}
      />
    ),
  }
}

/** An on/off set as a switch. The sets run in opposite directions, so the value that means "on" must be named. */
export function switchOf<V extends Value>(set: OptionSet<V>, on: V): Field<V> {
  const off = set.list.find((option) => option.value !== on)?.value
  if (set.list.length !== 2 || off === undefined) throw new Error(`${set.name} is no on/off set`)
  return {
    ...optionField(set),
    input: ({ value, onChange, placeholder: _, ...rest }) => (
      <Switch
        {...rest}
        checked={value === on}
        checkedChildren={set.label(on)}
        unCheckedChildren={set.label(off)}
        onChange={(checked) => onChange?.(checked ? on : off)}
      />
    ),
  }
}

/** Several values of one set. */
export function manyOf<V extends Value>(set: OptionSet<V>): Field<V[]> {
  const control = ({ value, onChange, ...rest }: InputProps<V[]>) => (
    <Select<V[]>
      placeholder="可多选"
      {...rest}
      className="yy-fill"
      mode="multiple"
      maxTagCount="responsive"
      value={value ?? []}
      options={choices(set)}
      {...searching(set)}
      onChange={(next) => onChange?.(next.length === 0 ? null : next)}
    />
  )
  const labels = (value: readonly V[] | null | undefined) => (value ?? []).map((one) => set.label(one)).join('、')
  return {
    kind: 'field',
    sheet: 'text',
    chooses: true,
    width: 180,
    searchWidth: 180,
    cell: (value) =>
      value?.length ? (
        <span className="yy-inline-flex yy-wrap yy-gap-4">
          {value.map((one) => {
            const option = set.find(one)
            return option?.family ? <StatusTag key={one} option={option} /> : <span key={one}>{set.label(one)}</span>
          })}
        </span>
      ) : (
        <None />
      ),
    text: labels,
    input: control,
    search: control,
  }
}

const either = (yes: string, no: string, shown: (value: boolean) => ReactNode): Field<boolean> => ({
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 80,
  cell: (value) => (value === null || value === undefined ? <None /> : shown(value)),
  text: (value) => (value === null || value === undefined ? '' : value ? yes : no),
  input: ({ value, onChange, placeholder: _, ...rest }) => (
    <Switch
      {...rest}
      checked={value === true}
      checkedChildren={yes}
      unCheckedChildren={no}
      onChange={(checked) => onChange?.(checked)}
    />
  ),
  search: ({ value, onChange, ...rest }) => (
    <Select<string>
      placeholder="全部"
      {...rest}
      className="yy-fill"
      allowClear
      value={value === null || value === undefined ? undefined : String(value)}
      options={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      onChange={(next) => onChange?.(next === undefined || next === null ? null : next === 'true')}
    />
  ),
})

/** True or false on the wire. */
export const yesNo = either('是', '否', (value) => (value ? '是' : '否'))

/** May still be chosen, or no more. */
export const onOff: Field<boolean> = {
  ...either('启用', '停用', (value) => (
    <StatusTag family={value ? 'green' : 'grey'}>{value ? '启用' : '停用'}</StatusTag>
  )),
  width: 86,
  searchWidth: 110,
}
