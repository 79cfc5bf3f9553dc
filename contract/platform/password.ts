// What a new password must be, by the rule the organisation has chosen. Light: the login page loads it.

export interface Demand {
  text: string
  met: boolean
}

const LONGEST = 20

/** Letters with digits that guessers try first, in small letters; shorter ones and ones of a kind are refused anyway. */
const COMMON = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aaa123456 ab123456 abc12345
   abc123456 abcd1234 abcd12345 abcd123456 admin123 admin1234 admin123456 admin666 admin888 asd12345 asd123456 asdf1234
   iloveyou1 p@ssw0rd pass1234 passw0rd password1 password12 password123 q1w2e3r4 q1w2e3r4t5 qaz123456 qq123456 qwe12345
   qwe123456 qwer1234 qwert123 qwerty12 qwerty123 root1234 test1234 user1234 welcome1 woaini123 woaini520 woaini1314
   www12345 z1234567 zaq12wsx zhang123 zxc12345 zxc123456 zxcv1234 yanglao123 12345678a 123456aa 123456abc 123456789a
   1234567a 1234qwer 123qwe123 123abc123 11111111a 88888888a`.split(/\s+/),
)
/** The demonstration's own passwords stand in its manual. */
const SHOWN = /^yiyuan\d{0,8}$/

const isCommon = (password: string) => COMMON.has(password) || SHOWN.test(password)

/**
 * Rule 0: 8 to 20 letters and digits, both present, neither common nor the account's own name or number. Rule 1: any 1
 * to 20 characters. `own` holds what is known of the account: its name, its number.
 */
export function passwordDemands(
  rule: number,
  password: string,
  own: readonly (string | null | undefined)[] = [],
): Demand[] {
  if (rule === 1) return [{ text: '1 至 20 位', met: password.length >= 1 && password.length <= LONGEST }]
  const small = password.toLowerCase()
  const easy = isCommon(small) || own.some((name) => name?.toLowerCase() === small)
  return [
    { text: '8 至 20 位', met: password.length >= 8 && password.length <= LONGEST },
    { text: '只用字母和数字', met: /^[A-Za-z0-9]+$/.test(password) },
    { text: '同时有字母和数字', met: /[A-Za-z]/.test(password) && /\d/.test(password) },
    { text: '不是账号、手机号或常见密码', met: password !== '' && !easy },
  ]
}

/** What is still missing, as a sentence; null when the password will do. */
export function passwordProblem(
  rule: number,
  password: string,
  title = '密码',
  own: readonly (string | null | undefined)[] = [],
): string | null {
  const open = passwordDemands(rule, password, own).filter((demand) => !demand.met)
  return open.length === 0 ? null : `${title}要求：${open.map((demand) => demand.text).join('、')}`
}
