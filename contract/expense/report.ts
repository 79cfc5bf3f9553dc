// The reports together: the page that lists them, and the rows behind a figure of any of them.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { BillState, LineSource } from './billWords.ts'
import { IncomeKind } from './incomeKinds.ts'
import { ANY_REPORT, reportFilters, reportNeeds } from './reportKit.ts'
import { EntryPart, ResidentPart } from './reportWords.ts'
import { TradeClass } from './tradeWords.ts'

const { part: _, ...filters } = reportFilters

const Entry = obj({
  ...ResidentPart,
  ...EntryPart,
  tradeClass: TradeClass.schema,
  amountFen: fenSchema('金额'),
  cashFen: fenSchema('收付款'),
  receivableFen: fenSchema('应收变动'),
  discountFen: fenSchema('优惠'),
  subsidyFen: fenSchema('补贴'),
  promoFen: fenSchema('赠送成本'),
  balanceFen: fenSchema('余额变动'),
  giftFen: fenSchema('赠送变动'),
  depositFen: fenSchema('押金变动'),
  bookingFen: fenSchema('预订金变动'),
  incomeFen: fenSchema('收入'),
  billNo: nul(str('账单号')),
  settleId: nul(str()),
})
export type LedgerRowData = Static<typeof Entry>

const Line = obj({
  ...ResidentPart,
  lineId: str(),
  billId: str(),
  billNo: str('账单号'),
  billState: BillState.schema,
  month: str('账期'),
  category: str(),
  categoryName: str('费用大类'),
  name: str('费用项目'),
  spec: nul(str('说明')),
  source: LineSource.schema,
  priceFen: fenSchema('单价'),
  /** In units. */
  quantity: num('数量'),
  days: nul(int('天数')),
  amountFen: fenSchema('金额'),
  discountFen: fenSchema('优惠'),
  subsidyFen: fenSchema('补贴'),
  receivableFen: fenSchema('应收'),
  paidFen: fenSchema('已缴'),
  basis: nul(str('计算')),
})
export type BillLineRowData = Static<typeof Line>

export const LedgerSide = options('LedgerSide', '科目', [
  ['cash', '货币资金'],
  ['receivable', '应收账款'],
  ['discount', '优惠'],
  ['subsidy', '补贴'],
  ['promo', '赠送成本'],
  ['transit', '划转在途'],
  ['opening', '期初'],
  ['balance', '余额'],
  ['gift', '赠送余额'],
  ['deposit', '押金'],
  ['booking', '预订金'],
  ['income', '收入'],
  ['held', '余额与赠送'],
])

/** What has lowered a line. */
export const Reduction = options('Reduction', '减免', [
  ['discount', '优惠'],
  ['subsidy', '补贴'],
  ['leave', '请假减免'],
])

/** Several values of one filter: PRESTORE,GIFT */
const several = (title: string) => opt(text(title, { max: 400, pattern: /^[\w]+(,[\w]+)*$/ }))

export const report = noun('expense', 'report', {
  title: '全部报表',
  calls: {
    entries: call.get('/pims/web-pi/cost/report/entries', {
      needs: ANY_REPORT,
      act: '报表流水',
      query: pageQuery({
        ...filters,
        entryIds: opt(text('流水', { of: 'entry', max: 4000, pattern: /^[\w-]+(,[\w-]+)*$/ })),
        groupId: opt(id('业务', { of: 'entryGroup' })),
        billId: opt(id('账单', { of: 'bill' })),
        receiptId: opt(id('收据', { of: 'receipt' })),
        settleId: opt(id('结算单', { of: 'settlement' })),
        /** The month of the bill it is about. */
        billMonth: opt(text('账期', { max: 7, pattern: /^(?:19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/ })),
        types: several('交易类型'),
        classes: several('交易类别'),
        ways: several('收款方式'),
        /** A side of the ledger that the entries move: cash, income, balance … */
        side: opt(LedgerSide.schema),
        /** 1: refunds only, 0: none. */
        refund: opt(int('退款', { min: 0, max: 1 })),
      }),
      data: pageOf(Entry),
      refuses: ['INVALID_INPUT'],
    }),
    lines: call.get('/pims/web-pi/cost/report/lines', {
      needs: ANY_REPORT,
      act: '报表账单行',
      query: pageQuery({
        ...filters,
        billId: opt(id('账单', { of: 'bill' })),
        lineIds: opt(text('账单行', { of: 'billLine', max: 4000, pattern: /^[\w-]+(,[\w-]+)*$/ })),
        category: opt(text('费用大类', { max: 40 })),
        /** A kind of income, as the reports of income speak of it. */
        kind: opt(IncomeKind.schema),
        projectChildId: opt(id('费用项目', { of: 'feeChild' })),
        /** For items that have left the list of fees. */
        name: opt(text('费用项目', { max: 100 })),
        sources: several('费用来源'),
        bedId: opt(id('床位', { of: 'bed' })),
        /** Lines that a discount, a subsidy or an absence has lowered: discount, subsidy */
        reduced: opt(Reduction.schema),
      }),
      data: pageOf(Line),
      refuses: ['INVALID_INPUT'],
    }),
    /** Everybody who ever took or paid out money, for the filters. */
    operators: call.get('/pims/web-pi/cost/report/operators', {
      needs: ANY_REPORT,
      act: '收款人',
      data: list(obj({ userId: str(), userName: str() })),
    }),
  },
  pages: {
    index: {
      path: '/expense/report',
      title: '全部报表',
      tab: true,
      needs: reportNeeds('list'),
      menu: { rail: 'expense', group: '报表', order: 50 },
    },
  },
})
