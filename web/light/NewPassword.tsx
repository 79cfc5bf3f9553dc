// A new password, typed twice, with its demands; used wherever somebody without a session sets one.
import { Lock } from 'lucide-react'
import { PasswordField } from './Field.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { checkPassword, checkRepeated } from './password.ts'
import type { LightForm } from './useForm.ts'

interface Values {
  password: string
  again: string
}

export const passwordChecks = (rule: number, title: string) => ({
  password: (value: string) => checkPassword(rule, title, value),
  again: (value: string, all: Values) => checkRepeated(all.password, value),
})

interface Props {
  rule: number
  title: string
  bind: (name: 'password' | 'again') => ReturnType<LightForm<Values>['bind']>
  password: string
  autoFocus?: boolean
}

export function NewPassword({ rule, title, bind, password, autoFocus }: Props) {
  return (
    <>
      <PasswordField
        {...bind('password')}
        label={title}
        required
        icon={Lock}
        autoComplete="new-password"
        maxLength={64}
        autoFocus={autoFocus}
      />
      <PasswordRules rule={rule} password={password} />
      <PasswordField
        {...bind('again')}
        label="再输入一次"
        required
        icon={Lock}
        autoComplete="new-password"
        maxLength={64}
      />
    </>
  )
}
