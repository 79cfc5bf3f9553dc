// The few functions of the residents' area that other areas may call.
import type { DeptUse } from '#server/kit/deptUses'
import type { StaffUse } from '#server/kit/staffUses'
import { residentKind } from './residentSearch.ts'
import * as residentSql from './residentSql.ts'

export { labelsOf } from './dictionaryLabels.ts'
export { placeholderValues } from './placeholders.ts'
export { archiveOf, type FamilyMember, type ResidentArchive } from './residentArchive.ts'
export { findResidents as search } from './residentSearch.ts'

/** Pieces of SQL for lists of other areas that name residents. */
export { residentSql }

export const recordKinds = [residentKind]

/** What keeps a department from being deleted. */
export const deptUses: readonly DeptUse[] = [
  { count: 'select count(*) from oldman where org_id = $1 and dept_id = $2', say: (count) => `${count} 位老人` },
]

/** What keeps a member of staff from being deleted. */
export const staffUses: readonly StaffUse[] = [
  {
    held: `select sale_id as user_id, count(*) as held from oldman where org_id = $1 and sale_id = any($2) group by sale_id`,
    say: (count) => `${count} 位由其接待的老人`,
  },
]
