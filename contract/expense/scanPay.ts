// Scanned payments: the payer scans our code, or we scan theirs. The order holds what is to be booked, so that the money
// finds its place even when nobody looks at the screen any more.
import { call, noun } from '#contract/kit/call'
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { anything, bool, id, int, list, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ACCOUNT_NEEDS } from './account.ts'
import { ChargeWhat } from './charge.ts'
import { TradeWay } from './tradeWords.ts'

export const PayOrderState = options('PayOrderState', '扫码支付', [
  ['WAITING', ['待支付', 'amber']],
  ['PAYING', ['支付中', 'blue']],
  ['PAID', ['成功', 'green']],
  ['FAILED', ['失败', 'red']],
  ['CLOSED', ['已关闭', 'grey']],
  ['REFUNDED', ['已退款', 'slate']],
])
export type PayOrderStateValue = Static<typeof PayOrderState.schema>

export const payOrderMoves = machine<PayOrderStateValue>()({
  begin: { from: ['WAITING'], to: 'PAYING', title: '开始支付' },
  succeed: { from: ['WAITING', 'PAYING'], to: 'PAID', title: '入账' },
  fail: { from: ['WAITING', 'PAYING'], to: 'FAILED', title: '记为失败' },
  close: { from: ['WAITING', 'PAYING'], to: 'CLOSED', title: '关闭' },
  refund: { from: ['PAID'], to: 'REFUNDED', title: '退款' },
})

/** Minutes until an unpaid code is closed. */
export const CODE_MINUTES = 5

/** What a scanned payment is for: everything the desk takes, and a charge that is paid at once. */
export const ScanKind = options('ScanKind', '收款类型', [
  ['PRESTORE', '预存'],
  ['DEPOSIT', '收押金'],
  ['BILL', '缴费'],
  ['CHARGE', '消费'],
])
export type ScanKindValue = Static<typeof ScanKind.schema>

const PayOrder = obj({
  payId: str('支付单号'),
  oldmanId: str(),
  oldmanName: str('老人'),
  kind: ScanKind.schema,
  way: TradeWay.schema,
  amountFen: fenSchema('金额'),
  state: PayOrderState.schema,
  /** What the payer scans: an address, without host where it is one of ours. */
  codeUrl: nul(str('二维码')),
  expiresAt: str('失效时间'),
  /** Seconds until the code closes; 0 when it is over. */
  secondsLeft: int('剩余秒数'),
  paidAt: nul(str('支付时间')),
  failure: nul(str('失败原因')),
  /** What the money became. */
  receiptId: nul(str()),
  receiptNo: nul(str('收据号')),
  /** Something to know about where the money went. */
  note: nul(str('说明')),
  createTime: str('创建时间'),
  userName: str('收款人'),
  /** No real money moves. */
  sandbox: bool(),
})
export type PayOrderData = Static<typeof PayOrder>

const wish = {
  kind: ScanKind.schema,
  oldmanId: id('老人', { of: 'resident' }),
  /** For BILL: paid from the earliest on. */
  billIds: opt(list(id('账单', { of: 'bill' }), 50)),
  /** For PRESTORE: the rule whose gift is given. */
  ruleId: opt(id('优惠规则', { of: 'discountRule' })),
  /** For CHARGE: it is written down when the money has come, and paid whole by it. */
  charge: opt(ChargeWhat),
  amountFen: fenSchema('金额', { min: 1 }),
  payer: opt(text('缴款人', { max: 60 })),
  remark: opt(text('备注', { max: 200 })),
}

const BASE = '/yhpay/pay'
const REFUSES = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'] as const
const needs = ACCOUNT_NEEDS.pay
/** What the payer of the sandbox does. */
export const SandboxAct = options('SandboxAct', '动作', [
  ['PAY', '支付'],
  ['CANCEL', '取消'],
])

const token = text('支付码', { max: 400, pattern: /^[\w.-]+$/, hint: '不正确' })

/** What the payer sees before paying. */
const Payable = obj({
  orgName: str('收款单位'),
  /** 王** */
  resident: str('老人'),
  title: str('付款事由'),
  amountFen: fenSchema('金额'),
  state: PayOrderState.schema,
  secondsLeft: int(),
  /** The code of a printed bill: the payer chooses the way first. */
  bill: bool(),
  failure: nul(str()),
  sandbox: bool(),
})
export type PayableData = Static<typeof Payable>

export const scanPay = noun('expense', 'scanPay', {
  title: '扫码支付',
  calls: {
    /** 主扫: a code that the payer scans. */
    createPay: call.post(`${BASE}/createPay`, {
      needs,
      act: '出示收款码',
      body: obj({ ...wish, way: TradeWay.schema }),
      data: PayOrder,
      refuses: REFUSES,
      repeatable: true,
    }),
    /** 被扫: charges the code on the payer's telephone. */
    microPay: call.post(`${BASE}/microPay`, {
      needs,
      act: '扫付款码收款',
      body: obj({
        ...wish,
        way: TradeWay.schema,
        authCode: text('付款码', { min: 16, max: 24, pattern: /^\d+$/, hint: '应为 16 至 24 位数字' }),
      }),
      data: PayOrder,
      refuses: REFUSES,
      repeatable: true,
    }),
    /** Asks the provider while it is open; books it when it was paid. */
    payorder: call.get(`${BASE}/payorder/{payId}`, {
      needs,
      act: '扫码支付结果',
      writes: true,
      data: PayOrder,
      refuses: ['NOT_FOUND'],
    }),
    /** Orders of a resident, the latest first. */
    payorders: call.get(`${BASE}/payorder`, {
      needs,
      act: '扫码支付记录',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), open: opt(int('仅未完成', { min: 0, max: 1 })) }),
      data: list(PayOrder),
      refuses: ['NOT_FOUND'],
    }),
    /** A code nobody is to pay any more; answers as it is when the payer was quicker. */
    closePay: call.put(`${BASE}/closePay`, {
      needs,
      act: '关闭收款码',
      body: obj({ payId: id('支付单', { of: 'payOrder' }) }),
      data: PayOrder,
      refuses: REFUSES,
    }),
    /** What a provider tells us; signed by it. */
    notify: call.post('/yhpay/notify/{provider}', {
      needs: 'open',
      act: '支付结果通知',
      body: obj({
        orgId: opt(named('organisation')),
        payId: opt(named('payOrder')),
        providerNo: opt(str()),
        state: opt(str()),
        amountFen: opt(anything()),
        paidAt: opt(str()),
        nonce: opt(str()),
        sign: opt(str()),
      }),
      data: obj({ result: str() }),
      refuses: ['INVALID_INPUT', 'NOT_FOUND'],
    }),
    /** The payer's page, by the code: what is to be paid. */
    payable: call.get('/yhpay/payer/order', {
      needs: 'open',
      act: '付款人查看',
      query: obj({ code: token }),
      data: Payable,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
    }),
    /** The sandbox's payer presses 支付, or leaves it. */
    sandboxPay: call.post('/yhpay/payer/pay', {
      needs: 'open',
      act: '付款人支付',
      body: obj({ code: token, act: SandboxAct.schema }),
      data: Payable,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
    }),
    /** The code on a printed bill: an order over what is still open on it. */
    billPay: call.post('/yhpay/payer/bill', {
      needs: 'open',
      act: '付款人扫账单',
      body: obj({ code: token, way: TradeWay.schema }),
      data: obj({ codeUrl: str() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
    }),
  },
})
