// A new password as a person types it twice.
import { passwordProblem } from '#contract/platform/password'

export const checkPassword = (
  rule: number,
  title: string,
  password: string,
  own: readonly (string | null | undefined)[] = [],
): string | null => (password === '' ? `请填写${title}` : passwordProblem(rule, password, title, own))

export const checkRepeated = (password: string, again: string) =>
  again === '' ? '请再输入一次' : again === password ? null : '两次输入的密码不一致'
