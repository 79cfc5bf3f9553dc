// A closed month stands: whatever is done later leaves every one of its reports as it was when it was closed.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { REPORTS, type ReportName } from '#contract/expense/reportKit'
import { addBills, addOnceBill, issueBills } from '#server/areas/expense/bill/billWrite'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { post } from '#server/areas/expense/ledger/post'
import { COST, openDesk } from '#server/areas/expense/test/accountDesk'
import { lineOf } from '#server/areas/expense/test/billDesk'
import { reportOf } from '#server/areas/expense/test/reporting'
import { reportTruth } from '#server/areas/expense/test/reportTruth'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'

type Desk = Awaited<ReturnType<typeof openDesk>>
let desk: Desk
/** The last month that has passed, and the one that runs. */
let month: string
let running: string

const rows = <T>(text: string, values: unknown[] = [DEMO_ORG]) => desk.rows<T>(text, values)
const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(desk.app.app, DEMO_ORG, '费用', '测试', act)
const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = desk.tokens.admin) =>
  desk.app.ask<T>(method, `${COST}/${path}`, { token, ...(body && { body }) })

const lastDay = (of: string) => {
  const [year, at] = of.split('-').map(Number) as [number, number]
  return `${of}-${new Date(Date.UTC(year, at, 0)).getUTCDate()}`
}
const periodOf = (of: string) => ({ from: `${of}-01`, to: lastDay(of) })

const OF_STAYS = ['living', 'agreedFen', 'missingFen']

interface Seen {
  sums: Record<string, number>
  total: number
  rows: Record<string, number>
}

/**
 * Totals, number of rows, and the money of all rows by column; what a resident owes today stands beside the name and moves,
 * and so does what follows the stays: how many lived here, and which deposits their contracts agree on.
 */
async function seen(name: ReportName, of: string): Promise<Seen> {
  const { sums: all, total, list, check } = await reportOf(desk.app, desk.tokens.admin, name, periodOf(of))
  expect(check, `${name} ${of}`).toMatchObject({ agrees: true })
  const sums = Object.fromEntries(Object.entries(all).filter(([key]) => !OF_STAYS.includes(key)))
  const money: Record<string, number> = {}
  for (const row of list as object[]) {
    for (const [key, value] of Object.entries(row)) {
      if (key.endsWith('Fen') && key !== 'owedFen' && key !== 'balanceAfter' && !OF_STAYS.includes(key))
        money[key] = (money[key] ?? 0) + Number(value ?? 0)
    }
  }
  return { sums, total, rows: money }
}
const OF_MONTHS = REPORTS.filter((name) => name !== 'refundable')
const allSeen = async (of: string) => {
  const all: Record<string, Seen> = {}
  for (const name of OF_MONTHS) all[name] = await seen(name, of)
  return all
}

const ended = (runId: string) =>
  vi.waitFor(
    async () => {
      const run = await desk.app.ask<{
        state: string
        message: string
        result: { closed: string[]; stopped: unknown }
      }>('GET', `/passport/web-org/jobs/${runId}`, { token: desk.tokens.admin })
      expect(['done', 'failed']).toContain(run.data?.state)
      return run.data
    },
    { timeout: 120_000, interval: 200 },
  )

const onceBill = (of: string, fen: number) =>
  work((tx) =>
    addOnceBill(tx, {
      account: { oldmanId: desk.resident.id, bedPath: null },
      month: of,
      day: `${of}-10`,
      lines: [lineOf(fen)],
    }),
  )

const before: Record<string, Record<string, Seen>> = {}
/** Issued for the month before it was closed, and not paid. */
let ownBill: string

beforeAll(async () => {
  desk = await openDesk()
  const [now] = await rows<{ month: string; running: string }>(
    `select to_char(current_date - interval '1 month', 'YYYY-MM') as month, to_char(current_date, 'YYYY-MM') as running where $1 <> ''`,
  )
  ;({ month, running } = now!)
  ownBill = (await onceBill(month, 5_000)).billId
}, 120_000)
afterAll(() => desk.app.close())

describe('closing several months', () => {
  let open: Seen['sums']
  test('stops at the first that does not pass its checks and says why; the earliest is offered first', async () => {
    const { data } = await ask<{ open: string[] }>('GET', 'monthClose')
    const [first] = await rows<{ month: string }>(
      `select to_char(min(month), 'YYYY-MM') as month from ledger_month where org_id = $1`,
    )
    expect(data.open[0]).toBe(first!.month)
    expect(data.open.at(-1)).toBe(month)
    const stop = data.open.at(-2)!
    open = (await seen('rent', month)).sums
    // A draft left behind in the last but one.
    const [billId] = await work((tx) =>
      addBills(tx, [
        {
          oldmanId: desk.resident.id,
          month: stop,
          kind: 'ONCE',
          periodStart: `${stop}-01`,
          periodEnd: `${stop}-02`,
          dueDate: `${stop}-28`,
          lines: [lineOf(100)],
        },
      ]),
    )
    const started = await ask<{ runId: string }>('POST', 'monthClose/closeUntil', {
      month,
      accepted: ['orders', 'leavers', 'cashDays'],
    })
    expect(started.status).toBe(200)
    const run = await ended(started.data.runId)
    expect(run.result.stopped).toMatchObject({ month: stop, why: expect.stringContaining('草稿') })
    expect(run.message).toContain(`停在 ${stop}`)
    expect(run.result.closed.at(-1)).toBe(data.open.at(-3))
    await work((tx) => tx.client.query('delete from bill where org_id = $1 and bill_id = $2', [DEMO_ORG, billId]))
    const again = await ask<{ runId: string }>('POST', 'monthClose/closeUntil', {
      month,
      accepted: ['orders', 'leavers', 'cashDays'],
    })
    expect((await ended(again.data.runId)).result).toEqual({ closed: [stop, month], stopped: null })
    expect((await ask('POST', 'monthClose/closeUntil', { month })).desc).toContain('没有未结账的月份')
  }, 180_000)

  test('writes the totals of every report down', async () => {
    const [row] = await rows<{ figures: Record<string, Record<string, number>> }>(
      'select figures from month_close where org_id = $1 and month = $2',
      [DEMO_ORG, month],
    )
    expect(Object.keys(row!.figures).sort()).toEqual([...OF_MONTHS].sort())
    for (const of of [month]) before[of] = await allSeen(of)
    // Closing changes no day of a bed.
    const { beds, occupiedDays, emptyDays } = open as Record<string, number>
    expect(before[month]!.rent!.sums).toMatchObject({ beds, occupiedDays, emptyDays })
    expect(occupiedDays! + emptyDays!).toBe(beds! * Number(lastDay(month).slice(8)))
    for (const name of OF_MONTHS) expect(before[month]![name]!.sums, name).toMatchObject(row!.figures[name]!)
  }, 120_000)

  test('only the last closed month opens again', async () => {
    const [earlier] = await rows<{ month: string }>(
      'select max(month) as month from month_close where org_id = $1 and month < $2 and closed',
      [DEMO_ORG, month],
    )
    const refused = await ask('POST', 'monthClose/reopen', { month: earlier!.month, reason: '改错' })
    expect(refused.desc).toContain(`请先反结账 ${month}`)
    await expect(
      rows('update month_close set closed = false where org_id = $1 and month = $2', [DEMO_ORG, earlier!.month]),
    ).rejects.toMatchObject({ constraint: 'month_close_order' })
  })
})

describe('after the close', () => {
  const unpaid = async () =>
    (
      await rows<{ id: string; oldmanId: string; fen: number }>(
        `select bill_id as id, oldman_id as "oldmanId", receivable_fen - paid_fen as fen from bill where org_id = $1 and bill_id = $2`,
        [DEMO_ORG, ownBill],
      )
    )[0]!
  const entry = (day: string) => ({
    oldmanId: desk.resident.id,
    tradeType: 'PRESTORE' as const,
    way: 2 as const,
    amountFen: 100,
    cash: 100,
    balance: 100,
    groupId: newId(),
    content: '预存',
    day,
  })

  test('nothing is made, issued, voided or dated there', async () => {
    expect((await ask('POST', 'payBack', { month })).desc).toContain('已经结账')
    await expect(onceBill(month, 100)).rejects.toMatchObject({ constraint: 'bill_month_closed' })
    const { id } = await unpaid()
    const voided = await ask('DELETE', `payBack/${id}`, { reason: '录错' })
    expect(voided.status).not.toBe(200)
    await expect(
      rows(`update bill set stage = 'VOID' where org_id = $1 and bill_id = $2`, [DEMO_ORG, id]),
    ).rejects.toMatchObject({
      constraint: 'bill_month_closed',
    })
    await expect(work((tx) => post(tx, [entry(`${month}-15`)]))).rejects.toMatchObject({
      constraint: 'ledger_month_closed',
    })
    // Also in a month without money before it.
    await expect(work((tx) => post(tx, [entry('2001-01-15')]))).rejects.toMatchObject({
      constraint: 'ledger_month_closed',
    })
    const charge = { oldmanId: desk.resident.id, kind: 'MEDICAL', medicalKind: '药品', name: '感冒药', priceFen: 1_000 }
    const dated = await ask<{ field: string }>('POST', 'charge', { ...charge, day: `${month}-15` })
    expect(dated.desc).toContain('已经结账')
    const [waits] = await rows<{ id: string }>(
      `select charge_id as id from charge where org_id = $1 and to_char(day, 'YYYY-MM') = $2 and kind = 'MEDICAL' order by 1 limit 1`,
      [DEMO_ORG, month],
    )
    for (const change of [`amount_fen = amount_fen + 1`, `state = 'VOID', bill_id = null`, 'day = current_date']) {
      await expect(
        rows(`update charge set ${change} where org_id = $1 and charge_id = $2`, [DEMO_ORG, waits!.id]),
        change,
      ).rejects.toMatchObject({ constraint: 'charge_month_closed' })
    }
    await expect(
      rows(
        `update cash_day set counted_fen = coalesce(counted_fen, 0) + 1, due_fen = 1, handed_at = now() where org_id = $1 and to_char(day, 'YYYY-MM') = $2`,
        [DEMO_ORG, month],
      ),
    ).rejects.toMatchObject({ constraint: 'cash_day_closed' })
    await expect(
      rows(
        `insert into reservation (org_id, reserve_id, oldman_id, bed_id, reserve_date, expect_check_in, expire_date, booking_fen, state)
         select org_id, 'late', oldman_id, bed_id, ($2 || '-10')::date, ($2 || '-11')::date, ($2 || '-12')::date, 500, 'USED'
         from reservation where org_id = $1 limit 1`,
        [DEMO_ORG, month],
      ),
    ).rejects.toMatchObject({ constraint: 'reservation_month_closed' })
    await expect(
      rows(
        `insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, category, name, cycle, price_fen, quantity, amount_fen, source)
        select org_id, 'late', bill_id, oldman_id, month, 99, '1', '床位费', 'MONTH', 1, 1000, 1, 'CYCLE' from bill where org_id = $1 and bill_id = $2`,
        [DEMO_ORG, id],
      ),
    ).rejects.toMatchObject({ constraint: 'bill_month_closed' })
  })

  test('what is paid, taken back, settled and corrected later counts later', async () => {
    const bill = await unpaid()
    const paid = await ask<{ receiptId: string }>('POST', 'pay', {
      kind: 'BILL',
      oldmanId: bill.oldmanId,
      billIds: [bill.id],
      payments: [{ source: 'CASH', way: 2, amountFen: bill.fen }],
    })
    expect(paid, JSON.stringify(paid)).toMatchObject({ status: 200 })
    // What was paid before the close stays paid; what came after it can be taken back.
    const [old] = await rows<{ id: string }>(
      `select b.bill_id as id from bill b where b.org_id = $1 and b.month = $2 and b.state = 'PAID' and b.kind = 'MONTH' and b.paid_fen > 0
        and not exists (select from settlement s where s.org_id = b.org_id and s.oldman_id = b.oldman_id)
        and exists (select from ledger l where l.org_id = b.org_id and l.bill_id = b.bill_id and l.trade_type <> 'BILL' and l.day <= $3)
       order by b.bill_id limit 1`,
      [DEMO_ORG, month, lastDay(month)],
    )
    const anti = (id: string) => ask('PUT', `payBack/antiSettle/${id}`, { reason: '收错', outside: 'BALANCE' })
    expect((await anti(old!.id)).desc).toContain('已经结账')
    const back = await anti(bill.id)
    expect(back, JSON.stringify(back)).toMatchObject({ status: 200 })
    const paidAgain = await ask('POST', 'pay', {
      kind: 'BILL',
      oldmanId: bill.oldmanId,
      billIds: [bill.id],
      payments: [{ source: 'CASH', way: 2, amountFen: 100 }],
    })
    expect(paidAgain, JSON.stringify(paidAgain)).toMatchObject({ status: 200 })
    await work((tx) => post(tx, [entry(`${running}-01`)]))
    // A settlement of a stay that ended there is confirmed now.
    const [settled] = await rows<{ id: string; day: string }>(
      `with one as (select settle_id from settlement where org_id = $1 and state <> 'CONFIRMED' order by 1 limit 1)
       update settlement s set state = 'CONFIRMED', checkout_date = $2, refund_fen = 0, confirmed_at = now() from one
       where s.org_id = $1 and s.settle_id = one.settle_id returning s.settle_id as id, to_char(s.book_day, 'YYYY-MM-DD') as day`,
      [DEMO_ORG, `${month}-20`],
    )
    expect(settled!.day).toBe(`${running}-01`)
    // The bill of the running month corrects a fee of a bed of the closed one: it knows which bed.
    const [bed] = await rows<{ oldmanId: string; child: string; bedId: string }>(
      `select l.oldman_id as "oldmanId", l.project_child_id as child, l.bed_id as "bedId" from bill_line l join bill b using (org_id, bill_id)
       where l.org_id = $1 and l.month = $2 and l.category = '1' and l.source = 'CYCLE' and b.stage = 'ISSUED' and b.kind = 'MONTH' order by l.line_id limit 1`,
      [DEMO_ORG, month],
    )
    const [corrected] = await work(async (tx) => {
      const ids = await addBills(tx, [
        {
          oldmanId: bed!.oldmanId,
          month: running,
          kind: 'ONCE',
          periodStart: `${running}-01`,
          periodEnd: `${running}-01`,
          dueDate: `${running}-28`,
          lines: [
            {
              projectChildId: bed!.child,
              category: '1',
              name: `床位费（${month} 差额）`,
              cycle: 'ONCE',
              priceFen: 12_300,
              amountFen: 12_300,
              source: 'ADJUST',
              dateFrom: `${month}-01`,
              dateTo: lastDay(month),
              refKind: 'month',
              refId: month,
            },
          ],
        },
      ])
      await issueBills(tx, ids)
      return ids
    })
    const [line] = await rows<{ bed: string; service: string }>(
      'select bed_id as bed, service_month as service from bill_line where org_id = $1 and bill_id = $2',
      [DEMO_ORG, corrected],
    )
    expect(line).toEqual({ bed: bed!.bedId, service: month })
    const rent = await desk.app.ask<{ closed: { at: string; corrections: { month: string; fen: number }[] } }>(
      'GET',
      `${COST}/report/rent`,
      { token: desk.tokens.admin, query: periodOf(month) },
    )
    expect(rent.data.closed.at).toBe(lastDay(month))
    expect(rent.data.closed.corrections.find((one) => one.month === running)!.fen).toBeGreaterThanOrEqual(12_300)
  })

  test('beds come and go, and a stay turns out to have ended earlier', async () => {
    const days = async () =>
      (
        await rows<{ days: number }>(
          `select sum(least(upper(days), $3::date) - greatest(lower(days), $2::date))::int as days from occupancy
         where org_id = $1 and kind <> 'RESERVE' and days && daterange($2, $3)`,
          [DEMO_ORG, `${month}-01`, `${running}-01`],
        )
      )[0]!.days
    const taken = await days()
    const [ended] = await rows<{ stay: string }>(
      `select o.stay_id as stay from occupancy o join stay s using (org_id, stay_id) where o.org_id = $1 and o.kind = 'STAY'
        and o.days @> daterange($2, $3) and s.end_date is not null order by 1 limit 1`,
      [DEMO_ORG, `${month}-01`, lastDay(month)],
    )
    await rows(
      `with s as (update stay set end_date = $3 where org_id = $1 and stay_id = $2)
       update occupancy set days = daterange(lower(days), $3) where org_id = $1 and stay_id = $2 and kind = 'STAY' and days @> $3::date`,
      [DEMO_ORG, ended!.stay, `${month}-12`],
    )
    expect(await days()).toBeLessThan(taken)
    const [empty] = await rows<{ id: string }>(
      `update bed b set display = 1 where b.org_id = $1 and b.bed_id = (select k.bed_id from closed_bed_day k where k.org_id = $1
        and k.month = $2 and not exists (select from occupancy o where o.org_id = k.org_id and o.bed_id = k.bed_id
          and (upper_inf(o.days) or upper(o.days) > current_date)) order by 1 limit 1) returning b.bed_id as id`,
      [DEMO_ORG, month],
    )
    expect(empty).toBeDefined()
    for (const name of ['新01', '新02']) {
      await rows(
        `insert into bed (org_id, bed_id, room_id, bed_name, sort) select org_id, $2, room_id, $3, 99 from room where org_id = $1 order by room_id limit 1`,
        [DEMO_ORG, newId(), name],
      )
    }
  })

  test('every report of the month is what it was', async () => {
    const now = await allSeen(month)
    for (const name of OF_MONTHS) expect(now[name], name).toEqual(before[month]![name])
    expect((await verifyLedger(desk.app.app.pool, DEMO_ORG)).problems).toEqual([])
  }, 180_000)

  test('and the rows of both months come to what their reports say', async () => {
    const sumsOf = async (name: ReportName, query: Record<string, string>) =>
      (await reportOf(desk.app, desk.tokens.admin, name, query)).sums
    const wrong = await reportTruth({ pool: desk.app.app.pool, orgId: DEMO_ORG, sumsOf }, [month, running])
    expect(wrong).toEqual([])
  }, 120_000)

  test('closing while bills are issued has each of them whole or not at all', async () => {
    for (const kept of ['closed_bed_day', 'closed_resident']) {
      await rows(`delete from ${kept} where org_id = $1 and month = $2`, [DEMO_ORG, month])
    }
    await rows('update month_close set closed = false, figures = null where org_id = $1 and month = $2', [
      DEMO_ORG,
      month,
    ])
    const making = Array.from({ length: 10 }, (_, i) =>
      work((tx) =>
        addOnceBill(tx, {
          account: { oldmanId: desk.residents[i % 5]!.id, bedPath: null },
          month,
          day: `${running}-01`,
          lines: [lineOf(1_000 + i)],
        }),
      ).then(
        ({ billId }) => ({ billId, refused: null }),
        (error: { constraint?: string }) => ({ billId: null, refused: error.constraint }),
      ),
    )
    const [closed, ...made] = await Promise.all([
      ask<{ state: string }>('POST', 'monthClose/close', { month, accepted: ['orders', 'leavers', 'cashDays'] }),
      ...making,
    ])
    expect(closed, JSON.stringify(closed)).toMatchObject({ data: { state: 'CLOSED' } })
    for (const { refused } of made) expect([null, 'bill_month_closed']).toContain(refused)
    const ids = made.flatMap(({ billId }) => billId ?? [])
    const [found] = await rows<{ issued: number; left: number }>(
      `select count(*) filter (where stage = 'ISSUED' and bill_id = any($3))::int as issued, count(*) filter (where stage = 'DRAFT')::int as left
       from bill where org_id = $1 and month = $2`,
      [DEMO_ORG, month, ids],
    )
    expect(found).toEqual({ issued: ids.length, left: 0 })
    expect((await verifyLedger(desk.app.app.pool, DEMO_ORG)).problems).toEqual([])
  }, 180_000)
})
