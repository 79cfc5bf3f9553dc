// Vital signs: what is measured, between which limits it can be at all, and what is usual for an elder.
import { options } from '#contract/kit/options'

export const VitalGrade = options('VitalGrade', '体征判断', [
  ['normal', ['正常', 'green']],
  ['yellow', ['偏离', 'amber']],
  ['red', ['危急', 'red']],
])
export type VitalGradeValue = 'normal' | 'yellow' | 'red'

export const GlucoseTiming = options('GlucoseTiming', '测量时机', [
  ['fasting', '空腹'],
  ['after', '餐后2小时'],
  ['bedtime', '睡前'],
  ['random', '随机'],
])
export type GlucoseTimingValue = 'fasting' | 'after' | 'bedtime' | 'random'

export const TemperatureSite = options('TemperatureSite', '测温部位', [
  ['armpit', '腋温'],
  ['forehead', '额温'],
  ['ear', '耳温'],
])
export const PressureArm = options('PressureArm', '测量手臂', [
  ['left', '左臂'],
  ['right', '右臂'],
])
export const IntakeKind = options('IntakeKind', '入量种类', [
  ['drink', '饮水'],
  ['food', '进食'],
  ['tube', '鼻饲'],
  ['infusion', '输液'],
])
export const OutputKind = options('OutputKind', '出量种类', [
  ['urine', '尿量'],
  ['drain', '引流'],
  ['vomit', '呕吐'],
])
export const StoolShape = options('StoolShape', '大便性状', [
  ['formed', '成形'],
  ['hard', '干硬'],
  ['loose', '稀便'],
  ['watery', '水样便'],
  ['black', '黑便'],
  ['bloody', '血便'],
])
export type StoolShapeValue = 'formed' | 'hard' | 'loose' | 'watery' | 'black' | 'bloody'
export const LOOSE_STOOLS: readonly string[] = ['loose', 'watery']
export const BLEEDING_STOOLS: readonly string[] = ['black', 'bloody']

export const VitalSource = options('VitalSource', '来源', [
  ['entered', '单个录入'],
  ['table', '批量录入'],
  ['device', '设备上传'],
  ['care', '护理执行'],
])

/** How much of a meal was eaten, in quarters. */
export const MealEaten = options('MealEaten', '进食量', [
  [4, 'all', '全部'],
  [3, 'most', '¾'],
  [2, 'half', '½'],
  [1, 'little', '¼'],
  [0, 'nothing', '未进'],
])

export type VitalField =
  | 'systolic'
  | 'diastolic'
  | 'pulse'
  | 'temperature'
  | 'breathing'
  | 'oxygen'
  | 'glucose'
  | 'weight'
  | 'height'
  | 'pain'
  | 'intake'
  | 'output'
  | 'stool'
  | 'meal'

export interface VitalFieldShape {
  title: string
  unit: string
  /** Beyond these it was typed wrong, or the device is broken. */
  min: number
  max: number
  /** Digits behind the point. */
  digits: 0 | 1
}

/** What can be measured at all, in the order of a chart. The database holds the same bounds (vital_sign). */
export const vitalFields: Readonly<Record<VitalField, VitalFieldShape>> = {
  temperature: { title: '体温', unit: '℃', min: 30, max: 45, digits: 1 },
  pulse: { title: '脉搏', unit: '次/分', min: 20, max: 250, digits: 0 },
  breathing: { title: '呼吸', unit: '次/分', min: 5, max: 60, digits: 0 },
  systolic: { title: '收缩压', unit: 'mmHg', min: 40, max: 280, digits: 0 },
  diastolic: { title: '舒张压', unit: 'mmHg', min: 20, max: 180, digits: 0 },
  oxygen: { title: '血氧', unit: '%', min: 50, max: 100, digits: 0 },
  glucose: { title: '血糖', unit: 'mmol/L', min: 1, max: 40, digits: 1 },
  weight: { title: '体重', unit: 'kg', min: 20, max: 250, digits: 1 },
  height: { title: '身高', unit: 'cm', min: 100, max: 220, digits: 0 },
  pain: { title: '疼痛', unit: '分', min: 0, max: 10, digits: 0 },
  intake: { title: '入量', unit: 'mL', min: 1, max: 5000, digits: 0 },
  output: { title: '出量', unit: 'mL', min: 1, max: 5000, digits: 0 },
  stool: { title: '大便次数', unit: '次', min: 0, max: 30, digits: 0 },
  meal: { title: '进食', unit: '', min: 0, max: 4, digits: 0 },
}
export const VITAL_FIELDS = Object.keys(vitalFields) as readonly VitalField[]

/** What devices measure; the rest is seen or asked by people. */
export const DEVICE_FIELDS = [
  'temperature',
  'pulse',
  'breathing',
  'systolic',
  'diastolic',
  'oxygen',
  'glucose',
  'weight',
] as const satisfies readonly VitalField[]

export interface VitalValues extends Partial<Record<VitalField, number | null>> {
  glucoseTiming?: string | null
  outputKind?: string | null
  stoolShape?: string | null
}

/** What a limit is set for. Blood sugar has one for each time of measuring; the last two are sums of a day. */
export const LimitPart = options('LimitPart', '指标', [
  ['temperature', '体温'],
  ['pulse', '脉搏'],
  ['breathing', '呼吸'],
  ['systolic', '收缩压'],
  ['diastolic', '舒张压'],
  ['oxygen', '血氧'],
  ['glucoseFasting', '空腹血糖'],
  ['glucoseAfter', '餐后2小时血糖'],
  ['glucoseBedtime', '睡前血糖'],
  ['glucoseRandom', '随机血糖'],
  ['pain', '疼痛'],
  ['bmi', 'BMI'],
  ['intakeDay', '24小时入量'],
  ['urineDay', '24小时尿量'],
])
export type LimitPartValue = (typeof LimitPart.list)[number]['value']

export interface VitalBounds {
  /** Below this: red. */
  redLow: number | null
  /** Below this: yellow. */
  low: number | null
  /** Above this: yellow. */
  high: number | null
  /** This and above: red. */
  redHigh: number | null
}

const bounds = (redLow: number | null, low: number | null, high: number | null, redHigh: number | null) => ({
  redLow,
  low,
  high,
  redHigh,
})

/** Where neither the house nor a doctor said otherwise. */
export const usualLimits: Readonly<Record<LimitPartValue, VitalBounds>> = {
  temperature: bounds(35, 36, 37.3, 38),
  pulse: bounds(50, 60, 100, 121),
  breathing: bounds(10, 12, 20, 25),
  systolic: bounds(90, 90, 140, 180),
  diastolic: bounds(50, 60, 90, 110),
  oxygen: bounds(91, 95, null, null),
  glucoseFasting: bounds(3.9, 3.9, 6.1, 16.7),
  glucoseAfter: bounds(3.9, 3.9, 7.8, 16.7),
  glucoseBedtime: bounds(3.9, 3.9, 7.8, 16.7),
  glucoseRandom: bounds(3.9, 3.9, 11.1, 16.7),
  pain: bounds(null, null, 3, 7),
  bmi: bounds(18.5, 20, 26.9, null),
  intakeDay: bounds(null, 1000, null, null),
  urineDay: bounds(400, 400, null, null),
}
/** From this age on a systolic pressure below 150 is aimed at. */
export const OLD_AGE = 80
export const OLD_SYSTOLIC_HIGH = 149

const limitFields: Readonly<Record<Exclude<LimitPartValue, 'intakeDay' | 'urineDay' | 'bmi'>, VitalField>> = {
  temperature: 'temperature',
  pulse: 'pulse',
  breathing: 'breathing',
  systolic: 'systolic',
  diastolic: 'diastolic',
  oxygen: 'oxygen',
  glucoseFasting: 'glucose',
  glucoseAfter: 'glucose',
  glucoseBedtime: 'glucose',
  glucoseRandom: 'glucose',
  pain: 'pain',
}
const DAY_SUM: VitalFieldShape = { title: '', unit: 'mL', min: 0, max: 20_000, digits: 0 }
const BMI: VitalFieldShape = { title: 'BMI', unit: '', min: 10, max: 60, digits: 1 }

/** The shape a limit's numbers have. */
export function limitShape(part: LimitPartValue): VitalFieldShape {
  if (part === 'bmi') return BMI
  return part === 'intakeDay' || part === 'urineDay' ? DAY_SUM : vitalFields[limitFields[part]]
}

const timingParts: Readonly<Record<GlucoseTimingValue, LimitPartValue>> = {
  fasting: 'glucoseFasting',
  after: 'glucoseAfter',
  bedtime: 'glucoseBedtime',
  random: 'glucoseRandom',
}

/** The limit that judges a value; null: none does. */
export function limitPartOf(field: VitalField, timing: string | null | undefined): LimitPartValue | null {
  switch (field) {
    case 'glucose':
      return timingParts[(GlucoseTiming.find(timing as GlucoseTimingValue)?.value ?? 'random') as GlucoseTimingValue]
    // Weight is judged by its change and by the BMI, a meal by those before it.
    case 'weight':
    case 'height':
    case 'intake':
    case 'output':
    case 'stool':
    case 'meal':
      return null
    default:
      return field
  }
}

/** In their order, the red ones outside; null where they are. */
export function boundsFault(part: LimitPartValue, { redLow, low, high, redHigh }: VitalBounds): string | null {
  const { min, max } = limitShape(part)
  const given = [redLow, low, high, redHigh].filter((one) => one !== null)
  if (given.length === 0) return '至少填写一个界限；要恢复默认请点“恢复默认”'
  if (given.some((one) => one < min || one > max)) return `界限应在 ${min} 至 ${max} 之间`
  if (given.some((one, at) => at > 0 && one < given[at - 1]!)) {
    return '界限要从小到大：危急下限、正常下限、正常上限、危急上限'
  }
  return null
}

/** 60–100；危急 <50 或 ≥121 */
export function boundsWords({ redLow, low, high, redHigh }: VitalBounds): string {
  const usual =
    low !== null && high !== null ? `${low}–${high}` : low !== null ? `≥${low}` : high !== null ? `≤${high}` : ''
  const red = [redLow !== null && `<${redLow}`, redHigh !== null && `≥${redHigh}`].filter(Boolean).join(' 或 ')
  return [usual, red && `危急 ${red}`].filter(Boolean).join('；')
}

export const vitalText = (field: VitalField, value: number) =>
  field === 'meal' ? MealEaten.label(value as 0) : value.toFixed(vitalFields[field].digits)
