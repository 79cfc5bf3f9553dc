// Reports of what the house keeps for its residents: balances and deposits and how they moved, what would be paid back.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { bool, int, list, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { byDay, reportCall, reportPage, reportQuery } from './reportKit.ts'
import { ResidentPart } from './reportWords.ts'

const balanceMoves = {
  openingFen: fenSchema('期初余额'),
  prestoreFen: fenSchema('预存'),
  giftFen: fenSchema('赠送'),
  inFen: fenSchema('转入'),
  paidFen: fenSchema('缴费支出'),
  refundFen: fenSchema('退款'),
  outFen: fenSchema('转出'),
  closingFen: fenSchema('期末余额'),
}
const Balance = obj({ ...ResidentPart, owedFen: fenSchema('欠费'), ...balanceMoves })
export type BalanceRowData = Static<typeof Balance>
const BalanceSums = obj({ residents: int('人数'), living: int('其中在住'), ...balanceMoves })
export type BalanceSumsData = Static<typeof BalanceSums>

const depositMoves = {
  agreedFen: fenSchema('应收押金'),
  openingFen: fenSchema('期初'),
  takenFen: fenSchema('收取'),
  inFen: fenSchema('转入'),
  refundFen: fenSchema('退还'),
  outFen: fenSchema('转出'),
  paysFen: fenSchema('抵扣'),
  closingFen: fenSchema('期末'),
  /** What is agreed and not there; negative where more was taken than agreed. */
  missingFen: fenSchema('差额'),
}
const Deposit = obj({ ...ResidentPart, owedFen: fenSchema('欠费'), ...depositMoves })
export type DepositRowData = Static<typeof Deposit>
const DepositSums = obj({ residents: int('人数'), living: int('其中在住'), ...depositMoves })
export type DepositSumsData = Static<typeof DepositSums>

const pockets = {
  balanceFen: fenSchema('余额'),
  giftFen: fenSchema('赠送余额'),
  depositFen: fenSchema('押金'),
  allFen: fenSchema('合计'),
}
const BalanceDeposit = obj({
  ...ResidentPart,
  owedFen: fenSchema('欠费'),
  ...pockets,
  lastTradeAt: nul(str('最近交易时间')),
})
export type BalanceDepositRowData = Static<typeof BalanceDeposit>
const BalanceDepositSums = obj({ residents: int('人数'), living: int('其中在住'), ...pockets })
export type BalanceDepositSumsData = Static<typeof BalanceDepositSums>

const refunds = {
  balanceFen: fenSchema('余额'),
  giftFen: fenSchema('赠送余额'),
  depositFen: fenSchema('押金'),
  unpaidFen: fenSchema('未缴账单'),
  /** As if the resident left today; negative where a bill asked for days that are still to come. */
  unbilledFen: fenSchema('未出账费用'),
  refundFen: fenSchema('可退金额'),
  supplementFen: fenSchema('需补金额'),
}
const Refundable = obj({ ...ResidentPart, owedFen: fenSchema('欠费'), ...refunds })
export type RefundableRowData = Static<typeof Refundable>
const RefundableSums = obj({ residents: int('人数'), living: int('其中在住'), ...refunds })
export type RefundableSumsData = Static<typeof RefundableSums>

/** What the accounts held together at the end of each month. */
const Held = obj({ points: list(obj({ month: str('月份'), closingFen: fenSchema('月末结余') })) })
export type HeldData = Static<typeof Held>

/** Residents without money and without movement are left out unless asked for. */
const empty = { empty: opt(bool('包括没有金额的老人')) }

export const reportAccounts = noun('expense', 'reportAccounts', {
  title: '余额押金报表',
  calls: {
    balance: reportCall('balance', {
      title: '余额报表',
      row: Balance,
      sums: BalanceSums,
      query: reportQuery(empty),
      chart: Held,
    }),
    deposit: reportCall('deposit', {
      title: '押金报表',
      row: Deposit,
      sums: DepositSums,
      query: reportQuery({ ...empty, missing: opt(bool('只看未足额')) }),
      chart: Held,
    }),
    balanceDeposit: reportCall('balanceDeposit', {
      title: '余额押金汇总',
      row: BalanceDeposit,
      sums: BalanceDepositSums,
      query: reportQuery(empty),
    }),
    refundable: reportCall('refundable', {
      title: '应退报表',
      row: Refundable,
      sums: RefundableSums,
      query: reportQuery({ ...empty, supplement: opt(bool('只看需补缴')) }),
    }),
  },
  pages: {
    balance: reportPage('balance', '余额报表', byDay(0)),
    deposit: reportPage('deposit', '押金报表', byDay(0)),
    balanceDeposit: reportPage('balanceDeposit', '余额押金汇总', {}, { order: 34 }),
    refundable: reportPage('refundable', '应退报表', {}),
  },
})
