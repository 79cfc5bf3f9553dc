// Discount rules, ways of paying and fee settings as the desk keeps them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiscountRuleData } from '#contract/expense/discountRule'
import type { FeeSettingsData } from '#contract/expense/feeSettings'
import type { OfferedWayData, TradeWayData } from '#contract/expense/tradeWay'
import { requireOffered, waysOffered } from '#server/areas/expense/pay/tradeWayOffered'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { prestoreGift, prestoreGifts, ruleHolds, rulesFor } from './discountApply.ts'

let app: TestApp
let token: string

const RULE = '/pims/web-pi/cost/set/discountRule'
const WAY = '/pims/web-pi/cost/set/tradeWay'
const SET = '/pims/web-pi/cost/set'

const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
  app.ask<T>(method, path, { token, ...more })
const post = <T>(path: string, body: object) => ask<T>('POST', path, { body })
const put = <T>(path: string, body: object) => ask<T>('PUT', path, { body })

let named = 0
const rule = (change: object = {}) => {
  named += 1
  return {
    discountRuleName: `规则${named}`,
    type: 1,
    thresholdFen: 1_000_000,
    benefitFen: 50_000,
    perThreshold: true,
    validFrom: '2026-01-01',
    stackable: false,
    ...change,
  }
}
const newRule = async (change: object = {}) => {
  const made = await post<DiscountRuleData>(RULE, rule(change))
  expect(made).toMatchObject({ status: 200 })
  return made.data
}

beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

describe('discount rules', () => {
  test('are added, listed for the lookup, changed by body and path, removed', async () => {
    const made = await newRule({ discountRuleName: '满赠', capFen: 200_000 })
    expect(made).toMatchObject({
      scope: 'PRESTORE',
      status: 1,
      running: true,
      words: '每满 10,000 元赠 500 元，最多 2,000 元',
    })
    const found = await ask<{ list: DiscountRuleData[] }>('GET', RULE, {
      query: { status: '1', size: '999', orderBy: '' },
    })
    expect(found.data.list.find((one) => one.setId === made.setId)?.discountRuleName).toBe('满赠')
    expect(found.data.list.every((one) => one.status === 1)).toBe(true)
    const { setId, version } = made
    expect(await put(`${RULE}/${setId}`, { ...rule(), discountRuleName: '满赠二', version })).toMatchObject({
      status: 200,
      data: { capFen: null },
    })
    expect(await put(RULE, { ...rule(), setId, version })).toMatchObject({ status: 40902 })
    // Switched off in the shape of existing clients: texts in a form.
    const form = Object.fromEntries(
      Object.entries({ ...rule(), discountRuleName: '满赠二', status: 0, setId }).map(([key, value]) => [
        key,
        String(value),
      ]),
    )
    expect(await ask('PUT', RULE, { form })).toMatchObject({ status: 200, data: { status: 0, running: false } })
    expect(await ask('DELETE', `${RULE}/${setId}`)).toMatchObject({ status: 200 })
    expect(await ask('GET', `${RULE}/${setId}`)).toMatchObject({ status: 40400 })
  })

  test.each([
    [{ thresholdFen: 0 }, 'thresholdFen'],
    [{ benefitFen: -5 }, 'benefitFen'],
    [{ benefitFen: 0.5 }, 'benefitFen'],
    [{ type: 3 }, 'type'],
    [{ scope: 'BILL' }, 'scope'],
    [{ type: 2, scope: 'PRESTORE' }, 'scope'],
    [{ type: 2, scope: 'ITEM' }, 'projectChildId'],
    [{ type: 2, scope: 'ITEM', projectChildId: 'nothing' }, 'projectChildId'],
    [{ type: 2, benefitFen: 1_000_001 }, 'benefitFen'],
    [{ capFen: 49_999 }, 'capFen'],
    [{ validTo: '2025-12-31' }, 'validTo'],
    [{ validFrom: '2026-13-01' }, 'validFrom'],
    [{ discountRuleName: '  ' }, 'discountRuleName'],
  ])('refuse %j', async (change, field) => {
    const answer = await post<{ field: string }>(RULE, rule(change))
    expect([answer.status === 200, answer.data.field]).toEqual([false, field])
  })

  test('refuse a name that is taken, also of several at once', async () => {
    const body = rule({ discountRuleName: '同名' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(RULE, body)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40904, 40904, 40904, 40904])
  })

  test('of one item look at items that may be reduced', async () => {
    const [child] = (
      await app.app.pool.query<{ id: string }>(
        `select project_child_id as id from fee_child where org_id = $1 and not can_discount limit 1`,
        [DEMO_ORG],
      )
    ).rows
    expect(await post(RULE, rule({ type: 2, scope: 'ITEM', projectChildId: child!.id }))).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('不享受优惠'),
    })
  })

  test('give their gift on their days only, and together only where both allow it', async () => {
    const { pool } = app.app
    const a = await newRule({ validFrom: '2026-03-01', validTo: '2026-03-31' })
    expect(await prestoreGift(pool, DEMO_ORG, a.setId, 2_500_000, '2026-03-31')).toEqual({
      ruleId: a.setId,
      ruleName: a.discountRuleName,
      giftFen: 100_000,
    })
    await expect(prestoreGift(pool, DEMO_ORG, a.setId, 2_500_000, '2026-04-01')).rejects.toThrow('有效期')
    await expect(prestoreGift(pool, DEMO_ORG, a.setId, 2_500_000, '2026-02-28')).rejects.toThrow('有效期')
    await expect(prestoreGift(pool, DEMO_ORG, a.setId, 999_999, '2026-03-05')).rejects.toThrow('未达到')
    await expect(prestoreGift(pool, DEMO_ORG, newId(), 999_999, null)).rejects.toThrow('不存在')
    await expect(prestoreGift(pool, newId(), a.setId, 2_500_000, '2026-03-31')).rejects.toThrow('不存在')
    expect(await prestoreGift(pool, DEMO_ORG, null, 1, null)).toBeNull()
    const b = await newRule({ stackable: true, validFrom: '2026-03-01' })
    const c = await newRule({ stackable: true, validFrom: '2026-03-01', perThreshold: false })
    await expect(prestoreGifts(pool, DEMO_ORG, [a.setId, b.setId], 2_500_000, '2026-03-15')).rejects.toThrow('同时使用')
    const both = await prestoreGifts(pool, DEMO_ORG, [b.setId, c.setId], 2_500_000, '2026-03-15')
    expect(both.map((one) => one.giftFen)).toEqual([100_000, 50_000])
    const less = await newRule({ type: 2, scope: 'BILL', benefitFen: 10_000 })
    await expect(prestoreGift(pool, DEMO_ORG, less.setId, 2_500_000, '2026-03-15')).rejects.toThrow('满减')
    const ids = async (day: string) =>
      (await rulesFor(pool, DEMO_ORG, 'PRESTORE')).filter((one) => ruleHolds(one, day)).map((one) => one.setId)
    expect(await ids('2026-03-15')).toContain(a.setId)
    expect(await ids('2026-04-01')).not.toContain(a.setId)
    expect((await rulesFor(pool, DEMO_ORG, 'BILL')).map((one) => one.setId)).toContain(less.setId)
  })

  test('that gave something are switched off, not removed', async () => {
    const made = await newRule()
    const oldman = (
      await app.app.pool.query<{ id: string }>(
        `select oldman_id as id from elder_account where org_id = $1 and not sealed limit 1`,
        [DEMO_ORG],
      )
    ).rows[0]!.id
    await app.app.pool.query(
      `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, amount_fen, promo_fen, gift_fen, group_id,
         rule_id, user_name, content) values ($1, $2, $3, current_date, 1, 'GIFT', 500, 500, 500, $2, $4, '系统', '试')`,
      [DEMO_ORG, newId(), oldman, made.setId],
    )
    expect(await ask('DELETE', `${RULE}/${made.setId}`)).toMatchObject({
      status: 40903,
      desc: expect.stringContaining('1 笔赠送'),
    })
  })
})

describe('ways of paying', () => {
  test('are offered in two lists that existing clients read', async () => {
    const shown = await ask<OfferedWayData[]>('GET', `${WAY}/show`)
    expect(shown.data.map((one) => one.tradeWay)).toEqual([1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13])
    expect(shown.data[1]).toEqual({ tradeWay: 2, tradeWayName: '现金' })
    for (const batch of ['1', 'true']) {
      const many = await ask<OfferedWayData[]>('GET', `${WAY}/show`, { query: { batch } })
      expect(many.data.map((one) => one.tradeWay)).toEqual([1, 2, 3, 4, 5, 7, 8])
    }
  })

  test('are switched and put in order; a switched-off way is refused where money is taken', async () => {
    const { ways } = (await ask<{ ways: TradeWayData[] }>('GET', WAY)).data
    const input = ways
      .map(({ tradeWay, normal, batch }) => ({ tradeWay, normal: tradeWay === 5 ? false : normal, batch }))
      .reverse()
    const saved = await post<{ normal: OfferedWayData[]; batch: OfferedWayData[] }>(WAY, { ways: input })
    expect(saved.data.normal.map((one) => one.tradeWay)).toEqual([13, 12, 11, 10, 8, 7, 4, 3, 2, 1])
    expect(await waysOffered(app.app.pool, DEMO_ORG)).not.toContain(5)
    expect(await waysOffered(app.app.pool, DEMO_ORG, { batch: true })).toContain(5)
    await expect(requireOffered(app.app.pool, DEMO_ORG, [2, 5])).rejects.toThrow('银联线下')
    await requireOffered(app.app.pool, DEMO_ORG, [2, null, undefined])
    const refused = async (list: object[]) => (await post(WAY, { ways: list })).status
    expect(await refused([{ tradeWay: 10, normal: true, batch: true }])).toBe(42200)
    expect(await refused([input[0]!, input[0]!])).toBe(42200)
    expect(await refused(input.map((one) => ({ ...one, normal: one.tradeWay === 1 })))).toBe(42200)
    expect(await refused([{ tradeWay: 99, normal: true, batch: false }])).toBe(42200)
    // What is not named keeps what it has.
    expect((await post<{ normal: OfferedWayData[] }>(WAY, { ways: [input[8]!] })).data.normal[0]!.tradeWay).toBe(
      input[8]!.tradeWay,
    )
  })
})

describe('fee settings', () => {
  test('are read and saved as a whole, with the version of the form', async () => {
    const { data } = await ask<FeeSettingsData & { version: number }>('GET', SET)
    expect(data).toMatchObject({ billDay: 1, divisor: 'ACTUAL', signOffs: ['护理部', '前台', '财务'] })
    const saved = await put<FeeSettingsData & { version: number }>(SET, {
      ...data,
      dueDays: 12,
      receiptNote: '',
      billNote: null,
      signOffs: [' 护理部 ', '财务'],
    })
    expect(saved.data).toMatchObject({ dueDays: 12, receiptNote: '', billNote: '', signOffs: ['护理部', '财务'] })
    expect(await put(SET, { ...data, dueDays: 13 })).toMatchObject({ status: 40902 })
    const rest = { ...saved.data }
    for (const [change, field] of [
      [{ billDay: 31 }, 'billDay'],
      [{ dueDays: -1 }, 'dueDays'],
      [{ divisor: '28' }, 'divisor'],
      [{ signOffs: ['财务', '财务 '] }, 'signOffs'],
      [{ receiptTitle: '' }, 'receiptTitle'],
    ] as const) {
      const answer = await put<{ field: string }>(SET, { ...rest, ...change })
      expect([answer.status === 200, answer.data.field]).toEqual([false, field])
    }
  })

  test('are the administrator’s and the finance people’s, not the nurse’s', async () => {
    const nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
    expect(await app.ask('GET', SET, { token: nurse })).toMatchObject({ status: 401 })
    expect(await app.ask('GET', `${WAY}/show`, { token: nurse })).toMatchObject({ status: 200 })
    expect(await app.ask('GET', RULE, { token: nurse })).toMatchObject({ status: 401 })
  })
})
