// The words of the monitoring: kinds of device, alarm and call, and their states. The product's flags run in opposite
// directions (0 is "on" for mattress rules and "off" for positioning rules), so each set has its own name and the code
// asks `isOn`, never a bare number.
import { options } from '#contract/kit/options'

export const DeviceKind = options('DeviceKind', '设备种类', [
  ['MATTRESS', '智能床垫'],
  ['CALL', '呼叫器'],
  ['TAG', '定位标签'],
  ['SIGN', '体征设备'],
])
export type DeviceKindValue = 'MATTRESS' | 'CALL' | 'TAG' | 'SIGN'

/** Where an alarm stands. 2, 3 and 4 are final. */
export const AlarmStatus = options('AlarmStatus', '告警状态', [
  [0, 'open', ['未处理', 'red']],
  [2, 'ignored', ['已忽略', 'grey']],
  [3, 'handled', ['已处理', 'green']],
  [4, 'cleared', ['已解除', 'slate']],
])
export type AlarmStatusValue = 0 | 2 | 3 | 4

/**
 * How far an alarm is, as every counter, list, tile and title says it: open alarms are 未处理 until somebody has said that they
 * go, then 处理中. The other stages are the statuses themselves.
 */
export const AlarmStage = options('AlarmStage', '处理状态', [
  [0, 'open', ['未处理', 'red']],
  [1, 'taken', ['处理中', 'orange']],
  [2, 'ignored', ['已忽略', 'grey']],
  [3, 'handled', ['已处理', 'green']],
  [4, 'cleared', ['已解除', 'slate']],
])
export type AlarmStageValue = 0 | 1 | 2 | 3 | 4
export const stageOf = (alarm: { status: AlarmStatusValue; takenAt: string | null }): AlarmStageValue =>
  alarm.status === AlarmStatus.is.open && alarm.takenAt !== null ? AlarmStage.is.taken : alarm.status

export const AlarmLevel = options('AlarmLevel', '告警级别', [
  [1, 'low', ['低', 'slate']],
  [2, 'middle', ['中', 'amber']],
  [3, 'high', ['高', 'red']],
])
export type AlarmLevelValue = 1 | 2 | 3

/** Alarms of mattresses, as the platform numbers them. */
export const MattressAlarmType = options('MattressAlarmType', '告警类型', [
  ['1', 'exit', '离床'],
  ['2', 'move', '体动'],
  ['3', 'breath', '呼吸'],
  ['4', 'heart', '心率'],
  ['5', 'wet', '尿湿'],
])
export type MattressAlarmTypeValue = '1' | '2' | '3' | '4' | '5'

/** What a rule of the mattresses looks at; two of them share the alarm type 体动. */
export const RuleKind = options('RuleKind', '监测内容', [
  ['EXIT', '离床超时'],
  ['MOVE', '体动频繁'],
  ['STILL', '长时间未翻身'],
  ['BREATH', '呼吸异常'],
  ['HEART', '心率异常'],
  ['WET', '尿湿'],
])
export type RuleKindValue = 'EXIT' | 'MOVE' | 'STILL' | 'BREATH' | 'HEART' | 'WET'

/** A condition that holds while its time is not up yet: nothing is late, it is only being counted. */
const WATCHED: Readonly<Record<RuleKindValue, string>> = {
  EXIT: '离床，计时中',
  MOVE: '体动较多，观察中',
  STILL: '未翻身，计时中',
  BREATH: '呼吸异常，观察中',
  HEART: '心率异常，观察中',
  WET: '尿湿，确认中',
}
export const watchWord = (kind: RuleKindValue): string => WATCHED[kind]

export const TYPE_OF_KIND: Readonly<Record<RuleKindValue, MattressAlarmTypeValue>> = {
  EXIT: '1',
  MOVE: '2',
  STILL: '2',
  BREATH: '3',
  HEART: '4',
  WET: '5',
}

/** Switch of a mattress rule: 0 is on. */
export const MattressRuleStatus = options('MattressRuleStatus', '状态', [
  [0, 'on', ['启用', 'green']],
  [1, 'off', ['停用', 'grey']],
])
/** Switch of a positioning rule: 1 is on. */
export const PositionRuleStatus = options('PositionRuleStatus', '状态', [
  [1, 'on', ['启用', 'green']],
  [0, 'off', ['停用', 'grey']],
])
export type SwitchValue = 0 | 1
export const mattressRuleOn = (status: number) => status === MattressRuleStatus.is.on
export const positionRuleOn = (status: number) => status === PositionRuleStatus.is.on

/** Whom a rule or a fence is for. */
export const RuleScope = options('RuleScope', '适用范围', [
  ['ALL', '全部老人'],
  ['DEPT', '按部门'],
  ['LEVEL', '按护理等级'],
  ['ELDER', '指定老人'],
])
export type RuleScopeValue = 'ALL' | 'DEPT' | 'LEVEL' | 'ELDER'

export const LocationAlarmType = options('LocationAlarmType', '告警类型', [
  ['sos', 'SOS 求救'],
  ['manualAlarm', '一键呼叫'],
  ['railAlarm', '围栏告警'],
  ['tamperAlarm', '防拆告警'],
  ['locationOffline', '定位离线'],
  ['communicationOffline', '通信离线'],
  ['lowPowerAlarm', '低电量'],
  ['maintenanceAlarm', '维护告警'],
])
export type LocationAlarmTypeValue =
  | 'sos'
  | 'manualAlarm'
  | 'railAlarm'
  | 'tamperAlarm'
  | 'locationOffline'
  | 'communicationOffline'
  | 'lowPowerAlarm'
  | 'maintenanceAlarm'

/** Somebody asked for help: only a person may close these. */
export const ONLY_BY_HAND: ReadonlySet<string> = new Set(['sos', 'manualAlarm'])

export const RailKind = options('RailKind', '围栏类型', [
  ['LEAVE', ['禁止离开', 'blue']],
  ['ENTER', ['禁止进入', 'red']],
  ['STAY', ['滞留', 'amber']],
])
export type RailKindValue = 'LEAVE' | 'ENTER' | 'STAY'

/** Two online sets with opposite numbers, as the platform has them. */
export const OnlineStatus = options('OnlineStatus', '在线状态', [
  [1, 'online', ['在线', 'green']],
  [0, 'offline', ['离线', 'grey']],
])
export const LinkStatus = options('LinkStatus', '通信状态', [
  [0, 'online', ['在线', 'green']],
  [1, 'offline', ['离线', 'grey']],
])
export const LastUpgrade = options('LastUpgrade', '最近升级', [
  [0, 'failed', ['失败', 'red']],
  [1, 'done', ['成功', 'green']],
  [2, 'fresh', ['新注册', 'slate']],
])
export const WorkStatus = options('WorkStatus', '工作状态', [
  ['work', ['工作', 'green']],
  ['sleep', ['休眠', 'slate']],
])
export const LabelAlarm = options('LabelAlarm', '标签告警', [
  [0, 'normal', ['正常', 'green']],
  [1, 'alarm', ['告警', 'red']],
])
export const TagType = options('TagType', '标签类型', [
  [33, 'watch', '手表'],
  [34, 'band', '手环'],
  [-1, 'other', '其他'],
])
export const BatteryBand = options('BatteryBand', '电量', [
  ['0-25', '0–25%'],
  ['25-50', '25–50%'],
  ['50-75', '50–75%'],
  ['75-100', '75–100%'],
])
export const InBed = options('InBed', '在床状态', [
  ['on', ['在床', 'green']],
  ['off', ['离床', 'amber']],
])

export const CallFamily = options('CallFamily', '呼叫设备', [
  ['R6R7', 'R6/R7 床旁主机'],
  ['R10', 'R10 无线按钮'],
  ['A10', 'A10 对讲分机'],
])
export type CallFamilyValue = 'R6R7' | 'R10' | 'A10'

export const CallerType = options('CallerType', '呼叫类型', [
  ['REINFORCE', ['增援', 'red']],
  ['TOILET', ['卫生间', 'red']],
  ['BED', ['床头', 'blue']],
  ['DOOR', ['门口', 'slate']],
])
export type CallerTypeValue = 'REINFORCE' | 'TOILET' | 'BED' | 'DOOR'

/** R6/R7: 0 is ours for a call nobody answered yet. */
export const CallConnect = options('CallConnect', '呼叫状态', [
  [0, 'calling', ['呼叫中', 'red']],
  [1, 'answered', ['已接听', 'orange']],
  [3, 'cleared', ['已清除', 'green']],
])
/** R10 and A10. */
export const CallStatus = options('CallStatus', '呼叫状态', [
  [2, 'unanswered', ['未响应', 'red']],
  [1, 'answered', ['已响应', 'green']],
  [3, 'cancelled', ['已取消', 'grey']],
])

/** Steps of the ladder an unanswered alarm climbs. */
export const LadderRank = options('LadderRank', '通知对象', [
  [1, 'nurse', '值班护士'],
  [2, 'relief', '接替护士'],
  [3, 'head', '护士长'],
  [4, 'phone', '电话通知'],
])
