// The few functions of the residents' area that other areas may call.
import type { DeptUse } from '#server/kit/deptUses'
import type { SearchProvider } from '#server/kit/search'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'
import { findActs } from './actSearch.ts'
import { archiveTodos } from './archiveTodos.ts'
import { findConsultations } from './consultationSearch.ts'
import { consultationDeptUses, consultationStaffUses, consultationTodos } from './consultationTodos.ts'
import { contractTodos } from './contractDocumentRemind.ts'
import { liveFileHolders } from './fileHolders.ts'
import { outingTodos } from './outingTodos.ts'
import { residenceTodos } from './residenceTodos.ts'
import { findResidents, residentKind } from './residentSearch.ts'

export { areaFilter, bedPattern, statusesOf } from './archiveList.ts'
export { clearBedMark, setBedMark } from './bedMarks.ts'
export { type Chance, chance } from './demoNames.ts'
export { labelsOf } from './dictionaryLabels.ts'
export { countOutings, type OutingCounts } from './outingRead.ts'
export { placeholderValues } from './placeholders.ts'
export { movesOf } from './residenceRead.ts'
export { residenceSettingOf } from './residenceSetting.ts'
export { archiveOf, type FamilyMember, type ResidentArchive } from './residentArchive.ts'
export { type KnownResident, lockResident, requireResident } from './residentScope.ts'
export { addStayEvent, type NewStayEvent } from './stayEvents.ts'

export const search: SearchProvider = async (who, words) =>
  (await Promise.all([findResidents(who, words), findConsultations(who, words), findActs(who, words)])).flat()

export const recordKinds = [residentKind]

export const fileHolders = liveFileHolders

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [
  ...archiveTodos,
  ...residenceTodos,
  ...outingTodos,
  ...consultationTodos,
  ...contractTodos,
]

/** What keeps a department from being deleted. */
export const deptUses: readonly DeptUse[] = [
  { count: 'select count(*) from oldman where org_id = $1 and dept_id = $2', say: (count) => `${count} 位老人` },
  ...consultationDeptUses,
]

/** What keeps a member of staff from being deleted. */
export const staffUses: readonly StaffUse[] = [
  {
    held: `select sale_id as user_id, count(*) as held from oldman where org_id = $1 and sale_id = any($2) group by sale_id`,
    say: (count) => `${count} 位由其接待的老人`,
  },
  ...consultationStaffUses,
]
