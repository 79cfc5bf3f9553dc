// Rows of the fees that lie outside a caller's scope, noun by noun.
import { foreignIds } from '#server/kit/test/foreign'
import account from './foreignAccount.ts'
import bill from './foreignBill.ts'
import items from './foreignItems.ts'
import settle from './foreignSettle.ts'

export default foreignIds((product) => ({
  ...account(product),
  ...bill(product),
  ...items(product),
  ...settle(product),
}))
