// Forms of contracts and certificates: a new one proposes its days from the one before or from its kind.
import { staffFile } from '#contract/administration/staffFile'
import type { StaffCertificateData, StaffContractData, StaffFileData } from '#contract/administration/staffFileShape'
import {
  CERTIFICATE_MONTHS,
  CertificateKind,
  type CertificateKindValue,
  StaffContractKind,
} from '#contract/administration/staffWords'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { send } from '#web/kit/call'
import { filesOf } from '#web/kit/fields/file'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { LEVELS } from './factsForm.tsx'

const scans = filesOf({ max: 9 })

const contractFields = {
  kind: { as: StaffContractKind, title: '合同类型' },
  number: { title: '合同编号' },
  startDate: {},
  endDate: { when: (values: Values) => values.kind !== StaffContractKind.is.OPEN },
  files: { as: scans, title: '合同扫描件', wide: true },
  remark: { as: longText, wide: true, title: '备注' },
} as const

const dayAfter = (day: string) => dayText(Date.parse(`${day}T00:00:00+08:00`) + DAY_MS)

export function addContractForm(row: StaffFileData): FormRequest {
  const last = row.contracts[0]
  return formOf(staffFile.calls.addContract, {
    title: last ? '续签合同' : '新增合同',
    verb: last ? '登记续签' : '登记合同',
    about: row.empName,
    also: { empId: row.empId },
    draft: `staffContract:${row.empId}`,
    initial: {
      kind: last?.kind ?? StaffContractKind.is.FIXED,
      startDate: last?.endDate ? dayAfter(last.endDate) : (row.hireDate ?? dayText()),
    },
    fields: contractFields as never,
    done: '合同已登记',
  })
}

export function editContractForm(row: StaffFileData, contract: StaffContractData): FormRequest {
  const find = (now: StaffFileData) =>
    now.contracts.find((one) => one.staffContractId === contract.staffContractId) ?? contract
  return editOf(staffFile.calls.saveContract, contract, {
    title: '修改合同',
    verb: '保存修改',
    about: row.empName,
    fields: contractFields as never,
    values: (one) => ({
      kind: one.kind,
      number: one.number,
      startDate: one.startDate,
      endDate: one.endDate,
      files: one.files.length > 0 ? one.files : null,
      remark: one.remark,
    }),
    also: (one) => ({ staffContractId: one.staffContractId, version: one.version }),
    again: async () => find(await send(staffFile.calls.get, { empId: row.empId })),
    done: '合同已修改',
  })
}

/** The last day of a certificate that holds so many months. */
export function validTo(kind: CertificateKindValue, issuedOn: string): string | null {
  const months = CERTIFICATE_MONTHS[kind]
  if (months === null) return null
  const [year, month, day] = issuedOn.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)) - DAY_MS).toISOString().slice(0, 10)
}

const certificateFields = {
  kind: { as: CertificateKind, title: '证书类型' },
  number: { title: '证书编号' },
  issuedOn: { hint: '填好后按证书类型推算有效期' },
  validTo: { hint: '长期有效的不填' },
  level: { as: suggesting(LEVELS), title: '等级', placeholder: '如：三级/高级工' },
  issuer: { title: '发证机构' },
  files: { as: scans, title: '证书扫描件', wide: true },
  remark: { as: longText, wide: true, title: '备注' },
} as const

const proposeExpiry = (changed: Values, all: Values): Values | undefined => {
  if (!('kind' in changed) && !('issuedOn' in changed)) return undefined
  const { kind, issuedOn } = all as { kind?: CertificateKindValue; issuedOn?: string | null }
  return kind && issuedOn ? { validTo: validTo(kind, issuedOn) } : undefined
}

export const addCertificateForm = (row: StaffFileData, kind: CertificateKindValue = CertificateKind.is.HEALTH) =>
  formOf(staffFile.calls.addCertificate, {
    title: '新增证书',
    verb: '登记证书',
    about: row.empName,
    also: { empId: row.empId },
    draft: `staffCertificate:${row.empId}`,
    initial: { kind },
    fields: certificateFields as never,
    follow: proposeExpiry,
    done: '证书已登记',
  })

export function editCertificateForm(row: StaffFileData, certificate: StaffCertificateData): FormRequest {
  const find = (now: StaffFileData) =>
    now.certificates.find((one) => one.certificateId === certificate.certificateId) ?? certificate
  return editOf(staffFile.calls.saveCertificate, certificate, {
    title: '修改证书',
    verb: '保存修改',
    about: row.empName,
    fields: certificateFields as never,
    follow: proposeExpiry,
    values: (one) => ({
      kind: one.kind,
      number: one.number,
      level: one.level,
      issuer: one.issuer,
      issuedOn: one.issuedOn,
      validTo: one.validTo,
      files: one.files.length > 0 ? one.files : null,
      remark: one.remark,
    }),
    also: (one) => ({ certificateId: one.certificateId, version: one.version }),
    again: async () => find(await send(staffFile.calls.get, { empId: row.empId })),
    done: '证书已修改',
  })
}
