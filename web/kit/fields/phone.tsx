import { Input } from 'antd'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

/** Pasted numbers come with spaces, dashes and +86. */
export const plainPhone = (typed: string) =>
  typed
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')
    .slice(0, 20)

const PhoneInput = ({ value, onChange, ...rest }: InputProps<string>) => (
  <Input
    {...rest}
    inputMode="tel"
    allowClear
    value={value ?? ''}
    onChange={(event) => onChange?.(plainPhone(event.target.value) || null)}
  />
)

export const phone: Field<string> = {
  kind: 'field',
  sheet: 'phone',
  width: 120,
  searchWidth: 140,
  cell: (value) => value || <None />,
  text: (value) => value ?? '',
  input: (props) => <PhoneInput {...props} />,
  search: (props) => <PhoneInput {...props} />,
}
