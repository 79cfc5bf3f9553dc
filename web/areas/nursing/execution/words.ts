// What an execution says of itself in words.
import type { ExecutionData, ExecutionSignsData } from '#contract/nursing/execution'

/** Signs in the order nurses read them; pressure is two values. */
const SIGNS: readonly [keyof ExecutionSignsData, title: string, unit: string][] = [
  ['temperature', '体温', '℃'],
  ['pulse', '脉搏', '次/分'],
  ['breathing', '呼吸', '次/分'],
  ['oxygen', '血氧', '%'],
  ['glucose', '血糖', 'mmol/L'],
  ['weight', '体重', 'kg'],
  ['pain', '疼痛', '分'],
  ['intake', '入量', 'ml'],
  ['output', '出量', 'ml'],
  ['stool', '排便', '次'],
]

const there = (value: number | null | undefined): value is number => value !== null && value !== undefined

export function signsOf(signs: ExecutionSignsData | null): { title: string; value: string }[] {
  if (!signs) return []
  const { systolic, diastolic } = signs
  const pressure =
    there(systolic) || there(diastolic) ? [{ title: '血压', value: `${systolic ?? '—'}/${diastolic ?? '—'} mmHg` }] : []
  const others = SIGNS.flatMap(([key, title, unit]) => {
    const value = signs[key]
    return there(value) ? [{ title, value: `${value} ${unit}` }] : []
  })
  return [...pressure, ...others]
}

export const signsText = (signs: ExecutionSignsData | null) =>
  signsOf(signs)
    .map(({ title, value }) => `${title} ${value}`)
    .join('，')

type Marked = Pick<ExecutionData, 'late' | 'togetherNo' | 'takenBackAt' | 'taskId' | 'charged'>

/** 补录, 一并, 按需, 计费, 已撤回 */
export function marksOf(row: Marked): string[] {
  return [
    ...(row.takenBackAt ? ['已撤回'] : []),
    ...(row.late ? ['补录'] : []),
    ...(row.togetherNo ? ['一并录入'] : []),
    ...(row.taskId === null ? ['按需'] : []),
    ...(row.charged ? ['已计费'] : []),
  ]
}
