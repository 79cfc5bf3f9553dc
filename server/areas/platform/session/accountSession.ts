// Opening and ending sessions, and the session as clients get it.

import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import { OrgStatus, StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { authoritiesOf, buttonsOf } from '#server/areas/platform/authority/menu'
import { servesSeveral } from '#server/areas/platform/location/buildings'
import type { LogActor, Origin, Tx, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId, sha256 } from '#server/kit/ids'
import { TOKEN_COOKIE } from '#server/kit/origin'
import type { SessionUser } from '#server/kit/sessionUser'
import { dataDeptsOf, deptOf, landingEndsOf } from './accountScope.ts'
import { giveBrowserCookie, rememberBrowser } from './knownBrowser.ts'
import { forgiveGuess, subjectOf } from './loginGuess.ts'
import { SESSION_END, type SessionEnd } from './sessions.ts'

/** 32 hex digits; the database keeps only their digest, which is the session's id. */
export const newToken = () => randomBytes(16).toString('hex')

/** Ends sessions of these users (null: of the whole organisation) and, after the commit, everything that hangs on them. */
export async function endSessions(
  app: AppContext,
  tx: Tx,
  orgId: string,
  userIds: readonly string[] | null,
  code: SessionEnd,
  exceptSession: string | null = null,
): Promise<void> {
  const ended = await tx.client.query<{ session_id: string; user_id: string }>(
    `update login_session set ended_by = $3, ended_at = now()
      where org_id = $1 and ended_by is null and ($2::text[] is null or user_id = any($2))
        and session_id is distinct from $4
      returning session_id, user_id`,
    [orgId, userIds, SESSION_END[code], exceptSession],
  )
  tx.after(() => {
    if (userIds === null) app.sessions.forget(orgId)
    else for (const userId of userIds) app.sessions.forget(orgId, userId)
    for (const row of ended.rows) app.realtime.closeSession(row.session_id)
  })
}

export interface LoginFacts {
  orgId: string
  userName: string
  empName: string | null
  deptName: string | null
  /** Landing end, by name. */
  loginApp: string | null
  /** 成功, or why not. */
  loginStatus: string
}

export async function writeLoginLog(tx: Tx, origin: Origin, facts: LoginFacts): Promise<void> {
  await tx.client.query(
    `insert into login_log (org_id, id, user_name, emp_name, dept_name, ip_addr, login_app, login_terminal, login_status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      facts.orgId,
      newId(),
      facts.userName,
      facts.empName,
      facts.deptName,
      origin.ip,
      facts.loginApp,
      origin.terminal,
      facts.loginStatus,
    ],
  )
}

export const LOGIN_DONE = '成功'

/** An account whose owner has proved who they are. */
export interface ProvenAccount {
  orgId: string
  userId: string
  userName: string
  empName: string | null
  phone: string | null
  userStatus: number
  orgStatus: number
}

export const actorOf = (account: ProvenAccount): LogActor => ({
  userId: account.userId,
  userName: account.userName,
  empName: account.empName,
  userPhone: account.phone,
})

/** Why a proven account may not come in all the same. */
async function obstacle(app: AppContext, account: ProvenAccount): Promise<Refusal | null> {
  if (account.userStatus !== UserStatus.is.enabled) return new Refusal('ACCOUNT_DISABLED')
  if (account.orgStatus === OrgStatus.is.frozen) return new Refusal('ORGANISATION_FROZEN')
  // An organisation that is not approved yet has no landing end; its people see the state of their application.
  if (account.orgStatus !== OrgStatus.is.normal) return null
  const ends = await landingEndsOf(app.pool, account.orgId, account.userId)
  return ends.length === 0 ? new Refusal('NO_LANDING_END') : null
}

export async function recordFailure(who: Visitor, account: ProvenAccount, why: string, work?: (tx: Tx) => unknown) {
  await who.tx(
    account.orgId,
    async (tx) => {
      await work?.(tx)
      await writeLoginLog(tx, who.origin, { ...account, deptName: null, loginApp: null, loginStatus: why })
      tx.log({ remark: `登录失败：${why}`, targetType: 'account', targetId: account.userId })
    },
    actorOf(account),
  )
}

/**
 * Opens the session of a proven account; older ones of the account end with 4012. `stranger`: a password from a browser
 * nobody knew counted as a guess.
 */
export async function openSession(
  who: Visitor,
  account: ProvenAccount,
  how: string,
  stranger = false,
): Promise<SessionData> {
  const { app, origin } = who
  const { orgId, userId } = account
  const refused = await obstacle(app, account)
  if (refused) {
    await recordFailure(who, account, refused.message, (tx) => forgiveGuess(tx, subjectOf(account), origin, stranger))
    throw refused
  }
  const token = newToken()
  const sessionId = sha256(token)
  const browser = await who.tx(
    orgId,
    async (tx) => {
      // Two sign-ins at once queue here, so that exactly one session stays open.
      await tx.client.query('select 1 from account where org_id = $1 and user_id = $2 for update', [orgId, userId])
      const ends = await landingEndsOf(tx.client, orgId, userId)
      const depts = await dataDeptsOf(tx.client, orgId, userId)
      const end = ends.find((one) => one.last) ?? ends[0] ?? null
      await endSessions(app, tx, orgId, [userId], 'SIGNED_IN_ELSEWHERE')
      await tx.client.query(
        `insert into login_session (session_id, org_id, user_id, landing_end_id, dept_id, ip, terminal)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          sessionId,
          orgId,
          userId,
          end?.landingEndId ?? null,
          depts.preferred?.deptId ?? null,
          origin.ip,
          origin.terminal,
        ],
      )
      await tx.client.query(
        'update account set last_login_time = login_time, login_time = now() where org_id = $1 and user_id = $2',
        [orgId, userId],
      )
      await forgiveGuess(tx, subjectOf(account), origin, stranger)
      await writeLoginLog(tx, origin, {
        ...account,
        deptName: depts.preferred?.deptName ?? null,
        loginApp: end?.landingEndName ?? null,
        loginStatus: LOGIN_DONE,
      })
      tx.log({ remark: how, targetType: 'account', targetId: userId })
      return rememberBrowser(who, tx, orgId, userId)
    },
    actorOf(account),
  )
  who.setCookie(TOKEN_COOKIE, token)
  giveBrowserCookie(who, browser)
  return describeOpened(app, sessionId, token)
}

export async function describeOpened(app: AppContext, sessionId: string, token: string): Promise<SessionData> {
  return describeSession(app, await openUser(app, sessionId), token)
}

/** The user of a session that is open, as the database has it now. */
export async function openUser(app: AppContext, sessionId: string): Promise<SessionUser> {
  const answer = await app.sessions.lookUp(sessionId)
  if (!answer) throw new Refusal('SESSION_EXPIRED')
  if ('ended' in answer) throw new Refusal(answer.ended)
  return answer.user
}

interface PersonRow {
  ip: string
  org_code: string
  org_status: number
  org_level: number
  parent_id: string | null
  reject_reason: string | null
  reset_password: boolean | null
  login_time: string | null
  last_login_time: string | null
  emp_type: string | null
  sex: number | null
  status: number | null
  emp_dept_id: string | null
  phone_num: string | null
  msg_auth: number | null
  nursing_level: string | null
  working_picture: string | null
  jobs: { jobId: string; jobName: string; jobTypeCode: string }[] | null
  quick: unknown
}

const PERSON = `select s.ip, o.org_code, o.org_status, o.org_level, o.parent_id, o.reject_reason,
  a.reset_password, a.login_time, a.last_login_time,
  e.emp_type, e.sex, e.status, e.dept_id as emp_dept_id, e.phone_num, e.msg_auth, e.nursing_level, e.working_picture,
  (select jsonb_agg(jsonb_build_object('jobId', j.job_id, 'jobName', j.job_name, 'jobTypeCode', j.job_type_code)
      order by j.created_at, j.job_id)
     from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
    where ej.org_id = s.org_id and ej.emp_id = s.user_id) as jobs,
  (select p.value from user_preference p
    where p.org_id = s.org_id and p.user_id = s.user_id and p.name = 'quickEntry') as quick
from login_session s
  join organization o on o.org_id = s.org_id
  left join account a on a.org_id = s.org_id and a.user_id = s.user_id
  left join employee e on e.org_id = s.org_id and e.emp_id = s.user_id
where s.session_id = $1`

/** The session as the login answer and `current` give it. */
export async function describeSession(app: AppContext, user: SessionUser, token: string): Promise<SessionData> {
  const { pool } = app
  const [person, depts, dept, ends, rows, severalBuildings] = await Promise.all([
    pool.query<PersonRow>({ name: 'session_person', text: PERSON, values: [user.sessionId] }),
    dataDeptsOf(pool, user.orgId, user.userId),
    deptOf(pool, user.orgId, user.deptId),
    landingEndsOf(pool, user.orgId, user.userId),
    authoritiesOf(pool, user.landingEndId),
    servesSeveral(pool, user),
  ])
  const row = person.rows[0]
  if (!row) throw new Refusal('SESSION_EXPIRED')
  const jobs = row.jobs ?? []
  const dataDeptIds = depts.list.map((one) => one.deptId)
  return {
    token,
    username: user.userName,
    isAdmin: user.isAdmin,
    resetPassword: user.mustChangePassword,
    ipAddress: row.ip,
    loginTime: row.login_time,
    lastLoginTime: row.last_login_time,
    empInfo: {
      empId: user.userId,
      empName: user.empName,
      empType: row.emp_type,
      sex: row.sex ?? StaffSex.is.male,
      status: row.status ?? StaffStatus.is.employed,
      deptId: row.emp_dept_id,
      orgId: user.orgId,
      phoneNum: row.phone_num ?? user.phone,
      msgAuth: row.msg_auth ?? 1,
      jobIds: jobs.map((job) => job.jobId),
      nursingLevel: row.nursing_level,
      dataDeptIds,
      workingPicture: row.working_picture,
    },
    deptInfo: dept,
    orgInfo: {
      orgId: user.orgId,
      orgName: user.orgName,
      orgCode: row.org_code,
      orgLevel: row.org_level,
      orgStatus: row.org_status,
      parentId: row.parent_id,
      rejectReason: row.reject_reason,
    },
    jobInfo: {
      jobId: jobs[0]?.jobId ?? null,
      jobName: jobs[0]?.jobName ?? null,
      jobTypeCode: jobs[0]?.jobTypeCode ?? null,
    },
    dataDeptInfoList: depts.list,
    landingEndList: ends,
    severalBuildings,
    authority: buttonsOf(rows, user.codes).map(({ name, title }) => ({ name, title })),
    quickEntry: quickEntries(row.quick),
  }
}

/** Kept by the shell as it likes; only what reads as an entry is passed on. */
function quickEntries(value: unknown): SessionData['quickEntry'] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const { title, path, icon } = (one ?? {}) as Record<string, unknown>
    if (typeof title !== 'string' || typeof path !== 'string') return []
    return [{ title, path, icon: typeof icon === 'string' ? icon : null }]
  })
}
