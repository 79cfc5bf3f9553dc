// How the text of a cell becomes a value. Each refuses in words that follow the column's title: 应为 …
import { type Format, formats } from '#contract/kit/formats'
import { type Fen, fenFromYuan } from '#contract/kit/money'
import type { OptionSet } from '#contract/kit/options'
import { invalid } from '#contract/kit/refusal'
import type { Cell } from './excelRead.ts'
import { unknownWord } from './importReasons.ts'

/** More digits than a number of Excel can hold; what is there is no longer what was typed. */
const EXACT_DIGITS = 15

/** The text a person sees in a cell. Refuses numbers that Excel has already damaged. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell === 'string') return cell.trim()
  if (Number.isInteger(cell) && Math.abs(cell) >= 10 ** EXACT_DIGITS) {
    throw invalid(`数字超过 ${EXACT_DIGITS} 位，Excel 已丢失末尾数字，请把该列设为文本格式后重新填写`)
  }
  return String(cell)
}

export const shortText = (most: number) => (text: string) => {
  if ([...text].length > most) throw invalid(`最多 ${most} 个字`)
  return text
}

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text.replaceAll(',', ''))
  if (!Number.isInteger(value) || value < min || value > max) throw invalid(`应为 ${min} 到 ${max} 之间的整数`)
  return value
}

/** Yuan in the workbook, fen in the product. */
export function amount(text: string): Fen {
  const value = fenFromYuan(text.replace(/^[¥￥]/, ''))
  if (value === null) throw invalid('应为金额，最多两位小数')
  return value
}

/** The label of an option, or its value. */
export const optionOf =
  <V extends string | number>(set: OptionSet<V>) =>
  (text: string): V => {
    const found = set.list.find((one) => one.label === text) ?? set.list.find((one) => String(one.value) === text)
    if (!found) {
      const labels = set.list.map((one) => one.label)
      throw unknownWord(`应为 ${labels.join('、')} 之一`, text, labels)
    }
    return found.value
  }

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** 2025/1/5, 2025.01.05 and 2025年1月5日 are all the same day to a person. */
function spelled(text: string, withTime: boolean): string {
  const match = DAY.exec(text)
  if (!match) return text
  const [, year, ...rest] = match
  const [month, day, hour = '0', minute = '0', second = '0'] = rest.map((part) => (part ?? '0').padStart(2, '0'))
  return withTime
    ? `${year}-${month}-${day} ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`
    : `${year}-${month}-${day}`
}

const fitting = (format: Format, value: string) => {
  if (!format.test(value)) throw invalid(format.hint)
  return value
}

export const dayOf = (text: string) => fitting(formats['yiyuan-date']!, spelled(text, false))
export const momentOf = (text: string) => fitting(formats['yiyuan-datetime']!, spelled(text, true))
export const idCardOf = (text: string) => fitting(formats['yiyuan-idcard']!, text.toUpperCase())

export function phoneOf(text: string): string {
  if (!/^1\d{10}$/.test(text)) throw invalid('应为 11 位数字，以 1 开头')
  return text
}
