// The type of a job, chosen by its name; the wire carries its code.
import { Select } from 'antd'
import { type JobTypeData, staffPost } from '#contract/platform/staffPost'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { callKey, queryClient, useCall } from '#web/kit/query'

const ALL = { page: 1, size: 999 }
const known = () =>
  queryClient.getQueryData<{ list: readonly JobTypeData[] }>(callKey(staffPost.calls.types, ALL))?.list ?? []
const nameOf = (code: string, types: readonly JobTypeData[]) =>
  types.find((type) => type.jobTypeCode === code)?.jobTypeName ?? code

function useTypes(): readonly JobTypeData[] {
  return useCall(staffPost.calls.types, ALL, { staleTime: 60_000 }).data?.list ?? []
}

function TypeName({ code }: { code: string }) {
  return nameOf(code, useTypes())
}

function TypeSelect({ prompt, value, onChange, ...rest }: InputProps<string> & { prompt: string }) {
  const types = useTypes()
  return (
    <Select<string>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? undefined}
      options={types.map((type) => ({ value: type.jobTypeCode, label: type.jobTypeName }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

export const jobTypeField: Field<string> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 130,
  searchWidth: 160,
  cell: (value) => (value ? <TypeName code={value} /> : <None />),
  text: (value) => (value ? nameOf(value, known()) : ''),
  input: (props) => <TypeSelect {...props} prompt="请选择岗位类型" />,
  search: (props) => <TypeSelect {...props} prompt="全部类型" />,
}
