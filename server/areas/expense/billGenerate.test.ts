// Making the bills of a month and looking at the next one: once for everybody, nothing twice, nothing written by looking.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BillPreviewData } from '#contract/expense/billPreview'
import { DEMO_ORG } from '#server/areas/platform/fixedRows'
import type { Tx } from '#server/kit/caller'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { finalBillOf } from './billFinal.ts'
import { generateBills } from './billGenerate.ts'
import { type NewLine, replaceLines } from './billWrite.ts'
import { costSettingOf, saveCostSetting } from './costSetting.ts'
import { verifyLedger } from './ledgerVerify.ts'
import { giveMoney, wipeMoney } from './test/money.ts'

let app: TestApp
let month: string

const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)
const rows = async (text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows
const make = (wish: { month?: string; oldmanIds?: string[]; issue?: boolean } = {}) =>
  generateBills(
    { pool: app.app.pool, orgId: DEMO_ORG, deptIds: null, tx: (act) => work(act), told: async () => undefined },
    { month, ...wish },
  )
const set = async (change: object) => {
  const now = await costSettingOf(app.app.pool, DEMO_ORG)
  await work((tx) => saveCostSetting(tx, { ...now, ...change }))
}
/** Somebody who has lived here for long, without outings and moves. */
const elderOf = async () =>
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
  month = (await rows(`select to_char(current_date, 'YYYY-MM') as month`))[0].month
})
afterAll(() => app.close())
beforeEach(() => wipeMoney(app.app.pool, DEMO_ORG))

describe('the bills of a month', () => {
  test('are one for everybody who lives here; made again they add nothing, two runs at once neither', async () => {
    const [first, second] = await Promise.all([make(), make()])
    expect(first.made + second.made).toBe(210)
    expect((await make()).made).toBe(0)
    expect(
      await rows(
        `select count(*)::int as bills, count(distinct oldman_id)::int as elders, bool_and(state = 'DRAFT') as drafts from bill where org_id = $1`,
        [DEMO_ORG],
      ),
    ).toEqual([{ bills: 210, elders: 210, drafts: true }])
    const wrong = await rows(
      `select bill_no from bill b where org_id = $1 and total_fen <> (select sum(amount_fen) from bill_line l
        where l.org_id = b.org_id and l.bill_id = b.bill_id)`,
      [DEMO_ORG],
    )
    expect(wrong).toEqual([])
  })

  test('issued and taken from the balance at once, the gift first where the house wants it', async () => {
    const { id } = await elderOf()
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
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })

  test('a draft that a person changed is not corrected by the next bill, and what was struck out stays out', async () => {
    const { id } = await elderOf()
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
  test('says line by line what another level would change, and writes nothing', async () => {
    const { id, levelId } = await elderOf()
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

  test('refuses what it cannot know', async () => {
    const clerk = await app.signIn('liumin', 'Yiyuan2026')
    const { id } = await elderOf()
    const ask = (query: string) => app.ask('GET', `/pims/web-pi/cost/payBack/preview?${query}`, { token: clerk })
    expect((await ask('oldmanId=nobody')).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&levelId=nothing`)).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&fees=x`)).status).not.toBe(200)
    expect((await ask(`oldmanId=${id}&outFrom=${month}-09&outTo=${month}-02`)).status).not.toBe(200)
  })
})

test('the last bill asks for the days that were lived, less what was billed in advance', async () => {
  const { id } = await elderOf()
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
