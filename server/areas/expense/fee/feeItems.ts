// What fee items and their children share: an order made by hand, who uses a child, its prices by day.
import { notFound, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'

/** All rows that are named get their place; one that does not exist refuses the whole. */
export async function saveOrder(
  tx: Tx,
  table: 'fee_project' | 'fee_child',
  key: 'project_id' | 'project_child_id',
  what: string,
  sorts: readonly { id: string; sort: number }[],
): Promise<void> {
  const wanted = new Map(sorts.map((one) => [one.id, one.sort]))
  const changed = await tx.client.query<{ name: string; sort: number }>(
    `with locked as (select ${key} from ${table} where org_id = $1 and ${key} = any($2) order by ${key} for update)
     update ${table} t set sort = x.sort from unnest($2::text[], $3::int[]) as x(id, sort), locked
     where t.org_id = $1 and t.${key} = x.id and locked.${key} = t.${key} returning t.name, t.sort`,
    [tx.orgId, [...wanted.keys()], [...wanted.values()]],
  )
  if (changed.rows.length < wanted.size) throw notFound(what)
  const names = [...changed.rows].sort((a, b) => a.sort - b.sort).map((row) => row.name)
  tx.log({
    remark: `${what}排序：${names.slice(0, 20).join('、')}${names.length > 20 ? ` 等 ${names.length} 项` : ''}`,
    targetType: table === 'fee_project' ? 'feeProject' : 'feeChild',
  })
}

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
