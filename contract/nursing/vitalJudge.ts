// What a measurement means: pure, so that the page says the same while it is typed as the server when it is stored.
import {
  BLEEDING_STOOLS,
  LimitPart,
  type LimitPartValue,
  LOOSE_STOOLS,
  limitPartOf,
  OLD_AGE,
  OLD_SYSTOLIC_HIGH,
  StoolShape,
  type StoolShapeValue,
  usualLimits,
  VITAL_FIELDS,
  type VitalBounds,
  type VitalField,
  type VitalGradeValue,
  type VitalValues,
  vitalFields,
  vitalText,
} from './vitalKinds.ts'

/** Limits somebody set; the elder's own go before the house's. */
export interface SetLimits {
  own: Partial<Record<LimitPartValue, VitalBounds>>
  house: Partial<Record<LimitPartValue, VitalBounds>>
}

export interface VitalJudged {
  field: VitalField
  grade: VitalGradeValue
  /** 体温 38.6 ℃，危急（≥38） */
  text: string
  /** Not dangerous for the elder, but somebody has to know at once. */
  tell?: true
}

/** What was measured before, as far as rules look back from the moment of measuring. */
export interface VitalPast {
  /** Lowest and highest weight of the last 30 and 180 days. */
  weight30: readonly [number, number] | null
  weight180: readonly [number, number] | null
  /** Days since the last stool, or since somebody began to write it down; null: nobody did. */
  daysWithoutStool: number | null
  /** Loose stools of the 24 hours before. */
  looseBefore: number
  /** Other elders of the floor with three loose stools in 24 hours. */
  looseOthers: number
  /** In cm, as it was measured last; null: nobody ever did. */
  height: number | null
  /** The two meals before, in quarters, the last one first. */
  mealsBefore: readonly number[]
}

export const NO_PAST: VitalPast = {
  weight30: null,
  weight180: null,
  daysWithoutStool: null,
  looseBefore: 0,
  looseOthers: 0,
  height: null,
  mealsBefore: [],
}

export function boundsFor(part: LimitPartValue, limits: SetLimits, age: number | null): VitalBounds {
  const set = limits.own[part] ?? limits.house[part]
  if (set) return set
  const usual = usualLimits[part]
  return part === 'systolic' && age !== null && age >= OLD_AGE ? { ...usual, high: OLD_SYSTOLIC_HIGH } : usual
}

export function gradeOf(value: number, { redLow, low, high, redHigh }: VitalBounds): [VitalGradeValue, string] {
  if (redLow !== null && value < redLow) return ['red', `低于 ${redLow}`]
  if (redHigh !== null && value >= redHigh) return ['red', `达到 ${redHigh}`]
  if (low !== null && value < low) return ['yellow', `低于 ${low}`]
  if (high !== null && value > high) return ['yellow', `高于 ${high}`]
  return ['normal', '']
}

const ORDER: readonly VitalGradeValue[] = ['normal', 'yellow', 'red']
export const worse = (a: VitalGradeValue, b: VitalGradeValue) => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b)
export const worstOf = (judged: readonly { grade: VitalGradeValue }[]) =>
  judged.reduce<VitalGradeValue>((worst, one) => worse(worst, one.grade), 'normal')

function change(weight: number, range: readonly [number, number] | null): number {
  if (!range) return 0
  return Math.max(...range.map((before) => Math.abs(weight - before) / before)) * 100
}

/** Kilograms by metre squared, to one digit. */
export const bmiOf = (weight: number, height: number) => Math.round((weight / (height / 100) ** 2) * 10) / 10

function judgeWeight(weight: number, height: number | null, past: VitalPast, bounds: VitalBounds): VitalJudged {
  const changed = judgeChange(weight, past)
  if (height === null) return changed
  const bmi = bmiOf(weight, height)
  const [grade, why] = gradeOf(bmi, bounds)
  const said = `${changed.text}，BMI ${bmi.toFixed(1)}`
  return { field: 'weight', grade: worse(changed.grade, grade), text: why ? `${said}，${why}` : said }
}

function judgeChange(weight: number, { weight30, weight180 }: VitalPast): VitalJudged {
  const [month, half] = [change(weight, weight30), change(weight, weight180)]
  const grade = month >= 5 || half >= 10 ? 'red' : month >= 3 || half >= 5 ? 'yellow' : 'normal'
  const byMonth = month >= (grade === 'red' ? 5 : 3)
  const span = byMonth ? `30 天内变化 ${month.toFixed(1)}%` : `半年内变化 ${half.toFixed(1)}%`
  const said = `体重 ${vitalText('weight', weight)} kg`
  return { field: 'weight', grade, text: grade === 'normal' ? said : `${said}，${span}` }
}

const LOOSE_MANY = 3

function judgeStool(count: number, shape: string | null | undefined, past: VitalPast): VitalJudged {
  const name = StoolShape.label(shape as StoolShapeValue)
  const said = `大便 ${count} 次${shape ? `（${name}）` : ''}`
  if (count === 0) {
    const days = past.daysWithoutStool ?? 0
    const grade = days >= 5 ? 'red' : days >= 3 ? 'yellow' : 'normal'
    return { field: 'stool', grade, text: grade === 'normal' ? said : `${days} 天未解大便` }
  }
  if (BLEEDING_STOOLS.includes(shape ?? '')) return { field: 'stool', grade: 'red', text: said }
  const loose = LOOSE_STOOLS.includes(shape ?? '') ? count + past.looseBefore : 0
  if (loose < LOOSE_MANY) return { field: 'stool', grade: 'normal', text: said }
  const many = `24 小时内稀便 ${loose} 次`
  if (past.looseOthers === 0) return { field: 'stool', grade: 'yellow', text: many }
  const others = `同一楼层还有 ${past.looseOthers} 位老人腹泻，可能是聚集性腹泻，请马上报告护士长`
  return { field: 'stool', grade: 'yellow', text: `${many}；${others}`, tell: true }
}

const HALF = 2
const POOR_MEALS = 3

function judgeMeal(quarters: number, { mealsBefore }: VitalPast): VitalJudged {
  const meals = [quarters, ...mealsBefore]
  const said = `进食 ${vitalText('meal', quarters)}`
  if (quarters === 0 && meals[1] === 0) return { field: 'meal', grade: 'yellow', text: '连续 2 餐未进食' }
  const poor = meals.length >= POOR_MEALS && meals.slice(0, POOR_MEALS).every((one) => one <= HALF)
  return poor
    ? { field: 'meal', grade: 'yellow', text: `连续 ${POOR_MEALS} 餐进食一半或更少` }
    : { field: 'meal', grade: 'normal', text: said }
}

function judgeOne(field: VitalField, value: number, values: VitalValues, bounds: VitalBounds): VitalJudged {
  const [grade, why] = gradeOf(value, bounds)
  const part = limitPartOf(field, values.glucoseTiming)!
  const { unit } = vitalFields[field]
  const said = `${LimitPart.label(part)} ${vitalText(field, value)}${unit === '%' ? '' : ' '}${unit}`
  return { field, grade, text: why ? `${said}，${why}` : said }
}

/** What was measured and can be judged, each with its grade. */
export function judgeVital(
  values: VitalValues,
  { limits, age, past }: { limits: SetLimits; age: number | null; past: VitalPast },
): VitalJudged[] {
  const judged: VitalJudged[] = []
  for (const field of VITAL_FIELDS) {
    const value = values[field]
    if (value === null || value === undefined) continue
    const part = limitPartOf(field, values.glucoseTiming)
    if (part) judged.push(judgeOne(field, value, values, boundsFor(part, limits, age)))
    else if (field === 'weight') {
      judged.push(judgeWeight(value, values.height ?? past.height, past, boundsFor('bmi', limits, age)))
    } else if (field === 'meal') judged.push(judgeMeal(value, past))
    else if (field === 'stool') judged.push(judgeStool(value, values.stoolShape, past))
    // What goes in and out is judged by the day (judgeDaySum), not by the glass.
  }
  return judged
}

/** What cannot be, by field, for people; empty where everything can. */
export function vitalFaults(values: VitalValues): [field: VitalField | 'glucoseTiming' | 'stoolShape', text: string][] {
  const faults: [VitalField | 'glucoseTiming' | 'stoolShape', string][] = []
  for (const field of VITAL_FIELDS) {
    const value = values[field]
    if (value === null || value === undefined) continue
    const { title, min, max, digits, unit } = vitalFields[field]
    if (!Number.isFinite(value) || value < min || value > max) {
      faults.push([field, `${title}应在 ${min} 至 ${max}${unit && ` ${unit}`} 之间，请核对`])
    } else if (Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) > 1e-6) {
      faults.push([field, digits === 0 ? `${title}应为整数` : `${title}最多一位小数`])
    }
  }
  const { systolic, diastolic, glucose, stool } = values
  if (((systolic ?? null) === null) !== ((diastolic ?? null) === null)) {
    faults.push([(systolic ?? null) === null ? 'systolic' : 'diastolic', '收缩压和舒张压要一起填'])
  }
  if (systolic && diastolic && diastolic >= systolic) faults.push(['diastolic', '舒张压应低于收缩压，请核对'])
  if (glucose && !values.glucoseTiming) faults.push(['glucoseTiming', '请选择血糖的测量时机'])
  if (stool && !values.stoolShape) faults.push(['stoolShape', '请选择大便性状'])
  return faults
}

export const hasValue = (values: VitalValues) => VITAL_FIELDS.some((field) => (values[field] ?? null) !== null)

/** What a day's intake or urine comes to, judged at 07:00. */
export function judgeDaySum(part: 'intakeDay' | 'urineDay', total: number, limits: SetLimits): VitalJudged {
  const [grade, why] = gradeOf(total, boundsFor(part, limits, null))
  const said = `${LimitPart.label(part)} ${total} mL`
  return { field: part === 'intakeDay' ? 'intake' : 'output', grade, text: why ? `${said}，${why}` : said }
}
