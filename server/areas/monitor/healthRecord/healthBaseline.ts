// The usual of a resident and how a night stands beside it. Nobody is compared with anybody else.

import {
  clockText,
  MEASURES,
  type MeasureKey,
  measureOf,
  measureText,
  type Verdict,
  verdictText,
} from '#contract/monitor/healthWords'
import { AlarmStatus } from '#contract/monitor/words'
import { COUNTS_FROM_MIN, MINUTE_MS, type NightMade, nightStart, SLOTS } from './healthNight.ts'

/** Nights the usual is made of, and how many it takes before anything is called unusual. */
export const BASELINE_NIGHTS = 30
export const ENOUGH_NIGHTS = 5

export type KeptNight = Omit<NightMade, 'heartCurve' | 'breathCurve'> & {
  day: string
  away: number
}

export interface Judgement {
  key: MeasureKey
  value: number | null
  median: number | null
  low: number | null
  high: number | null
  verdict: Verdict
}

export interface Limits {
  upper: number | null
  lower: number | null
}

export const countsForBaseline = (night: Pick<KeptNight, 'away' | 'minutes'>) =>
  night.away === 0 && night.minutes >= COUNTS_FROM_MIN

/** The value at a share of sorted numbers, between two neighbours where it falls between them. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = Math.floor(at)
  const [a, b] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!]
  return a + (b - a) * (at - below)
}

const tenth = (value: number) => Math.round(value * 10) / 10
const afterEvening = (day: string, at: number | null) =>
  at === null ? null : Math.round((at - nightStart(day)) / MINUTE_MS)

export function measured(key: MeasureKey, night: KeptNight): number | null {
  switch (key) {
    case 'bedAt':
      return afterEvening(night.day, night.bedAt)
    case 'riseAt':
      return afterEvening(night.day, night.riseAt)
    case 'heartAvg':
      return night.heartAvg10 === null ? null : night.heartAvg10 / 10
    case 'breathAvg':
      return night.breathAvg10 === null ? null : night.breathAvg10 / 10
    default:
      return night[key]
  }
}

const LOW_SHARE = 0.1
const HIGH_SHARE = 0.9
/** So many times the usual distance away is more than notable. */
const FAR = 2.5

interface Usual {
  median: number
  low: number
  high: number
}

/** Median and the range of most nights, never narrower than what a measure varies by anyway. */
export function usualOf(key: MeasureKey, nights: readonly KeptNight[]): Usual | null {
  const measure = measureOf(key)!
  const values = nights
    .map((night) => measured(key, night))
    .filter((value) => value !== null)
    .sort((a, b) => a - b)
  if (values.length < ENOUGH_NIGHTS) return null
  const median = quantile(values, 0.5)
  return {
    median: tenth(median),
    low: tenth(Math.min(quantile(values, LOW_SHARE), median - measure.least)),
    high: tenth(Math.max(quantile(values, HIGH_SHARE), median + measure.least)),
  }
}

/** Beyond the alarm limits is abnormal even where it is usual. */
function beyondLimits(key: MeasureKey, value: number, heart: Limits, breath: Limits): Verdict {
  const limits = key.startsWith('heart') ? heart : key.startsWith('breath') ? breath : null
  if (limits?.upper != null && value > limits.upper) return 2
  if (limits?.lower != null && value < limits.lower) return -2
  return 0
}

function verdictOf(key: MeasureKey, value: number, usual: Usual | null): Verdict {
  const measure = measureOf(key)!
  if (usual === null) return 0
  const side = value > usual.high ? 1 : value < usual.low ? -1 : 0
  if (side === 0 || measure.calm === (side < 0 ? 'low' : 'high')) return 0
  const width = side > 0 ? usual.high - usual.median : usual.median - usual.low
  const far = Math.abs(value - usual.median) > FAR * width && !isClock(key)
  return (side * (far ? 2 : 1)) as Verdict
}

const isClock = (key: MeasureKey) => key === 'bedAt' || key === 'riseAt'

/** Every measure of a night beside the nights before it. A running night's totals are not complete yet: not judged. */
export function judge(
  night: KeptNight,
  before: readonly KeptNight[],
  limits: { heart: Limits; breath: Limits },
  running = false,
): Judgement[] {
  const nights = before.filter(countsForBaseline)
  return MEASURES.map(({ key, calm }) => {
    const value = measured(key, night)
    const usual = usualOf(key, nights)
    const open =
      running && calm === undefined && !key.startsWith('heart') && !key.startsWith('breath') && key !== 'bedAt'
    const judged = value === null || !countsForBaseline(night) || open ? 0 : verdictOf(key, value, usual)
    const hard = value === null ? 0 : beyondLimits(key, value, limits.heart, limits.breath)
    return {
      key,
      value,
      median: usual?.median ?? null,
      low: usual?.low ?? null,
      high: usual?.high ?? null,
      verdict: hard === 0 ? judged : hard,
    }
  })
}

/** 0 usual, 1 something notable, 2 something abnormal. */
export const levelOf = (judged: readonly Pick<Judgement, 'verdict'>[]) =>
  Math.min(2, Math.max(0, ...judged.map((one) => Math.abs(one.verdict)))) as 0 | 1 | 2

export interface NightAlarm {
  /** Somebody has said that they go. */
  taken?: boolean
  /** Milliseconds */
  at: number
  kind: string | null
  value: number | null
  content: string
  /** 0 open, 2 ignored, 3 handled, 4 released */
  status: number
  handledAt: number | null
}

/** More nights in a row with the same finding are worth saying. */
function inARow(key: MeasureKey, night: KeptNight, before: readonly KeptNight[], verdict: Verdict): number {
  const usual = usualOf(key, before.filter(countsForBaseline))
  if (usual === null) return 1
  const byDay = [...before].sort((a, b) => (a.day < b.day ? 1 : -1))
  let nights = 1
  let expected = Date.parse(night.day)
  for (const one of byDay) {
    expected -= 86_400_000
    const value = measured(key, one)
    if (Date.parse(one.day) !== expected || value === null || !countsForBaseline(one)) break
    if (verdict > 0 ? value <= usual.high : value >= usual.low) break
    nights++
  }
  return nights
}

const minutesAfter = (alarm: NightAlarm) =>
  alarm.handledAt === null ? null : Math.max(1, Math.round((alarm.handledAt - alarm.at) / MINUTE_MS))

const PEAK: Partial<Record<string, string>> = { HEART: '心率', BREATH: '呼吸' }

/** 02:17 心率升至 134，3 分钟后处理完毕 */
function alarmSentence(alarm: NightAlarm, day: string): string {
  const when = clockText((alarm.at - nightStart(day)) / MINUTE_MS)
  const what =
    PEAK[alarm.kind ?? ''] && alarm.value !== null ? `${PEAK[alarm.kind!]}到 ${alarm.value} 次/分` : alarm.content
  const took = minutesAfter(alarm)
  if (alarm.status === AlarmStatus.is.open) return `${when} ${what}，尚未处理`
  if (alarm.status === AlarmStatus.is.cleared) return `${when} ${what}，${took} 分钟后自行恢复`
  return `${when} ${what}，${took} 分钟后${alarm.status === AlarmStatus.is.handled ? '已处理' : '已忽略'}`
}

const MOST_FINDINGS = 3

/** What is worth a look, from facts alone; null: nothing. */
export function noteOf(
  night: KeptNight,
  before: readonly KeptNight[],
  judged: readonly Judgement[],
  alarms: readonly NightAlarm[],
): string | null {
  const rates = alarms.filter((one) => one.kind === 'HEART' || one.kind === 'BREATH')
  const told = new Set<string>(rates.map((one) => (one.kind === 'HEART' ? 'heartMax' : 'breathAvg')))
  const found = judged
    .filter((one) => one.verdict !== 0 && !told.has(one.key))
    .sort((a, b) => Math.abs(b.verdict) - Math.abs(a.verdict))
    .slice(0, MOST_FINDINGS)
  const sentences = found.map((one) => {
    const measure = measureOf(one.key)!
    const value = measureText(measure, one.value)
    const usual = one.median === null ? '' : `（平时 ${measureText(measure, one.median)}）`
    const nights = inARow(one.key, night, before, one.verdict)
    const word =
      Math.abs(one.verdict) === 2 ? (one.verdict > 0 ? measure.high : measure.low) : verdictText(measure, one.verdict)
    return `${measure.name} ${value}，${word}${usual}${nights > 1 ? `，连续第 ${nights} 夜` : ''}`
  })
  const parts = [...rates.slice(0, 2).map((one) => alarmSentence(one, night.day)), ...sentences]
  const advice = adviceOf(judged)
  return parts.length === 0 ? null : `${parts.join('；')}。${advice}`
}

/** A prompt for care, no diagnosis. */
function adviceOf(judged: readonly Judgement[]): string {
  const at = (key: MeasureKey) => judged.find((one) => one.key === key)?.verdict ?? 0
  if (Math.abs(at('heartMax')) === 2 || Math.abs(at('heartMin')) === 2 || Math.abs(at('breathAvg')) === 2) {
    return '请白天复测并告知医生。'
  }
  if (at('exits') > 0) return '建议睡前协助如厕，留意跌倒。'
  if (at('turns') < 0) return '建议增加协助翻身，检查皮肤。'
  if (at('wet') > 0) return '建议增加夜间更换护理垫的次数。'
  return ''
}

export interface Band {
  low: (number | null)[]
  high: (number | null)[]
}

const BAND_LOW = 0.05
const BAND_HIGH = 0.95

/** The usual at each five minutes of the night: 5 % to 95 % of the nights' values there and beside it. */
export function bandOf(curves: readonly (readonly (number | null)[])[]): Band {
  const low: (number | null)[] = []
  const high: (number | null)[] = []
  for (let slot = 0; slot < SLOTS; slot++) {
    const values: number[] = []
    let nights = 0
    for (const curve of curves) {
      const near = [curve[slot - 1], curve[slot], curve[slot + 1]].filter((value) => value != null)
      if (near.length > 0) nights++
      values.push(...near)
    }
    values.sort((a, b) => a - b)
    const enough = nights >= ENOUGH_NIGHTS
    low.push(enough ? tenth(quantile(values, BAND_LOW) / 10) : null)
    high.push(enough ? tenth(quantile(values, BAND_HIGH) / 10) : null)
  }
  return { low, high }
}
