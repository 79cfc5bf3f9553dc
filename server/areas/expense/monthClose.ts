// Handlers of the closing of months.
import {
  type MonthCheckData,
  type MonthRowData,
  type MonthStateValue,
  monthClose,
  monthCloseNeeds,
  type ReopenRequestData,
} from '#contract/expense/monthClose'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { amountsOnly } from './amountsHidden.ts'
import { monthChecks } from './monthCloseChecks.ts'

interface Sums {
  month: string
  entries: number
  incomeFen: number
  reducedFen: number
  cashInFen: number
  cashOutFen: number
  owedFen: number
}

const SUMS = `select to_char(m.month, 'YYYY-MM') as month, sum(m.entries)::int as entries, sum(m.income_fen)::bigint as "incomeFen",
  sum(m.discount_fen + m.subsidy_fen)::bigint as "reducedFen",
  coalesce(sum(m.cash_fen) filter (where not m.refund), 0)::bigint as "cashInFen",
  coalesce(-sum(m.cash_fen) filter (where m.refund), 0)::bigint as "cashOutFen", sum(m.receivable_fen)::bigint as moved
from ledger_month m where m.org_id = $1 and m.month between $2::date and $3::date group by m.month`

/** What everybody owes at the end of a month is what the months up to it have moved. */
const MONTHS = `with own as (${SUMS}), start as (
  select coalesce(sum(receivable_fen), 0)::bigint as owed from ledger_month where org_id = $1 and month < $2::date)
select own.month, own.entries, own."incomeFen", own."reducedFen", own."cashInFen", own."cashOutFen",
  (start.owed + sum(own.moved) over (order by own.month))::bigint as "owedFen"
from own, start order by own.month desc`

const YEARS = `select distinct extract(year from month)::int as year from ledger_month where org_id = $1 order by year desc`
const NOW = `select to_char(current_date, 'YYYY-MM') as month`

interface Closed {
  month: string
  closed: boolean
  closedName: string
  closedTime: string
}
const CLOSED = `select month, closed, closed_name as "closedName", closed_at as "closedTime" from month_close
where org_id = $1 and month between $2 and $3`

const REQUEST = `request_id as "requestId", month, reason, state, asked_by as "askedBy", asked_name as "askedName",
  created_at as "askedTime", decided_name as "decidedName", decided_at as "decidedTime", decision`
const REQUESTS = `select ${REQUEST} from reopen_request where org_id = $1 and ($2::text is null or month = $2)
order by created_at desc, request_id desc limit 200`

function canOf(who: Caller, state: MonthStateValue, request: ReopenRequestData | null): string[] {
  const all: [string, boolean][] = [
    ['close', state === 'OPEN' && who.may(monthCloseNeeds.close)],
    ['ask', state === 'CLOSED' && who.may(monthCloseNeeds.ask)],
    ['agree', state === 'ASKED' && who.may(monthCloseNeeds.agree) && request?.askedBy !== who.userId],
  ]
  return all.filter(([, may]) => may).map(([name]) => name)
}

type Client = Tx['client'] | Caller['app']['pool']

async function monthsOf(who: Caller, client: Client, from: string, to: string): Promise<MonthRowData[]> {
  const sums = await client.query<Sums>({
    name: 'month_sums',
    text: MONTHS,
    values: [who.orgId, `${from}-01`, `${to}-01`],
  })
  const closed = await client.query<Closed>({ name: 'months_closed', text: CLOSED, values: [who.orgId, from, to] })
  const requests = await client.query<ReopenRequestData>({
    name: 'months_requests',
    text: REQUESTS,
    values: [who.orgId, null],
  })
  const now = (await client.query<{ month: string }>(NOW)).rows[0]!.month
  return sums.rows.map((row) => {
    const mark = closed.rows.find((one) => one.month === row.month)
    const request = requests.rows.find((one) => one.month === row.month && one.state === 'ASKED') ?? null
    const state = mark?.closed ? (request ? 'ASKED' : 'CLOSED') : row.month >= now ? 'RUNNING' : 'OPEN'
    return {
      ...row,
      state,
      closedName: mark?.closed ? mark.closedName : null,
      closedTime: mark?.closed ? mark.closedTime : null,
      request,
      can: canOf(who, state, request),
    } as MonthRowData
  })
}

async function monthOf(who: Caller, client: Client, month: string): Promise<MonthRowData> {
  const [row] = await monthsOf(who, client, month, month)
  if (!row) throw notFound(`${month} 的账目`)
  return row
}

/** Entries on their way are waited for, and none begins before this ends. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('month_close:' || $1, 0))`

const CLOSE = `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (org_id, month) do update set closed = true, entries = excluded.entries, cash_fen = excluded.cash_fen,
  income_fen = excluded.income_fen, closed_by = excluded.closed_by, closed_name = excluded.closed_name, closed_at = now(),
  version = month_close.version + 1`

function refuseChecks(checks: readonly MonthCheckData[], accepted: readonly string[]): void {
  const open = checks.filter((check) => !check.ok)
  const words = (list: readonly MonthCheckData[]) => list.map((check) => `${check.title}（${check.note}）`).join('；')
  const blocking = open.filter((check) => check.blocks)
  if (blocking.length > 0) throw invalid(`还不能结账：${words(blocking)}`, 'month')
  const unseen = open.filter((check) => !accepted.includes(check.key))
  if (unseen.length > 0) throw invalid(`请先确认：${words(unseen)}`, 'accepted')
}

async function close(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.close>): Promise<void> {
  await tx.client.query(LOCK, [tx.orgId])
  const row = await monthOf(who, tx.client, body.month)
  if (row.state === 'CLOSED' || row.state === 'ASKED') {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已结账', act: `再次结账 ${body.month}` })
  }
  refuseChecks(await monthChecks(tx.client, tx.orgId, body.month), body.accepted ?? [])
  const cash = row.cashInFen - row.cashOutFen
  await tx.client.query(CLOSE, [tx.orgId, body.month, row.entries, cash, row.incomeFen, who.userId, tx.by.name])
  tx.log({
    remark: `${body.month} 月度结账：流水 ${row.entries} 笔，净收款 ${yuanText(cash)} 元`,
    targetType: 'monthClose',
    targetId: body.month,
    changes: { 状态: ['未结账', '已结账'] },
  })
}

const ASK = `insert into reopen_request (org_id, request_id, month, reason, asked_by, asked_name) values ($1, $2, $3, $4, $5, $6)`

async function ask(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.ask>): Promise<void> {
  const row = await monthOf(who, tx.client, body.month)
  if (row.state !== 'CLOSED') {
    const state = row.state === 'ASKED' ? `${row.request!.askedName}已申请反结账` : '未结账'
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: `申请反结账 ${body.month}` })
  }
  await tx.client.query(ASK, [tx.orgId, newId(), body.month, body.reason, who.userId, tx.by.name])
  tx.log({
    remark: `申请反结账 ${body.month}：${body.reason}`,
    targetType: 'monthClose',
    targetId: body.month,
    changes: { 状态: ['已结账', '申请反结账'] },
  })
}

const OPEN_REQUEST = `select ${REQUEST} from reopen_request where org_id = $1 and request_id = $2 for update`
const DECIDE = `update reopen_request set state = $3, decided_by = $4, decided_name = $5, decided_at = now(), decision = $6
where org_id = $1 and request_id = $2`
const REOPEN = `update month_close set closed = false, version = version + 1 where org_id = $1 and month = $2`

async function decide(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.decide>): Promise<string> {
  await tx.client.query(LOCK, [tx.orgId])
  const found = await tx.client.query<ReopenRequestData>(OPEN_REQUEST, [tx.orgId, body.requestId])
  const request = found.rows[0]
  if (!request) throw notFound('反结账申请')
  if (request.state !== 'ASKED') {
    throw new Refusal('STATE_NOT_ALLOWED', { state: `${request.decidedName}已处理`, act: '再次处理这个申请' })
  }
  if (request.askedBy === who.userId) throw invalid('申请人不能同意自己的申请，请由另一位有权限的人处理', 'requestId')
  if (!body.agree && !body.decision?.trim()) throw invalid('不同意时请填写意见', 'decision')
  const state = body.agree ? 'AGREED' : 'REFUSED'
  await tx.client.query(DECIDE, [tx.orgId, body.requestId, state, who.userId, tx.by.name, body.decision ?? null])
  if (body.agree) await tx.client.query(REOPEN, [tx.orgId, request.month])
  tx.log({
    remark: `${body.agree ? '同意' : '不同意'}${request.askedName}的反结账申请：${request.month}，${request.reason}`,
    targetType: 'monthClose',
    targetId: request.month,
    changes: { 状态: ['申请反结账', body.agree ? '未结账' : '已结账'] },
  })
  return request.month
}

onConstraint(
  'reopen_request_open',
  () => new Refusal('STATE_NOT_ALLOWED', { state: '已有反结账申请', act: '再次申请' }),
)
onConstraint('reopen_request_people', () => invalid('申请人不能同意自己的申请，请由另一位有权限的人处理', 'requestId'))

export default amountsOnly(
  implement(monthClose, {
    list: async ({ year }, who) => {
      const years = (await who.app.pool.query<{ year: number }>(YEARS, [who.orgId])).rows.map((row) => row.year)
      const shown = year ?? years[0] ?? new Date().getFullYear()
      return { years, months: await monthsOf(who, who.app.pool, `${shown}-01`, `${shown}-12`) }
    },
    check: ({ month }, who) => monthChecks(who.app.pool, who.orgId, month),
    requests: async ({ month }, who) =>
      (await who.app.pool.query<ReopenRequestData>(REQUESTS, [who.orgId, month ?? null])).rows,
    close: async (body, who) => {
      await who.tx((tx) => close(tx, who, body))
      return monthOf(who, who.app.pool, body.month)
    },
    ask: async (body, who) => {
      await who.tx((tx) => ask(tx, who, body))
      return monthOf(who, who.app.pool, body.month)
    },
    decide: async (body, who) => {
      const month = await who.tx((tx) => decide(tx, who, body))
      return monthOf(who, who.app.pool, month)
    },
  }),
)
