// Choosing who assesses: people on the authority list, and never the same person twice.
import { Select } from 'antd'
import { assessAuth } from '#contract/nursing/assessAuth'
import type { Field, InputProps } from '#web/kit/fields/field'
import { useCall } from '#web/kit/query'

const ALL = { page: 1, size: 500 } as const

type PickProps = InputProps<string> & {
  /** Assesses already: cannot be the second as well. */
  other?: string | null
  /** Stands there though no longer on the list. */
  name?: string | null
}

export function AssessorPick({ value, onChange, other, name, ...rest }: PickProps) {
  const { data, isFetching } = useCall(assessAuth.calls.list, ALL, { silent: true })
  const people = (data?.list ?? []).filter((one) => one.lacksPermission === 0)
  const known = people.some((one) => one.userId === value)
  const options = [
    ...(value && !known ? [{ value, label: name ?? '…', disabled: false }] : []),
    ...people.map((one) => ({
      value: one.userId,
      label: [one.empName ?? one.userName, one.jobName].filter(Boolean).join('　'),
      disabled: one.userId === other,
    })),
  ]
  return (
    <Select<string>
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={rest.placeholder ?? '在评估权限名单上的人'}
      loading={isFetching && !data}
      value={value ?? undefined}
      options={options}
      notFoundContent={isFetching ? '查找中…' : '名单上没有人，请在“评估权限”里授权'}
      optionRender={(option) => (
        <span>
          {option.label}
          {option.data.disabled && <span className="yy-second yy-small">　两位评估员不能是同一人</span>}
        </span>
      )}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

/** As a field of a form; `other` is read from what stands in it. */
export const assessor: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 120,
  chooses: true,
  cell: (value) => value ?? '',
  text: (value) => value ?? '',
  input: (props) => <AssessorPick {...props} />,
  search: (props) => <AssessorPick {...props} placeholder="全部" />,
}
