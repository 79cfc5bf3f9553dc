// Dealing with reminders: done, ignored with a reason, and back again within the day.
import type pg from 'pg'
import { moveTo, RemindState, type RemindStateValue, remind, remindMoves } from '#contract/administration/remind'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { SEEN_BY, seenValues } from './remindSeen.ts'

const { waiting, done, ignored } = RemindState.is

export interface HeldRemind {
  remindId: string
  seriesId: string | null
  title: string
  state: RemindStateValue
  dueTime: string
  bySystem: boolean
  dealtToday: boolean
  gone: boolean
  version: number
}

const HELD = `select t.remind_id as "remindId", t.series_id as "seriesId", t.title, t.state, t.due_at as "dueTime", t.by_system as "bySystem",
  coalesce(t.dealt_at >= current_date, false) as "dealtToday", t.gone_at is not null as gone, t.version
from remind t where t.org_id = $1 and ${SEEN_BY} and t.remind_id = any($6) order by t.remind_id for update of t`

/** Locked in one order; one that the caller does not see refuses all. */
async function hold(client: pg.ClientBase, who: Caller, ids: readonly string[]): Promise<HeldRemind[]> {
  const wanted = [...new Set(ids)]
  const found = await client.query<HeldRemind>({
    name: 'remind_hold',
    text: HELD,
    values: [...seenValues(who), wanted],
  })
  if (found.rows.length !== wanted.length) throw notFound('提醒')
  return found.rows
}

export const holdRemind = async (tx: Tx, who: Caller, remindId: string) => (await hold(tx.client, who, [remindId]))[0]!

const DEAL = `update remind t set state = $3, reason = $4, dealt_by = $5, dealt_name = $6, by_system = false,
  dealt_at = case when $3 = ${waiting} then null else now() end, version = t.version + 1
where t.org_id = $1 and t.remind_id = any($2)`

const SAID = `insert into remind_history (org_id, entry_id, remind_id, act, reason, user_id, user_name)
select $1, x.entry, x.remind, $4, $5, $6, $7 from unnest($2::text[], $3::text[]) as x(entry, remind)`

const ACTS: Readonly<Record<RemindStateValue, string>> = { [waiting]: 'UNDONE', [done]: 'DONE', [ignored]: 'IGNORED' }
const MOST_NAMED = 3

interface Dealt {
  remindIds: readonly string[]
  status: RemindStateValue
  reason?: string | null
  version?: number | null
}

export async function deal(tx: Tx, who: Caller, input: Dealt): Promise<number> {
  const { status } = input
  const reason = input.reason?.trim() || null
  if (input.remindIds.length === 0) throw invalid('请先选择提醒', 'remindIds')
  if (status === ignored && reason === null) throw invalid('请填写忽略的原因', 'reason')
  const held = await hold(tx.client, who, input.remindIds)
  if (held.length === 1) await refuseStale(tx, held[0]!.remindId, input.version, held[0]!.version)
  for (const row of held) {
    remindMoves.next(row.state, moveTo[status], (state) => RemindState.label(state))
    if (status !== waiting) continue
    if (row.bySystem || row.gone) throw invalid(`“${row.title}”的事项已经办完，不能恢复为待处理`)
    if (!row.dealtToday) throw invalid(`“${row.title}”不是今天处理的，只能在当天恢复`)
  }
  const ids = held.map((row) => row.remindId)
  const [by, name] = status === waiting ? [null, null] : [who.userId, who.empName]
  await tx.client.query(DEAL, [who.orgId, ids, status, status === waiting ? null : reason, by, name])
  await tx.client.query(SAID, [who.orgId, ids.map(() => newId()), ids, ACTS[status], reason, who.userId, who.empName])
  tx.emit(remind.events.changed, { count: ids.length })
  const titles = held.slice(0, MOST_NAMED).map((row) => row.title)
  tx.log({
    remark: `${remindMoves.moves[moveTo[status]].title} ${ids.length} 条提醒：${titles.join('；')}${reason ? `（${reason}）` : ''}`,
    targetType: 'remind',
    ...(ids.length === 1 && { targetId: ids[0]! }),
    changes: { status: [held[0]!.state, status] },
  })
  return ids.length
}
