// Forms of a to-do: new, changed, handed on, finished with a word, cancelled, opened again.
import { Button, Input, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type TodoDetailData, type TodoRowData, todo } from '#contract/administration/todo'
import { MOST_STEPS, TodoPriority } from '#contract/administration/todoWords'
import { residentPick } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { useSettled } from '#web/kit/fields/settled'
import { longText, text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'
import { mayNow, useSession } from '#web/kit/session'

interface Known {
  userId: string
  name: string
}

function PersonPicker({ value, onChange, known, ...rest }: InputProps<string> & { known?: readonly Known[] }) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(todo.calls.people, { keyword: keyword || null }, { keepPrevious: true, silent: true })
  const own = useSession((state) => state.user?.empInfo.empId)
  const people = found.data ?? []
  const standing = (known ?? []).filter(
    (one) => one.userId === value && !people.some((person) => person.userId === one.userId),
  )
  return (
    <Select<string>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      allowClear
      placeholder={rest.placeholder ?? '输入姓名或拼音首字母'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '查找中…' : '没有找到这位同事'}
      options={[...standing.map((one) => ({ ...one, deptName: null })), ...people].map((person) => ({
        value: person.userId,
        label: person.userId === own ? `${person.name}（我自己）` : person.name,
        about: person.deptName,
      }))}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { about?: string | null }).about}</span>
        </span>
      )}
      onChange={(next) => {
        setTyped('')
        onChange?.(next ?? null)
      }}
    />
  )
}

const colleague: Field<string> = { ...text, chooses: true, input: (props) => <PersonPicker {...props} /> }

type Step = NonNullable<NonNullable<Parameters<typeof send<typeof todo.calls.add>>[1]>['steps']>[number]

const written = (steps: readonly Step[]) => steps.filter((one) => one.title.trim() !== '')

/** A line that is still empty is nobody's mistake: it is not part of the value. */
function Steps({ value, onChange, disabled }: InputProps<Step[]>) {
  const [steps, setSteps] = useState<readonly Step[]>(value ?? [])
  // A draft that comes back, a record that was read again.
  if (JSON.stringify(written(steps)) !== JSON.stringify(value ?? [])) setSteps(value ?? [])
  const put = (next: readonly Step[]) => {
    setSteps(next)
    onChange?.(written(next))
  }
  return (
    <div className="yy-stack yy-gap-8">
      {steps.map((one, at) => (
        <div key={at} className="yy-row yy-gap-8">
          <span className="yy-second yy-todo-no">{at + 1}</span>
          <Input
            aria-label={`步骤 ${at + 1}`}
            placeholder="如：清点敷料"
            value={one.title}
            maxLength={100}
            disabled={disabled}
            onChange={(event) =>
              put(steps.map((step, i) => (i === at ? { ...step, title: event.target.value } : step)))
            }
          />
          <Button
            aria-label={`去掉步骤 ${at + 1}`}
            icon={<Trash2 size={15} aria-hidden />}
            disabled={disabled}
            onClick={() => put(steps.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={15} aria-hidden />}
          disabled={disabled || steps.length >= MOST_STEPS}
          onClick={() => put([...steps, { title: '' }])}
        >
          加一个步骤
        </Button>
      </span>
    </div>
  )
}

const stepsField: Field<Step[]> = {
  ...(text as unknown as Field<Step[]>),
  untitled: true,
  cell: (steps) => (steps ?? []).map((one) => one.title).join('、'),
  text: (steps) => (steps ?? []).map((one) => one.title).join('、'),
  input: (props) => <Steps {...props} />,
}

const mayChooseResidents = () => mayNow('live:archive:list', useSession.getState())

const filled = (title: string | null | undefined) => (title?.trim() ? null : '请填写待办事项')
const withDay = (time: string | null | undefined, values: Values) => (time && !values.dueDay ? '请先选截止日期' : null)

const fields = {
  title: { wide: true, placeholder: '要做什么，一句话', check: filled },
  priority: { as: TodoPriority, title: '紧急程度' },
  dueDay: { hint: '不限时间的可不填' },
  dueTime: { placeholder: '如 14:30，不填为全天', check: withDay },
  content: { as: longText, wide: true, placeholder: '怎么做、要注意什么' },
  steps: { as: stepsField as never, title: '步骤', wide: true },
} as const

const { title: titled, ...others } = fields
/** Whoever may not look at residents names none. */
const rest = () =>
  mayChooseResidents() ? { ...others, oldmanId: { as: residentPick, title: '相关老人', wide: true } } : others

export interface TodoLink {
  oldmanId?: string
  dueDay?: string
  assigneeId?: string
}

/** A new one, perhaps on a day of the calendar. */
export const addForm = (more: TodoLink = {}, onDone?: (row: TodoDetailData) => void): FormRequest => {
  const user = useSession.getState().user
  const own = user?.empInfo.empId
  return formOf(todo.calls.add, {
    title: '新建待办',
    verb: '新建待办',
    width: 720,
    initial: { priority: TodoPriority.is.normal, assigneeId: own ?? null, ...more },
    fields: {
      title: titled,
      assigneeId: {
        as: colleague,
        title: '负责人',
        hint: '交给同事时，对方会收到消息',
        props: { known: own ? [{ userId: own, name: user?.empInfo.empName ?? '' }] : [] },
      },
      ...rest(),
    },
    done: '待办已新建',
    ...(onDone && { onDone }),
  })
}

const valuesOf = (row: TodoDetailData) => ({
  title: row.title,
  priority: row.priority,
  dueDay: row.dueAt?.slice(0, 10) ?? null,
  dueTime: row.dueTimed ? (row.dueAt?.slice(11, 16) ?? null) : null,
  content: row.content,
  steps: row.stepRows.map(({ stepId, title }) => ({ stepId, title })),
  ...(mayChooseResidents() && { oldmanId: row.oldmanId }),
})

export async function editForm(todoId: string): Promise<FormRequest> {
  const row = await send(todo.calls.get, { todoId }, { loading: true })
  return editOf(todo.calls.save, row, {
    title: '修改待办',
    verb: '保存修改',
    about: `负责人 ${row.assigneeName}`,
    width: 720,
    fields: { title: titled, ...rest() },
    values: valuesOf,
    also: (now) => ({ todoId, version: now.version }),
    again: () => send(todo.calls.get, { todoId }),
    done: '待办已修改',
  })
}

type Ref = Pick<TodoRowData, 'todoId' | 'title' | 'assigneeName' | 'version'>

export const handForm = (row: Ref): FormRequest =>
  formOf(todo.calls.hand, {
    title: '转交待办',
    verb: '转交',
    about: row.title,
    columns: 1,
    draft: false,
    also: { todoId: row.todoId },
    head: <p className="yy-second">现在由{row.assigneeName}负责。转交后对方会收到消息，经过会留下来。</p>,
    fields: {
      assigneeId: { as: colleague, title: '转交给' },
      reason: { as: longText, title: '转交原因', placeholder: '如：本周调休' },
    },
    done: '待办已转交',
  })

/** Steps are left: why they need not be done is said. */
export const finishForm = (row: Ref & Pick<TodoRowData, 'steps' | 'stepsDone'>): FormRequest =>
  formOf(todo.calls.finish, {
    title: '完成待办',
    verb: '完成待办',
    about: row.title,
    columns: 1,
    draft: false,
    also: { todoId: row.todoId },
    head: (
      <p className="yy-amber">
        还有 {row.steps - row.stepsDone} 个步骤没有勾选。做完的请先勾选；不用做的，请说明原因。
      </p>
    ),
    fields: {
      note: { as: longText, title: '办理结果', check: (note) => (note?.trim() ? null : '请说明没做完的原因') },
    },
    done: '待办已完成',
  })
