// Money that was paid to keep a bed: taken with the reservation, used at the check-in, given back, kept or moved when the
// reservation ends. Called by the residence inside its own moves.

import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { type BookingMoney, BookingTo } from '#contract/live/residenceWords'
import {
  accountForTrade,
  type LockedAccount,
  lockAccounts,
  refuseSettled,
} from '#server/areas/expense/account/accountLock'
import { openAccount } from '#server/areas/expense/account/accountOpen'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { addOnceBill } from '#server/areas/expense/bill/billWrite'
import { post } from '#server/areas/expense/ledger/post'
import { writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { REFUND_NO, writeRefundNote } from '#server/areas/expense/receipt/refundWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { payBills } from './payBills.ts'
import { requireOffered, SCANNED } from './tradeWayOffered.ts'

/** 预订金 of the dictionary feeCategory. */
const CATEGORY = '18'

type Trader = Pick<Caller, 'may'>

async function requireWay(tx: Tx, way: TradeWayValue | null | undefined, field: string, act: string): Promise<void> {
  if (!way) throw invalid(`请选择${act}方式`, field)
  if (way === TradeWay.is.balance || SCANNED.includes(way))
    throw invalid(`${act}请用现金、转账等方式，不能用“${TradeWay.label(way)}”`, field)
  await requireOffered(tx.client, tx.orgId, [way], { field })
}

async function accountOf(tx: Tx, who: Trader, oldmanId: string, act: string): Promise<LockedAccount> {
  await openAccount(tx, oldmanId)
  // The move has checked the scope, and may have brought the resident to another department since.
  return accountForTrade(tx, { deptIds: null, may: (code) => who.may(code) }, oldmanId, act)
}

/** What lies on the account for a bed; nothing for whoever never paid. */
export async function bookingHeld(tx: Tx, oldmanId: string): Promise<number> {
  await openAccount(tx, oldmanId)
  return (await lockAccounts(tx, { deptIds: null }, [oldmanId]))[0]!.bookingFen
}

export interface BookingInput {
  oldmanId: string
  /** What the reservation asks for. */
  amountFen: number
  way: TradeWayValue | null | undefined
  /** The bed that is kept. */
  path: string
}

/**
 * Brings what lies on the account to what the reservation asks for: the difference is taken, or given back by the way
 * that is told. The last act of the move: the receipt holds the numbers of all cashiers. Answers the receipt, if one
 * was written.
 */
export async function keepBooking(tx: Tx, who: Trader, input: BookingInput): Promise<string | null> {
  await refuseHidden(tx.client, tx.orgId, who)
  const account = await accountOf(tx, who, input.oldmanId, '收预订金')
  const difference = input.amountFen - account.bookingFen
  if (difference === 0) return null
  if (difference > 0) refuseSettled(account, '收预订金')
  const groupId = newId()
  if (difference < 0) {
    await requireWay(tx, input.way, 'bookingWay', '退还订金')
    await payBack(tx, account, -difference, input.way!, groupId, `订金改为 ${yuanText(input.amountFen)} 元，退还差额`)
    return null
  }
  await requireWay(tx, input.way, 'bookingWay', '订金收款')
  const receiptId = newId()
  const content = `预订 ${input.path}`
  await post(tx, [
    {
      oldmanId: input.oldmanId,
      tradeType: 'BOOKING',
      way: input.way!,
      amountFen: difference,
      cash: difference,
      booking: difference,
      groupId,
      receiptId,
      content,
    },
  ])
  await writeReceipt(tx, {
    receiptId,
    account: { ...account, bedPath: input.path },
    groupId,
    lines: [{ item: '预订金', month: null, amountFen: difference }],
    ways: [{ name: TradeWay.label(input.way), amountFen: difference }],
    remark: content,
  })
  return receiptId
}

/** The entry and its paper. */
async function payBack(
  tx: Tx,
  account: LockedAccount,
  amountFen: number,
  way: TradeWayValue,
  groupId: string,
  content: string,
): Promise<void> {
  const refundNo = await nextNo(tx, REFUND_NO)
  await post(tx, [
    {
      oldmanId: account.oldmanId,
      docNo: refundNo,
      tradeType: 'REFUND_BOOKING',
      way,
      amountFen,
      cash: -amountFen,
      booking: -amountFen,
      groupId,
      content,
    },
  ])
  await writeRefundNote(tx, {
    refundNo,
    account,
    groupId,
    lines: [{ item: '退预订金', month: null, amountFen }],
    ways: [{ name: TradeWay.label(way), amountFen }],
    reason: content,
  })
}

/** At the check-in everything that lies there goes to deposit or balance. Answers it in words, or null. */
export async function spendBooking(
  tx: Tx,
  who: Trader,
  oldmanId: string,
  to: Static<typeof BookingTo.schema>,
): Promise<string | null> {
  const held = await bookingHeld(tx, oldmanId)
  if (held === 0) return null
  const account = await accountOf(tx, who, oldmanId, '转入预订金')
  const amountFen = account.bookingFen
  const deposit = to === 'DEPOSIT'
  const words = `订金 ${yuanText(amountFen)} 元转入${BookingTo.label(to)}`
  await post(tx, [
    {
      oldmanId,
      tradeType: deposit ? 'BOOKING_TO_DEPOSIT' : 'BOOKING_TO_BALANCE',
      amountFen,
      booking: -amountFen,
      ...(deposit ? { deposit: amountFen } : { balance: amountFen }),
      groupId: newId(),
      content: `入住，${words}`,
    },
  ])
  return words
}

export interface BookingEnd {
  oldmanId: string
  money: Static<typeof BookingMoney.schema>
  /** With PART: what is given back; the rest is kept. */
  refundFen?: number | null | undefined
  /** With REFUND and PART: how it is paid back. */
  way: TradeWayValue | null | undefined
  /** 取消预订 */
  why: string
  reason: string
}

function refundOf(end: BookingEnd, heldFen: number): number {
  if (end.money === 'REFUND') return heldFen
  if (end.money !== 'PART') return 0
  const { refundFen } = end
  if (!refundFen) throw invalid('请填写退还多少', 'refundFen')
  if (refundFen >= heldFen) {
    throw invalid(`订金只有 ${yuanText(heldFen)} 元，部分退还应少于它；全部退还请选“全额退还”`, 'refundFen')
  }
  return refundFen
}

/** The reservation ends: back to the payer, kept by the house as income, or moved to the balance. */
export async function endBooking(tx: Tx, who: Trader, end: BookingEnd): Promise<void> {
  await refuseHidden(tx.client, tx.orgId, who)
  const account = await accountOf(tx, who, end.oldmanId, '处理预订金')
  const amountFen = account.bookingFen
  if (amountFen === 0) return
  const groupId = newId()
  const refundFen = refundOf(end, amountFen)
  if (refundFen > 0) {
    await requireWay(tx, end.way, 'way', '退还订金')
    await payBack(tx, account, refundFen, end.way!, groupId, `${end.why}，退还订金：${end.reason}`)
    if (refundFen === amountFen) return
    await forfeit(tx, { ...account, bookingFen: amountFen - refundFen }, end, groupId)
    return
  }
  if (end.money === 'TRANSFER') {
    await post(tx, [
      {
        oldmanId: end.oldmanId,
        tradeType: 'BOOKING_TO_BALANCE',
        amountFen,
        booking: -amountFen,
        balance: amountFen,
        groupId,
        content: `${end.why}，订金转入余额：${end.reason}`,
      },
    ])
    return
  }
  await forfeit(tx, account, end, groupId)
}

/** What the house keeps is earned, so it stands on a bill that the booking money pays at once. */
async function forfeit(tx: Tx, account: LockedAccount, end: BookingEnd, groupId: string): Promise<void> {
  const amountFen = account.bookingFen
  const today = (await tx.client.query<{ day: string }>('select current_date as day')).rows[0]!.day
  const bill = await addOnceBill(tx, {
    account,
    day: today,
    lines: [
      {
        category: CATEGORY,
        name: '预订违约金',
        cycle: 'ONCE',
        priceFen: amountFen,
        amountFen,
        source: 'ONCE',
        dateFrom: today,
        dateTo: today,
        basis: `${end.why}，订金不退：${end.reason}`,
      },
    ],
    remark: `${end.why}，订金不退`,
  })
  const receiptId = newId()
  await payBills(tx, {
    account,
    billIds: [bill.billId],
    payments: [{ source: 'BOOKING', amountFen }],
    groupId,
    receiptId,
    remark: end.reason,
  })
  await writeReceipt(tx, {
    receiptId,
    account,
    groupId,
    lines: [{ item: `预订违约金 ${bill.billNo}`, month: bill.month, amountFen }],
    ways: [{ name: '预订金', amountFen }],
    remark: end.reason,
  })
}
