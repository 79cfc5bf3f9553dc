// People of the organisation by name, phone or pinyin initials; the server searches, the value is the employee's id.
import { Select } from 'antd'
import { useState } from 'react'
import { shell } from '#contract/platform/shell'
import { useCall } from '#web/kit/query'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'
import { useSettled } from './settled.ts'

export interface Known {
  value: string
  label: string
}

export interface PickerProps {
  /** Labels of values that stand there before anybody searched. */
  known?: readonly Known[]
}

interface SearchPickerProps extends InputProps<string>, PickerProps {
  /** staff, resident, … as the search answers it. */
  kind: string
  prompt: string
}

/** A picker over one kind of the global search. */
export function SearchPicker({ kind, prompt, value, onChange, known = [], ...rest }: SearchPickerProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Known | null>(null)
  const keyword = useSettled(typed.trim(), 250)
  const hits = useCall(shell.calls.search, { keyword, kind }, { enabled: keyword !== '', silent: true })
  const found = (hits.data ?? [])
    .filter((hit) => hit.kind === kind && hit.id)
    .map((hit) => ({ value: hit.id!, label: hit.title, subtitle: hit.subtitle }))
  const standing = [...known, ...(chosen ? [chosen] : [])].filter(
    (one) => one.value === value && !found.some((hit) => hit.value === one.value),
  )
  return (
    <Select<string>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={hits.isFetching}
      notFoundContent={
        typed.trim() === ''
          ? '输入姓名、拼音首字母或电话'
          : hits.isFetching || keyword !== typed.trim()
            ? '查找中…'
            : `没有找到“${typed.trim()}”`
      }
      options={[...standing, ...found]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { subtitle?: string }).subtitle}</span>
        </span>
      )}
      onChange={(next, option) => {
        setChosen(next && option && !Array.isArray(option) ? { value: next, label: String(option.label) } : null)
        onChange?.(next ?? null)
      }}
    />
  )
}

const StaffInput = (props: InputProps<string> & PickerProps) => (
  <SearchPicker {...props} kind="staff" prompt="姓名、拼音首字母或电话" />
)

/** Columns of a list carry the name; this field is for forms and searches that need the person's id. */
export const staff: Field<string> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 110,
  searchWidth: 180,
  cell: (value) => value || <None />,
  text: (value) => value ?? '',
  input: (props) => <StaffInput {...props} />,
  search: (props) => <StaffInput {...props} />,
}

interface PeopleProps extends InputProps<string[]>, PickerProps {
  prompt?: string
}

/** Several people: those chosen stay in sight while the next one is looked for. */
export function PeoplePicker({ value, onChange, known = [], prompt, ...rest }: PeopleProps) {
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<readonly Known[]>([])
  const keyword = useSettled(typed.trim(), 250)
  const hits = useCall(shell.calls.search, { keyword, kind: 'staff' }, { enabled: keyword !== '', silent: true })
  const matches = (hits.data ?? []).flatMap((hit) =>
    hit.kind === 'staff' && hit.id ? [{ value: hit.id, label: hit.title, subtitle: hit.subtitle }] : [],
  )
  const labels = new Map([...known, ...seen].map((one) => [one.value, one.label]))
  const standing = (value ?? [])
    .filter((id) => !matches.some((hit) => hit.value === id))
    .map((id) => ({ value: id, label: labels.get(id) ?? id, subtitle: '' }))
  return (
    <Select<string[]>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      placeholder={rest.placeholder ?? prompt ?? '姓名、拼音首字母或电话，可多选'}
      className="yy-fill"
      mode="multiple"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? []}
      loading={hits.isFetching}
      notFoundContent={
        typed.trim() === ''
          ? '输入姓名、拼音首字母或电话'
          : hits.isFetching || keyword !== typed.trim()
            ? '查找中…'
            : `没有找到“${typed.trim()}”`
      }
      options={keyword === '' ? standing : [...standing, ...matches]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { subtitle?: string }).subtitle}</span>
        </span>
      )}
      onChange={(next) => {
        setSeen((before) => [...before, ...matches.filter((hit) => next.includes(hit.value))])
        setTyped('')
        onChange?.(next.length === 0 ? null : next)
      }}
    />
  )
}
