// What a hostile request to to-dos needs to get past the first checks.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const ADD = `with made as (insert into todo (org_id, todo_id, title, state, creator_id, creator_name, assignee_id, assignee_name, done_at)
  select a.org_id, $2, '试', $4::text, a.user_id, '管理员', a.user_id, '管理员', case when $4::text in ('DONE', 'CANCELLED') then now() end
  from account a where a.org_id = $1 and a.user_name = 'zhengkai')
insert into todo_step (org_id, step_id, todo_id, title, sort) values ($1, $3, $2, '一步', 0)`

/** One of the administrator's own for each request. */
async function ownTodo(product: TestApp, state = 'OPEN') {
  const made = { todoId: newId(), stepId: newId() }
  await product.app.pool.query(ADD, [DEMO_ORG, made.todoId, made.stepId, state])
  return made
}

async function colleague(product: TestApp): Promise<{ assigneeId: string }> {
  const { rows } = await product.app.pool.query<{ assigneeId: string }>(
    `select user_id as "assigneeId" from account where org_id = $1 and user_name = 'hejing'`,
    [DEMO_ORG],
  )
  return rows[0]!
}

const tomorrow = () => dayText(Date.now() + DAY_MS)
const of = (state?: string) => async (product: TestApp) => ({
  todoId: (await ownTodo(product, state)).todoId,
  version: null,
})

export const recipes: Knowledge['recipes'] = {
  'administration.todo.add': async (product) => ({
    ...(await colleague(product)),
    dueDay: tomorrow(),
    dueTime: null,
    oldmanId: null,
    steps: [{ title: '一步' }],
  }),
  'administration.todo.save': async (product) => ({
    ...(await of()(product)),
    dueDay: tomorrow(),
    dueTime: null,
    oldmanId: null,
    steps: [{ title: '一步' }],
  }),
  'administration.todo.start': of(),
  'administration.todo.finish': async (product) => ({ ...(await of()(product)), note: '办了' }),
  'administration.todo.cancel': of(),
  'administration.todo.reopen': of('DONE'),
  'administration.todo.hand': async (product) => ({ ...(await of()(product)), ...(await colleague(product)) }),
  'administration.todo.due': async (product) => ({ ...(await of()(product)), dueDay: tomorrow(), dueTime: null }),
  'administration.todo.tick': (product) => ownTodo(product),
  'administration.todo.comment': async (product) => ({ todoId: (await ownTodo(product)).todoId }),
  'administration.todo.remove': async (product) => ({ todoId: (await ownTodo(product)).todoId }),
  'administration.calendar.list': () => ({ from: dayText(), to: tomorrow() }),
}

export const places: Knowledge['places'] = {
  'administration.todo.get': async (product) => ({ todoId: (await ownTodo(product)).todoId }),
}
