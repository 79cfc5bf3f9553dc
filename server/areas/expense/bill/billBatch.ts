// Paying many bills at once: a run that takes one resident after the other, each in a transaction of its own with its own
// receipt, and keeps what became of each. An interrupted run goes on after the last resident it saved.

import { type BillBatchResult, billing } from '#contract/expense/bill'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { TradeWay } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { fen, yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { fromPockets } from '#server/areas/expense/pay/batchPay'
import { bookPay } from '#server/areas/expense/pay/payAct'
import { requireOffered } from '#server/areas/expense/pay/tradeWayOffered'
import type { Caller, Tx } from '#server/kit/caller'
import { refusalOfDatabase } from '#server/kit/constraints'
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { FROM, IN_SCOPE } from './billSql.ts'

type Input = InputOf<typeof billing.calls.payBatch>

const KIND = 'expense.payBatch'

interface Resident {
  oldmanId: string
  oldmanName: string
  billIds: string[]
}

const RESIDENTS = `select o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", array_agg(t.bill_id order by t.due_date, t.bill_no) as "billIds"
from ${FROM} where ${IN_SCOPE} and t.bill_id = any($3) group by 1, 2 order by 1`

async function residentsOf(who: Caller, billIds: readonly string[]): Promise<Resident[]> {
  const found = await who.app.pool.query<Resident>({
    name: 'bills_by_elder',
    text: RESIDENTS,
    values: [who.orgId, who.deptIds, billIds],
  })
  return found.rows
}

export async function startPayBatch(who: Caller, input: Input): Promise<{ runId: string }> {
  const { pool } = who.app
  await refuseHidden(pool, who.orgId, who)
  const ids = [...new Set(input.tradeMonthIds)]
  if (ids.length === 0) throw invalid('请至少选择一张账单', 'tradeMonthIds')
  const residents = await residentsOf(who, ids)
  if (residents.reduce((sum, one) => sum + one.billIds.length, 0) < ids.length) throw notFound('账单')
  const way = input.batchPayType
  if (way !== TradeWay.is.balance) await requireOffered(pool, who.orgId, [way], { batch: true, field: 'batchPayType' })
  const plain = { ids, way, partly: input.partly ?? false, remark: input.remark ?? null }
  return who.tx(async (tx) => {
    const title = `账单批量缴费 ${residents.length} 人 ${ids.length} 张`
    tx.log({ remark: title })
    const call = billing.calls.payBatch.key
    return { runId: await startRun(tx, who, { kind: KIND, title, call, payload: plain }) }
  })
}

interface Payload {
  ids: string[]
  way: TradeWayValue
  partly: boolean
  remark: string | null
}

const UNPAID = `select bill_id as id, receivable_fen - paid_fen as "unpaidFen" from bill
where org_id = $1 and oldman_id = $2 and bill_id = any($3) and state in ('DUE', 'PART') order by due_date, month, bill_no`

async function payResident(tx: Tx, who: Caller, resident: Resident, input: Payload): Promise<Partial<BillBatchResult>> {
  const { oldmanId } = resident
  const [locked] = await lockAccounts(tx, who, [oldmanId])
  const found = await tx.client.query<{ id: string; unpaidFen: number }>({
    name: 'batch_bills_unpaid',
    text: UNPAID,
    values: [tx.orgId, oldmanId, resident.billIds],
  })
  const asked = found.rows.reduce((sum, bill) => sum + bill.unpaidFen, 0)
  if (asked === 0) throw invalid('所选账单已缴清、未出账或已作废')
  const has = locked!.balanceFen + locked!.giftFen
  if (input.way === TradeWay.is.balance && has < asked && !(input.partly && has > 0)) {
    throw invalid(`余额不足：余额和赠送共 ${yuanText(has)} 元，所选账单未缴 ${yuanText(asked)} 元`)
  }
  const { giftFirst } = await feeSettingsOf(tx.client, tx.orgId)
  const payments =
    input.way === TradeWay.is.balance
      ? fromPockets(locked!, asked, giftFirst)
      : [{ source: 'CASH' as const, way: input.way, amountFen: fen(asked) }]
  const billIds = found.rows.map((bill) => bill.id)
  const form = { kind: 'BILL' as const, oldmanId, billIds, payments, remark: input.remark }
  const booked = await bookPay(tx, who, form, { batch: true })
  const unpaidFen = asked - booked.amountFen
  return {
    bills: billIds.length,
    amountFen: booked.amountFen,
    receiptId: booked.receiptId,
    receiptNo: booked.receiptNo,
    unpaidFen,
    message: unpaidFen > 0 ? `余额用完，还差 ${yuanText(unpaidFen)} 元` : null,
  }
}

async function perform(input: Payload, run: Run) {
  const who = await run.caller()
  const residents = await residentsOf(who, input.ids)
  let results = (run.kept as { results: BillBatchResult[] } | null)?.results ?? []
  for (const resident of residents.slice(run.done)) {
    await run.throwIfCancelled()
    const empty: BillBatchResult = {
      oldmanId: resident.oldmanId,
      oldmanName: resident.oldmanName,
      bills: resident.billIds.length,
      done: false,
      message: null,
      amountFen: 0,
      unpaidFen: 0,
      receiptId: null,
      receiptNo: null,
    }
    const before = results
    const add = (tx: Tx, one: BillBatchResult) => {
      results = [...before, one]
      return run.advance(tx, results.length, residents.length, { results })
    }
    try {
      await who.tx(async (tx) => {
        const paid = await payResident(tx, who, resident, input)
        await add(tx, { ...empty, ...paid, done: true })
      })
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
      if (!refusal) throw error
      await who.tx(async (tx) => {
        tx.log({
          remark: `账单批量缴费：“${resident.oldmanName}”没有收款，${refusal.message}`,
          targetType: 'elderAccount',
          targetId: resident.oldmanId,
        })
        await add(tx, { ...empty, message: refusal.message })
      })
    }
  }
  const done = results.filter((one) => one.done)
  const amountFen = done.reduce((sum, one) => sum + one.amountFen, 0)
  const failed = results.length - done.length
  const message = `成功 ${done.length} 人，共 ${yuanText(amountFen)} 元${failed > 0 ? `；${failed} 人没有收款，原因见结果` : ''}`
  return { result: { results, amountFen, done: done.length, failed }, message, route: billing.pages.list.path }
}

export const payBatchRun = defineRun<Payload>(KIND, perform)
