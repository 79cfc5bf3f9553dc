// Choosing fences in a rule: by name, with building and floor.
import { Select } from 'antd'
import { rail } from '#contract/monitor/rail'
import { RailKind } from '#contract/monitor/words'
import type { Field, InputProps } from '#web/kit/fields/field'
import { useCall } from '#web/kit/query'

function RailsPicker({ id, value, onChange, disabled }: InputProps<string[]>) {
  const found = useCall(rail.calls.list, { page: 1, size: 999 })
  return (
    <Select<string[]>
      {...(id && { id })}
      mode="multiple"
      className="yy-fill"
      placeholder="全部围栏"
      disabled={disabled}
      loading={found.isLoading}
      value={value ?? []}
      showSearch={{ optionFilterProp: 'label' }}
      options={(found.data?.list ?? []).map((one) => ({
        value: one.railId,
        label: `${one.buildingName} ${one.mapName} ${one.railName}（${RailKind.label(one.kind)}）`,
      }))}
      onChange={onChange}
    />
  )
}

export const railsPick: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 200,
  cell: () => null,
  text: () => '',
  input: (props) => <RailsPicker {...props} />,
  search: () => null,
}
