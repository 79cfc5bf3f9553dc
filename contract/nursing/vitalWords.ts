// A measurement in one line, the same in lists, logs and on paper.
import {
  GlucoseTiming,
  type GlucoseTimingValue,
  StoolShape,
  type StoolShapeValue,
  VITAL_FIELDS,
  type VitalField,
  type VitalValues,
  vitalFields,
  vitalText,
} from './vitalKinds.ts'

/** 血压 128/76 · 脉搏 72 · 体温 36.5 */
export function vitalWords(values: VitalValues): string {
  const words: string[] = []
  for (const field of VITAL_FIELDS) {
    const value = values[field]
    if (value === null || value === undefined || field === 'diastolic') continue
    words.push(wordOf(field, value, values))
  }
  return words.join(' · ')
}

function wordOf(field: VitalField, value: number, values: VitalValues): string {
  const said = vitalText(field, value)
  if (field === 'systolic') return `血压 ${said}/${values.diastolic ?? '—'}`
  if (field === 'oxygen') return `血氧 ${said}%`
  if (field === 'glucose') return `${GlucoseTiming.label(values.glucoseTiming as GlucoseTimingValue)}血糖 ${said}`
  if (field === 'stool') {
    return `大便 ${said} 次${values.stoolShape ? `（${StoolShape.label(values.stoolShape as StoolShapeValue)}）` : ''}`
  }
  if (field === 'height') return `身高 ${said} cm`
  if (field === 'weight') return `体重 ${said} kg`
  if (field === 'intake' || field === 'output') return `${vitalFields[field].title} ${said} mL`
  return `${vitalFields[field].title} ${said}`
}
