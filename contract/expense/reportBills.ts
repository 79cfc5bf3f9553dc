// Reports of what bills ask for: what is owed, by fee item, against the month before, and by bed.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { phoneNo } from '#contract/kit/privacy'
import { bool, id, int, list, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { BillKind, BillState } from './billWords.ts'
import { IncomeKind } from './incomeKinds.ts'
import { byMonth, reportCall, reportPage, reportQuery } from './reportKit.ts'
import { ResidentPart } from './reportWords.ts'

/** How long what is unpaid has been due. */
export const Ageing = options('Ageing', '账龄', [
  ['NOT_DUE', ['未到期', 'slate']],
  ['D30', ['0–30 天', 'amber']],
  ['D60', ['31–60 天', 'orange']],
  ['D90', ['61–90 天', 'red']],
  ['OLDER', ['90 天以上', 'red']],
])
export type AgeingValue = Static<typeof Ageing.schema>

/** Which bills: those with something unpaid, those past their day, those that are paid. */
export const OwedState = options('OwedState', '缴费情况', [
  ['OPEN', '未缴清'],
  ['LATE', '已逾期'],
  ['PAID', '已缴清'],
])

const owed = {
  receivableFen: fenSchema('应收'),
  discountFen: fenSchema('优惠'),
  paidFen: fenSchema('已收'),
  unpaidFen: fenSchema('未收'),
}
const Receivable = obj({
  ...ResidentPart,
  owedFen: fenSchema('欠费'),
  billId: str(),
  billNo: str('账单号'),
  kind: BillKind.schema,
  state: BillState.schema,
  month: str('账期'),
  levelName: nul(str('护理等级')),
  ...owed,
  dueDate: str('到期日'),
  lateDays: nul(int('逾期天数')),
  ageing: nul(Ageing.schema),
  payer: nul(str('付款人')),
  phone: nul(phoneNo('电话')),
})
export type ReceivableRowData = Static<typeof Receivable>
const ReceivableSums = obj({ bills: int('账单'), residents: int('人数'), ...owed })
export type ReceivableSumsData = Static<typeof ReceivableSums>
const AgeingChart = obj({
  ageing: list(obj({ ageing: Ageing.schema, bills: int('账单'), unpaidFen: fenSchema('未收') })),
})
export type AgeingChartData = Static<typeof AgeingChart>

const itemSums = {
  quantity: num('数量'),
  receivableFen: fenSchema('应收'),
  discountFen: fenSchema('优惠'),
  paidFen: fenSchema('实收'),
  unpaidFen: fenSchema('未收'),
}
const ChargeProject = obj({
  rowId: str(),
  category: str(),
  categoryName: str('费用大类'),
  projectChildId: nul(str()),
  name: str('费用项目'),
  residents: int('人数'),
  ...itemSums,
  /** Per cent of everything receivable. */
  share: nul(num('占比')),
})
export type ChargeProjectRowData = Static<typeof ChargeProject>
const ChargeProjectSums = obj({ residents: int('人数'), ...itemSums })
export type ChargeProjectSumsData = Static<typeof ChargeProjectSums>
const ItemChart = obj({
  items: list(obj({ name: str(), receivableFen: fenSchema('应收'), paidFen: fenSchema('实收') })),
})
export type ItemChartData = Static<typeof ItemChart>

/** Why a month asks for another amount than the one before. */
export const DifferenceReason = options('DifferenceReason', '差异原因', [
  ['MOVED_IN', '入住'],
  ['MOVED_OUT', '退住'],
  ['BED', '调床'],
  ['LEVEL', '调级'],
  ['LEAVE', '请假'],
  ['PRICE', '价格'],
  ['DAYS', '居住天数'],
  ['ITEMS', '项目增减'],
  ['ONCE', '一次性及医疗'],
  ['DISCOUNT', '优惠'],
  ['SUBSIDY', '补贴'],
])
export type DifferenceReasonValue = Static<typeof DifferenceReason.schema>

const differing = {
  lastFen: fenSchema('上月应收'),
  thisFen: fenSchema('本月应收'),
  differenceFen: fenSchema('差额'),
  paidFen: fenSchema('本月实收'),
  unpaidFen: fenSchema('未收'),
}
const Part = obj({ reason: DifferenceReason.schema, fen: fenSchema('差额') })
const Difference = obj({
  ...ResidentPart,
  rowId: str(),
  owedFen: fenSchema('欠费'),
  month: str('月份'),
  ...differing,
  /** They add up to the difference. */
  parts: list(Part),
  /** The parts in words, for paper and file. */
  reason: str('差异原因'),
  /** What happened to the resident in these two months. */
  events: list(obj({ day: str(), content: str() })),
})
export type DifferenceRowData = Static<typeof Difference>
const DifferenceSums = obj({ residents: int('人数'), ...differing })
export type DifferenceSumsData = Static<typeof DifferenceSums>
const ReasonChart = obj({
  reasons: list(obj({ reason: DifferenceReason.schema, residents: int('人次'), fen: fenSchema('差额') })),
})
export type ReasonChartData = Static<typeof ReasonChart>

const bedSums = {
  occupiedDays: int('占用天数'),
  emptyDays: int('空置天数'),
  receivableFen: fenSchema('应收床位费'),
  paidFen: fenSchema('实收'),
  /** Per cent of the days that have passed. */
  rate: nul(num('入住率')),
}
const Rent = obj({
  rowId: str(),
  bedId: str(),
  month: str('月份'),
  buildingName: str('楼栋'),
  floorName: str('楼层'),
  roomName: str('房间'),
  bedName: str('床位'),
  roomKind: str('房型'),
  oldmanNames: str('老人'),
  priceFen: nul(fenSchema('单价')),
  ...bedSums,
})
export type RentRowData = Static<typeof Rent>
const RentSums = obj({ beds: int('床位'), ...bedSums })
export type RentSumsData = Static<typeof RentSums>
const RentChart = obj({
  months: list(obj({ month: str('月份'), rate: nul(num('入住率')), receivableFen: fenSchema('应收床位费') })),
})
export type RentChartData = Static<typeof RentChart>

export const reportBills = noun('expense', 'reportBills', {
  title: '应收与床位报表',
  calls: {
    receivalbe: reportCall('receivalbe', {
      title: '应收报表',
      row: Receivable,
      sums: ReceivableSums,
      query: reportQuery({
        state: opt(OwedState.schema),
        ageing: opt(Ageing.schema),
        billNo: opt(text('账单号', { max: 40 })),
      }),
      chart: AgeingChart,
    }),
    chargeProject: reportCall('chargeProject', {
      title: '收费项目统计',
      row: ChargeProject,
      sums: ChargeProjectSums,
      query: reportQuery({ kind: opt(IncomeKind.schema), projectChildId: opt(id('费用项目', { of: 'feeChild' })) }),
      chart: ItemChart,
    }),
    difference: reportCall('difference', {
      title: '差额报表',
      row: Difference,
      sums: DifferenceSums,
      query: reportQuery({ reason: opt(DifferenceReason.schema), same: opt(bool('包括没有差异的老人')) }),
      chart: ReasonChart,
    }),
    rent: reportCall('rent', {
      title: '床位费报表',
      row: Rent,
      sums: RentSums,
      query: reportQuery({ bedId: opt(id('床位', { of: 'bed' })), vacant: opt(bool('只看有空置')) }),
      chart: RentChart,
    }),
  },
  pages: {
    receivalbe: reportPage('receivalbe', '应收报表', { state: 'OPEN' }, { order: 33 }),
    chargeProject: reportPage('chargeProject', '收费项目统计', byMonth(0), { fixed: { size: 100 } }),
    difference: reportPage('difference', '差额报表', byMonth(0)),
    rent: reportPage('rent', '床位费报表', byMonth(0)),
  },
})
