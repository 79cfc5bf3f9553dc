// What another bed costs: suggested by the size of its room, left alone where nothing changes.
import { Form, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { FEE_CATEGORY } from '#contract/expense/feeChild'
import { fen } from '#contract/kit/money'
import type { FeeData } from '#contract/live/residence'
import { useBedChoice } from '#web/areas/live/residence/bedPicker.part'
import { amountText } from '#web/kit/fields/amount'
import { type Field, FieldInput, type InputProps } from '#web/kit/fields/field'
import { money, moneyText } from '#web/kit/fields/money'
import { useFeeChoices } from './fees.part.tsx'
import { bedFeeOf, type FeeLine } from './fees.ts'

interface BedFeeOptions {
  /** The bed to be moved into; nothing is suggested before it is known. */
  target: string | null | undefined
  /** Fees of the stay as they run now. */
  fees: readonly FeeData[]
}

function BedFee({ target, fees, value, onChange, disabled, id }: BedFeeOptions & InputProps<FeeLine>) {
  const choices = useFeeChoices()
  const beds = useBedChoice(null, undefined).data
  const offered = choices.filter((one) => one.category === FEE_CATEGORY.bed)
  const present = fees.find(
    (fee) => fee.toDate === null && offered.some((one) => one.projectChildId === fee.projectChildId),
  )
  const room = beds?.find((one) => one.bedId === target)?.roomId
  const size = room === undefined ? 0 : (beds ?? []).filter((one) => one.roomId === room).length
  const usual = size > 0 ? bedFeeOf(choices, size) : undefined
  const suggested = usual && usual.projectChildId !== present?.projectChildId ? usual : null
  const suggest = useRef<() => void>(() => undefined)
  suggest.current = () =>
    onChange?.(suggested && { projectChildId: suggested.projectChildId, priceFen: suggested.priceFen, quantity: 1 })
  // Another bed brings another suggestion; what was typed for the old one no longer counts.
  const ground = target && size > 0 ? `${target}:${suggested?.projectChildId ?? ''}` : null
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (ground === null || ground === seen.current) return
    seen.current = ground
    suggest.current()
  }, [ground])
  return (
    <div className="yy-bed-fee yy-flex yy-gap-8">
      <Select<string>
        {...(id !== undefined && { id })}
        className="yy-fill"
        allowClear
        disabled={disabled}
        placeholder={present ? `不变：${present.name} ${amountText(present.priceFen)}` : '不变'}
        value={value?.projectChildId}
        options={offered.map((one) => ({
          value: one.projectChildId,
          label: one.name,
          about: moneyText(one.priceFen),
        }))}
        optionRender={(option) => (
          <span className="yy-hit">
            {option.label}
            <span className="yy-none">{option.data.about}</span>
          </span>
        )}
        onChange={(projectChildId) => {
          const next = offered.find((one) => one.projectChildId === projectChildId)
          onChange?.(next ? { projectChildId: next.projectChildId, priceFen: next.priceFen, quantity: 1 } : null)
        }}
      />
      {value && (
        <FieldInput
          field={money as Field<unknown>}
          aria-label="新床位费单价"
          disabled={disabled ?? false}
          min={0}
          max={100_000_000}
          value={value.priceFen}
          onChange={(priceFen) => onChange?.({ ...value, priceFen: fen((priceFen as number | null) ?? 0) })}
        />
      )}
    </div>
  )
}

/** The bed that stands in another field of the form. */
function BedFeeOfForm({ from, fees, ...props }: { from: string; fees: readonly FeeData[] } & InputProps<FeeLine>) {
  const target = Form.useWatch<string | null | undefined>(from, Form.useFormInstance())
  return <BedFee target={target} fees={fees} {...props} />
}

const face: Field<FeeLine> = {
  kind: 'field',
  sheet: 'text',
  width: 200,
  cell: (value) => (value ? moneyText(value.priceFen) : '不变'),
  text: (value) => (value ? moneyText(value.priceFen) : '不变'),
  input: () => null,
  search: () => null,
}

/** For the bed that is chosen in the form's field `from`. */
export const bedFeeFrom = (from: string, fees: readonly FeeData[]): Field<FeeLine> => ({
  ...face,
  input: (props) => <BedFeeOfForm from={from} fees={fees} {...props} />,
})

/** For a bed that is known otherwise. */
export const bedFeeOn = (options: BedFeeOptions): Field<FeeLine> => ({
  ...face,
  input: (props) => <BedFee {...options} {...props} />,
})
