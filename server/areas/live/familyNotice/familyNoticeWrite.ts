// Notices to families, written and sent: who gets which words is written down by one statement, and an SMS says only that there
// is something to read.
import type { InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import {
  FAMILY_PLACES,
  type FamilyNoticeFormData,
  type FamilyNoticeMove,
  FamilyNoticeState,
  type FamilyNoticeStateValue,
  FamilySms,
  familyNotice,
  familyNoticeMoves,
} from '#contract/live/familyNotice'
import { relationName } from '#server/areas/live/family/familyRead'
import { sendManySms, smsReachesPhones } from '#server/areas/platform/public'
import { PLACE } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { BED_WORDS, filled, KNOWN, MANAGED, noNotice } from './familyNoticeRead.ts'

type Calls = (typeof familyNotice)['calls']

const PURPOSE = '家属通知'
export const tellChanged = (tx: Tx, messageId: string) => tx.emit(familyNotice.events.changed, { messageId })

const PLACE_MARK = /\{\{\s*([^{}]*?)\s*\}\}/g
const known = FAMILY_PLACES.map((name) => `{{${name}}}`).join('、')

/** Placeholders in one spelling; one that nobody can fill is refused, not sent to a family. */
export function tidyPlaces(text: string, field: string): string {
  const tidy = text.trim().replace(PLACE_MARK, (whole, name: string) => {
    if (!(FAMILY_PLACES as readonly string[]).includes(name)) {
      throw invalid(`“${whole.slice(0, 30)}”不能自动填写，只能用 ${known}`, field)
    }
    return `{{${name}}}`
  })
  if (/\{\{|\}\}/.test(tidy.replace(PLACE_MARK, ''))) throw invalid(`占位符没有写完整，应为 ${known}`, field)
  return tidy
}

interface Held {
  messageId: string
  title: string
  content: string
  attachments: string[]
  oldmanIds: string[]
  sms: boolean
  state: FamilyNoticeStateValue
  version: number
}

const HOLD = `select n.message_id as "messageId", n.title, n.content, n.attachments, n.oldman_ids as "oldmanIds", n.sms, n.state, n.version
from family_notice n where ${MANAGED} for no key update of n`

async function hold(tx: Tx, who: Caller, messageId: string, move: FamilyNoticeMove): Promise<Held> {
  const found = await tx.client.query<Held>({
    name: 'family_notice_hold',
    text: HOLD,
    values: [who.orgId, who.deptIds, messageId],
  })
  const row = found.rows[0]
  if (!row) throw noNotice()
  familyNoticeMoves.next(row.state, move, (state) => FamilyNoticeState.label(state))
  return row
}

async function requireElders(tx: Tx, who: Caller, oldmanIds: readonly string[]): Promise<void> {
  const found = await tx.client.query<{ known: number }>({
    name: 'family_notice_known',
    text: KNOWN,
    values: [who.orgId, who.deptIds, oldmanIds],
  })
  if (found.rows[0]!.known !== oldmanIds.length) throw new Refusal('NOT_FOUND', { what: '所选老人' }, 'oldmanIds')
}

async function fieldsOf(tx: Tx, who: Caller, input: FamilyNoticeFormData) {
  const oldmanIds = [...new Set(input.oldmanIds)]
  if (oldmanIds.length === 0) throw invalid('请选择老人', 'oldmanIds')
  await requireElders(tx, who, oldmanIds)
  return {
    title: tidyPlaces(input.title, 'title'),
    content: tidyPlaces(input.content, 'content'),
    attachments: [...new Set(input.attachments ?? [])],
    oldmanIds,
    sms: input.sms ?? false,
  }
}

const logged = ({ title, content, attachments, oldmanIds, sms }: Omit<Held, 'messageId' | 'state' | 'version'>) => ({
  title,
  content,
  attachments: attachments.length,
  elders: oldmanIds.length,
  sms,
})

const ADD = `insert into family_notice (org_id, message_id, dept_id, title, content, attachments, oldman_ids, sms, created_by, created_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

export async function addNotice(tx: Tx, who: Caller, input: FamilyNoticeFormData): Promise<string> {
  const fields = await fieldsOf(tx, who, input)
  const { title, content, attachments, oldmanIds, sms } = fields
  const messageId = newId()
  const by = [tx.by.userId, tx.by.name]
  await tx.client.query(ADD, [who.orgId, messageId, who.deptId, title, content, attachments, oldmanIds, sms, ...by])
  tx.log({
    remark: `起草家属通知“${title}”，${oldmanIds.length} 位老人`,
    targetType: 'familyNotice',
    targetId: messageId,
    changes: changesBetween(null, logged(fields)),
  })
  return messageId
}

const SAVE = `update family_notice set title = $3, content = $4, attachments = $5, oldman_ids = $6, sms = $7, version = version + 1
where org_id = $1 and message_id = $2`

export async function saveNotice(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<string> {
  const { messageId, version } = input
  const row = await hold(tx, who, messageId, 'edit')
  await refuseStale(tx, messageId, version, row.version)
  const fields = await fieldsOf(tx, who, input)
  const { title, content, attachments, oldmanIds, sms } = fields
  await tx.client.query(SAVE, [who.orgId, messageId, title, content, attachments, oldmanIds, sms])
  tx.log({
    remark: `修改家属通知草稿“${title}”`,
    targetType: 'familyNotice',
    targetId: messageId,
    changes: changesBetween({ ...logged(row), chosen: row.oldmanIds }, { ...logged(fields), chosen: oldmanIds }),
  })
  tellChanged(tx, messageId)
  return messageId
}

const PUBLISH = `update family_notice set state = 'PUBLISHED', published_at = now(), published_name = $3, version = version + 1
where org_id = $1 and message_id = $2`

const MOBILE = '^1\\d{10}$'
/** `$3`: what becomes of a message to a mobile phone. */
const RECEIVE = `insert into family_notice_receiver (org_id, message_id, family_id, oldman_id, family_name, relation_name, oldman_name,
  bed_name, phone, title, content, sms)
select t.org_id, n.message_id, f.family_id, t.oldman_id, f.name, ${relationName('f')}, t.oldman_name, ${BED_WORDS}, f.phone,
  ${filled('n.title')}, ${filled('n.content')},
  case when n.sms then case when f.phone ~ '${MOBILE}' then $3::text else '${FamilySms.is.LANDLINE}' end end
from family_notice n join oldman t on t.org_id = n.org_id and t.oldman_id = any(n.oldman_ids)
join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id ${PLACE}
where n.org_id = $1 and n.message_id = $2
returning phone, oldman_name as "oldmanName", sms`

export async function publishNotice(tx: Tx, who: Caller, input: InputOf<Calls['publish']>): Promise<string> {
  const { messageId, version } = input
  const row = await hold(tx, who, messageId, 'publish')
  await refuseStale(tx, messageId, version, row.version)
  await requireElders(tx, who, row.oldmanIds)
  await tx.client.query(PUBLISH, [who.orgId, messageId, tx.by.name])
  const sms = smsReachesPhones(who.app) ? FamilySms.is.SENT : FamilySms.is.OUTBOX
  const made = await tx.client.query<{ phone: string; oldmanName: string; sms: string | null }>(RECEIVE, [
    who.orgId,
    messageId,
    sms,
  ])
  if (made.rows.length === 0) throw invalid('所选老人都没有登记家属，请先在家属管理中登记', 'oldmanIds')
  // The words of the notice stay behind the family's own page: they may speak of health.
  const messages = made.rows
    .filter((one) => one.sms === sms)
    .map(({ phone, oldmanName }) => ({
      phone,
      content: `${who.orgName}给您发来一条关于${oldmanName}的通知，请打开机构的家属页面查看；还没有绑定的，请联系机构前台。`,
    }))
  await sendManySms(who.app, tx, PURPOSE, messages)
  tx.log({
    remark: `发布家属通知“${row.title}”，${row.oldmanIds.length} 位老人的 ${made.rows.length} 位家属${messages.length > 0 ? `，短信 ${messages.length} 条` : ''}`,
    targetType: 'familyNotice',
    targetId: messageId,
    changes: { state: [FamilyNoticeState.label(row.state), FamilyNoticeState.label('PUBLISHED')] },
  })
  tellChanged(tx, messageId)
  return messageId
}

const RECALL = `update family_notice set state = 'RECALLED', recalled_at = now(), recalled_name = $3, recall_reason = $4, version = version + 1
where org_id = $1 and message_id = $2`

export async function recallNotice(tx: Tx, who: Caller, input: InputOf<Calls['recall']>): Promise<string> {
  const { messageId } = input
  const row = await hold(tx, who, messageId, 'recall')
  const reason = input.reason.trim()
  await tx.client.query(RECALL, [who.orgId, messageId, tx.by.name, reason])
  tx.log({
    remark: `撤回家属通知“${row.title}”：${reason}`,
    targetType: 'familyNotice',
    targetId: messageId,
    changes: { state: [FamilyNoticeState.label(row.state), FamilyNoticeState.label('RECALLED')] },
  })
  tellChanged(tx, messageId)
  return messageId
}

export async function removeNotice(tx: Tx, who: Caller, messageId: string): Promise<void> {
  const row = await hold(tx, who, messageId, 'remove')
  await tx.client.query('delete from family_notice where org_id = $1 and message_id = $2', [who.orgId, messageId])
  tx.log({
    remark: `删除家属通知草稿“${row.title}”`,
    targetType: 'familyNotice',
    targetId: messageId,
    changes: changesBetween(logged(row), null),
  })
  tellChanged(tx, messageId)
}
