// Every report's check adds up another way than the report: a row that was changed behind its back makes it say so, whether
// the report reads sums by month or single rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORTS, type ReportName } from '#contract/expense/reportKit'
import { keepMonths } from '#server/areas/expense/sums/houseKeep'
import { changeBehind, lastDay, type Report, reportOf } from '#server/areas/expense/test/reporting'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
}, 120_000)
afterAll(() => app.close())

const rows = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await app.app.pool.query(text, values)).rows as T[]
const get = (name: ReportName, query: Record<string, string> = {}) => reportOf(app, admin, name, query)

const behind = (table: string, set: string, where: string, values: unknown[]) =>
  changeBehind(app.app.pool, table, set, where, values)

interface Case {
  name: ReportName
  table: string
  /** Columns that are raised by a yuan together, and lowered again. */
  columns: readonly string[]
  /** The row that is changed, and the resident and day or month it belongs to. */
  find: string
  key: readonly string[]
  /** Of one day instead of the whole month. */
  single?: boolean
  query?: Record<string, string>
}

const CASH = `way > 1 and cash_fen > 0 and not refund`
const entry = (where: string) =>
  `select entry_id, oldman_id as resident, to_char(day, 'YYYY-MM-DD') as day from ledger where org_id = $1 and ${where} order by day desc, entry_id limit 1`
const sum = (table: string, key: string, where: string) =>
  `select ${key}, oldman_id as resident, to_char(month, 'YYYY-MM-DD') as day from ${table} where org_id = $1 and ${where} order by month desc, oldman_id limit 1`
const LEDGER_KEY = ['oldman_id', 'month', 'trade_type', 'way', 'user_id']
const monthly = (where: string) => sum('ledger_month', LEDGER_KEY.join(', '), where)
const SHARE_KEY = ['oldman_id', 'month', 'category', 'way', 'paid_from', 'refund']
const share = `select entry_id, line_id, oldman_id as resident, to_char(day, 'YYYY-MM-DD') as day from pay_share where org_id = $1
  and not refund and category = '1' order by day desc, entry_id limit 1`
const line = (where: string) =>
  `select l.line_id, l.oldman_id as resident, l.month || '-01' as day from bill_line l join bill b using (org_id, bill_id)
   where l.org_id = $1 and b.stage = 'ISSUED' and ${where} order by l.month desc, l.line_id limit 1`
const bill = `select bill_id, oldman_id as resident, month || '-01' as day from bill where org_id = $1 and stage = 'ISSUED' and paid_fen > 100 order by month desc, bill_id limit 1`
const account = (columns: readonly string[]): Pick<Case, 'table' | 'columns' | 'find' | 'key'> => ({
  table: 'account_month',
  columns,
  find: sum('account_month', 'oldman_id, month', `${columns[0]} <> 0`),
  key: ['oldman_id', 'month'],
})

const CASES: readonly Case[] = [
  { name: 'payment', table: 'ledger_month', columns: ['cash_fen'], find: monthly(CASH), key: LEDGER_KEY },
  { name: 'payment', table: 'ledger', columns: ['cash_fen', 'balance_fen'], find: entry(CASH), key: ['entry_id'] },
  {
    name: 'payment',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry(CASH),
    key: ['entry_id'],
    single: true,
  },
  {
    name: 'payment',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry(CASH),
    key: ['entry_id'],
    single: true,
    query: { state: 'NORMAL' },
  },
  {
    name: 'refund',
    table: 'ledger_month',
    columns: ['cash_fen'],
    find: monthly('refund and cash_fen <> 0'),
    key: LEDGER_KEY,
  },
  {
    name: 'refund',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry('refund and cash_fen < -100'),
    key: ['entry_id'],
    single: true,
  },
  {
    name: 'advance',
    table: 'ledger_month',
    columns: ['cash_fen'],
    find: monthly(`trade_type = 'PRESTORE' and way > 1`),
    key: LEDGER_KEY,
  },
  {
    name: 'advance',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry(`trade_type = 'PRESTORE' and ${CASH}`),
    key: ['entry_id'],
    single: true,
  },
  { name: 'collectFees', table: 'ledger_month', columns: ['cash_fen'], find: monthly(CASH), key: LEDGER_KEY },
  {
    name: 'collectFees',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry(CASH),
    key: ['entry_id'],
    single: true,
  },
  {
    name: 'monthIn',
    table: 'pay_share_month',
    columns: ['amount_fen'],
    find: sum('pay_share_month', SHARE_KEY.join(', '), 'not refund'),
    key: SHARE_KEY,
  },
  {
    name: 'monthIn',
    table: 'pay_share',
    columns: ['amount_fen'],
    find: share,
    key: ['entry_id', 'line_id'],
    single: true,
  },
  {
    name: 'inDetail',
    table: 'pay_share_month',
    columns: ['amount_fen'],
    find: sum('pay_share_month', SHARE_KEY.join(', '), 'not refund'),
    key: SHARE_KEY,
  },
  {
    name: 'inDetail',
    table: 'pay_share',
    columns: ['amount_fen'],
    find: share,
    key: ['entry_id', 'line_id'],
    single: true,
  },
  {
    name: 'inDetail',
    table: 'pay_share',
    columns: ['amount_fen'],
    find: share,
    key: ['entry_id', 'line_id'],
    single: true,
    query: { category: '1' },
  },
  {
    name: 'income',
    table: 'pay_share',
    columns: ['amount_fen'],
    find: share,
    key: ['entry_id', 'line_id'],
    query: { basis: 'RECEIVED' },
  },
  {
    name: 'consumeDetail',
    table: 'ledger_month',
    columns: ['receivable_fen'],
    find: monthly(`trade_type = 'PAY_BILL'`),
    key: LEDGER_KEY,
  },
  {
    name: 'consumeDetail',
    table: 'ledger',
    columns: ['receivable_fen', 'balance_fen'],
    find: entry(`trade_type = 'PAY_BILL' and balance_fen < -100`),
    key: ['entry_id'],
    single: true,
  },
  { name: 'balance', ...account(['balance_fen']) },
  { name: 'balance', ...account(['prestore_fen']) },
  {
    name: 'balance',
    table: 'ledger',
    columns: ['cash_fen', 'balance_fen'],
    find: entry(`trade_type = 'PRESTORE' and ${CASH}`),
    key: ['entry_id'],
  },
  { name: 'deposit', ...account(['deposit_fen']) },
  {
    name: 'balanceDeposit',
    table: 'elder_account',
    columns: ['balance_fen'],
    find: `select oldman_id, oldman_id as resident, to_char(current_date, 'YYYY-MM-DD') as day from elder_account where org_id = $1 and balance_fen > 0 order by 1 limit 1`,
    key: ['oldman_id'],
  },
  {
    name: 'refundable',
    table: 'elder_account',
    columns: ['owed_fen'],
    find: `select oldman_id, oldman_id as resident, to_char(current_date, 'YYYY-MM-DD') as day from elder_account where org_id = $1 and owed_fen > 0 order by 1 limit 1`,
    key: ['oldman_id'],
  },
  {
    name: 'reservation',
    table: 'ledger',
    columns: ['cash_fen', 'booking_fen'],
    find: entry(`trade_type = 'BOOKING' and booking_fen > 0`),
    key: ['entry_id'],
  },
  {
    name: 'reservation',
    table: 'ledger',
    columns: ['cash_fen', 'booking_fen'],
    find: entry(`trade_type = 'BOOKING' and booking_fen > 0`),
    key: ['entry_id'],
    single: true,
  },
  {
    name: 'booking',
    table: 'reservation',
    columns: ['booking_fen'],
    find: `select reserve_id, oldman_id as resident, to_char(reserve_date, 'YYYY-MM-DD') as day from reservation where org_id = $1 and booking_fen > 0 and state = 'CANCELLED' order by 1 limit 1`,
    key: ['reserve_id'],
  },
  {
    name: 'booking',
    table: 'reservation',
    columns: ['booking_fen'],
    find: `select reserve_id, oldman_id as resident, to_char(reserve_date, 'YYYY-MM-DD') as day from reservation where org_id = $1 and booking_fen > 0 and state = 'ACTIVE' order by 1 limit 1`,
    key: ['reserve_id'],
  },
  {
    name: 'medical',
    table: 'charge',
    columns: ['amount_fen'],
    find: `select charge_id, oldman_id as resident, to_char(day, 'YYYY-MM-DD') as day from charge where org_id = $1 and kind = 'MEDICAL' and state = 'BILLED' order by 1 limit 1`,
    key: ['charge_id'],
  },
  {
    name: 'medical',
    table: 'charge',
    columns: ['paid_fen'],
    find: `select charge_id, oldman_id as resident, to_char(day, 'YYYY-MM-DD') as day from charge where org_id = $1 and kind = 'MEDICAL' and paid_fen > 0 order by 1 limit 1`,
    key: ['charge_id'],
  },
  {
    name: 'chargeProject',
    table: 'bill_line',
    columns: ['amount_fen'],
    find: line(`l.category = '2'`),
    key: ['line_id'],
  },
  {
    name: 'chargeProject',
    table: 'bill_line',
    columns: ['amount_fen'],
    find: line(`l.category = '1'`),
    key: ['line_id'],
    query: { kind: 'BED' },
  },
  {
    name: 'chargeProject',
    table: 'bill_line',
    columns: ['paid_fen'],
    find: line('l.paid_fen > 100'),
    key: ['line_id'],
  },
  { name: 'income', table: 'bill_line', columns: ['amount_fen'], find: line(`l.category = '3'`), key: ['line_id'] },
  {
    name: 'rent',
    table: 'bill_line',
    columns: ['amount_fen'],
    find: line(`l.category = '1' and l.bed_id is not null`),
    key: ['line_id'],
  },
  {
    name: 'rent',
    table: 'bill_line',
    columns: ['paid_fen'],
    find: line(`l.category = '1' and l.paid_fen > 100`),
    key: ['line_id'],
  },
  {
    name: 'difference',
    table: 'bill_sum',
    columns: ['receivable_fen'],
    find: `select oldman_id, month, oldman_id as resident, month || '-01' as day from bill_sum where org_id = $1 and bills > 0 order by month desc limit 1`,
    key: ['oldman_id', 'month'],
  },
  {
    name: 'difference',
    table: 'bill_sum',
    columns: ['before_fen'],
    find: `select oldman_id, month, oldman_id as resident, month || '-01' as day from bill_sum where org_id = $1 and bills > 0 and before_fen > 0 order by month desc limit 1`,
    key: ['oldman_id', 'month'],
  },
  {
    name: 'receivalbe',
    table: 'bill_sum',
    columns: ['receivable_fen'],
    find: `select oldman_id, month, oldman_id as resident, month || '-01' as day from bill_sum where org_id = $1 and bills > 0 order by month desc limit 1`,
    key: ['oldman_id', 'month'],
  },
  {
    name: 'receivalbe',
    table: 'bill',
    columns: ['paid_fen'],
    find: bill.replace('paid_fen > 100', 'paid_fen > 100 and paid_fen < receivable_fen - 100'),
    key: ['bill_id'],
    query: { state: 'OPEN' },
  },
  {
    name: 'checkOut',
    table: 'settlement',
    columns: ['refund_fen'],
    find: `select settle_id, oldman_id as resident, to_char(book_day, 'YYYY-MM-DD') as day from settlement where org_id = $1 and state = 'CONFIRMED' order by book_day desc limit 1`,
    key: ['settle_id'],
  },
]

const NO_RESIDENT: readonly ReportName[] = ['rent']

describe('a check', () => {
  test('there is one for every report', () => {
    expect([...new Set(CASES.map((one) => one.name))].sort()).toEqual([...REPORTS].sort())
  })

  test.each(
    CASES.map(
      (one, i) => [`${i} ${one.name} ${one.table}.${one.columns}${one.single ? ' of a day' : ''}`, one] as const,
    ),
  )('says when a row was changed: %s', async (_, one) => {
    const [found] = await rows<Record<string, unknown> & { resident: string; day: string }>(one.find)
    expect(found, one.find).toBeDefined()
    const { resident, day } = found!
    const period = one.single ? { from: day, to: day } : { from: `${day.slice(0, 7)}-01`, to: lastDay(day.slice(0, 7)) }
    const query = { ...period, ...(NO_RESIDENT.includes(one.name) ? {} : { oldmanId: resident }), ...one.query }
    const whole = await get(one.name, query)
    expect(whole.check, JSON.stringify(whole.check)).toMatchObject({ agrees: true, differenceFen: 0, differing: [] })
    const where = ['org_id = $1', ...one.key.map((key, i) => `${key} = $${i + 2}`)].join(' and ')
    const values = [DEMO_ORG, ...one.key.map((key) => found![key])]
    const move = (sign: '+' | '-') =>
      behind(one.table, one.columns.map((column) => `${column} = ${column} ${sign} 100`).join(', '), where, values)
    expect(await move('+')).toBe(1)
    let broken: Report
    try {
      broken = await get(one.name, query)
    } finally {
      await move('-')
    }
    expect(broken!.check.agrees, JSON.stringify(broken!.check)).toBe(false)
    const told = [broken!.check.differenceFen, ...broken!.check.differing.map((each) => each.fen)]
    expect(told.map(Math.abs)).toContain(100)
  })

  test.each([
    ['house_ledger', 'cash_fen', `way > 1 and not refund`, 'payment'],
    ['house_share', 'amount_fen', 'not refund', 'monthIn'],
    ['house_line', 'amount_fen', `category = '1' and not leave`, 'income'],
    ['house_line', 'amount_fen', `category = '1' and not leave`, 'chargeProject'],
  ] as const)('also when a sum of the whole house was changed: %s.%s', async (table, column, where, name) => {
    await keepMonths(app.app.pool, DEMO_ORG)
    const [found] = await rows<{ at: string; month: string }>(
      `select ctid::text as at, to_char(month, 'YYYY-MM') as month from ${table} where org_id = $1 and ${where} order by month desc limit 1`,
    )
    const { month } = found!
    const query = { from: `${month}-01`, to: lastDay(month) }
    expect((await get(name, query)).check).toMatchObject({ agrees: true })
    const before = await rows<object>(`select * from ${table} where org_id = $1 and ctid = $2::tid`, [
      DEMO_ORG,
      found!.at,
    ])
    const [changed] = await rows<{ at: string }>(
      `update ${table} set ${column} = ${column} + 100 where org_id = $1 and ctid = $2::tid returning ctid::text as at`,
      [DEMO_ORG, found!.at],
    )
    try {
      const { check } = await get(name, query)
      expect(check).toMatchObject({ agrees: false, differenceFen: 100 })
    } finally {
      await rows(`update ${table} set ${column} = ${column} - 100 where org_id = $1 and ctid = $2::tid`, [
        DEMO_ORG,
        changed!.at,
      ])
    }
    expect(before).toHaveLength(1)
  })
})
