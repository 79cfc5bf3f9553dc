// Ids of staff files that a plain sample does not reach.
import { LeaveReason, StaffChargeKind } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { filedPerson } from './hostileStaffFile.ts'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const filters = {
  keyword: null,
  deptId: null,
  jobId: null,
  empType: null,
  status: null,
  certificate: null,
  certificateKind: null,
  contract: null,
  skill: null,
  hireFrom: null,
  hireTo: null,
}
const dept = (type: string) =>
  row(
    `select e.dept_id as "deptId" from employee e where e.org_id = $1 and e.emp_type = '${type}' and e.status = 1`,
    filters,
  )
const post = (type: string) =>
  row(
    `select ej.job_id as "jobId" from employee e join employee_job ej on ej.org_id = e.org_id and ej.emp_id = e.emp_id
     where e.org_id = $1 and e.emp_type = '${type}' and e.status = 1`,
    filters,
  )
type Product = Parameters<ReturnType<typeof row>>[0]
const charge = async (product: Product) => ({
  empId: await filedPerson(product),
  fromDay: dayText(),
  confirmed: null,
  oldmanIds: null,
  bedIds: null,
})
const elder = async (product: Product) => ({
  ...(await charge(product)),
  ...(await row(`select array[o.oldman_id] as "oldmanIds" from oldman o where o.org_id = $1 and o.status = 1 and not exists (
    select from staff_charge h where h.org_id = o.org_id and h.oldman_id = o.oldman_id) order by o.oldman_id`)(
    product,
  )),
})
const bed = async (product: Product) => ({
  ...(await charge(product)),
  ...(await row(`select array[b.bed_id] as "bedIds" from bed b where b.org_id = $1 and not exists (
    select from staff_charge h where h.org_id = b.org_id and h.bed_id = b.bed_id) order by b.bed_id`)(product)),
})

export default {
  samples: {
    'administration.staffFile.list query.deptId': dept('nursing'),
    'administration.staffFile.list query.jobId': post('nursing'),
    'administration.staffFile.carers query.deptId': dept('nursing'),
    'administration.staffFile.carers query.jobId': post('nursing'),
    'administration.staffFile.sales query.deptId': dept('sale'),
    'administration.staffFile.chargeChoices query.deptId': row(
      `select o.dept_id as "deptId" from oldman o where o.org_id = $1 and o.status = 1 and o.dept_id is not null`,
      { kind: StaffChargeKind.is.ELDER, keyword: null, free: null },
    ),
    'administration.staffFile.charge body.oldmanIds.0': elder,
    'administration.staffFile.charge body.bedIds.0': bed,
    'administration.staffFile.charge body.empId': elder,
    'administration.staffFile.leave body.successorId': async (product) => ({
      empId: await filedPerson(product),
      successorId: await filedPerson(product),
      lastDay: dayText(),
      reason: LeaveReason.is.OTHER,
      version: null,
    }),
  },
} satisfies IdKnowledge
