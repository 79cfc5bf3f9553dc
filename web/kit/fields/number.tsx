import type { Field, InputProps } from './field.ts'
import { isEmpty } from './field.ts'
import { InputNumber } from './laterControls.tsx'
import { None } from './none.tsx'

export interface NumberLimits {
  min?: number
  max?: number
  /** Stands behind the figure in the input: 天, 人, %. */
  unit?: string
}

const grouped = (value: number) => value.toLocaleString('zh-CN', { maximumFractionDigits: 6 })

interface NumberInputProps extends InputProps<number>, NumberLimits {
  precision?: number | undefined
}

/** Limits are said beside the field by the form: an input that cuts 31 to 28 by itself books what nobody typed. */
const NumberInput = ({ value, onChange, unit, precision, min: _, max: __, ...rest }: NumberInputProps) => (
  <InputNumber<number>
    {...rest}
    className="yy-fill"
    value={value ?? null}
    {...(precision === undefined ? {} : { precision })}
    {...(unit ? { suffix: unit } : {})}
    onChange={(next) => onChange?.(next)}
  />
)

const field = (sheet: 'int' | 'number', precision: number | undefined): Field<number> => ({
  kind: 'field',
  sheet,
  align: 'right',
  width: 100,
  searchWidth: 100,
  cell: (value) => (isEmpty(value) ? <None /> : grouped(value as number)),
  text: (value) => (isEmpty(value) ? '' : String(value)),
  input: (props) => <NumberInput {...props} precision={precision} />,
  search: (props) => <NumberInput {...props} precision={precision} />,
})

/** A whole number: counts, days, ages. */
export const int = field('int', 0)
/** A measured number. */
export const number = field('number', undefined)

/** A share of one hundred. */
export const percent: Field<number> = {
  ...number,
  cell: (value) => (isEmpty(value) ? <None /> : `${grouped(value as number)}%`),
  text: (value) => (isEmpty(value) ? '' : `${value}%`),
  input: (props) => <NumberInput {...props} min={0} max={100} unit="%" />,
}
