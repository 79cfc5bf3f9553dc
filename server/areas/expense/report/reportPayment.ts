// 缴费报表 and 预存报表: entries that brought money into the house, also when they were taken back.

import type {
  AdvanceRowData,
  AdvanceSumsData,
  PaymentRowData,
  PaymentSumsData,
  reportCash,
} from '#contract/expense/reportCash'
import { TradeClass } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { bindFor, CASH, houseMonths, ledgerSumsSql, ofResidents, type Period, type Residents } from './reportKit.ts'
import { aboutPapers, type MoneyQuery, moneyFilters, moneyReport, paperFilters } from './reportMoney.ts'

/** A gift stands with the first prestore of its act. */
const GIVES = `l.trade_type = 'PRESTORE' and g.org_id = l.org_id and g.group_id = l.group_id and g.trade_type = 'GIFT'
  and g.oldman_id = l.oldman_id and (g.reversal_of is null) = (l.reversal_of is null)
  and not exists (select from ledger p where p.org_id = l.org_id and p.group_id = l.group_id and p.trade_type = 'PRESTORE'
    and p.oldman_id = l.oldman_id and p.seq < l.seq and (p.reversal_of is null) = (l.reversal_of is null))`
const GIFT_OF = `(select coalesce(sum(g.gift_fen), 0)::bigint from ledger g where ${GIVES})`
const RULE_OF = `(select string_agg(distinct r.name, '、') from ledger g join discount_rule r on r.org_id = g.org_id
  and r.set_id = g.rule_id where ${GIVES})`

/** All gifts of the period, without those that were taken back alone: there are few, so these are looked for. */
async function allGifts(who: Caller, q: MoneyQuery, period: Period, residents: Residents): Promise<Fen> {
  const bind = bindFor(who)
  const user = (column: string) => (q.userId ? [`${column} = ${bind.add(q.userId)}`] : [])
  const monthly = ledgerSumsSql({
    period,
    residents,
    bind,
    house: await houseMonths(who, { period, residents }),
    where: [`trade_type = 'GIFT'`, ...user('user_id')],
    entryWhere: [`l.trade_type = 'GIFT'`],
    sums: { fen: 'sum(gift_fen)' },
  })
  const alone = [
    `g.org_id = $1 and g.trade_type = 'GIFT' and g.reversal_of is not null`,
    `g.day between ${bind.add(period.from)} and ${bind.add(period.to)}`,
    ofResidents(residents, 'g.oldman_id', bind),
    ...user('g.user_id'),
  ].join(' and ')
  const found = await who.app.pool.query<{ fen: Fen }>(
    `select (${monthly}) - (select coalesce(sum(g.gift_fen), 0) from ledger g where ${alone} and not exists (
      select from ledger l where ${GIVES}))::bigint as fen`,
    bind.values,
  )
  return found.rows[0]!.fen
}

/** Gifts that stand in the rows: one that was taken back alone has no payment to stand with. */
async function giftsOf(who: Caller, q: MoneyQuery, period: Period, residents: Residents): Promise<Fen> {
  if (q.type && q.type !== 'PRESTORE') return 0 as Fen
  if (!q.way && !aboutPapers(q)) return allGifts(who, q, period, residents)
  const bind = bindFor(who)
  const where = [
    `g.org_id = $1 and g.trade_type = 'GIFT' and g.day between ${bind.add(period.from)} and ${bind.add(period.to)}`,
    ofResidents(residents, 'g.oldman_id', bind),
    ...moneyFilters(q, bind).map((one) => `l.${one}`),
    ...paperFilters(q, bind),
  ]
  const found = await who.app.pool.query<{ fen: Fen }>(
    `select coalesce(sum(g.gift_fen), 0)::bigint as fen from ledger g join ledger l on ${GIVES} where ${where.join(' and ')}`,
    bind.values,
  )
  return found.rows[0]!.fen
}

export const paymentReport = (q: InputOf<typeof reportCash.calls.payment>, who: Caller) =>
  moneyReport<PaymentRowData, PaymentSumsData>(
    who,
    q,
    {
      base: ['not refund', CASH],
      entryBase: ['not l.refund', 'l.cash_fen <> 0'],
      amount: 'cash_fen',
      select: `l.cash_fen as "amountFen", ${GIFT_OF} as "giftFen"`,
      reportTitle: '本表收款合计',
      ledgerTitle: '总账 货币资金（收款）',
    },
    async (sums, period, residents) =>
      ({ ...sums, giftFen: await giftsOf(who, q, period, residents) }) as unknown as PaymentSumsData,
  )

export const advanceReport = (q: InputOf<typeof reportCash.calls.advance>, who: Caller) =>
  moneyReport<AdvanceRowData, AdvanceSumsData>(
    who,
    q,
    {
      base: [`trade_type = 'PRESTORE'`, CASH],
      entryBase: [`l.trade_class = ${TradeClass.is.prestore}`, `l.trade_type = 'PRESTORE'`],
      amount: 'cash_fen',
      select: `l.cash_fen as "amountFen", ${GIFT_OF} as "giftFen", ${RULE_OF} as "ruleName",
        l.balance_after as "balanceAfter"`,
      reportTitle: '本表预存合计',
      ledgerTitle: '总账 老人余额（预存）',
    },
    async (sums, period, residents) =>
      ({ ...sums, giftFen: await giftsOf(who, q, period, residents) }) as unknown as AdvanceSumsData,
  )
