// Adds all stock up again from its movements and says where batches, chains, slips or takes differ. What it finds never came
// through the product: the database refuses it there.
import type pg from 'pg'
import { BY_HAND, COMES_IN, DrugKeepType, GOES_OUT } from '#contract/drug/drugWords'

export interface StockProblem {
  /** Which of the rules below. */
  rule: string
  /** Batch, movement, slip or take. */
  id: string
  text: string
}

export interface StockReport {
  batches: number
  moves: number
  problems: StockProblem[]
}

const { take, outing } = DrugKeepType.is

const RUNNING = `select m.*, row_number() over w as n, sum(m.delta) over w as total from drug_move m where m.org_id = $1
    window w as (partition by m.stock_id order by m.seq rows unbounded preceding)`

/** Each answers the rows that break it: id and a sentence. */
const RULES: Readonly<Record<string, string>> = {
  quantity: `select s.stock_id as id, '余量 ' || s.quantity || '，收发合计 ' || coalesce(x.total, 0) as text from drug_stock s
    left join lateral (select sum(m.delta) as total, count(*) as n from drug_move m
      where m.org_id = s.org_id and m.stock_id = s.stock_id) x on true
    where s.org_id = $1 and (s.quantity <> coalesce(x.total, 0) or s.seq <> x.n)`,
  negative: `select s.stock_id as id, '余量小于零' as text from drug_stock s where s.org_id = $1 and s.quantity < 0`,
  chain: `select move_id as id, '第 ' || seq || ' 笔之后的结余与逐笔累计不符' as text from (${RUNNING}) r
    where seq <> n or after <> total or after < 0`,
  direction: `select m.move_id as id, '收发方向与类型不符' as text from drug_move m where m.org_id = $1
    and not (m.delta > 0 and m.keep_type in (${COMES_IN}) or m.delta < 0 and m.keep_type in (${GOES_OUT}))`,
  whose: `select m.move_id as id, '收发的老人或药品与批号不符' as text from drug_move m
    join drug_stock s on s.org_id = m.org_id and s.stock_id = m.stock_id
    where m.org_id = $1 and (s.oldman_id, s.drug_id) <> (m.oldman_id, m.drug_id)`,
  slip: `select m.move_id as id, '收发与单据不符' as text from drug_move m
    left join drug_slip p on p.org_id = m.org_id and p.slip_id = m.slip_id
    where m.org_id = $1 and m.keep_type in (${BY_HAND})
      and (p.slip_id is null or p.oldman_id <> m.oldman_id or p.keep_type <> m.keep_type)`,
  emptySlip: `select p.slip_id as id, '单据 ' || p.slip_no || ' 没有收发' as text from drug_slip p where p.org_id = $1
    and not exists (select from drug_move m where m.org_id = p.org_id and m.slip_id = p.slip_id)`,
  expired: `select m.move_id as id, '发出了已过期的药品' as text from drug_move m
    join drug_stock s on s.org_id = m.org_id and s.stock_id = m.stock_id
    where m.org_id = $1 and m.keep_type in (${take}, ${outing}) and s.expiry < m.day`,
  take: `select t.take_id as id, '服药记录应扣 ' || case when t.drawn then t.dose else 0 end || '，实扣 ' || coalesce(-x.net, 0) as text
    from drug_take t left join lateral (select sum(m.delta) as net from drug_move m
      where m.org_id = t.org_id and m.take_id = t.take_id) x on true
    where t.org_id = $1 and coalesce(-x.net, 0) <> case when t.drawn then t.dose else 0 end`,
  takeless: `select m.move_id as id, '发药扣减没有服药记录' as text from drug_move m where m.org_id = $1 and m.take_id is not null
    and not exists (select from drug_take t where t.org_id = m.org_id and t.take_id = m.take_id
      and t.oldman_id = m.oldman_id and t.drug_id = m.drug_id)`,
}

export async function verifyStock(client: pg.Pool | pg.ClientBase, orgId: string): Promise<StockReport> {
  const counted = await client.query<{ batches: number; moves: number }>(
    `select (select count(*)::int from drug_stock where org_id = $1) as batches,
      (select count(*)::int from drug_move where org_id = $1) as moves`,
    [orgId],
  )
  const problems: StockProblem[] = []
  for (const [rule, text] of Object.entries(RULES)) {
    const found = await client.query<{ id: string; text: string }>(text, [orgId])
    problems.push(...found.rows.map((row) => ({ rule, id: row.id, text: row.text })))
  }
  return { ...counted.rows[0]!, problems }
}
