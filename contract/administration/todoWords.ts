// The words of a to-do: its states and moves, how urgent it is, and from which side a list looks at them.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const todoNeeds = {
  list: 'administration:todo:list',
  /** Whoever leads: sees the to-dos of their departments' people, and hands on those of somebody who is away. */
  manage: 'administration:todo:manage',
} as const

export const TodoState = options('TodoState', '待办状态', [
  ['OPEN', ['待处理', 'amber']],
  ['DOING', ['进行中', 'blue']],
  ['DONE', ['已完成', 'green']],
  ['CANCELLED', ['已取消', 'grey', 'hollow']],
])
export type TodoStateValue = Static<typeof TodoState.schema>
const { OPEN, DOING, DONE, CANCELLED } = TodoState.is

/** Not done yet. */
export const TODO_OPEN: readonly TodoStateValue[] = [OPEN, DOING]

export const TodoPriority = options('TodoPriority', '紧急程度', [
  [1, 'urgent', ['紧急', 'red']],
  [2, 'normal', ['普通', 'slate']],
  [3, 'low', ['不急', 'grey', 'hollow']],
])
export type TodoPriorityValue = Static<typeof TodoPriority.schema>

export const TodoView = options('TodoView', '待办范围', [
  ['mine', ['我的待办', 'amber']],
  ['given', ['我交办的', 'blue']],
  ['overdue', ['已逾期', 'red']],
  ['done', ['已办结', 'green']],
  ['handed', ['我转出的', 'slate']],
  ['all', ['部门待办', 'grey']],
])
export type TodoViewValue = Static<typeof TodoView.schema>

export const todoMoves = machine<TodoStateValue>()({
  start: { from: [OPEN], to: DOING, title: '开始办理' },
  finish: { from: TODO_OPEN, to: DONE, title: '完成' },
  cancel: { from: TODO_OPEN, to: CANCELLED, title: '取消' },
  reopen: { from: [DONE, CANCELLED], to: OPEN, title: '重新打开' },
  hand: { from: TODO_OPEN, to: OPEN, title: '转交' },
  edit: { from: TODO_OPEN, to: TODO_OPEN, title: '修改' },
  tick: { from: TODO_OPEN, to: TODO_OPEN, title: '勾选步骤' },
  due: { from: TODO_OPEN, to: TODO_OPEN, title: '改期' },
})
/** What may be said about it, and whether it may go away, does not depend on its state. */
export type TodoMove = keyof typeof todoMoves.moves | 'comment' | 'remove'
const STATELESS: readonly TodoMove[] = ['comment', 'remove']

/** What one person is to a to-do. */
export interface TodoPart {
  creator: boolean
  assignee: boolean
  /** Leads the department of whoever has it. */
  leads: boolean
  /** It was never in other hands than those of its maker. */
  alone: boolean
  /** An area opened it and closes it itself. */
  ofArea: boolean
}

/** An area's to-do ends with the act in its area: nobody else says that it is done. */
const BY_AREA: readonly TodoMove[] = ['start', 'tick', 'comment']

const allowed: Readonly<Record<TodoMove, (part: TodoPart) => boolean>> = {
  start: ({ assignee }) => assignee,
  finish: ({ assignee, creator }) => assignee || creator,
  cancel: ({ creator }) => creator,
  reopen: ({ assignee, creator }) => assignee || creator,
  hand: ({ assignee, creator, leads }) => assignee || creator || leads,
  edit: ({ creator }) => creator,
  tick: ({ assignee, creator }) => assignee || creator,
  due: ({ creator }) => creator,
  comment: () => true,
  remove: ({ creator, alone }) => creator && alone,
}

export const mayMove = (move: TodoMove, part: TodoPart) =>
  allowed[move](part) && (!part.ofArea || BY_AREA.includes(move))

/** What this person may do with it now. */
export const movesOf = (state: TodoStateValue, part: TodoPart): TodoMove[] =>
  [...todoMoves.can(state, () => true), ...STATELESS].filter((move) => mayMove(move, part))

export const TodoEntryKind = options('TodoEntryKind', '经过', [
  ['MADE', ['新建', 'slate']],
  ['HANDED', ['转交', 'purple']],
  ['STARTED', ['开始办理', 'blue']],
  ['COMMENT', ['留言', 'teal']],
  ['DUE', ['改期', 'amber']],
  ['DONE', ['完成', 'green']],
  ['CANCELLED', ['取消', 'grey']],
  ['REOPENED', ['重新打开', 'orange']],
])
export type TodoEntryKindValue = Static<typeof TodoEntryKind.schema>

export const MOST_STEPS = 30
