// An order that people make by hand: rows of one table get the places they were dragged to.
import { invalid, notFound } from '#contract/kit/refusal'
import type { Tx } from './caller.ts'
import { changesBetween } from './editing.ts'
import { inDepts, type Scope } from './tenant.ts'

export interface Ordered {
  /** As a table is called in SQL, its key inside the organisation, and the column people know a row by. */
  table: string
  key: string
  name: string
  /** How people call one, and what the log calls it. */
  title: string
  target: string
  /** Rows belong to departments. */
  byDept?: boolean
}

/** One unknown id refuses the whole. */
export async function saveOrder(
  tx: Tx,
  scope: Scope,
  { table, key, name, title, target, byDept = false }: Ordered,
  places: readonly { id: string; sort: number }[],
): Promise<void> {
  const ids = [...new Set(places.map((place) => place.id))]
  if (ids.length === 0) throw invalid('请先调整顺序', 'sorts')
  if (ids.length !== places.length) throw invalid(`排序里有重复的${title}`, 'sorts')
  const named = async () => {
    const found = await tx.client.query<{ name: string }>(
      `select t.${name} as name from ${table} t where t.org_id = $1 and t.${key} = any($2) order by t.sort, t.${key}`,
      [tx.orgId, ids],
    )
    return found.rows.map((row) => row.name)
  }
  // In one order, so that two people who sort at the same moment wait instead of blocking each other.
  const held = await tx.client.query(
    `select 1 from ${table} t where t.org_id = $1 and t.${key} = any($2)${byDept ? ` and ${inDepts('t', '$3')}` : ''}
      order by t.${key} for update`,
    [tx.orgId, ids, ...(byDept ? [scope.deptIds] : [])],
  )
  if (held.rowCount !== ids.length) throw notFound(title)
  const before = await named()
  await tx.client.query(
    `update ${table} t set sort = s.sort from jsonb_to_recordset($2::jsonb) as s(id text, sort int)
      where t.org_id = $1 and t.${key} = s.id`,
    [tx.orgId, JSON.stringify(places)],
  )
  tx.log({
    remark: `调整 ${places.length} 个${title}的顺序`,
    targetType: target,
    changes: changesBetween({ order: before }, { order: await named() }),
  })
}
