// A rule of the positioning in one sentence, and which of its numbers mean something for a type.
import { spanText, windowsText } from './ruleWords.ts'
import { AlarmLevel, type AlarmLevelValue, type LocationAlarmTypeValue } from './words.ts'

export interface WordedPositionRule {
  alarmType: LocationAlarmTypeValue
  windows: readonly { from: string; to: string }[]
  threshold: number | null
  recoverThreshold: number | null
  delayS: number
  reports: number
  recoverS: number
  level: AlarmLevelValue
  voiceTimes: number
}

export type RuleNumber = 'threshold' | 'recoverThreshold' | 'delayS' | 'reports' | 'recoverS' | 'windows' | 'railIds'

/** What a rule of this type looks at; everything else is left out of the form. */
export const RULE_NUMBERS: Readonly<Record<LocationAlarmTypeValue, readonly RuleNumber[]>> = {
  sos: [],
  manualAlarm: [],
  railAlarm: ['railIds', 'delayS', 'reports', 'recoverS', 'windows'],
  tamperAlarm: ['delayS', 'windows'],
  locationOffline: ['delayS', 'windows'],
  communicationOffline: ['delayS', 'windows'],
  lowPowerAlarm: ['threshold', 'recoverThreshold', 'reports', 'windows'],
  maintenanceAlarm: ['reports', 'windows'],
}

const SLEEP_FACTOR = 3

export function positionCondition(rule: WordedPositionRule): string {
  switch (rule.alarmType) {
    case 'sos':
      return '按下 SOS 立即告警，只能人工处理'
    case 'manualAlarm':
      return '按下一键呼叫立即告警，只能人工处理'
    case 'railAlarm':
      return `越界 ${rule.reports} 次定位或 ${spanText(rule.delayS)}告警，恢复 ${spanText(rule.recoverS)}自动解除`
    case 'tamperAlarm':
      return `腕带松开 ${spanText(rule.delayS)}告警，扣好自动解除`
    case 'locationOffline':
      return `有通信但 ${spanText(rule.delayS)}没有定位告警，恢复定位自动解除`
    case 'communicationOffline':
      return `${spanText(rule.delayS)}没有信号告警（休眠 ${spanText(rule.delayS * SLEEP_FACTOR)}），恢复通信自动解除`
    case 'lowPowerAlarm':
      return `电量 ≤ ${rule.threshold ?? 20}% 连续 ${rule.reports} 次告警，≥ ${rule.recoverThreshold ?? 30}% 自动解除`
    case 'maintenanceAlarm':
      return `自检故障上报 ${rule.reports} 次告警，故障排除自动解除`
  }
}

/** 全天 电量 ≤ 20% 连续 2 次告警，≥ 30% 自动解除；低级告警，不播报 */
export function positionRuleWords(rule: WordedPositionRule): string {
  const voice = rule.voiceTimes === 0 ? '不播报' : `播报 ${rule.voiceTimes} 次`
  return `${windowsText(rule.windows)} ${positionCondition(rule)}；${AlarmLevel.label(rule.level)}级告警，${voice}`
}
