// The words of shifts, groups, clocking and leave.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

/** The wire says 0 for a shift that may be used. */
export const ShiftEnable = options('ShiftEnable', '班次状态', [
  [0, 'on', ['启用', 'green']],
  [1, 'off', ['停用', 'grey', 'hollow']],
])
export type ShiftEnableValue = Static<typeof ShiftEnable.schema>

export const ScheduleMode = options('ScheduleMode', '排班方式', [
  [1, 'bed', ['按床位', 'teal']],
  [2, 'room', ['按房间', 'blue']],
])
export type ScheduleModeValue = Static<typeof ScheduleMode.schema>

/** How a shift is drawn wherever it is shown. */
export const ShiftTone = options('ShiftTone', '颜色', [
  ['day', ['蓝', 'blue']],
  ['late', ['橙', 'amber']],
  ['night', ['紫', 'purple']],
  ['office', ['青', 'teal']],
  ['other', ['灰', 'slate']],
])
export type ShiftToneValue = Static<typeof ShiftTone.schema>

export const GroupMode = options('GroupMode', '考勤方式', [
  ['FIXED', ['固定班', 'blue']],
  ['ROSTER', ['排班', 'purple']],
  ['FREE', ['自由工时', 'teal']],
])
export type GroupModeValue = Static<typeof GroupMode.schema>

/** What proves that somebody is where they clock. */
export const ClockPlaceKind = options('ClockPlaceKind', '打卡方式', [
  ['RADIUS', ['定位范围', 'teal']],
  ['NETWORK', ['本院网络', 'blue']],
  ['DEVICE', ['考勤机', 'slate']],
])
export type ClockPlaceKindValue = Static<typeof ClockPlaceKind.schema>

export const DayKind = options('DayKind', '日期类型', [
  ['HOLIDAY', ['放假', 'red']],
  ['WORKDAY', ['调休上班', 'blue']],
])
export type DayKindValue = Static<typeof DayKind.schema>

export const PunchSource = options('PunchSource', '打卡来源', [
  ['DEVICE', ['考勤机', 'slate']],
  ['PHONE', ['手机', 'teal']],
  ['CORRECTION', ['补卡', 'amber']],
])
export type PunchSourceValue = Static<typeof PunchSource.schema>

export const AttendanceResult = options('AttendanceResult', '考勤结果', [
  [0, 'normal', ['正常', 'green']],
  [1, 'late', ['迟到', 'amber']],
  [2, 'early', ['早退', 'amber']],
  [3, 'missing', ['缺卡', 'orange']],
  [4, 'absent', ['旷工', 'red']],
  [5, 'leave', ['请假', 'slate']],
  [6, 'outside', ['外勤', 'teal']],
  [7, 'overtime', ['加班', 'purple']],
  [8, 'rest', ['休息', 'grey', 'hollow']],
])
export type AttendanceResultValue = Static<typeof AttendanceResult.schema>

export const LeaveKind = options('LeaveKind', '请假类型', [
  ['PERSONAL', ['事假', 'slate']],
  ['SICK', ['病假', 'orange']],
  ['ANNUAL', ['年假', 'green']],
  ['SWAP', ['调休', 'teal']],
  ['MARRIAGE', ['婚假', 'red']],
  ['MATERNITY', ['产假', 'purple']],
  ['BEREAVEMENT', ['丧假', 'grey']],
  ['INJURY', ['工伤', 'orange']],
  ['OUTSIDE', ['外勤', 'blue']],
])
export type LeaveKindValue = Static<typeof LeaveKind.schema>
/** Works, only elsewhere: counts as present. */
export const isOutside = (kind: LeaveKindValue) => kind === LeaveKind.is.OUTSIDE

/** What is asked for and decided by somebody else: leave, and a correction of what was clocked. */
export const AskState = options('AskState', '审批状态', [
  ['WAITING', ['待审批', 'amber']],
  ['AGREED', ['已同意', 'green']],
  ['REFUSED', ['已拒绝', 'red']],
  ['WITHDRAWN', ['已撤回', 'grey', 'hollow']],
])
export type AskStateValue = Static<typeof AskState.schema>

export const askMoves = machine<AskStateValue>()({
  agree: { from: ['WAITING'], to: 'AGREED', title: '同意' },
  refuse: { from: ['WAITING'], to: 'REFUSED', title: '拒绝' },
  /** Also what was agreed, as long as the day has not come. */
  withdraw: { from: ['WAITING', 'AGREED'], to: 'WITHDRAWN', title: '撤回' },
})
export type AskMove = keyof typeof askMoves.moves

export const ClockSide = options('ClockSide', '上下班', [
  ['ON', ['上班', 'blue']],
  ['OFF', ['下班', 'purple']],
])
export type ClockSideValue = Static<typeof ClockSide.schema>
