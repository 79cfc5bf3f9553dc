// The employee record under the addresses of older clients, and the lists of colleagues that forms choose from.

import { invalid, notFound } from '#contract/kit/refusal'
import { type ColleagueData, type ColleagueRowData, employee } from '#contract/platform/employee'
import { UserStatus } from '#contract/platform/user'
import { sortUsers } from '#server/areas/platform/user/userAct'
import { findUser, JOBS_OF, namedLike } from '#server/areas/platform/user/userFind'
import { patchUser } from '#server/areas/platform/user/userSave'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

const NURSES = ['NURSE', 'nurseHead', 'nurseTeamLeader']
const DOCTORS = ['DOCTOR', 'medicalTeamLeader']

const HAS_JOB = (codes: string) => `exists (select 1 from employee_job ej
  join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
 where ej.org_id = e.org_id and ej.emp_id = e.emp_id and j.job_type_code = any(${codes}::text[]))`

const OF_DEPT = `select e.emp_id as "empId", e.emp_name as "empName", e.emp_key as "empKey", a.user_name as "userName"
from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id
where e.org_id = $1 and a.user_status = ${UserStatus.is.enabled} and ($2::text[] is null or e.dept_id = any($2))
  and ($3::text[] is null or ${HAS_JOB('$3')})
order by e.sort, e.emp_id`

/** People of the department the session works in, or of one of the caller's own that is asked for. */
async function colleagues(who: Caller, deptId: string | null | undefined, jobTypes: readonly string[] | null) {
  const asked = deptId || who.deptId
  const mine = who.deptIds
  if (deptId && mine !== null && !mine.includes(deptId)) throw notFound('部门')
  const found = await who.app.pool.query<ColleagueData>({
    name: 'colleagues',
    text: OF_DEPT,
    values: [who.orgId, asked ? [asked] : mine, jobTypes],
  })
  return found.rows
}

const codesOf = (joined: string | null | undefined) => {
  const codes = (joined ?? '').split(',').map((one) => one.trim())
  return codes.some(Boolean) ? codes.filter(Boolean) : null
}

export default implement(employee, {
  get: async ({ empId }, who) => {
    const found = await findUser(who, empId)
    return found.employed ? { ...found, empName: found.empName!, sex: found.sex! } : null
  },
  create: async ({ empId, ...patch }, who) => {
    if (!empId) throw invalid('请先保存账号，再保存员工资料', 'empId')
    await patchUser(who, empId, patch, { completes: true })
    return null
  },
  update: async ({ empId, ...patch }, who) => {
    if (!empId) throw invalid('请指明要修改的员工', 'empId')
    await patchUser(who, empId, patch)
    return null
  },
  sort: async ({ items }, who) => {
    await sortUsers(
      who,
      items.map((one) => ({ userId: one.empId, sort: one.sort })),
    )
    return null
  },
  ofDept: ({ deptId }, who) => colleagues(who, deptId, null),
  nursesOfDept: ({ deptId }, who) => colleagues(who, deptId, NURSES),
  doctorsOfDept: ({ deptId }, who) => colleagues(who, deptId, DOCTORS),
  inScope: (q, who) =>
    pageOfRows<ColleagueRowData>(
      who.app.pool,
      {
        from: 'account t join employee e on e.org_id = t.org_id and e.emp_id = t.user_id',
        key: 'user_id',
        select: `t.user_id as "empId", e.emp_name as "empName", e.emp_key as "empKey", t.user_name as "userName", e.sex,
          e.dept_id as "deptId", (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = e.dept_id) as "deptName",
          ${JOBS_OF} as "jobName", e.working_picture as "workingPicture",
          array(select j.job_type_code from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
            where ej.org_id = t.org_id and ej.emp_id = t.user_id order by j.created_at, j.job_id) as "jobTypeCodes"`,
        filters: [
          [`t.org_id = ? and t.user_status = ${UserStatus.is.enabled}`, who.orgId],
          deptFilter(who, 'e'),
          ['e.dept_id = ?', q.deptId],
          [HAS_JOB('?'), codesOf(q.jobTypeCodes)],
          [namedLike('e'), q.empName?.trim()],
        ],
        sorts: { empName: 'e.pinyin', createTime: 't.created_at', sort: 'e.sort' },
        defaultSort: 'e.sort',
      },
      q,
    ),
})
