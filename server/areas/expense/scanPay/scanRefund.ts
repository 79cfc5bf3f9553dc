// Money of scanned payments that is taken back returns to the payer by the same provider.
import type { Tx } from '#server/kit/caller'

/** The job that asks the provider; it repeats until the provider has agreed, always with the same refund number. */
export const SCAN_REFUND_JOB = 'expense.scanRefund'

const ORDERS = `select o.pay_id as "payId", coalesce(sum(-r.cash_fen), 0)::bigint as "amountFen",
  not exists (select from ledger l where l.org_id = o.org_id and l.group_id = o.group_id and l.cash_fen > 0
    and not exists (select from ledger x where x.org_id = l.org_id and x.reversal_of = l.entry_id)) as whole
from pay_order o join ledger e on e.org_id = o.org_id and e.group_id = o.group_id and e.cash_fen > 0
  join ledger r on r.org_id = o.org_id and r.reversal_of = e.entry_id and r.group_id = $3
where o.org_id = $1 and o.group_id = any($2) and o.state = 'PAID' group by o.org_id, o.pay_id`

/** Call it after the reversals of `byGroup` are written. Answers how much goes back to payers. */
export async function refundScanned(tx: Tx, groupIds: readonly string[], byGroup: string): Promise<number> {
  const found = await tx.client.query<{ payId: string; amountFen: number; whole: boolean }>({
    name: 'scan_orders_back',
    text: ORDERS,
    values: [tx.orgId, groupIds, byGroup],
  })
  for (const { payId, amountFen, whole } of found.rows) {
    if (whole) {
      await tx.client.query(`update pay_order set state = 'REFUNDED' where org_id = $1 and pay_id = $2`, [
        tx.orgId,
        payId,
      ])
    }
    await tx.job(SCAN_REFUND_JOB, { orgId: tx.orgId, payId, amountFen, refundNo: byGroup })
  }
  return found.rows.reduce((sum, one) => sum + one.amountFen, 0)
}
