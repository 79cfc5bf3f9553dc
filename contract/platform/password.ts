// What a new password must be, by the rule the organisation has chosen. Light: the login page loads it.

export interface Demand {
  text: string
  met: boolean
}

const LONGEST = 20

/** Rule 0: 6 to 20 letters and digits, both present. Rule 1: any 1 to 20 characters. */
export function passwordDemands(rule: number, password: string): Demand[] {
  if (rule === 1) return [{ text: '1 至 20 位', met: password.length >= 1 && password.length <= LONGEST }]
  return [
    { text: '6 至 20 位', met: password.length >= 6 && password.length <= LONGEST },
    { text: '只用字母和数字', met: /^[A-Za-z0-9]+$/.test(password) },
    { text: '同时有字母和数字', met: /[A-Za-z]/.test(password) && /\d/.test(password) },
  ]
}

/** What is still missing, as a sentence; null when the password will do. */
export function passwordProblem(rule: number, password: string, title = '密码'): string | null {
  const open = passwordDemands(rule, password).filter((demand) => !demand.met)
  return open.length === 0 ? null : `${title}要求：${open.map((demand) => demand.text).join('、')}`
}
