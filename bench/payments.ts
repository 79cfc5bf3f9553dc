// Taking money: 32 cashiers pay into 200 accounts through the product, against a bare transaction with the same statements
// on the same pool size. Rounds are interleaved; afterwards the books must verify and hold every answered payment once.
import { Agent, request } from 'node:http'
import pg from 'pg'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { post } from '#server/areas/expense/ledger/post'
import { writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

const CASHIERS = 32
const ACCOUNTS = 200
const ROUNDS = 8
const MILLISECONDS = 1500

interface Who {
  url: string
  token: string
  orgId: string
  userId: string
}

export interface Paid {
  ratio: number
  ours: number
  bare: number
  lost: number
  problems: number
}

/** What the desk looks up before it takes money: the ways offered, the settings, what a month costs (for its warnings). */
const WAYS = 'select way, normal, batch, sort from trade_way_set where org_id = $1'
const SETTINGS = `select name, value from system_config
where org_id = $1 or org_id in (select org_id from organization where org_level = 1) order by org_id = $1`
const MONTH_FEE = `select (select coalesce(sum(case c.cycle when 'MONTH' then f.price_fen * f.quantity / 1000
    when 'DAY' then 30 * f.price_fen * f.quantity / 1000 else 0 end), 0)::bigint
  from stay s join fee_set f on f.org_id = s.org_id and f.stay_id = s.stay_id
  join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
  where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
    and f.from_date <= current_date and (f.to_date is null or f.to_date > current_date)) as fen
from oldman t where t.org_id = $1 and t.oldman_id = $2`
const REQUEST = `insert into request_number (org_id, request_no, call, user_id, input_digest) values ($1, $2, 'bench', $3, $2)
on conflict do nothing`
const ANSWER = 'update request_number set answer = $3 where org_id = $1 and request_no = $2'
const LOG = `with logged as (insert into operation_log (org_id, log_id, user_id, user_name, emp_name, source, ip_address, module, method, remark, request_id)
  values ($1, $2, $3, 'bench', '基准', '管理后台', '127.0.0.1', '收款', '收款', '收款', $4) returning org_id, log_id)
insert into audit_pending (org_id, log_id) select org_id, log_id from logged`

/** One payment as it would be written by hand: the same statements, one after the other on one connection, and nothing else. */
async function bareOne(pool: pg.Pool, who: Who, oldmanId: string, amount: number): Promise<void> {
  const client = await pool.connect()
  try {
    const [receiptId, groupId] = [newId(), newId()]
    const requestNo = newId()
    await client.query('begin')
    await client.query({ name: 'request', text: REQUEST, values: [who.orgId, requestNo, who.userId] })
    const tx = { client, orgId: who.orgId, by: { userId: who.userId, name: '基准' } } as unknown as Tx
    const [account] = await lockAccounts(tx, { deptIds: null }, [oldmanId])
    await client.query({ name: 'ways', text: WAYS, values: [who.orgId] })
    await client.query({ name: 'settings', text: SETTINGS, values: [who.orgId] })
    await client.query({ name: 'monthFee', text: MONTH_FEE, values: [who.orgId, oldmanId] })
    const entry = { oldmanId, tradeType: 'PRESTORE', way: 2, amountFen: amount, cash: amount, balance: amount } as const
    await post(tx, [{ ...entry, receiptId, groupId, content: '预存' }])
    const lines = [{ item: '预存款', month: null, amountFen: amount }]
    const ways = [{ name: '现金', amountFen: amount }]
    await writeReceipt(tx, { receiptId, account: account!, groupId, lines, ways })
    const line = JSON.stringify(lines)
    await client.query({ name: 'answer', text: ANSWER, values: [who.orgId, requestNo, line] })
    await client.query({ name: 'log', text: LOG, values: [who.orgId, newId(), who.userId, newId()] })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Null when it was taken, else what the server said. */
function oursOne(agent: Agent, who: Who, oldmanId: string, amountFen: number): Promise<string | null> {
  const body = JSON.stringify({ kind: 'PRESTORE', oldmanId, payments: [{ source: 'CASH', way: 2, amountFen }] })
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: new URL(who.url).port,
        method: 'POST',
        path: '/pims/web-pi/cost/pay',
        headers: {
          authorization: who.token,
          appName: 'platform-admin',
          'x-request-no': newId(),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('end', () => resolve(text.startsWith('{"status":200') ? null : text))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function round(milliseconds: number, one: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let done = 0
  const cashier = async () => {
    while (performance.now() - began < milliseconds) {
      await one()
      done++
    }
  }
  await Promise.all(Array.from({ length: CASHIERS }, cashier))
  return (done * 1000) / (performance.now() - began)
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

export async function takePayments(databaseUrl: string, who: Who): Promise<Paid> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CASHIERS, options: '-c TimeZone=Asia/Shanghai' })
  const agent = new Agent({ keepAlive: true, maxSockets: CASHIERS })
  try {
    const found = await pool.query<{ id: string }>(
      // Whoever has left and is settled takes no money any more.
      `select a.oldman_id as id from elder_account a join oldman o using (org_id, oldman_id)
       where a.org_id = $1 and o.status in (1, 4) order by 1 limit $2`,
      [who.orgId, ACCOUNTS],
    )
    const accounts = found.rows.map((row) => row.id)
    const sum = async () =>
      Number(
        (await pool.query('select sum(balance_fen) as sum from elder_account where org_id = $1', [who.orgId])).rows[0]
          .sum,
      )
    const before = await sum()
    let answered = 0
    let n = 0
    const next = () => accounts[n++ % accounts.length]!
    const amount = () => 100 + (n % 900)
    const ours = async () => {
      const fen = amount()
      const refused = await oursOne(agent, who, next(), fen)
      if (refused !== null) throw new Error(`a payment was refused under load: ${refused}`)
      answered += fen
    }
    const bare = async () => {
      const fen = amount()
      await bareOne(pool, who, next(), fen)
      answered += fen
    }
    await round(1000, ours)
    await round(1000, bare)
    const [rates, bares]: [number[], number[]] = [[], []]
    for (let i = 0; i < ROUNDS; i++) {
      rates.push(await round(MILLISECONDS, ours))
      bares.push(await round(MILLISECONDS, bare))
    }
    const { problems } = await verifyLedger(pool, who.orgId)
    const [mine, plain] = [middle(rates), middle(bares)]
    return {
      ratio: mine / plain,
      ours: mine,
      bare: plain,
      lost: (await sum()) - before - answered,
      problems: problems.length,
    }
  } finally {
    agent.destroy()
    await pool.end()
  }
}
