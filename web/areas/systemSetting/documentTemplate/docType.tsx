// The type of a document: values of the dictionary contractType. Disabled ones stay readable and are not offered.
import { Select } from 'antd'
import { useMemo } from 'react'
import { dictionary } from '#contract/systemSetting/dictionary'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { useCall } from '#web/kit/query'

const ASKED = { dictionaryId: 'contractType', page: 1, size: 500 } as const

export function useDocTypes() {
  const answer = useCall(dictionary.calls.values, ASKED, { staleTime: 60_000 })
  return answer.data?.list
}

interface DocTypeProps extends InputProps<string> {
  prompt: string
}

function DocTypeSelect({ prompt, value, onChange, ...rest }: DocTypeProps) {
  const types = useDocTypes()
  const options = useMemo(
    () =>
      types
        ?.filter((type) => type.enabled || type.value === value)
        .map((type) => ({
          value: type.value,
          label: type.label,
          search: `${type.label} ${type.pinyin} ${type.initials}`.toLowerCase(),
        })),
    [types, value],
  )
  return (
    <Select<string, { value: string; label: string; search: string }>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      loading={types === undefined}
      showSearch={{ filterOption: (typed, option) => option?.search.includes(typed.trim().toLowerCase()) ?? false }}
      value={value ?? undefined}
      options={options ?? []}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

export const docType: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 130,
  searchWidth: 160,
  cell: (value) => value ?? <None />,
  text: (value) => value ?? '',
  input: (props) => <DocTypeSelect {...props} prompt="请选择文书类型" />,
  search: (props) => <DocTypeSelect {...props} prompt="全部" />,
}
