// Changing passwords: forgotten, first and own. A new password ends the account's other sessions with 4013.

import { Refusal } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import { proveCode, refuseEmbedded, refuseWithoutSms, spendCode } from '#server/areas/platform/message/smsCode'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import { browserOf, realNumber, standInFor } from '#server/areas/platform/user/phoneStandIn'
import type { Caller, Visitor } from '#server/kit/caller'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { accountById, findAccount } from './accountLogin.ts'
import { storePassword } from './accountPassword.ts'
import { actorOf } from './accountSession.ts'
import { checkRepeated, checkRule, hashPassword, samePassword } from './password.ts'
import { checkPhotoCode, type PhotoProof } from './photoCode.ts'

const LOOK_UPS = { most: 20, seconds: 600 }
const PROOFS = { most: 60, seconds: 600 }
const OWN_TRIES = { most: 10, seconds: 600 }

const KEEP_STAND_IN = `update phone_stand_in set expires_at = now() + interval '10 minutes'
where origin_hash = $1 and stand_in = $2 and expires_at > now()`

/** Step 1: a number for the SMS call that stands for the account's own; a name without one gets one all the same. */
export async function phoneOfAccount(who: Visitor, input: PhotoProof & { loginName: string }): Promise<string> {
  const { app, origin } = who
  refuseEmbedded(who)
  refuseWithoutSms(who)
  await takeRate(app.pool, `recover:${addressOf(origin.ip)}`, LOOK_UPS)
  await checkPhotoCode(app, input)
  const account = await findAccount(app.pool, input.loginName)
  return standInFor(
    app.pool,
    origin,
    input.loginName,
    account?.phone && account.userStatus === UserStatus.is.enabled ? account : null,
  )
}

/** Step 2: the SMS code proves the phone; for ten minutes this browser may reset the password. */
export async function provePhone(
  who: Visitor,
  input: PhotoProof & { phoneNum: string; smsCode: string },
): Promise<string> {
  const { app, origin } = who
  refuseEmbedded(who)
  await takeRate(app.pool, `recover-prove:${addressOf(origin.ip)}`, PROOFS)
  await checkPhotoCode(app, input)
  const phone = await realNumber(app.pool, origin, input.phoneNum)
  const codeId = await proveCode(app.pool, phone, input.smsCode)
  const account = await findAccount(app.pool, phone, 'phone')
  // Only whoever holds the phone gets so far.
  if (account?.userStatus !== UserStatus.is.enabled)
    throw new Refusal('NOT_FOUND', { what: '绑定该手机号的账号' }, 'phoneNum')
  await who.tx(
    account.orgId,
    async (tx) => {
      await spendCode(tx, codeId)
      await tx.client.query(
        `insert into recovery_proof (user_id, phone, origin_hash, expires_at) values ($1, $2, $3, now() + interval '10 minutes')
         on conflict (user_id) do update
         set phone = excluded.phone, origin_hash = excluded.origin_hash, expires_at = excluded.expires_at`,
        [account.userId, phone, browserOf(origin)],
      )
      // The form that follows names the number once more.
      await tx.client.query(KEEP_STAND_IN, [browserOf(origin), input.phoneNum])
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
  const phone = await realNumber(app.pool, origin, input.phoneNum)
  const account = await findAccount(app.pool, phone, 'phone')
  if (!account || account.userId !== input.userId) throw new Refusal('NOT_PROVEN')
  const proof = [input.userId, phone, browserOf(origin)]
  const standing = await app.pool.query(
    'select 1 from recovery_proof where user_id = $1 and phone = $2 and origin_hash = $3 and expires_at > now()',
    proof,
  )
  if (standing.rows.length === 0) throw new Refusal('NOT_PROVEN')
  checkRepeated(input.userPassword, input.checkPass, 'checkPass')
  const { pwdConfig } = await settingsOf(app.pool, account.orgId)
  checkRule(input.userPassword, pwdConfig, 'userPassword', [account.userName, phone])
  const hashed = await hashPassword(input.userPassword)
  await who.tx(
    account.orgId,
    async (tx) => {
      const used = await tx.client.query(
        'delete from recovery_proof where user_id = $1 and phone = $2 and origin_hash = $3 and expires_at > now()',
        proof,
      )
      if (used.rowCount !== 1) throw new Refusal('NOT_PROVEN')
      await storePassword(app, tx, { orgId: account.orgId, userId: account.userId, hashed, mustChange: false })
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
  checkRule(password, pwdConfig, field, [who.userName, who.phone])
  const hashed = await hashPassword(password)
  await who.tx(async (tx) => {
    const { orgId, userId, sessionId: keepSession } = who
    await storePassword(who.app, tx, { orgId, userId, hashed, mustChange: false, keepSession })
    tx.log({ remark, targetType: 'account', targetId: who.userId })
  })
}
