// What a hostile request to staff files needs to get past the first checks: people who exist for these requests only.
import { CertificateKind, LeaveReason, StaffContractKind } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { StaffStatus } from '#contract/platform/staff'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const PERSON = `with made as (insert into account (org_id, user_id, user_name, password_hash) values ($1, $2, $3, 'x'))
insert into employee (org_id, emp_id, emp_name, emp_type, dept_id, status)
select d.org_id, $2, '试档', 'nursing', d.dept_id, $4 from dept d where d.org_id = $1 and d.dept_name = '护理部'`

export async function filedPerson(
  { app: { pool } }: TestApp,
  status: number = StaffStatus.is.employed,
): Promise<string> {
  const empId = newId()
  await pool.query(PERSON, [DEMO_ORG, empId, `filed${empId.slice(-10)}`, status])
  return empId
}

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id
const ELDER = `select o.oldman_id as id from oldman o where o.org_id = $1 and o.status = 1 and not exists (select from staff_charge h
  where h.org_id = o.org_id and h.oldman_id = o.oldman_id) order by o.oldman_id limit 1`
const BED = `select b.bed_id as id from bed b where b.org_id = $1 and not exists (select from staff_charge h
  where h.org_id = b.org_id and h.bed_id = b.bed_id) order by b.bed_id limit 1`

async function contract(product: TestApp): Promise<string> {
  const contractId = newId()
  await product.app.pool.query(
    `insert into staff_contract (org_id, contract_id, emp_id, kind, start_date, end_date) values ($1, $2, $3, 'FIXED', '2024-01-01', '2024-12-31')`,
    [DEMO_ORG, contractId, await filedPerson(product)],
  )
  return contractId
}
async function certificate(product: TestApp): Promise<string> {
  const certificateId = newId()
  await product.app.pool.query(
    `insert into staff_certificate (org_id, certificate_id, emp_id, kind) values ($1, $2, $3, 'OTHER')`,
    [DEMO_ORG, certificateId, await filedPerson(product)],
  )
  return certificateId
}
async function charged(product: TestApp): Promise<string> {
  const chargeId = newId()
  await product.app.pool.query(
    'insert into staff_charge (org_id, charge_id, emp_id, bed_id, from_day) values ($1, $2, $3, $4, current_date)',
    [DEMO_ORG, chargeId, await filedPerson(product), await one(product, BED)],
  )
  return chargeId
}

const papers = { files: null, remark: null, number: null }
const contractFields = { ...papers, kind: StaffContractKind.is.FIXED, startDate: '2024-01-01', endDate: '2024-12-31' }
const certificateFields = { ...papers, kind: CertificateKind.is.OTHER, issuedOn: null, validTo: null }

export const recipes: Knowledge['recipes'] = {
  'administration.staffFile.save': async (product) => ({
    empId: await filedPerson(product),
    status: StaffStatus.is.employed,
    idNo: null,
    birthday: null,
    hireDate: null,
    probationEnd: null,
    noNightFrom: null,
    noNightTo: null,
    workingPicture: null,
    version: null,
  }),
  'administration.staffFile.addContract': async (product) => ({
    empId: await filedPerson(product),
    ...contractFields,
  }),
  'administration.staffFile.saveContract': async (product) => ({
    staffContractId: await contract(product),
    ...contractFields,
    version: null,
  }),
  'administration.staffFile.addCertificate': async (product) => ({
    empId: await filedPerson(product),
    ...certificateFields,
  }),
  'administration.staffFile.saveCertificate': async (product) => ({
    certificateId: await certificate(product),
    ...certificateFields,
    version: null,
  }),
  'administration.staffFile.charge': async (product) => ({
    empId: await filedPerson(product),
    oldmanIds: [await one(product, ELDER)],
    bedIds: [await one(product, BED)],
    fromDay: dayText(),
    confirmed: null,
  }),
  'administration.staffFile.endCharge': async (product) => ({
    staffChargeIds: [await charged(product)],
    lastDay: dayText(),
  }),
  'administration.staffFile.leave': async (product) => ({
    empId: await filedPerson(product),
    lastDay: dayText(),
    reason: LeaveReason.is.OTHER,
    successorId: null,
    version: null,
  }),
  'administration.staffFile.rehire': async (product) => ({
    empId: await filedPerson(product, StaffStatus.is.left),
    status: StaffStatus.is.employed,
    access: false,
    version: null,
  }),
}

export const places: Knowledge['places'] = {
  'administration.staffFile.get': async (product) => ({ empId: await filedPerson(product) }),
  'administration.staffFile.open': async (product) => ({ empId: await filedPerson(product) }),
  'administration.staffFile.removeContract': async (product) => ({ staffContractId: await contract(product) }),
  'administration.staffFile.removeCertificate': async (product) => ({ certificateId: await certificate(product) }),
}
