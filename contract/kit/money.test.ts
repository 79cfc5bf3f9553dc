import { describe, expect, test } from 'vitest'
import { capitals, fen, fenFromYuan, share, yuanText } from './money.ts'

describe('money', () => {
  test('yuan as typed become fen, anything else is no amount', () => {
    expect(fenFromYuan('8,711.4')).toBe(871_140)
    expect(fenFromYuan('-0.05')).toBe(-5)
    expect(fenFromYuan('1 000')).toBe(100_000)
    for (const wrong of ['', '1.234', '1e3', 'abc', '0x10', '1.', '--1']) expect(fenFromYuan(wrong), wrong).toBeNull()
  })

  test('text has thousands separators and two decimals', () => {
    expect(yuanText(fen(871_140))).toBe('8,711.40')
    expect(yuanText(fen(-5))).toBe('-0.05')
    expect(yuanText(fen(135_348_987_00))).toBe('135,348,987.00')
  })

  test('text and amount are inverse for random amounts', () => {
    for (let i = 0; i < 2000; i++) {
      const amount = fen(Math.trunc((Math.random() - 0.5) * 2e13))
      expect(fenFromYuan(yuanText(amount))).toBe(amount)
    }
  })

  test('a fraction of a fen is refused', () => {
    expect(() => fen(0.5)).toThrow(RangeError)
    expect(() => fen(2 ** 53)).toThrow(RangeError)
  })

  test('a share is rounded half away from zero', () => {
    expect(share(fen(100), 1, 3)).toBe(33)
    expect(share(fen(101), 1, 2)).toBe(51)
    expect(share(fen(-101), 1, 2)).toBe(-51)
    expect(share(fen(300_000), 17, 30)).toBe(170_000)
  })

  test('capitals as on a receipt', () => {
    const known: [number, string][] = [
      [0, '零元整'],
      [5, '伍分'],
      [50, '伍角整'],
      [105, '壹元零伍分'],
      [871_140, '捌仟柒佰壹拾壹元肆角整'],
      [100_000_00, '壹拾万元整'],
      [100_100_00, '壹拾万零壹佰元整'],
      [100_010_00, '壹拾万零壹拾元整'],
      [10_000_001_00, '壹仟万零壹元整'],
      [1_000_000_000_00, '壹拾亿元整'],
      [1_010_05, '壹仟零壹拾元零伍分'],
      [-871_140, '负捌仟柒佰壹拾壹元肆角整'],
    ]
    for (const [amount, words] of known) expect(capitals(amount)).toBe(words)
  })
})
