// Writing an institution's archive: the whole of it or one licence, each with what it was before.
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { organisation, organisationMoves, profileNames, type QualificationData } from '#contract/platform/organisation'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { refuseSameLicence } from '#server/areas/platform/application/accountApply'
import { endSessions } from '#server/areas/platform/session/accountSession'
import { checkRule, hashPassword } from '#server/areas/platform/session/password'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import { addAccount, addOrganisation, addPresets, checkUserName } from '#server/areas/platform/user/accountCreate'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { isOperator, QUALIFICATION, qualificationsOf, refuseOthers, withState } from './organisationArchive.ts'

type Changes = Record<string, readonly [unknown, unknown]>

interface OrgRow {
  org_id: string
  org_name: string
  org_level: number
  org_status: 0 | 1 | 2 | 3
  contact_name: string | null
  contact_phone: string | null
  region: string | null
  address: string | null
  license_no: string | null
  introduction: string | null
  profile: Record<string, unknown>
  version: number
}

async function lock(tx: Tx, orgId: string): Promise<OrgRow> {
  const found = await tx.client.query<OrgRow>('select * from organization where org_id = $1 for update', [orgId])
  const row = found.rows[0]
  if (!row) throw notFound('机构')
  return row
}

const LAST = `select org_id, coalesce(emp_name, user_name) as name from operation_log
where org_id in ($1, $2, (select org_id from organization where org_level = ${OrgLevel.is.operator}
  order by created_at, org_id limit 1))
  and target_id = $2 order by created_at desc, log_id desc limit 1`

/** Says who changed it last, as the operation log knows; either side may have, and each writes into its own log. */
async function refuseStale(tx: Tx, now: number, seen: number | null | undefined, orgId: string): Promise<void> {
  if (seen === null || seen === undefined || seen === now) return
  const found = await tx.client.query<{ org_id: string; name: string | null }>(LAST, [tx.orgId, orgId])
  const last = found.rows[0]
  const side = orgId === tx.orgId ? '平台运营方' : '该机构'
  throw new Refusal('CHANGED_MEANWHILE', {
    who: last && last.org_id !== tx.orgId ? side : (last?.name ?? '其他人'),
  })
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const [name, value] of Object.entries(after)) {
    const old = before[name] ?? null
    if (JSON.stringify(old) !== JSON.stringify(value ?? null)) changes[name] = [old, value ?? null]
  }
  return changes
}

/** Sessions of its people carry the organisation's name. */
const forgetAfter = (who: Caller, tx: Tx, orgId: string) => tx.after(() => who.app.sessions.forget(orgId))

export async function createOrganisation(who: Caller, body: Body<'create'>) {
  if (!isOperator(who)) throw new Refusal('NO_PERMISSION')
  const orgLevel = body.orgLevel ?? 3
  if (orgLevel === OrgLevel.is.operator) throw invalid('机构类型不在可选范围内', 'orgLevel')
  checkUserName(body.userName)
  const { pwdConfig } = await settingsOf(who.app.pool, who.orgId)
  checkRule(body.userPassword, pwdConfig, 'userPassword', [body.userName, body.contactPhone])
  const passwordHash = await hashPassword(body.userPassword)
  const orgId = newId()
  return who.tx(async (tx) => {
    if (body.licenseNo) await refuseSameLicence(tx, body.licenseNo, orgId)
    await addOrganisation(tx, { orgId, orgName: body.orgName, orgLevel, orgStatus: OrgStatus.is.normal })
    const made = await tx.client.query<{ org_code: string }>(
      `update organization set contact_name = $2, contact_phone = $3, address = $4, license_no = $5 where org_id = $1
        returning org_code`,
      [orgId, body.contactName ?? null, body.contactPhone ?? null, body.address ?? null, body.licenseNo ?? null],
    )
    const { org_code: orgCode } = made.rows[0]!
    // The number on the archive may be a landline; only a mobile number signs in.
    const phone = body.contactPhone && /^1\d{10}$/.test(body.contactPhone) ? body.contactPhone : null
    await addAccount(tx, {
      orgId,
      userName: body.userName,
      phone,
      passwordHash,
      empName: body.contactName ?? '管理员',
      isAdmin: true,
      resetPassword: true,
    })
    await addPresets(tx, orgId, body.orgName)
    tx.log({
      remark: `新增机构“${body.orgName}”（${orgCode}），管理员账号 ${body.userName}`,
      targetType: 'organization',
      targetId: orgId,
      changes: { orgName: [null, body.orgName], orgLevel: [null, orgLevel], userName: [null, body.userName] },
    })
    return { orgId, orgCode }
  })
}

type Body<K extends 'create' | 'rename' | 'freeze' | 'save' | 'saveQualification'> = Static<
  (typeof organisation.calls)[K]['body']
>

export async function renameOrganisation(who: Caller, { orgId, orgName, version }: Body<'rename'>): Promise<void> {
  refuseOthers(who, orgId)
  await who.tx(async (tx) => {
    const before = await lock(tx, orgId)
    await refuseStale(tx, before.version, version, orgId)
    await tx.client.query('update organization set org_name = $2, version = version + 1 where org_id = $1', [
      orgId,
      orgName,
    ])
    forgetAfter(who, tx, orgId)
    tx.log({
      remark: `机构“${before.org_name}”改名为“${orgName}”`,
      targetType: 'organization',
      targetId: orgId,
      changes: { orgName: [before.org_name, orgName] },
    })
  })
}

export async function toggleFreeze(who: Caller, { orgId, orgStatus, reason }: Body<'freeze'>): Promise<void> {
  if (!isOperator(who)) throw new Refusal('NO_PERMISSION')
  await who.tx(async (tx) => {
    const org = await lock(tx, orgId)
    if (org.org_level === OrgLevel.is.operator)
      throw new Refusal('STATE_NOT_ALLOWED', { state: '运营平台', act: '冻结' })
    const wanted = orgStatus ?? (org.org_status === OrgStatus.is.frozen ? OrgStatus.is.normal : OrgStatus.is.frozen)
    const next = organisationMoves.next(org.org_status, wanted === 1 ? 'unfreeze' : 'freeze', OrgStatus.label)
    await tx.client.query('update organization set org_status = $2, version = version + 1 where org_id = $1', [
      orgId,
      next,
    ])
    // Frozen: whoever is signed in there is out at once. Unfrozen: sessions that never noticed must not go on as before.
    await endSessions(who.app, tx, orgId, null, 'ACCOUNT_CHANGED')
    tx.log({
      remark: `${next === 3 ? '冻结' : '解除冻结'}机构“${org.org_name}”${reason ? `，原因：${reason}` : ''}`,
      targetType: 'organization',
      targetId: orgId,
      changes: { orgStatus: [org.org_status, next] },
    })
  })
}

type QualificationBody = Omit<Body<'saveQualification'>, 'version'>

/** Dates in order, pictures that this organisation uploaded itself or that were there before. */
async function checkQualification(
  tx: Tx,
  body: QualificationBody,
  known: readonly string[],
  field: (name: string) => string,
): Promise<void> {
  if (body.validFrom && body.validTo && body.validTo < body.validFrom) {
    throw invalid(`“${body.name}”的有效期至不能早于生效日期`, field('validTo'))
  }
  const added = (body.pictures ?? []).filter((address) => !known.includes(address))
  if (added.length === 0) return
  const ids = added.map(fileIdOf)
  // An address of somebody else's file would open that file to whoever may read this archive.
  const found = await tx.client.query<{ count: number }>(
    `select count(distinct file_id) as count from stored_file where org_id = $1 and file_id = any($2) and mime like 'image/%'`,
    [tx.orgId, ids],
  )
  if (ids.includes(null) || found.rows[0]!.count !== new Set(ids).size) {
    throw invalid(`“${body.name}”的图片已失效，请重新上传`, field('pictures'))
  }
}

const UPSERT = `insert into org_qualification as q
  (org_id, qualification_id, kind, name, number, issuer, valid_from, valid_to, pictures, remark, sort)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (org_id, qualification_id) do update set kind = excluded.kind, name = excluded.name,
  number = excluded.number, issuer = excluded.issuer, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
  pictures = excluded.pictures, remark = excluded.remark, sort = excluded.sort, version = q.version + 1
returning ${QUALIFICATION}`

async function writeQualification(tx: Tx, orgId: string, body: QualificationBody, sort: number) {
  const written = await tx.client.query({
    name: 'qualification_write',
    text: UPSERT,
    values: [
      orgId,
      body.qualificationId ?? newId(),
      body.kind,
      body.name,
      body.number ?? null,
      body.issuer ?? null,
      body.validFrom ?? null,
      body.validTo ?? null,
      JSON.stringify(body.pictures ?? []),
      body.remark ?? null,
      sort,
    ],
  })
  return withState(written.rows[0])
}

const qualificationFields = ['kind', 'name', 'number', 'issuer', 'validFrom', 'validTo', 'pictures', 'remark'] as const

function qualificationChanges(before: QualificationData | undefined, after: QualificationBody): Changes {
  const pick = (from: Partial<Record<(typeof qualificationFields)[number], unknown>>) =>
    Object.fromEntries(qualificationFields.map((name) => [name, from[name] ?? (name === 'pictures' ? [] : null)]))
  return changesOf(before ? pick(before) : {}, pick(after))
}

export async function saveQualification(who: Caller, orgId: string, body: Body<'saveQualification'>) {
  refuseOthers(who, orgId)
  return who.tx(async (tx) => {
    // Every write of an archive waits for the organisation's row, so two of them never cross.
    const org = await lock(tx, orgId)
    const all = await qualificationsOf(tx.client, orgId)
    const before = body.qualificationId ? all.find((one) => one.qualificationId === body.qualificationId) : undefined
    if (body.qualificationId && !before) throw notFound('证照')
    if (before) await refuseStale(tx, before.version, body.version, orgId)
    await checkQualification(tx, body, before?.pictures ?? [], (name) => name)
    const position = before ? all.indexOf(before) : all.length
    const saved = await writeQualification(tx, orgId, body, position)
    await tx.client.query('update organization set version = version + 1 where org_id = $1', [orgId])
    tx.log({
      remark: `${before ? '修改' : '新增'}“${org.org_name}”的证照“${body.name}”`,
      targetType: 'organization',
      targetId: orgId,
      changes: qualificationChanges(before, body),
    })
    return saved
  })
}

export async function removeQualification(who: Caller, orgId: string, qualificationId: string): Promise<void> {
  refuseOthers(who, orgId)
  await who.tx(async (tx) => {
    const org = await lock(tx, orgId)
    const gone = await tx.client.query<{ name: string; valid_to: string | null }>(
      'delete from org_qualification where org_id = $1 and qualification_id = $2 returning name, valid_to',
      [orgId, qualificationId],
    )
    const one = gone.rows[0]
    if (!one) throw notFound('证照')
    await tx.client.query('update organization set version = version + 1 where org_id = $1', [orgId])
    tx.log({
      remark: `删除“${org.org_name}”的证照“${one.name}”`,
      targetType: 'organization',
      targetId: orgId,
      changes: { name: [one.name, null], validTo: [one.valid_to, null] },
    })
  })
}

/** Several licences in one log row: the field alone would not say whose it is. */
const titleOf = (name: string) => {
  const fields: Record<string, { title?: string; items?: { title?: string } }> =
    organisation.calls.saveQualification.body.properties
  return fields[name]?.title ?? fields[name]?.items?.title ?? name
}

type Listed = NonNullable<Body<'save'>['qualifications']>[number]

/** The list as it should be: what is not in it goes, the rest is written in its order. */
async function replaceQualifications(tx: Tx, orgId: string, wanted: readonly Listed[]): Promise<Changes> {
  const before = await qualificationsOf(tx.client, orgId)
  const byId = new Map(before.map((one) => [one.qualificationId, one]))
  const changes: Changes = {}
  const kept = new Set<string>()
  for (const [index, one] of wanted.entries()) {
    const old = one.qualificationId ? byId.get(one.qualificationId) : undefined
    if (one.qualificationId && !old) throw notFound(`证照“${one.name}”`)
    if (old && kept.has(old.qualificationId)) throw invalid(`证照“${one.name}”出现了两次`, 'qualifications')
    await checkQualification(tx, one, old?.pictures ?? [], () => 'qualifications')
    if (old) kept.add(old.qualificationId)
    const changed = qualificationChanges(old, one)
    if (old && Object.keys(changed).length === 0 && before.indexOf(old) === index) continue
    await writeQualification(tx, orgId, one, index)
    for (const [name, pair] of Object.entries(changed)) changes[`${one.name}・${titleOf(name)}`] = pair
  }
  const gone = before.filter((one) => !kept.has(one.qualificationId))
  if (gone.length > 0) {
    await tx.client.query('delete from org_qualification where org_id = $1 and qualification_id = any($2)', [
      orgId,
      gone.map((one) => one.qualificationId),
    ])
    for (const one of gone) changes[`${one.name}・${titleOf('name')}`] = [one.name, null]
  }
  return changes
}

export async function saveArchive(who: Caller, orgId: string, body: Body<'save'>): Promise<void> {
  refuseOthers(who, orgId)
  await who.tx(async (tx) => {
    const row = await lock(tx, orgId)
    await refuseStale(tx, row.version, body.version, orgId)
    const licenseNo = body.licenseNo === undefined ? row.license_no : body.licenseNo
    if (licenseNo && licenseNo !== row.license_no) await refuseSameLicence(tx, licenseNo, orgId)
    // A field that was not sent stays as it is: older clients know fewer of them.
    const profile = { ...row.profile }
    for (const name of profileNames) if (body[name] !== undefined) profile[name] = body[name]
    const columns = {
      orgName: body.orgName,
      contactName: body.contactName === undefined ? row.contact_name : body.contactName,
      contactPhone: body.contactPhone === undefined ? row.contact_phone : body.contactPhone,
      region: body.region === undefined ? row.region : body.region,
      address: body.address === undefined ? row.address : body.address,
      licenseNo,
      introduction: body.introduction === undefined ? row.introduction : body.introduction,
    }
    await tx.client.query(
      `update organization set org_name = $2, contact_name = $3, contact_phone = $4, region = $5, address = $6,
         license_no = $7, introduction = $8, profile = $9, version = version + 1 where org_id = $1`,
      [orgId, ...Object.values(columns), JSON.stringify(profile)],
    )
    const listed = body.qualifications ? await replaceQualifications(tx, orgId, body.qualifications) : {}
    if (columns.orgName !== row.org_name) forgetAfter(who, tx, orgId)
    const before = {
      orgName: row.org_name,
      contactName: row.contact_name,
      contactPhone: row.contact_phone,
      region: row.region,
      address: row.address,
      licenseNo: row.license_no,
      introduction: row.introduction,
      ...row.profile,
    }
    tx.log({
      remark: `保存机构档案“${columns.orgName}”`,
      targetType: 'organization',
      targetId: orgId,
      changes: { ...changesOf(before, { ...columns, ...profile }), ...listed },
    })
  })
}
