// What a record of a project must bring: values, pictures, the code of the bed, an evaluation. The board and the bedside ask for
// the same.
import { codeNames } from './careCode.ts'
import type { ExecutionSignsData } from './execution.ts'
import type { BoardProjectData } from './task.ts'
import { vitalFaults } from './vitalJudge.ts'

export interface Demands {
  signs: ExecutionSignsData
  photos: string[]
  scanned: string
  evaluation: number | null
  remark: string
}
export const NO_DEMANDS: Demands = { signs: {}, photos: [], scanned: '', evaluation: null, remark: '' }

export interface SignField {
  key: keyof ExecutionSignsData
  label: string
  unit: string
  decimals?: number
}

const SIGNS: Readonly<Record<string, readonly SignField[]>> = {
  pressure: [
    { key: 'systolic', label: '收缩压', unit: 'mmHg' },
    { key: 'diastolic', label: '舒张压', unit: 'mmHg' },
  ],
  pulse: [{ key: 'pulse', label: '脉搏', unit: '次/分' }],
  temperature: [{ key: 'temperature', label: '体温', unit: '℃', decimals: 1 }],
  breathing: [{ key: 'breathing', label: '呼吸', unit: '次/分' }],
  oxygen: [{ key: 'oxygen', label: '血氧', unit: '%' }],
  glucose: [{ key: 'glucose', label: '血糖', unit: 'mmol/L', decimals: 1 }],
  weight: [{ key: 'weight', label: '体重', unit: 'kg', decimals: 1 }],
  pain: [{ key: 'pain', label: '疼痛', unit: '0–10' }],
  intake: [{ key: 'intake', label: '入量', unit: 'mL' }],
  output: [{ key: 'output', label: '出量', unit: 'mL' }],
  stool: [{ key: 'stool', label: '排便', unit: '次' }],
}

export const signFields = (project: BoardProjectData) => project.needsSigns.flatMap((part) => SIGNS[part] ?? [])
/** Nothing to bring: one press is enough. */
export const asksNothing = (project: BoardProjectData) =>
  project.needsSigns.length === 0 && !project.needsPhoto && !project.needsScan && !project.needsEvaluation

/** What is still to be brought, in words; null where all is there. */
export function lacking(project: BoardProjectData, { signs, photos, scanned, evaluation }: Demands): string | null {
  const missing = [
    ...signFields(project)
      .filter((field) => signs[field.key] === undefined)
      .map((field) => field.label),
    ...(project.needsPhoto && photos.length === 0 ? ['照片'] : []),
    ...(project.needsScan && scanned.trim() === '' ? ['扫床头码或腕带'] : []),
    ...(project.needsEvaluation && evaluation === null ? ['评价'] : []),
  ]
  return missing.length > 0 ? `还差：${missing.join('、')}` : null
}

/** What was brought and cannot be: the server would refuse it. */
export function impossible(
  project: BoardProjectData,
  { signs, scanned }: Demands,
  elder: { oldmanId: string; oldmanName: string; bedId: string | null } | null,
): string | null {
  // What is only half there is lacking, not wrong.
  const typed = signFields(project).filter(({ key }) => signs[key] !== undefined)
  const fault = vitalFaults(signs).find(([field]) => typed.some((one) => one.key === field))
  if (fault) return fault[1]
  if (project.needsScan && elder && scanned.trim() !== '' && !codeNames(scanned, elder)) {
    return `扫到的码不是${elder.oldmanName}的床头码或腕带，请核对老人后再扫`
  }
  return null
}

/** As the call takes it. */
export const broughtBy = ({ signs, photos, scanned, evaluation, remark }: Demands) => ({
  ...(Object.keys(signs).length > 0 && { signs }),
  ...(photos.length > 0 && { photos }),
  ...(scanned.trim() !== '' && { scanned: scanned.trim() }),
  ...(evaluation !== null && { evaluation }),
  ...(remark.trim() !== '' && { remark: remark.trim() }),
})
