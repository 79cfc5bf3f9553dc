// Finds one record of a kind: the server searches by name, number or pinyin initials.
import { Select } from 'antd'
import { useState } from 'react'
import { insight } from '#contract/platform/insight'
import { useSettled } from '#web/kit/fields/settled'
import { useCall } from '#web/kit/query'

interface RecordPickerProps {
  type: string
  value: string | null
  /** Its name, when the choice came from elsewhere. */
  known?: string | undefined
  placeholder: string
  onChange(id: string | null): void
}

export function RecordPicker({ type, value, known, placeholder, onChange }: RecordPickerProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const keyword = useSettled(typed.trim(), 250)
  const hits = useCall(insight.calls.search, { type, keyword }, { silent: true })
  const found = (hits.data ?? []).map((hit) => ({ value: hit.id, label: hit.title, subtitle: hit.subtitle }))
  const label = chosen?.value === value ? chosen.label : known
  const standing = value && label && !found.some((hit) => hit.value === value) ? [{ value, label, subtitle: '' }] : []
  return (
    <Select<string>
      className="yy-insight-pick"
      allowClear
      placeholder={placeholder}
      aria-label={placeholder}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value && (label ?? found.some((hit) => hit.value === value)) ? value : undefined}
      loading={hits.isFetching}
      notFoundContent={
        hits.isFetching ? '查找中…' : typed.trim() === '' ? '没有可选的记录' : `没有找到“${typed.trim()}”`
      }
      options={[...standing, ...found]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { subtitle?: string }).subtitle}</span>
        </span>
      )}
      onChange={(next: string | undefined, option) => {
        if (next && option && !Array.isArray(option)) setChosen({ value: next, label: String(option.label) })
        onChange(next ?? null)
      }}
    />
  )
}
