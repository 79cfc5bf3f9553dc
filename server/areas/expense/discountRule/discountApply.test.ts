// What discount rules give, to the fen.
import { describe, expect, test } from 'vitest'
import { exampleWords, ruleWords } from '#contract/expense/discountWords'
import { benefitOf, billDiscount, type DiscountLine, type DiscountRule } from './discountApply.ts'

const rule = (one: Partial<DiscountRule>): DiscountRule => ({
  setId: 'r',
  name: '规则',
  type: 1,
  scope: 'PRESTORE',
  thresholdFen: 1_000_000,
  benefitFen: 50_000,
  perThreshold: true,
  capFen: null,
  projectChildId: null,
  stackable: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...one,
})
const less = (one: Partial<DiscountRule>) =>
  rule({ type: 2, scope: 'BILL', thresholdFen: 100_000, benefitFen: 10_000, ...one })
const line = (amountFen: number, projectChildId: string | null = 'bed', canDiscount = true): DiscountLine => ({
  amountFen,
  projectChildId,
  canDiscount,
})

describe('the worth of a rule', () => {
  test('每满 10,000 赠 500: a prestore of 25,000 gives 1,000', () => {
    expect(benefitOf(rule({}), 2_500_000)).toBe(100_000)
    expect(exampleWords(rule({}), 'PRESTORE', 2_500_000)).toBe('预存 25,000 元 → 赠送 1,000 元')
    expect(ruleWords(rule({ capFen: 200_000 }))).toBe('每满 10,000 元赠 500 元，最多 2,000 元')
  })

  test.each([
    ['nothing below the threshold', {}, 999_999, 0],
    ['from the threshold itself', {}, 1_000_000, 50_000],
    ['just below the second', {}, 1_999_999, 50_000],
    ['once for all', { perThreshold: false }, 9_000_000, 50_000],
    ['no more than the cap', { capFen: 120_000 }, 9_000_000, 120_000],
    ['nothing on nothing', {}, 0, 0],
    ['nothing on less than nothing', {}, -5_000_000, 0],
  ])('%s', (_, change, amount, expected) => {
    expect(benefitOf(rule(change), amount)).toBe(expected)
  })

  test('less than the amount, whatever the rule says', () => {
    expect(benefitOf(less({ thresholdFen: 100, benefitFen: 100, capFen: null }), 150)).toBe(100)
    expect(benefitOf(less({ thresholdFen: 100, benefitFen: 900 }), 150)).toBe(150)
  })
})

describe('what a bill is reduced by', () => {
  test('falls on the lines in proportion and adds up', () => {
    const found = billDiscount(
      [less({ perThreshold: false })],
      [line(33_333), line(33_333, 'care'), line(33_334, 'meal')],
    )
    expect(found).toEqual({
      lineFen: [3_333, 3_334, 3_333],
      totalFen: 10_000,
      rules: [{ setId: 'r', name: '规则', fen: 10_000 }],
    })
  })

  test('compares the threshold with what may be reduced, deductions taken off', () => {
    const lines = [line(90_000), line(50_000, 'medical', false)]
    expect(billDiscount([less({})], lines).totalFen).toBe(0)
    expect(billDiscount([less({})], [line(105_000), line(-6_000)]).totalFen).toBe(0)
    expect(billDiscount([less({})], [line(106_000), line(-6_000)])).toMatchObject({
      lineFen: [10_000, 0],
      totalFen: 10_000,
    })
    expect(billDiscount([less({})], [line(-6_000)]).totalFen).toBe(0)
    expect(billDiscount([], lines)).toEqual({ lineFen: [0, 0], totalFen: 0, rules: [] })
  })

  test('a rule of one item looks at that item alone', () => {
    const item = less({ scope: 'ITEM', projectChildId: 'care', thresholdFen: 150_000, benefitFen: 20_000 })
    expect(billDiscount([item], [line(240_000), line(90_000, 'care'), line(60_000, 'care')]).lineFen).toEqual([
      0, 12_000, 8_000,
    ])
    expect(billDiscount([item], [line(240_000), line(149_999, 'care')]).totalFen).toBe(0)
  })

  test('one rule, the best for the resident, unless several may be used together', () => {
    const small = less({ setId: 'a', benefitFen: 10_000, perThreshold: false })
    const large = less({ setId: 'b', benefitFen: 15_000, perThreshold: false })
    const lines = [line(200_000)]
    expect(billDiscount([small, large], lines).rules.map((one) => one.setId)).toEqual(['b'])
    const both = [
      { ...small, stackable: true },
      { ...large, stackable: true },
    ]
    expect(billDiscount(both, lines)).toMatchObject({ totalFen: 25_000, rules: [{ setId: 'b' }, { setId: 'a' }] })
    const alone = less({ setId: 'c', benefitFen: 30_000, perThreshold: false })
    expect(billDiscount([...both, alone], lines).rules.map((one) => one.setId)).toEqual(['c'])
  })

  test('never takes more off a line than it asks for', () => {
    const rules = [
      less({ setId: 'i', scope: 'ITEM', projectChildId: 'bed', thresholdFen: 100, benefitFen: 100, stackable: true }),
      less({ setId: 'j', thresholdFen: 100, benefitFen: 100, stackable: true }),
    ]
    for (const lines of [
      [line(101), line(3, 'care')],
      [line(100), line(100, 'care')],
      [line(777), line(1, 'care'), line(250, 'meal')],
    ]) {
      const found = billDiscount(rules, lines)
      found.lineFen.forEach((fen, i) => {
        expect(fen).toBeGreaterThanOrEqual(0)
        expect(fen).toBeLessThanOrEqual(lines[i]!.amountFen)
      })
      expect(found.rules.reduce((all, one) => all + one.fen, 0)).toBe(found.totalFen)
    }
  })
})
