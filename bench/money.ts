// Five years of money in one house of 2,000 residents: five million entries of the ledger with their bills, lines, shares
// and sums, written as sets with the rules of the database switched off, and consistent as if they had come through it.

import type pg from 'pg'
import { ACCOUNT_COLUMNS, ACCOUNT_MOVES } from '#server/areas/expense/account/accountMoves'
import { SIDE_COLUMNS } from '#server/areas/expense/ledger/ledgerSides'

const MONTHS = 60
/** Small purchases of a resident in a month: each is a bill of its own, issued and paid. */
const PURCHASES = 19

/** Lines of a month's bill: category, name, fen. Together 560,000; the last one is what the doctor charged. */
const LINES = `(values (1, '1', '床位费', 240000), (2, '2', '护理费', 180000), (3, '3', '餐费', 90000), (4, '4', '综合服务费', 30000),
  (5, '6', '水电费', 12000), (6, '5', '诊疗费', 8000)) as f(sort, category, name, fen)`
const BILL_FEN = 560_000
const PURCHASE_FEN = 1_500
/** Every tenth purchase is paid in cash, the rest from the balance. */
const CASH_PURCHASE = 'k % 10 = 0'
/** Bills paid from the balance: three of five. */
const BY_BALANCE = 'e.n % 5 < 3'

const TABLES = [
  'ledger',
  'ledger_month',
  'account_month',
  'pay_share',
  'pay_share_month',
  'bill',
  'bill_line',
  'charge',
  'bill_sum',
  'bill_earned',
]

const RULED = [...TABLES, 'elder_account', 'cash_day']

/** Months and the days of them that have been; the running month ends today. */
const SCALE = `create temp table bench_month as
  select m::date as month, to_char(m, 'YYYY-MM') as name, row_number() over (order by m) - 1 as at,
    least((m + interval '1 month' - interval '1 day')::date, current_date) - m::date as days
  from generate_series(date_trunc('month', current_date) - interval '${MONTHS - 1} months', date_trunc('month', current_date), '1 month') m`
const RESIDENTS = `create temp table bench_elder as select oldman_id, row_number() over (order by oldman_id)::int as n from oldman
  where org_id = $1 and archive_no like 'BX%'`
const CASHIERS = `create temp table bench_cashier as select emp_id as user_id, emp_name as user_name,
  row_number() over (order by emp_id)::int - 1 as n from (select * from employee where org_id = $1 order by emp_id limit 5) e`

const MONTH_BILLS = `insert into bill (org_id, bill_id, bill_no, oldman_id, month, kind, period_start, period_end, bed_path, total_fen, paid_fen,
  due_date, stage, issued_at, settled_at, made_by)
select $1, md5('bench bill' || e.n || m.name), 'BZ' || replace(m.name, '-', '') || lpad(e.n::text, 5, '0'), e.oldman_id, m.name, 'MONTH',
  m.month, (m.month + interval '1 month' - interval '1 day')::date, '基准楼>1层>B1>01床', ${BILL_FEN},
  case when (e.n + m.at) % 40 = 0 then 0 else ${BILL_FEN} end, m.month + 15, 'ISSUED', m.month, m.month + 4, '基准'
from bench_elder e cross join bench_month m`
const MONTH_LINES = `insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, project_child_id, category, name, cycle, price_fen, quantity,
  amount_fen, paid_fen, source, ref_kind, ref_id, bed_id)
select $1, md5('bench line' || e.n || m.name || f.sort), md5('bench bill' || e.n || m.name), e.oldman_id, m.name, f.sort,
  md5('bench child' || f.sort), f.category, f.name, 'MONTH', f.fen, 1000, f.fen, case when (e.n + m.at) % 40 = 0 then 0 else f.fen end,
  case when f.sort = 6 then 'MEDICAL' else 'CYCLE' end, case when f.sort = 6 then 'charge' end,
  case when f.sort = 6 then md5('bench charge' || e.n || m.name) end, case when f.sort = 1 then o.current_bed_id end
from bench_elder e join oldman o on o.org_id = $1 and o.oldman_id = e.oldman_id cross join bench_month m cross join ${LINES}`
const CHARGES = `insert into charge (org_id, charge_id, oldman_id, kind, category, name, medical_kind, price_fen, amount_fen, day, ordered_by, state,
  bill_id, user_name)
select $1, md5('bench charge' || e.n || m.name), e.oldman_id, 'MEDICAL', '5', '诊疗费',
  (array['诊疗', '药品', '检查', '耗材'])[1 + e.n % 4], 8000, 8000, m.month, '张医生', 'BILLED', md5('bench bill' || e.n || m.name), '基准'
from bench_elder e cross join bench_month m`

/** Purchases that have been: those of the running month only until today. */
const BOUGHT = `bench_elder e cross join bench_month m cross join generate_series(0, ${PURCHASES - 1}) k where 1 + k <= m.days`
const PURCHASE_BILLS = `insert into bill (org_id, bill_id, bill_no, oldman_id, month, kind, period_start, period_end, total_fen, paid_fen, due_date,
  stage, issued_at, settled_at, made_by)
select $1, md5('bench once' || e.n || m.name || k), 'BO' || replace(m.name, '-', '') || lpad(e.n::text, 5, '0') || k, e.oldman_id, m.name, 'ONCE',
  m.month + 1 + k, m.month + 1 + k, ${PURCHASE_FEN}, ${PURCHASE_FEN}, m.month + 1 + k, 'ISSUED', m.month + 1 + k, m.month + 1 + k, '基准' from ${BOUGHT}`
const PURCHASE_LINES = `insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, project_child_id, category, name, cycle, price_fen, quantity,
  amount_fen, paid_fen, source)
select $1, md5('bench buy' || e.n || m.name || k), md5('bench once' || e.n || m.name || k), e.oldman_id, m.name, 1,
  md5('bench shop' || k % 6), '9', '小卖部', 'ONCE', ${PURCHASE_FEN}, 1000, ${PURCHASE_FEN}, ${PURCHASE_FEN}, 'SALOON' from ${BOUGHT}`

/** Everything that happens to one resident, in its order: n orders the acts of a day. */
const EVENTS = `create unlogged table bench_event as
  select e.n, e.oldman_id, m.month + 1 as day, 1 as o, 'PRESTORE' as type, 1 as class, (array[2, 3, 5, 8, 10, 4])[1 + (e.n + m.at)::int % 6] as way,
    600000::bigint as amount, 600000::bigint as cash, 0::bigint as receivable, 600000::bigint as balance, 0::bigint as gift,
    0::bigint as deposit, 0::bigint as booking, 0::bigint as income, 0::bigint as promo, null::text as bill_id, null::text as month,
    md5('bench act' || e.n || m.name) as group_id, null::text as share from bench_elder e cross join bench_month m where m.days >= 1
  union all select e.n, e.oldman_id, m.month + 1, 2, 'GIFT', 1, null, 5000, 0, 0, 0, 5000, 0, 0, 0, 5000, null, null,
    md5('bench act' || e.n || m.name), null from bench_elder e cross join bench_month m where e.n % 5 = 0 and m.days >= 1
  union all select e.n, e.oldman_id, m.month, 3, 'BILL', 0, null, ${BILL_FEN}, 0, ${BILL_FEN}, 0, 0, 0, 0, ${BILL_FEN}, 0,
    md5('bench bill' || e.n || m.name), m.name, md5('bench issue' || e.n || m.name), null from bench_elder e cross join bench_month m
  union all select e.n, e.oldman_id, m.month + 4, 4, 'PAY_BILL', 3,
    case when ${BY_BALANCE} then 1 else (array[2, 3, 5, 8, 10])[1 + (e.n + m.at)::int % 5] end, ${BILL_FEN},
    case when ${BY_BALANCE} then 0 else ${BILL_FEN} end, -${BILL_FEN}, case when ${BY_BALANCE} then -${BILL_FEN} else 0 end, 0, 0, 0, 0, 0,
    md5('bench bill' || e.n || m.name), m.name, md5('bench pays' || e.n || m.name), 'MONTH'
    from bench_elder e cross join bench_month m where m.days >= 4 and (e.n + m.at) % 40 <> 0
  union all select e.n, e.oldman_id, m.month + 1 + k, 5, 'BILL', 0, null, ${PURCHASE_FEN}, 0, ${PURCHASE_FEN}, 0, 0, 0, 0, ${PURCHASE_FEN}, 0,
    md5('bench once' || e.n || m.name || k), m.name, md5('bench buys' || e.n || m.name || k), null from ${BOUGHT}
  union all select e.n, e.oldman_id, m.month + 1 + k, 6, 'SALOON', 5, case when ${CASH_PURCHASE} then 2 else 1 end, ${PURCHASE_FEN},
    case when ${CASH_PURCHASE} then ${PURCHASE_FEN} else 0 end, -${PURCHASE_FEN}, case when ${CASH_PURCHASE} then 0 else -${PURCHASE_FEN} end,
    0, 0, 0, 0, 0, md5('bench once' || e.n || m.name || k), m.name, md5('bench buys' || e.n || m.name || k), 'ONCE' from ${BOUGHT}
  union all select e.n, e.oldman_id, m.month, 0, 'BOOKING', 3, 2, 100000, 100000, 0, 0, 0, 0, 100000, 0, 0, null, null,
    md5('bench booking' || e.n), null from bench_elder e cross join bench_month m where m.at = 0
  union all select e.n, e.oldman_id, m.month, 1, 'BOOKING_TO_DEPOSIT', 2, null, 100000, 0, 0, 0, 0, 100000, -100000, 0, 0, null, null,
    md5('bench keeps' || e.n), null from bench_elder e cross join bench_month m where m.at = 0
  union all select e.n, e.oldman_id, m.month, 2, 'DEPOSIT', 2, 8, 900000, 900000, 0, 0, 0, 900000, 0, 0, 0, null, null,
    md5('bench deposit' || e.n), null from bench_elder e cross join bench_month m where m.at = 0
  union all select e.n, e.oldman_id, m.month + 20, 7, 'REFUND_BALANCE', 4, 8, 1000, -1000, 0, -1000, 0, 0, 0, 0, 0, null, null,
    md5('bench back' || e.n || m.name), null from bench_elder e cross join bench_month m where m.at % 6 = 0 and m.days >= 20`

const LEDGER = `insert into ledger (org_id, entry_id, oldman_id, seq, day, at, trade_class, trade_type, way, amount_fen, cash_fen, receivable_fen, promo_fen,
  balance_fen, gift_fen, deposit_fen, booking_fen, income_fen, balance_after, gift_after, deposit_after, booking_after, owed_after,
  bill_id, bill_month, group_id, user_id, user_name, content)
select $1, md5('bench entry' || e.n || '-' || e.day || '-' || e.o), e.oldman_id, row_number() over w, e.day, e.day + interval '9 hours' + e.o * interval '1 minute', e.class,
  e.type, e.way, e.amount, e.cash, e.receivable, e.promo, e.balance, e.gift, e.deposit, e.booking, e.income,
  sum(e.balance) over w, sum(e.gift) over w, sum(e.deposit) over w, sum(e.booking) over w, sum(e.receivable) over w,
  e.bill_id, e.month, e.group_id, c.user_id, c.user_name, '基准'
from bench_event e join bench_cashier c on c.n = (e.n + extract(day from e.day)::int) % 5
window w as (partition by e.n order by e.day, e.o)
order by e.day, e.o, e.n`

const MONTH_SHARES = `insert into pay_share (org_id, entry_id, line_id, bill_id, oldman_id, day, at, category, project_child_id, way, paid_from, refund, user_id, amount_fen)
select l.org_id, l.entry_id, b.line_id, b.bill_id, l.oldman_id, l.day, l.at, b.category, b.project_child_id, l.way,
  case when l.way = 1 then 'BALANCE' else 'CASH' end, false, l.user_id, b.amount_fen
from ledger l join bill_line b on b.org_id = l.org_id and b.bill_id = l.bill_id
where l.org_id = $1 and l.trade_type in ('PAY_BILL', 'SALOON') and l.content = '基准' order by l.day, l.at, l.entry_id`

const SUMMED = ['amount_fen', ...SIDE_COLUMNS]
const LEDGER_MONTH = `insert into ledger_month (org_id, month, oldman_id, trade_class, trade_type, way, user_id, refund, entries, ${SUMMED.join(', ')})
select org_id, date_trunc('month', day), oldman_id, min(trade_class), trade_type, coalesce(way, 0), coalesce(user_id, ''), bool_or(refund), count(*),
  ${SUMMED.map((column) => `sum(${column})`).join(', ')}
from ledger where org_id = $1 and content = '基准' group by org_id, date_trunc('month', day), oldman_id, trade_type, coalesce(way, 0), coalesce(user_id, '')`
const ACCOUNT_MONTH = `insert into account_month (org_id, month, oldman_id, ${ACCOUNT_COLUMNS.join(', ')})
select org_id, date_trunc('month', day), oldman_id, ${ACCOUNT_COLUMNS.map((name) => `sum(${ACCOUNT_MOVES[name]})`).join(', ')}
from ledger where org_id = $1 and content = '基准' and (balance_fen <> 0 or gift_fen <> 0 or deposit_fen <> 0) group by 1, 2, 3`
const SHARE_MONTH = `insert into pay_share_month (org_id, month, oldman_id, category, way, paid_from, refund, shares, amount_fen)
select s.org_id, date_trunc('month', s.day), s.oldman_id, s.category, s.way, s.paid_from, s.refund, count(*), sum(s.amount_fen)
from pay_share s join bench_elder e using (oldman_id) where s.org_id = $1 group by 1, 2, 3, 4, 5, 6, 7`
const BILL_SUMS = `insert into bill_sum (org_id, month, oldman_id, bills, receivable_fen, discount_fen, paid_fen, before_fen)
with s as (select b.org_id, b.month, b.oldman_id, count(*) as bills, sum(b.receivable_fen) as asked, sum(b.discount_fen) as discount,
    sum(b.paid_fen) as paid from bill b join bench_elder e using (oldman_id) where b.org_id = $1 and b.stage = 'ISSUED' group by 1, 2, 3)
select org_id, month, oldman_id, sum(bills), sum(asked), sum(discount), sum(paid), sum(before) from (
  select org_id, month, oldman_id, bills, asked, discount, paid, 0 as before from s
  union all select org_id, to_char((month || '-01')::date + interval '1 month', 'YYYY-MM'), oldman_id, 0, 0, 0, 0, asked from s) x group by 1, 2, 3`
const EARNED = `insert into bill_earned (org_id, bill_id, category, back, oldman_id, month, amount_fen, discount_fen, subsidy_fen)
select b.org_id, b.bill_id, l.category, false, b.oldman_id, b.month, sum(l.amount_fen), sum(l.discount_fen), sum(l.subsidy_fen)
from bill b join bench_elder e using (oldman_id) join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
where b.org_id = $1 and b.stage = 'ISSUED' group by 1, 2, 3, 4, 5, 6`
const CHARGE_PAID = `update charge c set paid_fen = l.paid_fen from bill_line l where c.org_id = $1 and l.org_id = c.org_id and l.ref_kind = 'charge'
  and l.ref_id = c.charge_id and l.bill_id = c.bill_id and l.paid_fen <> c.paid_fen`
const CASH_DAYS = `insert into cash_day (org_id, day, user_id, user_name, counted_fen, due_fen, handed_at, handed_name)
select l.org_id, l.day, l.user_id, max(l.user_name), sum(l.cash_fen), sum(l.cash_fen), max(l.at) + interval '8 hours', '基准'
from ledger l where l.org_id = $1 and l.cash_fen <> 0 and l.content = '基准' group by 1, 2, 3 on conflict do nothing`
const ACCOUNTS = `update elder_account a set balance_fen = l.balance_after, gift_fen = l.gift_after, deposit_fen = l.deposit_after,
  booking_fen = l.booking_after, owed_fen = l.owed_after, seq = l.seq, last_trade_at = l.at,
  owed_since = (select min(b.due_date) from bill b where b.org_id = a.org_id and b.oldman_id = a.oldman_id and b.state in ('DUE', 'PART'))
from (select distinct on (oldman_id) * from ledger where org_id = $1 and content = '基准' order by oldman_id, seq desc) l
where a.org_id = $1 and a.oldman_id = l.oldman_id`

/** Bills of the running month that nobody has paid yet. */
const UNPAID = `update bill b set paid_fen = 0, settled_at = null where b.org_id = $1 and b.made_by = '基准' and b.kind = 'MONTH' and b.paid_fen > 0
  and not exists (select from ledger l where l.org_id = b.org_id and l.bill_id = b.bill_id and l.trade_type = 'PAY_BILL')`
const UNPAID_LINES = `update bill_line l set paid_fen = 0 from bill b where b.org_id = $1 and b.made_by = '基准' and b.paid_fen = 0 and l.org_id = b.org_id
  and l.bill_id = b.bill_id and l.paid_fen > 0`

const STATEMENTS = [
  SCALE,
  RESIDENTS,
  CASHIERS,
  MONTH_BILLS,
  MONTH_LINES,
  CHARGES,
  PURCHASE_BILLS,
  PURCHASE_LINES,
  EVENTS,
  LEDGER,
  UNPAID,
  UNPAID_LINES,
]
const SUMS = [MONTH_SHARES, LEDGER_MONTH, ACCOUNT_MONTH, SHARE_MONTH, BILL_SUMS, EARNED, CHARGE_PAID, CASH_DAYS]

interface Index {
  name: string
  text: string
}

/** Answers how many entries there are. The residents must be there (fillResidents). */
export async function fillMoney(client: pg.Client, orgId: string): Promise<number> {
  const run = (text: string) => client.query(text, text.includes('$1') ? [orgId] : [])
  // Rules are off meanwhile; references and indexes are made again afterwards, which is far quicker.
  for (const table of RULED) await run(`alter table ${table} disable trigger user`)
  const constraints = await client.query<Index & { of: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text from pg_constraint
    where (contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
      or (contype in ('p', 'u') and conrelid = any($1::regclass[])) order by contype = 'f' desc`,
    [TABLES],
  )
  await run(`set maintenance_work_mem = '512MB'`)
  await run(`set work_mem = '256MB'`)
  await run('set synchronous_commit = off')
  const indexes = await client.query<Index>(
    `select i.indexname as name, i.indexdef as text from pg_indexes i where i.tablename = any($1) and not exists (
      select from pg_constraint c where c.conname = i.indexname)`,
    [TABLES],
  )
  for (const { name } of indexes.rows) await run(`drop index "${name}"`)
  for (const { name, of } of constraints.rows) await run(`alter table ${of} drop constraint "${name}"`)
  for (const text of STATEMENTS) await run(text)
  await run('drop table bench_event')
  await run('analyze ledger, bill, bill_line')
  for (const text of SUMS) await run(text)
  for (const { name, of, text } of [...constraints.rows].reverse()) {
    await run(`alter table ${of} add constraint "${name}" ${text}`)
  }
  for (const { text } of indexes.rows) await run(text)
  await run(ACCOUNTS)
  for (const table of RULED) await run(`alter table ${table} enable trigger user`)
  await run(`vacuum analyze ${TABLES.join(', ')}, elder_account, cash_day`)
  const counted = await client.query<{ n: number }>('select count(*)::int as n from ledger where org_id = $1', [orgId])
  return counted.rows[0]!.n
}
