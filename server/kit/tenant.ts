// Tables of an organisation. Their primary key begins with org_id, and they are reached through the caller's
// scope: rows of another organisation, or of a department outside the caller's data departments, do not exist.
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A table with org_id. Where rows belong to a department, `deptId` is the column that scope looks at. */
export type TenantTable = PgTable & { orgId: AnyPgColumn }
export type DeptTable = TenantTable & { deptId: AnyPgColumn }

export interface Scope {
  orgId: string
  /** null: all departments of the organisation (administrators). */
  deptIds: readonly string[] | null
}

const ignoresDepartments = new WeakSet<PgTable>()

/** Declares that a table's deptId says where a row is, not who may see it (employees, sessions). */
export function acrossDepartments<T extends PgTable>(table: T): T {
  ignoresDepartments.add(table)
  return table
}

/** The condition every query of a tenant table carries. Rows without a department belong to the whole organisation. */
export function inScope(scope: Scope, table: TenantTable | DeptTable, ...conditions: (SQL | undefined)[]): SQL {
  const own: (SQL | undefined)[] = [eq(table.orgId, scope.orgId)]
  if ('deptId' in table && scope.deptIds !== null && !ignoresDepartments.has(table)) {
    const inDepts = scope.deptIds.length > 0 ? inArray(table.deptId, [...scope.deptIds]) : undefined
    own.push(or(isNull(table.deptId), inDepts))
  }
  return and(...own, ...conditions) as SQL
}
