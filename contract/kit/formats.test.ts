import { describe, expect, it } from 'vitest'
import { complaint, formats, idCardFacts, isIdCard } from './formats.ts'

describe('identity card', () => {
  it('accepts a right check digit and refuses a wrong one, a wrong day and a wrong length', () => {
    expect(isIdCard('11010519491231002X')).toBe(true)
    expect(isIdCard('110105194912310021')).toBe(false)
    expect(isIdCard('11010519490231002X')).toBe(false)
    expect(isIdCard('1101051949123100')).toBe(false)
  })

  it('tells birthday and sex, also from a lower-case x', () => {
    expect(idCardFacts('11010519491231002x')).toEqual({ birthday: '1949-12-31', male: false })
    expect(idCardFacts('440524188001010014')).toEqual({ birthday: '1880-01-01', male: true })
    expect(idCardFacts('')).toBeNull()
    expect(idCardFacts(null)).toBeNull()
  })
})

describe('formats', () => {
  it.each([
    ['yiyuan-date', '2024-02-29', true],
    ['yiyuan-date', '2023-02-29', false],
    ['yiyuan-datetime', '2024-02-29 23:59:59', true],
    ['yiyuan-datetime', '2024-02-29 24:00:00', false],
    ['yiyuan-ipv4', '10.0.0.255', true],
    ['yiyuan-ipv4', '10.0.0.256', false],
  ])('%s %s', (name, text, fits) => {
    expect(formats[name]!.test(text)).toBe(fits)
  })
})

describe('complaint', () => {
  it('names the field and what is expected', () => {
    expect(complaint({ title: '联系人' }, 'required')).toBe('请填写联系人')
    expect(complaint({ title: '护理等级', chooses: true }, 'required')).toBe('请选择护理等级')
    expect(complaint({ title: '联系人' }, 'minLength', 1)).toBe('请填写联系人')
    expect(complaint({ title: '账号' }, 'minLength', 6)).toBe('账号至少 6 个字')
    expect(complaint({ title: '手机号', hint: '应为 11 位数字，以 1 开头' }, 'pattern')).toBe(
      '手机号应为 11 位数字，以 1 开头',
    )
    expect(complaint({ title: '身份证号', format: 'yiyuan-idcard' }, 'format')).toBe('身份证号不是有效的 18 位身份证号')
    expect(complaint({}, 'unknown')).toBe('内容格式不正确')
  })
})
