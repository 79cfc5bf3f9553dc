// Keeps the sums of whole houses by month. A month is added up from one picture of the database, together with the marks
// that picture holds: whatever is written at the same time leaves a mark of its own, which stays.

import type pg from 'pg'
import { SIDE_COLUMNS } from '#server/areas/expense/ledger/ledgerSides'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'

export const KEEP_JOB = 'expense.keepMonths'

/**
 * Months to keep: those with money that ended a day ago or earlier (a write leaves a mark only for months before its own
 * day, and no transaction lasts a day), without sums or with marks; the latest first, they are asked for most.
 */
const WAITING = `select to_char(m, 'YYYY-MM-DD') as month from generate_series(
    (select least((select min(month) from ledger_month where org_id = $1), (select min(month || '-01')::date from bill_sum where org_id = $1)))::timestamp,
    date_trunc('month', current_date - 1) - interval '1 month', interval '1 month') m
  where not exists (select from house_month h where h.org_id = $1 and h.month = m::date)
    or exists (select from house_mark k where k.org_id = $1 and k.month = m::date)
  order by m desc`

const SUMMED = ['entries', 'amount_fen', ...SIDE_COLUMNS]

const CLEAR = [
  'house_ledger',
  'house_share',
  'house_line',
  'house_month',
  // Those of this picture; one that comes meanwhile is not seen and stays.
  'house_mark',
].map((table) => `delete from ${table} where org_id = $1 and month = $2`)

const LEDGER = `insert into house_ledger (org_id, month, trade_class, trade_type, way, user_id, refund, ${SUMMED.join(', ')})
select org_id, month, min(trade_class), trade_type, way, user_id, bool_or(refund), ${SUMMED.map((side) => `sum(${side})`).join(', ')}
from ledger_month where org_id = $1 and month = $2 group by org_id, month, trade_type, way, user_id`

const SHARES = `insert into house_share (org_id, month, category, way, paid_from, refund, shares, amount_fen)
select org_id, month, category, way, paid_from, refund, sum(shares), sum(amount_fen) from pay_share_month
where org_id = $1 and month = $2 group by 1, 2, 3, 4, 5, 6`

const OF_MONTH = `l.org_id = $1 and l.month = to_char($2::date, 'YYYY-MM') and l.bill_id not in (
  select n.bill_id from bill n where n.org_id = $1 and n.stage <> 'ISSUED' and n.month = to_char($2::date, 'YYYY-MM'))`

const NUMBERS = `insert into house_elder (org_id, oldman_id, n)
select $1, oldman_id, (select coalesce(max(n), -1) from house_elder where org_id = $1) + row_number() over (order by oldman_id)
from (select distinct l.oldman_id from bill_line l where ${OF_MONTH}) x
where not exists (select from house_elder e where e.org_id = $1 and e.oldman_id = x.oldman_id)`

/**
 * The lines of issued bills by month and fee item, with the numbers of their elders; elders who have no number yet stand
 * by their ids.
 */
export const lineSums = (
  where: string,
) => `with per as (select l.month, l.category, coalesce(l.project_child_id, '') as child,
    case when l.project_child_id is null then l.name else '' end as name, l.source = 'LEAVE' as leave, l.oldman_id, count(*) as lines,
    sum(case when l.source = 'LEAVE' then 0 else l.quantity end) as quantity, sum(l.amount_fen) as amount,
    sum(l.discount_fen) as discount, sum(l.subsidy_fen) as subsidy, sum(l.paid_fen) as paid
  from bill_line l where ${where} group by 1, 2, 3, 4, 5, 6)
select p.month, p.category, p.child, p.name, p.leave, sum(p.lines)::int as lines, sum(p.quantity)::bigint as quantity,
  sum(p.amount)::bigint as amount, sum(p.discount)::bigint as discount, sum(p.subsidy)::bigint as subsidy, sum(p.paid)::bigint as paid,
  coalesce(array_agg(e.n) filter (where e.n is not null), '{}') as numbers,
  coalesce(array_agg(p.oldman_id) filter (where e.n is null), '{}') as newcomers
from per p left join house_elder e on e.org_id = $1 and e.oldman_id = p.oldman_id group by 1, 2, 3, 4, 5`

const LINES = `insert into house_line (org_id, month, category, project_child_id, name, leave, lines, quantity, amount_fen, discount_fen, subsidy_fen,
  paid_fen, elders)
select $1, $2, category, child, name, leave, lines, quantity, amount, discount, subsidy, paid, decode(elders, 'base64')
from jsonb_to_recordset($3) as x(category text, child text, name text, leave boolean, lines int, quantity bigint, amount bigint, discount bigint,
  subsidy bigint, paid bigint, elders text)`

interface Counted {
  month: string
  numbers: number[]
  newcomers: string[]
}

/** One bit for every number. */
export function bitsOf(numbers: readonly number[]): Buffer {
  const bits = Buffer.alloc(numbers.length === 0 ? 0 : (Math.max(...numbers) >> 3) + 1)
  for (const n of numbers) bits[n >> 3]! |= 1 << (n & 7)
  return bits
}

const REPEATABLE = 'begin isolation level repeatable read'
const ALONE = `select pg_try_advisory_xact_lock(hashtextextended('house_month:' || $1, 0)) as mine`

async function keepMonth(client: pg.ClientBase, orgId: string, month: string): Promise<void> {
  for (const text of CLEAR) await client.query(text, [orgId, month])
  await client.query(LEDGER, [orgId, month])
  await client.query(SHARES, [orgId, month])
  await client.query(NUMBERS, [orgId, month])
  const found = await client.query<Counted>(lineSums(OF_MONTH), [orgId, month])
  const lines = found.rows.map(({ numbers, month: _, newcomers: __, ...sums }) => ({
    ...sums,
    elders: bitsOf(numbers).toString('base64'),
  }))
  await client.query(LINES, [orgId, month, JSON.stringify(lines)])
  await client.query('insert into house_month (org_id, month, kept_at) values ($1, $2, now())', [orgId, month])
}

/** Answers how many months were added up; none where another process is at it. */
export async function keepMonths(pool: pg.Pool, orgId: string): Promise<number> {
  const waiting = await pool.query<{ month: string }>(WAITING, [orgId])
  let kept = 0
  for (const { month } of waiting.rows) {
    const client = await pool.connect()
    try {
      await client.query(REPEATABLE)
      const { rows } = await client.query<{ mine: boolean }>(ALONE, [orgId])
      if (!rows[0]!.mine) {
        await client.query('rollback')
        return kept
      }
      await keepMonth(client, orgId, month)
      await client.query('commit')
      kept += 1
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return kept
}

async function keepAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ org_id: string }>('select distinct org_id from elder_account')
  for (const row of found.rows) await keepMonths(app.pool, row.org_id)
}

export const keepJob = defineJob<{ orgId?: string }>(KEEP_JOB, ({ orgId }, app) =>
  orgId ? keepMonths(app.pool, orgId) : keepAll(app),
)
/** Also when reports ask for them (houseRead.ts). */
export const keepSchedule = defineCron(keepJob, '40 2 * * *')
