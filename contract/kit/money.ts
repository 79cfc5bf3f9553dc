// Money is whole fen. Yuan exist only on the screen, on paper and in Excel.
import { type TUnsafe, Unsafe } from '@sinclair/typebox'

declare const unit: unique symbol
export type Fen = number & { [unit]: 'fen' }

export const fenSchema = (title = '金额', rule: { min?: number; max?: number } = {}): TUnsafe<Fen> =>
  Unsafe<Fen>({
    type: 'integer',
    title,
    money: true,
    minimum: rule.min ?? -9_000_000_000_000,
    maximum: rule.max ?? 9_000_000_000_000,
  })

export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of fen`)
  return value as Fen
}

/** Yuan as a person types them ("1,234.5") to fen; null when it is not an amount. */
export function fenFromYuan(yuan: string): Fen | null {
  const match = /^([+-])?(\d{1,13})(?:\.(\d{1,2}))?$/.exec(yuan.replace(/[,，\s]/g, ''))
  if (!match) return null
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return fen(match[1] === '-' ? -value : value)
}

/** 871140 → "8,711.40" */
export function yuanText(value: Fen | number): string {
  const whole = Math.trunc(Math.abs(value) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}${whole}.${String(Math.abs(value) % 100).padStart(2, '0')}`
}

/** Half up, away from zero: the share of an amount, e.g. price × days ÷ days of the month. */
export function share(amount: Fen, part: number, whole: number): Fen {
  if (whole <= 0) throw new RangeError('share of nothing')
  const scaled = BigInt(amount) * BigInt(part) * 2n
  const double = BigInt(whole) * 2n
  const sign = scaled < 0n ? -1n : 1n
  return fen(Number((scaled + sign * BigInt(whole)) / double))
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const UNITS = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

function wholeCapitals(value: number): string {
  let out = ''
  let group = 0
  let rest = value
  let gap = false
  while (rest > 0) {
    const four = rest % 10_000
    let part = ''
    let zero = false
    for (let i = 0, left = four; i < 4 && left > 0; i++, left = Math.trunc(left / 10)) {
      const digit = left % 10
      if (digit === 0) zero = part !== ''
      else {
        part = DIGITS[digit]! + UNITS[i]! + (zero ? '零' : '') + part
        zero = false
      }
    }
    if (four > 0) {
      out = part + GROUPS[group]! + (gap ? '零' : '') + out
      gap = four < 1000
    } else if (out !== '') gap = true
    rest = Math.trunc(rest / 10_000)
    group++
  }
  return out
}

/** 871140 → 捌仟柒佰壹拾壹元肆角整; negative amounts (red receipts) begin with 负. */
export function capitals(value: Fen | number): string {
  const amount = Math.abs(value)
  const yuan = Math.trunc(amount / 100)
  const jiao = Math.trunc((amount % 100) / 10)
  const cents = amount % 10
  let out = yuan > 0 ? `${wholeCapitals(yuan)}元` : ''
  if (jiao > 0) out += `${DIGITS[jiao]}角`
  else if (yuan > 0 && cents > 0) out += '零'
  if (cents > 0) out += `${DIGITS[cents]}分`
  else out += out === '' ? '零元整' : '整'
  return (value < 0 ? '负' : '') + out
}
