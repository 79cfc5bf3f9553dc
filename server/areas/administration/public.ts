// The few functions of the administration that other areas may call.
import { noticeFileHolders } from '#server/areas/administration/notice/noticeFiles'
import { noticeTodos } from '#server/areas/administration/notice/noticePersonal'
import { remindTodos } from '#server/areas/administration/remind/remindTodos'
import { ownTodos, todoStaffUses } from '#server/areas/administration/todo/todoTodos'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'

export { todoCalendar as calendarSources } from '#server/areas/administration/todo/todoCalendar'
export { type AreaTodo, closeTodo, openTodo } from '#server/areas/administration/todo/todoOpen'

export const fileHolders = noticeFileHolders

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [...noticeTodos, ...remindTodos, ...ownTodos]

/** What keeps a member of staff from being deleted. */
export const staffUses: readonly StaffUse[] = [...todoStaffUses]

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['remind']
