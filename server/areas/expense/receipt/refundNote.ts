// Handlers of the refunds' papers.

import { type RefundNoteData, type RefundPrintData, refundNote } from '#contract/expense/refundNote'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound } from '#contract/kit/refusal'
import { amountsHidden, refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import { IN_SCOPE } from '#server/areas/expense/bill/billSql'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

type Calls = typeof refundNote.calls

const FROM = 'refund_note t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id'
const COLUMNS = `t.refund_id as "refundId", t.refund_no as "refundNo", t.day, t.created_at as "createTime", t.oldman_id as "oldmanId",
  t.oldman_name as "printedName", t.bed_path as "bedPath", t.lines, t.ways, t.amount_fen as "amountFen", t.gift_fen as "giftFen",
  t.payee, t.reason, t.user_name as "userName", t.settle_id as "settleId", t.group_id as "groupId",
  t.printed_times as "printedTimes", t.state`

async function listNotes(who: Caller, q: InputOf<Calls['list']>): Promise<PageInfo<RefundNoteData>> {
  const [hidden, page] = await Promise.all([
    amountsHidden(who.app.pool, who.orgId, who),
    pageOfRows<RefundNoteData>(
      who.app.pool,
      {
        from: FROM,
        key: 'refund_id',
        select: COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 'o'),
          ['t.oldman_id = ?', q.oldmanId],
          ['t.settle_id = ?', q.settleId],
          ['t.refund_id = ?', q.refundId],
        ],
        sorts: { createTime: 't.created_at' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  ])
  return hidden ? { ...page, list: page.list.map(hideMoney) } : page
}

const PRINT = `select ${COLUMNS} from ${FROM} where ${IN_SCOPE} and t.refund_id = any($3)
order by array_position($3, t.refund_id::text)`
const PRINTED = `update refund_note set printed_times = printed_times + 1 where org_id = $1 and refund_id = any($2)
returning refund_id as id, printed_times - 1 as before`

/** The number of prints is raised before it is read: two desks at once cannot both have the first. */
async function print(tx: Tx, who: Caller, refundIds: readonly string[]): Promise<RefundPrintData> {
  const ids = [...new Set(refundIds)]
  if (ids.length === 0) throw invalid('请选择要打印的退款单', 'refundIds')
  await refuseHidden(tx.client, tx.orgId, who)
  const found = await tx.client.query<RefundNoteData>({
    name: 'refund_notes_print',
    text: PRINT,
    values: [who.orgId, who.deptIds, ids],
  })
  if (found.rows.length < ids.length) throw notFound('退款单')
  const printed = await tx.client.query<{ id: string; before: number }>(PRINTED, [tx.orgId, ids])
  const before = new Map(printed.rows.map((row) => [row.id, row.before]))
  const org = await tx.client.query<{ name: string }>('select org_name as name from organization where org_id = $1', [
    tx.orgId,
  ])
  for (const row of found.rows) {
    const times = before.get(row.refundId)!
    tx.log({
      remark: `打印退款单 ${row.refundNo}${times > 0 ? `，补打第 ${times} 次` : ''}`,
      targetType: 'refundNote',
      targetId: row.refundId,
    })
  }
  return {
    org: org.rows[0]!.name,
    notes: found.rows.map((row) => ({ ...row, printedBefore: before.get(row.refundId)! })),
  }
}

export default implement(refundNote, {
  list: (q, who) => listNotes(who, q),
  print: ({ refundIds }, who) => who.tx((tx) => print(tx, who, refundIds)),
})
