// Making the bills of a month and looking at the next one: once for everybody, nothing twice, nothing written by looking.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BillPreviewData, feesText, ruleText } from '#contract/expense/billPreview'
import { feeSettingsOf, saveFeeSettings } from '#server/areas/expense/fee/feeSettings'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { giveMoney, wipeMoney } from '#server/areas/expense/test/money'
import { wholeDesk } from '#server/areas/expense/test/wholeDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { finalBillOf } from './billFinal.ts'
import { dueDateOf, generateBills } from './billGenerate.ts'
import type { NewLine } from './billNewLine.ts'
import { replaceLines } from './billWrite.ts'

let app: TestApp
let month: string

const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)
const rows = async (text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows
const make = (input: { month?: string; oldmanIds?: string[]; issue?: boolean } = {}) =>
  generateBills(
    { pool: app.app.pool, orgId: DEMO_ORG, deptIds: null, tx: (act) => work(act), told: async () => undefined },
    { month, ...input },
  )
const set = async (change: object) => {
  const now = await feeSettingsOf(app.app.pool, DEMO_ORG)
  await work((tx) => saveFeeSettings(tx, { ...now, ...change }))
}
/** Somebody who has lived here for long, without outings and moves. */
const residentOf = async () =>
  (
    await rows(
      `select t.oldman_id as id, s.stay_id as "stayId", t.level_id as "levelId" from oldman t
       join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
       where t.org_id = $1 and t.status = 1 and s.start_date < current_date - 200
         and not exists (select from outing o where o.org_id = s.org_id and o.stay_id = s.stay_id)
         and (select count(*) from fee_set f where f.org_id = s.org_id and f.stay_id = s.stay_id) = 4 order by 1 limit 1`,
      [DEMO_ORG],
    )
  )[0] as { id: string; stayId: string; levelId: string }

beforeAll(async () => {
  app = await demoApp()
  await wholeDesk(app.app.pool)
  month = (await rows(`select to_char(current_date, 'YYYY-MM') as month`))[0].month
})
afterAll(() => app.close())
beforeEach(() => wipeMoney(app.app.pool, DEMO_ORG))

describe('the day by which a bill is to be paid', () => {
  const cost = { billDay: 1, dueDays: 9 }
  test.each([
    ['so many days after it is made', 10, '2026-12-03', '2026-12-12'],
    ['not before the agreed day', 20, '2026-12-03', '2026-12-20'],
    ['counted from the bill day where it is made ahead', 1, '2026-11-15', '2026-12-10'],
    ['after today where it is made late', 1, '2027-01-05', '2027-01-14'],
  ])('%s', (_, payDay, made, due) => {
    expect(dueDateOf({ payDay }, '2026-12', made, cost)).toBe(due)
  })
})

describe('the bills of a month', () => {
  test('are one for everybody who lives here; made again they add nothing, two runs at once neither', async () => {
    const [first, second] = await Promise.all([make(), make()])
    expect(first.made + second.made).toBe(210)
    expect((await make()).made).toBe(0)
    expect(
      await rows(
        `select count(*)::int as bills, count(distinct oldman_id)::int as residents, bool_and(state = 'DRAFT') as drafts from bill where org_id = $1`,
        [DEMO_ORG],
      ),
    ).toEqual([{ bills: 210, residents: 210, drafts: true }])
    const wrong = await rows(
      `select bill_no from bill b where org_id = $1 and total_fen <> (select sum(amount_fen) from bill_line l
        where l.org_id = b.org_id and l.bill_id = b.bill_id)`,
      [DEMO_ORG],
    )
    expect(wrong).toEqual([])
  })

  test('issued and taken from the balance at once, the gift first where the house wants it', async () => {
    const { id } = await residentOf()
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: id, balanceFen: 100_000, giftFen: 30_000 })
    await set({ autoIssue: true, autoDeduct: true, giftFirst: true })
    const sums = await make({ oldmanIds: [id] })
    await set({ autoIssue: false, autoDeduct: false, giftFirst: false })
    expect(sums).toMatchObject({ made: 1, issued: 1, deductedFen: 130_000 })
    expect(await rows('select state, paid_fen::int as paid from bill where oldman_id = $1', [id])).toEqual([
      { state: 'PART', paid: 130_000 },
    ])
    expect(
      await rows(
        `select gift_fen::int as gift, balance_fen::int as balance from ledger where trade_type = 'PAY_BILL' order by seq`,
      ),
    ).toEqual([
      { gift: -30_000, balance: 0 },
      { gift: 0, balance: -100_000 },
    ])
    // One paper for the resident, which its entries name.
    const papers = await rows(
      `select r.amount_fen::int as amount, r.ways, jsonb_array_length(r.lines) as lines, r.lines -> 0 ->> 'month' as month,
        (select count(*)::int from ledger l where l.org_id = r.org_id and l.receipt_id = r.receipt_id and l.group_id = r.group_id) as entries
       from receipt r where r.oldman_id = $1`,
      [id],
    )
    expect(papers).toEqual([
      {
        amount: 130_000,
        ways: [
          { name: '赠送余额', amountFen: 30_000 },
          { name: '余额', amountFen: 100_000 },
        ],
        lines: 1,
        month,
        entries: 2,
      },
    ])
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })

  test('many taken from the balance at once get a receipt each, numbered without a gap or a repeat', async () => {
    const found = await rows(
      `select distinct oldman_id as id from stay where org_id = $1 and end_date is null and start_date < '2026-09-01' order by 1 limit 12`,
      [DEMO_ORG],
    )
    for (const { id } of found) await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: id, balanceFen: 5_000 })
    await set({ autoIssue: true, autoDeduct: true })
    const sums = await make({ oldmanIds: found.map((one: { id: string }) => one.id) })
    await set({ autoIssue: false, autoDeduct: false })
    expect(sums).toMatchObject({ issued: 12, deductedFen: 60_000 })
    const numbers = await rows(
      `select right(receipt_no, 4)::int as no from receipt where oldman_id = any($1) and amount_fen = 5000 order by receipt_no`,
      [found.map((one: { id: string }) => one.id)],
    )
    const first = Number(numbers[0]!.no)
    expect(numbers.map((one: { no: string }) => Number(one.no))).toEqual(
      Array.from({ length: 12 }, (_, i) => first + i),
    )
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })

  test('a draft that a person changed is not corrected by the next bill, and what was struck out stays out', async () => {
    const { id } = await residentOf()
    await make({ oldmanIds: [id] })
    const [bill] = await rows('select bill_id as id from bill where oldman_id = $1', [id])
    const lines = await rows(
      `select project_child_id as "projectChildId", category, name, spec, cycle, unit, price_fen as "priceFen", quantity, days,
        amount_fen as "amountFen", source, date_from as "dateFrom", date_to as "dateTo", ref_kind as "refKind", ref_id as "refId"
       from bill_line where bill_id = $1 order by sort`,
      [bill!.id],
    )
    const [first, ...others] = lines as unknown as NewLine[]
    await work((tx) => replaceLines(tx, bill!.id, [{ ...first!, amountFen: 1 }, ...others.slice(0, -1)]))
    const kept = await rows('select ref_kind as kind, amount_fen::int as fen from bill_line where bill_id = $1', [
      bill!.id,
    ])
    expect(
      kept
        .filter((one) => one.kind === 'manual')
        .map((one) => one.fen)
        .sort(),
    ).toEqual([0, 1])
    const [next] = await rows(`select to_char(current_date + interval '1 month', 'YYYY-MM') as month`)
    await make({ oldmanIds: [id], month: next!.month })
    expect(await rows(`select name from bill_line where month = $1 and source = 'ADJUST'`, [next!.month])).toEqual([])
  })
})

describe('looking at the next bill', () => {
  const look = async (query: Record<string, string>) =>
    app.ask<BillPreviewData>('GET', '/pims/web-pi/cost/payBack/preview', {
      token: await app.signIn('liumin', 'Yiyuan2026'),
      query,
    })

  test('says line by line what another level would change, and writes nothing', async () => {
    const { id, levelId } = await residentOf()
    const clerk = await app.signIn('liumin', 'Yiyuan2026')
    const other = (
      await rows(
        'select level_id as id, level_name as name from nursing_level where org_id = $1 and level_id <> $2 order by price_fen desc limit 1',
        [DEMO_ORG, levelId],
      )
    )[0]!
    const before = await rows('select count(*)::int as n from bill')
    const answer = await app.ask<BillPreviewData>(
      'GET',
      `/pims/web-pi/cost/payBack/preview?oldmanId=${id}&levelId=${other.id}&day=${month}-01`,
      { token: clerk },
    )
    expect(answer.status).toBe(200)
    const preview = answer.data
    expect(preview.month).toBe(month)
    const changed = preview.rows.filter((row) => row.changed)
    expect(changed).toHaveLength(1)
    expect(changed[0]!.assumedFen! - changed[0]!.asIsFen!).toBe(changed[0]!.differenceFen)
    expect(preview.differenceFen).toBe(preview.assumedFen! - preview.asIsFen!)
    expect(preview.assumption).toContain(other.name)
    expect(await rows('select count(*)::int as n from bill')).toEqual(before)
  })

  test('a discount that is about to be saved is seen on the next bill, line by line, and nothing is written', async () => {
    const { id } = await residentOf()
    const plain = await look({ oldmanId: id })
    const whole = plain.data.assumedFen!
    // 满 100 减 30, once.
    const rule = ruleText({
      scope: 'BILL',
      projectChildId: null,
      thresholdFen: 10_000,
      benefitFen: 3_000,
      perThreshold: false,
      capFen: null,
      stackable: false,
    })
    const then = await look({ oldmanId: id, rule, ruleName: '敬老月减 30' })
    expect(then.data).toMatchObject({ assumes: true, assumption: '使用优惠“敬老月减 30”', differenceFen: -3_000 })
    expect(then.data.assumedFen).toBe(whole - 3_000)
    expect(then.data.rows.find((one) => one.kind === 'DISCOUNT')).toMatchObject({
      basis: '敬老月减 30',
      asIsFen: null,
      assumedFen: -3_000,
      changed: true,
    })
    for (const wrong of ['BILL::0:3000:0::0', 'ITEM::10000:3000:0::0', '满减']) {
      expect([wrong, (await look({ oldmanId: id, rule: wrong })).status]).toEqual([wrong, 42_200])
    }
    expect(await rows('select from discount_rule where org_id = $1 and name = $2', [DEMO_ORG, '敬老月减 30'])).toEqual(
      [],
    )
  })

  test('two who exchange beds each see their next bill with the bed and price of the other', async () => {
    const { id } = await residentOf()
    const [other] = await rows(
      `select t.oldman_id as id, t.current_bed_id as bed, f.project_child_id as child from oldman t
       join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
       join fee_set f on f.org_id = s.org_id and f.stay_id = s.stay_id and f.to_date is null
       join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
       join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id and p.category = '1'
       where t.org_id = $1 and t.status = 1 and t.oldman_id <> $2 order by 1 limit 1`,
      [DEMO_ORG, id],
    )
    const mine = (await rows('select current_bed_id as bed from oldman where oldman_id = $1', [id]))[0].bed
    const fee = feesText([{ projectChildId: other.child, priceFen: 123_400 }])
    const one = await look({ oldmanId: id, bedId: other.bed, bedFee: fee })
    expect(one.data).toMatchObject({ assumes: true, assumption: expect.stringContaining('床位') })
    const beds = one.data.rows.filter((row) => row.changed)
    expect(beds.length).toBeGreaterThan(0)
    const two = await look({ oldmanId: other.id, bedId: mine })
    expect(two.data).toMatchObject({ assumes: true, assumption: expect.stringContaining('床位') })
  })

  test('refuses what it cannot know', async () => {
    const clerk = await app.signIn('liumin', 'Yiyuan2026')
    const { id } = await residentOf()
    const ask = (query: string) => app.ask('GET', `/pims/web-pi/cost/payBack/preview?${query}`, { token: clerk })
    expect((await ask('oldmanId=nobody')).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&levelId=nothing`)).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&fees=x`)).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&outFrom=${month}-09&outTo=${month}-02`)).status).not.toBe(200)
  })
})

test('the last bill asks for the days that were lived, less what was billed in advance', async () => {
  const { id } = await residentOf()
  const [{ day }] = (await rows(
    `select to_char(date_trunc('month', current_date) + interval '10 days', 'YYYY-MM-DD') as day`,
  )) as [{ day: string }]
  const open = await finalBillOf(app.app.pool, DEMO_ORG, id, day)
  expect(open.totalFen).toBeGreaterThan(0)
  await make({ oldmanIds: [id], issue: true })
  const [{ total }] = (await rows('select total_fen::int as total from bill where oldman_id = $1', [id])) as [
    { total: number },
  ]
  const after = await finalBillOf(app.app.pool, DEMO_ORG, id, day)
  expect(after.totalFen).toBe(open.totalFen - total)
  const [{ billId }] = (await rows('select bill_id as "billId" from bill where oldman_id = $1', [id])) as [
    { billId: string },
  ]
  const instead = await finalBillOf(app.app.pool, DEMO_ORG, id, day, { without: [billId] })
  expect(instead.totalFen).toBe(open.totalFen)
})
