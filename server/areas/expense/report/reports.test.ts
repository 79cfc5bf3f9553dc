// The reports of money in and out, line by line and around a stay: their rows come to their sums, agree with the ledger,
// and tie to one another for any period.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportName } from '#contract/expense/reportKit'
import { ZONE_MS } from '#contract/kit/clock'
import { wipeMoney } from '#server/areas/expense/test/money'
import { randomSteps, takeSteps } from '#server/areas/expense/test/randomMoney'
import { expectWhole, type Report, readerOfDepartment, reportOf, sumOf } from '#server/areas/expense/test/reporting'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { followBookings } from './reportBooking.ts'
import { monthsAndEdges, periodOf } from './reportKit.ts'

const PASSWORD = 'Yiyuan2026'
const WAYS = ['cashFen', 'wechatFen', 'alipayFen', 'bankFen', 'transferFen', 'otherFen'] as const

/** What of each report is added up. */
const SUMMED: Partial<Record<ReportName, readonly string[]>> = {
  payment: ['amountFen', 'giftFen'],
  refund: ['amountFen'],
  advance: ['amountFen', 'giftFen'],
  inDetail: ['amountFen'],
  consumeDetail: ['amountFen'],
  medical: ['amountFen', 'insuredFen', 'ownFen', 'paidFen'],
  collectFees: ['entries', ...WAYS, 'amountFen', 'refundFen', 'dueFen'],
  reservation: ['amountFen', 'leftFen'],
  booking: ['amountFen'],
  checkOut: ['receivableFen', 'useBalanceFen', 'useGiftFen', 'useDepositFen', 'collectedFen', 'refundFen'],
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

/** The tie-outs that hold whatever the period is. */
async function expectTies(query: { from: string; to: string }): Promise<void> {
  const reports = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await get(name, query)] as const)),
  ) as Record<ReportName, Report>
  for (const name of NAMES) expectWhole(`${name} ${query.from} ${query.to}`, reports[name], SUMMED[name]!)
  const { payment, refund, advance, inDetail, collectFees, reservation, checkOut } = reports
  const [net] = await rows(
    'select coalesce(sum(cash_fen), 0)::bigint as fen from ledger where org_id = $1 and day between $2 and $3',
    [DEMO_ORG, query.from, query.to],
  )
  expect(payment.sums.amountFen! - refund.sums.amountFen!, 'payment − refund = net cash').toBe(net!.fen)
  for (const way of WAYS) expect(payment.sums[way], `payment ${way} = collectFees`).toBe(collectFees.sums[way])
  expect(
    sumOf(
      WAYS.map((way) => ({ fen: payment.sums[way] })),
      'fen',
    ),
  ).toBe(payment.sums.amountFen)
  expect(collectFees.sums.dueFen).toBe(net!.fen)
  expect(sumOf(payment.chart!.points!, 'fen')).toBe(payment.sums.amountFen)
  const [other] = await rows(
    `select coalesce(sum(cash_fen) filter (where trade_type = 'DEPOSIT'), 0)::bigint as deposit,
      coalesce(sum(cash_fen) filter (where trade_type = 'BOOKING'), 0)::bigint as booking
    from ledger where org_id = $1 and day between $2 and $3`,
    [DEMO_ORG, query.from, query.to],
  )
  expect(
    inDetail.sums.outsideFen! + advance.sums.amountFen! + other!.deposit + other!.booking,
    'inDetail by outside ways + advance + deposit + booking = payment',
  ).toBe(payment.sums.amountFen)
  expect(reservation.sums.amountFen, 'reservation = booking money taken').toBe(other!.booking)
  const refunds = new Set(
    (await get('refund', { from: '2000-01-01', to: day(-400) })).list.map((row) =>
      String((row as object as { settleId: string }).settleId),
    ),
  )
  for (const row of checkOut.list as unknown as { settleId: string; refundFen: number; state: string }[]) {
    if (row.state === 'CONFIRMED' && row.refundFen > 0) expect(refunds).toContain(row.settleId)
  }
}

describe('on the data of the demonstration', () => {
  test.each([
    [day(3_650), day(0)],
    [day(400), day(35)],
    [day(40), day(3)],
    [day(0), day(0)],
  ])('everything ties from %s to %s', (from, to) => expectTies({ from, to }))

  test('every refund has a number, and no two refunds from accounts share one', async () => {
    const { list } = await get('refund', { from: day(3_650), to: day(0), size: '10000' })
    const rows = list as unknown as { refundNo: string | null; originalNo: string | null; amountFen: number }[]
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.refundNo ?? row.originalNo).toBeTruthy()
    const own = rows.map((row) => row.refundNo).filter((no) => no?.startsWith('TK'))
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own).size).toBe(own.length)
  })

  test.each(NAMES)('%s can be paged: pages hold what the whole holds, sums are of everything', async (name) => {
    const query = { from: day(3_650), to: day(0) }
    const whole = await get(name, query)
    const found: object[] = []
    for (let page = 1; found.length < whole.total && page < 8; page++) {
      const one = await get(name, { ...query, page: String(page), size: '7', part: 'page' })
      expect(one.total).toBe(whole.total)
      expect(one.sums).toEqual(whole.sums)
      expect(one.check).toBeNull()
      found.push(...one.list)
    }
    expect(found).toEqual(whole.list.slice(0, found.length))
    const check = await get(name, { ...query, part: 'check' })
    expect(check.list).toEqual([])
    expect(check.check.agrees).toBe(true)
  })
})

describe('filters', () => {
  const everything = { from: day(3_650), to: day(0) }

  test('ways, types, cashiers and states divide the payments without rest', async () => {
    const whole = await get('payment', everything)
    const by = async (name: string, values: readonly string[]) => {
      const parts = await Promise.all(values.map((value) => get('payment', { ...everything, [name]: value })))
      for (const part of parts) expectWhole(`payment by ${name}`, part, ['amountFen', 'giftFen'])
      expect(sumOf(parts, 'total'), name).toBe(whole.total)
      expect(
        sumOf(
          parts.map((part) => part.sums),
          'amountFen',
        ),
        name,
      ).toBe(whole.sums.amountFen)
    }
    const distinct = (key: string) => [
      ...new Set(
        whole.list
          .map((row) => (row as Record<string, unknown>)[key])
          .filter((one) => one !== null)
          .map(String),
      ),
    ]
    await by('way', distinct('way'))
    await by('type', distinct('tradeType'))
    await by('state', ['NORMAL', 'TAKEN_BACK', 'REVERSAL'])
    await by('status', ['1', '2', '3', '4', '5', '6'])
  })

  test('a resident is found by name and initials; the sums are those of the resident alone', async () => {
    const whole = await get('payment', everything)
    const { oldmanId, oldmanName } = whole.list[0] as object as { oldmanId: string; oldmanName: string }
    const named = await get('payment', { ...everything, keyword: oldmanName })
    expect(new Set(named.list.map((row) => (row as object as { oldmanName: string }).oldmanName))).toEqual(
      new Set([oldmanName]),
    )
    expectWhole('payment of one', named, ['amountFen', 'giftFen'])
    const own = await get('payment', { ...everything, oldmanId })
    expect(own.list.length).toBeGreaterThan(0)
    expectWhole('payment of an id', own, ['amountFen'])
  })

  test.each([
    [{ from: '2026-13' }, '开始日期'],
    [{ from: '2026-02-31' }, '2026-02-31 不在日历中'],
    [{ from: '2026-05-02', to: '2026-05-01' }, '开始日期不能晚于结束日期'],
    [{ way: '99' }, '收款方式'],
  ])('%o is refused in words', async (query, words) => {
    for (const name of NAMES) {
      const answer = await app.ask('GET', `/pims/web-pi/cost/report/${name}`, {
        token: admin,
        query: query as Record<string, string>,
      })
      expect(answer.status, name).not.toBe(200)
      expect(answer.desc).toContain(words)
    }
  })

  test('a month means all of its days', () => {
    expect(periodOf({ from: '2026-02', to: '2026-02' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(monthsAndEdges({ from: '2026-01-15', to: '2026-04-10' })).toEqual({
      months: { from: '2026-01-01', to: '2026-03-01' },
      edges: [
        { from: '2026-01-01', to: '2026-01-14', minus: true },
        { from: '2026-04-01', to: '2026-04-10', minus: false },
      ],
    })
    expect(monthsAndEdges({ from: '2026-01-01', to: '2026-03-31' })).toEqual({
      months: { from: '2026-01-01', to: '2026-03-01' },
      edges: [],
    })
    expect(monthsAndEdges({ from: '2026-02-03', to: '2026-02-27' })).toEqual({
      months: null,
      edges: [{ from: '2026-02-03', to: '2026-02-27', minus: false }],
    })
  })

  test('months, and days added or taken off, are every day of the period once', () => {
    const dayAt = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
    const YEAR = 365
    for (let round = 0; round < 300; round++) {
      const [a, b] = [(round * 37) % YEAR, (round * 101 + 13) % YEAR]
      const period = { from: dayAt(Math.min(a, b)), to: dayAt(Math.max(a, b)) }
      const { months, edges } = monthsAndEdges(period)
      for (let n = -40; n < YEAR + 40; n++) {
        const day = dayAt(n)
        const month = `${day.slice(0, 7)}-01`
        const counted =
          Number(months !== null && month >= months.from && month <= months.to) +
          edges
            .filter((edge) => day >= edge.from && day <= edge.to)
            .reduce((sum, edge) => sum + (edge.minus ? -1 : 1), 0)
        expect(counted, `${day} in ${period.from} – ${period.to}`).toBe(Number(day >= period.from && day <= period.to))
      }
    }
  })
})

describe('who may see what', () => {
  test('without the permission of the report nothing is told', async () => {
    const nurse = await app.signIn('lixiaomei', PASSWORD)
    for (const name of NAMES) {
      const answer = await app.ask('GET', `/pims/web-pi/cost/report/${name}`, { token: nurse })
      expect(answer.status, name).not.toBe(200)
      expect(answer.data, name).toBeNull()
    }
  })

  test('a caller of one department sees the money of its residents only, and it still agrees', async () => {
    const everything = { from: day(3_650), to: day(0) }
    const { token, seen } = await readerOfDepartment(app, PASSWORD)
    for (const name of NAMES) {
      const own = await reportOf(app, token, name, everything)
      expectWhole(`${name} in a department`, own, SUMMED[name]!)
      if (name === 'collectFees') continue
      const ids = [...new Set(own.list.map((row) => (row as object as { oldmanId: string }).oldmanId))]
      expect(
        ids.filter((id) => !seen.has(id)),
        name,
      ).toEqual([])
    }
    const own = await reportOf(app, token, 'payment', everything)
    const collected = await reportOf(app, token, 'collectFees', everything)
    expect(collected.sums.amountFen).toBe(own.sums.amountFen)
    expect(own.total).toBeLessThan((await get('payment', everything)).total)
  })
})

describe('booking money is followed', () => {
  const one = (
    entryId: string,
    tradeType: 'BOOKING' | 'BOOKING_TO_DEPOSIT' | 'REFUND_BOOKING',
    bookingFen: number,
    more = {},
  ) => ({
    entryId,
    oldmanId: 'e',
    day: `2026-01-0${entryId}`,
    tradeType,
    bookingFen,
    way: 2,
    userId: null,
    reversalOf: null,
    ...more,
  })

  test('what leaves takes the oldest payment first; what is taken back never happened', () => {
    const found = followBookings([
      one('1', 'BOOKING', 500),
      one('2', 'BOOKING', 300),
      one('3', 'BOOKING_TO_DEPOSIT', -600),
      one('4', 'REFUND_BOOKING', -100),
      one('5', 'REFUND_BOOKING', 100, { reversalOf: '4' }),
      one('6', 'BOOKING', 70),
      one('7', 'BOOKING', -70, { reversalOf: '6' }),
    ])
    expect(
      found.map(({ entryId, amountFen, leftFen, fate, fateDay }) => [entryId, amountFen, leftFen, fate, fateDay]),
    ).toEqual([
      ['1', 500, 0, 'TO_DEPOSIT', '2026-01-03'],
      ['2', 300, 200, 'TO_DEPOSIT', '2026-01-03'],
      ['6', 70, 0, 'TAKEN_BACK', '2026-01-07'],
      ['7', -70, 0, 'TAKEN_BACK', '2026-01-07'],
    ])
  })
})

describe('random days at the cash desk', () => {
  test('everything ties for random periods, and a sum changed by hand is named', { timeout: 120_000 }, async () => {
    const { pool } = app.app
    await wipeMoney(pool, DEMO_ORG)
    await rows(`update settlement set state = 'OPEN', refund_fen = 0, statement = null where org_id = $1`, [DEMO_ORG])
    await rows(`update reservation set booking_fen = 0 where org_id = $1`, [DEMO_ORG])
    const residents = await rows('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 8', [
      DEMO_ORG,
    ])
    const cashiers = await rows(
      'select emp_id as "userId", emp_name as name from employee where org_id = $1 order by 1 limit 4',
      [DEMO_ORG],
    )
    const desk = { pool, orgId: DEMO_ORG, residents: residents.map((row) => row.id), cashiers } as Parameters<
      typeof takeSteps
    >[0]
    await takeSteps(desk, randomSteps(5_122, 900), 4)
    for (const [from, to] of [
      [day(200), day(0)],
      [day(70), day(31)],
      [day(33), day(2)],
      [day(12), day(12)],
      [day(95), day(4)],
    ] as const) {
      await expectTies({ from, to })
    }
    const month = day(0).slice(0, 7)
    const client = await pool.connect()
    try {
      await client.query('alter table ledger_month disable trigger user')
      const changed = await client.query(
        `update ledger_month set cash_fen = cash_fen + 7 where ctid = (select ctid from ledger_month where org_id = $1
          and way > 1 and not refund and month = $2 limit 1) returning oldman_id as id`,
        [DEMO_ORG, `${month}-01`],
      )
      const found = await get('payment', { from: month, to: month })
      expect(found.check).toMatchObject({ agrees: false, differenceFen: 7 })
      // Whose sum it is, beside the total that another source does not give.
      expect(found.check.differing).toContainEqual(
        expect.objectContaining({ kind: 'ACCOUNT', id: changed.rows[0]!.id, fen: 7 }),
      )
    } finally {
      await client.query('alter table ledger_month enable trigger user')
      client.release()
    }
  })
})
