import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distribute } from './payBills.ts'
import { sharesOf } from './shares.ts'

const lines = (...open: number[]) => open.map((openFen, i) => ({ lineId: `l${i}`, openFen }))
const sum = (shares: readonly { amountFen: number }[]) => shares.reduce((total, one) => total + one.amountFen, 0)

describe('shares of a payment on the lines of a bill', () => {
  test('follow what each line asks for, deductions included', () => {
    expect(sharesOf(lines(300_000, 210_000, -10_500), 249_750)).toEqual([
      { lineId: 'l0', amountFen: 150_000 },
      { lineId: 'l1', amountFen: 105_000 },
      { lineId: 'l2', amountFen: -5_250 },
    ])
  })

  test('more than everything is refused', () => {
    expect(() => sharesOf(lines(100), 101)).toThrow(RangeError)
    expect(() => sharesOf(lines(0), 0)).toThrow(RangeError)
  })

  test('add up to the fen, and several payments of everything leave nothing on any line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50_000, max: 900_000 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
        (open, weights) => {
          const left = lines(...open)
          const whole = open.reduce((total, one) => total + one, 0)
          fc.pre(whole > weights.length)
          const parts = weights.map((weight) => Math.floor((whole * weight) / weights.reduce((a, b) => a + b, 0)))
          parts[parts.length - 1]! += whole - parts.reduce((a, b) => a + b, 0)
          for (const part of parts.filter((one) => one > 0)) {
            const shares = sharesOf(left, part)
            expect(sum(shares)).toBe(part)
            for (const one of shares) left.find((line) => line.lineId === one.lineId)!.openFen -= one.amountFen
          }
          expect(left.every((line) => line.openFen === 0)).toBe(true)
        },
      ),
    )
  })
})

describe('several ways over several bills', () => {
  test('the first way fills the first bill, what is left goes on', () => {
    const bills = [{ unpaidFen: 248_000 }, { unpaidFen: 623_140 }]
    const ways = [128_650, 50_000, 500_000, 192_490].map((amountFen) => ({ amountFen }))
    expect(distribute(bills, ways)).toEqual([
      { bill: 0, payment: 0, amountFen: 128_650 },
      { bill: 0, payment: 1, amountFen: 50_000 },
      { bill: 0, payment: 2, amountFen: 69_350 },
      { bill: 1, payment: 2, amountFen: 430_650 },
      { bill: 1, payment: 3, amountFen: 192_490 },
    ])
  })

  test('never more than the bills ask for', () => {
    expect(() => distribute([{ unpaidFen: 5 }], [{ amountFen: 6 }])).toThrow(RangeError)
  })
})
