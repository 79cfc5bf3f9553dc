// How a charge is paid at once: usually one way for everything, sometimes two.
import { Button, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { ChargePayData } from '#contract/expense/charge'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'
import { useOutsideWays } from '#web/areas/expense/account/ways'
import type { Field, InputProps } from '#web/kit/fields/field'
import { money } from '#web/kit/fields/money'
import './charge.css'

function Rows({ value, onChange, disabled, id }: InputProps<ChargePayData[]>) {
  const outside = useOutsideWays()
  const rows = value ?? []
  const ways: TradeWayValue[] = [1, ...outside]
  const free = ways.filter((way) => !rows.some((row) => row.way === way))
  const change = (at: number, next: Partial<ChargePayData>) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, ...next } : row)))
  return (
    <div className="yy-charge-ways yy-stack yy-upper yy-gap-8" id={id}>
      {rows.map((row, i) => (
        <div key={row.way}>
          <Select<TradeWayValue>
            aria-label="收款方式"
            disabled={disabled}
            value={row.way}
            options={[row.way, ...free].map((way) => ({
              value: way,
              label: way === TradeWay.is.balance ? '账户余额' : TradeWay.label(way),
            }))}
            onChange={(way) => change(i, { way })}
          />
          {money.input({
            value: row.amountFen,
            onChange: (amountFen) => change(i, { amountFen: amountFen ?? fen(0) }),
            disabled: disabled ?? false,
            'aria-label': `${TradeWay.label(row.way)}金额`,
          })}
          <Button
            type="text"
            icon={<Trash2 size={15} aria-hidden />}
            aria-label={`去掉${TradeWay.label(row.way)}`}
            disabled={disabled || rows.length === 1}
            onClick={() => onChange?.(rows.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled || free.length === 0}
        onClick={() => onChange?.([...rows, { way: free[0]!, amountFen: fen(0) }])}
      >
        增加一种方式
      </Button>
    </div>
  )
}

export const chargePayments: Field<ChargePayData[]> = {
  kind: 'field',
  sheet: 'text',
  width: 180,
  cell: () => null,
  text: () => '',
  input: (props) => <Rows {...props} />,
  search: () => null,
}
