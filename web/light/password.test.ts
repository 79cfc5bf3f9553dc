import { describe, expect, it } from 'vitest'
import { passwordDemands } from '#contract/platform/password'
import { checkPassword, checkRepeated } from './password.ts'

describe('strict rule', () => {
  it.each(['mudan271', 'A1b2C3d9', `a${'1'.repeat(19)}`])('takes %s', (password) => {
    expect(checkPassword(0, '密码', password)).toBeNull()
  })

  it.each([
    ['', '请填写密码'],
    ['short1', '密码要求：8 至 20 位'],
    ['abcdefgh', '密码要求：同时有字母和数字'],
    ['12345678', '密码要求：同时有字母和数字'],
    ['abc 12345', '密码要求：只用字母和数字'],
    ['密码abc12345', '密码要求：只用字母和数字'],
    [`a${'1'.repeat(20)}`, '密码要求：8 至 20 位'],
    ['!', '密码要求：8 至 20 位、只用字母和数字、同时有字母和数字'],
    ['Yiyuan2026', '密码要求：不是账号、手机号或常见密码'],
    ['abc12345', '密码要求：不是账号、手机号或常见密码'],
    ['Nurse2718', '密码要求：不是账号、手机号或常见密码'],
  ])('says what is wrong with %j', (password, message) => {
    expect(checkPassword(0, '密码', password, ['nurse2718', '13800000001'])).toBe(message)
  })

  it('tells which demands are met while typing', () => {
    expect(passwordDemands(0, 'abc1').map((demand) => demand.met)).toEqual([false, true, true, true])
  })
})

describe('loose rule', () => {
  it('takes any 1 to 20 characters', () => {
    expect(checkPassword(1, '密码', '密')).toBeNull()
    expect(checkPassword(1, '密码', 'x'.repeat(20))).toBeNull()
    expect(checkPassword(1, '密码', 'x'.repeat(21))).toBe('密码要求：1 至 20 位')
    expect(checkPassword(1, '密码', '')).toBe('请填写密码')
  })
})

describe('repeated password', () => {
  it('has to be the same', () => {
    expect(checkRepeated('abc123', 'abc123')).toBeNull()
    expect(checkRepeated('abc123', 'abc124')).toBe('两次输入的密码不一致')
    expect(checkRepeated('abc123', '')).toBe('请再输入一次')
  })
})
