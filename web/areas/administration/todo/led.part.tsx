// The people one leads, with what is open and late with each of them: a press shows theirs.
import { Button } from 'antd'
import { todo } from '#contract/administration/todo'
import { TodoView } from '#contract/administration/todoWords'
import type { ShownList } from '#web/kit/list/acts'
import { useCall } from '#web/kit/query'

const SHOWN = 12

export function LedPeople({ list }: { list: ShownList }) {
  const { data } = useCall(todo.calls.lead, {}, { silent: true })
  const people = (data ?? []).slice(0, SHOWN)
  const chosen = list.filter.assigneeId
  if (people.length === 0) return null
  return (
    <div className="yy-todo-led yy-row yy-wrap yy-gap-8">
      <span className="yy-second">按负责人：</span>
      {people.map((one) => (
        <Button
          key={one.userId}
          size="small"
          type={chosen === one.userId ? 'primary' : 'default'}
          aria-pressed={chosen === one.userId}
          onClick={() => list.show({ view: TodoView.is.all, assigneeId: chosen === one.userId ? null : one.userId })}
        >
          {one.name} {one.open}
          {one.overdue > 0 && (
            <span className={chosen === one.userId ? undefined : 'yy-red'}>（逾期 {one.overdue}）</span>
          )}
        </Button>
      ))}
    </div>
  )
}
