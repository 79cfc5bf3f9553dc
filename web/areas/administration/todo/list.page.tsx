// 待办事项: what the areas have for this person, and what people give to themselves and to each other.
import { useEffect, useState } from 'react'
import { type TodoRowData, todo } from '#contract/administration/todo'
import { TodoView, todoNeeds } from '#contract/administration/todoWords'
import type { FormRequest } from '#web/kit/form/formOf'
import type { ShownList } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { useAskedAct, usePageParams, useReopened } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { actsOf } from './acts.ts'
import { AreaTodos } from './areas.part.tsx'
import { todoColumns } from './columns.tsx'
import { TodoDrawer } from './detail.part.tsx'
import { addForm } from './forms.tsx'
import { LedPeople } from './led.part.tsx'
import './todo.css'

const refreshOn = [todo.events.changed]
const VIEWS = TodoView.list.map((one) => one.value).filter((view) => view !== 'all')
const chips = { oldmanId: () => '所选老人的待办', assigneeId: () => '所选同事的待办' }
const actions = actsOf()
const top = (list: ShownList) => (
  <>
    <AreaTodos />
    {list.filter.view === TodoView.is.all && <LedPeople list={list} />}
  </>
)

export default function Todos() {
  const may = useMay()
  const { todoId: asked } = usePageParams<'todoId'>()
  const [todoId, setTodo] = useState<string | null>(asked ?? null)
  const [form, setForm] = useState<FormRequest | null>(null)
  // A message opens the page for one of them, also when it stands there already.
  useEffect(() => {
    if (asked) setTodo(asked)
  }, [asked])
  useReopened(() => {
    if (asked) setTodo(asked)
  })
  const made = (row: TodoRowData) => setTodo(row.todoId)
  useAskedAct(({ act, resident }) => {
    if (act === 'add') setForm(addForm(resident ? { oldmanId: resident } : {}, made))
  })
  return (
    <ListPage
      call={todo.calls.list}
      columns={todoColumns}
      rowKey="todoId"
      title="待办事项"
      tabs={{
        field: 'view',
        set: TodoView,
        values: may(todoNeeds.manage) ? [...VIEWS, 'all'] : VIEWS,
        all: false,
        counts: todo.calls.counts,
      }}
      top={top}
      chips={chips}
      create={{ title: '新建待办', needs: todoNeeds.list, onClick: (list) => list.openForm(addForm({}, made)) }}
      actions={actions}
      open={(row) => setTodo(row.todoId)}
      heading={(row) => `${row.title}・${row.assigneeName}`}
      refreshOn={refreshOn}
      empty={{ title: '这里没有待办', text: '点“新建待办”给自己记一件事，或交给同事去办；对方办完您会收到消息。' }}
    >
      <TodoDrawer todoId={todoId} onForm={setForm} onClose={() => setTodo(null)} />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
