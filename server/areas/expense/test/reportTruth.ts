// The totals of the twenty reports once more, added up row by row in plain JavaScript: it shares nothing with the reports
// but the tables, so that both are wrong together only if the tables are.
import type { Pool } from 'pg'
import { REPORTS, type ReportName } from '#contract/expense/reportKit'

type Row = Record<string, unknown>
type Figures = Record<string, number>

export interface Truth {
  pool: Pool
  orgId: string
  /** The sums of a report as somebody sees them who sees everybody. */
  sumsOf(name: ReportName, query: Record<string, string>): Promise<Record<string, number>>
}

const TABLES = [
  'ledger',
  'bill',
  'bill_line',
  'pay_share',
  'charge',
  'reservation',
  'settlement',
  'cash_day',
  'month_close',
]

type Tables = Record<string, Row[]>

async function load(pool: Pool, orgId: string): Promise<Tables> {
  const tables: Tables = {}
  for (const table of TABLES) {
    tables[table] = (await pool.query<Row>(`select * from ${table} where org_id = $1`, [orgId])).rows
  }
  return tables
}

const text = (row: Row, key: string) => (row[key] === null ? '' : String(row[key]))
const dayOf = (row: Row, key = 'day') => text(row, key).slice(0, 10)
const fen = (row: Row, key: string) => Number(row[key] ?? 0)
const sum = (rows: readonly Row[], of: string | ((row: Row) => number)) =>
  rows.reduce((all, row) => all + (typeof of === 'string' ? fen(row, of) : of(row)), 0)

const lastDay = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return `${month}-${new Date(Date.UTC(year, at, 0)).getUTCDate()}`
}
const monthBefore = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, at - 2, 1)).toISOString().slice(0, 7)
}
const nextMonth = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
}

const wentOut = (entry: Row) => fen(entry, 'trade_class') === 4 || entry.trade_type === 'REFUND_DEPOSIT'
const asked = (line: Row) => fen(line, 'amount_fen') - fen(line, 'discount_fen') - fen(line, 'subsidy_fen')

/** What every report must say about a month. */
export function truthOf(tables: Tables, month: string): Partial<Record<ReportName, Figures>> {
  const first = `${month}-01`
  const last = lastDay(month)
  const closed = tables.month_close!.filter((row) => row.closed).map((row) => text(row, 'month'))
  const until = closed.sort().at(-1) ?? ''
  // A month that is closed stands as on its last day.
  const counts = (day: string) => month > until || day <= last
  const within = (day: string) => day >= first && day <= last
  const entries = tables.ledger!.filter((row) => within(dayOf(row)))
  const cash = entries.filter((row) => fen(row, 'cash_fen') !== 0)
  const shares = tables.pay_share!.filter((row) => within(dayOf(row)))
  const came = shares.filter((row) => !row.refund)
  const issued = new Set(tables.bill!.filter((row) => row.stage === 'ISSUED').map((row) => row.bill_id))
  const linesOf = (of: string) => tables.bill_line!.filter((row) => row.month === of && issued.has(row.bill_id))
  const lines = linesOf(month)
  const paidOn = (some: readonly Row[]) => {
    const ids = new Set(some.map((row) => row.line_id))
    return sum(
      tables.pay_share!.filter((row) => ids.has(row.line_id) && counts(dayOf(row))),
      'amount_fen',
    )
  }
  const beds = lines.filter((row) => row.category === '1')
  const medical = tables.charge!.filter((row) => row.kind === 'MEDICAL' && row.state !== 'VOID' && within(dayOf(row)))
  const medicalIds = new Set(medical.map((row) => `${row.charge_id} ${row.bill_id}`))
  const medicalLines = tables.bill_line!.filter(
    (row) => row.ref_kind === 'charge' && medicalIds.has(`${row.ref_id} ${row.bill_id}`),
  )
  const held = (day: string, ...keys: string[]) =>
    sum(
      tables.ledger!.filter((row) => dayOf(row) <= day),
      (row) => keys.reduce((all, key) => all + fen(row, key), 0),
    )
  const before = new Date(Date.parse(`${first}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const openDay = until === '' ? '' : nextMonth(until)
  const settled = tables.settlement!.filter((row) => {
    const leaving = dayOf(row, 'checkout_date')
    return within(row.book_day ? dayOf(row, 'book_day') : leaving > openDay ? leaving : openDay)
  })
  const paidOut = (row: Row) =>
    row.state === 'CONFIRMED'
      ? fen(row, 'refund_fen')
      : Number((row.statement as { sums?: { refundFen?: number } } | null)?.sums?.refundFen ?? 0)
  const receivable = sum(lines, asked)
  const paid = paidOn(lines)
  const type = (...names: string[]) => entries.filter((row) => names.includes(text(row, 'trade_type')))
  return {
    payment: {
      amountFen: sum(
        cash.filter((row) => !wentOut(row)),
        'cash_fen',
      ),
    },
    refund: { amountFen: -sum(cash.filter(wentOut), 'cash_fen') },
    advance: {
      amountFen: sum(
        type('PRESTORE').filter((row) => fen(row, 'way') > 1),
        'cash_fen',
      ),
    },
    collectFees: {
      amountFen: sum(
        cash.filter((row) => !wentOut(row)),
        'cash_fen',
      ),
      refundFen: -sum(cash.filter(wentOut), 'cash_fen'),
      dueFen: sum(cash, 'cash_fen'),
      countedFen: sum(
        tables.cash_day!.filter((row) => within(dayOf(row))),
        'counted_fen',
      ),
    },
    monthIn: {
      bedFen: sum(
        came.filter((row) => row.category === '1'),
        'amount_fen',
      ),
      careFen: sum(
        came.filter((row) => row.category === '2'),
        'amount_fen',
      ),
      totalFen: sum(came, 'amount_fen'),
      refundFen: -sum(
        shares.filter((row) => row.refund),
        'amount_fen',
      ),
      netFen: sum(shares, 'amount_fen'),
    },
    inDetail: {
      amountFen: sum(came, 'amount_fen'),
      outsideFen: sum(
        came.filter((row) => row.paid_from === 'CASH'),
        'amount_fen',
      ),
      balanceFen: sum(
        came.filter((row) => row.paid_from === 'BALANCE'),
        'amount_fen',
      ),
      giftFen: sum(
        came.filter((row) => row.paid_from === 'GIFT'),
        'amount_fen',
      ),
      depositFen: sum(
        came.filter((row) => row.paid_from === 'DEPOSIT'),
        'amount_fen',
      ),
    },
    consumeDetail: {
      amountFen: -sum(
        entries.filter((row) => row.trade_type !== 'BILL'),
        'receivable_fen',
      ),
    },
    reservation: { amountFen: sum(type('BOOKING'), 'booking_fen') },
    booking: {
      amountFen: sum(
        tables.reservation!.filter((row) => within(dayOf(row, 'reserve_date'))),
        'booking_fen',
      ),
    },
    balance: {
      openingFen: held(before, 'balance_fen', 'gift_fen'),
      closingFen: held(last, 'balance_fen', 'gift_fen'),
      prestoreFen: sum(type('PRESTORE'), (row) => fen(row, 'balance_fen') + fen(row, 'gift_fen')),
      refundFen: -sum(
        type('REFUND_BALANCE', 'REFUND_CHECKOUT'),
        (row) => fen(row, 'balance_fen') + fen(row, 'gift_fen'),
      ),
    },
    deposit: {
      openingFen: held(before, 'deposit_fen'),
      closingFen: held(last, 'deposit_fen'),
      paysFen: -sum(type('DEPOSIT_PAYS'), 'deposit_fen'),
    },
    balanceDeposit: {
      allFen: held(last, 'balance_fen', 'gift_fen', 'deposit_fen'),
      depositFen: held(last, 'deposit_fen'),
    },
    refundable: {
      balanceFen: sum(tables.ledger!, 'balance_fen'),
      giftFen: sum(tables.ledger!, 'gift_fen'),
      depositFen: sum(tables.ledger!, 'deposit_fen'),
      unpaidFen: sum(tables.ledger!, 'receivable_fen'),
    },
    medical: {
      amountFen: sum(medical, 'amount_fen'),
      insuredFen: sum(medical, 'insured_fen'),
      ownFen: sum(medical, (row) => fen(row, 'amount_fen') - fen(row, 'insured_fen')),
      paidFen: paidOn(medicalLines),
    },
    chargeProject: {
      receivableFen: receivable,
      discountFen: sum(lines, 'discount_fen'),
      paidFen: paid,
      unpaidFen: receivable - paid,
    },
    difference: { differenceFen: receivable - sum(linesOf(monthBefore(month)), asked) },
    income: {
      netFen: receivable,
      grossFen: sum(
        lines.filter((row) => row.source !== 'LEAVE'),
        'amount_fen',
      ),
      leaveFen: sum(
        lines.filter((row) => row.source === 'LEAVE'),
        'amount_fen',
      ),
      discountFen: -sum(lines, 'discount_fen'),
      subsidyFen: -sum(lines, 'subsidy_fen'),
    },
    rent: { receivableFen: sum(beds, asked), paidFen: paidOn(beds) },
    receivalbe: { receivableFen: receivable, paidFen: paid, unpaidFen: receivable - paid },
    checkOut: { refundFen: sum(settled, paidOut) },
  }
}

/** Every figure of these months on which a report is not what the rows come to; nothing where all is well. */
export async function reportTruth({ pool, orgId, sumsOf }: Truth, months: readonly string[]): Promise<string[]> {
  const tables = await load(pool, orgId)
  const wrong: string[] = []
  for (const month of months) {
    const truth = truthOf(tables, month)
    for (const name of REPORTS) {
      const said = await sumsOf(name, { from: `${month}-01`, to: lastDay(month) })
      for (const [key, expected] of Object.entries(truth[name]!)) {
        if (said[key] !== expected) wrong.push(`${month} ${name}.${key}: ${said[key]}, rows ${expected}`)
      }
    }
  }
  return wrong
}
