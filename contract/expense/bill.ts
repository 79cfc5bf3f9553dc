// Bills: made for a month, looked at, corrected while they are drafts, issued, paid, settled again, voided, printed.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { ACCOUNT_NEEDS } from './account.ts'
import { BILL_NEEDS, BillKind, BillStanding, BillState, LineSource } from './billWords.ts'
import { TradeType, TradeWay } from './tradeWords.ts'

/** Where money from outside goes when a bill is settled again. */
export const OutsideTo = options('OutsideTo', '外部收款的去向', [
  ['BALANCE', '转入老人余额'],
  ['REFUND', '按原方式退回'],
])

/** Amounts are null where the reader may not see them. */
const money = (title: string) => nul(fenSchema(title))

export const BillRow = merge(
  ResidentName,
  obj({
    tradeMonthId: str(),
    billNo: str('账单号'),
    month: str('账期'),
    kind: BillKind.schema,
    periodStart: str('计费开始'),
    periodEnd: str('计费结束'),
    /** As it was on the last day of the period. */
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    totalFen: money('费用合计'),
    discountFen: money('优惠'),
    subsidyFen: money('补贴'),
    receivableFen: money('应收'),
    paidFen: money('已缴'),
    unpaidFen: money('未缴'),
    /** What the account could pay now. */
    balanceFen: money('账户余额'),
    giftFen: money('赠送余额'),
    /** Arrears of the resident, for the mark beside the name. */
    owedFen: fenSchema('欠费'),
    dueDate: str('到期日'),
    lateDays: int('逾期天数'),
    state: BillState.schema,
    standing: BillStanding.schema,
    /** 1 while something is unpaid past its day. */
    arrears: int('欠费'),
    ruleName: nul(str('优惠规则')),
    remark: nul(str('备注')),
    voidReason: nul(str('作废原因')),
    madeBy: str('制单人'),
    issuedBy: nul(str('出账人')),
    issuedAt: nul(str('出账时间')),
    settledAt: nul(str('缴清时间')),
    createTime: str('生成时间'),
    printedTimes: int('打印次数'),
    version: int(),
    /** BillMove: what this reader may do now. */
    can: list(str()),
  }),
)
export type BillRowData = Static<typeof BillRow>

export const BillLine = obj({
  tradeMonthDetailId: str(),
  projectChildId: nul(str()),
  category: str(),
  categoryName: str('费用大类'),
  name: str('费用项目'),
  spec: nul(str('说明')),
  cycle: str('计费方式'),
  unit: nul(str('单位')),
  priceFen: money('单价'),
  /** Thousandths. */
  quantity: int('数量'),
  days: nul(int('天数')),
  amountFen: money('金额'),
  discountFen: money('优惠'),
  subsidyFen: money('补贴'),
  paidFen: money('已缴'),
  source: LineSource.schema,
  dateFrom: nul(str('从')),
  dateTo: nul(str('到')),
  basis: nul(str('计算依据')),
  /** What it comes from; the page links to it. */
  refKind: nul(str()),
  refId: nul(str()),
})
export type BillLineData = Static<typeof BillLine>

const Payment = obj({
  entryId: str(),
  at: str('时间'),
  tradeType: TradeType.schema,
  wayName: str('方式'),
  amountFen: money('金额'),
  receiptId: nul(str()),
  receiptNo: nul(str('收据号')),
  userName: str('经办人'),
  remark: nul(str('备注')),
  /** NORMAL, VOID taken back, RED takes one back */
  state: str('单据状态'),
})
export type BillPaymentData = Static<typeof Payment>

const ReceiptOf = obj({
  receiptId: str(),
  receiptNo: str('收据号'),
  day: str('日期'),
  amountFen: money('金额'),
  state: str('状态'),
  printedTimes: int('打印次数'),
})

const Earlier = obj({
  tradeMonthId: str(),
  billNo: str(),
  month: str('账期'),
  kind: BillKind.schema,
  receivableFen: money('应收'),
  paidFen: money('已缴'),
  unpaidFen: money('未缴'),
  dueDate: str('到期日'),
})
export type EarlierBill = Static<typeof Earlier>

const Money = obj({ balanceFen: money('余额'), giftFen: money('赠送余额'), depositFen: money('押金') })

const Detail = merge(
  BillRow,
  obj({
    masked: bool(),
    ruleId: nul(str()),
    lines: list(BillLine),
    payments: list(Payment),
    receipts: list(ReceiptOf),
    /** Other bills of the resident with something unpaid. */
    otherUnpaid: list(Earlier),
    account: Money,
    /** Who paid, changed, printed, settled it. */
    history: list(obj({ at: str(), who: str(), what: str(), content: str() })),
    /** Scanned payments of this bill that are still under way. */
    waitingScan: list(obj({ payId: str(), way: TradeWay.schema, amountFen: money('金额'), expiresAt: str() })),
    previousId: nul(str()),
    nextId: nul(str()),
    /** The month of its payments is closed, or a settlement has counted them: why it cannot be settled again. */
    whyNotAntiSettle: nul(str()),
  }),
)
export type BillDetailData = Static<typeof Detail>

/** One printed bill, with everything on the paper. */
const BillSheet = obj({
  bill: BillRow,
  lines: list(BillLine),
  payer: nul(str('付费人')),
  earlier: list(Earlier),
  account: Money,
  accountDay: str(),
  /** The last six months of the resident, this one last. */
  six: list(obj({ month: str(), receivableFen: money('应收'), unpaidFen: money('未缴') })),
  /** Where the family can pay, for the picture to scan; null when nothing is open. */
  payPath: nul(str()),
  /** How often it was printed before. */
  printedBefore: int(),
})
export type BillSheetData = Static<typeof BillSheet>

const Print = obj({
  org: obj({ name: str(), address: nul(str()), phone: nul(str()), creditCode: nul(str('统一社会信用代码')) }),
  /** Where transfers go; null where the house has not said. */
  bank: nul(obj({ name: str('开户银行'), accountName: str('账户名称'), account: str('银行账号') })),
  note: str('账单缴费说明'),
  printedBy: str(),
  printedAt: str(),
  sheets: list(BillSheet),
})
export type BillPrintData = Static<typeof Print>

export const MOST_AT_ONCE = 500

/** A line of a draft as the desk left it. Lines without an id are new. */
export const LineForm = obj({
  tradeMonthDetailId: opt(id('明细', { of: 'billLine' })),
  projectChildId: opt(id('收费项目', { of: 'feeChild' })),
  name: text('费用项目', { max: 50 }),
  spec: opt(text('说明', { max: 60 })),
  unit: opt(text('单位', { max: 10 })),
  priceFen: fenSchema('单价'),
  /** Thousandths. */
  quantity: int('数量', { min: 1, max: 1_000_000_000 }),
  amountFen: fenSchema('金额'),
  subsidyFen: opt(fenSchema('补贴', { min: 0 })),
  dateFrom: opt(date('从')),
  dateTo: opt(date('到')),
})
export type LineFormData = Static<typeof LineForm>

/** AUTO: the best rules in force; NONE; or the id of one rule. */
export const EditForm = obj({
  tradeMonthId: opt(id('账单', { of: 'bill' })),
  lines: opt(list(LineForm, 200)),
  rule: opt(text('优惠', { max: 64 })),
  dueDate: opt(date('到期日')),
  remark: opt(text('备注', { max: 200 })),
  version: opt(int()),
})

const filters = {
  standing: opt(BillStanding.schema),
  /** Name, pinyin or initials. */
  oldmanName: opt(str('老人')),
  oldmanId: opt(named('resident')),
  /** yyyy-MM */
  month: opt(str('账期')),
  kind: opt(BillKind.schema),
  billNo: opt(str('账单号')),
  areaId: opt(named('location', '床位')),
  bed: opt(str('房间或床位')),
  deptId: opt(named('dept', '部门')),
  dueFrom: opt(date('到期日从')),
  dueTo: opt(date('到期日到')),
  /** 1: never printed. */
  unprinted: opt(int('未打印', { min: 0, max: 1 })),
  /** Only these, joined by commas: what was ticked in a list. */
  ids: opt(named('bill', '所选账单')),
}

/** What became of one resident of a batch. */
export interface BillBatchResult {
  oldmanId: string
  oldmanName: string
  bills: number
  done: boolean
  message: string | null
  amountFen: number
  unpaidFen: number
  receiptId: string | null
  receiptNo: string | null
}

const BASE = '/pims/web-pi/cost/payBack'
const REFUSES = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'] as const
const reads = `${BILL_NEEDS.list}|${ACCOUNT_NEEDS.list}`
const billIds = list(id('账单', { of: 'bill' }), MOST_AT_ONCE)
const monthText = text('账期', { pattern: /^20\d\d-(0[1-9]|1[0-2])$/, hint: '应为 年-月，如 2026-11', max: 7 })
const reason = (title: string) => text(title, { max: 200 })

export const billing = noun('expense', 'bill', {
  title: '账单',
  calls: {
    list: call.get(BASE, {
      needs: reads,
      act: '账单列表',
      query: pageQuery(filters),
      data: pageOf(BillRow),
      refuses: ['INVALID_INPUT'],
      exportNeeds: BILL_NEEDS.list,
    }),
    /** How many stand where, with the filters of the list. */
    counts: call.get(`${BASE}/counts`, {
      needs: reads,
      act: '账单数量',
      query: obj(filters),
      data: list(obj({ standing: BillStanding.schema, count: int() })),
      refuses: ['INVALID_INPUT'],
    }),
    /** Sums of the issued bills found, not of a page: receivable is paid and unpaid. Drafts apart, void bills nowhere. */
    sums: call.get(`${BASE}/sums`, {
      needs: reads,
      act: '账单合计',
      query: obj(filters),
      data: obj({
        bills: int('张数'),
        residents: int('人数'),
        receivableFen: money('应收'),
        discountFen: money('优惠'),
        paidFen: money('已缴'),
        unpaidFen: money('未缴'),
        drafts: int('草稿张数'),
        draftFen: money('草稿金额'),
      }),
      refuses: ['INVALID_INPUT'],
    }),
    /** What making the bills of a month would do; writes nothing. */
    generatePreview: call.get(`${BASE}/generate`, {
      needs: BILL_NEEDS.generate,
      act: '账单生成预览',
      query: obj({ month: monthText }),
      data: obj({
        month: str(),
        /** In the house for at least a day of the month. */
        residents: int('应出账人数'),
        existing: int('已有账单'),
        toMake: int('将生成'),
        closed: bool('已结账'),
      }),
      refuses: ['INVALID_INPUT'],
    }),
    /** One bill per resident; those who have one are left as they are. The run says how far it is. */
    generate: call.post(BASE, {
      needs: BILL_NEEDS.generate,
      act: '生成账单',
      body: obj({ month: monthText }),
      data: obj({ runId: str() }),
      refuses: REFUSES,
      repeatable: true,
    }),
    detail: call.get(`${BASE}/{tradeMonthId}`, { needs: reads, act: '账单详情', data: Detail, refuses: ['NOT_FOUND'] }),
    edit: call.put(BASE, {
      needs: BILL_NEEDS.edit,
      act: '修改账单',
      aliases: [`${BASE}/{tradeMonthId}`],
      body: EditForm,
      data: Detail,
      refuses: REFUSES,
      repeatable: true,
    }),
    /** What an edit would come to: the lines with their discounts. Writes nothing. */
    editPreview: call.post(`${BASE}/editPreview`, {
      needs: BILL_NEEDS.edit,
      act: '账单试算',
      harmless: true,
      body: EditForm,
      data: obj({
        totalFen: fenSchema(),
        discountFen: fenSchema(),
        subsidyFen: fenSchema(),
        receivableFen: fenSchema(),
        lineDiscounts: list(fenSchema()),
        ruleNames: str(),
        rules: list(obj({ setId: str(), name: str(), words: str() })),
      }),
      refuses: REFUSES,
    }),
    /** A draft is deleted; an issued bill on which nothing is paid becomes void, with a reason. */
    remove: call.delete(`${BASE}/{tradeMonthId}`, {
      needs: `${BILL_NEEDS.edit}|${BILL_NEEDS.void}`,
      act: '删除或作废账单',
      query: obj({ reason: opt(reason('作废原因')) }),
      body: obj({ reason: opt(reason('作废原因')), version: opt(int()) }),
      data: obj({ done: str(), billNo: str() }),
      refuses: REFUSES,
      repeatable: true,
    }),
    issue: call.put(`${BASE}/issue`, {
      needs: BILL_NEEDS.issue,
      act: '出账',
      body: obj({ tradeMonthIds: billIds, dueDate: opt(date('到期日')), version: opt(int()) }),
      data: obj({ issued: int(), receivableFen: fenSchema() }),
      refuses: REFUSES,
      repeatable: true,
    }),
    /** Counts the print and answers all that stands on the paper. */
    print: call.post(`${BASE}/print`, {
      needs: reads,
      act: '打印账单',
      body: obj({ tradeMonthIds: list(id('账单', { of: 'bill' }), 200) }),
      data: Print,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
    }),
    /** Many bills at once: each resident in a transaction of its own; the run's result says what became of each. */
    payBatch: call.post(`${BASE}/payBatch`, {
      needs: `${BILL_NEEDS.pay}&${ACCOUNT_NEEDS.batchPay}`,
      act: '账单批量缴费',
      body: obj({
        tradeMonthIds: billIds,
        /** The way: 1 takes it from balance and gift. */
        batchPayType: TradeWay.schema,
        /** With way 1: what is there is taken where it does not reach. */
        partly: opt(bool('余额不足时能缴多少缴多少')),
        remark: opt(text('备注', { max: 200 })),
      }),
      data: obj({ runId: str() }),
      refuses: REFUSES,
      repeatable: true,
    }),
    antiSettle: call.put(`${BASE}/antiSettle/{tradeMonthId}`, {
      needs: BILL_NEEDS.antiSettle,
      act: '反结算',
      body: obj({ reason: reason('反结算原因'), outside: OutsideTo.schema, version: opt(int()) }),
      data: obj({
        billNo: str(),
        /** Back on balance, gift, deposit, booking money. */
        backFen: fenSchema('退回账户'),
        refundFen: fenSchema('退回缴款人'),
        redNos: list(str()),
        newNos: list(str()),
      }),
      refuses: REFUSES,
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/expense/bill',
      title: '账单列表',
      tab: true,
      needs: BILL_NEEDS.list,
      ahead: 'list',
      menu: { rail: 'expense', group: '收费', order: 11 },
    },
    ofResident: { path: '/expense/accountBill', title: '账户账单', tab: false, needs: reads },
    detail: { path: '/expense/accountBillDetail', title: '账单详情', tab: false, needs: reads, ahead: 'detail' },
    batch: {
      path: '/expense/accountBillBatchPayment',
      title: '账单批量缴费',
      tab: false,
      needs: ACCOUNT_NEEDS.batchPay,
    },
  },
})
