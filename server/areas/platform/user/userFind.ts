// Reading users: the list with its filters, one person with everything the form shows, what can be chosen from.

import type { InputOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import type { UserDetailData, UserRowData, user } from '#contract/platform/user'
import { frozenUntil } from '#server/areas/platform/session/loginGuess'
import type { Caller } from '#server/kit/caller'
import { contains, pageOfRows } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'
import { rolesFor } from './userRights.ts'

const READS = 'platform:user:list|saveUser|updateUser|deleteUser|user-sort|resetFrozen|modifyPass'

/** Any part of the name, or the beginning of one of its pinyin readings. */
export const namedLike = (person: string) =>
  `(strpos(${person}.emp_name, ?::text) > 0 or strpos(' ' || ${person}.initials, ' ' || lower(?::text)) > 0
  or strpos(' ' || ${person}.pinyin, ' ' || lower(?::text)) > 0)`

const BELOW = `with recursive below as (
  select d.dept_id from dept d where d.org_id = t.org_id and d.dept_id = ?::text
  union select d.dept_id from dept d join below b on d.parent_id = b.dept_id where d.org_id = t.org_id)
select dept_id from below`

export const JOBS_OF = `(select string_agg(j.job_name, '、' order by j.created_at, j.job_id)
  from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
 where ej.org_id = t.org_id and ej.emp_id = t.user_id)`

const FROM = 'account t left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id'

const ROW = `t.user_id as "userId", t.user_name as "userName",
  (select string_agg(r.name, '、' order by r.role_level, r.created_at, r.role_id)
     from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    where ar.org_id = t.org_id and ar.user_id = t.user_id) as "roleNames",
  t.user_status as "userStatus", t.is_admin as "isAdmin", e.emp_name as "empName", e.sex,
  t.user_telephone as "userTelephone", e.dept_id as "deptId",
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = e.dept_id) as "deptName",
  ${JOBS_OF} as "jobName", (${frozenUntil('t')} is not null)::int as "isFrozen",
  t.login_time as "userLastLoginTime", t.created_at as "createTime", e.emp_key as "empKey", e.emp_title as "empTitle",
  e.emp_type as "empType", e.working_picture as "workingPicture", t.reset_password as "resetPassword", t.sort`

type Query = InputOf<typeof user.calls.list>

export const findUsers = (who: Caller, q: Query) =>
  pageOfRows<UserRowData>(
    who.app.pool,
    {
      from: FROM,
      key: 'user_id',
      select: ROW,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 'e'),
        [namedLike('e'), q.empName?.trim()],
        ['t.user_name ilike ?', contains(q.userName)],
        ['t.user_telephone like ?', contains(q.userTelephone)],
        ['t.user_status = ?', q.userStatus],
        [`((${frozenUntil('t')} is not null) = (?::int = 1))`, q.isFrozen],
        ['e.sex = ?', q.sex],
        ['e.emp_type = ?', q.empType],
        [q.withSub === 1 ? `e.dept_id in (${BELOW})` : 'e.dept_id = ?', q.deptId],
        [
          'exists (select 1 from account_role x where x.org_id = t.org_id and x.user_id = t.user_id and x.role_id = ?)',
          q.roleId,
        ],
        [
          'exists (select 1 from employee_job x where x.org_id = t.org_id and x.emp_id = t.user_id and x.job_id = ?)',
          q.jobId,
        ],
        ...within('t.created_at', {
          from: q.createStartTime,
          to: q.createEndTime,
          names: ['createStartTime', 'createEndTime'],
        }),
        ...within('t.login_time', {
          from: q.loginStartTime,
          to: q.loginEndTime,
          names: ['loginStartTime', 'loginEndTime'],
        }),
      ],
      sorts: {
        createTime: 't.created_at',
        userName: 't.user_name',
        empName: 'e.pinyin',
        userLastLoginTime: 't.login_time',
        sort: 't.sort',
      },
      // One department is shown in the order its head has made.
      defaultSort: q.deptId ? 't.sort' : 't.created_at desc',
    },
    q,
  )

const DETAIL = `select ${ROW}, t.org_id as "orgId", t.user_id as "empId", t.version,
  coalesce(e.phone_num, t.user_telephone) as "phoneNum", e.cord_num as "cordNum", e.intro,
  e.nursing_level as "nursingLevel", ${frozenUntil('t')} as "frozenUntil",
  array(select ar.role_id::text from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    where ar.org_id = t.org_id and ar.user_id = t.user_id order by r.role_level, r.created_at, r.role_id) as "roleIds",
  array(select x.dept_id::text from employee_data_dept x join dept d on d.org_id = x.org_id and d.dept_id = x.dept_id
    where x.org_id = t.org_id and x.emp_id = t.user_id order by d.level, d.sort, d.dept_id) as "dataDeptIds",
  (select string_agg(d.dept_name, '、' order by d.level, d.sort, d.dept_id) from employee_data_dept x
     join dept d on d.org_id = x.org_id and d.dept_id = x.dept_id
    where x.org_id = t.org_id and x.emp_id = t.user_id) as "dataDeptNames",
  array(select j.job_id::text from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
    where ej.org_id = t.org_id and ej.emp_id = t.user_id order by j.created_at, j.job_id) as "jobIds",
  array(select j.job_type_code from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
    where ej.org_id = t.org_id and ej.emp_id = t.user_id order by j.created_at, j.job_id) as "jobTypeCodes",
  e.emp_id is not null as employed, coalesce(e.status, ${StaffStatus.is.employed}) as status, coalesce(e.msg_auth, 1) as "msgAuth"
from ${FROM} where t.org_id = $1 and t.user_id = $2 and (t.user_id = $4 or ${inDepts('e', '$3')})`

export interface WholeUser extends UserDetailData {
  employed: boolean
  status: number
  msgAuth: number
}

/** One person; oneself is always within reach, others with the permission and within the departments. */
export async function findUser(who: Caller, userId: string): Promise<WholeUser> {
  if (userId !== who.userId && !who.may(READS)) throw notFound('用户')
  const found = await who.app.pool.query<WholeUser>({
    name: 'user_detail',
    text: DETAIL,
    values: [who.orgId, userId, who.deptIds, who.userId],
  })
  if (!found.rows[0]) throw notFound('用户')
  return found.rows[0]
}

interface JobChoice {
  jobId: string
  jobName: string
  jobTypeCode: string
  jobTypeName: string
}

export async function findChoices(who: Caller) {
  const [roles, jobs] = await Promise.all([
    rolesFor(who.app.pool, who),
    who.app.pool.query<JobChoice>({
      name: 'user_job_choices',
      text: `select job_id as "jobId", job_name as "jobName", job_type_code as "jobTypeCode", job_type_name as "jobTypeName"
        from job where org_id = $1 order by created_at, job_id`,
      values: [who.orgId],
    }),
  ])
  return { roles, jobs: jobs.rows }
}
