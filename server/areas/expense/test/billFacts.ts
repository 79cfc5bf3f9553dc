import { type BilledFact, type BillSetting, billOf, type StayFacts } from '#server/areas/expense/bill/billOf'
import type { FeeFact } from '#server/areas/expense/bill/billPieces'

export const setting: BillSetting = { divisor: 'ACTUAL', countCheckoutDay: false, asOf: '2026-04-01', rules: [] }

export const fee = (priceFen: number, more: Partial<FeeFact> = {}): FeeFact => ({
  childId: 'bed',
  name: '床位费',
  category: '1',
  cycle: 'MONTH',
  unit: '月',
  prorate: 'DAY',
  billing: 'PRE',
  leaveTiers: [],
  leaveCountFrom: 'EACH_DAY',
  leaveSince: null,
  canDiscount: true,
  sort: 1,
  priceFen,
  quantity: 1000,
  from: '2025-01-01',
  to: null,
  ...more,
})
export const care = (priceFen: number, more: Partial<FeeFact> = {}) =>
  fee(priceFen, { childId: 'care', name: '护理费', category: '2', sort: 2, ...more })
export const meal = (priceFen: number, more: Partial<FeeFact> = {}) =>
  fee(priceFen, { childId: 'meal', name: '餐费', category: '3', sort: 3, ...more })

export const facts = (more: Partial<StayFacts> = {}): StayFacts => ({
  oldmanId: 'resident',
  stayId: 'stay',
  payDay: 1,
  start: '2025-01-01',
  end: null,
  trialUntil: null,
  fees: [],
  beds: [{ bedId: 'b1', path: '松鹤楼>203室>02床', from: '2025-01-01', to: null }],
  levels: [{ from: '2025-01-01', name: '半护理' }],
  outings: [],
  charges: [],
  billed: [],
  billedLeave: [],
  billedMonths: [],
  billedDiscounts: [],
  added: [],
  rules: {},
  again: [],
  kept: [],
  carriedFen: 0,
  ...more,
})

export const amounts = (draft: ReturnType<typeof billOf>) => draft?.lines.map((line) => line.amountFen)
export const of = (more: Partial<StayFacts>, month: string, change: Partial<BillSetting> = {}) =>
  billOf(facts(more), month, { ...setting, asOf: `${month}-01`, ...change })
export const billed = (service: string, amountFen: number, more: Partial<BilledFact> = {}): BilledFact => ({
  childId: 'bed',
  category: '1',
  name: '床位费',
  service,
  month: service,
  post: false,
  manual: false,
  amountFen,
  discountFen: 0,
  subsidyFen: 0,
  ...more,
})
