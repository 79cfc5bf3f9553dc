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

/** `own` says what the account is called, as far as the form knows: a password is none of it. */
export const passwordChecks = <V extends Values>(rule: number, title: string, own: (all: V) => readonly string[]) => ({
  password: (value: string, all: V) => checkPassword(rule, title, value, own(all)),
  again: (value: string, all: V) => checkRepeated(all.password, value),
})

interface Props {
  rule: number
  title: string
  bind: (name: 'password' | 'again') => ReturnType<LightForm<Values>['bind']>
  password: string
  own: readonly string[]
  autoFocus?: boolean
}

export function NewPassword({ rule, title, bind, password, own, autoFocus }: Props) {
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
      <PasswordRules rule={rule} password={password} own={own} />
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
