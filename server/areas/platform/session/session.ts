// Handlers of signing in and out, the session, its menu and buttons.
import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/refusal'
import { OrgLevel, OrgStatus, session } from '#contract/platform/session'
import { authoritiesOf, buttonsOf, menuOf, siblingMenuOf } from '#server/areas/platform/authority/menu'
import {
  proveCode,
  refuseEmbedded,
  refuseWithoutSms,
  sendCode,
  spendCode,
} from '#server/areas/platform/message/smsCode'
import { endScreens, passScreen } from '#server/areas/platform/screen/screenEnter'
import { frontOrganisation, settingsOf } from '#server/areas/platform/setting/orgSettings'
import { addAccount, addOrganisation, checkUserName, refuseTaken } from '#server/areas/platform/user/accountCreate'
import { newId, sha256 } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { TOKEN_COOKIE } from '#server/kit/origin'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { mayUse } from '#server/kit/serve'
import { signedOut } from '#server/kit/signedOut'
import { checkDeptLanding, chooseDept, enterLandingEnd, signInByMark, signInBySms } from './accountEnter.ts'
import { signInWithPassword } from './accountLogin.ts'
import { changeFirstPassword, changeOwnPassword, phoneOfAccount, provePhone, resetPassword } from './accountRecovery.ts'
import { dataDeptsOf, landingEndsOf } from './accountScope.ts'
import { describeSession, openUser } from './accountSession.ts'
import { checkRepeated, checkRule, hashPassword } from './password.ts'
import { checkPhotoCode, issuePhotoCode } from './photoCode.ts'

/** More than sign-ins are allowed: every login page that opens asks for a picture. */
const PICTURES = { most: 300, seconds: 60 }
const CHECKS = { most: 60, seconds: 60 }
const REGISTRATIONS = { most: 20, seconds: 3_600 }

const SIGNED_OUT = 200

interface OwnRole {
  roleId: string
  name: string
  roleDesc: string | null
  roleLevel: number
  createTime: string
}

const OWN_ROLES = `select r.role_id as "roleId", r.name, r.role_desc as "roleDesc", r.role_level as "roleLevel",
  r.created_at as "createTime"
from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
where ar.org_id = $1 and ar.user_id = $2 order by r.role_level, r.name`

export default implement(session, {
  login: (body, who) => signInWithPassword(who, body),
  loginBySms: async (body, who) => {
    const opened = await signInBySms(who, body)
    const user = await openUser(who.app, sha256(opened.token))
    const rows = await authoritiesOf(who.app.pool, user.landingEndId)
    return { ...opened, authorityList: siblingMenuOf(rows, user.codes, who.app.nouns) }
  },
  ssoMark: ({ mark }, who) => signInByMark(who, mark),
  screenPass: ({ orgId, screenKey }, who) => passScreen(who, orgId, screenKey ?? ''),

  /** Leaving always works: a session that is gone already is left too. */
  loginOut: async (_input, who) => {
    const user = who.session
    who.setCookie(TOKEN_COOKIE, null)
    if (!user) return null
    await who.tx(user.orgId, async (tx) => {
      await tx.client.query(
        'update login_session set ended_by = $2, ended_at = now() where session_id = $1 and ended_by is null',
        [user.sessionId, SIGNED_OUT],
      )
      await signedOut(tx, user)
      tx.after(() => {
        who.app.sessions.forget(user.orgId, user.userId)
        who.app.realtime.closeSession(user.sessionId)
      })
    })
    return null
  },

  photoCode: async (_input, who) => {
    await takeRate(who.app.pool, `photo:${addressOf(who.origin.ip)}`, PICTURES)
    return issuePhotoCode(who.app.pool)
  },
  check: async ({ loginName }, who) => {
    refuseEmbedded(who)
    await takeRate(who.app.pool, `check:${addressOf(who.origin.ip)}`, CHECKS)
    const manages = who.session !== null && mayUse(who.session, 'saveUser|updateUser')
    if (!manages) return null
    const taken = await who.app.pool.query('select 1 from login_name where name = lower($1)', [loginName.trim()])
    if (taken.rows.length > 0) throw new Refusal('ALREADY_EXISTS', { what: '账号或手机号' }, 'loginName')
    return null
  },
  smsCode: async ({ userTelephone, ...proof }, who) => {
    await sendCode(who, userTelephone, proof)
    return null
  },
  /** The account comes with an organisation that has not applied yet; after sign-in it is led to the application. */
  register: async (body, who) => {
    const { pool } = who.app
    refuseWithoutSms(who)
    await takeRate(pool, `register:${addressOf(who.origin.ip)}`, REGISTRATIONS)
    checkUserName(body.userName)
    checkRepeated(body.userPassword, body.repactPassword ?? body.checkPass, 'repactPassword')
    const { pwdConfig } = await settingsOf(pool, await frontOrganisation(pool))
    checkRule(body.userPassword, pwdConfig, 'userPassword', [body.userName, body.userTelephone])
    await checkPhotoCode(who.app, body)
    const codeId = await proveCode(pool, body.userTelephone, body.smsCode)
    const passwordHash = await hashPassword(body.userPassword)
    const orgId = newId()
    await who.tx(orgId, async (tx) => {
      await spendCode(tx, codeId)
      await refuseTaken(tx, body.userName, '账号', 'userName')
      await addOrganisation(tx, {
        orgId,
        orgName: `未命名机构-${body.userName}`,
        orgLevel: OrgLevel.is.care,
        orgStatus: OrgStatus.is.waiting,
      })
      const userId = await addAccount(tx, {
        orgId,
        userName: body.userName,
        phone: body.userTelephone,
        passwordHash,
        empName: body.userName,
        isAdmin: true,
        resetPassword: false,
      })
      tx.log({ remark: `注册账号 ${body.userName}`, targetType: 'account', targetId: userId })
    })
    return null
  },

  recoverPhone: (query, who) => phoneOfAccount(who, query),
  recoverProve: (query, who) => provePhone(who, { ...query, photoCode: query.photoCode ?? query.photoCodes }),
  recoverReset: async (body, who) => {
    await resetPassword(who, body)
    return null
  },
  firstPassword: async (body, who) => {
    await changeFirstPassword(who, body)
    return null
  },
  ownPassword: async (body, who) => {
    await changeOwnPassword(who, body)
    return null
  },

  selectDept: async ({ deptId }, who) => {
    await chooseDept(who, deptId)
    return null
  },
  lastDept: async (_input, who) => {
    const { preferred } = await dataDeptsOf(who.app.pool, who.orgId, who.userId)
    return preferred?.deptId ?? ''
  },
  lastLandingEnd: async (_input, who) => {
    const ends = await landingEndsOf(who.app.pool, who.orgId, who.userId)
    return ends.find((end) => end.last)?.landingEndId ?? who.landingEndId ?? ''
  },
  ownPerson: async (_input, who) => (await describeSession(who.app, who, '')).empInfo,
  ownDept: async (_input, who) => (await describeSession(who.app, who, '')).deptInfo,
  ownRoles: async (_input, who) => {
    const found = await who.app.pool.query<OwnRole>({
      name: 'own_roles',
      text: OWN_ROLES,
      values: [who.orgId, who.userId],
    })
    return found.rows
  },
  dataDepts: async (_input, who) => (await dataDeptsOf(who.app.pool, who.orgId, who.userId)).list,
  menu: async ({ landingEndId }, who) => {
    const user = await enterLandingEnd(who, landingEndId)
    return menuOf(await authoritiesOf(who.app.pool, landingEndId), user.codes)
  },
  authMenu: async ({ landingEndId }, who) => {
    const user = await enterLandingEnd(who, landingEndId)
    return siblingMenuOf(await authoritiesOf(who.app.pool, landingEndId), user.codes, who.app.nouns)
  },
  buttons: async (_input, who) => buttonsOf(await authoritiesOf(who.app.pool, who.landingEndId), who.codes),
  checkDeptLanding: async (query, who) => {
    await checkDeptLanding(who, query)
    return null
  },

  // The product needs no licence file: it always is authorised and never about to expire.
  authorized: () => 0,
  authWarning: () => false,

  updateIsPass: async ({ isPass }, who) => {
    await who.tx(async (tx) => {
      const before = await tx.client.query<{ screen_pass: boolean }>(
        'select screen_pass from organization where org_id = $1 for update',
        [who.orgId],
      )
      await tx.client.query('update organization set screen_pass = $2, version = version + 1 where org_id = $1', [
        who.orgId,
        isPass === 1,
      ])
      if (isPass === 0) await endScreens(who.app, tx)
      tx.log({
        remark: isPass === 1 ? '开启大屏免登录' : '关闭大屏免登录',
        targetType: 'organization',
        targetId: who.orgId,
        changes: { screenPass: [before.rows[0]?.screen_pass, isPass === 1] },
      })
    })
    return null
  },
  userIdOfToken: (_input, who) => who.session?.userId ?? '',
  current: (_input, who) => {
    // A token that came as a cookie stays out of the reach of scripts.
    const { token } = who.origin
    return describeSession(who.app, who, token && sha256(token) === who.sessionId ? token : '')
  },
  socketTicket: async (_input, who) => {
    const ticket = randomBytes(24).toString('hex')
    await who.app.pool.query({
      name: 'socket_ticket_issue',
      text: `insert into socket_ticket (ticket_id, session_id, expires_at) values ($1, $2, now() + interval '30 seconds')`,
      values: [sha256(ticket), who.sessionId],
    })
    return { ticket }
  },
})
