// The price of a stay over the calls: the same whether its month was billed, and paid, before the resident left. And nothing
// comes into an account once it is settled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { post as postEntries } from '#server/areas/expense/ledger/post'
import { type LivedFee, leaving } from '#server/areas/expense/test/leaving'
import { giveMoney } from '#server/areas/expense/test/money'
import { PLAIN_FORM, settling } from '#server/areas/expense/test/settling'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PAY = '/pims/web-pi/cost/pay'
const MONTH = '2026-04'
const LEFT = '2026-04-15'

let app: TestApp
let token: string
let desk: ReturnType<typeof settling>
let stays: ReturnType<typeof leaving>
let fees: LivedFee[]

const rows = async <T>(text: string, values: unknown[]) => (await app.app.pool.query(text, values)).rows as T[]
const payOf = (oldmanId: string, body: object) => app.ask('POST', PAY, { token, body: { oldmanId, ...body } })
const cash = (amountFen: number) => ({ payments: [{ source: 'CASH', way: 2, amountFen }] })

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  token = await app.signIn('zhengkai', 'Yiyuan2026')
  desk = settling(app.ask, token)
  stays = leaving(app)
  const children = await rows<{ id: string }>(
    `select distinct on (p.category) c.project_child_id as id from fee_child c
     join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
     where c.org_id = $1 and c.cycle = 'MONTH' and c.prorate = 'DAY' and c.billing = 'PRE' and c.can_discount
       and p.category in ('1', '2') order by p.category, c.sort`,
    [DEMO_ORG],
  )
  expect(children).toHaveLength(2)
  fees = [
    { childId: children[0]!.id, priceFen: 300_000 },
    { childId: children[1]!.id, priceFen: 206_319 },
  ]
  await rows(
    `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, scope, valid_from)
     values ($1, $2, '满5000减123.45', 2, 500000, 12345, 'BILL', '2026-04-01')`,
    [DEMO_ORG, newId()],
  )
})
afterAll(() => app.close())

describe('满5000减123.45 on the bill of April, the resident leaves on the 15th', () => {
  const price = async (before: 'never billed' | 'billed' | 'paid') => {
    const resident = await stays.moveIn('2026-04-01', fees)
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, depositFen: 1_000_000 })
    if (before !== 'never billed') await stays.bill(resident, MONTH)
    const [bill] = await rows<{ id: string; discount: number; fen: number }>(
      'select bill_id as id, discount_fen as discount, receivable_fen as fen from bill where oldman_id = $1',
      [resident],
    )
    expect(bill?.discount).toBe(before === 'never billed' ? undefined : 12_345)
    if (before === 'paid') {
      expect((await payOf(resident, { kind: 'BILL', billIds: [bill!.id], ...cash(bill!.fen) })).status).toBe(200)
    }
    await stays.moveOut(resident, LEFT)
    const looked = await desk.check(resident)
    const done = await desk.settle(resident)
    expect([done.status, done.desc]).toEqual([200, expect.anything()])
    const bills = await rows(
      `select kind, stage, receivable_fen as fen, discount_fen as discount, rule_name as rule,
         period_start::text as start, period_end::text as end from bill where oldman_id = $1 and stage = 'ISSUED'`,
      [resident],
    )
    return { resident, asked: looked.data.sums, bills, replaced: looked.data.replaced.length }
  }

  test.each(['never billed', 'billed', 'paid'] as const)('%s: 2,362.82', async (before) => {
    const { asked, bills, replaced, resident } = await price(before)
    expect(asked).toMatchObject({ receivableFen: 236_282, finalFen: 236_282, unpaidFen: 0 })
    expect(replaced).toBe(before === 'never billed' ? 0 : 1)
    expect(bills).toEqual([
      {
        kind: 'FINAL',
        stage: 'ISSUED',
        fen: 236_282,
        discount: 0,
        rule: null,
        start: '2026-04-01',
        end: '2026-04-14',
      },
    ])
    // Revoked, the month stands again as it was.
    expect((await desk.revoke(resident)).status).toBe(200)
    const again = await rows(
      `select kind, discount_fen as discount, paid_fen as paid, jsonb_array_length(rules) as rules from bill
       where oldman_id = $1 and stage = 'ISSUED'`,
      [resident],
    )
    expect(again).toEqual(
      before === 'never billed'
        ? []
        : [{ kind: 'MONTH', discount: 12_345, paid: before === 'paid' ? 493_974 : 0, rules: 1 }],
    )
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })
})

describe('a settled account', () => {
  test('takes no money by any way, says why and what to do, and takes it again when the settlement is revoked', async () => {
    const resident = await stays.moveIn('2026-04-01', fees)
    const other = await stays.moveIn('2026-04-01', fees)
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, depositFen: 1_000_000 })
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: other, balanceFen: 100_000 })
    await stays.moveOut(resident, LEFT)
    expect((await desk.settle(resident, PLAIN_FORM)).data.state).toBe('CONFIRMED')
    const charge = { oldmanId: resident, kind: 'SALOON', name: '理发', priceFen: 3_000, quantity: 1, day: LEFT }
    const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
      app.ask(method, `/pims/web-pi/cost/${path}`, { token, body })
    const tried = [
      await payOf(resident, { kind: 'PRESTORE', ...cash(50_000) }),
      await payOf(resident, { kind: 'DEPOSIT', ...cash(50_000) }),
      await ask('PUT', 'remit', { oldmanId: other, toOldmanId: resident, amountFen: 5_000, reason: '转错' }),
    ]
    for (const one of tried) {
      expect([one.status, one.desc]).toEqual([40_901, expect.stringMatching(/退住结算已确认.*撤销结算.*再次入住/)])
    }
    for (const path of ['', '/pay']) {
      const url = `${(await import('#contract/expense/charge')).charge.calls.add.path}${path}`
      const body = path ? { ...charge, payments: [{ way: 2, amountFen: 3_000 }] } : charge
      expect([path, (await app.ask('POST', url, { token, body })).status]).toEqual([path, 40_901])
    }
    // The database refuses what no call asked it about.
    const entry = {
      oldmanId: resident,
      tradeType: 'PRESTORE' as const,
      way: 2 as const,
      amountFen: 100,
      cash: 100,
      balance: 100,
    }
    await expect(
      systemTransaction(app.app, DEMO_ORG, '费用', '测试', (tx) =>
        postEntries(tx, [{ ...entry, groupId: newId(), content: '试' }]),
      ),
    ).rejects.toMatchObject({ constraint: 'account_settled' })
    expect((await desk.revoke(resident)).status).toBe(200)
    expect((await payOf(resident, { kind: 'PRESTORE', ...cash(50_000) })).status).toBe(200)
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })
})
