// What was received on the lines of bills, by month and category, from the shares of payments.
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { bindFor, type Differing, ledgerSums, ofResidents, type Period, type Residents } from './reportKit.ts'
import { sumShares } from './reportShareSums.ts'
import { openEnd } from './reportStanding.ts'

export interface ShareSum {
  month: string
  category: string
  /** Received, less what was taken back. */
  received: number
  /** Paid back; negative. */
  refunded: number
  shares: number
}

export interface ShareInput {
  period: Period
  residents: Residents
  way?: number | null
  userId?: string | null
  /** From the shares alone, for checks. */
  sharesOnly?: boolean
}

export async function shareSums(who: Caller, input: ShareInput): Promise<ShareSum[]> {
  const bind = bindFor(who)
  const found = await sumShares<ShareSum>(who, {
    period: openEnd(input.period),
    residents: input.residents,
    sharesOnly: input.sharesOnly ?? false,
    bind,
    where: [
      ...(input.way ? [`way = ${bind.add(input.way)}`] : []),
      ...(input.userId ? [`user_id = ${bind.add(input.userId)}`] : []),
    ],
    by: { month: 'month', category: 'category' },
    sums: {
      received: 'sum(amount_fen) filter (where not refund)',
      refunded: 'sum(amount_fen) filter (where refund)',
      shares: 'sum(shares)',
    },
  })
  return found.map((row) => ({ ...row, month: row.month.slice(0, 7) }))
}

/** What the shares come to when they are added up one by one. */
export async function sharedFen(who: Caller, input: ShareInput): Promise<number> {
  const sums = await shareSums(who, { ...input, sharesOnly: true })
  return sums.reduce((fen, one) => fen + one.received + one.refunded, 0)
}

/** The same money as the ledger knows it: what payments took off the receivables, entry by entry. */
export async function ledgerPaid(who: Caller, input: ShareInput): Promise<{ fen: number; entries: number }> {
  const bind = bindFor(who)
  const [row] = await ledgerSums<{ fen: number; entries: number }>(who, {
    period: input.period,
    residents: input.residents,
    bind,
    entriesOnly: true,
    where: [
      `trade_type <> 'BILL'`,
      'receivable_fen <> 0',
      ...(input.way ? [`way = ${bind.add(input.way)}`] : []),
      ...(input.userId ? [`user_id = ${bind.add(input.userId)}`] : []),
    ],
    entryWhere: ['bill_id is not null'],
    sums: { fen: '-sum(receivable_fen)', entries: 'sum(entries)' },
  })
  return row!
}

/** Payments that were not shared out on the lines of their bill to the fen. */
export async function differingShares(who: Caller, input: ShareInput): Promise<Differing[]> {
  const bind = bindFor(who)
  const period = `between ${bind.add(input.period.from)} and ${bind.add(input.period.to)}`
  const found = await who.app.pool.query<{ id: string; no: string; name: string; day: string; fen: number }>(
    `select l.entry_id as id, coalesce(r.receipt_no, b.bill_no, l.content) as no, o.oldman_name as name, l.day,
      (coalesce(s.fen, 0) + l.receivable_fen)::bigint as fen
    from ledger l left join (select entry_id, sum(amount_fen) as fen from pay_share where org_id = $1 and day ${period} group by 1) s using (entry_id)
    join oldman o on o.org_id = l.org_id and o.oldman_id = l.oldman_id
    left join receipt r on r.org_id = l.org_id and r.receipt_id = l.receipt_id
    left join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id
    where l.org_id = $1 and l.day ${period} and l.bill_id is not null and l.trade_type <> 'BILL'
      and ${ofResidents(input.residents, 'l.oldman_id', bind)} and coalesce(s.fen, 0) <> -l.receivable_fen
    order by abs(coalesce(s.fen, 0) + l.receivable_fen) desc limit 20`,
    bind.values,
  )
  if (found.rows.length === 0) return differingMonthShares(who, input)
  return found.rows.map(({ id, no, name, day, fen }) => ({
    kind: 'ENTRY',
    id,
    no,
    fen: fen as Fen,
    why: `${name} ${day} 的缴费与分到账单行上的金额不符`,
  }))
}

/** Residents whose monthly sums of shares are not those of the shares. */
async function differingMonthShares(who: Caller, input: ShareInput): Promise<Differing[]> {
  const bind = bindFor(who)
  const within = (column: string) =>
    `${column} between date_trunc('month', ${bind.add(input.period.from)}::date) and ${bind.add(input.period.to)}`
  const residents = ofResidents(input.residents, 'oldman_id', bind)
  const found = await who.app.pool.query<{ id: string; name: string; month: string; fen: number }>(
    `select oldman_id as id, o.oldman_name as name, to_char(month, 'YYYY-MM') as month,
      (coalesce(m.fen, 0) - coalesce(s.fen, 0))::bigint as fen
    from (select oldman_id, month, sum(amount_fen) as fen from pay_share_month
        where org_id = $1 and ${within('month')} and ${residents} group by 1, 2) m
    full join (select oldman_id, date_trunc('month', day)::date as month, sum(amount_fen) as fen from pay_share
        where org_id = $1 and ${within('day')} and ${residents} group by 1, 2) s using (oldman_id, month)
    join oldman o using (oldman_id) where o.org_id = $1 and coalesce(m.fen, 0) <> coalesce(s.fen, 0) limit 20`,
    bind.values,
  )
  return found.rows.map(({ id, name, month, fen }) => ({
    kind: 'ACCOUNT',
    id,
    no: name,
    fen: fen as Fen,
    why: `${name} ${month} 缴费分摊的月度合计与逐笔分摊不符`,
  }))
}
