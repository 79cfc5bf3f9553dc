// Receipts: every one ever written, red ones beside what they take back; printing and voiding.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { residenceNeeds } from '#contract/live/residenceWords'
import { ResidentName } from '#contract/live/resident'
import { ACCOUNT_NEEDS } from './account.ts'

export const RECEIPT_NEEDS = {
  list: 'expense:receipt:list',
  print: 'expense:receipt:print',
  void: 'expense:receipt:void',
} as const

/** Whoever may print any receipt in their scope. */
export const RECEIPT_PRINTERS = `${RECEIPT_NEEDS.print}|${ACCOUNT_NEEDS.pay}`

export const ReceiptState = options('ReceiptState', '收据状态', [
  ['NORMAL', ['正常', 'green']],
  ['REDDED', ['已红冲', 'grey']],
  ['RED', ['红字', 'red']],
])

const money = (title: string) => nul(fenSchema(title))

const Row = merge(
  ResidentName,
  obj({
    receiptId: str(),
    receiptNo: str('收据号'),
    day: str('日期'),
    createTime: str('开具时间'),
    owedFen: fenSchema('欠费'),
    /** As printed: name and bed on that day. */
    printedName: str('老人'),
    bedPath: nul(str('床位')),
    payer: nul(str('缴款人')),
    lines: list(obj({ item: str('项目'), month: nul(str('账期')), amountFen: money('金额') })),
    ways: list(obj({ name: str('收款方式'), amountFen: money('金额') })),
    amountFen: money('金额'),
    payee: str('收款人'),
    remark: nul(str('备注')),
    printedTimes: int('打印次数'),
    state: ReceiptState.schema,
    /** A red one: what it takes back. */
    redOf: nul(str()),
    redOfNo: nul(str('原收据号')),
    /** One that was taken back: by which. */
    redNo: nul(str('红字收据号')),
    groupId: str(),
    canVoid: bool(),
  }),
)
export type ReceiptRowData = Static<typeof Row>

const filters = {
  state: opt(ReceiptState.schema),
  receiptNo: opt(str('收据号')),
  oldmanName: opt(str('老人')),
  oldmanId: opt(named('resident')),
  receiptId: opt(named('receipt')),
  payee: opt(str('收款人')),
  dayFrom: opt(date('日期从')),
  dayTo: opt(date('日期到')),
}

const BASE = '/pims/web-pi/cost/receipt'
const reads = `${RECEIPT_NEEDS.list}|${ACCOUNT_NEEDS.list}`

const Print = obj({
  org: str('收款单位'),
  title: str('收据标题'),
  note: str('收据附注'),
  receipts: list(merge(Row, obj({ printedBefore: int(), checker: nul(str('复核')) }))),
})
export type ReceiptPrintData = Static<typeof Print>

export const receipt = noun('expense', 'receipt', {
  title: '收据',
  calls: {
    list: call.get(BASE, {
      needs: reads,
      act: '历史收据',
      query: pageQuery(filters),
      data: pageOf(Row),
      refuses: ['INVALID_INPUT'],
      exportNeeds: RECEIPT_NEEDS.list,
    }),
    counts: call.get(`${BASE}/counts`, {
      needs: reads,
      act: '收据数量',
      query: obj(filters),
      data: list(obj({ state: ReceiptState.schema, count: int() })),
      refuses: ['INVALID_INPUT'],
    }),
    sums: call.get(`${BASE}/sums`, {
      needs: reads,
      act: '收据合计',
      query: obj(filters),
      data: obj({ receipts: int('张数'), amountFen: money('金额') }),
      refuses: ['INVALID_INPUT'],
    }),
    /**
     * Counts the prints: from the second on the paper says 补打. Who takes booking money with a reservation prints the
     * receipts of their own hand.
     */
    print: call.post(`${BASE}/print`, {
      needs: `${RECEIPT_PRINTERS}|${residenceNeeds.reserve}`,
      act: '打印收据',
      body: obj({ receiptIds: list(id('收据', { of: 'receipt' }), 200) }),
      data: Print,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** A red receipt with its own number; everything that was booked with it is taken back. */
    obsolete: call.put(`${BASE}/void`, {
      needs: RECEIPT_NEEDS.void,
      act: '作废收据',
      body: obj({ receiptId: id('收据', { of: 'receipt' }), reason: text('作废原因', { max: 200 }) }),
      data: obj({ redNos: list(str()), amountFen: fenSchema(), scannedFen: fenSchema() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/expense/receipt',
      title: '历史收据',
      tab: true,
      needs: RECEIPT_NEEDS.list,
      ahead: 'list',
      menu: { rail: 'expense', group: '收费', order: 13 },
    },
  },
})
