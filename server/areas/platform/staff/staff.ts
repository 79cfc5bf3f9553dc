// Handlers of staff. Lists stay within the caller's data departments; choices carry nothing but names.

import { notFound } from '#contract/kit/refusal'
import { StaffSex } from '#contract/platform/session'
import { type NursingWorkerData, STAFF_GONE, type StaffData, StaffStatus, staff } from '#contract/platform/staff'
import { namedLike } from '#server/areas/platform/user/userFind'
import type { Caller } from '#server/kit/caller'
import { writeSheet, XLSX_MIME } from '#server/kit/excel'
import { implement } from '#server/kit/implement'
import { contains, type Filter, type PageInput, pageOfRows } from '#server/kit/page'
import { deptFilter, inDepts } from '#server/kit/tenant'
import { changeStaff } from './staffChange.ts'

const FACTS = `t.emp_key as "empKey", t.sex, t.phone_num as "phoneNum", t.dept_id as "deptId",
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName",
  (select string_agg(j.job_name, '、' order by j.created_at, j.job_id) from employee_job ej
     join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
    where ej.org_id = t.org_id and ej.emp_id = t.emp_id) as "jobName",
  t.emp_title as "empTitle", t.nursing_level as "nursingLevel", t.status, t.working_picture as "workingPicture",
  t.intro, t.created_at as "createTime"`
const STAFF = `t.emp_id as "staffId", t.emp_name as "staffName", t.emp_type as "empType", ${FACTS}`
const WORKER = `t.emp_id as "nursingId", t.emp_name as "realName", t.emp_name as "nursingName", ${FACTS}`

const named = namedLike('t')
const ALL = 9999

interface Asked extends PageInput {
  deptId?: string | null
  phoneNum?: string | null
  status?: number | null
  nursingLevel?: string | null
}

const sorts = { createTime: 't.created_at', realName: 't.pinyin', staffName: 't.pinyin', sort: 't.sort' }

const scope = (who: Caller): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 't')]

const filtersOf = (who: Caller, q: Asked, name: string | null | undefined): Filter[] => [
  ...scope(who),
  [named, name?.trim()],
  ['t.dept_id = ?', q.deptId],
  ['t.phone_num like ?', contains(q.phoneNum)],
  ['t.status = ?', q.status],
  ['t.nursing_level = ?', q.nursingLevel],
]

const plan = (select: string, filters: readonly Filter[]) => ({
  from: 'employee t',
  key: 'emp_id',
  select,
  filters,
  sorts,
  defaultSort: 't.sort',
})

const NURSING: Filter = ['t.emp_type = ?', 'nursing']
/** Nobody gives work to people who have left or are suspended. */
const WORKING: Filter = ['t.status <> all(?::int[])', STAFF_GONE]

const findWorkers = (who: Caller, q: Asked & { realName?: string | null }) =>
  pageOfRows<NursingWorkerData>(who.app.pool, plan(WORKER, [...filtersOf(who, q, q.realName), NURSING]), q)

async function findOne<Row extends object>(
  who: Caller,
  select: string,
  id: string,
  what: string,
  also = '',
): Promise<Row> {
  const found = await who.app.pool.query<Row>(
    `select ${select} from employee t where t.org_id = $1 and t.emp_id = $2 and ${inDepts('t', '$3')} ${also}`,
    [who.orgId, id, who.deptIds],
  )
  if (!found.rows[0]) throw notFound(what)
  return found.rows[0]
}

const ONLY_NURSING = `and t.emp_type = 'nursing'`

export default implement(staff, {
  list: (q, who) =>
    pageOfRows<StaffData>(
      who.app.pool,
      plan(STAFF, [...filtersOf(who, q, q.staffName), ['t.emp_type = ?', q.empType]]),
      q,
    ),
  info: ({ staffId }, who) => findOne<StaffData>(who, STAFF, staffId, '员工'),
  update: async ({ staffId, ...change }, who) => {
    await changeStaff(who, staffId, change)
    return null
  },
  workers: (q, who) => findWorkers(who, q),
  worker: ({ nursingId }, who) => findOne<NursingWorkerData>(who, WORKER, nursingId, '护理人员', ONLY_NURSING),
  updateWorker: async ({ nursingId, ...change }, who) => {
    await changeStaff(who, nursingId, change, 'nursing')
    return null
  },
  exportWorkers: async (q, who) => {
    const found = await findWorkers(who, { ...q, page: 1, size: ALL })
    const content = await writeSheet<NursingWorkerData>({
      title: '护理人员',
      columns: [
        { title: '姓名', value: 'realName' },
        { title: '性别', value: 'sex', as: StaffSex },
        { title: '工号', value: 'empKey' },
        { title: '手机号', value: 'phoneNum', width: 16 },
        { title: '部门', value: 'deptName', width: 20 },
        { title: '岗位', value: 'jobName' },
        { title: '职称', value: 'empTitle', width: 18 },
        { title: '护理员等级', value: 'nursingLevel' },
        { title: '在职状态', value: 'status', as: StaffStatus },
      ],
      rows: found.list,
    })
    return { name: '护理人员.xlsx', mime: XLSX_MIME, content }
  },
  workerChoices: (q, who) =>
    pageOfRows(
      who.app.pool,
      plan(
        `t.emp_id as "nursingId", t.emp_name as "realName",
          (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName"`,
        [...scope(who), NURSING, WORKING, [named, q.realName?.trim()]],
      ),
      { size: ALL, ...q },
    ),
  saleChoices: (q, who) =>
    pageOfRows(
      who.app.pool,
      plan(`t.emp_id as "saleId", t.emp_name as "saleName"`, [
        ['t.org_id = ?', who.orgId],
        ['t.emp_type = ?', 'sale'],
        WORKING,
        [named, q.saleName?.trim()],
      ]),
      { size: ALL, ...q },
    ),
})
