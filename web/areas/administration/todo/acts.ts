// What can be done with one to-do, in the list and in its drawer.
import { type TodoRowData, todo } from '#contract/administration/todo'
import { newRequestNo, send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { editForm, finishForm, handForm } from './forms.tsx'

type Open = (form: FormRequest) => void

async function start({ todoId }: TodoRowData): Promise<void> {
  const done = await send(todo.calls.start, { todoId }, { loading: true, requestNo: newRequestNo() }).catch(() => null)
  void invalidate(todo)
  if (done) toast.success('已标为进行中')
}

async function finish(row: TodoRowData, open: Open): Promise<void> {
  if (row.stepsDone < row.steps) return open(finishForm(row))
  const { todoId, title } = row
  const done = await send(todo.calls.finish, { todoId }, { loading: true, requestNo: newRequestNo() }).catch(() => null)
  void invalidate(todo)
  if (done) toast.success(`“${title}”已完成`)
}

const cancel = ({ todoId, title, assigneeName }: TodoRowData) =>
  confirmCall(todo.calls.cancel, {
    title: `取消待办“${title}”？`,
    effects: [`${assigneeName}会收到消息`, '取消后留在“已办结”里，可以重新打开'],
    verb: '取消待办',
    safe: '不取消',
    danger: true,
    reason: { label: '取消原因', placeholder: '如：已由总务处理' },
    input: (reason) => ({ todoId, reason }),
    done: '待办已取消',
  })

const reopen = ({ todoId, title }: TodoRowData) =>
  confirmCall(todo.calls.reopen, {
    title: `重新打开“${title}”？`,
    effects: ['回到负责人的待办里，步骤的勾选保留'],
    verb: '重新打开',
    safe: '不打开',
    reason: { label: '重新打开的原因', placeholder: '如：还缺一项' },
    input: (reason) => ({ todoId, reason }),
    done: '待办已重新打开',
  })

const remove = ({ todoId, title }: TodoRowData) =>
  confirmCall(todo.calls.remove, {
    title: `删除待办“${title}”？`,
    effects: ['步骤和留言一起删除，不能恢复', '操作日志中保留标题'],
    verb: '删除待办',
    safe: '不删除',
    danger: true,
    input: { todoId },
    done: '待办已删除',
  })

export const actsOf = (opener?: Open): RowAction<TodoRowData>[] => [
  {
    title: '完成',
    move: 'finish',
    onClick: (row, list) => void finish(row, opener ?? ((form) => list.openForm(form))),
  },
  { title: '开始办理', link: '开始', move: 'start', onClick: (row) => void start(row) },
  { title: '转交', move: 'hand', onClick: (row, list) => (opener ?? ((form) => list.openForm(form)))(handForm(row)) },
  {
    title: '修改',
    move: 'edit',
    onClick: async (row, list) => {
      const form = await editForm(row.todoId).catch(() => null)
      if (form) (opener ?? ((one) => list.openForm(one)))(form)
    },
  },
  { title: '重新打开', move: 'reopen', onClick: (row) => void reopen(row) },
  { title: '取消', move: 'cancel', danger: true, onClick: (row) => void cancel(row) },
  { title: '删除', move: 'remove', danger: true, onClick: (row) => void remove(row) },
]
