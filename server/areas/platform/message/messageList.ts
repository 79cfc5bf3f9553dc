// A person's own messages: list, counts, one of them, and marking them as read. Nobody's else are ever touched.
import type pg from 'pg'
import type { DataOf, InputOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import {
  type MessageCountData,
  type MessageData,
  type MessageDetailData,
  MessageKind,
  type MessageKindValue,
  MessageState,
  message,
} from '#contract/platform/message'
import type { Caller, Tx } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'

type Calls = typeof message.calls
type Query = InputOf<Calls['list']>
type Filters = InputOf<Calls['counts']>

const { UNREAD, MUTED, READ } = MessageState.is
const WAITS = 't.read_at is null and not t.muted'
const WAS_READ = 't.read_at is not null'

const STATES = { [UNREAD]: WAITS, [MUTED]: 't.read_at is null and t.muted', [READ]: WAS_READ } as const

const COLUMNS = `t.message_id as "messageId", t.kind, t.title, t.content, t.route, t.read_at as "readAt",
  t.created_at as "createTime",
  case when t.read_at is not null then '${READ}' when t.muted then '${MUTED}' else '${UNREAD}' end as state`

const filtersOf = (who: Caller, query: Filters): Filter[] => [
  ['t.org_id = ?', who.orgId],
  ['t.user_id = ?', who.userId],
  ['t.kind = ?', query.kind],
  ...(query.state ? [[STATES[query.state], several()] as const] : []),
  ...(query.unread === 1 ? [[WAITS, several()] as const] : []),
  ...(query.unread === 0 ? [[WAS_READ, several()] as const] : []),
  ['(t.title like ? or t.content like ?)', contains(query.keyword)],
  ...within('t.created_at', { from: query.startDate, to: query.endDate, names: ['startDate', 'endDate'] }),
]

export const findMessages = (who: Caller, query: Query) =>
  pageOfRows<MessageData>(
    who.app.pool,
    {
      from: 'user_message t',
      key: 'message_id',
      select: COLUMNS,
      filters: filtersOf(who, query),
      sorts: { createTime: 't.created_at', kind: 't.kind', title: 't.title' },
      defaultSort: 't.created_at desc',
    },
    query,
  )

/** In the order of the kinds; those without any are left out. */
export async function countMessages(who: Caller, query: Filters): Promise<MessageCountData[]> {
  const { where, values } = conditionsOf(filtersOf(who, query))
  const found = await who.app.pool.query<MessageCountData>(
    `select t.kind, count(*) as count, count(*) filter (where ${WAITS}) as unread from user_message t
      where ${where} group by t.kind`,
    values,
  )
  const byKind = new Map(found.rows.map((row) => [row.kind, row]))
  return MessageKind.list.flatMap(({ value }) => byKind.get(value) ?? [])
}

const COUNT = `select count(*) as unread from user_message t where t.org_id = $1 and t.user_id = $2 and ${WAITS}`

export async function countUnread(client: pg.Pool | pg.ClientBase, orgId: string, userId: string): Promise<number> {
  const found = await client.query<{ unread: number }>({
    name: 'unread_messages',
    text: COUNT,
    values: [orgId, userId],
  })
  return found.rows[0]!.unread
}

const ONE = `select ${COLUMNS}, (${COUNT}) as unread,
  (select n.message_id from user_message n where n.org_id = $1 and n.user_id = $2 and n.read_at is null and not n.muted
    and n.message_id <> $3 order by n.created_at desc, n.message_id desc limit 1) as "nextId"
from user_message t where t.org_id = $1 and t.user_id = $2 and t.message_id = $3`

async function findOne(who: Caller, messageId: string): Promise<MessageDetailData> {
  const found = await who.app.pool.query<MessageDetailData>({
    name: 'message_one',
    text: ONE,
    values: [who.orgId, who.userId, messageId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('消息')
  return row
}

const MARK = `update user_message t set read_at = now()
where t.org_id = $1 and t.user_id = $2 and t.read_at is null
  and ($3::text[] is null or t.message_id = any($3)) and ($4::text is null or t.kind = $4)
returning t.message_id as id`

/** More than this is told as everything. */
const MOST_NAMED = 500

async function mark(tx: Tx, who: Caller, ids: readonly string[] | null, kind: MessageKindValue | null) {
  const { rows } = await tx.client.query<{ id: string }>(MARK, [who.orgId, who.userId, ids, kind])
  if (rows.length > 0) {
    const messageIds = rows.length > MOST_NAMED ? null : rows.map((row) => row.id)
    tx.emit(message.events.changed, { messageIds }, { userIds: [who.userId] })
  }
  return rows.length
}

/** Opened, it has been read. */
export async function openMessage(who: Caller, messageId: string): Promise<MessageDetailData> {
  const before = await findOne(who, messageId)
  if (before.state === READ) return before
  await who.tx(async (tx) => {
    await mark(tx, who, [messageId], null)
    tx.log({ remark: `查看消息“${before.title}”`, targetType: 'message', targetId: messageId })
  })
  return findOne(who, messageId)
}

/** Marks the named messages, all of a kind, or all of the caller's as read. */
export async function markRead(who: Caller, input: InputOf<Calls['read']>): Promise<DataOf<Calls['read']>> {
  const ids = input.messageIds && input.messageIds.length > 0 ? input.messageIds : null
  const kind = input.kind ?? null
  return who.tx(async (tx) => {
    const read = await mark(tx, who, ids, kind)
    tx.log({ remark: `${read} 条${kind ? `“${MessageKind.label(kind)}”` : ''}消息标为已读` })
    return { read, unread: await countUnread(tx.client, who.orgId, who.userId) }
  })
}
