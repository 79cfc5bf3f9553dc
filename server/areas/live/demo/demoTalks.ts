// What is said in the talks of the demo's consultations.
import type { Chance } from '#server/kit/chance'

export type Manner = 'PHONE' | 'COME' | 'HOME' | 'OTHER'

export const talks: Readonly<Record<Manner, readonly string[]>> = {
  PHONE: [
    '电话沟通收费标准和护理等级，家属关心夜间值班人数，已介绍每层有护理站。',
    '回访电话，家属表示还在比较两家机构，希望周末来院看看。',
    '来电询问长护险能否在院内使用，已说明申请流程和需要的材料。',
    '电话确认体检项目和有效期，建议在社区医院完成后带报告来院。',
    '家属反映老人不太愿意离家，建议先来日间活动体验两次。',
  ],
  COME: [
    '家属两人到院参观松鹤楼二层，看了双人间和餐厅，对康复室满意。',
    '老人与女儿一同来院，试吃午餐，老人与同乡聊得来，情绪很好。',
    '到院参观失智专区，家属询问防走失措施，现场演示了定位手环。',
    '参观后对朝南双人间有意向，已告知目前余床和预订办法。',
  ],
  HOME: [
    '上门看望老人并做初步评估，行走需要搀扶，洗浴需协助，建议半护理。',
    '上门沟通，老伴舍不得，约定先试住半个月。',
  ],
  OTHER: [
    '微信发送了房型照片和价目表，家属回复会与兄妹商量。',
    '微信沟通，发送入住须知与合同样本，对押金退还条款作了说明。',
  ],
}

/** Most begin on the telephone; those who stay have come to look. */
export function mannerOf(luck: Chance, n: number, status: number): Manner {
  if (status === 3 && n === 1) return 'COME'
  if (n === 0) return luck.pick(['PHONE', 'PHONE', 'OTHER', 'COME'] as const)
  return luck.pick(['PHONE', 'COME', 'COME', 'HOME', 'OTHER'] as const)
}

/** [value of lossReason, what was said] */
export const losses: readonly (readonly [string, string])[] = [
  ['1', '预算每月 4,000 元以内，现有双人间价格超出。'],
  ['1', '家属认为护理费偏高，暂时由子女照顾。'],
  ['2', '离女儿家太远，希望在浦东找。'],
  ['3', '只要朝南单人间，目前没有空床，不愿等。'],
  ['5', '需要气管切开护理，建议转护理院。'],
  ['6', '已入住离家更近的另一家机构。'],
  ['7', '子女意见不一致，决定先请住家保姆。'],
  ['8', '老人坚持在家养老。'],
]

/** Values of roomType. */
export const roomInputs = ['1', '2', '2', '2', '3', '7', '9'] as const
/** Yuan by the month, in hundreds. */
export const budgets = [40, 45, 50, 55, 60, 65, 70, 80, 90, 120] as const
