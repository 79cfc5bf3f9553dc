// What a hostile request to the calls of accounts and payments needs to get past the first checks.
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowAccount, rowEntry, rowNote } from './accountRows.ts'

const resident = async (product: TestApp) => ({ oldmanId: (await rowAccount(product)).oldmanId })

export const recipes: Knowledge['recipes'] = {
  'expense.account.list': () => ({ status: '1', areaId: null, ids: null }),
  'expense.account.counts': () => ({ status: '1', areaId: null, ids: null }),
  'expense.account.totals': () => ({ status: '1', areaId: null, ids: null }),
  'expense.account.batchPay': async (product) => ({
    kind: 'BILL',
    way: 1,
    residents: [{ oldmanId: (await rowAccount(product)).oldmanId, amountFen: 100 }],
  }),
  'expense.account.offset': async (product) => {
    const { oldmanId, billId } = await rowAccount(product)
    return { oldmanId, billIds: [billId], amountFen: 100 }
  },
  'expense.account.seal': () => ({ version: null }),
  'expense.account.unseal': () => ({ version: null }),
  'expense.pay.pay': async (product) => {
    const { oldmanId, billId } = await rowAccount(product)
    const payments = [{ source: 'CASH', way: 2, amountFen: 100 }]
    return { kind: 'BILL', oldmanId, billIds: [billId], payments, ruleId: null, reason: null }
  },
  'expense.pay.preview': async (product) => ({ ...(await resident(product)), amountFen: 100 }),
  'expense.pay.leaving': async (product) => ({ ...(await resident(product)), amountFen: 100 }),
  'expense.pay.refund': async (product) => ({ ...(await resident(product)), from: 'BALANCE', amountFen: 100, way: 2 }),
  'expense.pay.transfer': async (product) => ({ ...(await resident(product)), to: 'DEPOSIT', amountFen: 100 }),
  'expense.pay.remit': async (product) => ({
    ...(await resident(product)),
    toOldmanId: (await rowAccount(product)).oldmanId,
    amountFen: 100,
  }),
  'expense.refundNote.list': () => ({ oldmanId: null, settleId: null, refundId: null }),
  'expense.refundNote.print': async (product) => ({ refundIds: [await rowNote(product)] }),
  'expense.statement.list': () => ({ oldmanId: null, dayFrom: '2026-01-01', dayTo: '2026-12-31', keyword: null }),
}

export const places: Knowledge['places'] = {
  'expense.account.detail': resident,
  'expense.account.seal': resident,
  'expense.account.unseal': async (product) => {
    const { oldmanId } = await rowAccount(product)
    await product.app.pool.query('update elder_account set sealed = true where oldman_id = $1', [oldmanId])
    return { oldmanId }
  },
  'expense.statement.list': () => ({ tradeClass: '0' }),
  'expense.statement.obsolete': (product) => rowEntry(product),
}

export const costly: Knowledge['costly'] = []
