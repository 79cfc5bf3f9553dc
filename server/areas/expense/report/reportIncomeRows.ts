// 收入统计: what bills of each month earned by kind, or what was received on them, beside the month and the year before.
import { IncomeKind, type IncomeKindValue, KIND_CATEGORIES, kindOf } from '#contract/expense/incomeKinds'
import type { IncomeChartData, IncomeRowData, IncomeSumsData, reportIncome } from '#contract/expense/reportIncome'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { lineSumsOf } from '#server/areas/expense/sums/houseLines'
import type { Caller } from '#server/kit/caller'
import { addEarned, differingBills, earnedBy, ledgerOfBills, papersOf } from './reportBillCheck.ts'
import { correctedAfter, standsAt, takenBackAfter } from './reportClosed.ts'
import { answerReport, checkOf, periodOf, type Residents, residentsOf, slice } from './reportKit.ts'
import { growth, monthFrom, monthsOf, once, percent } from './reportMonths.ts'
import { differingShares, ledgerPaid, sharedFen, shareSums } from './reportShares.ts'

type Query = InputOf<(typeof reportIncome)['calls']['income']>

interface Sum {
  gross: number
  leave: number
  discount: number
  subsidy: number
  refund: number
  net: number
  lines: number
}
const NOTHING: Sum = { gross: 0, leave: 0, discount: 0, subsidy: 0, refund: 0, net: 0, lines: 0 }
const plus = (a: Sum, b: Sum): Sum => ({
  gross: a.gross + b.gross,
  leave: a.leave + b.leave,
  discount: a.discount + b.discount,
  subsidy: a.subsidy + b.subsidy,
  refund: a.refund + b.refund,
  net: a.net + b.net,
  lines: a.lines + b.lines,
})

type Sums = Map<string, Map<IncomeKindValue, Sum>>

function folded(rows: readonly ({ month: string; category: string } & Sum)[]): Sums {
  const sums: Sums = new Map()
  for (const { month, category, ...sum } of rows) {
    const kind = kindOf(category)
    const kinds = sums.get(month) ?? new Map<IncomeKindValue, Sum>()
    kinds.set(kind, plus(kinds.get(kind) ?? NOTHING, sum))
    sums.set(month, kinds)
  }
  return sums
}

/** By the month of the bill. */
async function accrued(
  who: Caller,
  spans: readonly { from: string; to: string }[],
  residents: Residents,
): Promise<Sums> {
  const parts = await Promise.all(spans.map((span) => lineSumsOf(who, span, residents)))
  return folded(
    parts.flat().map(({ month, category, leave, lines, amount, discount, subsidy }) => ({
      month,
      category,
      gross: leave ? 0 : amount,
      leave: leave ? amount : 0,
      discount: -discount,
      subsidy: -subsidy,
      refund: 0,
      net: amount - discount - subsidy,
      lines,
    })),
  )
}

/** By the day of the payment. */
async function received(
  who: Caller,
  periods: readonly { from: string; to: string }[],
  residents: Residents,
): Promise<Sums> {
  const parts = await Promise.all(periods.map((period) => shareSums(who, { period, residents })))
  return folded(
    parts.flat().map(({ month, category, received: gross, refunded, shares }) => ({
      ...NOTHING,
      month,
      category,
      gross,
      refund: refunded,
      net: gross + refunded,
      lines: shares,
    })),
  )
}

const wire = (
  { gross, leave, discount, subsidy, refund, net }: Sum,
  yoy: number | null,
  mom: number | null,
): IncomeSumsData => ({
  grossFen: gross as Fen,
  leaveFen: leave as Fen,
  discountFen: discount as Fen,
  subsidyFen: subsidy as Fen,
  refundFen: refund as Fen,
  netFen: net as Fen,
  yoy,
  mom,
})

/** Null where the kind is whatever no other is. */
const categoriesOf = (kind: IncomeKindValue) => (kind === 'OTHER' ? null : KIND_CATEGORIES[kind])

const endOf = (month: string) =>
  new Date(Date.parse(`${monthFrom(month, 1)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

export async function incomeReport(q: Query, who: Caller) {
  const asked = periodOf(q, 11)
  const months = monthsOf(asked)
  // Whole months: a month of the bill is never cut.
  const period = { from: `${months[0]}-01`, to: endOf(months.at(-1)!) }
  const residents = await residentsOf(who, q)
  const isReceived = q.basis === 'RECEIVED'
  const kinds = IncomeKind.list.map((one) => one.value).filter((kind) => !q.kind || kind === q.kind)
  const all = once(() => {
    const first = monthFrom(months[0]!, -12)
    const last = months.at(-1)!
    // The year before reaches into the period where it is as long as a year.
    const spans =
      months.length > 11
        ? [{ from: first, to: last }]
        : [
            { from: first, to: monthFrom(last, -12) },
            { from: monthFrom(months[0]!, -1), to: last },
          ]
    if (!isReceived) return accrued(who, spans, residents)
    const days = spans.map(({ from, to }) => ({ from: `${from}-01`, to: endOf(to) }))
    return received(who, days, residents)
  })
  const of = (sums: Sums, month: string, kind: IncomeKindValue) => sums.get(month)?.get(kind) ?? NOTHING
  const whole = (sums: Sums, month: string) => kinds.map((kind) => of(sums, month, kind)).reduce(plus, NOTHING)
  const over = (sums: Sums, some: readonly string[]) => some.map((month) => whole(sums, month)).reduce(plus, NOTHING)
  const compared = (month: string, sum: Sum, at: (month: string) => Sum) =>
    wire(sum, growth(sum.net, at(monthFrom(month, -12)).net), growth(sum.net, at(monthFrom(month, -1)).net))
  const yearBefore = (some: readonly string[]) => some.map((month) => monthFrom(month, -12))
  /** Months that had bills a year before too: the others would compare something with nothing. */
  const paired = (sums: Sums) => months.filter((month) => whole(sums, monthFrom(month, -12)).lines > 0)
  const rows = once(async () => {
    const sums = await all()
    return [...months].reverse().flatMap((month) =>
      kinds
        .filter((kind) => of(sums, month, kind).lines > 0)
        .map(
          (kind): IncomeRowData => ({
            rowId: `${month} ${kind}`,
            month,
            kind,
            ...compared(month, of(sums, month, kind), (at) => of(sums, at, kind)),
          }),
        ),
    )
  })
  return answerReport<IncomeRowData, IncomeSumsData, IncomeChartData>(q, {
    period,
    rows: async () => slice(q, await rows()),
    sums: async () => {
      const sums = await all()
      const sum = over(sums, months)
      const both = paired(sums)
      const yoy = growth(over(sums, both).net, over(sums, yearBefore(both)).net)
      return { total: (await rows()).length, sums: wire(sum, yoy, null) }
    },
    subtotals: async (page) => {
      const sums = await all()
      return [...new Set(page.map((row) => row.month))].map((month) => ({
        key: month,
        sums: compared(month, whole(sums, month), (at) => whole(sums, at)),
      }))
    },
    chart: async () => {
      const sums = await all()
      const net = over(sums, months).net
      const both = paired(sums)
      const kindNet = (kind: IncomeKindValue, some: readonly string[]) =>
        some.reduce((sum, month) => sum + of(sums, month, kind).net, 0)
      return {
        months: months.map((month) => ({
          month,
          netFen: whole(sums, month).net as Fen,
          kinds: kinds.map((kind) => ({ kind, netFen: of(sums, month, kind).net as Fen })),
        })),
        shares: kinds
          .map((kind) => {
            const fen = kindNet(kind, months)
            const yoy = growth(kindNet(kind, both), kindNet(kind, yearBefore(both)))
            return { kind, netFen: fen as Fen, share: percent(fen, net), yoy }
          })
          .filter((one) => one.netFen !== 0),
      }
    },
    closed: async () => {
      const at = await standsAt(who, period)
      if (!isReceived)
        return correctedAfter(who, at, { period, residents, categories: q.kind ? categoriesOf(q.kind) : null })
      return takenBackAfter(who, at, {
        period,
        residents,
        where: () => ['o.receivable_fen <> 0', `o.trade_type <> 'BILL'`],
        sum: '-l.receivable_fen',
      })
    },
    check: async () => {
      // Of what was received the ledger knows no kinds: then the check is about all of them.
      const sums = await all()
      const every = months.flatMap((month) => [...(sums.get(month)?.values() ?? [])]).reduce(plus, NOTHING)
      if (isReceived) {
        const input = { period, residents }
        const [paid, shared] = await Promise.all([ledgerPaid(who, input), sharedFen(who, input)])
        return checkOf({
          reportTitle: q.kind ? '各类实收净额' : '本表实收净额',
          reportFen: every.net,
          ledgerTitle: '总账 1122 应收账款（收回）',
          ledgerFen: paid.fen,
          covers: [
            { count: paid.entries, what: '笔缴费' },
            { count: every.lines, what: '条分摊' },
          ],
          also: [{ what: '逐笔分摊', reportFen: shared, otherFen: paid.fen }],
          differing: () => differingShares(who, input),
        })
      }
      const bills = { residents, from: months[0]!, to: months.at(-1)! }
      const [ledger, papers, earned] = await Promise.all([
        ledgerOfBills(who, bills),
        papersOf(who, bills),
        earnedBy(who, bills),
      ])
      const shown = (kind: IncomeKindValue) => months.reduce((sum, month) => sum + of(sums, month, kind).net, 0)
      return checkOf({
        reportTitle: q.kind ? '各类净收入' : '本表净收入',
        reportFen: every.net,
        ledgerTitle: '总账 6001 主营业务收入',
        ledgerFen: ledger.income - ledger.discount - ledger.subsidy,
        covers: [
          { count: ledger.bills, what: '张账单' },
          { count: every.lines, what: '行' },
        ],
        also: [
          ...kinds.map((kind) => ({
            what: `${IncomeKind.label(kind)}净收入`,
            reportFen: shown(kind),
            otherFen: addEarned(earned, 'asked', (category) => kindOf(category) === kind),
          })),
          { what: '优惠前收入', reportFen: every.gross + every.leave, otherFen: ledger.income },
          { what: '优惠', reportFen: -every.discount, otherFen: ledger.discount },
          { what: '补贴', reportFen: -every.subsidy, otherFen: ledger.subsidy },
          { what: '账单行应收', reportFen: papers.lines.asked, otherFen: ledger.receivable },
          { what: '账单行已收', reportFen: papers.lines.paid, otherFen: ledger.paid },
        ],
        differing: () => differingBills(who, bills),
      })
    },
  })
}
