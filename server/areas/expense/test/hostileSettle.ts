// What a hostile request to settlements, reminders, months and cashiers' days needs to get past the first checks.
import { rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowAccount } from './accountRows.ts'
import { PLAIN_FORM } from './settling.ts'

const left = async (product: TestApp) => ({ oldmanId: (await rowResident(product, 2)).oldmanId, version: null })

async function submitted(product: TestApp) {
  const one = await left(product)
  await product.app.pool.query(
    `update settlement set state = 'SUBMITTED', statement = '{"signOffs":["财务"]}', form = $2 where oldman_id = $1`,
    [one.oldmanId, JSON.stringify(PLAIN_FORM)],
  )
  return one
}

async function cashier(product: TestApp) {
  const userId = newId()
  await product.app.pool.query(
    `insert into cash_day (org_id, day, user_id, user_name) values ($1, '2026-05-05', $2, '收款人')`,
    [DEMO_ORG, userId],
  )
  return { userId, day: '2026-05-05' }
}

const staff = async (product: TestApp) =>
  (
    await product.app.pool.query<{ id: string }>('select emp_id as id from employee where org_id = $1 limit 1', [
      DEMO_ORG,
    ])
  ).rows[0]!.id

export const recipes: Knowledge['recipes'] = {
  'expense.settlement.tryForm': async (product) => ({
    oldmanId: (await left(product)).oldmanId,
    form: PLAIN_FORM,
    checkoutDate: null,
  }),
  'expense.settlement.save': async (product) => ({ ...(await left(product)), form: PLAIN_FORM, checkoutDate: null }),
  'expense.settlement.submit': (product) => left(product),
  'expense.settlement.sign': async (product) => ({ ...(await submitted(product)), step: '财务', remark: '同意' }),
  'expense.settlement.collect': async (product) => ({
    ...(await submitted(product)),
    payments: [{ way: 2, amountFen: 100 }],
    payer: '家属',
    remark: '补缴',
  }),
  'expense.settlement.return': async (product) => ({ ...(await submitted(product)), reason: '退回' }),
  'expense.settlement.confirm': (product) => submitted(product),
  'expense.settlement.revoke': async (product) => ({ ...(await submitted(product)), reason: '撤销' }),
  'expense.payRemind.send': async (product) => ({
    oldmanIds: [(await rowAccount(product)).oldmanId],
    channel: 'PHONE',
    content: '请缴费',
  }),
  'expense.monthClose.close': () => ({ month: '2026-05', accepted: [] }),
  'expense.monthClose.closeUntil': () => ({ month: '2026-05', accepted: [] }),
  'expense.monthClose.ask': () => ({ month: '2026-05', reason: '录错' }),
  'expense.monthClose.decide': () => ({ requestId: newId(), agree: false, decision: '不同意' }),
  'expense.cashDay.hand': async (product) => ({
    ...(await cashier(product)),
    ways: [],
    handedTo: await staff(product),
    remark: '交款',
    version: null,
  }),
}

export const places: Knowledge['places'] = {
  'expense.settlement.detail': async (product) => ({ oldmanId: (await left(product)).oldmanId }),
  'expense.settlement.check': async (product) => ({ oldmanId: (await left(product)).oldmanId }),
  'expense.payRemind.detail': async (product) => ({ oldmanId: (await rowAccount(product)).oldmanId }),
  'expense.cashDay.detail': async (product) => ({ userId: (await cashier(product)).userId }),
}
