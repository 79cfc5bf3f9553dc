import { describe, expect, test } from 'vitest'
import { amounts, billed, care, fee, meal, of } from '#server/areas/expense/test/billFacts'

describe('the worked examples', () => {
  test('bed 3,000 a month, check-in on 11 April: 20 of 30 days are 2,000.00', () => {
    const draft = of({ start: '2026-04-11', fees: [fee(300_000, { from: '2026-04-11' })] }, '2026-04')
    expect(draft?.lines).toMatchObject([
      { amountFen: 200_000, days: 20, basis: '3,000.00 × 20 ÷ 30 天', dateFrom: '2026-04-11', dateTo: '2026-04-30' },
    ])
    expect(draft).toMatchObject({ periodStart: '2026-04-11', periodEnd: '2026-04-30', receivableFen: 200_000 })
  })

  test('nursing 1,500 to the 15th and 2,100 after, 31 days: 725.81 and 1,083.87, together 1,809.68', () => {
    const fees = [care(150_000, { to: '2026-05-16' }), care(210_000, { from: '2026-05-16' })]
    const levels = [
      { from: '2025-01-01', name: '半护理' },
      { from: '2026-05-16', name: '全护理' },
    ]
    const draft = of({ fees, levels }, '2026-05')
    expect(amounts(draft)).toEqual([72_581, 108_387])
    expect(draft?.lines.map((line) => line.spec)).toEqual(['半护理', '全护理'])
    expect(draft?.totalFen).toBe(180_968)
  })
})

describe('a month', () => {
  test('without changes costs its price, also by 30 days', () => {
    for (const month of ['2026-01', '2026-02', '2026-04']) {
      for (const divisor of ['ACTUAL', '30'] as const) {
        expect(amounts(of({ fees: [fee(240_000)] }, month, { divisor }))).toEqual([240_000])
      }
    }
  })

  test('in parts counts thirty days where the house says so', () => {
    const part = { start: '2026-05-20', fees: [fee(240_000, { from: '2026-05-20' })] }
    expect(amounts(of(part, '2026-05', { divisor: '30' }))).toEqual([96_000])
    expect(amounts(of(part, '2026-05'))).toEqual([92_903])
    const moved = { fees: [fee(240_000, { to: '2026-05-11' }), fee(360_000, { childId: 'bed1', from: '2026-05-11' })] }
    expect(amounts(of(moved, '2026-05', { divisor: '30' }))).toEqual([77_419, 243_871])
  })

  test('is cut where the bed changes although the price stays, and says which', () => {
    const beds = [
      { bedId: 'b1', path: '203室>02床', from: '2025-01-01', to: '2026-04-11' },
      { bedId: 'b2', path: '305室>01床', from: '2026-04-11', to: null },
    ]
    const draft = of({ fees: [fee(240_000), meal(90_000)], beds }, '2026-04')
    expect(draft?.lines.map((line) => [line.name, line.spec, line.days, line.amountFen])).toEqual([
      ['床位费', '203室>02床', 10, 80_000],
      ['床位费', '305室>01床', 20, 160_000],
      ['餐费', null, 30, 90_000],
    ])
    expect(draft?.bedPath).toBe('305室>01床')
  })

  test('is cut where a trial becomes the residence', () => {
    const draft = of(
      { start: '2026-04-01', trialUntil: '2026-04-16', fees: [meal(90_000, { from: '2026-04-01' })] },
      '2026-04',
    )
    expect(draft?.lines.map((line) => [line.spec, line.amountFen])).toEqual([
      ['试住', 45_000],
      [null, 45_000],
    ])
  })

  test('counts the day of leaving only where the house says so', () => {
    const left = { end: '2026-04-11', fees: [fee(300_000, { to: '2026-04-11' })] }
    expect(amounts(of(left, '2026-04'))).toEqual([100_000])
    expect(amounts(of(left, '2026-04', { countCheckoutDay: true }))).toEqual([110_000])
  })

  test('whole or not at all, as the item says', () => {
    const part = { start: '2026-04-11', fees: [fee(300_000, { from: '2026-04-11', prorate: 'WHOLE' })] }
    expect(amounts(of(part, '2026-04'))).toEqual([300_000])
    expect(of({ ...part, fees: [fee(300_000, { from: '2026-04-11', prorate: 'NONE' })] }, '2026-04')).toBeNull()
    const moved = [
      fee(240_000, { prorate: 'WHOLE', to: '2026-04-11' }),
      fee(360_000, { childId: 'bed1', prorate: 'WHOLE', from: '2026-04-11' }),
    ]
    expect(amounts(of({ fees: moved }, '2026-04'))).toEqual([240_000])
  })
})

describe('cycles', () => {
  const started = { start: '2026-04-11' }
  test('by the day', () => {
    const fees = [meal(3_500, { cycle: 'DAY', from: '2026-04-11', quantity: 2000 })]
    expect(amounts(of({ ...started, fees }, '2026-04'))).toEqual([140_000])
  })
  test('once: with the bill of its month only; a deposit never', () => {
    const fees = [
      fee(200_000, { childId: 'once', category: '6', cycle: 'ONCE', from: '2026-04-11' }),
      fee(1_000_000, { childId: 'deposit', category: '5', cycle: 'ONCE', from: '2026-04-11' }),
    ]
    const first = of({ ...started, fees }, '2026-04')
    expect(first?.lines).toMatchObject([{ source: 'ONCE', amountFen: 200_000 }])
    const after = {
      ...started,
      fees,
      billedMonths: ['2026-04'],
      billed: [billed('2026-04', 200_000, { childId: 'once' })],
    }
    expect(of(after, '2026-05')).toBeNull()
  })
  test('by times', () => {
    const fees = [fee(5_000, { childId: 'bath', category: '9', cycle: 'TIMES', quantity: 4000 })]
    expect(amounts(of({ fees }, '2026-04'))).toEqual([20_000])
  })
  test('by the quarter from the day it was agreed, and given back in part when the stay ends', () => {
    const fees = [fee(90_000, { childId: 'q', category: '12', cycle: 'SEASON', from: '2026-02-10' })]
    const lived = { start: '2026-02-10', fees }
    expect(of(lived, '2026-02')?.lines).toMatchObject([
      { amountFen: 90_000, dateFrom: '2026-02-10', dateTo: '2026-05-09', basis: '900.00 × 1 季' },
    ])
    const known = {
      ...lived,
      billedMonths: ['2026-02'],
      billed: [billed('2026-02', 90_000, { childId: 'q', category: '12' })],
    }
    expect(of(known, '2026-03')).toBeNull()
    expect(amounts(of(known, '2026-05'))).toEqual([90_000])
    const left = { ...known, end: '2026-03-12', fees: [{ ...fees[0]!, to: '2026-03-12' }] }
    // 30 of 89 days were lived.
    expect(amounts(of(left, '2026-03', { final: true }))).toEqual([30_337 - 90_000])
  })
})

describe('what is asked for later', () => {
  const water = fee(6_000, { childId: 'water', category: '11', billing: 'POST', sort: 9 })
  test('comes with the bill of the month after', () => {
    const draft = of({ fees: [fee(240_000), water] }, '2026-05', {})
    expect(draft?.lines.map((line) => [line.projectChildId, line.refId])).toEqual([
      ['water', '2026-04'],
      ['bed', '2026-05'],
    ])
  })
  test('a first month that was not billed comes with the second', () => {
    const lived = { start: '2026-04-20', fees: [fee(300_000, { from: '2026-04-20' })] }
    expect(amounts(of(lived, '2026-05'))).toEqual([110_000, 300_000])
    // Those who lived here long before the first bill are not asked for all of it.
    expect(amounts(of({ fees: [fee(300_000)] }, '2026-05'))).toEqual([300_000])
  })
})

describe('absences', () => {
  const tiers = [
    { fromDay: 3, percent: 50 },
    { fromDay: 7, percent: 100 },
  ]
  const fees = [meal(90_000, { leaveTiers: tiers, leaveCountFrom: 'FROM_NTH_DAY' })]
  const outing = { outId: 'o', outNo: 'WC1', reason: '回家', from: '2026-04-05', to: '2026-04-15' }

  test('take off from their nth day on, on a line of their own that names the outing', () => {
    const draft = of({ fees, outings: [outing] }, '2026-04', { asOf: '2026-04-20' })
    // Days 3 to 6 by half, 7 to 10 in whole: 4 × 15 + 4 × 30.
    expect(draft?.lines).toMatchObject([
      { amountFen: 90_000 },
      { amountFen: -18_000, source: 'LEAVE', days: 8, refKind: 'outing', refId: 'o' },
    ])
    expect(draft?.lines[1]?.spec).toContain('WC1')
    expect(draft?.lines[1]?.basis).toBe(
      '外出 10 天，第 3 天起退餐费 4 ÷ 30 天 × 900.00 × 50%；第 7 天起退餐费 4 ÷ 30 天 × 900.00',
    )
  })

  test('of a month that was billed in advance are taken off the next bill, each day once', () => {
    const known = {
      fees,
      outings: [outing],
      billedMonths: ['2026-04'],
      billed: [billed('2026-04', 90_000, { childId: 'meal' })],
    }
    expect(amounts(of(known, '2026-05'))).toEqual([90_000, -18_000])
    const taken = { ...known, billedLeave: [{ outId: 'o', childId: 'meal', service: '2026-04', amountFen: -18_000 }] }
    expect(amounts(of(taken, '2026-05'))).toEqual([90_000])
    expect(amounts(of({ ...taken, outings: [] }, '2026-05'))).toEqual([90_000, 18_000])
  })

  test('that last over the end of a month keep counting', () => {
    const long = { ...outing, from: '2026-04-27', to: null }
    const known = {
      fees,
      outings: [long],
      billedMonths: ['2026-04', '2026-05'],
      billed: [billed('2026-04', 90_000, { childId: 'meal' }), billed('2026-05', 90_000, { childId: 'meal' })],
    }
    // April: days 3 and 4 (29, 30); May 1, 2 are days 5, 6, from May 3 in whole, 29 days.
    const may = Math.round((90_000 * (2 * 50 + 29 * 100)) / 3100)
    expect(amounts(of({ ...known, fees: [...fees, fee(240_000)] }, '2026-06'))?.slice(2, 4)).toEqual([-3_000, -may])
  })
})

describe('what changed after the bill', () => {
  test('a move in the middle of a billed month is made up for on the next bill', () => {
    const fees = [
      fee(240_000, { to: '2026-04-16' }),
      fee(360_000, { childId: 'bed1', name: '单人间', from: '2026-04-16' }),
    ]
    const draft = of({ fees, billedMonths: ['2026-04'], billed: [billed('2026-04', 240_000)] }, '2026-05')
    expect(draft?.lines.map((line) => [line.source, line.name, line.amountFen])).toEqual([
      ['CYCLE', '单人间', 360_000],
      ['ADJUST', '床位费（2026-04 差额）', -120_000],
      ['ADJUST', '单人间（2026-04 差额）', 180_000],
    ])
  })

  test('is made up for once', () => {
    const fees = [fee(240_000, { to: '2026-04-16' }), fee(300_000, { from: '2026-04-16' })]
    const known = { fees, billedMonths: ['2026-04', '2026-05'] }
    const once = [billed('2026-04', 240_000), billed('2026-04', 30_000), billed('2026-05', 300_000)]
    expect(amounts(of({ ...known, billed: once }, '2026-06'))).toEqual([300_000])
  })

  test('what a person decided is left alone', () => {
    const decided = [billed('2026-04', 200_000, { manual: true })]
    expect(amounts(of({ fees: [fee(240_000)], billedMonths: ['2026-04'], billed: decided }, '2026-05'))).toEqual([
      240_000,
    ])
  })

  test('leaving before the end of a billed month gives the rest back on the last bill, later months too', () => {
    const left = {
      end: '2026-04-11',
      fees: [fee(300_000, { to: '2026-04-11' })],
      billedMonths: ['2026-04', '2026-05'],
      billed: [billed('2026-04', 300_000), billed('2026-05', 300_000)],
    }
    expect(amounts(of(left, '2026-04', { final: true }))).toEqual([-200_000, -300_000])
    const unbilled = { end: '2026-04-11', fees: [fee(300_000, { to: '2026-04-11' })] }
    expect(
      amounts(
        of({ ...unbilled, billedMonths: ['2026-03'], billed: [billed('2026-03', 300_000)] }, '2026-04', {
          final: true,
        }),
      ),
    ).toEqual([100_000])
  })

  test('a bill that would be below zero is nothing and carries the rest over', () => {
    const moved = { fees: [fee(10_000)], billedMonths: ['2026-04'], billed: [billed('2026-04', 300_000)] }
    const draft = of(moved, '2026-05')
    expect(draft?.lines.map((line) => [line.source, line.amountFen])).toEqual([
      ['CYCLE', 10_000],
      ['ADJUST', -290_000],
      ['CARRY', 280_000],
    ])
    expect(draft?.receivableFen).toBe(0)
    const next = { fees: [fee(10_000)], billedMonths: ['2026-04', '2026-05'], carriedFen: 280_000 }
    const after = [billed('2026-04', 10_000), billed('2026-05', 10_000)]
    expect(amounts(of({ ...next, billed: after }, '2026-06'))).toEqual([10_000, -10_000])
    expect(amounts(of({ ...next, billed: after, carriedFen: 4_000 }, '2026-06'))).toEqual([10_000, -4_000])
  })
})

describe('reductions', () => {
  const insurance = fee(60_000, { childId: 'ltc', name: '长护险抵扣', category: '21', sort: 99 })
  test('what others pay lowers the bill, care first, and is no line', () => {
    const draft = of({ fees: [fee(240_000), care(40_000), insurance] }, '2026-04')
    expect(draft?.lines.map((line) => [line.projectChildId, line.amountFen, line.subsidyFen ?? 0])).toEqual([
      ['bed', 240_000, 20_000],
      ['care', 40_000, 40_000],
    ])
    expect(draft).toMatchObject({ subsidyFen: 60_000, receivableFen: 220_000 })
    expect(draft?.subsidies).toEqual([{ name: '长护险抵扣', basis: '600.00 × 1 月', amountFen: 60_000 }])
  })
  test('never more than the bill asks for', () => {
    expect(of({ fees: [care(40_000), insurance] }, '2026-04')).toMatchObject({ subsidyFen: 40_000, receivableFen: 0 })
  })
  test('a rule lowers the bill; charges come with what the insurance pays', () => {
    const rule = {
      setId: 'r',
      name: '满 2000 减 100',
      type: 2 as const,
      scope: 'BILL' as const,
      thresholdFen: 200_000,
      benefitFen: 10_000,
      perThreshold: false,
      capFen: null,
      projectChildId: null,
      stackable: false,
      validFrom: '2026-01-01',
      validTo: null,
    }
    const charge = {
      chargeId: 'c',
      kind: 'MEDICAL' as const,
      childId: null,
      category: '7',
      name: '换药',
      unit: '次',
      priceFen: 5_000,
      quantity: 2000,
      amountFen: 10_000,
      insuredFen: 6_000,
      day: '2026-04-03',
    }
    const draft = of({ fees: [fee(240_000)], charges: [charge] }, '2026-04', { rules: [rule] })
    expect(draft).toMatchObject({ totalFen: 250_000, discountFen: 10_000, subsidyFen: 6_000, receivableFen: 234_000 })
    expect(draft).toMatchObject({ ruleId: 'r', ruleName: '满 2000 减 100' })
    expect(draft?.lines[1]).toMatchObject({ source: 'MEDICAL', refKind: 'charge', refId: 'c', subsidyFen: 6_000 })
  })
})
