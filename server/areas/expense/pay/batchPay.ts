// Paying for many residents: a run that takes them one after the other, each in a transaction of its own, and keeps what
// became of each. An interrupted run goes on after the last resident it saved.

import { account, type BatchPayData, type BatchResult } from '#contract/expense/account'
import type { PayPartData } from '#contract/expense/pay'
import { TradeWay } from '#contract/expense/tradeWords'
import { fen, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import type { Caller, Tx } from '#server/kit/caller'
import { refusalOfDatabase } from '#server/kit/constraints'
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { inDepts } from '#server/kit/tenant'
import { bookPay } from './payAct.ts'
import { requireOffered } from './tradeWayOffered.ts'

const KIND = 'expense.batchPay'

export async function startBatch(who: Caller, input: BatchPayData): Promise<{ runId: string }> {
  const { pool } = who.app
  await refuseHidden(pool, who.orgId, who)
  if (input.residents.length === 0) throw invalid('请至少选择一位老人', 'residents')
  if (new Set(input.residents.map((one) => one.oldmanId)).size < input.residents.length) {
    throw invalid('同一位老人在名单中出现了两次', 'residents')
  }
  if (input.kind === 'PRESTORE') {
    if (input.way === TradeWay.is.balance) throw invalid('预存不能用余额，请选择现金、转账等外部方式', 'way')
    if (input.residents.some((one) => !one.amountFen)) throw invalid('请为每位老人填写预存金额', 'residents')
  }
  if (input.way !== TradeWay.is.balance)
    await requireOffered(pool, who.orgId, [input.way], { batch: true, field: 'way' })
  return who.tx(async (tx) => {
    const title = `批量${input.kind === 'PRESTORE' ? '预存' : '缴费'} ${input.residents.length} 人`
    tx.log({ remark: title })
    return {
      runId: await startRun(tx, who, { kind: KIND, title, call: account.calls.batchPay.key, payload: { wish: input } }),
    }
  })
}

const NAMES = `select t.oldman_id as id, t.oldman_name as name from oldman t
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = any($3)`

const UNPAID = `select bill_id as id, receivable_fen - paid_fen as "unpaidFen" from bill
where org_id = $1 and oldman_id = $2 and state in ('DUE', 'PART') order by due_date, month, bill_no`

type Resident = BatchPayData['residents'][number]
type Work = { input: BatchPayData; giftFirst: boolean }

/** From the account: one pocket, then the other, as the settings say. */
export function fromPockets(
  has: { balanceFen: number; giftFen: number },
  askedFen: number,
  giftFirst: boolean,
): PayPartData[] {
  const pockets = [
    { source: 'BALANCE' as const, fen: has.balanceFen },
    { source: 'GIFT' as const, fen: has.giftFen },
  ]
  if (giftFirst) pockets.reverse()
  let left = askedFen
  return pockets.flatMap(({ source, fen: there }) => {
    const takes = Math.min(left, there)
    left -= takes
    return takes > 0 ? [{ source, amountFen: fen(takes) }] : []
  })
}

async function payOne(
  tx: Tx,
  who: Caller,
  { input, giftFirst }: Work,
  resident: Resident,
): Promise<Partial<BatchResult>> {
  const { oldmanId } = resident
  const form = { oldmanId, remark: input.remark ?? null }
  if (input.kind === 'PRESTORE') {
    const payments = [{ source: 'CASH' as const, way: input.way, amountFen: fen(resident.amountFen!) }]
    const booked = await bookPay(tx, who, { ...form, kind: 'PRESTORE', payments }, { batch: true })
    const { receiptId, receiptNo } = booked
    return { amountFen: booked.amountFen, receiptId, receiptNo, unpaidFen: booked.account.unpaidFen ?? 0 }
  }
  const [locked] = await lockAccounts(tx, who, [oldmanId])
  const found = await tx.client.query<{ id: string; unpaidFen: number }>({
    name: 'batch_unpaid',
    text: UNPAID,
    values: [tx.orgId, oldmanId],
  })
  const askedFen = found.rows.reduce((sum, bill) => sum + bill.unpaidFen, 0)
  if (askedFen === 0) throw invalid('没有未缴的账单')
  const hasFen = locked!.balanceFen + locked!.giftFen
  if (input.way === TradeWay.is.balance && hasFen < askedFen && !(input.partly && hasFen > 0)) {
    throw invalid(`余额不足：余额和赠送共 ${yuanText(hasFen)} 元，未缴 ${yuanText(askedFen)} 元`)
  }
  const payments =
    input.way === TradeWay.is.balance
      ? fromPockets(locked!, askedFen, giftFirst)
      : [{ source: 'CASH' as const, way: input.way, amountFen: fen(askedFen) }]
  const billIds = found.rows.map((bill) => bill.id)
  const booked = await bookPay(tx, who, { ...form, kind: 'BILL', billIds, payments }, { batch: true })
  const unpaidFen = askedFen - booked.amountFen
  return {
    amountFen: booked.amountFen,
    receiptId: booked.receiptId,
    receiptNo: booked.receiptNo,
    unpaidFen,
    message: unpaidFen > 0 ? `余额用完，还差 ${yuanText(unpaidFen)} 元` : null,
  }
}

async function performBatch(input: BatchPayData, run: Run) {
  const who = await run.caller()
  const { pool } = run.app
  const named = await pool.query<{ id: string; name: string }>(NAMES, [
    who.orgId,
    who.deptIds,
    input.residents.map((one) => one.oldmanId),
  ])
  const names = new Map(named.rows.map((row) => [row.id, row.name]))
  const work = { input, giftFirst: (await feeSettingsOf(pool, who.orgId)).giftFirst }
  const total = input.residents.length
  let results = (run.kept as { results: BatchResult[] } | null)?.results ?? []
  for (const resident of input.residents.slice(run.done)) {
    await run.throwIfCancelled()
    const { oldmanId } = resident
    const empty: BatchResult = {
      oldmanId,
      oldmanName: names.get(oldmanId) ?? '',
      done: false,
      message: null,
      amountFen: 0,
      receiptId: null,
      receiptNo: null,
      unpaidFen: 0,
    }
    const add = (tx: Tx, one: BatchResult) => {
      results = [...results, one]
      return run.advance(tx, results.length, total, { results })
    }
    const before = results
    try {
      await who.tx(async (tx) => add(tx, { ...empty, ...(await payOne(tx, who, work, resident)), done: true }))
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
      if (!refusal) throw error
      results = before
      await who.tx(async (tx) => {
        tx.log({
          remark: `批量收款：“${empty.oldmanName}”没有收款，${refusal.message}`,
          targetType: 'elderAccount',
          targetId: oldmanId,
        })
        await add(tx, { ...empty, message: refusal.message })
      })
    }
  }
  const done = results.filter((one) => one.done)
  const amountFen = done.reduce((sum, one) => sum + one.amountFen, 0)
  const failed = results.length - done.length
  const message = `成功 ${done.length} 人，共 ${yuanText(amountFen)} 元${failed > 0 ? `；${failed} 人没有收款，原因见结果` : ''}`
  return { result: { results, amountFen, done: done.length, failed }, message, route: account.pages.batch.path }
}

/** The queue finds runs among the exports of an area's files. */
export const batchPayRun = defineRun<{ wish: BatchPayData }>(KIND, ({ wish }, run) => performBatch(wish, run))
