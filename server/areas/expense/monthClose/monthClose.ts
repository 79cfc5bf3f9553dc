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
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { BED_PERIODS, openDays } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { figuresOf } from './closedFigures.ts'
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
const NOW = `select to_char(current_date, 'YYYY-MM') as month, closed_until($1) as last`

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

/** `last`: nothing behind it is closed, so it may be opened again. */
function canOf(who: Caller, state: MonthStateValue, request: ReopenRequestData | null, last: boolean): string[] {
  const all: [string, boolean][] = [
    ['close', state === 'OPEN' && who.may(monthCloseNeeds.close)],
    ['ask', state === 'CLOSED' && last && who.may(monthCloseNeeds.ask)],
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
  const { month: now, last } = (await client.query<{ month: string; last: string | null }>(NOW, [who.orgId])).rows[0]!
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
      can: canOf(who, state, request, row.month === last),
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

/** Months of the house that have money and are not closed, the earliest first. */
const OPEN_MONTHS = `select distinct to_char(m.month, 'YYYY-MM') as month from ledger_month m
where m.org_id = $1 and m.month < date_trunc('month', current_date)
  and to_char(m.month, 'YYYY-MM') > coalesce(closed_until($1), '') order by 1`

async function openMonths(client: Client, orgId: string): Promise<string[]> {
  const found = await client.query<{ month: string }>({ name: 'months_open', text: OPEN_MONTHS, values: [orgId] })
  return found.rows.map((row) => row.month)
}

/** The beds that counted in the month, for as many days as they did. */
const BED_DAYS = `insert into closed_bed_day (org_id, month, bed_id, days, open_days)
select $1, $2, b.bed_id, b.held, greatest(b.open, b.held) from (
  select p.bed_id, sum(${openDays('p', 'm.first', 'm.upto')})::int as open, coalesce((
      select sum(least(coalesce(upper(o.days), m.upto), m.upto) - greatest(lower(o.days), m.first)) from occupancy o
      where o.org_id = $1 and o.bed_id = p.bed_id and o.kind <> 'RESERVE' and o.days && daterange(m.first, m.upto)), 0)::int as held
  from (select ($2 || '-01')::date as first, (($2 || '-01')::date + interval '1 month')::date as upto) m
  join (${BED_PERIODS}) p on p.open_from < m.upto and coalesce(p.open_to, m.upto) > m.first
  group by p.bed_id, m.first, m.upto) b`

/** Who lived here on its last day. */
const RESIDENTS = `insert into closed_resident (org_id, month, oldman_id, agreed_fen)
select distinct on (s.oldman_id) s.org_id, m.month, s.oldman_id, coalesce(s.deposit_fen, 0)
from (select $2::varchar as month, (($2 || '-01')::date + interval '1 month')::date - 1 as last) m
join stay s on s.org_id = $1 and s.start_date <= m.last and (s.end_date is null or s.end_date > m.last)
order by s.oldman_id, s.start_date desc, s.created_at desc`

const FIGURES = `update month_close set figures = $3 where org_id = $1 and month = $2`

export async function closeMonth(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.close>): Promise<void> {
  await tx.client.query(LOCK, [tx.orgId])
  const row = await monthOf(who, tx.client, body.month)
  if (row.state === 'CLOSED' || row.state === 'ASKED') {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已结账', act: `再次结账 ${body.month}` })
  }
  refuseChecks(await monthChecks(tx.client, tx.orgId, body.month), body.accepted ?? [])
  const cash = row.cashInFen - row.cashOutFen
  await tx.client.query(CLOSE, [tx.orgId, body.month, row.entries, cash, row.incomeFen, who.userId, tx.by.name])
  await tx.client.query(BED_DAYS, [tx.orgId, body.month])
  await tx.client.query(RESIDENTS, [tx.orgId, body.month])
  const figures = await figuresOf(tx.client, tx.orgId, body.month)
  await tx.client.query(FIGURES, [tx.orgId, body.month, JSON.stringify(figures)])
  tx.log({
    remark: `${body.month} 月度结账：流水 ${row.entries} 笔，净收款 ${yuanText(cash)} 元`,
    targetType: 'monthClose',
    targetId: body.month,
    changes: { 状态: ['未结账', '已结账'] },
  })
}

interface ClosingInput {
  month: string
  accepted: readonly string[]
}

interface ClosedMonths {
  closed: string[]
  /** The first that did not pass its checks, and why. */
  stopped: { month: string; why: string } | null
}

/** One month after the other, each in a transaction of its own; the first that does not pass is the last. */
async function closeInOrder(input: ClosingInput, run: Run) {
  const who = await run.caller()
  const months = (await openMonths(who.app.pool, who.orgId)).filter((month) => month <= input.month)
  const done: ClosedMonths = { closed: [], stopped: null }
  await run.progress(0, months.length)
  for (const month of months) {
    await run.throwIfCancelled()
    try {
      await who.tx((tx) => closeMonth(tx, who, { month, accepted: [...input.accepted] }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      done.stopped = { month, why: error.message }
      break
    }
    done.closed.push(month)
    await run.progress(done.closed.length, months.length)
  }
  return { result: done, message: sayClosed(done), route: '/expense/monthClose' }
}

function sayClosed({ closed, stopped }: ClosedMonths): string {
  const [first, last] = [closed[0], closed.at(-1)]
  const words =
    closed.length === 0 ? '没有结账' : `已结账 ${first}${last === first ? '' : ` 至 ${last}`}，共 ${closed.length} 个月`
  return stopped ? `${words}；停在 ${stopped.month}：${stopped.why}` : words
}

export const closing = defineRun<ClosingInput>('expense.closeMonths', closeInOrder)

async function startClosing(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.closeUntil>): Promise<string> {
  const months = (await openMonths(tx.client, tx.orgId)).filter((month) => month <= body.month)
  if (months.length === 0) throw invalid(`${body.month} 及以前没有未结账的月份`, 'month')
  tx.log({ remark: `依次结账 ${months[0]} 至 ${months.at(-1)}`, targetType: 'monthClose', targetId: body.month })
  return startRun(tx, who, {
    kind: closing.name,
    title: `月度结账 ${months[0]} 至 ${months.at(-1)}`,
    call: monthClose.calls.closeUntil.key,
    payload: { month: body.month, accepted: body.accepted ?? [] },
  })
}

const ASK = `insert into reopen_request (org_id, request_id, month, reason, asked_by, asked_name) values ($1, $2, $3, $4, $5, $6)`

const LAST = 'select closed_until($1) as month'

/** Months behind it stand on what it has: the last one opens first. */
async function refuseBehind(tx: Tx, month: string): Promise<void> {
  const last = (await tx.client.query<{ month: string | null }>(LAST, [tx.orgId])).rows[0]!.month
  if (last !== null && last > month) throw invalid(`反结账从最后结账的月份开始，请先反结账 ${last}`, 'month')
}

async function ask(tx: Tx, who: Caller, body: InputOf<typeof monthClose.calls.ask>): Promise<void> {
  const row = await monthOf(who, tx.client, body.month)
  if (row.state !== 'CLOSED') {
    const state = row.state === 'ASKED' ? `${row.request!.askedName}已申请反结账` : '未结账'
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: `申请反结账 ${body.month}` })
  }
  await refuseBehind(tx, body.month)
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
const REOPEN = `update month_close set closed = false, figures = null, version = version + 1 where org_id = $1 and month = $2`
const FORGET = `with beds as (delete from closed_bed_day where org_id = $1 and month = $2)
delete from closed_resident where org_id = $1 and month = $2`

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
  if (body.agree) {
    await refuseBehind(tx, request.month)
    await tx.client.query(REOPEN, [tx.orgId, request.month])
    await tx.client.query(FORGET, [tx.orgId, request.month])
  }
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
onConstraint('bill_month_closed', () =>
  invalid('账单所属的月份已经结账，不能再生成、修改、出账或作废；请记入未结账的月份，或先反结账', 'month'),
)
onConstraint('charge_month_closed', () =>
  invalid('消费日期所在的月份已经结账，不能再登记、修改或作废；更正请另登记一笔调整，日期选未结账的月份', 'day'),
)
onConstraint('cash_day_closed', () => invalid('这一天所在的月份已经结账，不能再登记交款；确需登记请先反结账', 'day'))
onConstraint('reservation_month_closed', () =>
  invalid('预订日期所在的月份已经结账，不能再改预订日期和订金；请取消后重新预订', 'reserveDate'),
)
onConstraint('settlement_month_closed', () =>
  invalid('这次退住结算所在的月份已经结账，不能再改动；请先反结账', 'oldmanId'),
)
onConstraint('month_close_order', () => invalid('反结账从最后结账的月份开始，请先反结账后面的月份', 'month'))
onConstraint('reopen_request_people', () => invalid('申请人不能同意自己的申请，请由另一位有权限的人处理', 'requestId'))

export default amountsOnly(
  implement(monthClose, {
    list: async ({ year }, who) => {
      const years = (await who.app.pool.query<{ year: number }>(YEARS, [who.orgId])).rows.map((row) => row.year)
      const shown = year ?? years[0] ?? new Date().getFullYear()
      const months = await monthsOf(who, who.app.pool, `${shown}-01`, `${shown}-12`)
      return { years, months, open: await openMonths(who.app.pool, who.orgId) }
    },
    check: ({ month }, who) => monthChecks(who.app.pool, who.orgId, month),
    requests: async ({ month }, who) =>
      (await who.app.pool.query<ReopenRequestData>(REQUESTS, [who.orgId, month ?? null])).rows,
    close: async (body, who) => {
      await who.tx((tx) => closeMonth(tx, who, body))
      return monthOf(who, who.app.pool, body.month)
    },
    closeUntil: async (body, who) => {
      const runId = await who.tx((tx) => startClosing(tx, who, body))
      return { runId }
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
