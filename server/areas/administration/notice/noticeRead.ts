// One notice as its reader may see it: with all that belongs to it for those who manage notices, its words for a receiver.
import type pg from 'pg'
import { type NoticeData, type NoticeEditionData, notice } from '#contract/administration/notice'
import { NoticeState, noticeMoves } from '#contract/administration/noticeWords'
import { notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { BESIDE, COLUMNS, MANAGED, MEANT } from './noticeSql.ts'

export const noNotice = () => notFound('公告')

const { DRAFT, WAITING, PUBLISHED } = NoticeState.is

const WORDS = `t.html, t.attachments, t.change_note as "changeNote",
  (select jsonb_build_object('readAt', to_char(r.read_at, 'YYYY-MM-DD HH24:MI:SS'),
      'confirmedAt', to_char(r.confirmed_at, 'YYYY-MM-DD HH24:MI:SS'))
    from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = $4) as own`

const FOR_MANAGER = `select ${COLUMNS}, ${WORDS}, g.targets, t.recall_reason as "recallReason", t.failure,
  case when t.state in ('${DRAFT}', '${WAITING}') then (select count(*)::int from employee e join account a on a.org_id = e.org_id
    and a.user_id = e.emp_id where e.org_id = t.org_id and ${MEANT.replaceAll('t.within', '$2::text[]')}) end as reach
from notice t ${BESIDE} where ${MANAGED}`

const FOR_RECEIVER = `select ${COLUMNS}, ${WORDS}, '[]'::jsonb as targets, null as "recallReason", null as failure, null::int as reach
from notice t ${BESIDE} where t.org_id = $1 and t.notice_id = $3 and t.state = '${PUBLISHED}' and $2::text is null
  and exists (select from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = $4)`

type Found = Omit<NoticeData, 'can'>

/** How many others have read it is told to those who manage notices only. */
const asReceiver = (row: Found): NoticeData => ({
  ...row,
  receivers: 0,
  readCount: 0,
  confirmedCount: 0,
  createdName: null,
  remindedAt: null,
  can: [],
})

export async function noticeOf(client: pg.Pool | pg.ClientBase, who: Caller, noticeId: string): Promise<NoticeData> {
  if (who.may(notice.calls.list.needs)) {
    const found = await client.query<Found>({
      name: 'notice_managed',
      text: FOR_MANAGER,
      values: [who.orgId, who.deptIds, noticeId, who.userId],
    })
    const row = found.rows[0]
    if (row) return { ...row, can: noticeMoves.can(row.state, (needs) => who.may(needs)) }
  }
  const found = await client.query<Found>({
    name: 'notice_received',
    text: FOR_RECEIVER,
    values: [who.orgId, null, noticeId, who.userId],
  })
  if (!found.rows[0]) throw noNotice()
  return asReceiver(found.rows[0])
}

/** Refuses what the caller does not manage. */
export async function requireManaged(client: pg.Pool, who: Caller, noticeId: string): Promise<void> {
  const found = await client.query({
    name: 'notice_seen',
    text: `select from notice t where ${MANAGED}`,
    values: [who.orgId, who.deptIds, noticeId],
  })
  if (found.rowCount === 0) throw noNotice()
}

// Receipts of the present edition stand with the receivers, those of earlier ones apart.
const EDITIONS = `select v.edition, v.title, v.html, v.attachments, v.note, v.user_name as "userName", v.at,
  case when v.edition = t.edition then (select count(r.read_at)::int from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id)
    else (select count(*)::int from notice_receipt x where x.org_id = v.org_id and x.notice_id = v.notice_id and x.edition = v.edition) end as "readCount",
  case when v.edition = t.edition then (select count(r.confirmed_at)::int from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id)
    else (select count(x.confirmed_at)::int from notice_receipt x where x.org_id = v.org_id and x.notice_id = v.notice_id and x.edition = v.edition) end as "confirmedCount"
from notice t join notice_edition v on v.org_id = t.org_id and v.notice_id = t.notice_id where ${MANAGED} order by v.edition desc`

export async function editionsOf(who: Caller, noticeId: string): Promise<NoticeEditionData[]> {
  await requireManaged(who.app.pool, who, noticeId)
  const found = await who.app.pool.query<NoticeEditionData>({
    name: 'notice_editions',
    text: EDITIONS,
    values: [who.orgId, who.deptIds, noticeId],
  })
  return found.rows
}
