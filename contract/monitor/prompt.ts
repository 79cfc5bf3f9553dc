// How alarms show themselves in the shell: where their cards stand, and how often they are spoken. The settings page and
// the shell read the same words; setContent.alarmRemind.position of the mattress setting is a list of these.
import { options } from '#contract/kit/options'

export const PromptPosition = options('PromptPosition', '弹窗位置', [
  ['topLeft', '左上角'],
  ['topRight', '右上角'],
  ['bottomLeft', '左下角'],
  ['bottomRight', '右下角'],
  ['center', '正中上方'],
])
export type PromptPositionValue = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight' | 'center'

export const DEFAULT_POSITION: PromptPositionValue = 'bottomRight'

/** The places of a setting; older clients may have written words of their own, which say nothing here. */
export function positionsOf(position: readonly string[]): PromptPositionValue[] {
  const known = [...new Set(position)].filter(
    (one): one is PromptPositionValue => PromptPosition.find(one as PromptPositionValue) !== undefined,
  )
  return known.length > 0 ? known : [DEFAULT_POSITION]
}

const FALSE_ALARM = '误报，老人安好'
/** Its words make the sheets about falls due (contract/nursing/assess/incident.ts). */
const FALL = '跌倒，已扶起，无受伤'
const QUICK: Readonly<Record<string, readonly string[]>> = {
  'MATTRESS:1': ['已协助回床', '如厕后自行回床', '在走廊活动，已陪回', FALSE_ALARM, FALL],
  'MATTRESS:2': ['已协助翻身', '已安抚入睡', '已检查皮肤', FALSE_ALARM],
  'MATTRESS:3': ['已到床前，复测正常', '已调整体位', '已通知医生', FALSE_ALARM],
  'MATTRESS:4': ['已到床前，复测正常', '已安抚', '已通知医生', FALSE_ALARM],
  'MATTRESS:5': ['已更换护理垫', '已协助清洁', FALSE_ALARM],
  'TAG:sos': ['已找到老人，平安', '已处理并通知家属', '已送医', '误触', FALL],
  'TAG:manualAlarm': ['已到场协助', '误触'],
  'TAG:railAlarm': ['已陪同返回', '家属陪同外出', '员工带领外出', FALSE_ALARM],
  'TAG:tamperAlarm': ['已重新佩戴', '已更换设备', '洗澡取下'],
  'TAG:lowPowerAlarm': ['已充电', '已更换设备'],
  'TAG:locationOffline': ['已确认老人位置', '已更换设备'],
  'TAG:communicationOffline': ['已确认老人位置', '已更换设备'],
  'TAG:maintenanceAlarm': ['已检修', '已报修'],
  'CALL:BED': ['已到床前处理', '已协助如厕', '误触', FALL],
  'CALL:TOILET': ['已协助如厕', FALL, '误触'],
  'CALL:DOOR': ['已开门', '误触'],
  'CALL:REINFORCE': ['已到场增援', '误触'],
}

/** What is most often the result, one tap each. */
export const quickResults = (source: string, type: string): readonly string[] =>
  QUICK[`${source}:${type}`] ?? ['已到场处理', FALSE_ALARM]
