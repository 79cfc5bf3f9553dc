// Tables of an organisation. Their primary key begins with org_id, and they are reached through the caller's
// scope: rows of another organisation, or of a department outside the caller's data departments, do not exist.
import { getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Filter } from './page.ts'

/** A table with org_id. Where rows belong to a department, `deptId` is the column that scope looks at. */
export type TenantTable = PgTable & { orgId: AnyPgColumn }

export interface Scope {
  orgId: string
  /** null: all departments of the organisation (administrators). */
  deptIds: readonly string[] | null
}

/** The departments of a scope as one text: the same for all who see the same. */
export const scopeKey = ({ deptIds }: Pick<Scope, 'deptIds'>): string =>
  deptIds === null ? '*' : deptIds.toSorted().join()

const ignoresDepartments = new WeakSet<PgTable>()

/** Declares that a table's deptId says where a row is, not who may see it (employees, sessions). */
export function acrossDepartments<T extends PgTable>(table: T): T {
  ignoresDepartments.add(table)
  return table
}

/** Rows of this table are seen by the departments they belong to. */
export const hasDepartment = (table: TenantTable): boolean =>
  'deptId' in getTableColumns(table) && !ignoresDepartments.has(table)

/** SQL: rows of `t` that the departments bound to `$n` may see. Those without one belong to the whole organisation. */
export const inDepts = (t: string, depts: string) =>
  `(${depts}::text[] is null or ${t}.dept_id is null or ${t}.dept_id = any(${depts}))`

/** The same as a filter of a list. */
export const deptFilter = (scope: Scope, t: string): Filter => [
  `(${t}.dept_id is null or ${t}.dept_id = any(?::text[]))`,
  scope.deptIds,
]

/** The conditions every list of a tenant table begins with. */
export function scopeFilters(scope: Scope, t: string, { depts }: { depts: boolean }): readonly Filter[] {
  const own: Filter = [`${t}.org_id = ?`, scope.orgId]
  return depts ? [own, deptFilter(scope, t)] : [own]
}
