// Amounts that may be hidden: a reader who may not see them sees ***, never an empty cell that looks like nothing.
import type { ReactNode } from 'react'
import type { Fen } from '#contract/kit/money'
import type { Field } from './field.ts'
import { money, moneyText, owed } from './money.tsx'

const HIDDEN = '***'

export const amountText = (value: number | null | undefined): string =>
  value === null || value === undefined ? HIDDEN : moneyText(value)

/** Where null means hidden. */
const hiding = (face: Field<Fen>): Field<Fen> => ({
  ...face,
  cell: (value) => (value === null || value === undefined ? <Hidden /> : face.cell(value)),
  text: amountText,
})

const Hidden = () => (
  <span className="yy-none" title="您没有查看金额的权限">
    {HIDDEN}
  </span>
)

export const shownMoney = hiding(money)
export const shownOwed = hiding(owed)

/** +1,100.00, −30.00, — */
export function Delta({ value }: { value: number | null }): ReactNode {
  if (value === null) return <Hidden />
  if (value === 0) return <span className="yy-none">—</span>
  return value > 0 ? `+${moneyText(value)}` : moneyText(value)
}
