// Changing passwords: forgotten, first and own. A new password ends the account's other sessions with 4013.
import { Refusal } from '#contract/kit/refusal'
import type { Caller, Origin, Tx, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { sha256 } from '#server/kit/ids'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { accountById, findAccount } from './accountLogin.ts'
import { actorOf, endSessions } from './accountSession.ts'
import { settingsOf } from './orgSettings.ts'
import { checkRepeated, checkRule, hashPassword, samePassword } from './password.ts'
import { checkPhotoCode, type PhotoProof } from './photoCode.ts'
import { proveCode, spendCode } from './sms.ts'

const LOOK_UPS = { most: 20, seconds: 600 }
const OWN_TRIES = { most: 10, seconds: 600 }

/** The proof belongs to the browser that gave it: knowing account and phone is not enough to use it up. */
const browserOf = (origin: Origin) => sha256(`${origin.ip} ${origin.userAgent}`)

/** Step 1: the mobile number of an account. Clients put it into the SMS call, so it cannot be masked. */
export async function phoneOfAccount(who: Visitor, input: PhotoProof & { loginName: string }): Promise<string> {
  const { app, origin } = who
  await takeRate(app.pool, `recover:${addressOf(origin.ip)}`, LOOK_UPS)
  await checkPhotoCode(app, input)
  const account = await findAccount(app.pool, input.loginName)
  if (!account?.phone || account.userStatus !== 1)
    throw new Refusal('NOT_FOUND', { what: '绑定手机号的账号' }, 'loginName')
  return account.phone
}

/** Step 2: the SMS code proves the phone; for ten minutes this browser may reset the password. */
export async function provePhone(
  who: Visitor,
  input: PhotoProof & { phoneNum: string; smsCode: string },
): Promise<string> {
  const { app, origin } = who
  await checkPhotoCode(app, input)
  const codeId = await proveCode(app.pool, input.phoneNum, input.smsCode)
  const account = await findAccount(app.pool, input.phoneNum, 'phone')
  if (account?.userStatus !== 1) throw new Refusal('NOT_FOUND', { what: '绑定该手机号的账号' }, 'phoneNum')
  await who.tx(
    account.orgId,
    async (tx) => {
      await spendCode(tx, codeId)
      await tx.client.query(
        `insert into recovery_proof (user_id, phone, origin_hash, expires_at) values ($1, $2, $3, now() + interval '10 minutes')
         on conflict (user_id) do update
         set phone = excluded.phone, origin_hash = excluded.origin_hash, expires_at = excluded.expires_at`,
        [account.userId, input.phoneNum, browserOf(origin)],
      )
      tx.log({ remark: '找回密码：手机验证通过', targetType: 'account', targetId: account.userId })
    },
    actorOf(account),
  )
  return account.userId
}

export interface ResetInput {
  userId: string
  phoneNum: string
  userPassword: string
  checkPass?: string | null
}

/** Step 3: uses the proof up. */
export async function resetPassword(who: Visitor, input: ResetInput): Promise<void> {
  const { app, origin } = who
  const account = await findAccount(app.pool, input.phoneNum, 'phone')
  if (!account || account.userId !== input.userId) throw new Refusal('NOT_PROVEN')
  const proof = [input.userId, input.phoneNum, browserOf(origin)]
  const standing = await app.pool.query(
    'select 1 from recovery_proof where user_id = $1 and phone = $2 and origin_hash = $3 and expires_at > now()',
    proof,
  )
  if (standing.rows.length === 0) throw new Refusal('NOT_PROVEN')
  checkRepeated(input.userPassword, input.checkPass, 'checkPass')
  const { pwdConfig } = await settingsOf(app.pool, account.orgId)
  checkRule(input.userPassword, pwdConfig, 'userPassword')
  const hashed = await hashPassword(input.userPassword)
  await who.tx(
    account.orgId,
    async (tx) => {
      const used = await tx.client.query(
        'delete from recovery_proof where user_id = $1 and phone = $2 and origin_hash = $3 and expires_at > now()',
        proof,
      )
      if (used.rowCount !== 1) throw new Refusal('NOT_PROVEN')
      await writePassword(app, tx, account.orgId, account.userId, hashed, null)
      tx.log({ remark: '找回密码：已重设密码', targetType: 'account', targetId: account.userId })
    },
    actorOf(account),
  )
}

/** The change after the first sign-in; the session goes on with the new password. */
export async function changeFirstPassword(who: Caller, input: { userPassword: string; userId?: string | null }) {
  refuseOthers(who, input.userId)
  if (!who.mustChangePassword) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已修改初始密码', act: '再次使用首次登录修改' })
  }
  const current = await passwordOf(who)
  if (await samePassword(current, input.userPassword)) throw sameAsBefore('userPassword')
  await changeOwn(who, input.userPassword, 'userPassword', '首次登录修改密码')
}

export async function changeOwnPassword(
  who: Caller,
  input: { oldPwd: string; newPwd: string; userId?: string | null },
): Promise<void> {
  refuseOthers(who, input.userId)
  await takeRate(who.app.pool, `own-password:${who.userId}`, OWN_TRIES)
  if (!(await samePassword(await passwordOf(who), input.oldPwd))) throw new Refusal('WRONG_PASSWORD', {}, 'oldPwd')
  if (input.oldPwd === input.newPwd) throw sameAsBefore('newPwd')
  await changeOwn(who, input.newPwd, 'newPwd', '修改密码')
}

const sameAsBefore = (field: string) => new Refusal('INVALID_INPUT', { message: '新密码不能与原密码相同' }, field)

/** Clients name the user although the session does; another user's password is changed elsewhere. */
function refuseOthers(who: Caller, userId: string | null | undefined) {
  if (userId && userId !== who.userId) throw new Refusal('NO_PERMISSION')
}

async function passwordOf(who: Caller): Promise<string> {
  const account = await accountById(who.app.pool, who.orgId, who.userId)
  if (!account) throw new Refusal('ACCOUNT_CHANGED')
  return account.passwordHash
}

async function changeOwn(who: Caller, password: string, field: string, remark: string): Promise<void> {
  const { pwdConfig } = await settingsOf(who.app.pool, who.orgId)
  checkRule(password, pwdConfig, field)
  const hashed = await hashPassword(password)
  await who.tx(async (tx) => {
    await writePassword(who.app, tx, who.orgId, who.userId, hashed, who.sessionId)
    tx.log({ remark, targetType: 'account', targetId: who.userId })
  })
}

async function writePassword(
  app: AppContext,
  tx: Tx,
  orgId: string,
  userId: string,
  hashed: string,
  keepSession: string | null,
): Promise<void> {
  await tx.client.query(
    `update account set password_hash = $3, reset_password = false, wrong_count = 0, frozen_until = null,
       version = version + 1 where org_id = $1 and user_id = $2`,
    [orgId, userId, hashed],
  )
  await endSessions(app, tx, orgId, [userId], 'ACCOUNT_CHANGED', keepSession)
}
