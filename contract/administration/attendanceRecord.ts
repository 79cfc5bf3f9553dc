// What came of the days: sums of a month by person, the days behind them, and who is here now.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { THIS_MONTH } from '#contract/kit/page'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, int, list, merge, named, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { AttendanceResult, DayKind, LeaveKind, PunchSource } from './attendanceWords.ts'
import { CLOCK_NEEDS } from './clock.ts'

export const attendanceMonth = (title = '月份') =>
  text(title, { min: 7, max: 7, pattern: /^20[0-9]{2}-(0[1-9]|1[0-2])$/, hint: '应为 年-月，如 2026-11' })

/** What is added up, in the order it is shown. */
const figures = {
  due: int('应出勤天'),
  present: int('实出勤天'),
  late: int('迟到次数'),
  lateMin: int('迟到分钟'),
  early: int('早退次数'),
  earlyMin: int('早退分钟'),
  missing: int('缺卡次数'),
  absent: int('旷工天'),
  leaveMin: int('请假分钟'),
  overtimeMin: int('加班分钟'),
  nights: int('夜班数'),
  workedMin: int('出勤分钟'),
}
export const FIGURES = Object.keys(figures) as (keyof typeof figures)[]
export const AttendanceFigures = obj(figures)
export type AttendanceFiguresData = Static<typeof AttendanceFigures>

const Row = merge(
  obj({
    empId: str(),
    empName: str('姓名'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    jobName: nul(str('岗位')),
    groupName: nul(str('考勤组')),
    /** Per cent with one decimal; null: nothing was due. */
    rate: nul(num('出勤率')),
  }),
  AttendanceFigures,
)
export type AttendanceRowData = Static<typeof Row>

export const OnlyTrouble = options('AttendanceTrouble', '只看异常', [[1, 'yes', '只看有异常的']])

const filters = {
  /** This month unless told. */
  month: opt(attendanceMonth()),
  keyword: opt(str('姓名')),
  deptId: opt(named('dept', '部门')),
  attendanceGroupPkId: opt(named('attendanceGroup', '考勤组')),
  /** 1: only who was late, early, missing or absent. */
  trouble: opt(OnlyTrouble.schema),
}

const Part = obj({
  part: int(),
  shiftName: nul(str('班次')),
  planOn: nul(str('应上班')),
  planOff: nul(str('应下班')),
  actualOn: nul(str('上班打卡')),
  actualOff: nul(str('下班打卡')),
  onResult: nul(AttendanceResult.schema),
  offResult: nul(AttendanceResult.schema),
  due: bool(),
  present: bool(),
  night: bool(),
  lateMin: int(),
  earlyMin: int(),
  overtimeMin: int(),
  workedMin: int(),
  leaveMin: int(),
  leaveKind: nul(LeaveKind.schema),
  corrected: bool(),
  outside: bool(),
  remark: nul(str()),
})
export type AttendancePartData = Static<typeof Part>

const Day = obj({
  day: str(),
  holiday: nul(obj({ kind: DayKind.schema, name: str() })),
  parts: list(Part),
  punches: list(
    obj({
      at: str(),
      source: PunchSource.schema,
      placeName: nul(str()),
      outside: bool(),
      photo: nul(str()),
      saidAt: nul(str()),
    }),
  ),
})
export type AttendanceDayData = Static<typeof Day>

/** How somebody stands at this moment. */
export const NowState = options('AttendanceNow', '现在', [
  ['HERE', ['在岗', 'green']],
  ['LATE', ['迟到在岗', 'amber']],
  ['MISSING', ['未到', 'red']],
  ['LATER', ['未到时间', 'slate', 'hollow']],
  ['GONE', ['已下班', 'grey']],
  ['OPEN_END', ['未打下班卡', 'orange']],
  ['LEAVE', ['请假', 'purple']],
  ['OUTSIDE', ['外勤', 'teal']],
  ['REST', ['休息', 'grey', 'hollow']],
])
export type NowStateValue = Static<typeof NowState.schema>

const NowRow = obj({
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  groupName: nul(str('考勤组')),
  day: str(),
  shiftName: nul(str('班次')),
  planOn: nul(str('应上班')),
  planOff: nul(str('应下班')),
  actualOn: nul(str('上班打卡')),
  actualOff: nul(str('下班打卡')),
  state: NowState.schema,
  /** Late so far, or by how much. */
  minutes: int(),
})
export type AttendanceNowData = Static<typeof NowRow>

const BASE = '/pims/web-org/attendanceStatistics'
const needs = CLOCK_NEEDS.list
const nowFilters = {
  keyword: opt(str('姓名')),
  deptId: opt(named('dept', '部门')),
  attendanceGroupPkId: opt(named('attendanceGroup', '考勤组')),
  day: opt(date('日期')),
}

export const attendanceRecord = noun('administration', 'attendanceRecord', {
  title: '考勤统计',
  calls: {
    list: call.get(BASE, { needs, act: '考勤统计', query: pageQuery(filters), data: pageOf(Row) }),
    /** Of everybody the filters find, from the very same rows; and whether they are those of a close. */
    sums: call.get(`${BASE}/sums`, {
      needs,
      act: '考勤统计合计',
      query: obj(filters),
      data: merge(
        AttendanceFigures,
        obj({
          month: str(),
          people: int('人数'),
          rate: nul(num('出勤率')),
          closedName: nul(str('封账人')),
          closedAt: nul(str('封账时间')),
        }),
      ),
    }),
    excel: call.get(`${BASE}/excel`, {
      needs,
      act: '导出考勤统计',
      query: obj(filters),
      transfer: 'download',
      refuses: ['INVALID_INPUT'],
    }),
    days: call.get(`${BASE}/days`, {
      needs,
      act: '考勤明细',
      query: obj({ empId: named('account', '员工'), month: opt(attendanceMonth()) }),
      data: obj({
        empId: str(),
        empName: str('姓名'),
        deptName: nul(str('部门')),
        month: str(),
        closed: bool(),
        sums: AttendanceFigures,
        days: list(Day),
      }),
      refuses: ['NOT_FOUND'],
    }),
    daysExcel: call.get(`${BASE}/days/excel`, {
      needs,
      act: '导出考勤明细',
      query: obj({ empId: named('account', '员工'), month: opt(attendanceMonth()) }),
      transfer: 'download',
      refuses: ['NOT_FOUND'],
    }),
    /** Who is here, late and missing at this moment; of a day gone by how it ended. */
    now: call.get(`${BASE}/now`, {
      needs,
      act: '今日在岗',
      query: obj(nowFilters),
      data: obj({
        day: str(),
        at: str('时间'),
        counts: list(obj({ state: NowState.schema, count: int() })),
        rows: list(NowRow),
      }),
    }),
  },
  pages: {
    record: {
      path: '/administration/attendance/record',
      title: '考勤统计',
      tab: true,
      needs,
      ahead: { call: 'list', start: { month: THIS_MONTH } },
      menu: { rail: 'administration', group: '人事', order: 43 },
    },
  },
})
