// A house with an administrator, a role and a job, and users made in it the way an existing client makes them.
import { expect } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { UserDetailData, UserRowData } from '#contract/platform/user'
import { newId } from '#server/kit/ids'
import { type House, LOGINS, testHouse } from './house.ts'

export const USERS = '/passport/web-rbac/users'
export const EMP = '/ifms/web-org/emp'
/** What this console sends along. */
export const OWN = { appName: 'platform-admin' }

export async function userDesk() {
  const house = await testHouse()
  const bossId = await house.person({ userName: 'boss0001', empName: '郑凯', isAdmin: true })
  const boss = (await house.signInAs('boss0001')).data.token
  const nurseRole = newId()
  await house.sql('insert into role (org_id, role_id, name) values ($1, $2, $3)', [house.orgId, nurseRole, '护士'])
  await house.sql(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select $1, $2, l.landing_end_id, a.authority_id from authority a, landing_end l
      where a.authority_code in ('platform:user:list', 'page:/home') and l.landing_end_code = 'WEB'`,
    [house.orgId, nurseRole],
  )
  const jobId = newId()
  await house.sql(
    `insert into job (org_id, job_id, job_name, job_type_code, job_type_name) values ($1, $2, '责任护士', 'NURSE', '护士')`,
    [house.orgId, jobId],
  )

  let counted = 0
  /** The save object of an existing client, with everything it carries along. */
  function sibling(change: object = {}) {
    counted++
    const phoneNum = `137${String(counted).padStart(8, '0')}`
    return {
      userId: '',
      userName: `nurse${String(counted).padStart(3, '0')}`,
      userPassword: 123456,
      roleIds: [nurseRole],
      roleId: null,
      userStatus: '1',
      empKey: `HL${counted}`,
      empName: '单雄信',
      sex: '2',
      phoneNum,
      userTelephone: phoneNum,
      cordNum: '0012 3456',
      deptId: house.care,
      dataDeptIds: [house.care],
      jobIds: [jobId],
      jobTypeCodes: ['NURSE'],
      empTitle: '护师',
      intro: '从业八年',
      workingPicture: '/static/passport/img/noUser.png',
      isOrgAdmin: false,
      ...change,
    }
  }

  const ask = <T = unknown>(...args: Parameters<House['ask']>) => house.ask<T>(...args)
  const create = (body: object, token = boss) => ask<string>('POST', USERS, { token, body })
  async function made(change: object = {}) {
    const body = sibling(change)
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 200 })
    return { ...body, userId: answer.data }
  }
  const detail = (userId: string, token = boss) => ask<UserDetailData>('GET', `${USERS}/${userId}`, { token })
  const list = (query: Record<string, string>, token = boss) =>
    ask<PageInfo<UserRowData>>('GET', USERS, { token, query: { page: '1', size: '10', orderBy: '', ...query } })
  const signIn = (userName: string, password = '123456') => house.signInAs(userName, password)
  /** A session of somebody whose first password is changed already. */
  async function signedIn(userName: string): Promise<string> {
    await house.sql('update account set reset_password = false where user_name = $1', [userName])
    return (await signIn(userName)).data.token
  }
  const stands = async (token: string) => (await ask('GET', `${LOGINS}/current`, { token })).status
  const lastLog = async (targetId: string) =>
    (
      await house.sql<{ remark: string; changes: Record<string, unknown> | null }>(
        `select remark, changes from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1`,
        [targetId],
      )
    )[0]

  return {
    house,
    bossId,
    boss,
    nurseRole,
    jobId,
    sibling,
    ask,
    create,
    made,
    detail,
    list,
    signIn,
    signedIn,
    stands,
    lastLog,
  }
}

export type UserDesk = Awaited<ReturnType<typeof userDesk>>
