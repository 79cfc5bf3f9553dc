// To-dos as a house has them in an ordinary week: given by the head nurse, by the desk, by people to themselves.
import { demoPart } from '#server/kit/demo'

interface DemoTodo {
  title: string
  content?: string
  by: string
  to: string
  /** Days from today, and the hour where there is one. */
  due?: readonly [day: number, time?: string]
  priority?: number
  state?: 'OPEN' | 'DOING' | 'DONE'
  steps?: readonly string[]
  /** So many of them are ticked. */
  ticked?: number
  comment?: readonly [by: string, text: string]
  /** From whose hands it came. */
  from?: string
}

const TODOS: readonly DemoTodo[] = [
  {
    title: '整理二层治疗室耗材柜',
    content: '近效期的放外侧，缺的写在交接本上。',
    by: '何静',
    to: '李晓梅',
    due: [2],
    steps: ['清点敷料', '检查效期', '贴好标签'],
    ticked: 1,
    state: 'DOING',
    comment: ['李晓梅', '敷料已清点，缺 10×10 纱布两包。'],
  },
  { title: '压疮护理小讲课准备课件', by: '何静', to: '李晓梅', due: [4, '15:00'], priority: 1 },
  { title: '更新松鹤楼呼叫器电池', by: '何静', to: '李晓梅', due: [-1], priority: 1, from: '何静' },
  { title: '核对本月护理质量检查表', by: '何静', to: '何静', due: [1] },
  { title: '与家属代表会商定日期', by: '郑凯', to: '何静', due: [3, '10:00'], comment: ['郑凯', '优先考虑周末上午。'] },
  {
    title: '新员工带教计划',
    by: '郑凯',
    to: '何静',
    due: [6],
    steps: ['名单', '带教老师', '考核表'],
    ticked: 2,
    state: 'DOING',
  },
  { title: '补齐上月入住资料复印件', by: '刘敏', to: '刘敏', due: [0, '17:30'] },
  { title: '回访三位咨询过的家属', by: '刘敏', to: '刘敏', due: [1, '09:30'], steps: ['第一位', '第二位', '第三位'] },
  { title: '核对押金收据存根', by: '曾国平', to: '方芳', due: [2], priority: 3 },
  { title: '安排冷库除霜', by: '解宏伟', to: '解宏伟', due: [5, '14:00'] },
  { title: '检查消防通道杂物', by: '郑凯', to: '郑凯', due: [-2], priority: 1 },
  { title: '更换大厅宣传栏', by: '郑凯', to: '刘敏', due: [-3], state: 'DONE' },
  { title: '整理护理员排班意见', by: '何静', to: '李晓梅', due: [-4], state: 'DONE' },
]

const TODO = `insert into todo (org_id, todo_id, title, content, state, priority, due_at, due_timed, creator_id, creator_name, assignee_id,
  assignee_name, done_at, done_by, created_at)
select $1, t.id, t.title, t.content, t.state, t.priority, t.due::timestamptz, t.timed, t.by, t."byName", t."to", t."toName",
  t.done::timestamptz, case when t.done is not null then t."to" end, t.made::timestamptz
from jsonb_to_recordset($2::jsonb) as t(id text, title text, content text, state text, priority int, due text, timed boolean, by text,
  "byName" text, "to" text, "toName" text, done text, made text)`

const STEP = `insert into todo_step (org_id, step_id, todo_id, title, sort, done_at, done_name)
select $1, s.id, s.todo, s.title, s.sort, s.done::timestamptz, case when s.done is not null then s.name end
from jsonb_to_recordset($2::jsonb) as s(id text, todo text, title text, sort int, done text, name text)`

const ENTRY = `insert into todo_entry (org_id, entry_id, todo_id, kind, content, from_id, from_name, to_id, to_name, user_id, user_name, at)
select $1, e.id, e.todo, e.kind, e.content, e."fromId", e."fromName", e."toId", e."toName", e.user, e.name, e.at::timestamptz
from jsonb_to_recordset($2::jsonb) as e(id text, todo text, kind text, content text, "fromId" text, "fromName" text, "toId" text,
  "toName" text, "user" text, name text, at text)`

export default demoPart(61, async (tx, demo) => {
  const idOf = (one: DemoTodo) => demo.id(`todo:${one.title}`)
  const person = (name: string) => ({ user: demo.staff(name), name })
  const todos = TODOS.map((one, i) => ({
    id: idOf(one),
    title: one.title,
    content: one.content ?? null,
    state: one.state ?? 'OPEN',
    priority: one.priority ?? 2,
    due: one.due ? demo.at(one.due[0], one.due[1] ?? '23:59:59') : null,
    timed: one.due?.[1] !== undefined,
    by: demo.staff(one.by),
    byName: one.by,
    to: demo.staff(one.to),
    toName: one.to,
    done: one.state === 'DONE' ? demo.at((one.due?.[0] ?? 0) - 1, '16:20') : null,
    made: demo.at(-6, `09:${10 + i}`),
  }))
  const steps = TODOS.flatMap((one) =>
    (one.steps ?? []).map((title, sort) => ({
      id: demo.id(`todoStep:${one.title}:${title}`),
      todo: idOf(one),
      title,
      sort,
      done: sort < (one.ticked ?? 0) ? demo.at(-1, `10:0${sort}`) : null,
      name: one.to,
    })),
  )
  const entries = TODOS.flatMap((one, i) => {
    const entry = (kind: string, by: string, at: string, more: object = {}) => ({
      id: demo.id(`todoEntry:${one.title}:${kind}`),
      todo: idOf(one),
      kind,
      ...person(by),
      at,
      ...more,
    })
    return [
      entry('MADE', one.by, demo.at(-6, `09:${10 + i}`), {
        content: one.by === one.to ? null : `交给${one.from ?? one.to}`,
      }),
      ...(one.from
        ? [
            entry('HANDED', one.from, demo.at(-5, '11:00'), {
              content: '当班的人方便去楼层',
              fromId: demo.staff(one.from),
              fromName: one.from,
              toId: demo.staff(one.to),
              toName: one.to,
            }),
          ]
        : []),
      ...(one.state === 'DOING' ? [entry('STARTED', one.to, demo.at(-2, '08:40'))] : []),
      ...(one.comment ? [entry('COMMENT', one.comment[0], demo.at(-1, '15:05'), { content: one.comment[1] })] : []),
      ...(one.state === 'DONE' ? [entry('DONE', one.to, demo.at((one.due?.[0] ?? 0) - 1, '16:20'))] : []),
    ]
  })
  for (const [text, rows] of [
    [TODO, todos],
    [STEP, steps],
    [ENTRY, entries],
  ] as const) {
    await tx.client.query(text, [demo.orgId, JSON.stringify(rows)])
  }
})
