// What a hostile request to the reports needs to get past the first checks.
import type { Knowledge } from '#server/kit/test/attacker'

const period = () => ({ from: '2026-01-05', to: '2026-03-31', areaId: null, oldmanId: null })

const OWN = {
  reportCash: ['payment', 'refund', 'advance', 'collectFees'],
  reportDetail: ['inDetail', 'consumeDetail', 'medical'],
  reportStay: ['reservation', 'booking', 'checkOut'],
  reportAccounts: ['balance', 'deposit', 'balanceDeposit', 'refundable'],
  reportIncome: ['income', 'monthIn'],
  reportBills: ['receivalbe', 'chargeProject', 'difference', 'rent'],
}

export const recipes: Knowledge['recipes'] = {
  ...Object.fromEntries(
    Object.entries(OWN).flatMap(([noun, calls]) => calls.map((call) => [`expense.${noun}.${call}`, period])),
  ),
  'expense.report.entries': () => ({
    ...period(),
    types: 'PRESTORE,GIFT',
    classes: '1,3',
    ways: '2,3',
    side: 'cash',
    entryIds: null,
    billMonth: '2026-01',
  }),
  'expense.report.lines': () => ({ ...period(), lineIds: null, sources: 'CYCLE,LEAVE', reduced: 'discount' }),
}
