// Money: fen in the value, yuan before the eyes. A person types 1,234.5; the form holds 123450.
import { Input } from 'antd'
import { useState } from 'react'
import { type Fen, fenFromYuan, yuanText } from '#contract/kit/money'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

/** A true minus sign: it stands as wide as a figure. */
export const moneyText = (value: number) => yuanText(value).replace('-', '−')

export interface MoneyLimits {
  /** Least and most, in fen. */
  min?: number
  max?: number
}

export interface MoneyReading {
  value: Fen | null
  problem: string | null
}

/** What a typed text means: an amount, nothing, or a reason why it cannot stand. */
export function readMoney(typed: string, limits: MoneyLimits = {}): MoneyReading {
  if (typed.trim() === '') return { value: null, problem: null }
  const value = fenFromYuan(typed)
  if (value === null) return { value: null, problem: '应为金额，最多两位小数，如 1,234.50' }
  if (limits.min !== undefined && value < limits.min)
    return { value: null, problem: `不能小于 ${yuanText(limits.min)} 元` }
  if (limits.max !== undefined && value > limits.max)
    return { value: null, problem: `不能大于 ${yuanText(limits.max)} 元` }
  return { value, problem: null }
}

function MoneyInput({ value, onChange, min, max, ...rest }: InputProps<Fen> & MoneyLimits) {
  // While the person types, the text is theirs; it is put in order when they leave the field.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null || value === undefined ? '' : yuanText(value))
  const problem = typed === null ? null : readMoney(typed, { min, max }).problem
  return (
    <>
      <Input
        {...rest}
        className="yy-money-input"
        inputMode="decimal"
        suffix="元"
        value={shown}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(readMoney(event.target.value, { min, max }).value)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (!problem) setTyped(null)
        }}
      />
      {problem && (
        <div className="yy-field-problem" role="alert">
          {problem}
        </div>
      )}
    </>
  )
}

export const money: Field<Fen> = {
  kind: 'field',
  sheet: 'money',
  align: 'right',
  width: 120,
  searchWidth: 130,
  cell: (value) =>
    value === null || value === undefined ? (
      <None />
    ) : (
      <span className={value === 0 ? 'yy-zero' : undefined}>{moneyText(value)}</span>
    ),
  text: (value) => (value === null || value === undefined ? '' : moneyText(value)),
  input: (props) => <MoneyInput {...props} />,
  search: (props) => <MoneyInput {...props} />,
}

/** Money somebody owes: red and heavy when there is any. */
export const owed: Field<Fen> = {
  ...money,
  cell: (value) => (value && value > 0 ? <span className="yy-owed">{moneyText(value)}</span> : money.cell(value)),
}
