// The two password rules as a person reads them: what is asked for, and which of it is met so far.

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

export function checkPassword(rule: number, title: string, password: string): string | null {
  if (password === '') return `请填写${title}`
  const open = passwordDemands(rule, password).filter((demand) => !demand.met)
  return open.length === 0 ? null : `${title}要求：${open.map((demand) => demand.text).join('、')}`
}

export const checkRepeated = (password: string, again: string) =>
  again === '' ? '请再输入一次' : again === password ? null : '两次输入的密码不一致'
