// Notices, written: drafts, and what is changed of a notice that is out. Whatever comes as rich text is written anew from what the
// editor can make.

import { type NoticeFormData, notice } from '#contract/administration/notice'
import {
  type NoticeMove,
  NoticeScope,
  NoticeState,
  type NoticeStateValue,
  noticeMoves,
} from '#contract/administration/noticeWords'
import type { InputOf } from '#contract/kit/call'
import { momentOf } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { notify } from '#server/areas/platform/public'
import { cleanRich, tokens } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { noNotice } from './noticeRead.ts'
import { MANAGED } from './noticeSql.ts'

type Calls = (typeof notice)['calls']
const { PUBLISHED } = NoticeState.is

const badPeriod = () => invalid('截止时间应晚于发布时间', 'endAt')
onConstraint('notice_period', badPeriod)
onConstraint('notice_ends', badPeriod)
onConstraint('notice_stays', () => new Refusal('STATE_NOT_ALLOWED', { state: '已发布', act: '删除，请撤回' }))

/** Where a bell leads to. */
export const routeOf = (noticeId: string) => `${notice.pages.detail.path}?noticeId=${noticeId}`
export const tellChanged = (tx: Tx, noticeId: string) => tx.emit(notice.events.changed, { noticeId })

export interface HeldNotice {
  noticeId: string
  title: string
  html: string
  attachments: string[]
  scope: NoticeFormData['scope']
  targetIds: string[]
  top: boolean
  confirm: boolean
  publishAt: string | null
  endAt: string | null
  ended: boolean
  state: NoticeStateValue
  edition: number
  remindedAt: string | null
  createdBy: string | null
  version: number
}

const HOLD = `select t.notice_id as "noticeId", t.title, t.html, t.attachments, t.scope, t.target_ids as "targetIds", t.top, t.confirm,
  t.publish_at as "publishAt", t.end_at as "endAt", coalesce(t.end_at <= now(), false) as ended, t.state, t.edition,
  t.reminded_at as "remindedAt", t.created_by as "createdBy", t.version
from notice t where ${MANAGED} for no key update of t`

/** Locked, if the move is possible from its state. */
export async function holdNotice(
  tx: Tx,
  who: Pick<Caller, 'orgId' | 'deptIds'>,
  noticeId: string,
  move: NoticeMove | null,
): Promise<HeldNotice> {
  const found = await tx.client.query<HeldNotice>({
    name: 'notice_hold',
    text: HOLD,
    values: [who.orgId, who.deptIds, noticeId],
  })
  const row = found.rows[0]
  if (!row) throw noNotice()
  if (move) noticeMoves.next(row.state, move, (state) => NoticeState.label(state))
  return row
}

const wordsOf = (html: string) =>
  tokens(html)
    .map((token) => (token.kind === 'text' ? token.text : token.kind === 'close' ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Everybody and everything that is named is there and within the caller's departments. */
const KNOWN = {
  depts: `select count(*)::int as known from dept d where d.org_id = $1 and ($2::text[] is null or d.dept_id = any($2)) and d.dept_id = any($3)`,
  jobs: 'select count(*)::int as known from job j where j.org_id = $1 and $2::text[] is not distinct from $2 and j.job_id = any($3)',
  persons: `select count(*)::int as known from employee e where e.org_id = $1 and ${inDepts('e', '$2')} and e.emp_id = any($3)`,
}
const FIELD = { depts: ['deptIds', '部门'], jobs: ['jobIds', '岗位'], persons: ['userIds', '人员'] } as const

async function targetsOf(tx: Tx, who: Caller, input: NoticeFormData): Promise<string[]> {
  const { scope } = input
  if (scope === NoticeScope.is.all) return []
  const [field, what] = FIELD[scope]
  const ids = [...new Set(input[field] ?? [])]
  if (ids.length === 0) throw invalid(`请选择接收的${what}`, field)
  const found = await tx.client.query<{ known: number }>({
    name: `notice_known_${scope}`,
    text: KNOWN[scope],
    values: [who.orgId, who.deptIds, ids],
  })
  if (found.rows[0]!.known !== ids.length) throw new Refusal('NOT_FOUND', { what: `所选${what}` }, field)
  return ids
}

interface Fields {
  title: string
  html: string
  words: string
  attachments: string[]
  top: boolean
  confirm: boolean
  publishAt: string | null
  endAt: string | null
}

function fieldsOf(input: NoticeFormData): Fields {
  const cleaned = cleanRich(input.html)
  if (!cleaned.hasContent) throw invalid('正文不能为空', 'html')
  const { publishAt = null, endAt = null } = input
  if (publishAt && endAt && momentOf(endAt) <= momentOf(publishAt)) throw badPeriod()
  return {
    title: input.title.trim(),
    html: cleaned.html,
    words: wordsOf(cleaned.html),
    attachments: [...new Set(input.attachments ?? [])],
    top: input.top ?? false,
    confirm: input.confirm ?? false,
    publishAt,
    endAt,
  }
}

const logged = (row: Omit<Fields, 'words' | 'html'> & { scope: string }) => ({
  title: row.title,
  scope: NoticeScope.label(row.scope as 'all'),
  attachments: row.attachments.length,
  top: row.top,
  confirm: row.confirm,
  publishAt: row.publishAt,
  endAt: row.endAt,
})

const ADD = `insert into notice (org_id, notice_id, dept_id, title, html, words, attachments, scope, target_ids, top, confirm, publish_at, end_at,
  created_by, created_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

export async function addNotice(tx: Tx, who: Caller, input: NoticeFormData): Promise<string> {
  const fields = fieldsOf(input)
  const targets = await targetsOf(tx, who, input)
  const noticeId = newId()
  await tx.client.query(ADD, [
    who.orgId,
    noticeId,
    who.deptId,
    fields.title,
    fields.html,
    fields.words,
    fields.attachments,
    input.scope,
    targets,
    fields.top,
    fields.confirm,
    fields.publishAt,
    fields.endAt,
    tx.by.userId,
    tx.by.name,
  ])
  tx.log({
    remark: `起草公告“${fields.title}”`,
    targetType: 'notice',
    targetId: noticeId,
    changes: changesBetween(null, logged({ ...fields, scope: input.scope })),
  })
  return noticeId
}

const SAVE = `update notice set title = $3, html = $4, words = $5, attachments = $6, scope = $7, target_ids = $8, top = $9, confirm = $10,
  publish_at = $11, end_at = $12, state = 'DRAFT', failure = null, version = version + 1 where org_id = $1 and notice_id = $2`

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join()

async function saveDraft(tx: Tx, who: Caller, row: HeldNotice, input: NoticeFormData): Promise<void> {
  const fields = fieldsOf(input)
  const targets = await targetsOf(tx, who, input)
  await tx.client.query(SAVE, [
    who.orgId,
    row.noticeId,
    fields.title,
    fields.html,
    fields.words,
    fields.attachments,
    input.scope,
    targets,
    fields.top,
    fields.confirm,
    fields.publishAt,
    fields.endAt,
  ])
  tx.log({
    remark: `修改公告草稿“${fields.title}”`,
    targetType: 'notice',
    targetId: row.noticeId,
    changes: changesBetween(
      { ...logged(row), words: wordsOf(row.html), targets: row.targetIds },
      { ...logged({ ...fields, scope: input.scope }), words: fields.words, targets },
    ),
  })
}

const CHANGE = `update notice set title = $3, html = $4, words = $5, attachments = $6, top = $7, confirm = $8, end_at = $9, edition = $10,
  change_note = $11, changed_at = case when edition = $10 then changed_at else now() end, version = version + 1
where org_id = $1 and notice_id = $2`
const KEEP_RECEIPTS = `insert into notice_receipt (org_id, notice_id, edition, user_id, read_at, confirmed_at)
select r.org_id, r.notice_id, $3, r.user_id, r.read_at, r.confirmed_at from notice_receiver r
where r.org_id = $1 and r.notice_id = $2 and r.read_at is not null`
const READ_AGAIN = `update notice_receiver set read_at = null, confirmed_at = null where org_id = $1 and notice_id = $2 returning user_id as id`
export const EDITION = `insert into notice_edition (org_id, notice_id, edition, title, html, attachments, note, user_name)
select t.org_id, t.notice_id, t.edition, t.title, t.html, t.attachments, $3, $4 from notice t where t.org_id = $1 and t.notice_id = $2`

/** The words of what is out: kept as a further edition, which everybody reads, and confirms, anew. */
async function changePublished(tx: Tx, who: Caller, row: HeldNotice, input: InputOf<Calls['save']>): Promise<void> {
  const fields = fieldsOf({ ...input, publishAt: row.publishAt })
  const targets = input.scope === row.scope ? await targetsOf(tx, who, input) : null
  if (targets === null || !same(targets, row.targetIds)) {
    throw invalid('已发布的公告不能改接收范围，请撤回后重新发布', 'scope')
  }
  if (fields.endAt && momentOf(fields.endAt) <= Date.now() && fields.endAt !== row.endAt) {
    throw invalid('截止时间已经过去，要结束请撤回', 'endAt')
  }
  const told =
    fields.title !== row.title ||
    fields.html !== row.html ||
    fields.confirm !== row.confirm ||
    !same(fields.attachments, row.attachments)
  const edition = told ? row.edition + 1 : row.edition
  const note = input.note?.trim() || null
  if (told) await tx.client.query(KEEP_RECEIPTS, [who.orgId, row.noticeId, row.edition])
  await tx.client.query(CHANGE, [
    who.orgId,
    row.noticeId,
    fields.title,
    fields.html,
    fields.words,
    fields.attachments,
    fields.top,
    fields.confirm,
    fields.endAt,
    edition,
    told ? note : null,
  ])
  if (told) {
    await tx.client.query(EDITION, [who.orgId, row.noticeId, note, tx.by.name])
    const readers = await tx.client.query<{ id: string }>(READ_AGAIN, [who.orgId, row.noticeId])
    const again = fields.confirm ? '请重新阅读并确认' : '请重新阅读'
    await notify(
      tx,
      readers.rows.map((one) => one.id),
      {
        kind: 'notice',
        title: `公告有修改：${fields.title}`,
        content: note ? `${note}。${again}。` : `内容已修改，${again}。`,
        route: routeOf(row.noticeId),
      },
    )
  }
  tx.log({
    remark: told ? `修改已发布的公告“${fields.title}”（第 ${edition} 版）` : `修改公告“${fields.title}”的显示设置`,
    targetType: 'notice',
    targetId: row.noticeId,
    changes: changesBetween(
      { ...logged(row), words: wordsOf(row.html) },
      { ...logged({ ...fields, scope: row.scope, publishAt: row.publishAt }), words: fields.words },
    ),
  })
}

export async function saveNotice(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<string> {
  const { noticeId, version } = input
  const row = await holdNotice(tx, who, noticeId, null)
  const move = row.state === PUBLISHED ? 'change' : 'edit'
  noticeMoves.next(row.state, move, (state) => NoticeState.label(state))
  if (!who.may(noticeMoves.moves[move].needs!)) throw new Refusal('NO_PERMISSION')
  await refuseStale(tx, noticeId, version, row.version)
  await (move === 'change' ? changePublished(tx, who, row, input) : saveDraft(tx, who, row, input))
  tellChanged(tx, noticeId)
  return noticeId
}

export async function removeNotice(tx: Tx, who: Caller, noticeId: string): Promise<void> {
  const row = await holdNotice(tx, who, noticeId, 'remove')
  await tx.client.query('delete from notice where org_id = $1 and notice_id = $2', [who.orgId, noticeId])
  tx.log({
    remark: `删除公告草稿“${row.title}”`,
    targetType: 'notice',
    targetId: noticeId,
    changes: changesBetween({ ...logged(row), words: wordsOf(row.html) }, null),
  })
  tellChanged(tx, noticeId)
}
