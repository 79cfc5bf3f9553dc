// A month of attendance closed for pay: its figures are written down and shown for ever. Two people open it again.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { AttendanceFigures, attendanceMonth } from './attendanceRecord.ts'

export const CLOSE_NEEDS = {
  list: 'administration:attendance:list',
  close: 'administration:attendance:close',
  reopen: 'administration:attendance:reopen',
} as const

export const AttendanceMonthState = options('AttendanceMonthState', '月结状态', [
  ['RUNNING', ['本月', 'blue']],
  ['OPEN', ['未封账', 'amber']],
  ['CLOSED', ['已封账', 'green']],
  ['ASKED', ['申请重开', 'orange']],
])

const Month = obj({
  closeId: nul(str()),
  month: str('月份'),
  state: AttendanceMonthState.schema,
  people: int('人数'),
  /** Asked for and not decided. */
  waiting: int('待审批申请'),
  closedName: nul(str('封账人')),
  closedAt: nul(str('封账时间')),
  askedName: nul(str('申请人')),
  askedAt: nul(str('申请时间')),
  askReason: nul(str('重开原因')),
  /** Of the time before, where the month was open again. */
  openedName: nul(str('同意人')),
  openedAt: nul(str('重开时间')),
  /** People whose figures are otherwise than when it was closed before. */
  differing: int('有变化'),
  can: list(str()),
})
export type AttendanceMonthData = Static<typeof Month>

const Difference = obj({
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  closed: nul(AttendanceFigures),
  now: nul(AttendanceFigures),
})
export type AttendanceDifferenceData = Static<typeof Difference>

const BASE = '/pims/web-org/attendanceClose'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'NEEDS_CONFIRM', 'NO_PERMISSION'] as const
const closeId = id('月结', { of: 'attendanceClose' })

export const attendanceClose = noun('administration', 'attendanceClose', {
  title: '考勤封账',
  calls: {
    /** The last twelve months, the newest first. */
    list: call.get(BASE, { needs: CLOSE_NEEDS.list, act: '考勤封账列表', data: list(Month) }),
    close: call.post(BASE, {
      needs: CLOSE_NEEDS.close,
      act: '考勤封账',
      body: obj({ month: attendanceMonth(), confirmed: opt(text('已确认', { max: 300 })) }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    ask: call.put(`${BASE}/ask`, {
      needs: CLOSE_NEEDS.close,
      act: '申请重开考勤月',
      body: obj({ closeId, reason: text('重开原因', { max: 200, pattern: /\S/, hint: '不能为空' }) }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    reopen: call.put(`${BASE}/reopen`, {
      needs: CLOSE_NEEDS.reopen,
      act: '同意重开考勤月',
      body: obj({ closeId }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    refuse: call.put(`${BASE}/refuse`, {
      needs: CLOSE_NEEDS.reopen,
      act: '不同意重开考勤月',
      body: obj({ closeId }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    /** What is otherwise now than when the month was closed the last time. */
    differences: call.get(`${BASE}/differences`, {
      needs: CLOSE_NEEDS.list,
      act: '重开后的变化',
      query: obj({ month: attendanceMonth() }),
      data: list(Difference),
    }),
  },
})
