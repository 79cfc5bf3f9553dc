// Periods that end in a closed month are shown as they stood at its end: bills and lines of closed months never change, and
// of what was paid on them only what had come by then counts. What came later is told beside.
import type { ReportClosedData } from '#contract/expense/reportKit'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { type Bind, bindFor, lastOfMonth, ofResidents, type Period, type Residents } from './reportKit.ts'

/** The last closed month, yyyy-MM; everything before it is closed too. */
export async function closedUntil(who: Caller): Promise<string | null> {
  const found = await who.app.pool.query<{ month: string | null }>({
    name: 'closed_until',
    text: 'select closed_until($1) as month',
    values: [who.orgId],
  })
  return found.rows[0]!.month
}

/** The last day of a period that ends in a closed month; null where it counts as it is now. */
export async function standsAt(who: Caller, period: Pick<Period, 'to'> | null): Promise<string | null> {
  if (!period) return null
  const until = await closedUntil(who)
  const month = period.to.slice(0, 7)
  return until !== null && month <= until ? lastOfMonth(month) : null
}

/** Paid on lines after that day, by line: to be taken off what is paid on them now. */
export const paidLater = (at: string, bind: Bind) =>
  `(select line_id, sum(amount_fen) as fen from pay_share where org_id = $1 and day > ${bind.add(at)} group by line_id)`

/** The same by bill. */
export const billsPaidLater = (at: string, bind: Bind) =>
  `(select bill_id, sum(amount_fen) as fen from pay_share where org_id = $1 and day > ${bind.add(at)} group by bill_id)`

interface AfterInput {
  period: Period
  residents: Residents
  /** Categories that count; all unless told. */
  categories?: readonly string[] | null
}

const CORRECTED = (input: AfterInput, bind: Bind) =>
  `select l.month, sum(l.amount_fen - l.discount_fen - l.subsidy_fen)::bigint as fen from bill_line l
   join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id and b.stage = 'ISSUED'
   where l.org_id = $1 and l.service_month < l.month and l.ref_kind in ('month', 'manual', 'outing')
     and l.service_month between ${bind.add(input.period.from.slice(0, 7))} and ${bind.add(input.period.to.slice(0, 7))}
     and l.month > ${bind.add(input.period.to.slice(0, 7))} and ${ofResidents(input.residents, 'l.oldman_id', bind)}
     ${input.categories ? `and l.category = any(${bind.add(input.categories)})` : ''}
   group by l.month order by l.month`

/** What later bills corrected of the months of a closed period, by the month they were booked into. */
export async function correctedAfter(
  who: Caller,
  at: string | null,
  input: AfterInput,
): Promise<ReportClosedData | null> {
  if (!at) return null
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ month: string; fen: Fen }>(CORRECTED(input, bind), bind.values)
  return { at, corrections: found.rows }
}

interface EntriesAfter {
  period: Period
  residents: Residents
  /** Conditions about the original entry `o`. */
  where: (bind: Bind) => readonly string[]
  /** Over the entry `l` that takes it back. */
  sum: string
}

/** Entries of a closed period that were taken back later, by the month in which they were. */
export async function takenBackAfter(
  who: Caller,
  at: string | null,
  input: EntriesAfter,
): Promise<ReportClosedData | null> {
  if (!at) return null
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ month: string; fen: Fen }>(
    `select to_char(l.day, 'YYYY-MM') as month, sum(${input.sum})::bigint as fen from ledger l
     join ledger o on o.org_id = l.org_id and o.entry_id = l.reversal_of
     where l.org_id = $1 and l.day > ${bind.add(at)} and l.reversal_of is not null and o.org_id = $1
       and o.day between ${bind.add(input.period.from)} and ${bind.add(input.period.to)}
       and ${[ofResidents(input.residents, 'o.oldman_id', bind), ...input.where(bind)].join(' and ')}
     group by 1 order by 1`,
    bind.values,
  )
  return { at, corrections: found.rows }
}
