// Choices that come from elsewhere and are kept with their names: staff, departments, values of a dictionary.
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import type { Named } from '#contract/kit/formValues'
import { shell } from '#contract/platform/shell'
import { dictionary } from '#contract/systemSetting/dictionary'
import { department } from '#web/kit/fields/department'
import { useSettled } from '#web/kit/fields/settled'
import { useCall } from '#web/kit/query'

export interface NamedProps {
  id?: string | undefined
  value: Named | null
  disabled?: boolean | undefined
  placeholder?: string | undefined
  'aria-label'?: string
  onChange(value: Named | null): void
}

export function StaffPicker({ value, onChange, placeholder, ...rest }: NamedProps) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const hits = useCall(shell.calls.search, { keyword, kind: 'staff' }, { enabled: keyword !== '', silent: true })
  const found = (hits.data ?? [])
    .filter((hit) => hit.kind === 'staff' && hit.id)
    .map((hit) => ({ value: hit.id!, label: hit.title }))
  const options =
    value && !found.some((one) => one.value === value.id) ? [{ value: value.id, label: value.name }, ...found] : found
  return (
    <Select<string>
      {...rest}
      className="yy-fill"
      allowClear
      placeholder={placeholder || '姓名、拼音首字母或电话'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={hits.isFetching}
      notFoundContent={typed.trim() === '' ? '输入姓名、拼音首字母或电话' : hits.isFetching ? '查找中…' : '没有找到'}
      value={value?.id}
      options={options}
      onChange={(next, option) =>
        onChange(next && option && !Array.isArray(option) ? { id: next, name: String(option.label) } : null)
      }
    />
  )
}

export const DeptPicker = ({ value, onChange, id, disabled, placeholder, 'aria-label': label }: NamedProps) =>
  department.input({
    ...(id !== undefined && { id }),
    ...(disabled !== undefined && { disabled }),
    ...(placeholder && { placeholder }),
    ...(label !== undefined && { 'aria-label': label }),
    value: value?.id ?? null,
    onChange: (next) => onChange(next ? { id: next, name: department.text(next) } : null),
  })

/** The values of a dictionary that are offered now; a value chosen before stays though it is no longer. */
export function DictionaryPicker({ code, value, onChange, placeholder, ...rest }: NamedProps & { code: string }) {
  const answer = useCall(
    dictionary.calls.values,
    { dictionaryId: code, size: 999 } as Parameters<typeof useCall<typeof dictionary.calls.values>>[1],
    { staleTime: 60_000, silent: true },
  )
  const options = useMemo(() => {
    const offered = (answer.data?.list ?? [])
      .filter((one) => one.enabled)
      .map((one) => ({ value: one.value, label: one.label, words: `${one.label} ${one.pinyin} ${one.initials}` }))
    return value && !offered.some((one) => one.value === value.id)
      ? [{ value: value.id, label: value.name, words: value.name }, ...offered]
      : offered
  }, [answer.data, value])
  return (
    <Select<string>
      {...rest}
      className="yy-fill"
      allowClear
      placeholder={placeholder || '请选择'}
      loading={answer.isFetching}
      notFoundContent={answer.error ? '字典没有取到，请稍后再试' : '这个字典还没有可选的值'}
      showSearch={{ optionFilterProp: 'words' }}
      value={value?.id}
      options={options}
      onChange={(next, option) =>
        onChange(next && option && !Array.isArray(option) ? { id: next, name: String(option.label) } : null)
      }
    />
  )
}
