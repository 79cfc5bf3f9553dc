// Time zones as terminals number them: 0 is Beijing time, then from UTC-12 eastwards.
import { Select } from 'antd'
import type { Field, InputProps } from '#web/kit/fields/field'

const OFFSETS = [
  -12, -11, -10, -9.5, -9, -8, -7, -6, -5, -4.5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6, 6.5, 7,
  8, 8.75, 9, 9.5, 10, 10.5, 11, 12, 12.75, 13,
]

const nameOf = (hours: number) => {
  const minutes = Math.round(Math.abs(hours) * 60)
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${hours < 0 ? '-' : '+'}${clock}`
}

const zones = [
  { value: '0', label: '北京时间 UTC+8（默认）' },
  ...OFFSETS.map((hours, i) => ({ value: String(i + 1), label: nameOf(hours) })),
]
const labelOf = (value: string | null | undefined) => zones.find((zone) => zone.value === value)?.label ?? ''

const control = ({ value, onChange, ...rest }: InputProps<string>) => (
  <Select<string>
    {...rest}
    className="yy-fill"
    value={value ?? '0'}
    options={zones}
    onChange={(next) => onChange?.(next)}
  />
)

export const timeZone: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 160,
  cell: labelOf,
  text: labelOf,
  input: control,
  search: () => null,
}
