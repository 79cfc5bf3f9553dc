// What areas give to each other without knowing each other. An area exports these names from its public.ts, app.ts gathers
// them while it loads, and whoever shows or counts them asks `areas()`.
import type { CalendarSource } from './calendarSources.ts'
import type { Custody } from './custody.ts'
import type { DemoPart } from './demo.ts'
import type { DeptUse } from './deptUses.ts'
import type { FileHolder } from './fileHolders.ts'
import type { RecordKind, RecordList } from './recordKinds.ts'
import type { ReminderSource } from './reminderSources.ts'
import type { RoleUse } from './roleUses.ts'
import type { SearchProvider } from './search.ts'
import type { StaffUse } from './staffUses.ts'
import type { Todo } from './todos.ts'

export interface AreaDoor {
  calendarSources?: readonly CalendarSource[]
  custodies?: readonly Custody[]
  deptUses?: readonly DeptUse[]
  fileHolders?: readonly FileHolder[]
  recordKinds?: readonly RecordKind[]
  /** By the type of another area's kind. */
  recordLists?: Readonly<Record<string, readonly RecordList[]>>
  reminders?: readonly ReminderSource[]
  roleUses?: readonly RoleUse[]
  search?: SearchProvider
  staffUses?: readonly StaffUse[]
  todos?: readonly Todo[]
}

export interface Contributions {
  /** In the order the calendar names them. */
  calendarSources: readonly CalendarSource[]
  custodies: readonly Custody[]
  /** In the order they are loaded. */
  demoParts: readonly DemoPart[]
  deptUses: readonly DeptUse[]
  fileHolders: readonly FileHolder[]
  recordKinds: readonly RecordKind[]
  /** Lists that areas add to the kind of another one. */
  recordLists(type: string): readonly RecordList[]
  reminders: readonly ReminderSource[]
  roleUses: readonly RoleUse[]
  searches: readonly SearchProvider[]
  staffUses: readonly StaffUse[]
  /** In the order the work bench shows them. */
  todos: readonly Todo[]
}

let gathered: Contributions | undefined

export function areas(): Contributions {
  if (!gathered) throw new Error('the areas are not loaded yet')
  return gathered
}

export function gatherAreas(doors: readonly AreaDoor[], demoParts: readonly DemoPart[]): Contributions {
  gathered = {
    calendarSources: doors.flatMap((door) => door.calendarSources ?? []).sort((a, b) => a.order - b.order),
    custodies: doors.flatMap((door) => door.custodies ?? []),
    demoParts: demoParts.toSorted((a, b) => a.order - b.order),
    deptUses: doors.flatMap((door) => door.deptUses ?? []),
    fileHolders: doors.flatMap((door) => door.fileHolders ?? []),
    recordKinds: doors.flatMap((door) => door.recordKinds ?? []),
    recordLists: (type) => doors.flatMap((door) => door.recordLists?.[type] ?? []),
    reminders: doors.flatMap((door) => door.reminders ?? []),
    roleUses: doors.flatMap((door) => door.roleUses ?? []),
    searches: doors.flatMap((door) => door.search ?? []),
    staffUses: doors.flatMap((door) => door.staffUses ?? []),
    todos: doors.flatMap((door) => door.todos ?? []).sort((a, b) => a.order - b.order),
  }
  return gathered
}
