// The words of how a drug is used: route, frequency, time of day, who ordered it, and how a take stands.
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const DrugRoute = options('DrugRoute', '给药途径', [
  [1, 'mouth', '口服'],
  [2, 'tongue', '舌下含服'],
  [3, 'skin', '外用'],
  [4, 'inhale', '吸入'],
  [5, 'eye', '滴眼'],
  [6, 'nose', '滴鼻'],
  [7, 'ear', '滴耳'],
  [8, 'muscle', '肌内注射'],
  [9, 'under', '皮下注射'],
  [10, 'vein', '静脉注射'],
  [11, 'drip', '静脉滴注'],
  [12, 'rectum', '直肠给药'],
  [13, 'tube', ['鼻饲', 'amber']],
  [14, 'patch', '贴敷'],
])
export type DrugRouteValue = Static<typeof DrugRoute.schema>

export const DrugFrequency = options('DrugFrequency', '用药频次', [
  ['QD', '每日 1 次'],
  ['BID', '每日 2 次'],
  ['TID', '每日 3 次'],
  ['QID', '每日 4 次'],
  ['Q4H', '每 4 小时 1 次'],
  ['Q6H', '每 6 小时 1 次'],
  ['Q8H', '每 8 小时 1 次'],
  ['Q12H', '每 12 小时 1 次'],
  ['QN', '每晚 1 次'],
  ['QOD', '隔日 1 次'],
  ['QW', '每周 1 次'],
  ['BIW', '每周 2 次'],
  ['PRN', ['必要时', 'amber']],
  ['ST', ['立即', 'red']],
  ['SOS', ['需要时 1 次（12 小时内）', 'amber']],
])
export type DrugFrequencyValue = Static<typeof DrugFrequency.schema>

export const DrugTiming = options('DrugTiming', '服药时间', [
  [1, 'waking', '晨起空腹'],
  [2, 'beforeBreakfast', '早餐前'],
  [3, 'atBreakfast', '早餐中'],
  [4, 'afterBreakfast', '早餐后'],
  [5, 'beforeLunch', '午餐前'],
  [6, 'atLunch', '午餐中'],
  [7, 'afterLunch', '午餐后'],
  [8, 'beforeSupper', '晚餐前'],
  [9, 'atSupper', '晚餐中'],
  [10, 'afterSupper', '晚餐后'],
  [11, 'bedtime', '睡前'],
])
export type DrugTimingValue = Static<typeof DrugTiming.schema>

export const DrugOrderSource = options('DrugOrderSource', '医嘱来源', [
  ['hospital', '医院医嘱'],
  ['house', '本院医生'],
  ['family', '家属携处方'],
])

export const DrugUseState = options('DrugUseState', '状态', [
  ['ON', ['使用中', 'green']],
  ['PAUSED', ['暂停', 'amber']],
  ['ENDED', ['已停用', 'grey']],
])
export type DrugUseStateValue = Static<typeof DrugUseState.schema>

/** How a take stands. */
export const DrugTakeState = options('DrugTakeState', '服药状态', [
  ['WAITING', ['待摆', 'slate']],
  ['SET_OUT', ['已摆，待核对', 'amber']],
  ['CHECKED', ['已核对', 'blue']],
  ['GIVEN', ['已服', 'green']],
  ['REFUSED', ['拒服', 'orange']],
  ['VOMITED', ['呕吐', 'orange']],
  ['MISSED', ['漏服', 'red']],
  ['OUT', ['外出', 'purple']],
  ['ALONG', ['外出带药', 'purple']],
  ['HOSPITAL', ['住院', 'purple']],
  ['STOPPED', ['停药', 'grey']],
  ['PAUSED', ['暂停', 'grey']],
])
export type DrugTakeStateValue = Static<typeof DrugTakeState.schema>

/** Neither given nor past. */
export const TAKE_OPEN: readonly DrugTakeStateValue[] = ['WAITING', 'SET_OUT', 'CHECKED']
/** The elder is not there, or nothing is to be given: these leave the total of a round. */
export const TAKE_AWAY: readonly DrugTakeStateValue[] = ['OUT', 'ALONG', 'HOSPITAL', 'STOPPED', 'PAUSED']
/** Told to the nurse until somebody has dealt with it. */
export const TAKE_TOLD: readonly DrugTakeStateValue[] = ['REFUSED', 'VOMITED', 'MISSED']

/** What nurses write into a cell of the month's sheet. */
export const TAKE_CODES: Readonly<Record<DrugTakeStateValue, string>> = {
  WAITING: '',
  SET_OUT: '',
  CHECKED: '',
  GIVEN: '√',
  REFUSED: 'R',
  VOMITED: 'V',
  MISSED: 'M',
  OUT: 'O',
  ALONG: 'O',
  HOSPITAL: 'H',
  STOPPED: 'S',
  PAUSED: 'X',
}
