// How a to-do says when it is due.
import type { TodoRowData } from '#contract/administration/todo'

type Due = Pick<TodoRowData, 'dueAt' | 'dueTimed'>

/** 11-20 14:30, or the day alone; the year where it is another one. */
export function dueText({ dueAt, dueTimed }: Due): string {
  if (dueAt === null) return '不限时间'
  const now = String(new Date().getFullYear())
  const day = dueAt.startsWith(now) ? dueAt.slice(5, 10) : dueAt.slice(0, 10)
  return dueTimed ? `${day} ${dueAt.slice(11, 16)}` : day
}
