// The worked examples of a settlement, and what holds for any amounts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleOf } from '#contract/expense/settleSum'

const example = {
  unpaidFen: 300_000,
  finalFen: 200_000,
  medicalFen: 0,
  damageFen: 15_000,
  discountFen: 0,
  balanceFen: 120_000,
  giftFen: 0,
  depositFen: 1_000_000,
}

test('balance 1 200, deposit 10 000, unpaid 3 000, last bill 2 000, damage 150', () => {
  expect(settleOf(example)).toEqual({
    receivableFen: 515_000,
    useBalanceFen: 120_000,
    useGiftFen: 0,
    useDepositFen: 395_000,
    supplementFen: 0,
    collectedFen: 0,
    outstandingFen: 0,
    refundFen: 605_000,
    keptFen: 0,
    lapseFen: 0,
  })
})

test('the same with 500 of gift money', () => {
  expect(settleOf({ ...example, giftFen: 50_000 })).toMatchObject({
    useBalanceFen: 120_000,
    useGiftFen: 50_000,
    useDepositFen: 345_000,
    refundFen: 655_000,
    lapseFen: 0,
  })
})

test('what the account cannot pay is a supplement, until it is collected', () => {
  const poor = { ...example, depositFen: 100_000 }
  expect(settleOf(poor)).toMatchObject({ supplementFen: 295_000, outstandingFen: 295_000, refundFen: 0 })
  expect(settleOf({ ...poor, collectedFen: 200_000 })).toMatchObject({ supplementFen: 295_000, outstandingFen: 95_000 })
  expect(settleOf({ ...poor, collectedFen: 300_000 })).toMatchObject({ outstandingFen: 0, refundFen: 5_000 })
})

test('gift money that is left lapses and is never paid out', () => {
  expect(settleOf({ ...example, unpaidFen: 0, finalFen: 0, giftFen: 50_000, balanceFen: 20_000 })).toMatchObject({
    receivableFen: 15_000,
    useBalanceFen: 15_000,
    useGiftFen: 0,
    refundFen: 1_005_000,
    lapseFen: 50_000,
  })
})

test('nothing is lost or made up', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.record({
        unpaidFen: amount,
        finalFen: fc.integer({ min: -5_000_000, max: 5_000_000 }),
        medicalFen: amount,
        damageFen: amount,
        discountFen: amount,
        balanceFen: amount,
        giftFen: amount,
        depositFen: amount,
        collectedFen: amount,
      }),
      (facts) => {
        const sums = settleOf(facts)
        for (const value of Object.values(sums).slice(1)) expect(value).toBeGreaterThanOrEqual(0)
        const due = sums.useBalanceFen + sums.useGiftFen + sums.useDepositFen + sums.supplementFen
        expect(due).toBe(Math.max(0, sums.receivableFen))
        // What came in by cash and what is due go out again or pay for something.
        expect(facts.balanceFen + facts.depositFen + facts.giftFen + facts.collectedFen + sums.outstandingFen).toBe(
          sums.receivableFen + sums.refundFen + sums.lapseFen,
        )
        expect(sums.supplementFen === 0 || facts.giftFen === sums.useGiftFen).toBe(true)
      },
    ),
  )
})
