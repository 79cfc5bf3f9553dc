// The forms of the demo organisation in their types, with the versions they went through.
import type { FormDesignData } from '#contract/kit/formDesign'
import { admission, barthel, braden, morse } from './demoFormAssessments.ts'
import {
  activity,
  belongings,
  choking,
  fire,
  handover,
  restraint,
  satisfaction,
  turning,
  visit,
  vitals,
} from './demoFormRecords.ts'

export interface DemoForm {
  type: string
  name: string
  /** Oldest first; the last is the current one. */
  designs: readonly FormDesignData[]
  once?: boolean
  off?: boolean
  remark?: string
  by: string
  daysAgo: number
}

const without = (whole: FormDesignData, ...titles: string[]): FormDesignData => ({
  ...whole,
  fields: whole.fields.filter((one) => !titles.includes(one.title)),
})

export const demoForms: readonly DemoForm[] = [
  {
    type: '入院与评估',
    name: '入院评估表',
    designs: [without(admission, '皮肤照片', '随身物品'), admission],
    once: true,
    by: '郑凯',
    daysAgo: 64,
    remark: '入院 24 小时内由责任护士完成',
  },
  {
    type: '入院与评估',
    name: '跌倒风险评估（Morse）',
    designs: [without(morse, '已落实的高危措施'), morse],
    by: '郑凯',
    daysAgo: 40,
    remark: '入院、每月、病情变化时评',
  },
  { type: '入院与评估', name: '压疮风险评估（Braden）', designs: [braden], by: '郑凯', daysAgo: 88 },
  { type: '入院与评估', name: '日常生活能力评估（Barthel）', designs: [barthel], by: '郑凯', daysAgo: 88 },
  {
    type: '护理记录',
    name: '护理交接班表',
    designs: [without(handover, '物品与环境'), handover],
    by: '郑凯',
    daysAgo: 21,
  },
  { type: '护理记录', name: '翻身记录表', designs: [turning], by: '郑凯', daysAgo: 86 },
  { type: '护理记录', name: '生命体征记录表', designs: [vitals], by: '郑凯', daysAgo: 86 },
  {
    type: '知情同意',
    name: '保护性约束知情同意书',
    designs: [restraint],
    by: '郑凯',
    daysAgo: 75,
    remark: '须监护人本人签名，有效期一个月',
  },
  { type: '知情同意', name: '误吸风险告知书', designs: [choking], once: true, by: '郑凯', daysAgo: 75 },
  { type: '接待与探视', name: '探视登记表', designs: [visit], by: '郑凯', daysAgo: 80 },
  { type: '接待与探视', name: '老人物品交接清单', designs: [belongings], by: '郑凯', daysAgo: 80 },
  { type: '活动与满意度', name: '活动签到表', designs: [activity], by: '郑凯', daysAgo: 33 },
  {
    type: '活动与满意度',
    name: '家属满意度调查',
    designs: [satisfaction],
    by: '郑凯',
    daysAgo: 30,
    remark: '每季度一次',
  },
  {
    type: '安全与后勤',
    name: '消防安全巡查表',
    designs: [fire],
    off: true,
    by: '郑凯',
    daysAgo: 5,
    remark: '试填中，下月启用',
  },
]
