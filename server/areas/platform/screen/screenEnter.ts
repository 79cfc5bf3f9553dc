// How a wall screen gets its session: by the key of its secret address, while the organisation has screens switched on.

import { Refusal } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import { OrgStatus, StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { servesSeveral } from '#server/areas/platform/location/buildings'
import {
  endSessions,
  LOGIN_DONE,
  newToken,
  openUser,
  writeLoginLog,
} from '#server/areas/platform/session/accountSession'
import { SCREEN_NAME } from '#server/areas/platform/session/sessions'
import type { Tx, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { sha256 } from '#server/kit/ids'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import type { SessionUser } from '#server/kit/sessionUser'

const ENTRIES = { most: 200, seconds: 600 }

interface Known {
  screen_id: string
  name: string
  switched_on: boolean
}

const FIND = `select w.screen_id, w.name, (w.kind = 'ALARM' or o.screen_pass)
  and o.org_status = ${OrgStatus.is.normal} as switched_on
from screen_address w join organization o on o.org_id = w.org_id
where w.org_id = $1 and w.key_hash = $2 and w.revoked_at is null and (w.kind <> 'ALARM' or exists (select from account c
  where c.org_id = w.org_id and c.user_id = w.created_by and c.user_status = ${UserStatus.is.enabled}))`

// Locks the address: withdrawing it waits for this sign-in and ends it too, or comes first and leaves no row.
const SEEN = `update screen_address set last_seen_at = now()
where org_id = $1 and key_hash = $2 and revoked_at is null`

/**
 * Without a key, with a wrong or withdrawn one or that of another house the answer is the same, so that nobody learns
 * which houses have screens. The session has no cookie: the page keeps its token, and whoever else uses this browser
 * keeps theirs.
 */
export async function passScreen(who: Visitor, orgId: string, screenKey: string): Promise<SessionData> {
  const { app, origin } = who
  await takeRate(app.pool, `login-screen:${addressOf(origin.ip)}`, ENTRIES)
  const key = [orgId, sha256(screenKey)]
  const found = await app.pool.query<Known>(FIND, key)
  const known = found.rows[0]
  if (!known) throw new Refusal('SCREEN_ADDRESS')
  if (!known.switched_on) throw new Refusal('SWITCHED_OFF', { what: '大屏免登录' })
  const token = newToken()
  const sessionId = sha256(token)
  const actor = { userId: known.screen_id, userName: SCREEN_NAME, empName: known.name }
  await who.tx(
    orgId,
    async (tx) => {
      const seen = await tx.client.query(SEEN, key)
      if (seen.rowCount === 0) throw new Refusal('SCREEN_ADDRESS')
      await tx.client.query(
        `insert into login_session (session_id, org_id, user_id, screen_id, read_only, ip, terminal)
         values ($1, $2, $3, $3, true, $4, $5)`,
        [sessionId, orgId, actor.userId, origin.ip, origin.terminal],
      )
      await writeLoginLog(tx, origin, {
        orgId,
        userName: actor.userName,
        empName: actor.empName,
        deptName: null,
        loginApp: '大屏端',
        loginStatus: LOGIN_DONE,
      })
      tx.log({ remark: `大屏“${known.name}”免登录进入`, targetType: 'screen', targetId: actor.userId })
    },
    actor,
  )
  const user = await openUser(app, sessionId)
  return { ...describeScreen(user, token, origin.ip), severalBuildings: await servesSeveral(app.pool, user) }
}

/** Switched off for the whole house: every screen that names nobody ends, their addresses stay. */
export async function endScreens(app: AppContext, tx: Tx): Promise<void> {
  const found = await tx.client.query<{ screen_id: string }>(
    `select screen_id from screen_address where org_id = $1 and kind = 'HOUSE'`,
    [tx.orgId],
  )
  const screenIds = found.rows.map((row) => row.screen_id)
  if (screenIds.length > 0) await endSessions(app, tx, tx.orgId, screenIds, 'ACCOUNT_CHANGED')
}

/** What a sign-in answers, filled with what a wall shows: the house's name. Everything else stays empty. */
const describeScreen = (user: SessionUser, token: string, ip: string): SessionData => ({
  token,
  username: user.userName,
  isAdmin: false,
  resetPassword: false,
  ipAddress: ip,
  loginTime: null,
  lastLoginTime: null,
  empInfo: {
    empId: user.userId,
    empName: user.empName,
    empType: null,
    sex: StaffSex.is.male,
    status: StaffStatus.is.employed,
    deptId: null,
    orgId: user.orgId,
    phoneNum: null,
    msgAuth: 0,
    jobIds: [],
    nursingLevel: null,
    dataDeptIds: [],
    workingPicture: null,
  },
  deptInfo: null,
  orgInfo: {
    orgId: user.orgId,
    orgName: user.orgName,
    orgCode: '',
    orgLevel: user.orgLevel,
    orgStatus: OrgStatus.is.normal,
    parentId: null,
    rejectReason: null,
  },
  jobInfo: { jobId: null, jobName: null, jobTypeCode: null },
  dataDeptInfoList: [],
  landingEndList: [],
  severalBuildings: false,
  authority: [],
  quickEntry: [],
})
