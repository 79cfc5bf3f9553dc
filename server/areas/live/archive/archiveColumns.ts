// Which column of `oldman` holds which field of an archive; insert, update and reading are all made from this.
import type { ArchiveFieldsData } from '#contract/live/archiveFields'

type Kind = 'text' | 'int' | 'date' | 'jsonb'

export const archiveColumns: Readonly<Record<keyof ArchiveFieldsData, readonly [column: string, kind: Kind]>> = {
  oldmanName: ['oldman_name', 'text'],
  idType: ['id_type', 'text'],
  idCard: ['id_card', 'text'],
  sex: ['sex', 'int'],
  birthDate: ['birth_date', 'date'],
  nation: ['nation', 'text'],
  phone: ['phone', 'text'],
  region: ['region', 'text'],
  address: ['address', 'text'],
  category: ['category', 'text'],
  deptId: ['dept_id', 'text'],
  saleId: ['sale_id', 'text'],
  remark: ['remark', 'text'],
  education: ['education', 'text'],
  marital: ['marital', 'text'],
  politicalStatus: ['political_status', 'text'],
  religion: ['religion', 'text'],
  living: ['living', 'text'],
  householdType: ['household_type', 'text'],
  nativePlace: ['native_place', 'text'],
  formerJob: ['former_job', 'text'],
  workUnit: ['work_unit', 'text'],
  income: ['income', 'jsonb'],
  medicalPay: ['medical_pay', 'jsonb'],
  medicalCardNo: ['medical_card_no', 'text'],
  hobbies: ['hobbies', 'text'],
  character: ['character', 'text'],
  selfCare: ['self_care', 'int'],
  bloodAbo: ['blood_abo', 'text'],
  bloodRh: ['blood_rh', 'text'],
  diseases: ['diseases', 'jsonb'],
  allergies: ['allergies', 'jsonb'],
  diet: ['diet', 'jsonb'],
  attention: ['attention', 'jsonb'],
  sleep: ['sleep', 'text'],
  aids: ['aids', 'text'],
  infectious: ['infectious', 'text'],
  hospitalHistory: ['hospital_history', 'text'],
  medication: ['medication', 'text'],
  healthReportDate: ['health_report_date', 'date'],
  healthReportExpire: ['health_report_expire', 'date'],
  healthRemark: ['health_remark', 'text'],
}

export type ArchiveField = keyof ArchiveFieldsData
export const archiveFieldNames = Object.keys(archiveColumns) as ArchiveField[]

/** `t.oldman_name as "oldmanName", …` of these fields. */
export const selectFields = (fields: readonly ArchiveField[], table = 't') =>
  fields.map((field) => `${table}.${archiveColumns[field][0]} as "${field}"`).join(', ')

/** Lists are never null in the table. */
export const emptyOf = (field: ArchiveField) => (archiveColumns[field][1] === 'jsonb' ? [] : null)
