// The reports of accounts, income and bills: rows come to their sums, periods continue one another, everything agrees with
// the ledger, and where a row of the books was damaged, the check names it.

import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportName } from '#contract/expense/reportKit'
import { ZONE_MS } from '#contract/kit/clock'
import { wipeMoney } from '#server/areas/expense/test/money'
import { randomSteps, takeSteps } from '#server/areas/expense/test/randomMoney'
import { expectWhole, type Report, readerOfDepartment, reportOf, sumOf } from '#server/areas/expense/test/reporting'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { partsOf } from './reportDifference.ts'
import { leftAfter } from './reportRefundable.ts'

const PASSWORD = 'Yiyuan2026'

/** What of each report is added up. */
const SUMMED: Partial<Record<ReportName, readonly string[]>> = {
  balance: ['openingFen', 'prestoreFen', 'giftFen', 'inFen', 'paidFen', 'refundFen', 'outFen', 'closingFen'],
  deposit: ['openingFen', 'takenFen', 'inFen', 'refundFen', 'outFen', 'paysFen', 'closingFen', 'missingFen'],
  balanceDeposit: ['balanceFen', 'giftFen', 'depositFen', 'allFen'],
  refundable: ['balanceFen', 'depositFen', 'unpaidFen', 'unbilledFen', 'refundFen', 'supplementFen'],
  receivalbe: ['receivableFen', 'discountFen', 'paidFen', 'unpaidFen'],
  income: ['grossFen', 'leaveFen', 'discountFen', 'subsidyFen', 'refundFen', 'netFen'],
  monthIn: ['bedFen', 'careFen', 'medicalFen', 'otherFen', 'totalFen', 'refundFen', 'netFen'],
  chargeProject: ['receivableFen', 'discountFen', 'paidFen', 'unpaidFen'],
  difference: ['lastFen', 'thisFen', 'differenceFen', 'paidFen', 'unpaidFen'],
  rent: ['occupiedDays', 'emptyDays', 'receivableFen', 'paidFen'],
}
const NAMES = Object.keys(SUMMED) as ReportName[]

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', PASSWORD)
})
afterAll(() => app.close())

const rows = async (text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows
const get = (name: ReportName, query: Record<string, string> = {}) => reportOf(app, admin, name, query)
const day = (back: number) => new Date(Date.now() + ZONE_MS - back * 86_400_000).toISOString().slice(0, 10)
const month = (back: number) => day(back).slice(0, 7)

type Fens = Record<string, number> & { oldmanId: string }
const fens = (report: Report) => report.list as unknown as Fens[]

/** Closing = opening + in − out, row by row. */
function expectMoves(balance: Report, deposit: Report): void {
  for (const row of fens(balance)) {
    expect(row.openingFen! + row.prestoreFen! + row.giftFen! + row.inFen!).toBe(
      row.closingFen! + row.paidFen! + row.refundFen! + row.outFen!,
    )
  }
  for (const row of fens(deposit)) {
    expect(row.openingFen! + row.takenFen! + row.inFen!).toBe(
      row.closingFen! + row.refundFen! + row.outFen! + row.paysFen!,
    )
  }
}

/** The tie-outs that hold whatever the period is. */
async function expectTies(query: { from: string; to: string }): Promise<void> {
  const reports = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await get(name, { empty: 'true', ...query })] as const)),
  ) as Record<ReportName, Report>
  for (const name of NAMES) expectWhole(`${name} ${query.from} ${query.to}`, reports[name], SUMMED[name]!)
  const { balance, deposit, balanceDeposit, receivalbe, income, monthIn, chargeProject } = reports
  expectMoves(balance, deposit)
  const [held] = await rows(
    `select coalesce(sum(balance_fen + gift_fen), 0)::bigint as balance, coalesce(sum(deposit_fen), 0)::bigint as deposit
    from ledger where org_id = $1 and day <= $2`,
    [DEMO_ORG, query.to],
  )
  expect(balance.sums.closingFen, 'closing balance').toBe(held!.balance)
  expect(deposit.sums.closingFen, 'closing deposit').toBe(held!.deposit)
  expect(balanceDeposit.sums.allFen, 'both').toBe(held!.balance + held!.deposit)

  const months = [DEMO_ORG, query.from.slice(0, 7), query.to.slice(0, 7)]
  const [bills] = await rows(
    `select coalesce(sum(receivable_fen), 0)::bigint as asked, coalesce(sum(paid_fen), 0)::bigint as paid from bill
    where org_id = $1 and stage = 'ISSUED' and month between $2 and $3`,
    months,
  )
  expect(receivalbe.sums.paidFen, 'receivable 已收 = paid on bills').toBe(bills!.paid)
  expect(receivalbe.sums.receivableFen).toBe(bills!.asked)
  expect(income.sums.netFen, 'income 净收入 = receivable of that period').toBe(bills!.asked)
  expect(chargeProject.sums.receivableFen).toBe(bills!.asked)
  expect(chargeProject.sums.paidFen).toBe(bills!.paid)
  const [paid] = await rows(
    `select coalesce(-sum(receivable_fen), 0)::bigint as fen from ledger
    where org_id = $1 and day between $2 and $3 and trade_type <> 'BILL'`,
    [DEMO_ORG, query.from, query.to],
  )
  expect(monthIn.sums.netFen, 'monthIn = taken off the receivables').toBe(paid!.fen)
  const received = await get('income', { ...query, basis: 'RECEIVED' })
  expectWhole('income received', received, ['grossFen', 'refundFen', 'netFen'])
  const whole = await get('monthIn', { from: query.from.slice(0, 7), to: query.to.slice(0, 7) })
  expect(received.sums.netFen, 'income by payment = monthIn of whole months').toBe(whole.sums.netFen)
}

const PERIODS = [
  [day(3_650), day(0)],
  [day(400), day(35)],
  [day(70), day(33)],
  [day(40), day(3)],
  [day(0), day(0)],
] as const

describe('on the data of the demonstration', () => {
  test.each(PERIODS)('everything ties from %s to %s', (from, to) => expectTies({ from, to }))

  test.each(NAMES)('%s can be paged: pages hold what the whole holds, sums are of everything', async (name) => {
    const query = { from: month(120), to: month(0) }
    const whole = await get(name, query)
    const found: object[] = []
    for (let page = 1; found.length < whole.total && page < 6; page++) {
      const one = await get(name, { ...query, page: String(page), size: '7', part: 'page' })
      expect(one.total).toBe(whole.total)
      expect(one.sums).toEqual(whole.sums)
      expect(one.check).toBeNull()
      found.push(...one.list)
    }
    expect(found).toEqual(whole.list.slice(0, found.length))
  })

  test('the balances of today are those of the accounts', async () => {
    const accounts = await rows(
      `select sum(balance_fen)::bigint as balance, sum(gift_fen)::bigint as gift, sum(deposit_fen)::bigint as deposit
      from elder_account where org_id = $1`,
      [DEMO_ORG],
    )
    const both = await get('balanceDeposit')
    expect([both.sums.balanceFen, both.sums.giftFen, both.sums.depositFen]).toEqual([
      accounts[0]!.balance,
      accounts[0]!.gift,
      accounts[0]!.deposit,
    ])
  })

  test('kinds of income divide it without rest, also by what was received', async () => {
    const query = { from: month(300), to: month(0) }
    for (const basis of ['ACCRUED', 'RECEIVED']) {
      const whole = await get('income', { ...query, basis })
      const kinds = ['BED', 'CARE', 'MEAL', 'SERVICE', 'MEDICAL', 'ONCE', 'OTHER']
      const parts = await Promise.all(kinds.map((kind) => get('income', { ...query, basis, kind })))
      expect(
        sumOf(
          parts.map((part) => part.sums),
          'netFen',
        ),
      ).toBe(whole.sums.netFen)
      expect(sumOf(parts, 'total')).toBe(whole.total)
      for (const part of parts) expect(part.check.agrees).toBe(true)
    }
  })

  test('ages and states divide what is owed', async () => {
    const open = await get('receivalbe', { state: 'OPEN' })
    const parts = await Promise.all(
      ['NOT_DUE', 'D30', 'D60', 'D90', 'OLDER'].map((ageing) => get('receivalbe', { ageing })),
    )
    expect(
      sumOf(
        parts.map((part) => part.sums),
        'unpaidFen',
      ),
    ).toBe(open.sums.unpaidFen)
    const [owed] = await rows('select sum(owed_fen)::bigint as fen from elder_account where org_id = $1', [DEMO_ORG])
    expect(open.sums.unpaidFen).toBe(owed!.fen)
    const paid = await get('receivalbe', { state: 'PAID' })
    expect(open.total + paid.total).toBe((await get('receivalbe')).total)
  })

  test('the parts of a difference add up to it', async () => {
    const report = await get('difference', { from: month(90), to: month(0) })
    for (const row of report.list as unknown as { differenceFen: number; parts: { fen: number }[] }[]) {
      expect(sumOf(row.parts, 'fen')).toBe(row.differenceFen)
    }
  })

  test('no bed is taken for more days than have passed', async () => {
    const report = await get('rent', { from: month(60), to: month(0) })
    expect(report.total).toBeGreaterThan(0)
    for (const row of fens(report)) {
      expect(row.occupiedDays).toBeGreaterThanOrEqual(0)
      expect(row.emptyDays).toBeGreaterThanOrEqual(0)
    }
    const vacant = await get('rent', { from: month(0), vacant: 'true' })
    expect(fens(vacant).every((row) => row.emptyDays! > 0)).toBe(true)
  })

  test('what is refundable now is what a settlement would pay out', async () => {
    const report = await get('refundable')
    for (const row of fens(report)) {
      const has = row.balanceFen! + row.giftFen! + row.depositFen!
      const due = row.unpaidFen! + row.unbilledFen!
      expect(row.supplementFen).toBe(Math.max(0, due - has))
      if (due <= 0) expect(row.refundFen).toBe(row.balanceFen! + row.depositFen! - due)
    }
  })
})

describe('counting', () => {
  test('balance pays first, then the gift, then the deposit; gifts are never paid out', () => {
    expect(leftAfter({ balance: 120_000, gift: 0, deposit: 1_000_000 }, 515_000)).toEqual({
      refundFen: 605_000,
      supplementFen: 0,
    })
    expect(leftAfter({ balance: 120_000, gift: 50_000, deposit: 1_000_000 }, 515_000)).toEqual({
      refundFen: 655_000,
      supplementFen: 0,
    })
    expect(leftAfter({ balance: 100, gift: 50, deposit: 200 }, 400)).toEqual({ refundFen: 0, supplementFen: 50 })
    expect(leftAfter({ balance: 100, gift: 50, deposit: 200 }, -30)).toEqual({ refundFen: 330, supplementFen: 0 })
  })

  const plain = {
    oldmanId: 'e',
    month: '2026-04',
    bed: 240_000,
    care: 120_000,
    other: 90_000,
    leave: 0,
    once: 0,
    discount: 0,
    subsidy: 0,
    asked: 450_000,
    paid: 0,
    beds: 'a',
    bedPrices: 'c@240000',
    levels: '三级',
    carePrices: '120000',
    items: 'm',
    itemPrices: 'm@90000',
    days: 30,
  }
  test.each([
    ['BED', { bed: 300_000, beds: 'b', bedPrices: 'c@300000' }, 60_000],
    ['LEVEL', { care: 180_000, levels: '二级', carePrices: '180000' }, 60_000],
    ['PRICE', { other: 100_000, itemPrices: 'm@100000' }, 10_000],
    ['DAYS', { bed: 120_000, days: 15 }, -120_000],
    ['ITEMS', { other: 102_000, items: 'm,w', itemPrices: 'm@90000,w@12000' }, 12_000],
    ['LEAVE', { leave: -30_000 }, -30_000],
    ['DISCOUNT', { discount: -5_000 }, -5_000],
    ['SUBSIDY', { subsidy: -7_000 }, -7_000],
    ['ONCE', { once: 2_500 }, 2_500],
  ])('a difference by %s is called so', (reason, change, fen) => {
    expect(partsOf(plain, { ...plain, ...change })).toEqual([{ reason, fen }])
  })
  test('moving in and out are called so', () => {
    expect(partsOf(undefined, plain)).toEqual([{ reason: 'MOVED_IN', fen: 450_000 }])
    expect(partsOf(plain, undefined)).toEqual([{ reason: 'MOVED_OUT', fen: -450_000 }])
  })
})

describe('who may see what', () => {
  test('without the permission of the report nothing is told', async () => {
    const other = await app.signIn('zhaoqiang', PASSWORD)
    for (const name of NAMES) {
      const answer = await app.ask('GET', `/pims/web-pi/cost/report/${name}`, { token: other })
      expect(answer.status, name).not.toBe(200)
      expect(answer.data, name).toBeNull()
    }
  })

  test('a caller of one department sees the money of its residents only, and it still agrees', async () => {
    const { token, seen } = await readerOfDepartment(app, PASSWORD)
    const query = { from: month(300), to: month(0) }
    for (const name of NAMES) {
      const own = await reportOf(app, token, name, query)
      expectWhole(`${name} in a department`, own, SUMMED[name]!)
      const ids = fens(own).flatMap((row) => (row.oldmanId ? [row.oldmanId] : []))
      expect(
        ids.filter((id) => !seen.has(id)),
        name,
      ).toEqual([])
    }
    const own = await reportOf(app, token, 'balanceDeposit')
    expect(own.total).toBeGreaterThan(0)
    expect(own.total).toBeLessThan((await get('balanceDeposit')).total)
  })
})

describe('random days at the cash desk', () => {
  beforeAll(async () => {
    const { pool } = app.app
    await wipeMoney(pool, DEMO_ORG)
    const residents = await rows('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 6', [
      DEMO_ORG,
    ])
    const cashiers = await rows(
      'select emp_id as "userId", emp_name as name from employee where org_id = $1 order by 1 limit 4',
      [DEMO_ORG],
    )
    const desk = { pool, orgId: DEMO_ORG, residents: residents.map((row) => row.id), cashiers } as Parameters<
      typeof takeSteps
    >[0]
    await takeSteps(desk, randomSteps(20_261_116, 1_500), 4)
  }, 120_000)

  test.each(PERIODS)('everything ties from %s to %s', (from, to) => expectTies({ from, to }))

  test('a period begins where the one before it ends', async () => {
    for (const back of [1, 17, 31, 45, 62, 90]) {
      const [before, after] = await Promise.all([
        get('balance', { from: day(400), to: day(back), empty: 'true' }),
        get('balance', { from: day(back - 1), to: day(0), empty: 'true' }),
      ])
      const ended = new Map(fens(before).map((row) => [row.oldmanId, row.closingFen]))
      for (const row of fens(after)) expect(row.openingFen, row.oldmanId).toBe(ended.get(row.oldmanId))
    }
  })

  /** Changes the books behind the back of their rules, looks at a report and takes it back. */
  async function damaged(text: string, look: (pool: pg.Pool) => Promise<void>): Promise<void> {
    const tables = ['ledger', 'ledger_month', 'account_month', 'elder_account', 'bill', 'bill_line', 'pay_share']
    const { pool } = app.app
    const keep = await rows(
      `select oldman_id, balance_fen, deposit_fen from elder_account where org_id = $1 and balance_fen > 0 limit 1`,
      [DEMO_ORG],
    )
    expect(keep.length).toBe(1)
    const off = (how: string) => Promise.all(tables.map((table) => rows(`alter table ${table} ${how} trigger user`)))
    const undo = text.replaceAll(' + 7', ' - 7')
    await off('disable')
    try {
      expect((await pool.query(text)).rowCount).toBe(1)
      await look(pool)
      await pool.query(undo)
    } finally {
      await off('enable')
    }
  }
  const one = async (text: string) => (await rows(text, [DEMO_ORG]))[0] as { id: string; no: string }

  test('a changed entry is named by the reports of accounts', async () => {
    const entry = await one(
      `select entry_id as id, content as no from ledger where org_id = $1 and trade_type = 'PRESTORE' and reversal_of is null order by at limit 1`,
    )
    await damaged(
      `update ledger set balance_fen = balance_fen + 7, cash_fen = cash_fen + 7 where entry_id = '${entry.id}'`,
      async () => {
        for (const name of ['balance'] as const) {
          const { check } = await get(name, { from: day(400), to: day(0) })
          expect(check.agrees).toBe(false)
          expect(check.differenceFen).toBe(-7)
          expect(check.differing).toContainEqual(expect.objectContaining({ kind: 'ENTRY', id: entry.id, fen: 7 }))
        }
      },
    )
    expect((await get('balance', { from: day(400), to: day(0) })).check.agrees).toBe(true)
  })

  test('a changed account is named', async () => {
    const account = await one(
      'select oldman_id as id, 0 as no from elder_account where org_id = $1 and seq > 0 order by 1 limit 1',
    )
    await damaged(
      `update elder_account set deposit_fen = deposit_fen + 7 where oldman_id = '${account.id}'`,
      async () => {
        for (const name of ['deposit', 'balanceDeposit', 'refundable'] as const) {
          const { check } = await get(name)
          expect(check.agrees, name).toBe(false)
          expect(check.differing, name).toContainEqual(expect.objectContaining({ kind: 'ACCOUNT', id: account.id }))
        }
      },
    )
  })

  test.each([
    ['an amount of a line', 'amount_fen', ['income', 'chargeProject']],
    ['what is paid on a line', 'paid_fen', ['chargeProject']],
  ] as const)('%s that was changed names its bill', async (_, column, names) => {
    const line = await one(
      `select l.line_id as id, b.bill_no as no from bill_line l join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id
      where l.org_id = $1 and b.stage = 'ISSUED' and l.amount_fen > 0 order by l.line_id limit 1`,
    )
    await damaged(`update bill_line set ${column} = ${column} + 7 where line_id = '${line.id}'`, async () => {
      for (const name of names) {
        const { check } = await get(name, { from: month(200), to: month(0) })
        expect(check.agrees, name).toBe(false)
        expect(
          check.differing.map((found) => found.no),
          name,
        ).toContain(line.no)
      }
    })
  })

  test('a bill that says it was paid more than it was is named', async () => {
    const bill = await one(
      `select bill_id as id, bill_no as no from bill where org_id = $1 and state = 'PART' and receivable_fen - paid_fen > 100 limit 1`,
    )
    await damaged(`update bill set paid_fen = paid_fen + 7 where bill_id = '${bill.id}'`, async () => {
      for (const name of ['receivalbe', 'difference'] as const) {
        const { check } = await get(name, name === 'difference' ? { from: month(200), to: month(0) } : {})
        expect(check.agrees, name).toBe(false)
        expect(check.differing, name).toContainEqual(expect.objectContaining({ kind: 'BILL', no: bill.no, fen: 7 }))
      }
    })
  })

  test('a payment that was shared out wrongly is named', async () => {
    const share = await one(
      'select entry_id as id, line_id as no from pay_share where org_id = $1 and amount_fen > 0 order by 1 limit 1',
    )
    await damaged(
      `update pay_share set amount_fen = amount_fen + 7 where entry_id = '${share.id}' and line_id = '${share.no}'`,
      async () => {
        const { check } = await get('monthIn', { from: day(400), to: day(0) })
        expect(check.differing.map((found) => found.id)).toContain(share.id)
      },
    )
  })
})
