import { expect, it, onTestFinished } from 'vitest'
import { atFullCost } from '#server/kit/test/argon2'
import { checkRule, hashPassword, matchesAny, NOBODYS_HASH, oneTimePassword, readingsOf } from './password.ts'

it('reads Base64 of UTF-8 as what it stands for, everything else as it is', () => {
  expect(readingsOf('YWJjMTIzNDU=')).toEqual(['abc12345', 'YWJjMTIzNDU='])
  expect(readingsOf('55+t')).toEqual(['短', '55+t'])
  for (const plain of ['abc12345', 'a', '密码', 'YWJjMTIzNDU', 'abcd1234', '===='])
    expect(readingsOf(plain)).toEqual([plain])
})

it('hashes with Argon2id at the cost of the hash nobody has', async () => {
  onTestFinished(atFullCost())
  const hashed = await hashPassword('abc12345')
  const cost = (text: string) => text.split('$').slice(0, 4)
  expect(cost(hashed)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=12,p=1'])
  expect(cost(NOBODYS_HASH)).toEqual(cost(hashed))
  expect(await matchesAny(hashed, ['x', 'abc12345'])).toBe(true)
  expect(await matchesAny(hashed, ['abc12346'])).toBe(false)
  expect(await matchesAny(NOBODYS_HASH, ['', 'abc12345'])).toBe(false)
})

it('has a strict and a loose rule', () => {
  const refused = (password: string, rule: number) => {
    try {
      checkRule(password, rule, 'field', ['nurse2718', '13800000001'])
      return false
    } catch {
      return true
    }
  }
  for (const good of ['mudan271', 'A1aaaaaa', `${'a'.repeat(19)}1`]) expect(refused(good, 0)).toBe(false)
  for (const bad of ['short1', 'abc1234', 'abcdefgh', '12345678', 'abc-1234', '密码abc1234', `${'a'.repeat(20)}1`])
    expect(refused(bad, 0)).toBe(true)
  // What guessers try first: common ones, the demonstration's own, the account's name.
  for (const bad of ['abc12345', 'Password1', 'Yiyuan2026', 'yiyuan123', 'Nurse2718'])
    expect(refused(bad, 0)).toBe(true)
  for (const good of ['1', '密', 'a b-c', 'x'.repeat(20)]) expect(refused(good, 1)).toBe(false)
  for (const bad of ['', 'x'.repeat(21)]) expect(refused(bad, 1)).toBe(true)
})

it('makes first passwords that the strict rule allows', () => {
  const made = Array.from({ length: 200 }, oneTimePassword)
  for (const password of made) expect(() => checkRule(password, 0, 'field', [])).not.toThrow()
  expect(new Set(made).size).toBe(made.length)
})
