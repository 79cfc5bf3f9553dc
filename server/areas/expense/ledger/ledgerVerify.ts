// Adds everything up again from the rows of the ledger and says where accounts, bills, shares, monthly sums or papers
// differ. What it finds never came through the product: the database refuses it there.
import type pg from 'pg'
import { yuanText } from '#contract/kit/money'
import { ACCOUNT_COLUMNS, ACCOUNT_MOVES } from '#server/areas/expense/account/accountMoves'
import type { ClosedFigures } from '#server/areas/expense/ledgerTables'
import { figuresOf, movedFigures } from '#server/areas/expense/monthClose/closedFigures'
import { HOUSE_RULES } from '#server/areas/expense/sums/houseVerify'
import { SIDES } from './ledgerSides.ts'

export interface LedgerProblem {
  /** Which of the rules below. */
  rule: string
  /** Resident, entry, bill or paper. */
  id: string
  text: string
}

export interface LedgerReport {
  entries: number
  problems: LedgerProblem[]
}

const each = (alias: string, sign = '') => SIDES.map((side) => `${sign}${alias}.${side}_fen`).join(', ')

const RUNNING = `select l.*, row_number() over w as n, sum(balance_fen) over w as b, sum(gift_fen) over w as g,
    sum(deposit_fen) over w as d, sum(booking_fen) over w as k, sum(receivable_fen) over w as o
  from ledger l where l.org_id = $1
  window w as (partition by oldman_id order by seq rows unbounded preceding)`

/** Each answers the rows that break it: id and a sentence. */
const RULES: Readonly<Record<string, string>> = {
  entryBalances: `select entry_id as id, '流水两边不相等' as text from ledger where org_id = $1 and
    cash_fen + receivable_fen + discount_fen + subsidy_fen + promo_fen + transit_fen + opening_fen
      <> balance_fen + gift_fen + deposit_fen + booking_fen + income_fen`,
  runningTotals: `select entry_id as id, '第 ' || seq || ' 笔流水之后的余额与逐笔累计不符' as text from (${RUNNING}) r
    where (seq, balance_after, gift_after, deposit_after, booking_after, owed_after) <> (n, b, g, d, k, o)`,
  account: `select a.oldman_id as id, '账户金额与流水合计不符' as text from elder_account a left join lateral (
      select count(*) as n, coalesce(sum(balance_fen), 0) as b, coalesce(sum(gift_fen), 0) as g,
        coalesce(sum(deposit_fen), 0) as d, coalesce(sum(booking_fen), 0) as k, coalesce(sum(receivable_fen), 0) as o
      from ledger l where l.org_id = a.org_id and l.oldman_id = a.oldman_id) s on true
    where a.org_id = $1 and (a.seq, a.balance_fen, a.gift_fen, a.deposit_fen, a.booking_fen, a.owed_fen) <> (n, b, g, d, k, o)`,
  arrears: `select a.oldman_id as id, '最早到期日与未缴账单不符' as text from elder_account a where a.org_id = $1
    and a.owed_since is distinct from (select min(b.due_date) from bill b
      where b.org_id = a.org_id and b.oldman_id = a.oldman_id and b.state in ('DUE', 'PART'))`,
  reversal: `select r.entry_id as id, '冲销与原流水不是相反数' as text from ledger r
    left join ledger o on o.org_id = r.org_id and o.entry_id = r.reversal_of
    where r.org_id = $1 and r.reversal_of is not null and (o.entry_id is null or o.reversal_of is not null
      or o.oldman_id <> r.oldman_id or (${each('o')}, o.amount_fen) <> (${each('r', '-')}, -r.amount_fen))`,
  transit: `select group_id as id, '划转两边不相等' as text from ledger where org_id = $1 and transit_fen <> 0
    group by group_id having sum(transit_fen) <> 0`,
  billSums: `select b.bill_id as id, '账单 ' || b.bill_no || ' 的合计与明细不符' as text from bill b left join lateral (
      select coalesce(sum(amount_fen), 0) as t, coalesce(sum(discount_fen), 0) as d, coalesce(sum(subsidy_fen), 0) as s,
        coalesce(sum(paid_fen), 0) as p
      from bill_line l where l.org_id = b.org_id and l.bill_id = b.bill_id) l on true
    where b.org_id = $1 and ((b.total_fen, b.discount_fen, b.subsidy_fen) <> (t, d, s) or b.paid_fen <> p)`,
  billEarned: `select bill_id || ' ' || category as id, '账单明细与出账时的登记不符' as text
    from (select bill_id, category, sum(amount_fen) as a, sum(discount_fen) as d, sum(subsidy_fen) as s from bill_earned
      where org_id = $1 group by 1, 2) e
    full join (select l.bill_id, l.category, sum(l.amount_fen) as la, sum(l.discount_fen) as ld, sum(l.subsidy_fen) as ls from bill_line l
      join bill x on x.org_id = l.org_id and x.bill_id = l.bill_id and x.stage = 'ISSUED' where l.org_id = $1 group by 1, 2) l
      using (bill_id, category)
    where (coalesce(a, 0), coalesce(d, 0), coalesce(s, 0)) <> (coalesce(la, 0), coalesce(ld, 0), coalesce(ls, 0))`,
  billEntries: `select b.bill_id as id, '账单 ' || b.bill_no || ' 与总账不符' as text from bill b left join lateral (
      select coalesce(sum(l.income_fen), 0) as earned, coalesce(sum(l.discount_fen), 0) as less,
        coalesce(sum(l.subsidy_fen), 0) as others, coalesce(sum(l.receivable_fen), 0) as open,
        coalesce(-sum(l.receivable_fen) filter (where l.trade_type <> 'BILL'), 0) as paid
      from ledger l where l.org_id = b.org_id and l.bill_id = b.bill_id) l on true
    where b.org_id = $1 and case when b.stage = 'ISSUED'
      then (earned, less, others, paid, open) <> (b.total_fen, b.discount_fen, b.subsidy_fen, b.paid_fen, b.receivable_fen - b.paid_fen)
      else (earned, less, others, paid, open) <> (0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric) end`,
  shares: `select l.entry_id as id, '缴费没有如数分到账单明细' as text from ledger l left join lateral (
      select coalesce(sum(amount_fen), 0) as shared from pay_share s where s.org_id = l.org_id and s.entry_id = l.entry_id) s on true
    where l.org_id = $1 and l.trade_type <> 'BILL' and l.bill_id is not null and shared <> -l.receivable_fen`,
  linePaid: `select l.line_id as id, '账单明细的已缴与分摊不符' as text from bill_line l left join lateral (
      select coalesce(sum(amount_fen), 0) as shared from pay_share s where s.org_id = l.org_id and s.line_id = l.line_id) s on true
    where l.org_id = $1 and shared <> l.paid_fen`,
  monthSums: `select coalesce(m.oldman_id, s.oldman_id) || ' ' || coalesce(m.month, s.month) || ' ' || coalesce(m.trade_type, s.trade_type) as id,
      '按月合计与流水不符' as text
    from (select * from ledger_month where org_id = $1) m full join (
      select l.oldman_id, date_trunc('month', l.day)::date as month, l.trade_type, coalesce(l.way, 0) as way,
        coalesce(l.user_id, '') as user_id, count(*) as n, sum(l.amount_fen) as amount, ${SIDES.map((side) => `sum(l.${side}_fen) as ${side}`).join(', ')}
      from ledger l where l.org_id = $1 group by 1, 2, 3, 4, 5) s
    using (oldman_id, month, trade_type, way, user_id)
    where m.org_id is null or s.n is null or (m.entries, m.amount_fen, ${each('m')}) <> (s.n, s.amount, ${SIDES.map((side) => `s.${side}`).join(', ')})`,
  accountMonths: `select coalesce(m.oldman_id, s.oldman_id) || ' ' || coalesce(m.month, s.month) as id, '账户按月变动与流水不符' as text
    from (select * from account_month where org_id = $1) m full join (
      select oldman_id, date_trunc('month', day)::date as month,
        ${ACCOUNT_COLUMNS.map((name) => `sum(${ACCOUNT_MOVES[name]}) as ${name}`).join(', ')}
      from ledger where org_id = $1 group by 1, 2) s using (oldman_id, month)
    where ${ACCOUNT_COLUMNS.map((name) => `coalesce(m.${name}, 0) <> coalesce(s.${name}, 0)`).join(' or ')}`,
  shareMonths: `select coalesce(m.oldman_id, s.oldman_id) || ' ' || coalesce(m.month, s.month) || ' ' || coalesce(m.category, s.category) as id,
      '按月的缴费分摊合计与分摊不符' as text
    from (select * from pay_share_month where org_id = $1) m full join (
      select oldman_id, date_trunc('month', day)::date as month, category, way, paid_from, refund, count(*) as n,
        sum(amount_fen) as amount
      from pay_share where org_id = $1 group by 1, 2, 3, 4, 5, 6) s
    using (oldman_id, month, category, way, paid_from, refund)
    where m.org_id is null or s.n is null or (m.shares, m.amount_fen) <> (s.n, s.amount)`,
  closedMonths: `select c.month as id, '结账后的月份 ' || c.month || ' 又有变动' as text from month_close c left join lateral (
      select count(*) as n, coalesce(sum(cash_fen), 0) as cash, coalesce(sum(income_fen), 0) as income from ledger l
      where l.org_id = c.org_id and l.day >= (c.month || '-01')::date and l.day < ((c.month || '-01')::date + interval '1 month')) l on true
    where c.org_id = $1 and c.closed and (c.entries, c.cash_fen, c.income_fen) <> (n, cash, income)`,
  receipts: `select r.receipt_id as id, '收据 ' || r.receipt_no || ' 的金额不符' as text from receipt r left join lateral (
      select coalesce(sum((x ->> 'amountFen')::bigint), 0) as named from jsonb_array_elements(r.lines) x) l on true
    left join lateral (select coalesce(sum((x ->> 'amountFen')::bigint), 0) as paid from jsonb_array_elements(r.ways) x) w on true
    left join receipt o on o.org_id = r.org_id and o.receipt_id = r.red_of
    where r.org_id = $1 and (r.amount_fen <> named or r.amount_fen <> paid
      or (r.red_of is not null and (o.receipt_id is null or o.amount_fen <> -r.amount_fen or o.state <> 'REDDED')))`,
  scanned: `select p.pay_id as id, '扫码支付与入账不符' as text from pay_order p left join lateral (
      select coalesce(sum(cash_fen), 0) as cash, count(*) filter (where l.pay_id = p.pay_id) as named from ledger l
      where l.org_id = p.org_id and l.group_id = p.group_id and l.way = p.way and l.reversal_of is null) l on true
    where p.org_id = $1 and (cash, named) is distinct from
      (case when p.state in ('PAID', 'REFUNDED') then p.amount_fen else 0 end, case when p.state in ('PAID', 'REFUNDED') then 1 else 0 end)`,
  charges: `select c.charge_id as id, '消费“' || c.name || '”记在已作废的账单上' as text from charge c
    join bill b on b.org_id = c.org_id and b.bill_id = c.bill_id where c.org_id = $1 and b.stage = 'VOID'`,
  gifts: `select g.gift_id as id, '满赠比还在账上的预存款应得的多' as text from (
      select gift_id, sum(basis_fen) as still, sum(promo_fen) as given, max(basis_fen) filter (where entry_id = gift_id) as basis,
        max(promo_fen) filter (where entry_id = gift_id) as gift from ledger where org_id = $1 and gift_id is not null group by 1) g
    where g.basis is null or g.still < 0 or g.given < 0 or (g.gift <= g.basis and g.given * g.basis > g.gift * g.still)`,
  ...HOUSE_RULES,
}

/** A closed month shows for ever what was closed: the totals of its reports are made again and compared. */
const FIGURES = 'closedFigures'
const CLOSED =
  'select month, figures from month_close where org_id = $1 and closed and figures is not null order by month'

async function movedMonths(client: pg.ClientBase, orgId: string): Promise<LedgerProblem[]> {
  const closed = await client.query<{ month: string; figures: ClosedFigures }>(CLOSED, [orgId])
  const problems: LedgerProblem[] = []
  for (const { month, figures } of closed.rows) {
    for (const { report, key, was, is } of movedFigures(figures, await figuresOf(client, orgId, month))) {
      const text = `${month} 结账时的报表 ${report} ${key} 为 ${yuanText(was)}，现在是 ${yuanText(is)}`
      problems.push({ rule: FIGURES, id: `${month} ${report} ${key}`, text })
    }
  }
  return problems.slice(0, NAMED)
}

export const ledgerRules = [...Object.keys(RULES), FIGURES]

/** So many of each kind are named; more of the same say nothing new. */
const NAMED = 20

/** Inside the caller's transaction. */
export async function ledgerProblems(client: pg.ClientBase, orgId: string): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  for (const [rule, text] of Object.entries(RULES)) {
    const found = await client.query<{ id: string; text: string }>(`${text} limit ${NAMED}`, [orgId])
    problems.push(...found.rows.map((row) => ({ rule, ...row })))
  }
  return [...problems, ...(await movedMonths(client, orgId))]
}

/** One picture of the database: trades that come meanwhile are not seen half. */
export async function verifyLedger(pool: pg.Pool, orgId: string): Promise<LedgerReport> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const problems = await ledgerProblems(client, orgId)
    const counted = await client.query<{ n: number }>('select count(*)::int as n from ledger where org_id = $1', [
      orgId,
    ])
    await client.query('commit')
    return { entries: counted.rows[0]!.n, problems }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
