// To-dos: given, worked on, handed on, closed; who sees them; two at once; those that areas open and close.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TodoDetailData, TodoPersonData, TodoRowData } from '#contract/administration/todo'
import type { WaitingData } from '#contract/home/bench'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { TODO, todoDesk } from '#server/areas/administration/test/todoDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { type AreaTodo, closeTodo, openTodo } from './todoOpen.ts'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]

let w: Awaited<ReturnType<typeof todoDesk>>
beforeAll(async () => {
  w = await todoDesk()
})
afterAll(() => w.product.close())

const tomorrow = () => dayText(Date.now() + DAY_MS)
const list = async (query: Record<string, string>, token = w.nurse) =>
  (await w.ask<PageInfo<TodoRowData>>('GET', '', { token, query: { size: '100', ...query } })).data
const counts = async (token: string) =>
  Object.fromEntries(
    (await w.ask<{ view: string; count: number }[]>('GET', '/counts', { token })).data.map((one) => [
      one.view,
      one.count,
    ]),
  )
const bench = async (token: string) =>
  (await w.product.ask<WaitingData[]>('GET', '/pims/web-org/index/waitHandle', { token })).data

describe('giving', () => {
  test('to a colleague, with steps and a day; it is told and counted', async () => {
    const before = await counts(w.nurse)
    const { status, data } = await w.give({
      title: ' 换药车清点 ',
      assigneeId: w.ids.nurse,
      dueDay: tomorrow(),
      dueTime: '14:30',
      priority: 1,
      steps: [{ title: '纱布' }, { title: '碘伏' }],
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      title: '换药车清点',
      state: 'OPEN',
      dueAt: `${tomorrow()} 14:30:00`,
      dueTimed: true,
      overdue: false,
      creatorName: '何静',
      assigneeName: '李晓梅',
      steps: 2,
      can: expect.arrayContaining(['edit', 'cancel', 'hand', 'due', 'finish']),
      entries: [{ kind: 'MADE', content: '交给李晓梅' }],
    })
    expect(data.can).not.toContain('start')
    expect((await w.messages(w.ids.nurse))[0]).toMatchObject({
      kind: 'task',
      title: '何静交给您一项待办：换药车清点',
      route: `/administration/msg/todo?todoId=${data.todoId}`,
    })
    expect((await counts(w.nurse)).mine).toBe(before.mine! + 1)
    expect((await list({ view: 'given' }, w.head)).list.map((one) => one.todoId)).toContain(data.todoId)
    const log = await w.sql<{ remark: string }>(
      `select remark from operation_log where org_id = $1 and target_type = 'todo' and target_id = $2`,
      [DEMO_ORG, data.todoId],
    )
    expect(log.map((one) => one.remark)).toEqual(['新建待办“换药车清点”，交给李晓梅'])
  })

  test('a double press gives one', async () => {
    const title = `只一次${newId()}`
    const send = () =>
      w.product.ask('POST', TODO, { token: w.head, body: { title }, headers: { 'x-request-no': 'todo-once-0001' } })
    const both = await Promise.all([send(), send()])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect((await list({ keyword: title }, w.head)).total).toBe(1)
  })

  test('refuses what cannot be', async () => {
    expect(await w.give({ title: '   ' })).toMatchObject({ status: INVALID, data: { field: 'title' } })
    expect(await w.give({ dueTime: '10:00' })).toMatchObject({ status: INVALID, data: { field: 'dueDay' } })
    expect(await w.give({ dueDay: dayText(Date.now() - DAY_MS) })).toMatchObject({
      status: INVALID,
      desc: '截止日期不能早于今天',
    })
    expect(await w.give({ assigneeId: newId() })).toMatchObject({ status: NOT_FOUND })
    expect(await w.give({ oldmanId: newId() })).toMatchObject({ status: NOT_FOUND })
    const [gone] = await w.sql<{ id: string }>(
      'select user_id as id from account where org_id = $1 and user_status = 2 limit 1',
      [DEMO_ORG],
    )
    expect(await w.give({ assigneeId: gone!.id })).toMatchObject({
      status: INVALID,
      data: { field: 'assigneeId' },
      desc: expect.stringContaining('不能交办'),
    })
    expect(await w.give({ steps: [{ stepId: newId(), title: '别人的' }] })).toMatchObject({ status: NOT_FOUND })
  })

  test('colleagues are found by name, initials and whole pinyin; those who left are not', async () => {
    const names = async (keyword: string) =>
      (await w.ask<TodoPersonData[]>('GET', '/people', { query: { keyword }, token: w.nurse })).data.map(
        (one) => one.name,
      )
    expect(await names('何静')).toEqual(['何静'])
    expect(await names('hj')).toContain('何静')
    expect(await names('范玉芬')).toEqual([])
    expect(Object.keys((await w.ask<TodoPersonData[]>('GET', '/people', {})).data[0]!).sort()).toEqual([
      'deptName',
      'name',
      'userId',
    ])
  })
})

describe('doing', () => {
  const given = async (body: object = {}) =>
    (await w.give({ assigneeId: w.ids.nurse, dueDay: tomorrow(), steps: [{ title: '一' }, { title: '二' }], ...body }))
      .data

  test('started, ticked, commented, finished; the giver is told', async () => {
    const { todoId, stepRows } = await given({ title: '从头到尾' })
    const as = (path: string, body: object, method: 'PUT' | 'POST' = 'PUT') =>
      w.ask(method, path, { token: w.nurse, body: { todoId, ...body } })
    expect((await as('/start', {})).data).toMatchObject({ state: 'DOING' })
    expect(await as('/start', {})).toMatchObject({ status: STATE })
    expect((await as('/comment', { content: '已开始' }, 'POST')).data).toMatchObject({ comments: 1 })
    expect((await w.messages(w.ids.head))[0]).toMatchObject({ title: '李晓梅在待办“从头到尾”留言' })
    expect((await as('/step', { stepId: stepRows[0]!.stepId, done: true })).data).toMatchObject({ stepsDone: 1 })
    expect(await as('/finish', {})).toMatchObject({ status: INVALID, data: { field: 'note' } })
    expect((await as('/step', { stepId: stepRows[1]!.stepId, done: true })).data.stepRows[1]).toMatchObject({
      doneName: '李晓梅',
    })
    const done = await as('/finish', { note: '全部清点' })
    expect(done.data).toMatchObject({ state: 'DONE', doneAt: expect.any(String), can: ['reopen', 'comment'] })
    expect((await w.messages(w.ids.head))[0]).toMatchObject({ title: '李晓梅完成了待办“从头到尾”' })
    expect(await as('/step', { stepId: stepRows[1]!.stepId, done: false })).toMatchObject({ status: STATE })
    expect((await list({ view: 'done' })).list.map((one) => one.todoId)).toContain(todoId)
    const again = await w.ask('PUT', '/reopen', { body: { todoId, reason: '少了碘伏' } })
    expect(again.data).toMatchObject({ state: 'OPEN', doneAt: null })
  })

  test('handed on with its reason; every hand stays, and who gave it is told', async () => {
    const { todoId } = await given({ title: '转一手' })
    const hand = (assigneeId: string, token: string, reason = '今天调休') =>
      w.ask('PUT', '/hand', { token, body: { todoId, assigneeId, reason } })
    expect(await hand(w.ids.nurse, w.nurse)).toMatchObject({ status: INVALID, data: { field: 'assigneeId' } })
    expect(await hand(w.ids.clerk, w.nurse, ' ')).toMatchObject({ status: INVALID, data: { field: 'reason' } })
    const { data } = await hand(w.ids.clerk, w.nurse)
    expect(data).toMatchObject({ assigneeName: '刘敏', state: 'OPEN', can: ['comment'] })
    expect(data.entries.at(-1)).toMatchObject({
      kind: 'HANDED',
      fromName: '李晓梅',
      toName: '刘敏',
      content: '今天调休',
    })
    expect((await w.messages(w.ids.clerk))[0]).toMatchObject({ title: '李晓梅转给您一项待办：转一手' })
    expect((await w.messages(w.ids.head))[0]).toMatchObject({ title: '待办“转一手”由李晓梅转给了刘敏' })
    expect((await list({ view: 'handed' })).list.map((one) => one.todoId)).toContain(todoId)
    // Out of her hands she may look and speak, and nothing else.
    expect(await w.ask('PUT', '/finish', { token: w.nurse, body: { todoId, note: '好' } })).toMatchObject({
      status: NO_PERMISSION,
    })
    await expect(
      w.sql('update todo_entry set content = $2 where org_id = $1 and todo_id = $3', [DEMO_ORG, '改', todoId]),
    ).rejects.toThrow(/stay/)
  })

  test('two who finish at once: one is told that it is done', async () => {
    const { todoId } = await given({ steps: [] })
    const finish = (token: string) => w.ask('PUT', '/finish', { token, body: { todoId } })
    const both = await Promise.all([finish(w.head), finish(w.nurse)])
    expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, STATE])
  })

  test('two who change it: the second learns who was first', async () => {
    const { todoId, version } = await given()
    expect((await w.ask('PUT', '', { body: { todoId, version, title: '改过一次' } })).status).toBe(200)
    expect(await w.ask('PUT', '', { body: { todoId, version, title: '再改' } })).toMatchObject({
      status: CHANGED,
      desc: expect.stringContaining('何静'),
    })
  })

  test('what is not sent stays, null empties, kept steps stay ticked', async () => {
    const { todoId, stepRows } = await given({ content: '说明', dueTime: '09:00' })
    await w.ask('PUT', '/step', { body: { todoId, stepId: stepRows[0]!.stepId, done: true } })
    const kept = await w.ask('PUT', '', {
      body: { todoId, steps: [{ stepId: stepRows[0]!.stepId, title: '一（改）' }, { title: '三' }] },
    })
    expect(kept.data).toMatchObject({ content: '说明', dueAt: `${tomorrow()} 09:00:00`, steps: 2, stepsDone: 1 })
    expect(kept.data.stepRows.map((one) => one.title)).toEqual(['一（改）', '三'])
    const emptied = await w.ask('PUT', '', { body: { todoId, content: null, dueDay: null, dueTime: null } })
    expect(emptied.data).toMatchObject({ content: null, dueAt: null })
    const moved = await w.ask('PUT', '/due', { body: { todoId, dueDay: tomorrow() } })
    expect(moved.data).toMatchObject({ dueAt: `${tomorrow()} 23:59:59`, dueTimed: false })
    expect(moved.data.entries.at(-1)).toMatchObject({ kind: 'DUE', content: `不限时间 改为 ${tomorrow()}` })
  })

  test('one’s own is deleted, one given to others is cancelled', async () => {
    const own = (await w.give({ title: '自己的' })).data
    expect((await w.ask('DELETE', '', { query: { todoId: own.todoId } })).status).toBe(200)
    expect((await w.ask('GET', `/${own.todoId}`)).status).toBe(NOT_FOUND)
    const { todoId } = await given()
    expect(await w.ask('DELETE', `/${todoId}`)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('请取消'),
    })
    expect(await w.ask('PUT', '/cancel', { token: w.nurse, body: { todoId, reason: '不想做' } })).toMatchObject({
      status: NO_PERMISSION,
    })
    const off = await w.ask('PUT', '/cancel', { body: { todoId, reason: '不用做了' } })
    expect(off.data).toMatchObject({ state: 'CANCELLED' })
    expect((await w.messages(w.ids.nurse))[0]).toMatchObject({ title: expect.stringContaining('取消了待办') })
  })
})

describe('who sees it', () => {
  test('whoever has to do with it; those who lead see their people’s; others find nothing', async () => {
    const { todoId } = (await w.give({ assigneeId: w.ids.nurse, title: '谁看得到' })).data
    expect((await w.ask('GET', `/${todoId}`, { token: w.nurse })).status).toBe(200)
    expect((await w.ask('GET', `/${todoId}`, { token: w.clerk })).status).toBe(NOT_FOUND)
    for (const path of ['/start', '/finish']) {
      expect((await w.ask('PUT', path, { token: w.clerk, body: { todoId } })).status).toBe(NOT_FOUND)
    }
    expect((await w.ask('POST', '/comment', { token: w.clerk, body: { todoId, content: '路过' } })).status).toBe(
      NOT_FOUND,
    )
    expect((await list({ keyword: '谁看得到' }, w.clerk)).total).toBe(0)
    expect((await list({ view: 'all' }, w.clerk)).total).toBe(0)
    expect((await list({ view: 'all', keyword: '谁看得到' }, w.admin)).total).toBe(1)
    expect((await w.ask('GET', '/lead', { token: w.clerk })).status).toBe(NO_PERMISSION)
    // Whoever leads hands it on when somebody is away.
    const handed = await w.ask('PUT', '/hand', {
      token: w.admin,
      body: { todoId, assigneeId: w.ids.clerk, reason: '请假' },
    })
    expect(handed.data).toMatchObject({ assigneeName: '刘敏' })
  })

  test('a resident is named to those who see this resident', async () => {
    const [far] = await w.sql<{ id: string; name: string }>(
      `select o.oldman_id as id, o.oldman_name as name from oldman o where o.org_id = $1 and o.status = 1 and o.dept_id is not null
         and not exists (select from employee_data_dept d where d.org_id = o.org_id and d.emp_id = $2 and d.dept_id = o.dept_id) limit 1`,
      [DEMO_ORG, w.ids.nurse],
    )
    const { data } = await w.give({ assigneeId: w.ids.nurse, oldmanId: far!.id, title: '看望' })
    expect(data).toMatchObject({ oldmanName: far!.name })
    const seen = await w.ask('GET', `/${data.todoId}`, { token: w.nurse })
    expect(seen.data).toMatchObject({ oldmanId: null, oldmanName: null })
    expect((await list({ oldmanId: far!.id })).total).toBe(0)
    expect((await w.give({ oldmanId: far!.id }, w.nurse)).status).toBe(NOT_FOUND)
    const { todoId } = (await w.give({ title: '自己的' }, w.nurse)).data
    const changed = await w.ask('PUT', '', { token: w.nurse, body: { todoId, oldmanId: far!.id } })
    expect(changed.status).toBe(NOT_FOUND)
  })
})

describe('the bench and this page', () => {
  test('never differ: the areas’ figures are the same, one’s own equal the list', async () => {
    for (const token of [w.head, w.nurse, w.clerk, w.admin, w.keeper]) {
      const shown = await bench(token)
      const areas = (await w.ask<WaitingData[]>('GET', '/areas', { token })).data
      expect(areas).toEqual(shown.filter((one) => one.key !== 'myTodo'))
      const mine = shown.find((one) => one.key === 'myTodo')!
      expect(mine.count).toBe((await list({ view: 'mine' }, token)).total)
      expect(mine.group).toBe('行政')
    }
  })

  test('what is late is counted apart, and an act moves the figure at once', async () => {
    const own = async () => (await bench(w.nurse)).find((one) => one.key === 'myTodo')!
    const before = await own()
    const { data } = await w.give({ assigneeId: w.ids.nurse })
    await w.sql(
      `update todo set due_at = now() - interval '1 hour', due_timed = true where org_id = $1 and todo_id = $2`,
      [DEMO_ORG, data.todoId],
    )
    expect(await own()).toMatchObject({ count: before.count + 1, late: before.late + 1 })
    expect((await list({ view: 'overdue' })).list.map((one) => one.todoId)).toContain(data.todoId)
    await w.ask('PUT', '/finish', { token: w.nurse, body: { todoId: data.todoId } })
    expect(await own()).toMatchObject({ count: before.count, late: before.late })
  })

  test('every tab counts what its list shows', async () => {
    for (const token of [w.head, w.nurse, w.admin]) {
      for (const [view, count] of Object.entries(await counts(token))) {
        expect((await list({ view }, token)).total, view).toBe(count)
      }
    }
    expect(Object.keys(await counts(w.nurse))).not.toContain('all')
    expect(Object.keys(await counts(w.head))).toContain('all')
  })
})

describe('a to-do of an area', () => {
  const inTx = <T>(work: Parameters<typeof systemTransaction<T>>[4]) =>
    systemTransaction(w.product.app, DEMO_ORG, '试', '试', work)
  const wanted = (key: string, more: Partial<AreaTodo> = {}): AreaTodo => ({
    key,
    title: '加装床栏',
    assigneeId: w.ids.nurse,
    due: tomorrow(),
    source: '不良事件整改',
    route: '/administration/adverseEvent/records',
    ...more,
  })

  test('is one for one key, also when opened twice at the same moment', async () => {
    const key = `试.${newId()}`
    const ids = await Promise.all([inTx((tx) => openTodo(tx, wanted(key))), inTx((tx) => openTodo(tx, wanted(key)))])
    expect(ids[0]).toBe(ids[1])
    const rows = await w.sql('select 1 from todo where org_id = $1 and key = $2', [DEMO_ORG, key])
    expect(rows).toHaveLength(1)
  })

  test('is closed by its area alone, follows it to another person, and is opened again', async () => {
    const key = `试.${newId()}`
    const todoId = await inTx((tx) => openTodo(tx, wanted(key)))
    const get = async (token = w.nurse) => (await w.ask<TodoDetailData>('GET', `/${todoId}`, { token })).data
    expect(await get()).toMatchObject({ creatorName: null, source: '不良事件整改', can: ['start', 'tick', 'comment'] })
    expect(await w.ask('PUT', '/finish', { token: w.nurse, body: { todoId } })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('不良事件整改'),
    })
    expect((await w.messages(w.ids.nurse))[0]).toMatchObject({ title: '不良事件整改：加装床栏', kind: 'task' })
    await inTx((tx) => openTodo(tx, wanted(key, { assigneeId: w.ids.clerk })))
    expect(await get(w.clerk)).toMatchObject({ assigneeName: '刘敏', state: 'OPEN' })
    await inTx((tx) => closeTodo(tx, key, { note: '已加装' }))
    expect(await get(w.clerk)).toMatchObject({ state: 'DONE' })
    await inTx((tx) => closeTodo(tx, key))
    await inTx((tx) => openTodo(tx, wanted(key, { assigneeId: w.ids.clerk })))
    const again = await get(w.clerk)
    expect(again).toMatchObject({ state: 'OPEN', doneAt: null })
    expect(again.entries.map((one) => one.kind)).toEqual(['MADE', 'HANDED', 'DONE', 'REOPENED'])
    await inTx((tx) => closeTodo(tx, `试.${newId()}`))
  })
})

test('who leaves is named with what is open', async () => {
  await w.give({ assigneeId: w.ids.clerk, title: '还没做完' })
  const answer = await w.product.ask('DELETE', '/passport/web-rbac/users', {
    token: w.admin,
    body: { userIds: w.ids.clerk },
  })
  expect(answer.status).toBe(refusals.IN_USE[0])
  expect(answer.desc).toMatch(/\d+ 项未办结的待办/)
})
