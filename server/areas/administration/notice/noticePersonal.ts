// What a receiver does with a notice: reads it, confirms it. And the to-do that counts what waits to be confirmed.

import { notice } from '#contract/administration/notice'
import { NoticeState, PersonalNoticeState } from '#contract/administration/noticeWords'
import type { InputOf } from '#contract/kit/call'
import { SIGNED_IN } from '#contract/kit/permission'
import { invalid } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import type { Todo } from '#server/kit/todos'
import { noNotice } from './noticeRead.ts'
import { TO_CONFIRM, UP } from './noticeSql.ts'

type Calls = (typeof notice)['calls']
const { PUBLISHED } = NoticeState.is

const MINE = `select t.notice_id as id from notice t join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id
where t.org_id = $1 and t.notice_id = any($2) and t.state = '${PUBLISHED}' and r.user_id = $3 order by t.notice_id for share of t`
const READ = `update notice_receiver set read_at = now() where org_id = $1 and notice_id = any($2) and user_id = $3 and read_at is null
returning notice_id as id`

export async function readNotices(tx: Tx, who: Caller, input: InputOf<Calls['read']>): Promise<void> {
  const ids = [...new Set([...(input.noticeId ? [input.noticeId] : []), ...(input.noticeIds ?? [])])]
  if (ids.length === 0) throw invalid('请指明读过的通知', 'noticeId')
  const values = [who.orgId, ids, who.userId]
  const mine = await tx.client.query({ name: 'notice_mine', text: MINE, values })
  if (mine.rows.length !== ids.length) throw noNotice()
  const read = await tx.client.query<{ id: string }>({ name: 'notice_read', text: READ, values })
  for (const { id } of read.rows) tx.emit(notice.events.receipt, { noticeId: id })
  tx.log({
    remark: `阅读 ${read.rows.length} 条通知`,
    targetType: 'notice',
    ...(ids.length === 1 && { targetId: ids[0]! }),
  })
}

const HOLD = `select t.title, t.confirm, t.edition, r.confirmed_at as "confirmedAt" from notice t
join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = $3
where t.org_id = $1 and t.notice_id = $2 and t.state = '${PUBLISHED}' for share of t for update of r`
const CONFIRM = `update notice_receiver set read_at = coalesce(read_at, now()), confirmed_at = now()
where org_id = $1 and notice_id = $2 and user_id = $3`

export async function confirmNotice(tx: Tx, who: Caller, input: InputOf<Calls['confirm']>): Promise<string> {
  const { noticeId, edition } = input
  const values = [who.orgId, noticeId, who.userId]
  const found = await tx.client.query<{ title: string; confirm: boolean; edition: number; confirmedAt: string | null }>(
    HOLD,
    values,
  )
  const row = found.rows[0]
  if (!row) throw noNotice()
  if (!row.confirm) throw invalid('这条通知不需要确认')
  if (row.edition !== edition) throw invalid('通知刚被修改，请看过新的内容再确认', 'edition')
  // A second press finds it done.
  if (row.confirmedAt) {
    tx.log({ remark: `再次确认通知“${row.title}”`, targetType: 'notice', targetId: noticeId })
    return noticeId
  }
  await tx.client.query(CONFIRM, values)
  tx.emit(notice.events.receipt, { noticeId })
  tx.log({
    remark: `确认通知“${row.title}”（第 ${edition} 版）`,
    targetType: 'notice',
    targetId: noticeId,
  })
  return noticeId
}

const COUNT = `select count(*)::int as count, (array_agg(t.title order by t.published_at))[1] as first, min(t.end_at) as until
from notice t join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = $2
where t.org_id = $1 and ${TO_CONFIRM} and ${UP('t')}`

export const noticeTodos: readonly Todo[] = [
  {
    key: 'noticeConfirm',
    title: '待确认公告',
    order: 8,
    needs: SIGNED_IN,
    route: `${notice.pages.personal.path}?state=${PersonalNoticeState.is.confirm}`,
    tone: 'amber',
    reads: ['notice', 'notice_receiver'],
    personal: true,
    count: async (who) => {
      const found = await who.app.pool.query<{ count: number; first: string | null; until: string | null }>({
        name: 'notice_todo',
        text: COUNT,
        values: [who.orgId, who.userId],
      })
      const { count, first, until } = found.rows[0]!
      return { count, note: first, until }
    },
  },
]
