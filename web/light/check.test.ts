import { describe, expect, it } from 'vitest'
import { date, phone, text } from '#contract/kit/schema'
import { checkText } from './check.ts'

const licence = text('统一社会信用代码', {
  min: 18,
  max: 18,
  pattern: /^[0-9A-Z]{18}$/,
  hint: '应为 18 位数字或大写字母',
})

describe('checkText', () => {
  it('asks for what is missing, unless it may be left out', () => {
    expect(checkText(text('联系人'), '')).toBe('请填写联系人')
    expect(checkText(text('机构简介'), '', false)).toBeNull()
  })
  it('knows the limits of the schema', () => {
    expect(checkText(text('机构名称', { min: 2, max: 4 }), '甲')).toBe('机构名称至少 2 个字')
    expect(checkText(text('机构名称', { min: 2, max: 4 }), '甲乙丙丁戊')).toBe('机构名称最多 4 个字')
    expect(checkText(text('机构名称', { min: 2, max: 4 }), '甲乙')).toBeNull()
  })
  it('says what is expected rather than a length', () => {
    expect(checkText(licence, '91310000')).toBe('统一社会信用代码应为 18 位数字或大写字母')
    expect(checkText(licence, '91310000MA12345678')).toBeNull()
    expect(checkText(phone(), '1380000')).toBe('手机号应为 11 位数字，以 1 开头')
    expect(checkText(phone(), '13800138000')).toBeNull()
  })
  it('knows the formats', () => {
    expect(checkText(date('成立日期'), '2026-02-30')).toBe('成立日期应为 年-月-日')
    expect(checkText(date('成立日期'), '2026-02-28')).toBeNull()
  })
})
