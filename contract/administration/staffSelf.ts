// What members of staff see of themselves, on their phone and in the console: the shifts of a month, who is there on the same
// day, and what was changed after it was published.
import { AttendanceResult, LeaveKind, ShiftTone } from '#contract/administration/attendanceWords'
import { CellKind } from '#contract/administration/rosterWords'
import { call, noun } from '#contract/kit/call'
import { bool, int, list, nul, obj, type Static, str, text } from '#contract/kit/schema'

const Shift = obj({
  shiftPkId: str(),
  shiftName: str('班次'),
  shortName: str(),
  tone: ShiftTone.schema,
  times: str('时间'),
  /** After the midnight of its day; over 1,440 it ends the day after. */
  endMinute: int(),
})
/** What came of a part of the day's shift. */
const Result = obj({
  part: int(),
  actualOn: nul(str('上班打卡')),
  actualOff: nul(str('下班打卡')),
  onResult: nul(AttendanceResult.schema),
  offResult: nul(AttendanceResult.schema),
  lateMin: int('迟到（分钟）'),
  earlyMin: int('早退（分钟）'),
  overtimeMin: int('加班（分钟）'),
})
const Day = obj({
  day: str('日期'),
  /** Null: nothing was planned or published. */
  kind: nul(CellKind.schema),
  shift: nul(Shift),
  leave: nul(obj({ kind: LeaveKind.schema, fromAt: str(), toAt: str() })),
  holiday: nul(str('节假日')),
  /** Published otherwise after it had been published. */
  changed: nul(obj({ at: str('变更时间'), was: str('原来'), by: str('变更人') })),
  /** Of the same group, by what they have that day. */
  colleagues: list(obj({ name: str('姓名'), shortName: str('班次') })),
  results: list(Result),
})
export type SelfDay = Static<typeof Day>

const Month = obj({
  month: str('月份'),
  today: str(),
  now: str(),
  empName: str('姓名'),
  groupName: nul(str('考勤组')),
  /** Their days are rostered, so that they can be exchanged. */
  rostered: bool(),
  days: list(Day),
})
export type SelfMonth = Static<typeof Month>

export const staffSelf = noun('administration', 'staffSelf', {
  title: '我的排班与考勤',
  calls: {
    month: call.get('/pims/web-org/staffSelf/month', {
      needs: 'signedIn',
      act: '我的班表',
      query: obj({ month: text('月份', { pattern: /^20\d\d-(0[1-9]|1[0-2])$/, hint: '应为 年-月，如 2026-11' }) }),
      data: Month,
    }),
  },
  pages: {
    mine: {
      path: '/administration/attendance/mine',
      title: '我的排班与考勤',
      tab: true,
      needs: 'signedIn',
      menu: { rail: 'bench', group: '我的', order: 30 },
    },
  },
})
