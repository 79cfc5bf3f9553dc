// Reports line by line: what was received for which fee, what was taken from where, what medical care cost.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, id, list, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { byDay, reportCall, reportPage, reportQuery } from './reportKit.ts'
import { Curve, EntryPart, EntryState, ResidentPart } from './reportWords.ts'
import { PaySource, TradeWay } from './tradeWords.ts'

/** What came of one payment on one line of a bill. */
const InDetail = obj({
  ...ResidentPart,
  /** entry and line: the key of the row */
  rowId: str(),
  entryId: str(),
  lineId: str(),
  billId: str(),
  billNo: str('账单号'),
  day: str('日期'),
  at: str('时间'),
  receiptId: nul(str()),
  receiptNo: nul(str('收据号')),
  billMonth: str('账期'),
  category: str(),
  categoryName: str('费用大类'),
  name: str('费用项目'),
  /** Of the whole line, before what lowers it. */
  lineFen: fenSchema('应收'),
  discountFen: fenSchema('优惠'),
  /** Of this payment on the line. */
  amountFen: fenSchema('实收'),
  way: nul(TradeWay.schema),
  paidFrom: PaySource.schema,
  userName: str('收款人'),
  state: EntryState.schema,
})
export type InDetailRowData = Static<typeof InDetail>
const InDetailSums = obj({
  amountFen: fenSchema('实收'),
  /** By where it was taken from. */
  outsideFen: fenSchema('外部收款'),
  balanceFen: fenSchema('余额支付'),
  giftFen: fenSchema('赠送支付'),
  depositFen: fenSchema('押金抵扣'),
  bookingFen: fenSchema('预订金抵扣'),
})
export type InDetailSumsData = Static<typeof InDetailSums>
const Categories = obj({ parts: list(obj({ category: str(), name: str(), fen: fenSchema('金额') })) })
export type CategoriesData = Static<typeof Categories>

export const ConsumeKind = options('ConsumeKind', '消费类型', [
  ['BILL', ['账单', 'blue']],
  ['SALOON', ['院内消费', 'purple']],
  ['MEDICAL', ['医疗', 'teal']],
  ['OFFSET', ['抵扣', 'amber']],
])
export type ConsumeKindValue = Static<typeof ConsumeKind.schema>

const Consume = obj({
  ...ResidentPart,
  ...EntryPart,
  kind: ConsumeKind.schema,
  billNo: nul(str('账单号')),
  item: str('项目'),
  /** Of the one line; null where there are several. */
  quantity: nul(num('数量')),
  amountFen: fenSchema('金额'),
  source: PaySource.schema,
  balanceAfter: fenSchema('消费后余额'),
})
export type ConsumeRowData = Static<typeof Consume>
const ConsumeSums = obj({
  amountFen: fenSchema('金额'),
  balanceFen: fenSchema('余额'),
  giftFen: fenSchema('赠送'),
  depositFen: fenSchema('押金'),
  bookingFen: fenSchema('预订金'),
  outsideFen: fenSchema('外部'),
})
export type ConsumeSumsData = Static<typeof ConsumeSums>

export const MedicalPaid = options('MedicalPaid', '是否缴清', [
  ['PAID', ['已缴清', 'green']],
  ['PART', ['部分缴', 'orange']],
  ['DUE', ['未缴', 'amber']],
  ['WAITING', ['待出账', 'slate']],
])

const Medical = obj({
  ...ResidentPart,
  chargeId: str(),
  day: str('日期'),
  medicalKind: nul(str('类别')),
  name: str('项目'),
  quantity: num('数量'),
  unit: nul(str()),
  priceFen: fenSchema('单价'),
  amountFen: fenSchema('金额'),
  insuredFen: fenSchema('医保/长护险支付'),
  ownFen: fenSchema('自付'),
  paidFen: fenSchema('已缴'),
  paid: MedicalPaid.schema,
  orderedBy: nul(str('开单人')),
  billId: nul(str()),
  billNo: nul(str('账单号')),
})
export type MedicalRowData = Static<typeof Medical>
const MedicalSums = obj({
  amountFen: fenSchema('金额'),
  insuredFen: fenSchema('医保/长护险支付'),
  ownFen: fenSchema('自付'),
  paidFen: fenSchema('已缴'),
})
export type MedicalSumsData = Static<typeof MedicalSums>

export const reportDetail = noun('expense', 'reportDetail', {
  title: '明细报表',
  calls: {
    inDetail: reportCall('inDetail', {
      title: '收入明细',
      row: InDetail,
      sums: InDetailSums,
      query: reportQuery({
        category: opt(text('费用大类', { max: 40 })),
        projectChildId: opt(id('费用项目', { of: 'feeChild' })),
        source: opt(PaySource.schema),
      }),
      chart: Categories,
    }),
    consumeDetail: reportCall('consumeDetail', {
      title: '消费明细',
      row: Consume,
      sums: ConsumeSums,
      query: reportQuery({
        kind: opt(ConsumeKind.schema),
        source: opt(PaySource.schema),
        state: opt(EntryState.schema),
      }),
      chart: Curve,
    }),
    medical: reportCall('medical', {
      title: '医疗费报表',
      row: Medical,
      sums: MedicalSums,
      query: reportQuery({
        medicalKind: opt(text('类别', { max: 20 })),
        name: opt(text('项目', { max: 40 })),
        paid: opt(MedicalPaid.schema),
        insured: opt(bool('有医保支付')),
      }),
      chart: Categories,
    }),
  },
  pages: {
    inDetail: reportPage('inDetail', '收入明细', byDay(0)),
    consumeDetail: reportPage('consumeDetail', '消费明细', byDay(0)),
    medical: reportPage('medical', '医疗费报表', byDay(0)),
  },
})
