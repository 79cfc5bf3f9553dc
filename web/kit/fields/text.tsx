import { Input } from 'antd'
import { Search } from 'lucide-react'
import type { Field, InputProps } from './field.ts'
import { AutoComplete } from './laterControls.tsx'
import { None } from './none.tsx'

const TextInput = ({ value, onChange, ...rest }: InputProps<string> & { maxLength?: number }) => (
  <Input {...rest} value={value ?? ''} allowClear onChange={(event) => onChange?.(event.target.value || null)} />
)

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** One line of text. */
export const text: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 140,
  searchWidth: 160,
  cell: (value) => (textOf(value) === '' ? <None /> : textOf(value)),
  text: textOf,
  input: (props) => <TextInput {...props} />,
  search: (props) => <TextInput {...props} />,
}

/** A search over several things at once, marked by its glass. */
export const keyword: Field<string> = {
  ...text,
  searchWidth: 230,
  search: ({ value, onChange, ...rest }) => (
    <Input
      {...rest}
      value={value ?? ''}
      allowClear
      prefix={<Search size={15} aria-hidden />}
      onChange={(event) => onChange?.(event.target.value || null)}
    />
  ),
}

/** Free text with the usual answers at hand. */
export function suggesting(answers: readonly string[]): Field<string> {
  const control = ({ value, onChange, ...rest }: InputProps<string>) => (
    <AutoComplete
      {...rest}
      className="yy-fill"
      allowClear
      value={value ?? ''}
      options={answers.map((answer) => ({ value: answer }))}
      onChange={(next: string | undefined) => onChange?.(next || null)}
    />
  )
  return { ...text, input: control, search: control }
}

/** The name of a person or of the thing a row is about. */
export const person: Field<string> = {
  ...text,
  width: 120,
  searchWidth: 140,
  cell: (value) => (value ? <span className="yy-name">{value}</span> : <None />),
}

/** Several lines. */
export const longText: Field<string> = {
  ...text,
  width: 240,
  cell: (value) =>
    value ? (
      <span className="yy-clip yy-ellipsis" title={value}>
        {value}
      </span>
    ) : (
      <None />
    ),
  input: ({ value, onChange, ...rest }: InputProps<string> & { maxLength?: number }) => (
    <Input.TextArea
      {...rest}
      value={value ?? ''}
      autoSize={{ minRows: 3, maxRows: 10 }}
      showCount={rest.maxLength !== undefined}
      onChange={(event) => onChange?.(event.target.value || null)}
    />
  ),
}

/** A password or key: shown as dots, never kept in drafts, never printed. */
export const secret: Field<string> & { secret: true } = {
  ...text,
  secret: true,
  cell: () => '••••••',
  text: () => '',
  input: ({ value, onChange, ...rest }) => (
    <Input.Password
      {...rest}
      value={value ?? ''}
      autoComplete="new-password"
      onChange={(event) => onChange?.(event.target.value || null)}
    />
  ),
}
