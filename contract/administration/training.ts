// Trainings: planned for people, signed in to by list or by the code on the screen, examined, certified, and counted as hours.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  dateTime,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { StaffType } from '#contract/platform/user'
import { SignWay, TrainingState, TrainingType } from './trainingWords.ts'

export const TRAINING_NEEDS = {
  list: 'administration:training:list',
  edit: 'administration:training:edit',
} as const
export const READ_TRAININGS = `${TRAINING_NEEDS.list}|${TRAINING_NEEDS.edit}`

/** The code on the screen is another one every so many seconds. */
export const CODE_SECONDS = 30
export const MOST_MATERIAL = 20

/** What the code on the screen says: the phone page, which signs in with it. Behind the # nothing reaches a server's log. */
export const signAddress = (origin: string, code: string) => `${origin}/staff.html#/sign/${code}`

/** How somebody stands against the hours that are due. */
export const HoursState = options('HoursState', '达标情况', [
  ['SHORT', ['未达标', 'amber']],
  ['REACHED', ['已达标', 'green']],
  ['NONE', ['无要求', 'grey']],
])

export const PersonPart = options('PersonPart', '人员', [
  ['UNSIGNED', ['未签到', 'amber']],
  ['SIGNED', ['已签到', 'teal']],
  ['PASSED', ['合格', 'green']],
  ['FAILED', ['不合格', 'red']],
])

const Row = obj({
  trainingId: str(),
  type: TrainingType.schema,
  title: str('培训主题'),
  state: TrainingState.schema,
  startAt: str('开始时间'),
  endAt: str('结束时间'),
  creditHours: num('学时'),
  place: nul(str('地点')),
  teacher: nul(str('讲师')),
  /** Null: no examination. */
  passScore: nul(int('合格分')),
  certificate: nul(str('证书名称')),
  walkIn: bool('名单外的同事可签到'),
  people: int('应到'),
  signed: int('已签到'),
  passed: int('合格'),
  fileCount: int('资料'),
  cancelReason: nul(str('取消原因')),
  deptName: nul(str('组织部门')),
  createdName: nul(str('创建人')),
  createTime: str('创建时间'),
  version: int(),
  can: list(str()),
})
export type TrainingRowData = Static<typeof Row>

const Detail = merge(Row, obj({ content: nul(str('培训内容')), files: list(str('资料')) }))
export type TrainingData = Static<typeof Detail>

const Person = obj({
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  signedAt: nul(str('签到时间')),
  signWay: nul(SignWay.schema),
  signedByName: nul(str('登记人')),
  score: nul(int('成绩')),
  /** Null: not decided yet. */
  passed: nul(bool('合格')),
  /** What was decided is not what the score says. */
  byHand: bool('手工判定'),
  certificateNo: nul(str('证书编号')),
  remark: nul(str('备注')),
  version: int(),
})
export type TrainingPersonData = Static<typeof Person>

const Own = obj({
  trainingId: str(),
  type: TrainingType.schema,
  title: str('培训主题'),
  state: TrainingState.schema,
  startAt: str('开始时间'),
  endAt: str('结束时间'),
  creditHours: num('学时'),
  place: nul(str('地点')),
  teacher: nul(str('讲师')),
  content: nul(str('培训内容')),
  files: list(str('资料')),
  cancelReason: nul(str('取消原因')),
  signedAt: nul(str('签到时间')),
  passScore: nul(int('合格分')),
  score: nul(int('成绩')),
  passed: nul(bool('合格')),
  certificateNo: nul(str('证书编号')),
  /** It runs, and the caller has not signed in. */
  toSign: bool('待签到'),
})
export type OwnTrainingData = Static<typeof Own>

const Hours = obj({
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  empType: nul(StaffType.schema),
  /** Null: nothing is due. */
  dueHours: nul(num('应修学时')),
  hours: num('已修学时'),
  times: int('参加次数'),
  missing: num('还差学时'),
  standing: HoursState.schema,
})
export type TrainingHoursData = Static<typeof Hours>

const HoursLine = obj({
  trainingId: str(),
  type: TrainingType.schema,
  title: str('培训主题'),
  startAt: str('开始时间'),
  hours: num('学时'),
  score: nul(int('成绩')),
  certificateNo: nul(str('证书编号')),
})
export type TrainingHoursLine = Static<typeof HoursLine>

const Due = obj({ empType: StaffType.schema, hours: nul(int('每年应修学时')), version: int() })
export type TrainingDueData = Static<typeof Due>

const some = { pattern: /\S/, hint: '不能为空' } as const

const fields = {
  type: TrainingType.schema,
  title: text('培训主题', { max: 100, ...some }),
  startAt: dateTime('开始时间'),
  endAt: dateTime('结束时间'),
  creditHours: num('学时', { min: 0.1, max: 100 }),
  place: opt(text('地点', { max: 100 })),
  teacher: opt(text('讲师', { max: 50 })),
  content: opt(text('培训内容', { max: 4_000 })),
  /** Empty: no examination. */
  passScore: opt(int('合格分', { min: 0, max: 100 })),
  /** Empty: nobody gets a certificate. */
  certificate: opt(text('证书名称', { max: 50 })),
  walkIn: opt(bool('名单外的同事可签到')),
  files: opt(list(fileAddress('资料'), MOST_MATERIAL)),
}

const whom = {
  deptIds: opt(list(id('部门', { of: 'dept' }), 500)),
  jobIds: opt(list(id('岗位', { of: 'staffPost' }), 500)),
  userIds: opt(list(id('人员', { of: 'account' }), 2_000)),
}

const trainingId = id('培训', { of: 'training' })
const empIds = list(id('人员', { of: 'account' }), 2_000)
const year = opt(int('年份', { min: 2000, max: 2200 }))
const version = opt(int())
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const act = { needs: TRAINING_NEEDS.edit, data: Detail, refuses, repeatable: true } as const
const move = obj({ trainingId, version })

const BASE = '/pims/web-org/training'

export const training = noun('administration', 'training', {
  title: '培训',
  calls: {
    list: call.get(BASE, {
      needs: READ_TRAININGS,
      act: '培训记录',
      codeNames: {
        [TRAINING_NEEDS.list]: '查看培训记录和学时',
        [TRAINING_NEEDS.edit]: '安排培训、登记签到和成绩',
      },
      query: pageQuery({
        keyword: opt(str('主题、讲师或地点')),
        type: opt(TrainingType.schema),
        state: opt(TrainingState.schema),
        /** Somebody who is on its list. */
        empId: opt(named('account', '参加人')),
        startDate: opt(str('日期从')),
        endDate: opt(str('日期到')),
      }),
      data: pageOf(Row),
    }),
    add: call.post(BASE, { ...act, act: '安排培训', body: obj({ ...fields, ...whom }) }),
    save: call.put(BASE, {
      ...act,
      act: '修改培训',
      aliases: [`${BASE}/{trainingId}`],
      body: obj({ trainingId: opt(trainingId), ...fields, version }),
    }),
    start: call.put(`${BASE}/start`, { ...act, act: '开始签到', body: move }),
    finish: call.put(`${BASE}/finish`, { ...act, act: '结束培训', body: move }),
    reopen: call.put(`${BASE}/reopen`, {
      ...act,
      act: '重新打开培训',
      body: obj({ trainingId, reason: text('重新打开的原因', { max: 200, ...some }), version }),
    }),
    cancel: call.put(`${BASE}/cancel`, {
      ...act,
      act: '取消培训',
      body: obj({ trainingId, reason: text('取消原因', { max: 200, ...some }), version }),
    }),
    people: call.get(`${BASE}/people`, {
      needs: READ_TRAININGS,
      act: '培训人员',
      query: pageQuery({ trainingId, keyword: opt(str('姓名')), part: opt(PersonPart.schema) }),
      data: pageOf(Person),
      refuses: ['NOT_FOUND'],
    }),
    invite: call.post(`${BASE}/people`, { ...act, act: '添加培训人员', body: obj({ trainingId, ...whom }) }),
    /** Whoever has signed in stays on the list. */
    uninvite: call.put(`${BASE}/people/remove`, { ...act, act: '移出培训人员', body: obj({ trainingId, empIds }) }),
    signList: call.put(`${BASE}/signList`, {
      ...act,
      act: '登记培训签到',
      body: obj({ trainingId, empIds, signed: bool('已签到') }),
    }),
    scores: call.put(`${BASE}/scores`, {
      ...act,
      act: '录入培训成绩',
      body: obj({
        trainingId,
        rows: list(
          obj({
            empId: id('人员', { of: 'account' }),
            score: opt(int('成绩', { min: 0, max: 100 })),
            /** Empty: as the score says. */
            passed: opt(bool('合格')),
            remark: opt(text('备注', { max: 100 })),
            version,
          }),
          2_000,
        ),
      }),
    }),
    /** For the screen in the room; another one every half minute. */
    code: call.get(`${BASE}/code`, {
      needs: TRAINING_NEEDS.edit,
      act: '培训签到码',
      query: obj({ trainingId }),
      data: obj({
        title: str(),
        place: nul(str()),
        code: str('签到码'),
        seconds: int('剩余秒数'),
        signed: int('已签到'),
        people: int('应到'),
        latest: list(obj({ empName: str(), signedAt: str() })),
      }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** One signs in for oneself. Without a training the code says which. */
    sign: call.post(`${BASE}/sign`, {
      needs: 'signedIn',
      act: '培训签到',
      body: obj({
        trainingId: opt(trainingId),
        code: text('签到码', { max: 6, pattern: /^\d{6}$/, hint: '应为 6 位数字' }),
      }),
      data: obj({ trainingId: str(), title: str('培训'), signedAt: str('签到时间'), again: bool('已签过') }),
      refuses: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
      repeatable: true,
    }),
    /** One's own trainings of a year, with what is due. */
    mine: call.get(`${BASE}/mine`, {
      needs: 'signedIn',
      act: '我的培训',
      query: obj({ year }),
      data: obj({ year: int(), hours: num('已修学时'), dueHours: nul(num('应修学时')), rows: list(Own) }),
    }),
    hours: call.get(`${BASE}/hours`, {
      needs: READ_TRAININGS,
      act: '学时统计',
      query: pageQuery({
        year,
        keyword: opt(str('姓名')),
        deptId: opt(named('dept', '部门')),
        empType: opt(StaffType.schema),
        standing: opt(HoursState.schema),
      }),
      data: pageOf(Hours),
    }),
    hoursOf: call.get(`${BASE}/hours/{empId}`, {
      needs: READ_TRAININGS,
      act: '个人学时明细',
      query: obj({ year }),
      data: merge(Hours, obj({ year: int(), rows: list(HoursLine) })),
      refuses: ['NOT_FOUND'],
    }),
    due: call.get(`${BASE}/due`, { needs: READ_TRAININGS, act: '每年应修学时', data: list(Due) }),
    saveDue: call.put(`${BASE}/due`, {
      needs: TRAINING_NEEDS.edit,
      act: '设置每年应修学时',
      body: obj({
        rows: list(
          obj({ empType: StaffType.schema, hours: opt(int('每年应修学时', { min: 0, max: 2_000 })), version }),
          20,
        ),
      }),
      data: list(Due),
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
    get: call.get(`${BASE}/{trainingId}`, {
      needs: READ_TRAININGS,
      act: '培训详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{trainingId}`, {
      needs: TRAINING_NEEDS.edit,
      act: '删除培训',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT'],
    }),
  },
  events: {
    /** A training was planned, changed, moved, or its people are others. Carries no words. */
    changed: event('administration.training.changed', { needs: 'signedIn', payload: obj({ trainingId: str() }) }),
    /** Somebody signed in: the screen in the room counts along. */
    signed: event('administration.training.signed', {
      needs: READ_TRAININGS,
      payload: obj({ trainingId: str() }),
      watched: true,
    }),
  },
  pages: {
    records: {
      path: '/administration/training/records',
      title: '培训记录',
      tab: true,
      needs: READ_TRAININGS,
      ahead: 'list',
      menu: { rail: 'administration', group: '人事', order: 46 },
    },
    hours: {
      path: '/administration/training/hours',
      title: '学时统计',
      tab: true,
      needs: READ_TRAININGS,
      ahead: 'hours',
      menu: { rail: 'administration', group: '人事', order: 47 },
    },
    /** For the screen in the room. */
    signIn: {
      path: '/administration/training/signIn',
      title: '培训签到',
      tab: false,
      covers: true,
      needs: TRAINING_NEEDS.edit,
    },
    mine: {
      path: '/administration/training/mine',
      title: '我的培训',
      tab: true,
      needs: 'signedIn',
      ahead: 'mine',
      menu: { rail: 'bench', group: '我的', order: 15 },
    },
  },
})
