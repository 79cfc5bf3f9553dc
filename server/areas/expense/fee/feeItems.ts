// What fee items and their children share: who uses a child, its prices by day.
import { Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'

const USES = `select
  (select count(distinct s.oldman_id)::int from fee_set f join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id
    where f.org_id = $1 and f.project_child_id = $2 and (f.to_date is null or f.to_date > greatest(f.from_date, current_date))) as running,
  (select count(distinct s.oldman_id)::int from fee_set f join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id
    where f.org_id = $1 and f.project_child_id = $2) as ever,
  (select count(*)::int from charge where org_id = $1 and project_child_id = $2) as charges,
  (select count(*)::int from discount_rule where org_id = $1 and project_child_id = $2) as rules`

/** In words, what keeps a child from being deleted; empty where nothing does. */
async function usersOf(tx: Tx, projectChildId: string): Promise<string[]> {
  const found = await tx.client.query<{ running: number; ever: number; charges: number; rules: number }>(USES, [
    tx.orgId,
    projectChildId,
  ])
  const { running, ever, charges, rules } = found.rows[0]!
  const users = [
    running > 0 ? `${running} 位老人的收费中` : null,
    ever > running ? `${ever - running} 位老人以前的收费中` : null,
    charges > 0 ? `${charges} 笔消费登记` : null,
    rules > 0 ? `${rules} 条优惠规则` : null,
  ].filter((one): one is string => one !== null)
  if (users.length > 0) return users
  // No index leads from a child to its bills; nearly always something above has answered before.
  const billed = await tx.client.query('select 1 from bill_line where org_id = $1 and project_child_id = $2 limit 1', [
    tx.orgId,
    projectChildId,
  ])
  return billed.rowCount ? ['已有账单明细'] : []
}

export async function refuseUsed(tx: Tx, projectChildId: string, name: string): Promise<void> {
  const users = await usersOf(tx, projectChildId)
  if (users.length === 0) return
  throw new Refusal('IN_USE', { what: `收费子项「${name}」`, users: `${users.join('、')}。可以改为停用` })
}
