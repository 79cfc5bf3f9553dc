// Settlements, reminders and cashiers' days outside a caller's scope.
import { rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowAccount } from './foreignAccount.ts'

/** Outside the departments of the clerk. */
const OFFICE = '财务部'

async function settledElsewhere(product: TestApp): Promise<{ oldmanId: string }> {
  const { oldmanId } = await rowResident(product, 2)
  await product.app.pool.query(
    'update oldman set dept_id = (select dept_id from dept where org_id = $1 and dept_name = $2) where oldman_id = $3',
    [DEMO_ORG, OFFICE, oldmanId],
  )
  return { oldmanId }
}

/** A cashier of another organisation. */
async function cashierElsewhere(product: TestApp): Promise<{ userId: string }> {
  const userId = newId()
  await product.app.pool.query(
    `insert into cash_day (org_id, day, user_id, user_name) values ($1, current_date, $2, '别家')`,
    [OPERATOR_ORG, userId],
  )
  return { userId }
}

export default foreignIds((product) => {
  const settled: Foreign = { as: 'liumin', params: () => settledElsewhere(product()) }
  return {
    'expense.settlement.detail': settled,
    'expense.settlement.check': settled,
    'expense.payRemind.detail': {
      as: 'liumin',
      params: async () => ({ oldmanId: (await rowAccount(product(), OFFICE)).oldmanId }),
    },
    'expense.cashDay.detail': {
      as: 'zhengkai',
      params: () => cashierElsewhere(product()),
    },
  }
})
