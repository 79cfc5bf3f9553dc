// Ways into a session other than the password: SMS code and mark of another system; and the choice of landing end and
// department inside it.

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import { proveCode, spendCode } from '#server/areas/platform/message/smsCode'
import type { Caller, Visitor } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import type { SessionUser } from '#server/kit/sessionUser'
import { accountById, findAccount } from './accountLogin.ts'
import { dataDeptsOf, isBarred, landingEndsOf } from './accountScope.ts'
import { LOGIN_DONE, openSession, openUser, writeLoginLog } from './accountSession.ts'
import { checkPhotoCode, type PhotoProof } from './photoCode.ts'

const ENTRIES = { most: 200, seconds: 600 }

export async function signInBySms(
  who: Visitor,
  input: PhotoProof & { loginPhone: string; loginCode: string },
): Promise<SessionData> {
  const { pool } = who.app
  await takeRate(pool, `login-sms:${addressOf(who.origin.ip)}`, ENTRIES)
  await checkPhotoCode(who.app, input)
  const codeId = await proveCode(pool, input.loginPhone, input.loginCode)
  const account = await findAccount(pool, input.loginPhone, 'phone')
  // A phone without an account is answered like a wrong code: who has one is nobody's business.
  if (!account) throw new Refusal('WRONG_SMS_CODE', {}, 'loginCode')
  await who.tx(account.orgId, async (tx) => {
    await spendCode(tx, codeId)
    tx.log({ remark: '短信验证码核验通过', targetType: 'account', targetId: account.userId })
  })
  return openSession(who, account, '短信登录成功')
}

/** A mark another system of the organisation hands its user; good for one sign-in within a minute. */
export async function issueSsoMark(client: pg.Pool | pg.ClientBase, orgId: string, userId: string): Promise<string> {
  const mark = randomBytes(32).toString('hex')
  await client.query(
    `insert into sso_mark (mark_id, org_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 minute')`,
    [sha256(mark), orgId, userId],
  )
  return mark
}

export async function signInByMark(who: Visitor, mark: string): Promise<SessionData> {
  const { pool } = who.app
  await takeRate(pool, `login-mark:${addressOf(who.origin.ip)}`, ENTRIES)
  const used = await pool.query<{ org_id: string; user_id: string }>(
    'delete from sso_mark where mark_id = $1 and expires_at > now() returning org_id, user_id',
    [sha256(mark)],
  )
  const row = used.rows[0]
  const account = row ? await accountById(pool, row.org_id, row.user_id) : null
  if (!account) throw new Refusal('SESSION_EXPIRED')
  return openSession(who, account, '单点登录成功')
}

/** Makes a landing end the current one and remembers it; gives the user with the codes of that end. */
export async function enterLandingEnd(who: Caller, landingEndId: string): Promise<SessionUser> {
  const { app, orgId, userId, sessionId } = who
  const ends = await landingEndsOf(app.pool, orgId, userId)
  const end = ends.find((one) => one.landingEndId === landingEndId)
  if (!end) throw new Refusal('NO_PERMISSION')
  if (who.landingEndId === landingEndId && end.last) return who
  await who.tx(async (tx) => {
    await tx.client.query('update login_session set landing_end_id = $2 where session_id = $1', [
      sessionId,
      landingEndId,
    ])
    await tx.client.query('update account set last_landing_end_id = $3 where org_id = $1 and user_id = $2', [
      orgId,
      userId,
      landingEndId,
    ])
    tx.log({ remark: `进入${end.landingEndName}`, targetType: 'landingEnd', targetId: landingEndId })
    tx.after(() => app.sessions.forget(orgId, userId))
  })
  return openUser(app, sessionId)
}

export async function chooseDept(who: Caller, deptId: string): Promise<void> {
  const { app, orgId, userId, sessionId } = who
  const { list } = await dataDeptsOf(app.pool, orgId, userId)
  const chosen = list.find((dept) => dept.deptId === deptId)
  if (!chosen) throw notFound('部门')
  await who.tx(async (tx) => {
    await tx.client.query('update login_session set dept_id = $2 where session_id = $1', [sessionId, deptId])
    await tx.client.query('update account set last_dept_id = $3 where org_id = $1 and user_id = $2', [
      orgId,
      userId,
      deptId,
    ])
    tx.log({ remark: `切换到${chosen.deptName}`, targetType: 'dept', targetId: deptId })
    tx.after(() => app.sessions.forget(orgId, userId))
  })
}

/**
 * Existing clients call this after choosing, in parallel with the choice itself, to have it in the login log: names
 * decide, the session's own state may not be there yet.
 */
export async function checkDeptLanding(
  who: Caller,
  input: { deptName?: string | null; landingName?: string | null },
): Promise<void> {
  const { app, orgId, userId } = who
  const [depts, ends] = await Promise.all([
    dataDeptsOf(app.pool, orgId, userId),
    landingEndsOf(app.pool, orgId, userId),
  ])
  const dept =
    depts.list.find((one) => one.deptName === input.deptName) ?? depts.list.find((one) => one.deptId === who.deptId)
  const end =
    ends.find((one) => one.landingEndName === input.landingName || one.landingEndCode === input.landingName) ??
    ends.find((one) => one.landingEndId === who.landingEndId)
  if (!end) throw new Refusal('NO_PERMISSION')
  const barred = !who.isAdmin && dept ? await isBarred(app.pool, orgId, dept.deptId, end.landingEndId) : false
  const facts = {
    orgId,
    userName: who.userName,
    empName: who.empName,
    deptName: dept?.deptName ?? null,
    loginApp: end.landingEndName,
    loginStatus: barred ? '所选部门不能使用该登录端' : LOGIN_DONE,
  }
  const newest = await app.pool.query<{ dept_name: string | null; login_app: string | null; login_status: string }>(
    `select dept_name, login_app, login_status from login_log
      where org_id = $1 and user_name = $2 order by login_time desc, id desc limit 1`,
    [orgId, who.userName],
  )
  const row = newest.rows[0]
  const told =
    row?.dept_name === facts.deptName && row?.login_app === facts.loginApp && row?.login_status === facts.loginStatus
  // The sign-in itself wrote a line with the remembered choice; only another choice needs one more.
  if (!told) {
    await who.tx(async (tx) => {
      await writeLoginLog(tx, who.origin, facts)
      tx.log({ remark: `以${facts.deptName ?? '全部部门'}进入${facts.loginApp}：${facts.loginStatus}` })
    })
  }
  if (barred) throw new Refusal('NO_PERMISSION')
}
