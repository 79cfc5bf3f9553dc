// Rules of the verification about sums that stand beside the ledger: bills by resident and month, what is paid on charges, and
// the sums of the house for the months that are kept and have no mark.
import { SIDE_COLUMNS } from '#server/areas/expense/ledger/ledgerSides'

const KEPT = `(select month from house_month h where h.org_id = $1 and not exists (
  select from house_mark k where k.org_id = h.org_id and k.month = h.month))`

interface Compared {
  table: string
  keys: readonly string[]
  sums: readonly string[]
  /** The same rows added up again, with the month as a date. */
  again: string
  what: string
}

const compared = ({ table, keys, sums, again, what }: Compared) => {
  const all = ['month', ...keys]
  return `select ${all.map((key) => `${key}::text`).join(` || ' ' || `)} as id, '${what}' as text
    from (select * from ${table} where org_id = $1 and month in ${KEPT}) h
    full join (select ${all.join(', ')}, ${sums.map((sum) => `sum(${sum}) as ${sum}_again`).join(', ')}
      from (${again}) a where month in ${KEPT} group by ${all.join(', ')}) s using (${all.join(', ')})
    where ${sums.map((sum) => `coalesce(h.${sum}, 0) <> coalesce(s.${sum}_again, 0)`).join(' or ')}`
}

const LINES = `select (l.month || '-01')::date as month, l.category, coalesce(l.project_child_id, '') as project_child_id,
  case when l.project_child_id is null then l.name else '' end as name, l.source = 'LEAVE' as leave, 1 as lines,
  case when l.source = 'LEAVE' then 0 else l.quantity end as quantity, l.amount_fen, l.discount_fen, l.subsidy_fen, l.paid_fen
  from bill_line l join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id where l.org_id = $1 and b.stage = 'ISSUED'`

export const HOUSE_RULES: Readonly<Record<string, string>> = {
  billMonths: `select oldman_id || ' ' || month as id, '账单按月合计与账单不符' as text
    from (select * from bill_sum where org_id = $1) m full join (
      select oldman_id, month, sum(bills) as n, sum(asked) as asked, sum(discount) as discount, sum(paid) as paid, sum(before) as before from (
        select oldman_id, month, 1 as bills, receivable_fen as asked, discount_fen as discount, paid_fen as paid, 0 as before
        from bill where org_id = $1 and stage = 'ISSUED'
        union all select oldman_id, to_char((month || '-01')::date + interval '1 month', 'YYYY-MM'), 0, 0, 0, 0, receivable_fen
        from bill where org_id = $1 and stage = 'ISSUED') x group by 1, 2) s using (oldman_id, month)
    where (coalesce(m.bills, 0), coalesce(m.receivable_fen, 0), coalesce(m.discount_fen, 0), coalesce(m.paid_fen, 0), coalesce(m.before_fen, 0))
      <> (coalesce(s.n, 0), coalesce(s.asked, 0), coalesce(s.discount, 0), coalesce(s.paid, 0), coalesce(s.before, 0))`,
  chargePaid: `select c.charge_id as id, '消费“' || c.name || '”的已缴与账单明细不符' as text from charge c
    left join bill_line l on l.org_id = c.org_id and l.ref_kind = 'charge' and l.ref_id = c.charge_id and l.bill_id = c.bill_id
    where c.org_id = $1 and c.paid_fen <> coalesce(l.paid_fen, 0)`,
  houseLedger: compared({
    table: 'house_ledger',
    keys: ['trade_type', 'way', 'user_id'],
    sums: ['entries', 'amount_fen', ...SIDE_COLUMNS],
    again: 'select * from ledger_month where org_id = $1',
    what: '全院按月合计与流水不符',
  }),
  houseShares: compared({
    table: 'house_share',
    keys: ['category', 'way', 'paid_from', 'refund'],
    sums: ['shares', 'amount_fen'],
    again: 'select * from pay_share_month where org_id = $1',
    what: '全院按月的缴费分摊与分摊不符',
  }),
  houseLines: compared({
    table: 'house_line',
    keys: ['category', 'project_child_id', 'name', 'leave'],
    sums: ['lines', 'quantity', 'amount_fen', 'discount_fen', 'subsidy_fen', 'paid_fen'],
    again: LINES,
    what: '全院按月的账单明细合计与账单不符',
  }),
}
