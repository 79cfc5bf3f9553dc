// The few functions of the administration that other areas may call.

import { askFileHolders, askTodos } from '#server/areas/administration/attendanceAsk/askTodos'
import { clockFileHolders } from '#server/areas/administration/clock/clockRead'
import { noticeFileHolders } from '#server/areas/administration/notice/noticeFiles'
import { noticeTodos } from '#server/areas/administration/notice/noticePersonal'
import { remindTodos } from '#server/areas/administration/remind/remindTodos'
import { exchangeTodos } from '#server/areas/administration/shiftExchange/exchangeTodos'
import { staffChargeUses, staffFileHolders } from '#server/areas/administration/staffFile/staffFiles'
import { staffReminders } from '#server/areas/administration/staffFile/staffRemind'
import { todoCalendar } from '#server/areas/administration/todo/todoCalendar'
import { todoFileHolders } from '#server/areas/administration/todo/todoFiles'
import { ownTodos, todoStaffUses } from '#server/areas/administration/todo/todoTodos'
import { trainingCalendar, trainingFileHolders, trainingTodos } from '#server/areas/administration/training/trainingOwn'
import type { CalendarSource } from '#server/kit/calendarSources'
import type { FileHolder } from '#server/kit/fileHolders'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'

export { type AreaTodo, closeTodo, openTodo } from '#server/areas/administration/todo/todoOpen'

export const fileHolders: readonly FileHolder[] = [
  ...clockFileHolders,
  ...noticeFileHolders,
  ...todoFileHolders,
  ...trainingFileHolders,
  ...staffFileHolders,
  ...askFileHolders,
]

/** What stands in somebody's calendar. */
export const calendarSources: readonly CalendarSource[] = [...todoCalendar, ...trainingCalendar]

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [
  ...noticeTodos,
  ...remindTodos,
  ...ownTodos,
  ...trainingTodos,
  ...askTodos,
  ...exchangeTodos,
]

/** What people have to be reminded of. */
export const reminders: readonly ReminderSource[] = [...staffReminders]

/** What keeps a member of staff from being deleted. */
export const staffUses: readonly StaffUse[] = [...todoStaffUses, ...staffChargeUses]

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['remind']
