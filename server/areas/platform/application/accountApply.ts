// An organisation applies to join, sends again after a refusal, and is decided on by the operator.

import { randomInt } from 'node:crypto'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { type ApplyBody, applicationMoves } from '#contract/platform/application'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/message/messages'
import { sendSms, smsReachesPhones } from '#server/areas/platform/message/sms'
import { proveCode, spendCode } from '#server/areas/platform/message/smsCode'
import { addPresetRoles } from '#server/areas/platform/role/presetRoles'
import { endSessions } from '#server/areas/platform/session/accountSession'
import { checkRule, hashPassword } from '#server/areas/platform/session/password'
import { checkPhotoCode } from '#server/areas/platform/session/photoCode'
import { operatorOrganisation, settingsOf } from '#server/areas/platform/setting/orgSettings'
import { addAccount, addOrganisation, addPresets, checkUserName } from '#server/areas/platform/user/accountCreate'
import type { Caller, Tx, Visitor } from '#server/kit/caller'
import { newId, sha256 } from '#server/kit/ids'
import { addressOf, takeRate } from '#server/kit/rateLimit'

const APPLICATIONS = { most: 20, seconds: 3_600 }
/** Without characters that are misread when the code is written down. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export type Application = Static<typeof ApplyBody>

interface OrgRow {
  org_id: string
  org_name: string
  org_status: 0 | 1 | 2 | 3
  license_no: string | null
  contact_phone: string | null
  contact_proven: boolean
  query_code_hash: string | null
}

/** A code to write down: ABCD-EFGH-JKMN. */
function newQueryCode(): string {
  const part = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${part()}-${part()}-${part()}`
}

export const queryCodeHash = (code: string) => sha256(code.trim().toUpperCase())

export async function apply(who: Visitor, body: Application): Promise<{ orgId: string; queryCode: string }> {
  await takeRate(who.app.pool, `apply:${addressOf(who.origin.ip)}`, APPLICATIONS)
  levelOf(body)
  await checkPhotoCode(who.app, body)
  await checkPictures(who, body.licensePictures, body.orgId ?? null)
  return body.orgId ? applyAgain(who, body, body.orgId) : applyNew(who, body)
}

async function applyNew(who: Visitor, body: Application): Promise<{ orgId: string; queryCode: string }> {
  const { app } = who
  const { userName, userPassword, smsCode } = body
  if (!userName) throw invalid('请填写管理员账号', 'userName')
  if (!userPassword) throw invalid('请填写密码', 'userPassword')
  const reaches = smsReachesPhones(app)
  if (reaches && !smsCode) throw invalid('请填写短信验证码', 'smsCode')
  checkUserName(userName)
  const operator = await operatorOrganisation(app.pool)
  const own = [userName, body.contactPhone]
  checkRule(userPassword, (await settingsOf(app.pool, operator)).pwdConfig, 'userPassword', own)
  const codeId = reaches ? await proveCode(app.pool, body.contactPhone, smsCode!) : null
  const passwordHash = await hashPassword(userPassword)
  const orgId = newId()
  const queryCode = newQueryCode()
  await who.tx(orgId, async (tx) => {
    if (codeId) await spendCode(tx, codeId)
    await refuseSameLicence(tx, body.licenseNo, orgId)
    await addOrganisation(tx, {
      orgId,
      orgName: body.orgName,
      orgLevel: levelOf(body),
      orgStatus: OrgStatus.is.waiting,
    })
    await fill(tx, orgId, body, queryCode, codeId !== null)
    await addAccount(tx, {
      orgId,
      userName,
      // A number that nobody proved to be theirs signs nobody in.
      phone: codeId ? body.contactPhone : null,
      passwordHash,
      empName: body.contactName,
      isAdmin: true,
      resetPassword: false,
    })
    await announce(who, tx, operator, orgId, body, queryCode)
  })
  return { orgId, queryCode }
}

/** A refused application put right, or the first one of an account that only registered. */
async function applyAgain(who: Visitor, body: Application, orgId: string) {
  const { app } = who
  const found = await app.pool.query<OrgRow>('select * from organization where org_id = $1', [orgId])
  const org = found.rows[0]
  const reaches = smsReachesPhones(app)
  const codeId = reaches && body.smsCode ? await proveCode(app.pool, body.contactPhone, body.smsCode) : null
  const samePhone = org?.contact_phone === body.contactPhone
  const mine = who.session?.orgId === orgId && who.session.isAdmin
  const known = !!body.queryCode && org?.query_code_hash === queryCodeHash(body.queryCode)
  if (!org || !(mine || known || (codeId && samePhone))) throw notFound('入驻申请')
  if (reaches && !codeId && !samePhone) throw invalid('请先验证联系电话', 'smsCode')
  const operator = await operatorOrganisation(app.pool)
  const queryCode = newQueryCode()
  await who.tx(orgId, async (tx) => {
    const now = await lock(tx, orgId)
    if (now.license_no !== null) applicationMoves.next(now.org_status, 'resend', OrgStatus.label)
    if (codeId) await spendCode(tx, codeId)
    await refuseSameLicence(tx, body.licenseNo, orgId)
    await fill(tx, orgId, body, queryCode, codeId !== null || (samePhone && now.contact_proven))
    await endSessions(app, tx, orgId, null, 'ACCOUNT_CHANGED', who.session?.sessionId ?? null)
    await announce(who, tx, operator, orgId, body, queryCode)
  })
  return { orgId, queryCode }
}

/** The operator's own kind cannot be applied for. */
function levelOf(body: Application): number {
  if (body.orgLevel === OrgLevel.is.operator) throw invalid('机构类型不在可选范围内', 'orgLevel')
  return body.orgLevel ?? 3
}

const OFFERED = `select count(*) as count from stored_file f
where f.org_id = $1 and f.use = 'picture' and f.created_by is null and f.file_id = any($2)
  and not exists (select from file_link l where l.file_id = f.file_id and l.org_id is distinct from $3)`

/** What visitors uploaded for an application, and no other organisation has claimed. */
async function checkPictures(who: Visitor, addresses: readonly string[], orgId: string | null): Promise<void> {
  if (addresses.length === 0) throw invalid('请上传证照图片', 'licensePictures')
  const ids = [...new Set(addresses.map(fileIdOf))]
  const found = await who.app.pool.query<{ count: number }>(OFFERED, [
    await operatorOrganisation(who.app.pool),
    ids,
    orgId,
  ])
  if (found.rows[0]!.count !== ids.length) throw invalid('证照图片已失效，请重新上传', 'licensePictures')
}

/** One licence, one organisation; a refused application does not block another. */
export async function refuseSameLicence(tx: Tx, licenseNo: string, orgId: string): Promise<void> {
  // Two applications with the same licence at once: the second waits and finds the first.
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`licence:${licenseNo}`])
  const taken = await tx.client.query(
    `select 1 from organization where license_no = $1 and org_id <> $2 and org_status <> ${OrgStatus.is.declined}`,
    [licenseNo, orgId],
  )
  if (taken.rows.length > 0) throw new Refusal('ALREADY_EXISTS', { what: '该统一社会信用代码的机构' }, 'licenseNo')
}

async function lock(tx: Tx, orgId: string): Promise<OrgRow> {
  const found = await tx.client.query<OrgRow>('select * from organization where org_id = $1 for update', [orgId])
  const row = found.rows[0]
  if (!row) throw notFound('入驻申请')
  return row
}

async function fill(
  tx: Tx,
  orgId: string,
  body: Application,
  queryCode: string,
  contactProven: boolean,
): Promise<void> {
  await tx.client.query(
    `update organization set org_name = $2, org_level = $3, org_status = ${OrgStatus.is.waiting}, license_no = $4,
      license_pictures = $5,
       contact_name = $6, contact_phone = $7, address = $8, introduction = $9, reject_reason = null,
       query_code_hash = $10, contact_proven = $11, version = version + 1 where org_id = $1`,
    [
      orgId,
      body.orgName,
      levelOf(body),
      body.licenseNo,
      JSON.stringify(body.licensePictures),
      body.contactName,
      body.contactPhone,
      body.address,
      body.introduction ?? null,
      queryCodeHash(queryCode),
      contactProven,
    ],
  )
}

/** The applicant gets the codes on the phone, the operator's administrators a message. */
async function announce(who: Visitor, tx: Tx, operator: string, orgId: string, body: Application, queryCode: string) {
  const { rows } = await tx.client.query<{ org_code: string }>('select org_code from organization where org_id = $1', [
    orgId,
  ])
  await sendSms(who.app, tx, {
    orgId: operator,
    phone: body.contactPhone,
    purpose: '入驻申请',
    content: `“${body.orgName}”的入驻申请已提交，申请编号 ${rows[0]!.org_code}，查询码 ${queryCode}，请妥善保管。`,
    secrets: [queryCode],
    secretMinutes: 24 * 60,
  })
  const admins = await tx.client.query<{ user_id: string }>(
    `select user_id from account where org_id = $1 and is_admin and user_status = ${UserStatus.is.enabled}`,
    [operator],
  )
  await notify(
    tx,
    admins.rows.map((row) => row.user_id),
    {
      kind: 'approval',
      title: `“${body.orgName}”申请入驻`,
      content: `联系人 ${body.contactName}`,
      route: '/systemmanage/applications',
    },
    operator,
  )
  tx.log({ remark: `“${body.orgName}”提交入驻申请`, targetType: 'organization', targetId: orgId })
}

export async function decide(
  who: Caller,
  orgId: string,
  move: 'approve' | 'refuse',
  reason: string | null,
): Promise<void> {
  if (move === 'refuse' && !reason) throw invalid('请填写拒绝原因', 'rejectReason')
  const { app } = who
  await who.tx(async (tx) => {
    const org = await lock(tx, orgId)
    if (org.license_no === null) throw new Refusal('STATE_NOT_ALLOWED', { state: '未提交申请', act: '审核' })
    const status = applicationMoves.next(org.org_status, move, OrgStatus.label)
    await tx.client.query(
      'update organization set org_status = $2, reject_reason = $3, version = version + 1 where org_id = $1',
      [orgId, status, move === 'refuse' ? reason : null],
    )
    if (move === 'approve') {
      await addPresets(tx, orgId, org.org_name)
      await addPresetRoles(tx, orgId)
    }
    await endSessions(app, tx, orgId, null, 'ACCOUNT_CHANGED')
    const verdict = move === 'approve' ? '已通过审核，可以用管理员账号登录' : `未通过审核，原因：${reason}`
    if (org.contact_phone) {
      await sendSms(app, tx, {
        orgId: who.orgId,
        phone: org.contact_phone,
        purpose: '入驻审核',
        content: `“${org.org_name}”的入驻申请${verdict}。`,
      })
    }
    tx.log({
      remark: `“${org.org_name}”的入驻申请${move === 'approve' ? '通过' : `拒绝：${reason}`}`,
      targetType: 'organization',
      targetId: orgId,
      changes: { orgStatus: [org.org_status, status] },
    })
  })
}
