// Accounts of the residents: what each holds and owes, sealing, paying debts from the deposit, and paying for many at once.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import { bool, id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { BillKind, BillStanding } from './billWords.ts'
import { SEE_AMOUNTS } from './feeSettings.ts'
import { TradeWay } from './tradeWords.ts'

export const ACCOUNT_NEEDS = {
  list: 'expense:account:list',
  export: 'expense:account:export',
  pay: 'expense:account:pay',
  batchPay: 'expense:account:batchPay',
  refund: 'expense:account:refund',
  transfer: 'expense:account:transfer',
  remit: 'expense:account:remit',
  offset: 'expense:account:offset',
  seal: 'expense:account:seal',
  obsolete: 'expense:account:obsolete',
} as const

/** Tabs of the list. */
export const AccountTab = options('AccountTab', '账户', [
  ['OWES', ['欠费', 'red']],
  ['SHORT', ['余额不足一期', 'amber']],
  ['BOOKING', ['订金待处理', 'amber']],
  ['SEALED', ['封存', 'grey']],
])

/** Acts on an account; the answer of a detail says which may be done now. */
export const ACCOUNT_ACTS = [
  'prestore',
  'deposit',
  'pay',
  'refundBalance',
  'refundDeposit',
  'toDeposit',
  'toBalance',
  'remit',
  'booking',
  'offset',
  'seal',
  'unseal',
] as const
export type AccountAct = (typeof ACCOUNT_ACTS)[number]

/** What an account holds. Null where the reader may not see amounts. */
export const AccountMoney = obj({
  balanceFen: nul(fenSchema('余额')),
  giftFen: nul(fenSchema('赠送')),
  depositFen: nul(fenSchema('押金')),
  bookingFen: nul(fenSchema('预订金')),
  unpaidFen: nul(fenSchema('未缴')),
})
export type AccountMoneyData = Static<typeof AccountMoney>

const Row = merge(
  merge(ResidentName, AccountMoney),
  obj({
    archiveNo: str('档案编号'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    /** 松鹤楼>2层>203室>02床 */
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    /** Bills with something unpaid. */
    unpaidBills: int('未缴期数'),
    /** Something unpaid is past its day. */
    owes: bool('欠费'),
    owedSince: nul(str('最早到期日')),
    overdueDays: int('逾期天数'),
    /** What the agreed fees come to for a month, about. */
    monthFen: nul(fenSchema('每期费用')),
    /** Lives here, and the account does not last for another month. */
    short: bool('余额不足一期'),
    lastTradeAt: nul(str('最近交易')),
    sealed: bool('封存'),
    sealedReason: nul(str('封存原因')),
    /** AccountAct: what this reader may do now. */
    can: list(str()),
    version: int(),
  }),
)
export type AccountRowData = Static<typeof Row>

export const UnpaidBill = obj({
  billId: str(),
  billNo: str('账单号'),
  month: str('账期'),
  kind: BillKind.schema,
  standing: BillStanding.schema,
  periodStart: str(),
  periodEnd: str(),
  receivableFen: nul(fenSchema('应收')),
  paidFen: nul(fenSchema('已缴')),
  unpaidFen: nul(fenSchema('未缴')),
  dueDate: str('到期日'),
  daysLate: int('逾期天数'),
})
export type UnpaidBillData = Static<typeof UnpaidBill>

export const Payer = obj({
  familyId: str(),
  name: str('缴款人'),
  relationName: str('关系'),
  phone: phoneNo('电话'),
  payer: bool('付费人'),
})
export type PayerData = Static<typeof Payer>

const Detail = merge(
  Row,
  obj({
    /** The reader may not see amounts. */
    masked: bool(),
    checkInDate: nul(str('入住日期')),
    days: nul(int('在住天数')),
    contractEnd: nul(str('合同至')),
    bills: list(UnpaidBill),
    payers: list(Payer),
    /** The day on which the next bill is made, and the day by which it is to be paid. */
    nextBillDate: nul(str('下次出账')),
    nextDueDate: nul(str('下次到期')),
    /** Above these the desk is warned; null without a limit. */
    mostDepositFen: nul(fenSchema('押金上限')),
    mostPrepayFen: nul(fenSchema('预存上限')),
    giftFirst: bool('先用赠送余额'),
    trades: int('交易笔数'),
    receipts: int('收据张数'),
    refunds: int('退款单张数'),
    allBills: int('账单张数'),
  }),
)
export type AccountDetailData = Static<typeof Detail>

const filters = {
  /** Name, pinyin, initials or number of the archive. */
  keyword: opt(str('老人')),
  tab: opt(AccountTab.schema),
  /** One residence status, or several joined by commas. */
  status: opt(str('入住状态')),
  areaId: opt(named('location', '床位')),
  /** Any part of the way to the bed. */
  bed: opt(str('房间或床位')),
  deptId: opt(named('dept', '部门')),
  overdueFrom: opt(int('逾期天数从', { min: 0, max: 36_500 })),
  overdueTo: opt(int('逾期天数到', { min: 0, max: 36_500 })),
  /** Only these, joined by commas: what was ticked in a list. */
  ids: opt(named('resident', '所选老人')),
}

export const BatchKind = options('BatchKind', '批量收款', [
  ['BILL', '缴清未缴账单'],
  ['PRESTORE', '预存'],
])

export const MOST_BATCH = 500

export const BatchPay = obj({
  kind: BatchKind.schema,
  residents: list(
    obj({
      oldmanId: id('老人', { of: 'resident' }),
      /** For a prestore; a bill is paid as far as it is open. */
      amountFen: opt(fenSchema('金额', { min: 1 })),
    }),
    MOST_BATCH,
  ),
  /** 1 takes it from balance and gift, others are outside ways. */
  way: TradeWay.schema,
  /** With way 1: pays what is there where it does not reach; otherwise that resident is left as it is. */
  partly: opt(bool('余额不足时能缴多少缴多少')),
  remark: opt(text('备注', { max: 200 })),
})
export type BatchPayData = Static<typeof BatchPay>

/** What became of one resident of a batch. */
export interface BatchResult {
  oldmanId: string
  oldmanName: string
  done: boolean
  /** Why not, or what to know. */
  message: string | null
  amountFen: number
  receiptId: string | null
  receiptNo: string | null
  /** Still open afterwards. */
  unpaidFen: number
}

const BASE = '/pims/web-pi/cost/account'
const words = (title: string) => text(title, { max: 200 })

export const account = noun('expense', 'account', {
  title: '老人账户',
  calls: {
    list: call.get(BASE, {
      needs: ACCOUNT_NEEDS.list,
      act: '老人账户列表',
      query: pageQuery(filters),
      data: pageOf(Row),
      exportNeeds: ACCOUNT_NEEDS.export,
    }),
    /** How many stand in each tab, with the same filters except the tab; null is everybody. */
    counts: call.get(`${BASE}/counts`, {
      needs: ACCOUNT_NEEDS.list,
      act: '账户数量',
      query: obj(filters),
      data: list(obj({ tab: nul(AccountTab.schema), count: int() })),
    }),
    /** What all accounts of a list hold together. */
    totals: call.get(`${BASE}/totals`, {
      needs: SEE_AMOUNTS,
      act: '查看老人费用金额',
      query: obj(filters),
      data: merge(AccountMoney, obj({ accounts: int('人数') })),
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: ACCOUNT_NEEDS.list,
      act: '账户详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** Each resident in a transaction of its own; the run says how far it is and what became of each (BatchResult). */
    batchPay: call.post(`${BASE}/batchPay`, {
      needs: ACCOUNT_NEEDS.batchPay,
      act: '批量缴费',
      body: BatchPay,
      data: obj({ runId: str() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** 押金抵扣欠费 */
    offset: call.post(`${BASE}/offset`, {
      needs: ACCOUNT_NEEDS.offset,
      act: '押金抵扣欠费',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        billIds: list(id('账单', { of: 'bill' }), 50),
        amountFen: fenSchema('抵扣金额', { min: 1 }),
        reason: words('抵扣原因'),
      }),
      data: obj({ receiptId: str(), receiptNo: str(), account: AccountMoney }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
    seal: call.put(`${BASE}/seal/{oldmanId}`, {
      needs: ACCOUNT_NEEDS.seal,
      act: '封存账户',
      body: obj({ reason: words('封存原因'), version: opt(int()) }),
      data: obj({ version: int() }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
    unseal: call.put(`${BASE}/unseal/{oldmanId}`, {
      needs: ACCOUNT_NEEDS.seal,
      act: '解封账户',
      body: obj({ reason: words('解封原因'), version: opt(int()) }),
      data: obj({ version: int() }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
  },
  events: {
    /** Money of these residents moved; who shows it asks again. Carries no amounts. */
    changed: event('expense.account.changed', {
      needs: ACCOUNT_NEEDS.list,
      payload: obj({ oldmanIds: list(str()) }),
    }),
  },
  pages: {
    list: {
      path: '/expense/account',
      alias: '/charge/accountList',
      title: '老人账户',
      tab: true,
      needs: ACCOUNT_NEEDS.list,
      ahead: 'list',
      menu: { rail: 'expense', group: '收费', order: 10 },
    },
    detail: {
      path: '/expense/accountDetail',
      title: '账户详情',
      tab: false,
      needs: ACCOUNT_NEEDS.list,
      ahead: 'detail',
    },
    batch: { path: '/expense/accountBatchPayment', title: '批量缴费', tab: false, needs: ACCOUNT_NEEDS.batchPay },
  },
})
