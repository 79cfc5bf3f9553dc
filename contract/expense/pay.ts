// Money in, out and between: prestore, deposit, paying bills by several ways, refunds, transfers, remittances.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, id, list, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ACCOUNT_NEEDS, AccountMoney } from './account.ts'
import { BillState } from './billWords.ts'
import { PaySource, TradeWay } from './tradeWords.ts'

export const PayKind = options('PayKind', '收款类型', [
  ['PRESTORE', '预存'],
  ['DEPOSIT', '收押金'],
  ['BILL', '缴费'],
])
export type PayKindValue = Static<typeof PayKind.schema>

/** The two pockets that are given back or moved. */
export const Pocket = options('Pocket', '账户', [
  ['BALANCE', '余额'],
  ['DEPOSIT', '押金'],
])

export const TransferTo = options('TransferTo', '划转方向', [
  ['DEPOSIT', '余额转押金'],
  ['BALANCE', '押金转余额'],
])

const amount = (title = '金额') => fenSchema(title, { min: 1 })
const reason = (title: string) => text(title, { max: 200 })

export const PayPart = obj({
  source: PaySource.schema,
  /** With CASH: the outside way. */
  way: opt(TradeWay.schema),
  amountFen: amount(),
})
export type PayPartData = Static<typeof PayPart>

/** Also what a scanned payment keeps until the money has come. */
export const PayForm = obj({
  kind: PayKind.schema,
  oldmanId: id('老人', { of: 'resident' }),
  /** For BILL: the bills, paid from the earliest on. */
  billIds: opt(list(id('账单', { of: 'bill' }), 50)),
  payments: list(PayPart, 10),
  /** For PRESTORE: the rule whose gift is given. */
  ruleId: opt(id('优惠规则', { of: 'discountRule' })),
  /** For BILL: what outside ways bring beyond the bills goes to the balance. Without it that is refused. */
  overToBalance: opt(bool('多收的存入余额')),
  payer: opt(text('缴款人', { max: 60 })),
  remark: opt(text('备注', { max: 200 })),
  /** Needed where the deposit pays a bill. */
  reason: opt(reason('抵扣原因')),
})
export type PayFormData = Static<typeof PayForm>

export const PayAnswer = obj({
  groupId: str(),
  receiptId: str(),
  receiptNo: str('收据号'),
  /** All ways together. */
  amountFen: fenSchema('金额'),
  /** Given with it. */
  giftFen: fenSchema('赠送'),
  /** Went to the balance beyond the bills. */
  overFen: fenSchema('存入余额'),
  account: AccountMoney,
  bills: list(
    obj({
      billId: str(),
      billNo: str(),
      month: str(),
      state: BillState.schema,
      paidFen: fenSchema(),
      unpaidFen: fenSchema(),
    }),
  ),
  /** Limits of the settings that were passed: the money is booked nevertheless. */
  warnings: list(str()),
})
export type PayAnswerData = Static<typeof PayAnswer>

/** What leaving money does to gifts: shown before, and answered after. */
const GIFT_BACK = {
  /** Gift money that is taken back. */
  giftBackFen: fenSchema('收回赠送'),
  /** Of the gift, spent already: kept from the money that leaves. */
  keptFen: fenSchema('扣下已用赠送'),
  /** What is left: paid out, or moved. */
  paidFen: fenSchema('实退'),
}

const Moved = obj({ tradeId: str(), account: AccountMoney, warnings: list(str()), ...GIFT_BACK })

export const LeavePreview = obj({
  amountFen: fenSchema('金额'),
  ...GIFT_BACK,
  /** Each gift that is touched, with the prestore that earned it. */
  gifts: list(
    obj({
      giftId: str(),
      ruleName: nul(str('优惠规则')),
      day: str('预存日期'),
      prestoreFen: fenSchema('预存'),
      giftFen: fenSchema('赠送'),
      /** Of that prestore, leaving now. */
      leavesFen: fenSchema('本次退出'),
      backFen: fenSchema('收回'),
    }),
  ),
})
export type LeavePreviewData = Static<typeof LeavePreview>

/** What the desk was shown: when it is no longer so, nothing is booked. */
const shown = { giftBackFen: opt(fenSchema('收回赠送')), keptFen: opt(fenSchema('扣下已用赠送')) }

const REFUSES = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'] as const

export const pay = noun('expense', 'pay', {
  title: '收款',
  calls: {
    pay: call.post('/pims/web-pi/cost/pay', {
      needs: ACCOUNT_NEEDS.pay,
      act: '收款',
      body: PayForm,
      data: PayAnswer,
      refuses: REFUSES,
      repeatable: true,
    }),
    /** What a prestore would bring: the gift, and whether a limit is passed. Writes nothing. */
    preview: call.get('/pims/web-pi/cost/pay/preview', {
      needs: ACCOUNT_NEEDS.pay,
      act: '预存试算',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), amountFen: amount('预存金额') }),
      data: obj({
        rules: list(
          obj({ ruleId: str(), name: str('优惠规则'), words: str(), giftFen: fenSchema('赠送'), reached: bool() }),
        ),
        /** The rule that gives most; null where none is reached. */
        bestRuleId: nul(str()),
        warnings: list(str()),
      }),
      refuses: ['NOT_FOUND'],
    }),
    /** What of the gifts goes back when so much leaves the balance (a refund, the deposit, another resident). Writes nothing. */
    leaving: call.get('/pims/web-pi/cost/refund/preview', {
      needs: `${ACCOUNT_NEEDS.refund}|${ACCOUNT_NEEDS.transfer}|${ACCOUNT_NEEDS.remit}`,
      act: '退款试算',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), amountFen: amount('退款金额') }),
      data: LeavePreview,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    refund: call.post('/pims/web-pi/cost/refund', {
      needs: ACCOUNT_NEEDS.refund,
      act: '退款',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        from: Pocket.schema,
        amountFen: amount('退款金额'),
        way: TradeWay.schema,
        /** Who gets it, on which account. */
        payee: opt(text('收款人', { max: 100 })),
        reason: reason('退款原因'),
        /** The deposit goes back although bills are unpaid: the desk was asked. */
        confirmed: opt(bool('已确认有未缴账单')),
        ...shown,
      }),
      data: merge(Moved, obj({ refundId: str(), refundNo: str('退款单号') })),
      refuses: REFUSES,
      repeatable: true,
    }),
    transfer: call.put('/pims/web-pi/cost/transfer', {
      needs: ACCOUNT_NEEDS.transfer,
      act: '余额押金划转',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        to: TransferTo.schema,
        amountFen: amount('划转金额'),
        reason: reason('划转原因'),
        ...shown,
      }),
      data: Moved,
      refuses: REFUSES,
      repeatable: true,
    }),
    remit: call.put('/pims/web-pi/cost/remit', {
      needs: ACCOUNT_NEEDS.remit,
      act: '余额转给他人',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        toOldmanId: id('转入老人', { of: 'resident' }),
        amountFen: amount('转出金额'),
        reason: reason('转出原因'),
        ...shown,
      }),
      data: Moved,
      refuses: REFUSES,
      repeatable: true,
    }),
  },
})
