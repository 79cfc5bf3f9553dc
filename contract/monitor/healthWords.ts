// What a night is measured by, and how a measure reads beside the resident's own usual one.
import { options } from '#contract/kit/options'

/** How a night stands beside the resident's own last 30 nights. */
export const HealthLevel = options('HealthLevel', '判断', [
  [0, 'calm', ['平稳', 'green']],
  [1, 'notable', ['留意', 'amber']],
  [2, 'abnormal', ['异常', 'red']],
])
export type HealthLevelValue = 0 | 1 | 2

export const OnlyNotable = options('OnlyNotable', '只看异常', [[1, 'yes', '只看留意和异常']])

/** −2 far below the usual, −1 below, 0 usual, 1 above, 2 far above. */
export type Verdict = -2 | -1 | 0 | 1 | 2

export const HealthRange = options('HealthRange', '时间范围', [
  ['night', '一夜'],
  ['day', '24 小时'],
  ['week', '7 天'],
  ['month', '30 天'],
])
export type HealthRangeValue = 'night' | 'day' | 'week' | 'month'

export const StatisticsUnit = options('StatisticsUnit', '统计方式', [
  ['day', '按日'],
  ['week', '按周'],
  ['month', '按月'],
])
export type StatisticsUnitValue = 'day' | 'week' | 'month'

/** What the lists and statistics of the health records look at. */
export const HealthKind = options('HealthKind', '记录', [
  ['heart', '心率'],
  ['breath', '呼吸'],
  ['bed', '在离床'],
  ['roll', '翻身体动'],
])
export type HealthKindValue = 'heart' | 'breath' | 'bed' | 'roll'

export type MeasureKey =
  | 'inBedMin'
  | 'bedAt'
  | 'riseAt'
  | 'exits'
  | 'longestExitMin'
  | 'heartAvg'
  | 'heartMax'
  | 'heartMin'
  | 'breathAvg'
  | 'turns'
  | 'bigMoveMin'
  | 'wet'

export interface Measure {
  key: MeasureKey
  name: string
  kind: HealthKindValue
  /** minutes: 9 小时 25 分; clock: minutes after 20:00, 21:02; number: with its unit */
  as: 'minutes' | 'clock' | 'number'
  unit: string
  digits: 0 | 1
  low: string
  high: string
  /** The usual is at least so wide on either side of the median, however alike the nights were. */
  least: number
  /** A direction that is never worth a word: fewer exits, a dry bed. */
  calm?: 'low' | 'high'
}

const minutes = { as: 'minutes', unit: '', digits: 0 } as const
const rate = { as: 'number', unit: '次/分' } as const
const times = { as: 'number', unit: '次', digits: 0 } as const

export const MEASURES: readonly Measure[] = [
  { key: 'inBedMin', name: '在床时长', kind: 'bed', ...minutes, low: '偏短', high: '偏长', least: 45 },
  { key: 'bedAt', name: '上床', kind: 'bed', as: 'clock', unit: '', digits: 0, low: '偏早', high: '偏晚', least: 40 },
  { key: 'riseAt', name: '起床', kind: 'bed', as: 'clock', unit: '', digits: 0, low: '偏早', high: '偏晚', least: 40 },
  { key: 'exits', name: '夜间离床', kind: 'bed', ...times, low: '偏少', high: '偏多', least: 1, calm: 'low' },
  {
    key: 'longestExitMin',
    name: '最长一次离床',
    kind: 'bed',
    ...minutes,
    low: '偏短',
    high: '偏长',
    least: 4,
    calm: 'low',
  },
  { key: 'heartAvg', name: '平均心率', kind: 'heart', ...rate, digits: 0, low: '偏低', high: '偏高', least: 4 },
  {
    key: 'heartMax',
    name: '最高心率',
    kind: 'heart',
    ...rate,
    digits: 0,
    low: '偏低',
    high: '偏高',
    least: 8,
    calm: 'low',
  },
  {
    key: 'heartMin',
    name: '最低心率',
    kind: 'heart',
    ...rate,
    digits: 0,
    low: '偏低',
    high: '偏高',
    least: 5,
    calm: 'high',
  },
  { key: 'breathAvg', name: '平均呼吸', kind: 'breath', ...rate, digits: 1, low: '偏低', high: '偏高', least: 1.2 },
  { key: 'turns', name: '翻身', kind: 'roll', ...times, low: '偏少', high: '偏多', least: 5 },
  { key: 'bigMoveMin', name: '大幅体动', kind: 'roll', ...minutes, low: '偏少', high: '偏多', least: 4, calm: 'low' },
  { key: 'wet', name: '尿湿', kind: 'roll', ...times, low: '偏少', high: '偏多', least: 1, calm: 'low' },
]

const BY_KEY = new Map(MEASURES.map((one) => [one.key, one]))
export const measureOf = (key: string) => BY_KEY.get(key as MeasureKey)

const HOUR = 60
const NIGHT_FROM = 20

/** 565 → 9 小时 25 分; 12 → 12 分钟 */
export function minutesText(value: number): string {
  const whole = Math.round(value)
  const rest = whole % HOUR
  if (whole < HOUR) return `${whole} 分钟`
  return rest === 0 ? `${Math.floor(whole / HOUR)} 小时` : `${Math.floor(whole / HOUR)} 小时 ${rest} 分`
}

/** Minutes after 20:00 as the clock shows them: 62 → 21:02. */
export function clockText(value: number): string {
  const minute = (Math.round(value) + NIGHT_FROM * HOUR) % (24 * HOUR)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}`
}

/** One value of a measure with its unit. The median of whole numbers may lie between two of them. */
export function measureText(measure: Measure, value: number | null): string {
  if (value === null) return '—'
  if (measure.as === 'minutes') return minutesText(value)
  if (measure.as === 'clock') return clockText(value)
  const digits = Number.isInteger(value) ? measure.digits : Math.max(measure.digits, measure.unit === '次' ? 1 : 0)
  return `${value.toFixed(digits)} ${measure.unit}`
}

/** 正常, 偏多, 异常 */
export function verdictText(measure: Measure, verdict: number): string {
  if (verdict === 0) return '正常'
  if (Math.abs(verdict) === 2) return '异常'
  return verdict < 0 ? measure.low : measure.high
}
