import { describe, expect, test } from 'vitest'
import { isIdCard } from '#contract/kit/formats'
import { options } from '#contract/kit/options'
import { Refusal } from '#contract/kit/refusal'
import { date, idCard, int, ipv4, list, obj, opt, phone, text } from '#contract/kit/schema'
import { checker } from './validate.ts'

const Kind = options('ValidateTestKind', '种类', [
  [0, 'first', '甲'],
  [1, 'second', '乙'],
])
const schema = obj({
  name: text('姓名', { min: 2, max: 4 }),
  age: opt(int('年龄', { min: 0, max: 150 })),
  kind: opt(Kind.schema),
  mobile: opt(phone()),
  born: opt(date('出生日期')),
  card: opt(idCard()),
  host: opt(ipv4()),
  tags: opt(list(text('标签', { max: 3 }), 2)),
})
const check = checker(schema)
const refused = (input: Record<string, unknown>) => {
  try {
    check(input)
    return null
  } catch (error) {
    const refusal = error as Refusal
    expect(refusal).toBeInstanceOf(Refusal)
    return [refusal.message, refusal.field]
  }
}

describe('input', () => {
  test('texts of forms are coerced, unknown fields dropped, empty optional texts read as null', () => {
    const input: Record<string, unknown> = { name: '王秀兰', age: '82', kind: '1', born: '', helper: 'x' }
    check(input)
    expect(input).toEqual({ name: '王秀兰', age: 82, kind: 1, born: null })
  })
  test('the message names the field as the form does', () => {
    expect(refused({})).toEqual(['请填写姓名', 'name'])
    expect(refused({ name: '' })).toEqual(['姓名至少 2 个字', 'name'])
    expect(refused({ name: '王秀兰王秀' })).toEqual(['姓名最多 4 个字', 'name'])
    expect(refused({ name: '王秀', age: '151' })).toEqual(['年龄不能大于 150', 'age'])
    expect(refused({ name: '王秀', age: 'x' })).toEqual(['年龄格式不正确', 'age'])
    expect(refused({ name: '王秀', kind: 7 })).toEqual(['种类不在可选范围内', 'kind'])
    expect(refused({ name: '王秀', mobile: '23800001111' })).toEqual(['手机号应为 11 位数字，以 1 开头', 'mobile'])
    expect(refused({ name: '王秀', born: '2026-02-30' })).toEqual(['出生日期应为 年-月-日', 'born'])
    expect(refused({ name: '王秀', card: '310104194402182041' })?.[1]).toBe('card')
    expect(refused({ name: '王秀', host: '1.2.3.256' })?.[1]).toBe('host')
    expect(refused({ name: '王秀', tags: ['a', 'b', 'c'] })?.[1]).toBe('tags')
  })
  test('ID cards: check digit and birth date', () => {
    expect(isIdCard('11010519491231002X')).toBe(true)
    expect(isIdCard('110105194912310021')).toBe(false)
    expect(isIdCard('11010519491331002X')).toBe(false)
  })
})
