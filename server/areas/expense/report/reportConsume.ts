// 消费明细: everything that was paid on bills, from whichever pocket; what was taken back stands with a minus.
import type { ConsumeKindValue, ConsumeRowData, ConsumeSumsData, reportDetail } from '#contract/expense/reportDetail'
import type { CurveData } from '#contract/expense/reportWords'
import type { InputOf } from '#contract/kit/call'
import type { Caller } from '#server/kit/caller'
import { curveOf, filled, isLong } from './reportCurve.ts'
import { entryRows, stateCondition } from './reportEntries.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  CASH,
  checkOf,
  ledgerSums,
  ofResidents,
  periodOf,
  residentsOf,
} from './reportKit.ts'
import { sumShares } from './reportShareSums.ts'
import { differingShares } from './reportShares.ts'

type Query = InputOf<typeof reportDetail.calls.consumeDetail>

const TYPES: Readonly<Record<ConsumeKindValue, readonly string[]>> = {
  BILL: ['PAY_BILL', 'PAY_ONCE', 'REFUND_BILL'],
  SALOON: ['SALOON'],
  MEDICAL: ['PAY_MEDICAL'],
  OFFSET: ['DEPOSIT_PAYS', 'BOOKING_PAYS'],
}
const ALL = Object.values(TYPES).flat()

/** Which pocket an entry was paid from; a share knows it by name. */
const POCKET: Readonly<Record<string, { ledger: string; entry: string }>> = {
  CASH: { ledger: CASH, entry: 'l.cash_fen <> 0' },
  BALANCE: { ledger: 'balance_fen <> 0', entry: 'l.balance_fen <> 0' },
  GIFT: { ledger: 'gift_fen <> 0', entry: 'l.gift_fen <> 0' },
  DEPOSIT: { ledger: `trade_type = 'DEPOSIT_PAYS'`, entry: 'l.deposit_fen <> 0' },
  BOOKING: { ledger: `trade_type = 'BOOKING_PAYS'`, entry: 'l.booking_fen <> 0' },
}

const types = (q: Query) => (q.kind ? TYPES[q.kind] : ALL)
const shared = (q: Query, bind: Bind): string[] => [
  ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
  ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
]
const PAYS = ['l.receivable_fen <> 0', `l.trade_type <> 'BILL'`]
/** A month's sum does not tell balance from gift, and knows nothing of papers. */
const entriesOnly = (q: Query) => Boolean(q.state || q.source === 'BALANCE' || q.source === 'GIFT')

const LINES = `left join lateral (select string_agg(x.name, '、' order by x.sort) as item, count(*) as lines, max(x.quantity) as quantity
  from (select bl.name, bl.sort, bl.quantity from pay_share s join bill_line bl on bl.org_id = s.org_id and bl.line_id = s.line_id
    where s.org_id = l.org_id and s.entry_id = l.entry_id order by bl.sort limit 4) x) it on true`
const KIND = `case l.trade_type when 'SALOON' then 'SALOON' when 'PAY_MEDICAL' then 'MEDICAL' when 'DEPOSIT_PAYS' then 'OFFSET'
  when 'BOOKING_PAYS' then 'OFFSET' else 'BILL' end`
const SOURCE = `case when l.cash_fen <> 0 then 'CASH' when l.gift_fen <> 0 then 'GIFT' when l.deposit_fen <> 0 then 'DEPOSIT'
  when l.booking_fen <> 0 then 'BOOKING' else 'BALANCE' end`

const SUMS = {
  entries: 'sum(entries)',
  amountFen: '-sum(receivable_fen)',
  balanceFen: '-sum(balance_fen)',
  giftFen: '-sum(gift_fen)',
  depositFen: '-sum(deposit_fen)',
  bookingFen: '-sum(booking_fen)',
  outsideFen: 'sum(cash_fen)',
}
type Added = ConsumeSumsData & { entries: number }

export async function consumeReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const where = (bind: Bind) => [
    `trade_type = any(${bind.add(types(q))}::text[])`,
    ...shared(q, bind),
    ...(q.source ? [POCKET[q.source]!.ledger] : []),
  ]
  const entryWhere = () => [...PAYS, ...stateCondition(q.state)]
  // Over a long period the curve and the totals are the same rows.
  let known: Promise<(Added & { at: string })[]> | null = null
  const months = () => {
    const bind = bindFor(who)
    known ??= ledgerSums<Added & { at: string }>(who, {
      period,
      residents,
      bind,
      entriesOnly: entriesOnly(q),
      where: where(bind),
      entryWhere: entryWhere(),
      by: { at: `to_char(month, 'YYYY-MM')` },
      sums: SUMS,
    })
    return known
  }
  return answerReport<ConsumeRowData, ConsumeSumsData, CurveData>(q, {
    period,
    rows: async () => {
      const bind = bindFor(who)
      const rows = await entryRows<ConsumeRowData & { quantity: string | null }>(who, q, {
        period,
        residents,
        bind,
        where: [
          ...PAYS,
          ...(q.kind ? [`l.trade_type = any(${bind.add(types(q))}::text[])`] : []),
          ...shared(q, bind).map((one) => `l.${one}`),
          ...(q.source ? [POCKET[q.source]!.entry] : []),
          ...stateCondition(q.state),
        ],
        select: `${KIND} as kind, b.bill_no as "billNo", coalesce(it.item, l.content) as item,
          case when it.lines = 1 then it.quantity / 1000.0 end as quantity, -l.receivable_fen as "amountFen",
          ${SOURCE} as source, l.balance_after as "balanceAfter"`,
        joins: `left join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id ${LINES}`,
        sorts: { amountFen: '-l.receivable_fen' },
      })
      return rows.map((row) => ({ ...row, quantity: row.quantity === null ? null : Number(row.quantity) }))
    },
    sums: async () => {
      if (isLong(period)) {
        const sums = addUp(await months(), Object.keys(SUMS) as (keyof Added)[]) as Added
        return { total: sums.entries, sums }
      }
      const bind = bindFor(who)
      const [row] = await ledgerSums<Added>(who, {
        period,
        residents,
        bind,
        entriesOnly: entriesOnly(q),
        where: where(bind),
        entryWhere: entryWhere(),
        sums: SUMS,
      })
      return { total: row!.entries, sums: row! }
    },
    chart: async () => {
      if (!isLong(period)) {
        return curveOf(who, {
          period,
          residents,
          where,
          entryWhere,
          sum: '-sum(receivable_fen)',
          entriesOnly: entriesOnly(q),
        })
      }
      const points = (await months()).map(({ at, amountFen, entries }) => ({ at, fen: amountFen, entries }))
      return { unit: 'month', points: filled(period, 'month', points) }
    },
    check: async (sums, total) => {
      const bind = bindFor(who)
      // Shares know neither the kind of trade nor what was taken back: then the entries are named by their ids.
      if (q.kind || q.state) {
        const found = await who.app.pool.query<{ fen: number; shares: number }>(
          `select coalesce(sum(s.amount_fen), 0)::bigint as fen, count(*) as shares from ledger l
            join pay_share s on s.org_id = l.org_id and s.entry_id = l.entry_id
            where ${[
              'l.org_id = $1',
              `l.day between ${bind.add(period.from)} and ${bind.add(period.to)}`,
              ofResidents(residents, 'l.oldman_id', bind),
              ...PAYS,
              `l.trade_type = any(${bind.add(types(q))}::text[])`,
              ...shared(q, bind).map((one) => `l.${one}`),
              ...(q.source ? [POCKET[q.source]!.entry] : []),
              ...stateCondition(q.state),
            ].join(' and ')}`,
          bind.values,
        )
        return check(sums.amountFen, total, found.rows[0]!)
      }
      const [row] = await sumShares<{ fen: number; shares: number }>(who, {
        period,
        residents,
        bind,
        sharesOnly: true,
        where: [...shared(q, bind), ...(q.source ? [`paid_from = ${bind.add(q.source)}`] : [])],
        sums: { fen: 'sum(amount_fen)', shares: 'sum(shares)' },
      })
      return check(sums.amountFen, total, row!)
    },
  })

  function check(amountFen: number, total: number, { fen, shares }: { fen: number; shares: number }) {
    return checkOf({
      reportTitle: '本表消费合计',
      reportFen: amountFen,
      ledgerTitle: '账单 各行已缴',
      ledgerFen: fen,
      covers: [
        { count: total, what: '笔流水' },
        { count: shares, what: '行账单' },
      ],
      differing: () => differingShares(who, { period, residents, way: q.way ?? null, userId: q.userId ?? null }),
    })
  }
}
