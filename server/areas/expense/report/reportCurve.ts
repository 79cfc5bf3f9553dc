// Curves of the reports: by day for a month or two, by month for longer periods.
import type { CurveData } from '#contract/expense/reportWords'
import type { Caller } from '#server/kit/caller'
import { type Bind, bindFor, ledgerSums, ofResidents, type Period, type Residents } from './reportKit.ts'

const LONGEST_BY_DAY = 62

/** Shown by month; its sums can be added up from the same rows. */
export const isLong = (period: Period) => days(period) > LONGEST_BY_DAY

interface CurveInput {
  period: Period
  residents: Residents
  /** In the words of ledgerSums; binds begin behind the organisation. */
  where(bind: Bind): string[]
  /** About entries `l` alone. */
  entryWhere?(bind: Bind): string[]
  /** sum(cash_fen) unless told. */
  sum?: string
  entriesOnly?: boolean
}

type Point = CurveData['points'][number]

const days = ({ from, to }: Period) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** Every day or month of the period, also those without money. */
export function filled(period: Period, unit: 'day' | 'month', known: readonly Point[]): Point[] {
  const at = new Map(known.map((point) => [point.at, point]))
  const points: Point[] = []
  const day = new Date(`${unit === 'day' ? period.from : `${period.from.slice(0, 7)}-01`}T00:00:00Z`)
  for (;;) {
    const name = day.toISOString().slice(0, unit === 'day' ? 10 : 7)
    if (name > period.to) return points
    points.push(at.get(name) ?? { at: name, fen: 0 as Point['fen'], entries: 0 })
    if (unit === 'day') day.setUTCDate(day.getUTCDate() + 1)
    else day.setUTCMonth(day.getUTCMonth() + 1)
  }
}

export async function curveOf(who: Caller, input: CurveInput): Promise<CurveData> {
  const bind = bindFor(who)
  const { period, residents, sum = 'sum(cash_fen)' } = input
  if (!isLong(period)) {
    const text = `select to_char(s.day, 'YYYY-MM-DD') as at, coalesce(${sum}, 0)::bigint as fen, count(*) as entries
      from (select day, oldman_id, trade_class, trade_type, coalesce(way, 0) as way, coalesce(user_id, '') as user_id, refund,
          amount_fen, cash_fen, balance_fen, gift_fen, deposit_fen, booking_fen, receivable_fen, income_fen from ledger l
        where l.org_id = $1 and day between ${bind.add(period.from)} and ${bind.add(period.to)}
          and ${ofResidents(residents, 'oldman_id', bind)} and ${['true', ...(input.entryWhere?.(bind) ?? [])].join(' and ')}) s
      where ${['true', ...input.where(bind)].join(' and ')} group by 1`
    const found = await who.app.pool.query<Point>(text, bind.values)
    return { unit: 'day', points: filled(period, 'day', found.rows) }
  }
  const rows = await ledgerSums<Point>(who, {
    period,
    residents,
    bind,
    where: input.where(bind),
    ...(input.entryWhere && { entryWhere: input.entryWhere(bind) }),
    ...(input.entriesOnly && { entriesOnly: true }),
    by: { at: `to_char(month, 'YYYY-MM')` },
    sums: { fen: sum, entries: 'sum(entries)' },
  })
  return { unit: 'month', points: filled(period, 'month', rows) }
}
