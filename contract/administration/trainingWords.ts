// The words of trainings.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const TrainingType = options('TrainingType', '培训类型', [
  [1, 'first', ['岗前培训', 'blue']],
  [2, 'care', ['护理技能', 'teal']],
  [3, 'fire', ['消防安全', 'red']],
  [4, 'firstAid', ['急救', 'orange']],
  [5, 'food', ['食品安全', 'olive']],
  [6, 'infection', ['感染防控', 'purple']],
  [7, 'manners', ['服务礼仪', 'green']],
  [8, 'law', ['法律法规', 'slate']],
  [9, 'other', ['其他', 'grey']],
])
export type TrainingTypeValue = Static<typeof TrainingType.schema>

export const TrainingState = options('TrainingState', '培训状态', [
  ['PLANNED', ['未开始', 'blue']],
  ['RUNNING', ['进行中', 'amber']],
  ['DONE', ['已结束', 'green']],
  ['CANCELLED', ['已取消', 'grey', 'hollow']],
])
export type TrainingStateValue = Static<typeof TrainingState.schema>

export const trainingMoves = machine<TrainingStateValue>()({
  start: { from: ['PLANNED'], to: 'RUNNING', title: '开始签到' },
  finish: { from: ['RUNNING', 'PLANNED'], to: 'DONE', title: '结束培训' },
  reopen: { from: ['DONE'], to: 'RUNNING', title: '重新打开' },
  cancel: { from: ['PLANNED', 'RUNNING'], to: 'CANCELLED', title: '取消培训' },
})
export type TrainingMove = keyof typeof trainingMoves.moves

export const SignWay = options('SignWay', '签到方式', [
  ['LIST', ['名单登记', 'slate']],
  ['CODE', ['扫码签到', 'teal']],
])
export type SignWayValue = Static<typeof SignWay.schema>
