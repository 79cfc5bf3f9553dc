// Notices to families as those who send them see them: the list, one with how it would go out, who has read it.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import {
  type FamilyNoticeData,
  FamilyNoticeState,
  FamilyReceipt,
  type familyNotice,
  familyNoticeMoves,
} from '#contract/live/familyNotice'
import { bindingOf } from '#server/areas/live/family/familyRead'
import { IN_SCOPE, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, type ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'

type Calls = (typeof familyNotice)['calls']

export const noNotice = () => notFound('家属通知')

/** `$1` organisation, `$2` departments, `$3` the notice. */
export const MANAGED = `n.org_id = $1 and ${inDepts('n', '$2')} and n.message_id = $3`

const beside = (
  n: string,
) => `cross join lateral (select count(*)::int as receivers, count(r.read_at)::int as read_count
  from family_notice_receiver r where r.org_id = ${n}.org_id and r.message_id = ${n}.message_id) c
cross join lateral (select min(o.oldman_name) as first,
    coalesce(jsonb_agg(jsonb_build_object('value', o.oldman_id, 'label', o.oldman_name) order by o.oldman_name, o.oldman_id), '[]') as chosen
  from oldman o where o.org_id = ${n}.org_id and o.oldman_id = any(${n}.oldman_ids)) g`

const columns = (
  n: string,
) => `${n}.message_id as "messageId", ${n}.title, ${n}.state, cardinality(${n}.oldman_ids) as elders,
  case when cardinality(${n}.oldman_ids) > 1 then coalesce(g.first, '') || ' 等 ' || cardinality(${n}.oldman_ids) || ' 位老人' else coalesce(g.first, '') end as "elderText",
  ${n}.sms, cardinality(${n}.attachments) as "attachmentCount", c.receivers, c.read_count as "readCount",
  ${n}.published_at as "publishedAt", ${n}.published_name as "publishedName", ${n}.recalled_at as "recalledAt",
  ${n}.created_name as "createdName", ${n}.created_at as "createTime", ${n}.version`

export const listPlan = (who: Caller, q: InputOf<Calls['list']>): ListPlan => ({
  from: 'family_notice t',
  key: 'message_id',
  select: columns('t'),
  join: beside('t'),
  filters: [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 't'),
    ['(t.title like ? or t.content like ?)', contains(q.keyword)],
    ['t.state = ?', q.state],
    ...within('t.published_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: { createTime: 't.created_at', publishedAt: 't.published_at', title: 't.title' },
  defaultSort: 't.created_at desc',
})

/** Where somebody lies, as a family reads it: 松鹤楼 2层 203室 02床. */
export const BED_WORDS = `replace(at.path, '>', ' ')`
/** Placeholders of a text of `n`, filled for the resident `t`. */
export const filled = (text: string) =>
  `replace(replace(${text}, '{{老人姓名}}', t.oldman_name), '{{床位}}', coalesce(${BED_WORDS}, '（未安排床位）'))`

const ONE = `select ${columns('n')}, n.content, n.attachments, g.chosen, n.recall_reason as "recallReason", n.oldman_ids as "oldmanIds"
from family_notice n ${beside('n')} where ${MANAGED}`

const PREVIEW = `select count(f.family_id)::int as families, count(f.family_id) filter (where f.invited)::int as bound,
  coalesce(jsonb_agg(distinct t.oldman_name) filter (where f.family_id is null), '[]') as without
from oldman t left join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id
where t.org_id = $1 and t.oldman_id = any($2)`
const SAMPLE = `select t.oldman_name as "oldmanName", ${filled('n.title')} as title, ${filled('n.content')} as content
from family_notice n join oldman t on t.org_id = n.org_id and t.oldman_id = n.oldman_ids[1] ${PLACE}
where n.org_id = $1 and n.message_id = $2`

type Found = Omit<FamilyNoticeData, 'can' | 'preview'> & { oldmanIds: string[] }

export async function noticeOf(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  messageId: string,
): Promise<FamilyNoticeData> {
  const found = await client.query<Found>({
    name: 'family_notice_one',
    text: ONE,
    values: [who.orgId, who.deptIds, messageId],
  })
  if (!found.rows[0]) throw noNotice()
  const { oldmanIds, ...row } = found.rows[0]
  const can = familyNoticeMoves.can(row.state, (needs) => who.may(needs))
  if (row.state !== FamilyNoticeState.is.DRAFT) return { ...row, can, preview: null }
  const [reach, sample] = await Promise.all([
    client.query<{ families: number; bound: number; without: string[] }>({
      name: 'family_notice_preview',
      text: PREVIEW,
      values: [who.orgId, oldmanIds],
    }),
    client.query<{ oldmanName: string; title: string; content: string }>({
      name: 'family_notice_sample',
      text: SAMPLE,
      values: [who.orgId, messageId],
    }),
  ])
  return { ...row, can, preview: { ...reach.rows[0]!, sample: sample.rows[0] ?? null } }
}

export async function requireManaged(who: Caller, messageId: string): Promise<void> {
  const found = await who.app.pool.query({
    name: 'family_notice_seen',
    text: `select from family_notice n where ${MANAGED}`,
    values: [who.orgId, who.deptIds, messageId],
  })
  if (found.rowCount === 0) throw noNotice()
}

const RECEIPT = `case when t.read_at is null then '${FamilyReceipt.is.unread}' else '${FamilyReceipt.is.read}' end`

export const receiversPlan = (who: Caller, q: InputOf<Calls['receivers']>): ListPlan => ({
  from: `family_notice_receiver t join family_notice n on n.org_id = t.org_id and n.message_id = t.message_id
    left join oldman_family f on f.org_id = t.org_id and f.family_id = t.family_id`,
  key: 'family_id',
  select: `t.family_id as "familyId", t.family_name as "familyName", t.relation_name as "relationName", t.oldman_name as "oldmanName",
    t.bed_name as "bedName", t.phone, case when f.family_id is null then 'none' else ${bindingOf('f')} end as binding, t.sms,
    ${RECEIPT} as receipt, t.read_at as "readAt"`,
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.message_id = ?', q.messageId],
    deptFilter(who, 'n'),
    ['(position(? in t.family_name) > 0 or position(? in t.oldman_name) > 0)', q.keyword?.trim()],
    [`${RECEIPT} = ?`, q.receipt],
  ],
  sorts: { readAt: 't.read_at', familyName: 't.family_name', oldmanName: 't.oldman_name' },
  defaultSort: 't.read_at is null desc, t.oldman_name',
})

/** Everybody who is named is a resident the caller sees. */
export const KNOWN = `select count(*)::int as known from oldman t where ${IN_SCOPE} and t.oldman_id = any($3)`
