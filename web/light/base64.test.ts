import { describe, expect, it } from 'vitest'
import { base64Of } from './base64.ts'

describe('base64Of', () => {
  it.each(['', 'a', 'ab', 'abc', 'Demo@2026', '颐园密码１２３', '🌿 spring', '\u0000\u00ff~'])(
    'encodes %j as UTF-8',
    (text) => {
      expect(base64Of(text)).toBe(Buffer.from(text, 'utf8').toString('base64'))
    },
  )

  it('takes long texts', () => {
    const long = '密'.repeat(100_000)
    expect(base64Of(long)).toBe(Buffer.from(long, 'utf8').toString('base64'))
  })
})
