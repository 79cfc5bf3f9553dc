// Charges outside the agreed fees: entered, changed, voided, entered for many, billed and paid at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargeRowData, chargeAmount } from '#contract/expense/charge'
import { giveMoney, wipeMoney } from '#server/areas/expense/test/money'
import { wholeDesk } from '#server/areas/expense/test/wholeDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let token: string
let residents: string[]
let resident: string
let today: string

const BASE = '/pims/web-pi/cost/charge'
const rows = async <T>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query(text, values)).rows as unknown as T[]
const post = <T>(path: string, body: object) => app.ask<T>('POST', path, { token, body })
const put = <T>(path: string, body: object) => app.ask<T>('PUT', path, { token, body })
const get = <T>(path: string, query: Record<string, string> = {}) => app.ask<T>('GET', path, { token, query })

const charge = (change: object = {}) => ({
  oldmanId: resident,
  kind: 'SALOON',
  name: '理发',
  priceFen: 1_500,
  day: today,
  ...change,
})
const newCharge = async (change: object = {}) => {
  const made = await post<ChargeRowData>(BASE, charge(change))
  expect(made).toMatchObject({ status: 200 })
  return made.data
}
const account = async () =>
  (
    await rows<Record<string, number>>(
      `select balance_fen::int as balance, gift_fen::int as gift, owed_fen::int as owed from elder_account
       where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, resident],
    )
  )[0]

/** As if no role of the organisation had the code. */
async function without<T>(code: string, work: () => Promise<T>): Promise<T> {
  const taken = await rows<Record<string, unknown>>(
    `delete from role_authority r using authority a where a.authority_id = r.authority_id and a.authority_code = $1
     returning to_jsonb(r) as row`,
    [code],
  )
  expect(taken.length).toBeGreaterThan(0)
  app.app.sessions.forget(DEMO_ORG)
  try {
    return await work()
  } finally {
    await rows(
      `insert into role_authority select r.* from jsonb_array_elements($1::jsonb) x,
         jsonb_populate_record(null::role_authority, x) r`,
      [JSON.stringify(taken.map((one) => one.row))],
    )
    app.app.sessions.forget(DEMO_ORG)
  }
}

beforeAll(async () => {
  app = await demoApp()
  await wholeDesk(app.app.pool)
  token = await app.signIn('liumin', 'Yiyuan2026')
  residents = (
    await rows<{ id: string }>(
      `select t.oldman_id as id from oldman t join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id
       where t.org_id = $1 and t.status = 1 and not a.sealed order by 1 limit 12`,
      [DEMO_ORG],
    )
  ).map((row) => row.id)
  resident = residents[0]!
  today = (await rows<{ day: string }>(`select to_char(current_date, 'YYYY-MM-DD') as day`))[0]!.day
})
afterAll(() => app.close())
beforeEach(() => wipeMoney(app.app.pool, DEMO_ORG))

test.each([
  [1_500, 1, 1_500],
  [333, 0.5, 167],
  [1, 0.4, 0],
  [-333, 0.5, -167],
  [199, 2.345, 467],
  [100_000_000, 10_000, 1_000_000_000_000],
])('%i fen times %d are %i fen', (price, quantity, amount) => {
  expect(chargeAmount(price, quantity)).toBe(amount)
})

describe('a charge that waits', () => {
  test('is entered, changed in place, listed and voided with a reason', async () => {
    const made = await newCharge({ quantity: 2 })
    expect(made).toMatchObject({ amountFen: 3_000, quantity: 2, state: 'WAITING', userName: '刘敏', billNo: null })
    const { chargeId, version } = made
    const { oldmanId: _, ...what } = charge({ name: '理发（上门）', priceFen: 2_000 })
    const saved = await put<ChargeRowData>(`${BASE}/${chargeId}`, { ...what, version })
    expect(saved.data).toMatchObject({ name: '理发（上门）', amountFen: 2_000, version: version + 1 })
    expect(await put(BASE, { ...what, chargeId, version })).toMatchObject({ status: 40902 })
    expect(await put(BASE, what)).toMatchObject({ status: 42200, data: { field: 'chargeId' } })
    const list = await get<{ total: number; list: ChargeRowData[] }>(BASE, { oldmanId: resident, state: 'WAITING' })
    expect(list.data).toMatchObject({ total: 1, list: [{ chargeId }] })
    const counts = await get<{ state: string; count: number; amountFen: number }[]>(`${BASE}/counts`, {
      oldmanId: resident,
    })
    expect(counts.data).toEqual([{ state: 'WAITING', count: 1, amountFen: 2_000 }])
    expect(await put(`${BASE}/void/${chargeId}`, { reason: '  ' })).toMatchObject({ status: 42200 })
    expect(await put(`${BASE}/void/${chargeId}`, { reason: '登记错人' })).toMatchObject({ status: 200 })
    expect((await get<ChargeRowData>(`${BASE}/${chargeId}`)).data).toMatchObject({
      state: 'VOID',
      remark: '作废：登记错人',
    })
    expect(await put(`${BASE}/void/${chargeId}`, { reason: '再来' })).toMatchObject({
      status: 40901,
      desc: expect.stringContaining('已作废'),
    })
    expect(await put(`${BASE}/${chargeId}`, what)).toMatchObject({ status: 40901 })
    // Nothing moved on the account.
    expect(await account()).toEqual({ balance: 0, gift: 0, owed: 0 })
  })

  test('takes name, unit and category from the price list', async () => {
    const [item] = await rows<{ id: string; name: string }>(
      `select project_child_id as id, name from fee_child where org_id = $1 and name = '成人纸尿裤'`,
      [DEMO_ORG],
    )
    const made = await newCharge({ kind: 'ONCE', name: null, projectChildId: item!.id, priceFen: 400, quantity: 12.5 })
    expect(made).toMatchObject({ name: '成人纸尿裤', unit: '片', category: '10', amountFen: 5_000 })
    const [deposit] = await rows<{ id: string }>(
      `select project_child_id as id from fee_child where org_id = $1 and name = '入住押金'`,
      [DEMO_ORG],
    )
    expect(await post(BASE, charge({ projectChildId: deposit!.id }))).toMatchObject({
      status: 42200,
      data: { field: 'projectChildId' },
    })
    await rows(`update fee_child set enabled = false where project_child_id = $1`, [item!.id])
    expect(await post(BASE, charge({ projectChildId: item!.id }))).toMatchObject({
      desc: expect.stringContaining('已停用'),
    })
    await rows(`update fee_child set enabled = true where project_child_id = $1`, [item!.id])
  })

  test('is medical with its insured part, and waits with what the resident pays', async () => {
    const made = await newCharge({
      kind: 'MEDICAL',
      name: '氨氯地平片',
      medicalKind: '药品',
      priceFen: 3_250,
      quantity: 2,
      insuredFen: 4_550,
      orderedBy: '宋文博',
    })
    expect(made).toMatchObject({ category: '8', amountFen: 6_500, insuredFen: 4_550, ownFen: 1_950 })
  })

  test.each([
    [{ priceFen: 0 }, 'priceFen'],
    [{ priceFen: -100 }, 'priceFen'],
    [{ priceFen: 10.5 }, 'priceFen'],
    [{ priceFen: 100_000_001 }, 'priceFen'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.0005 }, 'quantity'],
    [{ priceFen: 1, quantity: 0.4 }, 'quantity'],
    [{ priceFen: 100_000_000, quantity: 100_000 }, 'quantity'],
    [{ name: null }, 'name'],
    [{ kind: 'MEDICAL' }, 'medicalKind'],
    [{ kind: 'MEDICAL', medicalKind: '手术' }, 'medicalKind'],
    [{ kind: 'MEDICAL', medicalKind: '药品', insuredFen: 1_501 }, 'insuredFen'],
    [{ insuredFen: 100 }, 'insuredFen'],
    [{ kind: 'DAMAGE' }, 'remark'],
    [{ kind: 'ADJUST', priceFen: -100 }, 'remark'],
    [{ kind: 'ADJUST', priceFen: 0, remark: '退' }, 'priceFen'],
    [{ day: '2099-01-01' }, 'day'],
    [{ day: '2001-01-01' }, 'day'],
    [{ projectChildId: 'nothing' }, 'projectChildId'],
  ])('refuses %j', async (change, field) => {
    const answer = await post<{ field: string }>(BASE, charge(change))
    expect([answer.status === 200, answer.data.field]).toEqual([false, field])
    expect(await rows('select 1 from charge where org_id = $1', [DEMO_ORG])).toEqual([])
  })

  test('may be negative as an adjustment with its reason', async () => {
    expect(await newCharge({ kind: 'ADJUST', priceFen: -4_500, name: '餐费退回', remark: '请假未登记' })).toMatchObject(
      {
        amountFen: -4_500,
      },
    )
  })

  test('needs a bill to come: who has left pays at once, who is settled no more', async () => {
    const [gone] = await rows<{ id: string; settle: string }>(
      `select t.oldman_id as id, s.settle_id as settle from oldman t join settlement s on s.org_id = t.org_id
         and s.oldman_id = t.oldman_id and s.state = 'CONFIRMED'
       where t.org_id = $1 and t.status = 2 and not exists (select 1 from settlement o where o.org_id = t.org_id
         and o.oldman_id = t.oldman_id and o.settle_id <> s.settle_id) limit 1`,
      [DEMO_ORG],
    )
    expect(await post(BASE, charge({ oldmanId: gone!.id }))).toMatchObject({
      status: 40901,
      desc: expect.stringContaining('退住结算已确认'),
    })
    // Somebody of whom the books know no settlement.
    const [kept] = await rows<{ row: object }>(
      `delete from settlement where settle_id = $1 returning to_jsonb(settlement) as row`,
      [gone!.settle],
    )
    expect(await post(BASE, charge({ oldmanId: gone!.id }))).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('没有下一张账单'),
    })
    await rows('insert into settlement select * from jsonb_populate_record(null::settlement, $1)', [kept!.row])
  })

  test('is not entered on a sealed account by who may not unseal it', async () => {
    await rows(`update elder_account set sealed = true where org_id = $1 and oldman_id = $2`, [DEMO_ORG, resident])
    const refused = await without('expense:account:seal', () => post(BASE, charge()))
    expect(refused).toMatchObject({ status: 40901, desc: expect.stringContaining('账户已封存') })
    expect(await post(BASE, charge())).toMatchObject({ status: 200 })
    await rows(`update elder_account set sealed = false where org_id = $1 and oldman_id = $2`, [DEMO_ORG, resident])
  })

  test('the same request number enters it once', async () => {
    const headers = { 'x-request-no': newId() }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.ask<ChargeRowData>('POST', BASE, { token, body: charge(), headers })),
    )
    expect(new Set(answers.map((one) => one.data.chargeId)).size).toBe(1)
    expect(await rows('select 1 from charge where org_id = $1', [DEMO_ORG])).toHaveLength(1)
  })
})

describe('many at once', () => {
  test('all of them or none', async () => {
    const { oldmanId: _, ...what } = charge({ kind: 'ONCE', name: '秋游车费', priceFen: 3_000 })
    const made = await post(`${BASE}/batch`, { ...what, oldmanIds: [...residents, resident] })
    expect(made).toMatchObject({ status: 200, data: { count: residents.length, amountFen: 3_000 * residents.length } })
    const refused = await post(`${BASE}/batch`, { ...what, oldmanIds: [residents[1], newId()] })
    expect(refused).toMatchObject({ status: 40400 })
    expect(await post(`${BASE}/batch`, { ...what, oldmanIds: [] })).toMatchObject({ status: 42200 })
    expect(await rows('select 1 from charge where org_id = $1', [DEMO_ORG])).toHaveLength(residents.length)
  })
})

describe('charged and paid at once', () => {
  const pay = (change: object, payments: object[]) =>
    post<{ billId: string; receiptNo: string | null; charge: ChargeRowData }>(`${BASE}/pay`, {
      ...charge(change),
      payments,
    })

  test.each([
    ['SALOON', {}, 'SALOON', 5],
    ['MEDICAL', { medicalKind: '诊疗' }, 'PAY_MEDICAL', 3],
    ['ONCE', {}, 'PAY_ONCE', 3],
    ['DAMAGE', { remark: '灯' }, 'PAY_ONCE', 3],
  ] as const)(
    '%s is a bill of its own, paid in full, with its trade and receipt',
    async (kind, more, type, tradeClass) => {
      const done = await pay({ kind, ...more }, [{ way: 2, amountFen: 1_500 }])
      expect(done).toMatchObject({
        status: 200,
        data: { receiptNo: expect.stringMatching(/^SJ\d{12}$/), charge: { state: 'BILLED', billState: 'PAID' } },
      })
      const trades = await rows(
        `select trade_type as type, trade_class as class, way, cash_fen::int as cash, receivable_fen::int as owed,
         income_fen::int as income from ledger where org_id = $1 order by seq`,
        [DEMO_ORG],
      )
      expect(trades).toEqual([
        { type: 'BILL', class: 0, way: null, cash: 0, owed: 1_500, income: 1_500 },
        { type, class: tradeClass, way: 2, cash: 1_500, owed: -1_500, income: 0 },
      ])
      expect(await account()).toEqual({ balance: 0, gift: 0, owed: 0 })
      const [bill] = await rows(`select kind, state, paid_fen::int as paid from bill where bill_id = $1`, [
        done.data.billId,
      ])
      expect(bill).toEqual({ kind: 'ONCE', state: 'PAID', paid: 1_500 })
      // A billed charge is no longer changed or voided by itself.
      const { chargeId } = done.data.charge
      expect(await put(`${BASE}/void/${chargeId}`, { reason: '错' })).toMatchObject({
        status: 40901,
        desc: expect.stringContaining('ZD'),
      })
    },
  )

  test('from balance and gift, without a receipt because no money came in', async () => {
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, balanceFen: 1_000, giftFen: 2_000 })
    const done = await pay({}, [{ way: 1, amountFen: 1_500 }])
    expect(done.data).toMatchObject({ receiptNo: null, charge: { billState: 'PAID' } })
    expect(await account()).toEqual({ balance: 0, gift: 1_500, owed: 0 })
    expect(await pay({ priceFen: 9_000 }, [{ way: 1, amountFen: 9_000 }])).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('余额不足'),
      data: { field: 'payments' },
    })
  })

  test('the insured part is not asked of the resident', async () => {
    const change = { kind: 'MEDICAL', medicalKind: '检查', priceFen: 6_000, insuredFen: 4_200 }
    expect(await pay(change, [{ way: 2, amountFen: 6_000 }])).toMatchObject({ status: 42200 })
    expect(await pay(change, [{ way: 3, amountFen: 1_800 }])).toMatchObject({ status: 200 })
    const [bill] = await rows(
      `select total_fen::int as total, subsidy_fen::int as subsidy, receivable_fen::int as asked from bill where org_id = $1`,
      [DEMO_ORG],
    )
    expect(bill).toEqual({ total: 6_000, subsidy: 4_200, asked: 1_800 })
  })

  test.each([
    ['less than it costs', {}, [{ way: 2, amountFen: 1_000 }]],
    ['more than it costs', {}, [{ way: 2, amountFen: 1_501 }]],
    ['nothing', {}, []],
    ['a scanned way', {}, [{ way: 10, amountFen: 1_500 }]],
    [
      'the same way twice',
      {},
      [
        { way: 2, amountFen: 700 },
        { way: 2, amountFen: 800 },
      ],
    ],
    ['fractions of a fen', {}, [{ way: 2, amountFen: 1_500.5 }]],
    ['a negative adjustment', { kind: 'ADJUST', priceFen: -500, remark: '退' }, [{ way: 2, amountFen: 500 }]],
    ['everything insured', { kind: 'MEDICAL', medicalKind: '药品', insuredFen: 1_500 }, [{ way: 2, amountFen: 1 }]],
  ])('refuses %s and leaves nothing behind', async (_, change, payments) => {
    expect((await pay(change, payments)).status).toBe(42200)
    for (const table of ['charge', 'bill', 'ledger', 'receipt']) {
      expect(await rows(`select 1 from ${table} where org_id = $1`, [DEMO_ORG])).toEqual([])
    }
  })

  test('several desks take the last of a balance once', async () => {
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, balanceFen: 2_000 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay({}, [{ way: 1, amountFen: 1_500 }])))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 42200, 42200, 42200, 42200, 42200])
    expect(await account()).toEqual({ balance: 500, gift: 0, owed: 0 })
  })
})

test('amounts are hidden from who may not see them, where the organisation masks them', async () => {
  const made = await newCharge()
  const setting = await app.ask<Record<string, unknown>>('GET', '/pims/web-pi/cost/set', { token })
  const save = (maskAmounts: boolean) =>
    app.ask('PUT', '/pims/web-pi/cost/set', { token, body: { ...setting.data, version: null, maskAmounts } })
  await save(true)
  const seen = () => get<ChargeRowData>(`${BASE}/${made.chargeId}`)
  expect((await seen()).data.amountFen).toBe(1_500)
  await without('expense:amount:view', async () => {
    expect((await seen()).data).toMatchObject({ name: '理发', amountFen: null, priceFen: null })
    expect((await get<{ list: ChargeRowData[] }>(BASE)).data.list[0]).toMatchObject({ amountFen: null })
    const { oldmanId: _, ...what } = charge()
    expect(await put(`${BASE}/${made.chargeId}`, what)).toMatchObject({ status: 401 })
    const paid = await post(`${BASE}/pay`, { ...charge(), payments: [{ way: 2, amountFen: 1_500 }] })
    expect(paid).toMatchObject({ status: 401 })
  })
  await save(false)
})
