// Clock times and days of the week as fields of a form.
import { Checkbox, Select } from 'antd'
import type { Field } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const USUAL = ['06:00', '06:30', '07:10', '08:00', '12:00', '14:00', '17:00', '18:00', '20:00', '20:30', '22:00']
/** 830, 8:30, 8：30 */
function clockOf(typed: string): string | null {
  const plain = typed.trim().replace('：', ':')
  const digits = plain.includes(':') ? plain.split(':') : [plain.slice(0, -2), plain.slice(-2)]
  const clock = `${(digits[0] ?? '').padStart(2, '0')}:${(digits[1] ?? '').padStart(2, '0')}`
  return CLOCK.test(clock) ? clock : null
}

export const clocksField = {
  ...(text as unknown as Field<string[]>),
  text: (value: string[] | null | undefined) => (value ?? []).join(' '),
  cell: (value: string[] | null | undefined) => (value ?? []).join(' '),
  input: ({ value, onChange, id, ...rest }) => (
    <Select
      id={id}
      mode="tags"
      className="yy-fill"
      aria-label={rest['aria-label'] ?? '时刻'}
      placeholder="如 08:00，可选可输，回车加一个"
      value={value ?? []}
      tokenSeparators={[' ', ',', '，', '、']}
      options={USUAL.map((one) => ({ value: one, label: one }))}
      onChange={(next: string[]) => onChange?.([...new Set(next.flatMap((one) => clockOf(one) ?? []))].sort() as never)}
    />
  ),
} as Field<string[]>

const DAYS = ['一', '二', '三', '四', '五', '六', '日']

export const weekdaysField = {
  ...(text as unknown as Field<number[]>),
  text: (value: number[] | null | undefined) => (value ?? []).map((day) => DAYS[day - 1]).join('、'),
  cell: (value: number[] | null | undefined) => (value ?? []).map((day) => DAYS[day - 1]).join('、'),
  input: ({ value, onChange }) => (
    <Checkbox.Group
      options={DAYS.map((label, at) => ({ value: at + 1, label: `周${label}` }))}
      value={value ?? []}
      onChange={(next) => onChange?.(next as never)}
    />
  ),
} as Field<number[]>
