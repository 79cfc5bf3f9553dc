import { Input } from 'antd'
import { idCardFacts } from '#contract/kit/formats'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

export interface IdCardProps {
  /** Told once a valid number stands there, so that the form can fill birthday and sex. */
  onFacts?(facts: { birthday: string; male: boolean }): void
}

/** What is still missing while a person types. */
export function idCardHint(value: string | null | undefined): string | null {
  if (!value) return null
  if (value.length !== 18) return `应为 18 位，现为 ${value.length} 位`
  const facts = idCardFacts(value)
  return facts ? `${facts.male ? '男' : '女'}，${facts.birthday} 出生` : null
}

function IdCardInput({ value, onChange, onFacts, ...rest }: InputProps<string> & IdCardProps) {
  const hint = idCardHint(value)
  return (
    <>
      <Input
        {...rest}
        allowClear
        maxLength={20}
        value={value ?? ''}
        onChange={(event) => {
          const card = event.target.value.replace(/\s/g, '').toUpperCase()
          onChange?.(card || null)
          const facts = idCardFacts(card)
          if (facts) onFacts?.(facts)
        }}
      />
      {hint && <div className="yy-second yy-small-line yy-small">{hint}</div>}
    </>
  )
}

export const idCard: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 180,
  searchWidth: 190,
  cell: (value) => value || <None />,
  text: (value) => value ?? '',
  input: (props) => <IdCardInput {...props} />,
  search: (props) => <IdCardInput {...props} />,
}
