// Words and pieces of rows that several reports have.
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { int, list, nul, obj, type Static, str } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { TradeType, TradeWay } from './tradeWords.ts'

/** What became of an entry: it stands, another one took it back, or it takes one back. */
export const EntryState = options('EntryState', '单据状态', [
  ['NORMAL', ['正常', 'green']],
  ['TAKEN_BACK', ['已作废', 'grey']],
  ['REVERSAL', ['红冲', 'red']],
])
export type EntryStateValue = Static<typeof EntryState.schema>

/** The resident of a row, as every report shows one. */
export const ResidentPart = {
  ...ResidentName.properties,
  bedPath: nul(str('床位')),
}

/** An entry of the ledger as a row, with what leads on from it. */
export const EntryPart = {
  entryId: str(),
  groupId: str(),
  /** The day it counts for. */
  day: str('记账日期'),
  at: str('时间'),
  tradeType: TradeType.schema,
  way: nul(TradeWay.schema),
  content: str('费用说明'),
  billId: nul(str()),
  billMonth: nul(str('账期')),
  receiptId: nul(str()),
  receiptNo: nul(str('收据号')),
  userId: nul(str()),
  userName: str('经办人'),
  state: EntryState.schema,
  reversalOf: nul(str()),
  remark: nul(str('备注')),
}

/** What came in by each column of ways. */
export const WaySums = {
  cashFen: fenSchema('现金'),
  wechatFen: fenSchema('微信'),
  alipayFen: fenSchema('支付宝'),
  bankFen: fenSchema('银联'),
  transferFen: fenSchema('转账'),
  otherFen: fenSchema('其他'),
}
export type WaySumsData = Record<keyof typeof WaySums, Static<(typeof WaySums)['cashFen']>>

/** A curve over days, or over months where the period is long. */
export const Curve = obj({
  unit: options('CurveUnit', '单位', [
    ['day', '日'],
    ['month', '月'],
  ]).schema,
  points: list(obj({ at: str(), fen: fenSchema('金额'), entries: int('笔数') })),
})
export type CurveData = Static<typeof Curve>
