// Invitations of the family. The code is kept as a keyed hash; it is accepted once, together with the end of the
// member's phone number, by a browser that from then on shows a secret of its own.

import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { maskedPhone } from '#contract/kit/privacy'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import {
  CODE_LENGTH,
  CODE_LETTERS,
  type InvitationData,
  InvitationState,
  invitation,
  type SentInvitationData,
  VALID_DAYS,
} from '#contract/live/invitation'
import { residence } from '#contract/live/residence'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { lockArchive } from '#server/areas/live/archive/archiveSave'
import { forgetSecretOf, sendSms, smsReachesPhones } from '#server/areas/platform/public'
import type { Caller, Tx, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId, sha256 } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { productSecret } from '#server/kit/secrets'
import { inDepts } from '#server/kit/tenant'
import { MOST_TRIES } from './familyRead.ts'
import { chooseByReader, viewOfReader } from './familyReader.ts'
import { familyView } from './invitationView.ts'

const PER_MEMBER = { most: 10, seconds: 86_400 }
const ACCEPTS = { most: 20, seconds: 600 }
const LEFT_OUT = 2
const PAGE = '/family.html'
const PURPOSE = '家属邀请'
const MOBILE = /^1\d{10}$/

const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Keyed: a copy of the table alone does not give the few characters of a code away. */
async function codeHash(app: AppContext, code: string): Promise<string> {
  return createHmac('sha256', await productSecret(app.pool, 'familyInvitation'))
    .update(code)
    .digest('hex')
}

const STATE = `case when i.revoked_at is not null then 'revoked' when i.accepted_at is not null then 'accepted'
  when i.expires_at <= now() or i.tries >= ${MOST_TRIES} then 'expired' else 'sent' end`

const LIST = `select i.invitation_id as "invitationId", i.family_id as "familyId", f.name as "familyName",
  coalesce((select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id
      and v.dictionary_id = d.dictionary_id where d.org_id = f.org_id and d.dictionary_code = 'relationToElder'
      and v.value = f.relation), f.relation) as "relationName",
  f.phone, i.code_end as "codeEnd", ${STATE} as state, i.created_at as "createTime", i.expires_at as "expireTime",
  i.accepted_at as "acceptTime", i.last_read_at as "lastReadTime", e.emp_name as "userName"
from family_invitation i
join oldman_family f on f.org_id = i.org_id and f.family_id = i.family_id
left join employee e on e.org_id = i.org_id and e.emp_id = i.user_id
where i.org_id = $1 and i.oldman_id = $2 order by i.created_at desc, i.invitation_id desc`

async function listOf(who: Caller, oldmanId: string): Promise<InvitationData[]> {
  const seen = await who.app.pool.query(
    `select 1 from oldman t where t.org_id = $1 and ${inDepts('t', '$2')}
      and t.oldman_id = $3`,
    [who.orgId, who.deptIds, oldmanId],
  )
  if (seen.rows.length === 0) throw notFound('老人档案')
  const found = await who.app.pool.query<InvitationData>({
    name: 'invitation_list',
    text: LIST,
    values: [who.orgId, oldmanId],
  })
  return found.rows.map((row) => ({ ...row, phone: maskedPhone(row.phone) }))
}

interface Member {
  name: string
  phone: string
}

async function memberOfResident(tx: Tx, oldmanId: string, familyId: string): Promise<Member> {
  const found = await tx.client.query<Member>(
    'select name, phone from oldman_family where org_id = $1 and oldman_id = $2 and family_id = $3 for update',
    [tx.orgId, oldmanId, familyId],
  )
  const row = found.rows[0]
  if (!row) throw notFound('家属')
  return row
}

/** Only the newest code of a member counts. */
const DROP_OLDER = `update family_invitation set revoked_at = now() where org_id = $1 and family_id = $2
  and accepted_at is null and revoked_at is null and expires_at > now()`
const INSERT = `insert into family_invitation (org_id, invitation_id, oldman_id, family_id, code_hash, code_end, expires_at, user_id)
values ($1, $2, $3, $4, $5, $6, now() + ${VALID_DAYS} * interval '1 day', $7) returning expires_at as "expireTime"`

async function sendInvitation(who: Caller, oldmanId: string, familyId: string): Promise<SentInvitationData> {
  const { app } = who
  const code = newCode()
  const hash = await codeHash(app, code)
  const link = app.settings.publicUrl && `${app.settings.publicUrl}${PAGE}`
  const sent = await who.tx(async (tx) => {
    const resident = await lockArchive(tx, who, oldmanId)
    if (resident.status === LEFT_OUT) {
      throw new Refusal('STATE_NOT_ALLOWED', {
        state: ResidenceStatus.label(resident.status as ResidenceStatusValue),
        act: '邀请家属',
      })
    }
    const member = await memberOfResident(tx, oldmanId, familyId)
    await takeRate(app.pool, `family-invite:${familyId}`, PER_MEMBER)
    await tx.client.query(DROP_OLDER, [tx.orgId, familyId])
    const invitationId = newId()
    const made = await tx.client.query<{ expireTime: string }>(INSERT, [
      tx.orgId,
      invitationId,
      oldmanId,
      familyId,
      hash,
      code.slice(-2),
      who.userId,
    ])
    const mobile = MOBILE.test(member.phone)
    if (mobile) {
      const where = link ? `打开 ${link}#${code}` : '打开机构的家属页面'
      await sendSms(app, tx, {
        orgId: tx.orgId,
        phone: member.phone,
        content: `${who.orgName}邀请您查看${resident.oldmanName}的近况。${where}，输入邀请码 ${code} 和您手机号的后四位，${VALID_DAYS} 天内有效。请勿转发。`,
        purpose: PURPOSE,
        secrets: [code],
        secretMinutes: 24 * 60,
      })
    }
    tx.log({
      remark: `邀请“${resident.oldmanName}”的家属“${member.name}”（${maskedPhone(member.phone)}），邀请码尾号 ${code.slice(-2)}`,
      targetType: 'oldman',
      targetId: oldmanId,
    })
    return { invitationId, expireTime: made.rows[0]!.expireTime, phone: maskedPhone(member.phone), mobile }
  })
  const { mobile, ...rest } = sent
  const why = !mobile ? '登记的是座机，没有发送短信' : smsReachesPhones(app) ? null : '没有接入短信，请把邀请码告诉家属'
  return { ...rest, code, link, smsSent: { sent: why === null ? 1 : 0, why } }
}

interface Locked {
  orgId: string
  invitationId: string
  oldmanId: string
  familyId: string
  familyName: string
  oldmanName: string
  phone: string
  tries: number
  state: 'sent' | 'accepted' | 'expired' | 'revoked'
}

const LOCK = `select i.org_id as "orgId", i.invitation_id as "invitationId", i.oldman_id as "oldmanId", i.family_id as "familyId", f.name as "familyName",
  t.oldman_name as "oldmanName", f.phone, i.tries, ${STATE} as state
from family_invitation i
join oldman t on t.org_id = i.org_id and t.oldman_id = i.oldman_id
join oldman_family f on f.org_id = i.org_id and f.family_id = i.family_id`

/** Bound is who has accepted an invitation that still counts. */
const BIND = `update oldman_family f set invited = exists (select 1 from family_invitation i where i.org_id = f.org_id
  and i.oldman_id = f.oldman_id and i.family_id = f.family_id and i.accepted_at is not null and i.revoked_at is null)
where f.org_id = $1 and f.family_id = $2`

async function revoke(who: Caller, invitationId: string): Promise<void> {
  await who.tx(async (tx) => {
    const found = await tx.client.query<Locked>(
      `${LOCK} where i.org_id = $1 and ${inDepts('t', '$2')}
        and i.invitation_id = $3 for update of i`,
      [tx.orgId, who.deptIds, invitationId],
    )
    const row = found.rows[0]
    if (!row) throw notFound('邀请')
    if (row.state === 'revoked' || row.state === 'expired') {
      throw new Refusal('STATE_NOT_ALLOWED', { state: InvitationState.label(row.state), act: '撤销' })
    }
    await tx.client.query(
      'update family_invitation set revoked_at = now(), reader_hash = null where org_id = $1 and invitation_id = $2',
      [tx.orgId, invitationId],
    )
    await tx.client.query(BIND, [tx.orgId, row.familyId])
    tx.log({
      remark: `${row.state === 'accepted' ? '解除绑定' : '撤销邀请'}：“${row.oldmanName}”的家属“${row.familyName}”`,
      targetType: 'oldman',
      targetId: row.oldmanId,
    })
    tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [row.oldmanId] })
  })
}

/** One sentence for a code nobody has and for one that is spent: guessing learns nothing. */
const noSuchCode = () => invalid('邀请码不正确或已失效，请核对；仍不行请联系机构重新邀请', 'code')

const plainCode = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

const ACCEPT = `update family_invitation set accepted_at = now(), last_read_at = now(), reader_hash = $3
where org_id = $1 and invitation_id = $2`

async function accept(who: Visitor, input: { code: string; phoneEnd: string }) {
  const { app } = who
  await takeRate(app.pool, `family-accept:${addressOf(who.origin.ip)}`, ACCEPTS)
  const code = plainCode(input.code)
  if (code.length !== CODE_LENGTH) throw noSuchCode()
  const hash = await codeHash(app, code)
  const known = await app.pool.query<{ orgId: string }>({
    name: 'invitation_by_code',
    text: 'select org_id as "orgId" from family_invitation where code_hash = $1',
    values: [hash],
  })
  const orgId = known.rows[0]?.orgId
  if (!orgId) throw noSuchCode()
  const outcome = await who.tx(orgId, async (tx) => {
    const found = await tx.client.query<Locked>(`${LOCK} where i.org_id = $1 and i.code_hash = $2 for update of i`, [
      orgId,
      hash,
    ])
    const row = found.rows[0]
    if (row?.state !== 'sent') return 'spent' as const
    const about = { targetType: 'oldman', targetId: row.oldmanId }
    if (row.phone.replace(/\D/g, '').slice(-4) !== input.phoneEnd) {
      await tx.client.query('update family_invitation set tries = tries + 1 where org_id = $1 and invitation_id = $2', [
        orgId,
        row.invitationId,
      ])
      tx.log({ remark: `“${row.oldmanName}”的家属“${row.familyName}”的邀请码，手机号后四位输错`, ...about })
      return { left: MOST_TRIES - row.tries - 1, secret: undefined, familyId: '' }
    }
    const secret = `${orgId}.${row.invitationId}.${randomBytes(24).toString('hex')}`
    await tx.client.query(ACCEPT, [orgId, row.invitationId, sha256(secret)])
    await tx.client.query(BIND, [orgId, row.familyId])
    await forgetSecretOf(tx, row.phone, PURPOSE)
    tx.log({ remark: `“${row.oldmanName}”的家属“${row.familyName}”接受邀请`, ...about })
    tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [row.oldmanId] })
    return { secret, familyId: row.familyId }
  })
  if (outcome === 'spent') throw noSuchCode()
  if (outcome.secret !== undefined) {
    const seen = await familyView(app, app.pool, orgId, outcome.familyId)
    if (!seen) throw noSuchCode()
    return { secret: outcome.secret, view: seen }
  }
  throw invalid(
    outcome.left > 0
      ? `手机号后四位不对，还可再试 ${outcome.left} 次`
      : '输错次数过多，这个邀请码已失效，请联系机构重新邀请',
    'phoneEnd',
  )
}

export default implement(invitation, {
  list: ({ oldmanId }, who) => listOf(who, oldmanId),
  send: ({ oldmanId, familyId }, who) => sendInvitation(who, oldmanId, familyId),
  revoke: async ({ invitationId }, who) => {
    await revoke(who, invitationId)
    return null
  },
  accept: (input, who) => accept(who, input),
  view: (_, who) => viewOfReader(who),
  chooseMeal: (wish, who) => chooseByReader(who, wish),
})
