// What a hostile request to the calls of bills, receipts and scanned payments needs to get past the first checks.
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowAccount } from './accountRows.ts'
import { rowOrder, rowReceipt } from './billRows.ts'

const own = async (product: TestApp) => ({ tradeMonthId: (await rowAccount(product)).billId })
const several = async (product: TestApp) => ({ tradeMonthIds: [(await rowAccount(product)).billId] })
const filters = () => ({ month: '2026-11', areaId: null, ids: null, dueFrom: '2026-01-01', dueTo: '2026-12-31' })
const line = { name: '陪诊', priceFen: 100, quantity: 1000, amountFen: 100 }
const scan = async (product: TestApp, way: number) => {
  const { oldmanId, billId } = await rowAccount(product)
  return { kind: 'BILL', oldmanId, billIds: [billId], amountFen: 100, way, ruleId: null }
}

export const recipes: Knowledge['recipes'] = {
  'expense.bill.list': filters,
  'expense.bill.counts': filters,
  'expense.bill.sums': filters,
  'expense.bill.generatePreview': () => ({ month: '2026-11' }),
  'expense.bill.generate': () => ({ month: '2026-11' }),
  'expense.bill.edit': async (product) => ({ ...(await own(product)), lines: [line], rule: 'NONE', version: null }),
  'expense.bill.editPreview': async (product) => ({ ...(await own(product)), lines: [line], rule: 'NONE' }),
  'expense.bill.remove': () => ({ version: null }),
  'expense.bill.issue': async (product) => ({ ...(await several(product)), dueDate: null, version: null }),
  'expense.bill.print': several,
  'expense.bill.payBatch': async (product) => ({ ...(await several(product)), batchPayType: 1 }),
  'expense.bill.antiSettle': () => ({ outside: 'BALANCE', version: null }),
  'expense.receipt.list': () => ({ dayFrom: '2026-01-01', dayTo: '2026-12-31' }),
  'expense.receipt.counts': () => ({ dayFrom: '2026-01-01', dayTo: '2026-12-31' }),
  'expense.receipt.sums': () => ({ dayFrom: '2026-01-01', dayTo: '2026-12-31' }),
  'expense.receipt.print': async (product) => ({ receiptIds: [(await rowReceipt(product)).receiptId] }),
  'expense.receipt.obsolete': (product) => rowReceipt(product),
  'expense.scanPay.createPay': (product) => scan(product, 10),
  'expense.scanPay.microPay': async (product) => ({ ...(await scan(product, 11)), authCode: '134567890123456789' }),
  'expense.scanPay.payorders': async (product) => ({ oldmanId: (await rowAccount(product)).oldmanId }),
  'expense.scanPay.closePay': (product) => rowOrder(product),
}

export const places: Knowledge['places'] = {
  'expense.bill.detail': own,
  'expense.bill.remove': own,
  'expense.bill.antiSettle': own,
  'expense.scanPay.payorder': (product) => rowOrder(product),
  'expense.scanPay.notify': async () => ({ provider: 'sandbox' }),
}

/** Each starts work in the background. */
export const costly: Knowledge['costly'] = ['expense.bill.generate', 'expense.bill.payBatch']
