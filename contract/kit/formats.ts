// The formats of the contract's texts and the sentences said when a value does not fit. The server's refusal and the
// form's message are made here, so a person reads the same words wherever the value was checked.

/** A card as the privacy rule shows it; kept here, because the web's forms load no schemas. */
export const MASKED_CARD = /^\d{6}\*{8}[\dXx]{4}$/

// Nothing of a house is older than its oldest resident; a day before that is a clock that was never set.
const DATE_TIME = /^(?:19|[2-9]\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const DATE = /^(?:19|[2-9]\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** On a card even an unlikely day is one; who reads the card says what is wrong with it. */
const CARD_DAY = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

const realDay = (text: string) => {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The day of birth inside an 18-digit number, whatever its check digit. */
const bornIn = (text: string) => `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`

/** GB 11643: 17 digits and a mod-11-2 check digit. */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  const born = bornIn(text)
  return '10X98765432'[sum % 11] === text[17] && CARD_DAY.test(born) && realDay(born)
}

export interface IdCardFacts {
  /** yyyy-MM-dd */
  birthday: string
  male: boolean
}

/** What an identity card says about its holder; null for anything that is not a valid number. */
export function idCardFacts(text: string | null | undefined): IdCardFacts | null {
  const card = text?.trim().toUpperCase() ?? ''
  return isIdCard(card) ? { birthday: bornIn(card), male: Number(card[16]) % 2 === 1 } : null
}

export interface Format {
  test(text: string): boolean
  /** Follows the field's title: 日期应为 年-月-日 */
  hint: string
}

export const formats: Readonly<Record<string, Format>> = {
  'yiyuan-datetime': { test: (t) => DATE_TIME.test(t) && realDay(t), hint: '应为 年-月-日 时:分:秒' },
  'yiyuan-date': { test: (t) => DATE.test(t) && realDay(t), hint: '应为 年-月-日' },
  'yiyuan-idcard': { test: isIdCard, hint: '不是有效的 18 位身份证号' },
  /** A form may send back the number that stands there as it was shown. */
  'yiyuan-idcard-shown': { test: (t) => MASKED_CARD.test(t) || isIdCard(t), hint: '不是有效的 18 位身份证号' },
  'yiyuan-ipv4': { test: (t) => IPV4.test(t), hint: '应为 IPv4 地址，如 192.168.1.10' },
}

/** The parts of a schema that a sentence needs. */
export interface Described {
  title?: string
  hint?: string
  format?: string
  /** Picked, not written. */
  chooses?: boolean
  /** How a limit reads where it is not a plain figure: 24 小时. */
  says?: (limit: number) => string
}

const said = (schema: Described, limit: number | string | undefined) =>
  (typeof limit === 'number' && schema.says?.(limit)) || limit

/** What is wrong, in words: the keyword of the schema that failed and its limit. */
export function complaint(schema: Described, keyword: string, limit?: number | string): string {
  const title = schema.title ?? '内容'
  switch (keyword) {
    case 'required':
      return `${schema.chooses ? '请选择' : '请填写'}${title}`
    case 'minLength':
      return limit === 1 ? `请填写${title}` : `${title}至少 ${limit} 个字`
    case 'maxLength':
      return `${title}最多 ${limit} 个字`
    case 'minimum':
      return `${title}不能小于 ${said(schema, limit)}`
    case 'maximum':
      return `${title}不能大于 ${said(schema, limit)}`
    case 'minItems':
      return `${title}至少 ${limit} 项`
    case 'maxItems':
      return `${title}最多 ${limit} 项`
    case 'enum':
      return `${title}不在可选范围内`
    case 'pattern':
      return `${title}${schema.hint ?? '格式不正确'}`
    case 'format':
      return `${title}${formats[schema.format ?? '']?.hint ?? '格式不正确'}`
    default:
      return `${title}格式不正确`
  }
}
