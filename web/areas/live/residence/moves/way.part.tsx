// By which way booking money is taken or given back: the outside ways that the organisation offers at the desk.
import { Select } from 'antd'
import { tradeWay } from '#contract/expense/tradeWay'
import { ACTIVE_WAYS, PASSIVE_WAYS, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { useCall } from '#web/kit/query'

const SCANNED: readonly TradeWayValue[] = [1, ...ACTIVE_WAYS, ...PASSIVE_WAYS]

function WayInput({ value, onChange, ...rest }: InputProps<TradeWayValue>) {
  const offered = useCall(tradeWay.calls.show, { batch: null }, { silent: true, staleTime: 60_000 })
  const ways = (offered.data ?? []).map((one) => one.tradeWay as TradeWayValue).filter((way) => !SCANNED.includes(way))
  return (
    <Select<TradeWayValue>
      {...rest}
      className="yy-fill"
      value={value ?? null}
      placeholder="请选择"
      options={ways.map((way) => ({ value: way, label: TradeWay.label(way) }))}
      onChange={(way) => onChange?.(way ?? null)}
    />
  )
}

export const wayField: Field<TradeWayValue> = {
  kind: 'field',
  sheet: 'TradeWay',
  chooses: true,
  width: 110,
  cell: (way) => (way ? TradeWay.label(way) : <None />),
  text: (way) => (way ? TradeWay.label(way) : ''),
  input: (props) => <WayInput {...props} />,
  search: (props) => <WayInput {...props} />,
}
