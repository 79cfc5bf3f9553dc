// The totals of all reports of a month, as they are written down when it is closed: a closed month shows them for ever.
import type pg from 'pg'
import { REPORTS, type ReportName } from '#contract/expense/reportKit'
import type { ClosedFigures } from '#server/areas/expense/ledgerTables'
import { balanceDepositReport, balanceReport, depositReport } from '#server/areas/expense/report/reportBalance'
import { bookingReport, reservationReport } from '#server/areas/expense/report/reportBooking'
import { chargeProjectReport } from '#server/areas/expense/report/reportChargeProject'
import { checkOutReport } from '#server/areas/expense/report/reportCheckOut'
import { collectReport } from '#server/areas/expense/report/reportCollect'
import { consumeReport } from '#server/areas/expense/report/reportConsume'
import { differenceReport } from '#server/areas/expense/report/reportDifference'
import { incomeReport } from '#server/areas/expense/report/reportIncomeRows'
import { inDetailReport } from '#server/areas/expense/report/reportInDetail'
import { lastOfMonth } from '#server/areas/expense/report/reportKit'
import { medicalReport } from '#server/areas/expense/report/reportMedical'
import { monthInReport } from '#server/areas/expense/report/reportMonthIn'
import { advanceReport, paymentReport } from '#server/areas/expense/report/reportPayment'
import { receivableReport } from '#server/areas/expense/report/reportReceivable'
import { refundReport } from '#server/areas/expense/report/reportRefund'
import { rentReport } from '#server/areas/expense/report/reportRent'
import type { Caller } from '#server/kit/caller'

type Reported = (q: object, who: Caller) => Promise<{ sums: object | null }>

/** What would be paid back today is about no month. */
const OF_MONTHS = {
  payment: paymentReport,
  monthIn: monthInReport,
  inDetail: inDetailReport,
  refund: refundReport,
  balance: balanceReport,
  advance: advanceReport,
  reservation: reservationReport,
  booking: bookingReport,
  deposit: depositReport,
  balanceDeposit: balanceDepositReport,
  medical: medicalReport,
  collectFees: collectReport,
  chargeProject: chargeProjectReport,
  difference: differenceReport,
  income: incomeReport,
  rent: rentReport,
  receivalbe: receivableReport,
  checkOut: checkOutReport,
  consumeDetail: consumeReport,
} as unknown as Record<Exclude<ReportName, 'refundable'>, Reported>

export const CLOSED_REPORTS = REPORTS.filter((name): name is keyof typeof OF_MONTHS => name in OF_MONTHS)

/** Whoever sees everybody of the organisation, on a connection of their own. */
function wholeHouse(client: pg.ClientBase, orgId: string): Caller {
  return { orgId, userId: '', deptIds: null, may: () => true, app: { pool: client } } as unknown as Caller
}

/** What contracts agree on follows the stays, which are no part of the books. */
const AGREED = ['agreedFen', 'missingFen']

const BED_DAYS = ['beds', 'occupiedDays', 'emptyDays']

const kept = (sums: object | null): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sums ?? {}).filter(
      ([key, value]) =>
        (key.endsWith('Fen') || BED_DAYS.includes(key)) && typeof value === 'number' && !AGREED.includes(key),
    ),
  )

/** Money and bed days on the totals of every report of a month, as one connection sees it. */
export async function figuresOf(client: pg.ClientBase, orgId: string, month: string): Promise<ClosedFigures> {
  const who = wholeHouse(client, orgId)
  const figures: ClosedFigures = {}
  for (const name of CLOSED_REPORTS) {
    const { sums } = await OF_MONTHS[name](
      { from: `${month}-01`, to: lastOfMonth(month), page: 1, size: 1, part: 'page' },
      who,
    )
    figures[name] = kept(sums)
  }
  return figures
}

/** 床位费报表 receivableFen: 1 → 2, for every figure that is not what was closed. */
export function movedFigures(
  closed: ClosedFigures,
  now: ClosedFigures,
): { report: string; key: string; was: number; is: number }[] {
  return Object.entries(closed).flatMap(([report, sums]) =>
    Object.entries(sums)
      .filter(([key, was]) => (now[report]?.[key] ?? 0) !== was)
      .map(([key, was]) => ({ report, key, was, is: now[report]?.[key] ?? 0 })),
  )
}
