// The few functions of the residence that other areas may call.
import { archiveTodos } from '#server/areas/live/archive/archiveTodos'
import { findConsultations } from '#server/areas/live/consultation/consultationSearch'
import {
  consultationDeptUses,
  consultationStaffUses,
  consultationTodos,
} from '#server/areas/live/consultation/consultationTodos'
import { contractReminders, contractTodos } from '#server/areas/live/contractDocument/contractDocumentRemind'
import { outingReminders } from '#server/areas/live/outing/outingReminders'
import { outingTodos } from '#server/areas/live/outing/outingTodos'
import { regradeTodos } from '#server/areas/live/regrade/regradeTodos'
import { residenceReminders } from '#server/areas/live/residence/residenceReminders'
import { residenceTodos } from '#server/areas/live/residence/residenceTodos'
import { findActs } from '#server/areas/live/resident/actSearch'
import { residentCalendar } from '#server/areas/live/resident/residentCalendar'
import { residentReminders } from '#server/areas/live/resident/residentReminders'
import { findResidents, residentKind } from '#server/areas/live/resident/residentSearch'
import type { CalendarSource } from '#server/kit/calendarSources'
import type { DeptUse } from '#server/kit/deptUses'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { SearchProvider } from '#server/kit/search'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'
import { liveFileHolders } from './fileHolders.ts'

export { countOutings, type OutingCounts } from '#server/areas/live/outing/outingRead'
export { movesOf } from '#server/areas/live/residence/residenceRead'

export const search: SearchProvider = async (who, words) =>
  (await Promise.all([findResidents(who, words), findConsultations(who, words), findActs(who, words)])).flat()

export const recordKinds = [residentKind]

export const fileHolders = liveFileHolders

/** What of the residence falls on a day. */
export const calendarSources: readonly CalendarSource[] = residentCalendar

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [
  ...archiveTodos,
  ...residenceTodos,
  ...regradeTodos,
  ...outingTodos,
  ...consultationTodos,
  ...contractTodos,
]

/** What people have to be reminded of. */
export const reminders: readonly ReminderSource[] = [
  ...residentReminders,
  ...residenceReminders,
  ...contractReminders,
  ...outingReminders,
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

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = [
  'consultation',
  'occupancy',
  'oldman',
  'oldman_family',
  'outing',
  'reservation',
  'stay',
  'stay_event',
  'stay_level',
  'visit',
]
