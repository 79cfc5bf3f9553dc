// Messages behind the bell: stored for each receiver and pushed once the transaction has committed.
import type pg from 'pg'
import { type MessageData, shell } from '#contract/platform/shell'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { pageOfRows } from '#server/kit/page'

export interface NewMessage {
  /** What it is about, for its icon and colour: system, notice, job, application, … */
  kind: string
  title: string
  content?: string
  /** The page that it opens. */
  route?: string | null
}

const NOTIFY = `insert into user_message (org_id, message_id, user_id, kind, title, content, route)
select $1, m.id, m.user_id, $4, $5, $6, $7 from unnest($2::text[], $3::text[]) as m(id, user_id)
returning message_id as "messageId", user_id as "userId", created_at as "createTime"`

/** Tells users of one organisation something; the transaction's own unless another is named. */
export async function notify(
  tx: Tx,
  userIds: readonly string[],
  message: NewMessage,
  orgId: string = tx.orgId,
): Promise<void> {
  const receivers = [...new Set(userIds)]
  if (receivers.length === 0) return
  const { kind, title, content = '', route = null } = message
  const made = await tx.client.query<{ messageId: string; userId: string; createTime: string }>({
    name: 'notify',
    text: NOTIFY,
    values: [orgId, receivers.map(() => newId()), receivers, kind, title, content, route],
  })
  for (const { messageId, userId, createTime } of made.rows) {
    const payload: MessageData = { messageId, kind, title, content, route, readAt: null, createTime }
    tx.emit(shell.events.message, payload, { orgId, userIds: [userId] })
  }
}

type Query = { page?: number | null; size?: number | null; orderBy?: string | null; unread?: number | null }

export const findMessages = (who: Caller, query: Query) =>
  pageOfRows<MessageData>(
    who.app.pool,
    {
      from: 'user_message t',
      key: 'message_id',
      select: `t.message_id as "messageId", t.kind, t.title, t.content, t.route, t.read_at as "readAt",
        t.created_at as "createTime"`,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.user_id = ?', who.userId],
        ['t.read_at is null and ?::int = 1', query.unread === 1 ? 1 : null],
      ],
      defaultSort: 't.created_at desc',
    },
    query,
  )

export async function countUnread(pool: pg.Pool, orgId: string, userId: string): Promise<number> {
  const found = await pool.query<{ unread: number }>({
    name: 'unread_messages',
    text: 'select count(*) as unread from user_message where org_id = $1 and user_id = $2 and read_at is null',
    values: [orgId, userId],
  })
  return found.rows[0]!.unread
}

/** Marks the named messages, or all of the caller's, as read; those of others are not touched. */
export async function markRead(who: Caller, messageIds: readonly string[] | null): Promise<void> {
  await who.tx(async (tx) => {
    const one = messageIds && messageIds.length > 0 ? messageIds : null
    const read = await tx.client.query(
      `update user_message set read_at = now()
        where org_id = $1 and user_id = $2 and read_at is null and ($3::text[] is null or message_id = any($3))`,
      [who.orgId, who.userId, one],
    )
    tx.log({ remark: `${read.rowCount ?? 0} 条消息标为已读` })
  })
}
