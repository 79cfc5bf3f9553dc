// To-dos: what areas count for a person, as the work bench does, and what people give to themselves and to each other.
import { Waiting } from '#contract/home/bench'
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { MOST_STEPS, todoNeeds as NEEDS, TodoEntryKind, TodoPriority, TodoState, TodoView } from './todoWords.ts'

const Row = obj({
  todoId: str(),
  title: str('待办事项'),
  state: TodoState.schema,
  priority: TodoPriority.schema,
  /** The last moment; of a day without a time its end. */
  dueAt: nul(str('截止时间')),
  dueTimed: bool('有具体时间'),
  overdue: bool('已逾期'),
  creatorId: nul(str()),
  /** Null: an area opened it. */
  creatorName: nul(str('交办人')),
  assigneeId: str(),
  assigneeName: str('负责人'),
  /** What an area calls the origin: 不良事件整改. */
  source: nul(str('来源')),
  route: nul(str()),
  /** Only for those who see this resident. */
  oldmanId: nul(str()),
  oldmanName: nul(str('相关老人')),
  steps: int('步骤'),
  stepsDone: int('完成步骤'),
  comments: int('留言'),
  createTime: str('创建时间'),
  doneAt: nul(str('办结时间')),
  can: list(str()),
  version: int(),
})
export type TodoRowData = Static<typeof Row>

const Step = obj({
  stepId: str(),
  title: str('步骤'),
  doneAt: nul(str('完成时间')),
  doneName: nul(str('完成人')),
})
export type TodoStepData = Static<typeof Step>

const Entry = obj({
  entryId: str(),
  kind: TodoEntryKind.schema,
  content: nul(str('说明')),
  fromName: nul(str('转出人')),
  toName: nul(str('转入人')),
  userName: str('操作人'),
  at: str('时间'),
})
export type TodoEntryData = Static<typeof Entry>

const Detail = merge(Row, obj({ content: nul(str('内容')), stepRows: list(Step), entries: list(Entry) }))
export type TodoDetailData = Static<typeof Detail>

const Person = obj({ userId: str(), name: str('姓名'), deptName: nul(str('部门')) })
export type TodoPersonData = Static<typeof Person>

const some = { pattern: /\S/, hint: '不能为空' } as const

const fields = {
  title: text('待办事项', { max: 100, ...some }),
  content: opt(text('内容', { max: 2000 })),
  priority: opt(TodoPriority.schema),
  dueDay: opt(date('截止日期')),
  /** Without it the whole day. */
  dueTime: opt(text('截止时间', { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为 时:分，如 14:30' })),
  oldmanId: opt(id('相关老人', { of: 'resident' })),
  steps: opt(
    list(obj({ stepId: opt(id('步骤', { of: 'todoStep' })), title: text('步骤', { max: 100, ...some }) }), MOST_STEPS),
  ),
}

const filters = {
  view: opt(TodoView.schema),
  keyword: opt(str('待办事项')),
  state: opt(TodoState.schema),
  priority: opt(TodoPriority.schema),
  assigneeId: opt(named('account', '负责人')),
  oldmanId: opt(named('resident', '相关老人')),
  dueFrom: opt(str('截止时间从')),
  dueTo: opt(str('截止时间到')),
}

const todoId = id('待办', { of: 'todo' })
const version = opt(int())
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const
const act = { needs: NEEDS.list, data: Detail, refuses, repeatable: true } as const

const BASE = '/pims/web-org/msg/todo'

export const todo = noun('administration', 'todo', {
  title: '待办事项',
  calls: {
    list: call.get(BASE, { needs: NEEDS.list, act: '待办列表', query: pageQuery(filters), data: pageOf(Row) }),
    counts: call.get(`${BASE}/counts`, {
      needs: NEEDS.list,
      act: '各类待办数',
      query: obj(filters),
      data: list(obj({ view: TodoView.schema, count: int() })),
    }),
    /** What the areas count for this person: the very figures of the work bench. */
    areas: call.get(`${BASE}/areas`, { needs: NEEDS.list, act: '业务待办', data: list(Waiting) }),
    /** Colleagues something can be given to: names and departments, nothing else. */
    people: call.get(`${BASE}/people`, {
      needs: NEEDS.list,
      act: '可交办的同事',
      query: obj({ keyword: opt(str('姓名')) }),
      data: list(Person),
    }),
    get: call.get(`${BASE}/{todoId}`, { needs: NEEDS.list, act: '待办详情', data: Detail, refuses: ['NOT_FOUND'] }),
    add: call.post(BASE, {
      ...act,
      act: '新建待办',
      body: obj({
        /** The caller unless told. */
        assigneeId: opt(id('负责人', { of: 'account' })),
        ...fields,
      }),
    }),
    /** Fields that are not sent stay; null empties one. */
    save: call.put(BASE, {
      ...act,
      act: '修改待办',
      aliases: [`${BASE}/{todoId}`],
      body: obj({ todoId: opt(todoId), ...fields, title: opt(fields.title), version }),
    }),
    start: call.put(`${BASE}/start`, { ...act, act: '开始办理待办', body: obj({ todoId, version }) }),
    finish: call.put(`${BASE}/finish`, {
      ...act,
      act: '完成待办',
      body: obj({ todoId, note: opt(text('办理结果', { max: 500 })), version }),
    }),
    cancel: call.put(`${BASE}/cancel`, {
      ...act,
      act: '取消待办',
      body: obj({ todoId, reason: text('取消原因', { max: 200, ...some }), version }),
    }),
    reopen: call.put(`${BASE}/reopen`, {
      ...act,
      act: '重新打开待办',
      body: obj({ todoId, reason: text('重新打开的原因', { max: 200, ...some }), version }),
    }),
    hand: call.put(`${BASE}/hand`, {
      ...act,
      act: '转交待办',
      body: obj({
        todoId,
        assigneeId: id('转交给', { of: 'account' }),
        reason: text('转交原因', { max: 200, ...some }),
        version,
      }),
    }),
    due: call.put(`${BASE}/due`, {
      ...act,
      act: '待办改期',
      body: obj({ todoId, dueDay: date('截止日期'), dueTime: fields.dueTime, version }),
    }),
    tick: call.put(`${BASE}/step`, {
      ...act,
      act: '勾选待办步骤',
      body: obj({ todoId, stepId: id('步骤', { of: 'todoStep' }), done: bool('已完成') }),
    }),
    comment: call.post(`${BASE}/comment`, {
      ...act,
      act: '待办留言',
      body: obj({ todoId, content: text('留言', { max: 500, ...some }) }),
    }),
    remove: call.delete(BASE, {
      needs: NEEDS.list,
      act: '删除待办',
      aliases: [`${BASE}/{todoId}`],
      // Clients put what they send with a deletion into the address or into a form body.
      query: obj({ todoId: opt(todoId) }),
      body: obj({ todoId: opt(todoId) }),
      data: nothing(),
      refuses,
    }),
    /** Every to-do of the people one leads; the permission alone is named here, for the list asks for it by its view. */
    lead: call.get(`${BASE}/lead`, {
      needs: NEEDS.manage,
      act: '部门待办人数',
      data: list(obj({ userId: str(), name: str('姓名'), open: int('未办结'), overdue: int('已逾期') })),
    }),
  },
  events: {
    /** Something of it is otherwise; goes to those who have to do with it. Carries no words. */
    changed: event('administration.todo.changed', { needs: NEEDS.list, payload: obj({ todoId: str() }) }),
  },
  pages: {
    list: {
      path: '/administration/msg/todo',
      title: '待办事项',
      tab: true,
      needs: NEEDS.list,
      ahead: { call: 'list', start: { view: 'mine' } },
      menu: { rail: 'administration', group: '消息', order: 12 },
    },
  },
})
