// Who pays: one of the family, or a name that is typed.
import { AutoComplete } from 'antd'
import type { PayerData } from '#contract/expense/account'

interface PayerPickProps {
  payers: readonly PayerData[]
  value: string
  onChange(value: string): void
  disabled?: boolean
  id?: string
}

/** As it stands on the receipt: 李建国（儿子）. */
const about = (one: PayerData) => (one.relationName ? `${one.name}（${one.relationName}）` : one.name)

export function PayerPick({ payers, value, onChange, disabled, id }: PayerPickProps) {
  return (
    <AutoComplete
      id={id}
      className="yy-fill"
      value={value}
      disabled={disabled}
      maxLength={60}
      placeholder="选择家属，或输入姓名"
      options={payers.map((one) => ({
        value: about(one),
        label: (
          <span className="yy-flex yy-between yy-gap-12">
            {about(one)}
            <span className="yy-none">{[one.payer && '付费人', one.phone].filter(Boolean).join('　')}</span>
          </span>
        ),
      }))}
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  )
}

/** The one who is named as payer, else nobody. */
export const usualPayer = (payers: readonly PayerData[]): string => {
  const one = payers.find((payer) => payer.payer)
  return one ? about(one) : ''
}
