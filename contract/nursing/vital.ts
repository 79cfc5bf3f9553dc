// Vital signs: what was measured of an elder at one moment, what it means, and the abnormal ones followed until somebody
// has answered for them.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
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
import { ResidentMarks } from '#contract/live/resident'
import { CareTaskState } from './task.ts'
import {
  GlucoseTiming,
  IntakeKind,
  LimitPart,
  OutputKind,
  PressureArm,
  StoolShape,
  TemperatureSite,
  VITAL_FIELDS,
  type VitalField,
  VitalGrade,
  VitalSource,
  vitalFields,
} from './vitalKinds.ts'

export const VITAL_NEEDS = {
  list: 'nursing:vital:list',
  edit: 'nursing:vital:edit',
  limit: 'nursing:vital:limit',
  answer: 'nursing:vital:answer',
} as const
/** Whoever enters or answers may read. */
export const READ_VITALS = Object.values(VITAL_NEEDS).join('|')

/** Open: nobody has answered. Answered: somebody did, and wants it measured again. */
export const VitalAlertState = options('VitalAlertState', '处理状态', [
  ['OPEN', ['待处理', 'red']],
  ['ANSWERED', ['待复测', 'amber']],
  ['CLOSED', ['已结束', 'grey']],
])
/** What still waits for somebody. */
export const VITAL_WAITING = ['OPEN', 'ANSWERED'] as const

/** Within this time an abnormal value is measured again. */
export const RECHECK_MINUTES = 30
/** Later than this nobody remembers it: a paper of then is no measurement of today. */
export const LATEST_ENTRY_DAYS = 7

const byField = <S>(made: (title: string) => S) =>
  Object.fromEntries(VITAL_FIELDS.map((field) => [field, made(vitalFields[field].title)])) as Record<VitalField, S>
const typed = byField((title) => opt(num(title)))
const shown = byField((title) => nul(num(title)))

const Judged = obj({ field: str(), grade: VitalGrade.schema, text: str() })

const circumstances = {
  glucoseTiming: nul(GlucoseTiming.schema),
  site: nul(TemperatureSite.schema),
  arm: nul(PressureArm.schema),
  intakeKind: nul(IntakeKind.schema),
  outputKind: nul(OutputKind.schema),
  stoolShape: nul(StoolShape.schema),
}

const Point = obj({
  signId: str(),
  measuredAt: str('测量时间'),
  ...shown,
  ...circumstances,
  grade: VitalGrade.schema,
  judged: list(Judged),
  source: VitalSource.schema,
  workerName: nul(str('测量人')),
  remark: nul(str('备注')),
})
export type VitalPointData = Static<typeof Point>

const Place = { bedPath: nul(str('床位')), deptName: nul(str('部门')) }

const Sign = merge(
  merge(obj({ ...ResidentMarks.properties, ...Place }), Point),
  obj({
    /** 血压 128/76，体温 36.5 … */
    words: str('测量值'),
    recordedAt: str('录入时间'),
    deviceNo: nul(str('设备')),
    alertId: nul(str()),
    alertState: nul(VitalAlertState.schema),
    version: int(),
  }),
)
export type VitalSignData = Static<typeof Sign>

const fields = {
  ...typed,
  glucoseTiming: opt(GlucoseTiming.schema),
  site: opt(TemperatureSite.schema),
  arm: opt(PressureArm.schema),
  intakeKind: opt(IntakeKind.schema),
  outputKind: opt(OutputKind.schema),
  stoolShape: opt(StoolShape.schema),
  /** Now unless told. */
  measuredAt: opt(dateTime('测量时间')),
  remark: opt(text('备注', { max: 200 })),
}

const Alert = obj({
  ...ResidentMarks.properties,
  ...Place,
  alertId: str(),
  signId: nul(str()),
  grade: VitalGrade.schema,
  state: VitalAlertState.schema,
  /** What is still abnormal, in words. */
  reasons: str('异常'),
  /** How often it was measured abnormal. */
  times: int('次数'),
  openedAt: str('发现时间'),
  /** Until when it should be measured again; null: no longer asked for. */
  recheckBy: nul(str('复测时限')),
  late: bool('已超时'),
  /** Measured again and normal; a red one still needs its note. */
  recheckedAt: nul(str('复测正常')),
  note: nul(str('处理说明')),
  answeredName: nul(str('处理人')),
  answeredAt: nul(str('处理时间')),
  closedAt: nul(str('结束时间')),
  closedWhy: nul(str('结束原因')),
  version: int(),
})
export type VitalAlertData = Static<typeof Alert>

const Bounds = {
  redLow: nul(num('危急下限')),
  low: nul(num('正常下限')),
  high: nul(num('正常上限')),
  redHigh: nul(num('危急上限')),
}
const Limit = obj({
  part: LimitPart.schema,
  ...Bounds,
  /** Who said so: this elder's, the house's, or nobody (the usual). */
  from: str(),
  reason: nul(str('依据')),
  userName: nul(str('设置人')),
  setAt: nul(str('设置时间')),
})
export type VitalLimitData = Static<typeof Limit>

export const VitalLast = obj({ field: str(), value: num(), at: str(), grade: VitalGrade.schema })

const Range = nul(list(num()))
/** All that judging and showing one elder needs beside the values. */
const Background = {
  /** By part, only what was set: the elder's own and the house's. */
  ownLimits: list(obj({ part: LimitPart.schema, ...Bounds })),
  past: obj({
    weight30: Range,
    weight180: Range,
    daysWithoutStool: nul(int()),
    looseBefore: int(),
    looseOthers: int(),
    height: nul(num('身高')),
    mealsBefore: list(int()),
  }),
  last: list(VitalLast),
}

const houseLimits = list(obj({ part: LimitPart.schema, ...Bounds }))

const Elder = obj({
  ...ResidentMarks.properties,
  ...Place,
  ...Background,
  houseLimits,
  limits: list(Limit),
  /** The 24 hours up to the last 07:00, and since. */
  intakeDay: int('24小时入量'),
  urineDay: int('24小时尿量'),
  intakeNow: int(),
  urineNow: int(),
  daySums: list(Judged),
  points: list(Point),
  alert: nul(Alert),
})
export type VitalElderData = Static<typeof Elder>

const WardRow = obj({
  ...ResidentMarks.properties,
  ...Place,
  roomName: nul(str('房间')),
  bedName: nul(str('床位')),
  /** Not in the house now: OUT or HOSPITAL, as a task says it. */
  away: nul(CareTaskState.schema),
  ...Background,
  /** When something was last measured today. */
  todayAt: nul(str('今日测量')),
  alertId: nul(str()),
})
export type VitalWardRowData = Static<typeof WardRow>

const filters = {
  /** Elder by name, pinyin or initials. */
  oldmanName: opt(str('老人')),
  oldmanId: opt(named('resident', '老人')),
  deptId: opt(named('dept', '部门')),
  grade: opt(VitalGrade.schema),
  /** Only those with this value. */
  field: opt(text('指标', { max: 20 })),
  source: opt(VitalSource.schema),
  startDate: opt(str('测量时间从')),
  endDate: opt(str('测量时间到')),
}

const BASE = '/pims/web-org/bloodSign'
const names = { signId: 'vitalSign' } as const
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const vital = noun('nursing', 'vital', {
  title: '体征',
  calls: {
    list: call.get(BASE, { needs: READ_VITALS, act: '体征列表', query: pageQuery(filters), data: pageOf(Sign) }),
    alerts: call.get(`${BASE}/alert`, {
      needs: READ_VITALS,
      act: '异常体征列表',
      query: pageQuery({
        oldmanName: opt(str('老人')),
        oldmanId: opt(named('resident', '老人')),
        deptId: opt(named('dept', '部门')),
        state: opt(VitalAlertState.schema),
        grade: opt(VitalGrade.schema),
        /** 1: only what waits for somebody. */
        waiting: opt(int('未结束', { min: 0, max: 1 })),
        startDate: opt(str('发现时间从')),
        endDate: opt(str('发现时间到')),
      }),
      data: pageOf(Alert),
    }),
    /** A ward by room and bed, with what was measured last. */
    ward: call.get(`${BASE}/ward`, {
      needs: READ_VITALS,
      act: '病区体征录入表',
      query: obj({ deptId: opt(named('dept', '部门')), areaId: opt(named('location', '楼层')) }),
      data: obj({ houseLimits, rows: list(WardRow) }),
    }),
    elder: call.get(`${BASE}/elder/{oldmanId}`, {
      needs: READ_VITALS,
      act: '老人体征',
      query: obj({ startDate: opt(date('从')), endDate: opt(date('到')) }),
      data: Elder,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    limits: call.get(`${BASE}/limit`, { needs: READ_VITALS, act: '体征界限', data: list(Limit) }),
    get: call.get(`${BASE}/{signId}`, {
      names,
      needs: READ_VITALS,
      act: '体征详情',
      data: Sign,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: VITAL_NEEDS.edit,
      act: '录入体征',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        ...fields,
        /** 1: typed into the table of a ward. */
        table: opt(int('', { min: 0, max: 1 })),
      }),
      data: Sign,
      refuses,
      repeatable: true,
    }),
    /** A gateway tells what a device measured of the elder it is bound to; docs/devices.md explains it to makers. */
    fromDevice: call.post(`${BASE}/device`, {
      needs: VITAL_NEEDS.edit,
      act: '设备上传体征',
      body: obj({
        deviceNo: text('设备编号', { max: 40 }),
        no: text('消息编号', { max: 64 }),
        at: opt(dateTime('测量时间')),
        temperature: typed.temperature,
        pulse: typed.pulse,
        breathing: typed.breathing,
        systolic: typed.systolic,
        diastolic: typed.diastolic,
        oxygen: typed.oxygen,
        glucose: typed.glucose,
        glucoseTiming: opt(GlucoseTiming.schema),
        weight: typed.weight,
      }),
      data: obj({ signId: str(), again: bool('已记录过') }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Fields that are not sent stay; null empties one. Clients name the sign in the body or in the path. */
    save: call.put(BASE, {
      needs: VITAL_NEEDS.edit,
      act: '更正体征',
      aliases: [`${BASE}/{signId}`],
      names,
      body: obj({ signId: opt(id('体征', { of: 'vitalSign' })), ...fields, version: opt(int()) }),
      data: Sign,
      refuses,
    }),
    remove: call.delete(`${BASE}/{signId}`, {
      names,
      needs: VITAL_NEEDS.edit,
      act: '作废体征',
      // Clients put what they send with a deletion into the address or into a form body.
      query: obj({ reason: opt(text('原因', { max: 200 })) }),
      body: obj({ reason: opt(text('原因', { max: 200 })) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    answer: call.put(`${BASE}/alert/answer`, {
      needs: VITAL_NEEDS.answer,
      act: '处理异常体征',
      body: obj({
        alertId: id('异常体征', { of: 'vitalAlert' }),
        note: text('处理说明', { max: 500, pattern: /\S/, hint: '不能为空' }),
        /** Measure again: it stays in sight until that is normal. */
        recheck: bool('还要复测'),
        version: opt(int()),
      }),
      data: Alert,
      refuses,
      repeatable: true,
    }),
    /** For the house, or for one elder; `reset` goes back to what held without it. */
    setLimit: call.put(`${BASE}/limit`, {
      needs: VITAL_NEEDS.limit,
      act: '设置体征界限',
      body: obj({
        oldmanId: opt(id('老人', { of: 'resident' })),
        part: LimitPart.schema,
        redLow: opt(num('危急下限')),
        low: opt(num('正常下限')),
        high: opt(num('正常上限')),
        redHigh: opt(num('危急上限')),
        reason: opt(text('依据', { max: 200 })),
        reset: opt(bool('恢复默认')),
      }),
      data: list(Limit),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
  events: {
    /** Something was measured or corrected. Carries no names and no values. */
    changed: event('nursing.vital.changed', { needs: READ_VITALS, payload: obj({ signId: str() }) }),
    /** An abnormal one was found, answered or ended. */
    alert: event('nursing.vital.alert', {
      needs: READ_VITALS,
      display: true,
      payload: obj({ alertId: str(), state: VitalAlertState.schema }),
    }),
  },
  pages: {
    list: {
      path: '/nursing/bloodSign',
      title: '体征管理',
      tab: true,
      needs: READ_VITALS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '记录', order: 40 },
    },
  },
})
