// Columns of the to-dos; they also feed search, export and print.
import { todo } from '#contract/administration/todo'
import { TodoPriority, TodoState } from '#contract/administration/todoWords'
import { archivePath } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { keyword, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { dueText } from './words.ts'

export const todoColumns = columns(todo.calls.list, {
  title: {
    title: '待办事项',
    width: 320,
    sort: true,
    search: { field: 'keyword', title: '待办事项', as: keyword, placeholder: '标题或内容', width: 180, order: 1 },
    cell: (title, row) => (
      <span className="yy-inline-flex yy-gap-8">
        <b className="yy-name yy-strong yy-ellipsis yy-todo-title">{title}</b>
        {row.priority === TodoPriority.is.urgent && <StatusTag option={TodoPriority.find(row.priority)!} />}
        {row.source && <span className="yy-second yy-small">{row.source}</span>}
      </span>
    ),
    text: (title, row) => `${row.priority === TodoPriority.is.urgent ? '【紧急】' : ''}${title}`,
  },
  state: { title: '状态', as: TodoState, width: 96, search: true },
  dueAt: {
    title: '截止时间',
    as: datetime,
    width: 150,
    sort: true,
    search: { from: 'dueFrom', to: 'dueTo', order: 3 },
    cell: (_, row) =>
      row.dueAt === null ? (
        <None />
      ) : (
        <span className={row.overdue ? 'yy-red yy-strong' : undefined}>
          {dueText(row)}
          {row.overdue && ' 逾期'}
        </span>
      ),
    text: (_, row) => (row.dueAt === null ? '' : `${dueText(row)}${row.overdue ? ' 逾期' : ''}`),
  },
  assigneeName: { title: '负责人', as: text, width: 90 },
  creatorName: {
    title: '交办人',
    width: 90,
    cell: (name) => name ?? <span className="yy-second">系统</span>,
    text: (name) => name ?? '系统',
  },
  stepsDone: {
    title: '步骤',
    width: 76,
    cell: (done, row) => (row.steps === 0 ? <None /> : `${done} / ${row.steps}`),
    text: (done, row) => (row.steps === 0 ? '' : `${done} / ${row.steps}`),
  },
  comments: {
    title: '留言',
    width: 70,
    cell: (count) => (count === 0 ? <None /> : count),
    text: (count) => (count === 0 ? '' : String(count)),
  },
  oldmanName: {
    title: '相关老人',
    width: 100,
    cell: (name, row) =>
      name && row.oldmanId ? (
        <button type="button" className="yy-link" onClick={() => openPage(archivePath(row.oldmanId!))}>
          {name}
        </button>
      ) : (
        <None />
      ),
    text: (name) => name ?? '',
  },
  priority: { title: '紧急程度', as: TodoPriority, width: 96, sort: true, hidden: true, search: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
  doneAt: { title: '办结时间', as: datetime, sort: true, hidden: true },
})
