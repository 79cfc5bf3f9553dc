// A stay has one price: whatever was billed on the way, and by what was known then, the last bill brings it to the same.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiscountRule } from '#server/areas/expense/discountRule/discountApply'
import { care, facts, fee, meal, setting } from '#server/areas/expense/test/billFacts'
import { addMonths, dayOf, dayText, firstDay, monthOf, monthsFrom } from './billDays.ts'
import { type BillDraft, type BilledFact, billOf, type StayFacts } from './billOf.ts'
import type { FeeFact } from './billPieces.ts'

const MONTH = '2026-11'

const less = (more: Partial<DiscountRule>): DiscountRule => ({
  setId: 'r',
  name: '满5000减123.45',
  type: 2,
  scope: 'BILL',
  thresholdFen: 500_000,
  benefitFen: 12_345,
  perThreshold: false,
  capFen: null,
  projectChildId: null,
  stackable: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
})

interface Issued {
  month: string
  draft: BillDraft
}

const isPost = (stay: StayFacts, childId: string | null) =>
  stay.fees.some((one) => one.childId === childId && one.billing === 'POST')

/** What bills that stand leave behind, as it is read from the database. */
function withBills(stay: StayFacts, issued: readonly Issued[], replaced: readonly Issued[] = []): StayFacts {
  const billed: BilledFact[] = []
  const billedLeave: StayFacts['billedLeave'][number][] = []
  const billedDiscounts: StayFacts['billedDiscounts'][number][] = []
  let carriedFen = 0
  for (const { month, draft } of issued) {
    for (const line of draft.lines) {
      const { projectChildId: childId = null, category, name, amountFen, refId } = line
      const { discountFen = 0, subsidyFen = 0 } = line
      if (line.source === 'CARRY') carriedFen += amountFen
      else if (line.refKind === 'outing') {
        billedLeave.push({ outId: refId!, childId, service: monthOf(line.dateFrom!), amountFen })
      } else if (line.refKind === 'discount') billedDiscounts.push({ month: refId!, amountFen })
      else if (line.refKind === 'month') {
        const service = refId!
        const post = isPost(stay, childId)
        const same = { month, post, manual: false, amountFen, discountFen, subsidyFen }
        billed.push({ childId, category, name: name.split('（')[0]!, service, ...same })
      }
    }
  }
  const again = new Set(replaced.map((one) => one.month))
  for (const { draft } of replaced) {
    for (const line of draft.lines) {
      if (line.refKind === 'month' && !isPost(stay, line.projectChildId ?? null)) again.add(line.refId!)
    }
  }
  return {
    ...stay,
    billed,
    billedLeave,
    billedDiscounts,
    carriedFen,
    billedMonths: issued.map((one) => one.month),
    rules: Object.fromEntries([...issued, ...replaced].map((one) => [one.month, one.draft.rules])),
    again: [...again],
  }
}

/** What anybody knew on that day: nothing of what is to come. */
function knownOn(stay: StayFacts, day: string): StayFacts {
  return {
    ...stay,
    end: null,
    fees: stay.fees
      .filter((one) => one.from <= day)
      .map((one) => ({ ...one, to: one.to !== null && one.to <= day && one.to !== stay.end ? one.to : null })),
    levels: stay.levels.filter((one) => one.from <= day),
    beds: stay.beds.filter((one) => one.from <= day),
    outings: stay.outings
      .filter((one) => one.from <= day)
      .map((one) => ({ ...one, to: one.to !== null && one.to <= day ? one.to : null })),
  }
}

interface Case {
  stay: StayFacts
  rules: DiscountRule[]
  /** Days on which the bills of months were made, by the months from the first. */
  made: { month: string; day: string }[]
  countCheckoutDay: boolean
  divisor: 'ACTUAL' | '30'
}

const last = ({ stay, rules, countCheckoutDay, divisor }: Case, given: StayFacts) =>
  billOf(given, monthOf(stay.end!), {
    ...setting,
    divisor,
    countCheckoutDay,
    rules,
    asOf: stay.end!,
    final: true,
  })

function issue(one: Case): Issued[] {
  const { stay, rules, made, countCheckoutDay, divisor } = one
  const issued: Issued[] = []
  for (const { month, day } of made) {
    const known = withBills(knownOn(stay, day), issued)
    const draft = billOf(known, month, { ...setting, divisor, countCheckoutDay, rules, asOf: day })
    if (draft) issued.push({ month, draft })
  }
  return issued
}

const sum = (issued: readonly Issued[]) => issued.reduce((all, { draft }) => all + draft.receivableFen, 0)

/** The price of the stay: never billed; billed on the way and corrected; billed on the way and the last months replaced. */
function prices(one: Case): number[] {
  const issued = issue(one)
  const leaving = monthOf(one.stay.end!)
  const standing = issued.filter((bill) => bill.month < leaving)
  const reaching = issued.filter((bill) => bill.month >= leaving)
  return [
    last(one, one.stay)?.receivableFen ?? 0,
    sum(issued) + (last(one, withBills(one.stay, issued))?.receivableFen ?? 0),
    sum(standing) + (last(one, withBills(one.stay, standing, reaching))?.receivableFen ?? 0),
  ]
}

describe('the finding', () => {
  const end = '2026-11-15'
  // 2,362.82 by the days to the 14th.
  const stay = facts({
    start: '2026-11-01',
    end,
    fees: [fee(300_000, { from: '2026-11-01', to: end }), care(206_319, { from: '2026-11-01', to: end })],
  })
  const one: Case = {
    stay,
    rules: [less({})],
    made: [{ month: MONTH, day: '2026-11-01' }],
    countCheckoutDay: false,
    divisor: 'ACTUAL',
  }

  test('a discount of the whole month is not earned by half of it', () => {
    expect(issue(one)[0]!.draft).toMatchObject({ totalFen: 506_319, discountFen: 12_345 })
    expect(prices(one)).toEqual([236_282, 236_282, 236_282])
  })

  test('the last bill in the place of the month names no rule that gives nothing, and the days that were lived', () => {
    const again = last(one, withBills(stay, [], issue(one)))!
    expect(again).toMatchObject({
      discountFen: 0,
      ruleId: null,
      ruleName: null,
      periodStart: '2026-11-01',
      periodEnd: '2026-11-14',
    })
    expect(again.lines.map((line) => [line.source, line.dateFrom, line.dateTo])).toEqual([
      ['CYCLE', '2026-11-01', '2026-11-14'],
      ['CYCLE', '2026-11-01', '2026-11-14'],
    ])
  })

  test('one that is still earned stays, with its name', () => {
    const rules = [less({ thresholdFen: 200_000, benefitFen: 5_000, name: '满2000减50' })]
    const again = last({ ...one, rules }, withBills(stay, [], issue({ ...one, rules })))!
    expect(again).toMatchObject({ discountFen: 5_000, ruleName: '满2000减50', receivableFen: 231_282 })
    expect(new Set(prices({ ...one, rules }))).toEqual(new Set([231_282]))
  })

  test('several together are all named', () => {
    const rules = [
      less({ setId: 'a', name: '甲', stackable: true }),
      less({ setId: 'b', name: '乙', stackable: true, thresholdFen: 100_000 }),
    ]
    expect(issue({ ...one, rules })[0]!.draft.ruleName).toBe('甲、乙')
  })

  test('a rule that was stopped after the bill still counts for it, with the terms it had', () => {
    const rules = [less({ thresholdFen: 200_000, benefitFen: 5_000 })]
    const issued = issue({ ...one, rules })
    const stopped = last({ ...one, rules: [] }, withBills(stay, [], issued))!
    expect(stopped.discountFen).toBe(5_000)
  })

  test('an absence that is known later takes back a discount of the month on the next bill, once', () => {
    const long = facts({
      start: '2026-10-01',
      fees: [
        fee(400_000, { from: '2026-10-01' }),
        meal(120_000, { from: '2026-10-01', leaveTiers: [{ fromDay: 7, percent: 100 }] }),
      ],
      outings: [{ outId: 'o', outNo: 'WC1', reason: '回家', from: '2026-10-05', to: '2026-10-15' }],
    })
    const rules = [less({})]
    const first = billOf(knownOn(long, '2026-10-01'), '2026-10', { ...setting, rules, asOf: '2026-10-01' })!
    expect(first).toMatchObject({ discountFen: 12_345 })
    const known = withBills(long, [{ month: '2026-10', draft: first }])
    const second = billOf(known, MONTH, { ...setting, rules, asOf: '2026-11-01' })!
    expect(second.lines.map((line) => [line.name, line.amountFen, line.discountFen ?? 0])).toEqual([
      ['床位费', 400_000, 9_496],
      ['餐费', 120_000, 2_849],
      ['餐费（请假减免）', -38_710, 0],
      ['优惠（2026-10 差额）', 12_345, 0],
    ])
    const both = [
      { month: '2026-10', draft: first },
      { month: MONTH, draft: second },
    ]
    const third = billOf(withBills(long, both), '2026-12', { ...setting, rules, asOf: '2026-12-01' })!
    expect(third.lines.map((line) => line.name)).toEqual(['床位费', '餐费'])
  })
})

describe('a rule holds for a bill by the days of the bill', () => {
  const stay = { start: '2026-10-01', fees: [fee(600_000, { from: '2026-10-01' })] }
  const on = (rule: DiscountRule, month: string, asOf: string) =>
    billOf(facts({ ...stay, billedMonths: ['2026-10'] }), month, { ...setting, rules: [rule], asOf })!.discountFen

  test('whenever it is made', () => {
    const november = less({ validFrom: '2026-11-01', validTo: '2026-11-30' })
    for (const asOf of ['2026-10-28', '2026-11-01', '2026-12-05']) {
      expect([on(november, MONTH, asOf), on(november, '2026-12', asOf)]).toEqual([12_345, 0])
    }
  })
})

describe('absences', () => {
  const outing = { outId: 'o', outNo: 'WC1', reason: '回家', from: '2026-11-02', to: '2026-11-11' }
  const daily = (more: Partial<FeeFact>) =>
    facts({
      fees: [meal(3_000, { cycle: 'DAY', leaveTiers: [{ fromDay: 7, percent: 100 }], ...more })],
      outings: [outing],
    })
  const leaveOf = (stay: StayFacts, month = MONTH, asOf = '2026-11-20') =>
    billOf(stay, month, { ...setting, asOf })!.lines.filter((line) => line.source === 'LEAVE')

  test('of nine days return nine once the seventh is reached, and say so', () => {
    expect(leaveOf(daily({}))).toMatchObject([
      { amountFen: -27_000, days: 9, basis: '外出 9 天，满 7 天按实际天数退餐费 9 天 × 30.00' },
    ])
  })

  test('return only the days from the seventh where the item says so', () => {
    expect(leaveOf(daily({ leaveCountFrom: 'FROM_NTH_DAY' }))).toMatchObject([
      { amountFen: -9_000, days: 3, basis: '外出 9 天，第 7 天起退餐费 3 天 × 30.00' },
    ])
  })

  test('that do not reach the tier return nothing, whichever way', () => {
    for (const leaveCountFrom of ['EACH_DAY', 'FROM_NTH_DAY'] as const) {
      const short = { ...daily({ leaveCountFrom }), outings: [{ ...outing, to: '2026-11-08' }] }
      expect(leaveOf(short)).toEqual([])
    }
  })

  test('over the end of a month count as one: the days before it come with the next bill', () => {
    const long = { ...daily({}), outings: [{ ...outing, from: '2026-10-28', to: '2026-11-06' }] }
    expect(leaveOf({ ...long, billedMonths: ['2026-10'] }, MONTH, '2026-11-01')).toEqual([])
    const after = leaveOf({ ...long, billedMonths: ['2026-10', MONTH] }, '2026-12', '2026-12-01')
    expect(after.map((line) => [line.amountFen, line.basis])).toEqual([
      [-12_000, '外出 9 天，满 7 天按实际天数退餐费 本月 4 天 × 30.00'],
      [-15_000, '外出 9 天，满 7 天按实际天数退餐费 本月 5 天 × 30.00'],
    ])
  })

  test('that were over and taken off before the way of counting changed stay as they were', () => {
    const known = {
      ...daily({ leaveSince: '2026-11-17' }),
      billedMonths: [MONTH],
      billed: [],
      billedLeave: [{ outId: 'o', childId: 'meal', service: MONTH, amountFen: -9_000 }],
    }
    expect(leaveOf(known, '2026-12', '2026-12-01')).toEqual([])
    expect(leaveOf({ ...known, fees: known.fees.map((one) => ({ ...one, leaveTiers: [] })) }, '2026-12')).toEqual([])
    // One that was not taken off yet follows the new way.
    expect(leaveOf({ ...known, billedLeave: [] }, '2026-12', '2026-12-01')).toMatchObject([{ amountFen: -27_000 }])
  })
})

test('a charge comes with the bill of its month, however late that is made; the last bill takes all', () => {
  const charge = (chargeId: string, day: string) => ({
    chargeId,
    kind: 'ONCE' as const,
    childId: null,
    category: '99',
    name: '理发',
    unit: '次',
    priceFen: 3_000,
    quantity: 1000,
    amountFen: 3_000,
    insuredFen: 0,
    day,
  })
  const stay = facts({ fees: [fee(300_000)], charges: [charge('a', '2026-10-31'), charge('b', '2026-11-05')] })
  const charged = (month: string, more: object = {}) =>
    billOf(stay, month, { ...setting, asOf: '2026-11-17', ...more })!
      .lines.filter((line) => line.refKind === 'charge')
      .map((line) => line.refId)
  expect(charged('2026-10')).toEqual(['a'])
  expect(charged(MONTH)).toEqual(['a', 'b'])
  expect(charged('2026-10', { final: true })).toEqual(['a', 'b'])
})

const START = dayOf('2026-08-01')

const ruleOf = fc.record({
  scope: fc.constantFrom('BILL' as const, 'BILL' as const, 'ITEM' as const),
  thresholdFen: fc.integer({ min: 50_000, max: 700_000 }),
  share: fc.integer({ min: 1, max: 60 }),
  perThreshold: fc.boolean(),
  cap: fc.option(fc.integer({ min: 1, max: 3 })),
  stackable: fc.boolean(),
  from: fc.integer({ min: -30, max: 100 }),
  length: fc.option(fc.integer({ min: 0, max: 120 })),
})

const caseOf = fc
  .record({
    begin: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 110 }),
    bills: fc.integer({ min: 0, max: 5 }),
    late: fc.array(fc.integer({ min: 0, max: 27 }), { minLength: 6, maxLength: 6 }),
    skipFirst: fc.boolean(),
    rules: fc.array(ruleOf, { maxLength: 3 }),
    outings: fc.array(fc.record({ from: fc.nat(100), length: fc.integer({ min: 1, max: 30 }) }), { maxLength: 3 }),
    moves: fc.array(fc.record({ at: fc.nat(100), priceFen: fc.integer({ min: 50_000, max: 500_000 }) }), {
      maxLength: 2,
    }),
    prices: fc.tuple(
      fc.integer({ min: 100_000, max: 500_000 }),
      fc.integer({ min: 50_000, max: 400_000 }),
      fc.integer({ min: 10_000, max: 120_000 }),
    ),
    subsidyFen: fc.option(fc.integer({ min: 1_000, max: 500_000 })),
    post: fc.boolean(),
    tiers: fc.subarray([
      { fromDay: 3, percent: 50 },
      { fromDay: 7, percent: 100 },
    ]),
    leaveCountFrom: fc.constantFrom('EACH_DAY' as const, 'FROM_NTH_DAY' as const),
    mealDiscount: fc.boolean(),
    countCheckoutDay: fc.boolean(),
    divisor: fc.constantFrom('ACTUAL' as const, '30' as const),
  })
  .map((input): Case => {
    const start = dayText(START + input.begin)
    // As long as a stay that was never billed is asked for as a whole.
    const longest = firstDay(addMonths(monthOf(start), 4)) - 1
    const end = dayText(Math.min(START + input.begin + input.length, longest))
    const inside = (days: number) => dayText(Math.min(dayOf(start) + days, dayOf(end) - 1))
    const rows = (first: FeeFact, moves: readonly { at: number; priceFen: number }[]): FeeFact[] => {
      const cut = [...new Map(moves.map((one) => [inside(one.at), one.priceFen]))]
        .filter(([day]) => day > start)
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const days = [start, ...cut.map(([day]) => day)]
      return days.map((from, i) => ({
        ...first,
        priceFen: i === 0 ? first.priceFen : cut[i - 1]![1],
        from,
        to: days[i + 1] ?? end,
      }))
    }
    const [bedFen, careFen, mealFen] = input.prices
    const leave = { leaveTiers: input.tiers, leaveCountFrom: input.leaveCountFrom }
    let after = dayOf(start)
    const outings = [...input.outings]
      .sort((a, b) => a.from - b.from)
      .flatMap((one, i) => {
        const from = Math.max(dayOf(start) + one.from, after + 1)
        const to = Math.min(from + one.length, dayOf(end))
        after = to
        return to > from
          ? [{ outId: `o${i}`, outNo: `WC${i}`, reason: '回家', from: dayText(from), to: dayText(to) }]
          : []
      })
    const stay = facts({
      start,
      end,
      fees: [
        ...rows(fee(bedFen), input.moves.slice(0, 1)),
        ...rows(care(careFen, leave), input.moves.slice(1)),
        ...rows(meal(mealFen, { ...leave, canDiscount: input.mealDiscount, billing: input.post ? 'POST' : 'PRE' }), []),
        ...(input.subsidyFen === null
          ? []
          : rows(fee(input.subsidyFen, { childId: 'ltc', name: '长护险抵扣', category: '21', sort: 99 }), [])),
      ],
      outings,
    })
    const months = monthsFrom(monthOf(start), addMonths(monthOf(end), 1)).slice(input.skipFirst ? 1 : 0)
    let before = start
    const made = months.slice(0, input.bills).flatMap((month, i) => {
      const wanted = dayText(firstDay(month) + input.late[i]!)
      const day = [wanted, before, start].reduce((a, b) => (b > a ? b : a))
      before = day
      // Nobody makes bills for a resident who has left, and none further ahead than a month.
      return day < end && month <= addMonths(monthOf(day), 1) ? [{ month, day }] : []
    })
    const rules = input.rules.map(
      (one, i): DiscountRule =>
        less({
          setId: `r${i}`,
          name: `规则 ${i}`,
          scope: one.scope,
          projectChildId: one.scope === 'ITEM' ? 'care' : null,
          thresholdFen: one.thresholdFen,
          benefitFen: Math.max(1, Math.floor((one.thresholdFen * one.share) / 100)),
          perThreshold: one.perThreshold,
          capFen: one.cap === null ? null : one.cap * Math.max(1, Math.floor((one.thresholdFen * one.share) / 100)),
          stackable: one.stackable,
          validFrom: dayText(START + one.from),
          validTo: one.length === null ? null : dayText(START + one.from + one.length),
        }),
    )
    return { stay, rules, made, countCheckoutDay: input.countCheckoutDay, divisor: input.divisor }
  })

test('the price of a stay does not depend on what was billed before', () => {
  fc.assert(
    fc.property(caseOf, (one) => {
      const [never, corrected, replaced] = prices(one)
      expect([corrected, replaced]).toEqual([never, never])
    }),
    { numRuns: 300, endOnFailure: true },
  )
})
