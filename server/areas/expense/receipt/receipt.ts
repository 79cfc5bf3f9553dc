// Handlers of receipts.

import {
  RECEIPT_NEEDS,
  RECEIPT_PRINTERS,
  type ReceiptPrintData,
  type ReceiptRowData,
  receipt,
} from '#contract/expense/receipt'
import type { DataOf, InputOf } from '#contract/kit/call'
import { fen, yuanText } from '#contract/kit/money'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { amountsHidden, refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import { dayOr, IN_SCOPE, nameFilter } from '#server/areas/expense/bill/billSql'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { voidAct } from '#server/areas/expense/ledger/voidAct'
import { AGE, overdue } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { conditionsOf, contains, type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

type Calls = typeof receipt.calls
type Filters = Omit<InputOf<Calls['list']>, 'page' | 'size' | 'orderBy'>
type Stored = Omit<ReceiptRowData, 'canVoid'>

const FROM = 'receipt t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id'
const JOINS = `join elder_account ac on ac.org_id = t.org_id and ac.oldman_id = t.oldman_id
  left join receipt was on was.org_id = t.org_id and was.receipt_id = t.red_of
  left join receipt red on red.org_id = t.org_id and red.red_of = t.receipt_id`
const COLUMNS = `t.receipt_id as "receiptId", t.receipt_no as "receiptNo", t.day, t.created_at as "createTime",
  ${overdue('ac')} as "owedFen", t.oldman_name as "printedName", t.bed_path as "bedPath", t.payer, t.lines,
  t.ways, t.amount_fen as "amountFen", t.payee, t.remark, t.printed_times as "printedTimes", t.state, t.red_of as "redOf",
  was.receipt_no as "redOfNo", red.receipt_no as "redNo", t.group_id as "groupId", o.oldman_id as "oldmanId",
  o.oldman_name as "oldmanName", o.sex, ${AGE.replace(/\bt\./g, 'o.')} as age, o.head, o.status`

const SORTS = {
  receiptNo: 't.receipt_no',
  day: 't.day',
  createTime: 't.created_at',
  amountFen: 't.amount_fen',
  oldmanName: 'o.oldman_name',
}

const filtersOf = (who: Caller, q: Filters, { state = true } = {}): Filter[] => [
  ['t.org_id = ?', who.orgId],
  deptFilter(who, 'o'),
  ['t.state = ?', state ? q.state : null],
  ['t.receipt_no like ?', contains(q.receiptNo?.toUpperCase())],
  nameFilter(q.oldmanName),
  ['t.oldman_id = ?', q.oldmanId],
  ['t.receipt_id = ?', q.receiptId],
  ['t.payee like ?', contains(q.payee)],
  ['t.day >= ?::date', dayOr(q.dayFrom, 'dayFrom')],
  ['t.day <= ?::date', dayOr(q.dayTo, 'dayTo')],
]

const withCan = (who: Caller, row: Stored): ReceiptRowData => ({
  ...row,
  canVoid: row.state === 'NORMAL' && who.may(RECEIPT_NEEDS.void),
})

async function list(who: Caller, q: InputOf<Calls['list']>): Promise<PageInfo<ReceiptRowData>> {
  const [hidden, page] = await Promise.all([
    amountsHidden(who.app.pool, who.orgId, who),
    pageOfRows<Stored>(
      who.app.pool,
      {
        from: FROM,
        key: 'receipt_id',
        select: COLUMNS,
        join: JOINS,
        filters: filtersOf(who, q),
        sorts: SORTS,
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  ])
  const rows = page.list.map((row) => withCan(who, row))
  return { ...page, list: hidden ? rows.map(hideMoney) : rows }
}

async function counts(who: Caller, q: InputOf<Calls['counts']>): Promise<DataOf<Calls['counts']>> {
  const { where, values } = conditionsOf(filtersOf(who, q, { state: false }))
  const found = await who.app.pool.query<DataOf<Calls['counts']>[number]>(
    `select t.state, count(*)::int as count from ${FROM} where ${where} group by 1`,
    values,
  )
  return found.rows
}

async function sums(who: Caller, q: InputOf<Calls['sums']>): Promise<DataOf<Calls['sums']>> {
  const { where, values } = conditionsOf(filtersOf(who, q))
  const [hidden, found] = await Promise.all([
    amountsHidden(who.app.pool, who.orgId, who),
    who.app.pool.query<DataOf<Calls['sums']>>(
      `select count(*)::int as receipts, coalesce(sum(t.amount_fen), 0)::bigint as "amountFen" from ${FROM} where ${where}`,
      values,
    ),
  ])
  return hidden ? hideMoney(found.rows[0]!) : found.rows[0]!
}

const PRINT = `select ${COLUMNS} from ${FROM} ${JOINS} where ${IN_SCOPE} and t.receipt_id = any($3)
  and ($4::text is null or t.user_id = $4)
order by array_position($3, t.receipt_id::text)`
const PRINTED = `update receipt set printed_times = printed_times + 1 where org_id = $1 and receipt_id = any($2)
returning receipt_id as id, printed_times - 1 as before`

/** The number of prints is raised before it is read: two desks at once cannot both have the first. */
async function print(tx: Tx, who: Caller, receiptIds: readonly string[]): Promise<ReceiptPrintData> {
  const ids = [...new Set(receiptIds)]
  if (ids.length === 0) throw invalid('请选择要打印的收据', 'receiptIds')
  await refuseHidden(tx.client, tx.orgId, who)
  const found = await tx.client.query<Stored>({
    name: 'receipts_print',
    text: PRINT,
    values: [who.orgId, who.deptIds, ids, who.may(RECEIPT_PRINTERS) ? null : who.userId],
  })
  if (found.rows.length < ids.length) throw notFound('收据')
  const printed = await tx.client.query<{ id: string; before: number }>(PRINTED, [tx.orgId, ids])
  const before = new Map(printed.rows.map((row) => [row.id, row.before]))
  const org = await tx.client.query<{ name: string }>('select org_name as name from organization where org_id = $1', [
    tx.orgId,
  ])
  const { receiptTitle, receiptNote } = await feeSettingsOf(tx.client, tx.orgId)
  for (const row of found.rows) {
    const times = before.get(row.receiptId)!
    tx.log({
      remark: `打印收据 ${row.receiptNo}${times > 0 ? `，补打第 ${times} 次` : ''}`,
      targetType: 'receipt',
      targetId: row.receiptId,
    })
  }
  return {
    org: org.rows[0]!.name,
    title: receiptTitle,
    note: receiptNote,
    receipts: found.rows.map((row) => ({
      ...withCan(who, row),
      printedBefore: before.get(row.receiptId)!,
      checker: null,
    })),
  }
}

const ONE = `select t.receipt_no as "receiptNo", t.group_id as "groupId", t.state, t.amount_fen as "amountFen" from ${FROM}
where ${IN_SCOPE} and t.receipt_id = $3`

async function obsolete(
  tx: Tx,
  who: Caller,
  { receiptId, reason }: InputOf<Calls['obsolete']>,
): Promise<DataOf<Calls['obsolete']>> {
  await refuseHidden(tx.client, tx.orgId, who)
  type One = { receiptNo: string; groupId: string; state: ReceiptRowData['state']; amountFen: number }
  const found = await tx.client.query<One>({
    name: 'receipt_one',
    text: ONE,
    values: [who.orgId, who.deptIds, receiptId],
  })
  const one = found.rows[0]
  if (!one) throw notFound('收据')
  if (one.state !== 'NORMAL') {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: one.state === 'RED' ? '红字' : '已红冲',
      act: `作废收据 ${one.receiptNo}`,
    })
  }
  const gone = await voidAct(tx, who, one.groupId, reason.trim())
  tx.log({
    remark: `作废收据 ${one.receiptNo}（${yuanText(one.amountFen)} 元），红字收据 ${gone.redNos.join('、')}，原因：${reason}`,
    targetType: 'receipt',
    targetId: receiptId,
    changes: { state: ['NORMAL', 'REDDED'] },
  })
  return { redNos: gone.redNos, amountFen: fen(one.amountFen), scannedFen: fen(gone.scannedFen) }
}

export default implement(receipt, {
  list: (q, who) => list(who, q),
  counts: (q, who) => counts(who, q),
  sums: (q, who) => sums(who, q),
  print: ({ receiptIds }, who) => who.tx((tx) => print(tx, who, receiptIds)),
  obsolete: (input, who) => who.tx((tx) => obsolete(tx, who, input)),
})
