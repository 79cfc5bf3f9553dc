// Reminders: what is due, made from what the areas know (their sources and the rules of the house) or set by people for
// themselves and others. One is open until it is dealt with, ignored with a reason, or its cause is gone.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { RemindType } from '#contract/kit/remindType'
import {
  bool,
  date,
  dateTime,
  id,
  int,
  list,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'

export const REMIND_NEEDS = {
  list: 'administration:remind:list',
  edit: 'administration:remind:edit',
  rule: 'administration:remind:rule',
} as const
const NEEDS = REMIND_NEEDS

export const RemindState = options('RemindState', '提醒状态', [
  [0, 'waiting', ['待处理', 'amber']],
  [1, 'done', ['已处理', 'green']],
  [2, 'ignored', ['已忽略', 'grey']],
])
export type RemindStateValue = (typeof RemindState.list)[number]['value']
const { waiting, done, ignored } = RemindState.is

export const remindMoves = machine<RemindStateValue>()({
  done: { from: [waiting], to: done, title: '标为已处理', needs: NEEDS.edit },
  ignore: { from: [waiting], to: ignored, title: '忽略', needs: NEEDS.edit },
  undo: { from: [done, ignored], to: waiting, title: '恢复为待处理', needs: NEEDS.edit },
})
export type RemindMove = keyof typeof remindMoves.moves
/** The move that leads to a state, as editStatus names it. */
export const moveTo: Readonly<Record<RemindStateValue, RemindMove>> = { 0: 'undo', 1: 'done', 2: 'ignore' }

export const RemindRepeat = options('RemindRepeat', '重复', [
  ['ONCE', '不重复'],
  ['DAILY', '每天'],
  ['WEEKLY', '每周'],
  ['MONTHLY', '每月'],
  ['YEARLY', '每年'],
])
export type RemindRepeatValue = (typeof RemindRepeat.list)[number]['value']

/** How soon: filters of the list. */
export const RemindDue = options('RemindDue', '到期情况', [
  ['late', ['已过期', 'red']],
  ['today', ['今天', 'amber']],
  ['week', ['7 天内', 'blue']],
])

export const RemindAct = options('RemindAct', '提醒经过', [
  ['DONE', ['已处理', 'green']],
  ['IGNORED', ['已忽略', 'grey']],
  ['UNDONE', ['恢复为待处理', 'amber']],
  ['CLOSED', ['自动关闭', 'green']],
  ['REOPENED', ['重新出现', 'amber']],
  ['CHANGED', ['修改内容', 'slate']],
])

/** Further ahead nobody is reminded. */
export const MOST_AHEAD = 180
/** People that one person's reminder is for. */
export const MOST_PEOPLE = 50

const Row = obj({
  remindId: str(),
  /** The key of its source, or own. */
  source: str(),
  sourceName: str('提醒事项'),
  type: RemindType.schema,
  title: str('内容'),
  content: nul(str('说明')),
  oldmanId: nul(str()),
  oldmanName: nul(str('老人')),
  bedPath: nul(str('床位')),
  deptName: nul(str('部门')),
  dueTime: str('到期时间'),
  /** Days until then; negative when past. */
  daysLeft: int('剩余天数'),
  status: RemindState.schema,
  reason: nul(str('处理说明')),
  /** Its cause was gone: nobody had to do anything. */
  bySystem: bool('自动关闭'),
  dealtName: nul(str('处理人')),
  dealtTime: nul(str('处理时间')),
  toldTime: nul(str('最近通知')),
  toldTimes: int('通知次数'),
  /** Where it is dealt with, for whoever may. */
  act: nul(obj({ title: str(), route: str() })),
  /** Of own ones. */
  repeat: nul(RemindRepeat.schema),
  people: nul(str('提醒谁')),
  createName: nul(str('创建人')),
  can: list(str()),
  version: int(),
  createTime: str('生成时间'),
})
export type RemindRowData = Static<typeof Row>

const Detail = obj({
  ...Row.properties,
  /** Of own ones: how it repeats, and the next days. */
  series: nul(
    obj({
      firstTime: str(),
      repeat: RemindRepeat.schema,
      interval: int(),
      endDate: nul(str()),
      aheadDays: int(),
      users: list(obj({ userId: str(), name: str() })),
      next: list(str()),
      mine: bool(),
      version: int(),
    }),
  ),
  history: list(
    obj({
      entryId: str(),
      act: RemindAct.schema,
      reason: nul(str()),
      name: nul(str()),
      time: str(),
    }),
  ),
})
export type RemindDetailData = Static<typeof Detail>

const filters = {
  keyword: opt(str('内容或老人')),
  status: opt(RemindState.schema),
  type: opt(RemindType.schema),
  source: opt(str('提醒事项')),
  oldmanId: opt(named('resident', '老人')),
  due: opt(RemindDue.schema),
  /** 1: what I set myself or what is set for me by name, also what is still to come. */
  mine: opt(int('我的提醒', { min: 0, max: 1 })),
  startDate: opt(date('到期从')),
  endDate: opt(date('到期到')),
}

const Counts = obj({
  waiting: int('待处理'),
  late: int('已过期'),
  today: int('今天到期'),
  mine: int('我的提醒'),
  types: list(obj({ type: RemindType.schema, name: str(), count: int(), late: int() })),
})
export type RemindCountsData = Static<typeof Counts>

const ownFields = {
  title: text('提醒内容', { max: 100, pattern: /\S/, hint: '不能为空' }),
  content: opt(text('说明', { max: 500 })),
  oldmanId: opt(id('关联老人', { of: 'resident' })),
  dueTime: dateTime('提醒时间'),
  repeat: opt(RemindRepeat.schema),
  /** Every so many days, weeks, months or years. */
  interval: opt(int('间隔', { min: 1, max: 99 })),
  /** The last day of a repeated one. */
  endDate: opt(date('重复到')),
  aheadDays: opt(int('提前天数', { min: 0, max: 90 })),
  /** Nobody named: oneself. */
  userIds: opt(list(id('提醒谁', { of: 'account' }), MOST_PEOPLE)),
}

const Rule = obj({
  source: str(),
  title: str('提醒事项'),
  type: RemindType.schema,
  enabled: bool('启用'),
  leads: list(int()),
  /** The days the product or another setting uses while the house has set none. */
  usualLeads: list(int()),
  repeatDays: nul(int('到期后每几天再通知')),
  /** Whoever may do the act is told. */
  holders: bool('通知有权办理的人'),
  bell: bool('消息提醒'),
  sms: bool('短信'),
  roles: list(obj({ id: str(), name: str() })),
  posts: list(obj({ id: str(), name: str() })),
  users: list(obj({ id: str(), name: str() })),
  /** It becomes known at once in another way; here it is only listed. */
  toldElsewhere: nul(str()),
  /** The cause has no day of its own: it is noticed. */
  dated: bool(),
  what: str('何时提醒'),
  waiting: int('待处理'),
  /** False: the house uses what is usual. */
  changed: bool(),
  version: int(),
})
export type RemindRuleData = Static<typeof Rule>

const BASE = '/pims/web-org/reminds'
const reason = opt(text('处理说明', { max: 200 }))
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const names = { remindId: 'remind' } as const
const sourceNames = { source: { none: 'a kind of reminder, the same for every organisation' } } as const

export const remind = noun('administration', 'remind', {
  title: '提醒管理',
  calls: {
    list: call.get(BASE, { needs: NEEDS.list, act: '提醒列表', query: pageQuery(filters), data: pageOf(Row) }),
    counts: call.get(`${BASE}/counts`, { needs: NEEDS.list, act: '提醒数量', data: Counts }),
    rules: call.get(`${BASE}/rules`, { needs: NEEDS.rule, act: '提醒规则', data: list(Rule) }),
    choices: call.get(`${BASE}/rules/choices`, {
      needs: NEEDS.rule,
      act: '提醒规则可选的角色和岗位',
      data: obj({
        roles: list(obj({ id: str(), name: str() })),
        posts: list(obj({ id: str(), name: str() })),
      }),
    }),
    saveRule: call.put(`${BASE}/rules/{source}`, {
      needs: NEEDS.rule,
      act: '修改提醒规则',
      names: sourceNames,
      body: obj({
        enabled: bool('启用'),
        /** What is not sent stays as it is. */
        leads: opt(list(int('提前天数', { min: 0, max: MOST_AHEAD }), 6)),
        repeatDays: opt(int('到期后每几天再通知', { min: 1, max: 90 })),
        holders: opt(bool('通知有权办理的人')),
        bell: opt(bool('消息提醒')),
        sms: opt(bool('短信')),
        roleIds: opt(list(id('角色', { of: 'role' }), 30)),
        postIds: opt(list(id('岗位', { of: 'staffPost' }), 30)),
        userIds: opt(list(id('人员', { of: 'account' }), MOST_PEOPLE)),
        version: opt(int()),
      }),
      data: Rule,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    /** Back to what is usual. */
    resetRule: call.delete(`${BASE}/rules/{source}`, {
      needs: NEEDS.rule,
      act: '恢复默认提醒规则',
      names: sourceNames,
      data: Rule,
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{remindId}`, {
      needs: NEEDS.list,
      act: '提醒详情',
      names,
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: NEEDS.edit,
      act: '新增提醒',
      codeNames: { [NEEDS.list]: '查看提醒', [NEEDS.edit]: '新增和处理提醒', [NEEDS.rule]: '设置提醒规则' },
      body: obj(ownFields),
      data: Row,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    batch: call.put(`${BASE}/batch`, {
      needs: NEEDS.edit,
      act: '批量处理提醒',
      body: obj({
        remindIds: list(id('提醒', { of: 'remind' }), 500),
        status: RemindState.schema,
        reason,
      }),
      data: obj({ count: int() }),
      refuses,
    }),
    editStatus: call.put(`${BASE}/editStatus/{remindId}`, {
      needs: NEEDS.edit,
      act: '处理提醒',
      names,
      body: obj({ status: RemindState.schema, reason, version: opt(int()) }),
      data: Row,
      refuses,
    }),
    save: call.put(`${BASE}/{remindId}`, {
      needs: NEEDS.edit,
      act: '修改提醒',
      names,
      body: obj({ ...ownFields, version: opt(int()) }),
      data: Row,
      refuses,
    }),
    remove: call.delete(`${BASE}/{remindId}`, {
      needs: NEEDS.edit,
      act: '删除提醒',
      names,
      data: nothing(),
      refuses,
    }),
  },
  events: {
    /** Carries no names: lists and counts ask again. */
    changed: event('administration.remind.changed', { needs: NEEDS.list, payload: obj({ count: int() }) }),
  },
  pages: {
    list: {
      path: '/administration/info/remind',
      title: '提醒管理',
      tab: true,
      needs: NEEDS.list,
      ahead: { call: 'list', start: { status: waiting } },
      menu: { rail: 'administration', group: '消息', order: 30 },
    },
  },
})
