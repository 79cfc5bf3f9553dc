// The menu as its editor sees it: every entry with its settings, nested or flat.

import type pg from 'pg'
import type { AuthorityNode } from '#contract/platform/authority'
import { OrgLevel } from '#contract/platform/session'
import { isForKind } from './authorityScope.ts'

export type AuthorityRow = Omit<AuthorityNode, 'child'>

const COLUMNS = `x.authority_id as "authorityId", x.authority_name as "authorityName",
  x.authority_code as "authorityCode", x.page_url as "pageUrl", x.menu_link as "menuLink", x.remark,
  x.created_at as "createTime", x.level, x.parent_id as "parentId", x.type, x.menu_type as "menuType",
  x.action_type as "actionType", x.status, x.scope::text as scope, x.ends, x.apis, x.icon, x.sort, x.system, x.version`

const ORDER = 'order by x.level, x.sort, x.authority_name, x.authority_id'

// Counted once for all entries, not once per entry.
const WHOLE = `select ${COLUMNS}, coalesce(r.roles, 0) as "roleCount" from authority x
  left join (select authority_id, count(distinct (org_id, role_id)) as roles from role_authority group by authority_id) r
    on r.authority_id = x.authority_id ${ORDER}`

// Other organisations look at their part of the tree; whose roles use an entry is no business of theirs.
const PART = `select ${COLUMNS}, null::int as "roleCount" from authority x
where ${isForKind('x', '$1')} ${ORDER}`

export async function authorityRows(pool: pg.Pool, orgLevel: number): Promise<AuthorityRow[]> {
  const found =
    orgLevel === OrgLevel.is.operator
      ? await pool.query<AuthorityRow>({ name: 'authority_whole', text: WHOLE })
      : await pool.query<AuthorityRow>({ name: 'authority_part', text: PART, values: [orgLevel] })
  return found.rows
}

/** Existing clients search the tree as text: a key follows the code, the children come last, a leaf has null. */
export const flatOf = (rows: readonly AuthorityRow[]): AuthorityNode[] => rows.map((row) => ({ ...row, child: null }))

export function nestedOf(rows: readonly AuthorityRow[]): AuthorityNode[] {
  const nodes = new Map(rows.map((row) => [row.authorityId, { ...row, child: null } as AuthorityNode]))
  const top: AuthorityNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (!parent) {
      // Below an entry that this kind of organisation does not have.
      if (node.parentId === null) top.push(node)
      continue
    }
    parent.child ??= []
    parent.child.push(node)
  }
  return top
}
