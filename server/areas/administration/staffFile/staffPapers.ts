// Papers of a file: contracts that do not overlap, certificates that follow one another.
import type { staffFile } from '#contract/administration/staffFile'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { CertificateKind, StaffContractKind } from '#contract/administration/staffWords'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { staffFileOf } from './staffFileRead.ts'
import { type HeldStaff, holdStaff, raiseVersion } from './staffFileWrite.ts'

type Calls = (typeof staffFile)['calls']

onConstraint('staff_contract_once', () =>
  invalid('合同期限与本人的另一份合同重叠，请先改好前一份合同的结束日期', 'startDate'),
)

const words = (value: string | null | undefined) => value?.trim() || null
/** A file that was sent twice is one. */
const once = (urls: readonly string[] | null | undefined) => [...new Set(urls ?? [])]

type ContractFields = Omit<InputOf<Calls['addContract']>, 'empId'>

function contractOf(input: ContractFields) {
  const open = input.kind === StaffContractKind.is.OPEN
  const endDate = input.endDate || null
  if (open && endDate) throw invalid('无固定期限合同没有结束日期，请清空', 'endDate')
  if (!open && !endDate) throw invalid('请填写合同结束日期', 'endDate')
  if (endDate && endDate < input.startDate) throw invalid('结束日期不能早于开始日期', 'endDate')
  return {
    kind: input.kind,
    number: words(input.number),
    startDate: input.startDate,
    endDate,
    files: once(input.files),
    remark: words(input.remark),
  }
}

interface StoredContract {
  empId: string
  kind: string
  number: string | null
  startDate: string
  endDate: string | null
  files: string[]
  remark: string | null
  version: number
}

const CONTRACT = `select c.emp_id as "empId", c.kind, c.number, c.start_date as "startDate", c.end_date as "endDate", c.files, c.remark,
  c.version from staff_contract c join employee t on t.org_id = c.org_id and t.emp_id = c.emp_id
where c.org_id = $1 and c.contract_id = $2 and ${inDepts('t', '$3')} for update of c`

async function holdContract(tx: Tx, who: Caller, contractId: string): Promise<StoredContract> {
  const found = await tx.client.query<StoredContract>(CONTRACT, [tx.orgId, contractId, who.deptIds])
  if (!found.rows[0]) throw notFound('劳动合同')
  return found.rows[0]
}

const contractWords = (one: { kind: string; startDate: string; endDate: string | null }) =>
  `${StaffContractKind.label(one.kind as never)} ${one.startDate} 至 ${one.endDate ?? '无固定期限'}`
/** The number of papers is what the log needs. */
const counted = <T extends { files: readonly string[] }>({ files, ...rest }: T) => ({ ...rest, files: files.length })

export async function addContract(tx: Tx, who: Caller, input: InputOf<Calls['addContract']>): Promise<StaffFileData> {
  const { empId, ...fields } = input
  const held = await holdStaff(tx, who, empId)
  if (held.status === StaffStatus.is.left) throw invalid(`${held.name}已离职，复职后再签合同`)
  const made = contractOf(fields)
  const contractId = newId()
  await tx.client.query(
    `insert into staff_contract (org_id, contract_id, emp_id, kind, number, start_date, end_date, files, remark)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.orgId, contractId, empId, made.kind, made.number, made.startDate, made.endDate, made.files, made.remark],
  )
  await raiseVersion(tx, empId)
  tx.log({
    remark: `新增“${held.name}”的劳动合同：${contractWords(made)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(null, counted(made)),
  })
  return staffFileOf(tx.client, who, empId)
}

export async function saveContract(tx: Tx, who: Caller, input: InputOf<Calls['saveContract']>): Promise<StaffFileData> {
  const { staffContractId, version, ...fields } = input
  const { empId, version: current, ...before } = await holdContract(tx, who, staffContractId)
  await refuseStale(tx, empId, version, current)
  const held = await holdStaff(tx, who, empId)
  const after = contractOf(fields)
  await tx.client.query(
    `update staff_contract set kind = $3, number = $4, start_date = $5, end_date = $6, files = $7, remark = $8, version = version + 1
      where org_id = $1 and contract_id = $2`,
    [tx.orgId, staffContractId, after.kind, after.number, after.startDate, after.endDate, after.files, after.remark],
  )
  await raiseVersion(tx, empId)
  tx.log({
    remark: `修改“${held.name}”的劳动合同：${contractWords(after)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(counted(before), counted(after)),
  })
  return staffFileOf(tx.client, who, empId)
}

export async function removeContract(tx: Tx, who: Caller, contractId: string): Promise<void> {
  const { empId, ...before } = await holdContract(tx, who, contractId)
  const held = await holdStaff(tx, who, empId)
  await tx.client.query('delete from staff_contract where org_id = $1 and contract_id = $2', [tx.orgId, contractId])
  await raiseVersion(tx, empId)
  tx.log({
    remark: `删除“${held.name}”的劳动合同：${contractWords(before)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(counted(before), null),
  })
}

type CertificateFields = Omit<InputOf<Calls['addCertificate']>, 'empId'>

function certificateOf(input: CertificateFields) {
  const issuedOn = input.issuedOn || null
  const validTo = input.validTo || null
  if (validTo && issuedOn && validTo < issuedOn) throw invalid('有效期不能早于发证日期', 'validTo')
  return {
    kind: input.kind,
    number: words(input.number),
    level: words(input.level),
    issuer: words(input.issuer),
    issuedOn,
    validTo,
    files: once(input.files),
    remark: words(input.remark),
  }
}

type StoredCertificate = ReturnType<typeof certificateOf> & { empId: string; version: number }

const CERTIFICATE = `select c.emp_id as "empId", c.kind, c.number, c.level, c.issuer, c.issued_on as "issuedOn", c.valid_to as "validTo",
  c.files, c.remark, c.version from staff_certificate c join employee t on t.org_id = c.org_id and t.emp_id = c.emp_id
where c.org_id = $1 and c.certificate_id = $2 and ${inDepts('t', '$3')} for update of c`

async function holdCertificate(tx: Tx, who: Caller, certificateId: string): Promise<StoredCertificate> {
  const found = await tx.client.query<StoredCertificate>(CERTIFICATE, [tx.orgId, certificateId, who.deptIds])
  if (!found.rows[0]) throw notFound('证书')
  return found.rows[0]
}

const certificateWords = (one: Pick<StoredCertificate, 'kind' | 'level' | 'validTo'>) =>
  `${CertificateKind.label(one.kind)}${one.level ? `（${one.level}）` : ''}${one.validTo ? `，有效期至 ${one.validTo}` : ''}`

export async function addCertificate(
  tx: Tx,
  who: Caller,
  input: InputOf<Calls['addCertificate']>,
): Promise<StaffFileData> {
  const { empId, ...fields } = input
  const held = await holdStaff(tx, who, empId)
  await insertCertificate(tx, held, certificateOf(fields))
  return staffFileOf(tx.client, who, empId)
}

export async function insertCertificate(
  tx: Tx,
  { empId, name }: Pick<HeldStaff, 'empId' | 'name'>,
  made: ReturnType<typeof certificateOf>,
): Promise<void> {
  await tx.client.query(
    `insert into staff_certificate (org_id, certificate_id, emp_id, kind, number, level, issuer, issued_on, valid_to, files, remark)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.orgId,
      newId(),
      empId,
      made.kind,
      made.number,
      made.level,
      made.issuer,
      made.issuedOn,
      made.validTo,
      made.files,
      made.remark,
    ],
  )
  await raiseVersion(tx, empId)
  tx.log({
    remark: `新增“${name}”的${certificateWords(made)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(null, counted(made)),
  })
}

export async function saveCertificate(
  tx: Tx,
  who: Caller,
  input: InputOf<Calls['saveCertificate']>,
): Promise<StaffFileData> {
  const { certificateId, version, ...fields } = input
  const { empId, version: current, ...before } = await holdCertificate(tx, who, certificateId)
  await refuseStale(tx, empId, version, current)
  const held = await holdStaff(tx, who, empId)
  const after = certificateOf(fields)
  await tx.client.query(
    `update staff_certificate set kind = $3, number = $4, level = $5, issuer = $6, issued_on = $7, valid_to = $8, files = $9, remark = $10,
        version = version + 1 where org_id = $1 and certificate_id = $2`,
    [
      tx.orgId,
      certificateId,
      after.kind,
      after.number,
      after.level,
      after.issuer,
      after.issuedOn,
      after.validTo,
      after.files,
      after.remark,
    ],
  )
  await raiseVersion(tx, empId)
  tx.log({
    remark: `修改“${held.name}”的${certificateWords(after)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(counted(before), counted(after)),
  })
  return staffFileOf(tx.client, who, empId)
}

export async function removeCertificate(tx: Tx, who: Caller, certificateId: string): Promise<void> {
  const { empId, ...before } = await holdCertificate(tx, who, certificateId)
  const held = await holdStaff(tx, who, empId)
  await tx.client.query('delete from staff_certificate where org_id = $1 and certificate_id = $2', [
    tx.orgId,
    certificateId,
  ])
  await raiseVersion(tx, empId)
  tx.log({
    remark: `删除“${held.name}”的${certificateWords(before)}`,
    targetType: 'account',
    targetId: empId,
    changes: changesBetween(counted(before), null),
  })
}
