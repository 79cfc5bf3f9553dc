// Leave, and corrections of what was clocked: asked for by oneself, or entered for somebody by who decides on them, and always
// decided by another person.
import {
  AskState,
  AttendanceResult,
  ClockSide,
  LeaveKind,
  PunchSource,
  ShiftTone,
} from '#contract/administration/attendanceWords'
import { CellKind } from '#contract/administration/rosterWords'
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
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
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'

export const askNeeds = {
  list: 'administration:attendance:list',
  decide: 'administration:attendance:decide',
} as const

export const MOST_ASK_FILES = 6

export const AskKind = options('AskKind', '申请类型', [
  ['LEAVE', ['请假', 'blue']],
  ['CORRECTION', ['补卡', 'amber']],
])
export type AskKindValue = Static<typeof AskKind.schema>

export const AskView = options('AskView', '申请', [
  ['waiting', '待审批'],
  ['all', '全部'],
  ['leave', '请假'],
  ['correction', '补卡'],
])
export type AskViewValue = Static<typeof AskView.schema>

/** 5, 10 or 15 days by the years since somebody came; the law counts all years of work, which the house does not know. */
export function annualDays(years: number): number {
  if (years < 1) return 0
  if (years < 10) return 5
  return years < 20 ? 10 : 15
}

const Row = obj({
  /** Of the leave or of the correction. */
  askId: str(),
  kind: AskKind.schema,
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  leaveKind: nul(LeaveKind.schema),
  fromAt: nul(str('开始时间')),
  toAt: nul(str('结束时间')),
  /** 2 天, 4 小时 */
  length: nul(str('时长')),
  place: nul(str('外勤地点')),
  /** Of a correction: the day the shift began on, which part of it, and when it really was. */
  workDate: nul(str('考勤日期')),
  part: nul(int('第几段')),
  side: nul(ClockSide.schema),
  at: nul(str('实际时间')),
  reason: str('事由'),
  files: list(str()),
  state: AskState.schema,
  askedBy: str(),
  askedName: str('申请人'),
  decidedName: nul(str('审批人')),
  decidedAt: nul(str('审批时间')),
  decideNote: nul(str('审批意见')),
  createTime: str('申请时间'),
  /** agree, refuse, withdraw */
  can: list(str()),
  version: int(),
})
export type AskRow = Static<typeof Row>

const Day = obj({
  day: str('日期'),
  kind: nul(CellKind.schema),
  shiftName: nul(str('班次')),
  shortName: nul(str()),
  tone: nul(ShiftTone.schema),
  times: nul(str('时间')),
  /** The leave takes something of this shift. */
  meets: bool('影响班次'),
  /** Of the same group on the same shift, without whoever asks. */
  colleagues: list(str()),
  /** Of the same group, free that day. */
  free: list(str()),
  onResult: nul(AttendanceResult.schema),
  offResult: nul(AttendanceResult.schema),
})
export type AskDay = Static<typeof Day>
const Punch = obj({ at: str('时间'), source: PunchSource.schema, placeName: nul(str('地点')) })

const Annual = obj({
  year: int('年度'),
  /** Null: the day somebody came is not known. */
  years: nul(int('工龄')),
  granted: nul(num('应休天数')),
  used: num('已休天数'),
  left: nul(num('剩余天数')),
})
export type AnnualData = Static<typeof Annual>

const Detail = merge(
  Row,
  obj({
    days: list(Day),
    punches: list(Punch),
    annual: nul(Annual),
    /** What whoever decides should know; none of it forbids. */
    warnings: list(str()),
  }),
)
export type AskDetail = Static<typeof Detail>

const some = { pattern: /\S/, hint: '不能为空' } as const
const reason = text('事由', { max: 300, ...some })
const files = opt(list(fileAddress('附件'), MOST_ASK_FILES))

const leaveFields = {
  kind: LeaveKind.schema,
  fromAt: dateTime('开始时间'),
  toAt: dateTime('结束时间'),
  reason,
  place: opt(text('外勤地点', { max: 100 })),
  files,
}
const correctionFields = {
  workDate: date('考勤日期'),
  part: opt(int('第几段', { min: 0, max: 2 })),
  side: ClockSide.schema,
  at: dateTime('实际时间'),
  reason,
  files,
}
const empId = id('员工', { of: 'account' })
const leaveId = id('请假', { of: 'attendanceLeave' })
const correctionId = id('补卡', { of: 'attendanceCorrection' })
const version = opt(int())
const note = opt(text('审批意见', { max: 200 }))
const agree = bool('同意')

const filters = {
  view: opt(AskView.schema),
  keyword: opt(str('姓名')),
  state: opt(AskState.schema),
  leaveKind: opt(LeaveKind.schema),
  deptId: opt(named('dept', '部门')),
  empId: opt(named('account', '员工')),
  dayFrom: opt(str('日期从')),
  dayTo: opt(str('日期到')),
}

const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const
const own = { needs: 'signedIn', data: Detail, refuses, repeatable: true } as const
const decides = { needs: askNeeds.decide, data: Detail, refuses, repeatable: true } as const

const ASK = '/pims/web-org/attendanceAsk'
const LEAVE = '/pims/web-org/attendanceLeave'
const CORRECTION = '/pims/web-org/attendanceCorrection'

export const attendanceAsk = noun('administration', 'attendanceAsk', {
  title: '请假与补卡',
  calls: {
    list: call.get(ASK, {
      needs: askNeeds.list,
      act: '请假与补卡列表',
      query: pageQuery(filters),
      data: pageOf(Row),
    }),
    counts: call.get(`${ASK}/counts`, {
      needs: askNeeds.list,
      act: '各类申请数',
      query: obj(filters),
      data: list(obj({ view: AskView.schema, count: int() })),
    }),
    mine: call.get(`${ASK}/mine`, {
      needs: 'signedIn',
      act: '我的请假与补卡',
      query: pageQuery({ kind: opt(AskKind.schema) }),
      data: pageOf(Row),
    }),
    annual: call.get(`${ASK}/annual`, { needs: 'signedIn', act: '我的年假', data: Annual }),
    /** Colleagues for whom something may be entered. */
    people: call.get(`${ASK}/people`, {
      needs: askNeeds.decide,
      act: '可代填申请的员工',
      query: obj({ keyword: opt(str('姓名')) }),
      data: list(obj({ userId: str(), name: str('姓名'), deptName: nul(str('部门')) })),
    }),
    leave: call.get(`${LEAVE}/{leaveId}`, { needs: 'signedIn', act: '请假详情', data: Detail, refuses: ['NOT_FOUND'] }),
    askLeave: call.post(LEAVE, { ...own, act: '申请请假', body: obj(leaveFields) }),
    enterLeave: call.post(`${LEAVE}/enter`, {
      ...decides,
      act: '代填请假',
      body: obj({ empId, ...leaveFields }),
    }),
    decideLeave: call.put(`${LEAVE}/decide`, {
      ...decides,
      act: '审批请假',
      body: obj({ leaveId, agree, note, version }),
    }),
    withdrawLeave: call.put(`${LEAVE}/withdraw`, { ...own, act: '撤回请假', body: obj({ leaveId, version }) }),
    correction: call.get(`${CORRECTION}/{correctionId}`, {
      needs: 'signedIn',
      act: '补卡详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    askCorrection: call.post(CORRECTION, { ...own, act: '申请补卡', body: obj(correctionFields) }),
    enterCorrection: call.post(`${CORRECTION}/enter`, {
      ...decides,
      act: '代填补卡',
      body: obj({ empId, ...correctionFields }),
    }),
    decideCorrection: call.put(`${CORRECTION}/decide`, {
      ...decides,
      act: '审批补卡',
      body: obj({ correctionId, agree, note, version }),
    }),
    withdrawCorrection: call.put(`${CORRECTION}/withdraw`, {
      ...own,
      act: '撤回补卡',
      body: obj({ correctionId, version }),
    }),
  },
  events: {
    /** Something was asked for, decided or withdrawn. Carries no words. */
    changed: event('administration.attendanceAsk.changed', { needs: 'signedIn', payload: obj({ askId: str() }) }),
  },
  pages: {
    list: {
      path: '/administration/attendance/ask',
      title: '请假与补卡',
      tab: true,
      needs: askNeeds.list,
      ahead: { call: 'list', start: { view: 'waiting' } },
      menu: { rail: 'administration', group: '人事', order: 43 },
    },
  },
})
