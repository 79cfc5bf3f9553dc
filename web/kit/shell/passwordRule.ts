// The password rules of the organisation: 0 strict, 1 loose. The server checks them too.
import { PasswordRule } from '#contract/platform/config'

export const passwordHint = (rule: number) => PasswordRule.label(rule === 1 ? 1 : 0)

export function passwordProblem(rule: number, password: string): string | null {
  const fits =
    rule === 1
      ? password.length >= 1 && password.length <= 20
      : /^[A-Za-z0-9]{6,20}$/.test(password) && /[A-Za-z]/.test(password) && /\d/.test(password)
  return fits ? null : `密码应为${passwordHint(rule)}`
}
