// The check of reports about bills: lines and heads of bills against the entries of the ledger that are about them. Where
// the sums differ, the bills are compared one by one.
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { billsPaidLater, paidLater } from './reportClosed.ts'
import { type Bind, bindFor, type Differing, ofResidents, type Residents } from './reportKit.ts'

export interface BillsOf {
  residents: Residents
  /** yyyy-MM, both with; null without a bound. */
  from: string | null
  to: string | null
  /** Further conditions about the bill `b`. */
  where?: (bind: Bind) => string[]
  /** yyyy-MM-dd: payments that came later do not count; null counts all. */
  at?: string | null
}

const monthsWithin = (column: string, { from, to }: BillsOf, bind: Bind) => [
  ...(from ? [`${column} >= ${bind.add(from)}`] : []),
  ...(to ? [`${column} <= ${bind.add(to)}`] : []),
]

/** Issued bills. */
export const billConditions = (input: BillsOf, bind: Bind) =>
  [
    'b.org_id = $1',
    `b.stage = 'ISSUED'`,
    ...monthsWithin('b.month', input, bind),
    ofResidents(input.residents, 'b.oldman_id', bind),
    ...(input.where?.(bind) ?? []),
  ].join(' and ')

/** The same months and residents of bill_sum `s`, which knows issued bills only. */
export const sumConditions = (input: Omit<BillsOf, 'where'>, bind: Bind) =>
  ['true', ...monthsWithin('s.month', input, bind), ofResidents(input.residents, 's.oldman_id', bind)].join(' and ')

/**
 * Lines `l` of issued bills between two months. Bills that are not issued are few: leaving those out is quicker than
 * looking up the bill of every line.
 */
export const issuedLines = (from: string, to: string, residents: Residents, bind: Bind) => {
  const months = `between ${bind.add(from)} and ${bind.add(to)}`
  return `l.org_id = $1 and l.month ${months} and ${ofResidents(residents, 'l.oldman_id', bind)} and l.bill_id not in (
    select n.bill_id from bill n where n.org_id = $1 and n.stage <> 'ISSUED' and n.month ${months})`
}

export interface LedgerOfBills {
  /** Asked for by bills. */
  receivable: number
  income: number
  discount: number
  subsidy: number
  paid: number
  bills: number
}

const ASKED = `trade_type = 'BILL'`

/** What the ledger says about the bills; voided bills have taken their entries back. */
export async function ledgerOfBills(
  who: Caller,
  input: BillsOf,
  bills: (bind: Bind) => string = () => 'bill b',
): Promise<LedgerOfBills> {
  const bind = bindFor(who)
  const chosen = input.where
    ? [`e.bill_id in (select b.bill_id from ${bills(bind)} where ${billConditions(input, bind)})`]
    : [...monthsWithin('e.bill_month', input, bind), ofResidents(input.residents, 'e.oldman_id', bind)]
  const found = await who.app.pool.query<LedgerOfBills>(
    `select coalesce(sum(receivable_fen) filter (where ${ASKED}), 0)::bigint as receivable,
      coalesce(sum(income_fen), 0)::bigint as income, coalesce(sum(discount_fen), 0)::bigint as discount,
      coalesce(sum(subsidy_fen), 0)::bigint as subsidy,
      coalesce(-sum(receivable_fen) filter (where not ${ASKED}${input.at ? ` and day <= ${bind.add(input.at)}` : ''}), 0)::bigint as paid,
      (count(*) filter (where ${ASKED} and reversal_of is null) - count(*) filter (where ${ASKED} and reversal_of is not null))::int as bills
    from ledger e where e.org_id = $1 and e.bill_id is not null and ${chosen.join(' and ')}`,
    bind.values,
  )
  return found.rows[0]!
}

export interface Papers {
  /** Of the heads of bills. */
  bills: { asked: number; paid: number }
  /** Of their lines. */
  lines: { asked: number; paid: number }
}

export interface Earned {
  asked: number
  amount: number
  discount: number
  subsidy: number
}

/** What bills earned by category as it was written when they were issued or voided, beside the lines and the ledger. */
export async function earnedBy(who: Caller, input: Omit<BillsOf, 'where'>): Promise<Map<string, Earned>> {
  const bind = bindFor(who)
  const where = [
    's.org_id = $1',
    ...monthsWithin('s.month', input, bind),
    ofResidents(input.residents, 's.oldman_id', bind),
  ]
  const found = await who.app.pool.query<Earned & { category: string }>(
    `select s.category, sum(s.amount_fen)::bigint as amount, sum(s.discount_fen)::bigint as discount,
      sum(s.subsidy_fen)::bigint as subsidy, sum(s.amount_fen - s.discount_fen - s.subsidy_fen)::bigint as asked
    from bill_earned s where ${where.join(' and ')} group by 1`,
    bind.values,
  )
  return new Map(found.rows.map(({ category, ...sums }) => [category, sums]))
}

export const addEarned = (
  earned: ReadonlyMap<string, Earned>,
  of: keyof Earned,
  chosen = (_: string) => true,
): number => [...earned].reduce((sum, [category, one]) => sum + (chosen(category) ? one[of] : 0), 0)

/** What payments put on the lines of bills by category, share by share. */
export async function sharedBy(who: Caller, input: Omit<BillsOf, 'where'>): Promise<Map<string, number>> {
  const bind = bindFor(who)
  const where = [
    'b.org_id = $1',
    ...monthsWithin('b.month', input, bind),
    ofResidents(input.residents, 'b.oldman_id', bind),
  ]
  const found = await who.app.pool.query<{ category: string; fen: number }>(
    `select s.category, sum(s.amount_fen)::bigint as fen from bill b
    join pay_share s on s.org_id = b.org_id and s.bill_id = b.bill_id and s.org_id = $1
    where ${where.join(' and ')}${input.at ? ` and s.day <= ${bind.add(input.at)}` : ''} group by 1`,
    bind.values,
  )
  return new Map(found.rows.map(({ category, fen }) => [category, fen]))
}

/** What came after a day on bills of these months. */
export async function paidOnBills(who: Caller, input: Omit<BillsOf, 'where'>, after: string): Promise<number> {
  const bind = bindFor(who)
  const where = [
    's.org_id = $1',
    `s.day > ${bind.add(after)}`,
    ...monthsWithin('b.month', input, bind),
    ofResidents(input.residents, 's.oldman_id', bind),
  ]
  const found = await who.app.pool.query<{ fen: number }>(
    `select coalesce(sum(s.amount_fen), 0)::bigint as fen from pay_share s
    join bill b on b.org_id = s.org_id and b.bill_id = s.bill_id where ${where.join(' and ')}`,
    bind.values,
  )
  return found.rows[0]!.fen
}

/** What bills and their lines come to when they are added up one by one: the sums by month must not have hidden a change. */
export async function papersOf(who: Caller, input: Omit<BillsOf, 'where'>): Promise<Papers> {
  const bind = bindFor(who)
  const within = billConditions(input, bind)
  const { at } = input
  const lines = issuedLines(input.from ?? '0000-01', input.to ?? '9999-12', input.residents, bind)
  const sum = (asked: string, from: string, later: string, where: string) =>
    `(select json_build_object('asked', coalesce(sum(${asked}), 0), 'paid', coalesce(sum(paid_fen)${at ? ' - coalesce(sum(p.fen), 0)' : ''}, 0))
      from ${from} ${at ? later : ''} where ${where})`
  const found = await who.app.pool.query<Papers>(
    `select ${sum('receivable_fen', 'bill b', at ? `left join ${billsPaidLater(at, bind)} p on p.bill_id = b.bill_id` : '', within)} as bills,
      ${sum('amount_fen - discount_fen - subsidy_fen', 'bill_line l', at ? `left join ${paidLater(at, bind)} p on p.line_id = l.line_id` : '', lines)} as lines`,
    bind.values,
  )
  return found.rows[0]!
}

interface OffBill {
  id: string
  no: string
  name: string
  fen: number
  what: 'lines' | 'asked' | 'paid' | 'void'
}

const WHY = {
  lines: '账单行合计与账单应收不符',
  asked: '账单应收与总账出账凭证不符',
  paid: '账单已收与总账缴费凭证不符',
  void: '已作废的账单在总账中没有冲销',
} as const

/** Bills whose head, lines and entries do not agree, at most twenty. */
export async function differingBills(who: Caller, input: BillsOf): Promise<Differing[]> {
  const bind = bindFor(who)
  const within = monthsWithin('x.month', input, bind).join(' and ') || 'true'
  const residents = ofResidents(input.residents, 'x.oldman_id', bind)
  const found = await who.app.pool.query<OffBill>(
    `with e as (select bill_id, sum(receivable_fen) filter (where ${ASKED}) as asked,
        -sum(receivable_fen) filter (where not ${ASKED}) as paid
      from (select bill_id, bill_month as month, oldman_id, trade_type, receivable_fen from ledger
        where org_id = $1 and bill_id is not null) x where ${within} and ${residents} group by bill_id),
    l as (select bill_id, sum(amount_fen - discount_fen - subsidy_fen) as asked, sum(paid_fen) as paid
      from bill_line x where org_id = $1 and ${within} and ${residents} group by bill_id),
    off as (select x.bill_id as id, x.bill_no as no, x.oldman_id,
        case when x.stage = 'VOID' then coalesce(e.asked, 0)
          when coalesce(l.asked, 0) <> x.receivable_fen then coalesce(l.asked, 0) - x.receivable_fen
          when coalesce(e.asked, 0) <> x.receivable_fen then x.receivable_fen - coalesce(e.asked, 0)
          else x.paid_fen - coalesce(e.paid, 0) end as fen,
        case when x.stage = 'VOID' then 'void'
          when coalesce(l.asked, 0) <> x.receivable_fen then 'lines'
          when coalesce(e.asked, 0) <> x.receivable_fen then 'asked' else 'paid' end as what
      from bill x left join e using (bill_id) left join l using (bill_id)
      where x.org_id = $1 and x.stage <> 'DRAFT' and ${within} and ${residents}
        and case when x.stage = 'VOID' then coalesce(e.asked, 0) <> 0 or coalesce(e.paid, 0) <> 0
          else (coalesce(l.asked, 0), coalesce(e.asked, 0), coalesce(e.paid, 0), coalesce(l.paid, 0))
            <> (x.receivable_fen, x.receivable_fen, x.paid_fen, x.paid_fen) end)
    select off.id, off.no, o.oldman_name as name, off.fen::bigint as fen, off.what from off
    join oldman o on o.org_id = $1 and o.oldman_id = off.oldman_id order by abs(off.fen) desc, off.no limit 20`,
    bind.values,
  )
  return found.rows.map(({ id, no, name, fen, what }) => ({
    kind: 'BILL',
    id,
    no,
    fen: fen as Fen,
    why: `${name} ${WHY[what]}`,
  }))
}
