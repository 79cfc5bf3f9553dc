import { Select } from 'antd'
import { landingEnd } from '#contract/platform/landingEnd'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { callKey, queryClient, useCall } from '#web/kit/query'

type Ends = readonly { landingEndId: string; landingEndName: string }[]

const known = () => queryClient.getQueryData<Ends>(callKey(landingEnd.calls.names, {})) ?? []
const names = (ids: readonly string[], ends: Ends) =>
  ids.map((id) => ends.find((end) => end.landingEndId === id)?.landingEndName ?? id).join('、')

function EndsSelect({ value, onChange, ...rest }: InputProps<string[]>) {
  const { data = [], isPending } = useCall(landingEnd.calls.names, {}, { staleTime: 60_000 })
  return (
    <Select<string[]>
      placeholder="全部可用"
      {...rest}
      className="yy-fill"
      mode="multiple"
      allowClear
      loading={isPending}
      value={value ?? []}
      options={data.map((end) => ({ value: end.landingEndId, label: end.landingEndName }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next)}
    />
  )
}

function EndNames({ ids }: { ids: readonly string[] }) {
  const { data = [] } = useCall(landingEnd.calls.names, {}, { staleTime: 60_000 })
  return names(ids, data)
}

/** Ids of landing ends; none means all of them. */
export const landingEndsField: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  width: 160,
  cell: (value) => (value?.length ? <EndNames ids={value} /> : <None />),
  text: (value) => names(value ?? [], known()),
  input: (props) => <EndsSelect {...props} />,
  search: (props) => <EndsSelect {...props} />,
}
