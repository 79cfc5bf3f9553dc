// Handlers of the cashiers' days.

import {
  type CashDayData,
  type CashDayRowData,
  type CashTakerData,
  type CashWayData,
  cashDay,
  cashDayNeeds,
} from '#contract/expense/cashDay'
import { TradeWay } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { STAFF_GONE } from '#contract/platform/staff'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { CASH_SUMS } from './cashDaySql.ts'

type Stored = Omit<CashDayRowData, 'can'>

const COLUMNS = `c.day, c.user_id as "userId", c.user_name as "userName", coalesce(l.count, 0)::int as count,
  coalesce(l.cash_in, 0) as "inFen", coalesce(l.cash_out, 0) as "outFen", coalesce(l.due, 0) as "dueFen",
  c.due_fen as "handedDueFen", c.counted_fen as "countedFen", c.counted_fen - coalesce(l.due, 0) as "differenceFen",
  c.handed_to as "handedTo", c.handed_name as "handedName", c.handed_at as "handedTime", c.remark, c.version,
  c.handed_at is not null and c.due_fen = coalesce(l.due, 0) as balanced`

const LIST = `select ${COLUMNS} from cash_day c ${CASH_SUMS}
where c.org_id = $1 and c.day between $2::date and $3::date and ($4::text is null or c.user_id = $4)
  and (not $5 or c.handed_at is null or c.due_fen <> coalesce(l.due, 0)) order by c.day desc, c.user_name, c.user_id`

const ONE = `select ${COLUMNS} from cash_day c ${CASH_SUMS} where c.org_id = $1 and c.day = coalesce($2::date, current_date) and c.user_id = $3`

/** Ways of the day, also one that was handed over and has gone since. The difference is to what the ledger says now. */
const WAYS = `select coalesce(l.way, h.way) as way, coalesce(l.count, 0)::int as count, coalesce(l.cash_in, 0)::bigint as "inFen",
  coalesce(l.cash_out, 0)::bigint as "outFen", coalesce(l.net, 0)::bigint as "netFen", h.due_fen as "handedDueFen",
  h.counted_fen as "countedFen", h.counted_fen - coalesce(l.net, 0)::bigint as "differenceFen"
from (select x.way, count(*) as count, sum(x.cash_fen) filter (where not x.refund) as cash_in,
    -sum(x.cash_fen) filter (where x.refund) as cash_out, sum(x.cash_fen) as net
  from ledger x where x.org_id = $1 and x.day = $2 and x.user_id = $3 and x.cash_fen <> 0 group by x.way) l
full join (select way, due_fen, counted_fen from cash_day_way where org_id = $1 and day = $2 and user_id = $3) h on h.way = l.way
order by 1`

/** Whoever may only hand over sees their own days. */
const ownOnly = (who: Caller) => !who.may(cashDayNeeds.list) && !who.may(cashDayNeeds.handAll)

const canOf = (who: Caller, userId: string): string[] =>
  who.may(cashDayNeeds.handAll) || (userId === who.userId && who.may(cashDayNeeds.hand)) ? ['hand'] : []

async function listDays(who: Caller, query: InputOf<typeof cashDay.calls.list>): Promise<CashDayRowData[]> {
  if (query.to < query.from) throw invalid('结束日期不能早于开始日期', 'to')
  if (Date.parse(query.to) - Date.parse(query.from) > 92 * 86_400_000) throw invalid('一次最多查看三个月', 'to')
  const userId = ownOnly(who) ? who.userId : (query.userId ?? null)
  const found = await who.app.pool.query<Stored>({
    name: 'cash_days',
    text: LIST,
    values: [who.orgId, query.from, query.to, userId, query.open ?? false],
  })
  return found.rows.map((row) => ({ ...row, can: canOf(who, row.userId) }))
}

type Client = Tx['client'] | Caller['app']['pool']

async function dayOf(who: Caller, client: Client, day: string | null, userId: string) {
  const found = await client.query<Stored>({ name: 'cash_day_one', text: ONE, values: [who.orgId, day, userId] })
  const row = found.rows[0]
  if (!row || (ownOnly(who) && userId !== who.userId)) throw notFound('当日收款')
  return row
}

async function waysOf(client: Client, orgId: string, day: string, userId: string): Promise<CashWayData[]> {
  const found = await client.query<Omit<CashWayData, 'wayName'>>({
    name: 'cash_day_ways',
    text: WAYS,
    values: [orgId, day, userId],
  })
  return found.rows.map((one) => ({ ...one, wayName: TradeWay.label(one.way) }))
}

async function detailOf(who: Caller, day: string | null, userId: string): Promise<CashDayData> {
  const { pool } = who.app
  const row = await dayOf(who, pool, day, userId)
  return { ...row, can: canOf(who, userId), ways: await waysOf(pool, who.orgId, row.day, userId) }
}

/** Whoever still works here; those who left (3) or are no more (4) take nothing. */
const TAKERS = `select e.emp_id as "empId", e.emp_name as "empName", d.dept_name as "deptName" from employee e
left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where e.org_id = $1 and e.status not in (${STAFF_GONE}) order by d.sort, d.dept_id, e.sort, e.emp_id`

const takers = async (who: Caller): Promise<CashTakerData[]> =>
  (await who.app.pool.query<CashTakerData>({ name: 'cash_takers', text: TAKERS, values: [who.orgId] })).rows

const LOCK = 'select from cash_day where org_id = $1 and day = $2 and user_id = $3 for update'
const STAFF = 'select emp_name as name from employee where org_id = $1 and emp_id = $2'
const HAND = `update cash_day set counted_fen = $4, due_fen = $5, remark = $6, handed_to = $7, handed_name = $8, handed_at = now(),
  version = version + 1 where org_id = $1 and day = $2 and user_id = $3`

const FORGET_WAYS = 'delete from cash_day_way where org_id = $1 and day = $2 and user_id = $3'
const HAND_WAYS = `insert into cash_day_way (org_id, day, user_id, way, due_fen, counted_fen)
select $1, $2, $3, x.way, x."dueFen", x."countedFen" from jsonb_to_recordset($4::jsonb) as x(way int, "dueFen" bigint, "countedFen" bigint)`

type Counted = { way: CashWayData['way']; dueFen: number; countedFen: number }

/** Every way with something to hand over is counted, and each once. */
function countedOf(ways: readonly CashWayData[], sent: InputOf<typeof cashDay.calls.hand>['ways']): Counted[] {
  if (new Set(sent.map((one) => one.way)).size < sent.length) throw invalid('同一种方式请只填一行', 'ways')
  if (sent.some((one) => one.way === TradeWay.is.balance)) throw invalid('余额不是交款方式', 'ways')
  const missing = ways.filter((one) => one.count > 0 && !sent.some((two) => two.way === one.way))
  if (missing.length > 0) throw invalid(`请填写${missing.map((one) => one.wayName).join('、')}的实交款`, 'ways')
  return sent.map(({ way, countedFen }) => ({
    way,
    countedFen,
    dueFen: ways.find((one) => one.way === way)?.netFen ?? 0,
  }))
}

async function hand(tx: Tx, who: Caller, body: InputOf<typeof cashDay.calls.hand>): Promise<void> {
  const userId = body.userId ?? who.userId
  if (canOf(who, userId).length === 0) throw new Refusal('NO_PERMISSION')
  const key = [tx.orgId, body.day, userId]
  await tx.client.query(LOCK, key)
  const row = await dayOf(who, tx.client, body.day, userId)
  await refuseStale(tx, `${body.day}:${userId}`, body.version, row.version)
  if (body.handedTo === userId) throw invalid('接收人不能是收款人本人', 'handedTo')
  const taker = await tx.client.query<{ name: string }>(STAFF, [tx.orgId, body.handedTo])
  if (!taker.rows[0]) throw new Refusal('NOT_FOUND', { what: '接收人' }, 'handedTo')
  const counted = countedOf(await waysOf(tx.client, tx.orgId, body.day, userId), body.ways)
  const countedFen = counted.reduce((sum, one) => sum + one.countedFen, 0)
  const off = counted.filter((one) => one.countedFen !== one.dueFen)
  const offWords = off
    .map(
      (one) =>
        `${TradeWay.label(one.way)}${one.countedFen > one.dueFen ? '多' : '少'} ${yuanText(Math.abs(one.countedFen - one.dueFen))} 元`,
    )
    .join('、')
  if (off.length > 0 && !body.remark?.trim()) throw invalid(`${offWords}，请注明原因`, 'remark')
  const { name } = taker.rows[0]
  await tx.client.query(HAND, [...key, countedFen, row.dueFen, body.remark ?? null, body.handedTo, name])
  await tx.client.query(FORGET_WAYS, key)
  await tx.client.query(HAND_WAYS, [...key, JSON.stringify(counted)])
  tx.log({
    remark: `${row.userName} ${body.day} 交款 ${yuanText(countedFen)} 元给${name}${offWords ? `，${offWords}` : ''}`,
    targetType: 'cashDay',
    targetId: `${body.day}:${userId}`,
    changes: {
      实交款: [row.countedFen === null ? null : yuanText(row.countedFen), yuanText(countedFen)],
      应交款: [row.handedDueFen === null ? null : yuanText(row.handedDueFen), yuanText(row.dueFen)],
      接收人: [row.handedName, name],
    },
  })
}

export default amountsOnly(
  implement(cashDay, {
    list: (query, who) => listDays(who, query),
    detail: ({ userId, day }, who) => detailOf(who, day ?? null, userId),
    takers: (_, who) => takers(who),
    hand: async (body, who) => {
      await who.tx((tx) => hand(tx, who, body))
      return detailOf(who, body.day, body.userId ?? who.userId)
    },
  }),
)
