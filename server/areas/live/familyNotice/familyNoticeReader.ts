// What a phone of the family does with its notices: it reads them, and opens their papers. Only what came to this very member,
// and only while it is not taken back.
import { notFound } from '#contract/kit/refusal'
import { FamilyNoticeState, type FamilyShownNoticeData } from '#contract/live/familyNotice'
import { readerOf } from '#server/areas/live/family/familyReader'
import type { Visitor } from '#server/kit/caller'
import type { FileAnswer } from '#server/kit/implement'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { tellChanged } from './familyNoticeWrite.ts'

const READS = { most: 240, seconds: 600 }
const FILES = { most: 60, seconds: 600 }
const SHOWN = 50

const OUT = `n.state = '${FamilyNoticeState.is.PUBLISHED}'`

/** The file behind an address of ours. */
const FILE_ID = `substring(x.address from '/files/([A-Za-z0-9_-]{1,64})')`

const MINE = `select r.message_id as "messageId", r.title, r.content, r.received_at as "publishTime", r.read_at is not null as read,
  coalesce((select jsonb_agg(jsonb_build_object('fileId', s.file_id, 'name', s.name, 'size', s.size_b) order by x.place)
    from unnest(n.attachments) with ordinality as x(address, place)
    join stored_file s on s.org_id = n.org_id and s.file_id = ${FILE_ID}), '[]') as attachments
from family_notice_receiver r join family_notice n on n.org_id = r.org_id and n.message_id = r.message_id
where r.org_id = $1 and r.family_id = $2 and ${OUT} order by r.received_at desc, r.message_id desc limit ${SHOWN}`

export async function shownNotices(who: Visitor): Promise<FamilyShownNoticeData[]> {
  await takeRate(who.app.pool, `family-notice:${addressOf(who.origin.ip)}`, READS)
  const { orgId, familyId } = await readerOf(who)
  const found = await who.app.pool.query<FamilyShownNoticeData>({
    name: 'family_shown_notices',
    text: MINE,
    values: [orgId, familyId],
  })
  return found.rows
}

const ONE = `select n.title, r.read_at is not null as read from family_notice n
join family_notice_receiver r on r.org_id = n.org_id and r.message_id = n.message_id
where n.org_id = $1 and n.message_id = $2 and r.family_id = $3 and ${OUT} for share of n for update of r`
const READ = `update family_notice_receiver set read_at = now() where org_id = $1 and message_id = $2 and family_id = $3`

export async function readByFamily(who: Visitor, messageId: string): Promise<void> {
  await takeRate(who.app.pool, `family-notice:${addressOf(who.origin.ip)}`, READS)
  const { orgId, familyId, name } = await readerOf(who)
  await who.tx(orgId, async (tx) => {
    const values = [orgId, messageId, familyId]
    const found = await tx.client.query<{ title: string; read: boolean }>(ONE, values)
    const row = found.rows[0]
    if (!row) throw notFound('这条通知')
    if (!row.read) {
      await tx.client.query(READ, values)
      tellChanged(tx, messageId)
    }
    tx.log({ remark: `家属${name}阅读通知“${row.title}”`, targetType: 'familyNotice', targetId: messageId })
  })
}

const FILE = `select s.key, s.name, s.mime from family_notice n
join family_notice_receiver r on r.org_id = n.org_id and r.message_id = n.message_id and r.family_id = $3
join lateral unnest(n.attachments) as x(address) on true
join stored_file s on s.org_id = n.org_id and s.file_id = ${FILE_ID} and s.file_id = $4
where n.org_id = $1 and n.message_id = $2 and ${OUT} limit 1`

export async function fileForFamily(who: Visitor, messageId: string, fileId: string): Promise<FileAnswer> {
  const { app } = who
  await takeRate(app.pool, `family-file:${addressOf(who.origin.ip)}`, FILES)
  const { orgId, familyId } = await readerOf(who)
  const found = await app.pool.query<{ key: string; name: string; mime: string }>({
    name: 'family_notice_file',
    text: FILE,
    values: [orgId, messageId, familyId, fileId],
  })
  const file = found.rows[0]
  if (!file) throw notFound('这个附件')
  return { name: file.name, mime: file.mime, content: await app.storage.get(file.key) }
}
