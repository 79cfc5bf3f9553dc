// Ingredients and their prices: what dishes cost by them, who may set them, two at once; dishes from a workbook.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import type { ImportReportData } from '#contract/kit/sheet'
import type { DishData } from '#contract/nursing/dish'
import type { DishCategoryData } from '#contract/nursing/dishCategory'
import type { IngredientData } from '#contract/nursing/ingredient'
import type { ShoppingData } from '#contract/nursing/kitchen'
import type { JobProgressData } from '#contract/platform/shell'
import { ingredientsIn } from '#server/areas/nursing/dish/dishImport'
import { writeSheet } from '#server/kit/excel'
import { type Ask, demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'

const PRICE = '/pims/web-org/piIngredient'
const DISH = '/pims/web-org/piDish'
let product: TestApp
let cook = ''
let nurse = ''
let categoryId = ''

const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, more: Ask = {}) =>
  product.ask<T>(method, path, { token: cook, ...more })
const price = (ingredientName: string, priceFen: number | null, more: object = {}) =>
  ask<IngredientData>('PUT', PRICE, { body: { ingredientName, priceFen, ...more } })
const dishNamed = async (dishName: string, token = cook) =>
  (await ask<PageInfo<DishData>>('GET', DISH, { token, query: { dishName } })).data.list[0]!
const dish = {
  textures: [1],
  costFen: null,
  ingredients: [
    { name: '甲食材', grams: 100 },
    { name: '乙食材', grams: 12.5 },
  ],
}

beforeAll(async () => {
  product = await demoApp()
  cook = await product.signIn('xiehongwei', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const page = await ask<PageInfo<DishCategoryData>>('GET', '/pims/web-org/piDishCategory')
  categoryId = page.data.list.find((one) => one.categoryName === '大荤')!.categoryId
})
afterAll(() => product.close())

describe('prices', () => {
  it('make the cost of a dish once all its ingredients have one; a cost that is entered stands', async () => {
    const made = await ask<DishData>('POST', DISH, { body: { ...dish, dishName: '算成本的菜', categoryId } })
    expect(made.data).toMatchObject({ costFen: null, reckonedFen: null, unpriced: ['甲食材', '乙食材'] })
    const listed = await ask<PageInfo<IngredientData>>('GET', PRICE, { query: { ingredientName: '甲食材' } })
    expect(listed.data.list).toMatchObject([{ ingredientName: '甲食材', dishes: 1, priceFen: null, version: 1 }])
    await price('甲食材', 2_600)
    expect(await dishNamed('算成本的菜')).toMatchObject({ reckonedFen: null, unpriced: ['乙食材'] })
    await price('乙食材', 1_000)
    // 0.1 kg at 26.00 and 0.0125 kg at 10.00.
    expect(await dishNamed('算成本的菜')).toMatchObject({ costFen: null, reckonedFen: 273, unpriced: [] })
    const { dishId } = made.data
    const body = { ...dish, dishId, dishName: '算成本的菜', categoryId, costFen: 300 }
    expect((await ask<DishData>('PUT', DISH, { body })).data).toMatchObject({ costFen: 300, reckonedFen: 273 })
    expect(await dishNamed('算成本的菜', nurse)).toMatchObject({ costFen: null, reckonedFen: null, unpriced: [] })
    expect((await price('乙食材', null)).data).toMatchObject({ priceFen: null, version: 3 })
  })

  it('are set by who keeps the dishes, of what a dish names, and tell the second of two who was first', async () => {
    expect((await ask('GET', PRICE, { token: nurse })).status).toBe(401)
    expect((await ask('PUT', PRICE, { token: nurse, body: { ingredientName: '大米', priceFen: 1 } })).status).toBe(401)
    expect(await price('没有这种食材', 100)).toMatchObject({ status: 40400 })
    expect(await price('大米', -1)).toMatchObject({ status: 42200 })
    expect(await price('大米', 1_000_001)).toMatchObject({ status: 42200 })
    const [rice] = (await ask<PageInfo<IngredientData>>('GET', PRICE, { query: { ingredientName: '大米' } })).data.list
    const both = await Promise.all([580, 590].map((fen) => price('大米', fen, { version: rice!.version })))
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 40902])
    const open = await ask<PageInfo<IngredientData>>('GET', PRICE, { query: { priced: 'false', size: '200' } })
    expect(open.data.list.length).toBeGreaterThan(0)
    expect(open.data.list.every((one) => one.priceFen === null && one.dishes > 0)).toBe(true)
  })

  it('stand in the shopping list, with what it comes to', async () => {
    const day = dayText()
    const path = `/pims/web-org/kitchen/shopping?dayFrom=${day}&dayTo=${day}`
    type Shopping = { needs: ShoppingData[]; amountFen: number; unpriced: number }
    const { data } = await ask<Shopping>('GET', path)
    const priced = data.needs.filter((one) => one.priceFen !== null)
    expect(priced.length).toBeGreaterThan(5)
    for (const one of priced)
      expect(Math.abs(one.amountFen! - one.kg * one.priceFen!)).toBeLessThan(one.priceFen! / 1_000 + 1)
    expect(data.amountFen).toBe(priced.reduce((sum, one) => sum + one.amountFen!, 0))
    expect(data.unpriced).toBe(data.needs.length - priced.length)
  })
})

describe('dishes from a workbook', () => {
  const TITLES = ['菜名', '分类', '适合的饮食形态', '过敏原', '食材（每份克数）', '每份成本（元）', '盐（克）'] as const
  type Line = Partial<Record<(typeof TITLES)[number], string>>
  async function upload(lines: readonly Line[], token = cook) {
    const content = await writeSheet<Line>({
      title: '菜品',
      columns: TITLES.map((title) => ({ title, value: (row) => row[title] ?? '' })),
      rows: [...lines],
    })
    const { type, content: payload } = multipart([{ name: 'file', filename: '菜品.xlsx', content }])
    const headers = { authorization: token, 'content-type': type }
    const answer = await product.server.inject({ method: 'POST', url: `${DISH}/import/check`, headers, payload })
    return answer.json() as Envelope<ImportReportData>
  }
  async function commit(token: string | null) {
    const { data } = await ask<{ runId: string }>('POST', `${DISH}/import`, { body: { token, fixed: false } })
    await vi.waitFor(
      async () => {
        const run = await ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`)
        expect(run.data.state).toBe('done')
      },
      { timeout: 60_000, interval: 100 },
    )
  }
  const good = {
    菜名: '导入的菜',
    分类: '大荤',
    适合的饮食形态: '普食、糊状',
    过敏原: '大豆',
    '食材（每份克数）': '猪瘦肉 62.5、豆腐 120克',
  }

  it('name every bad row, take the good ones, and leave what an empty cell does not say', async () => {
    const { data } = await upload([
      good,
      { ...good, 菜名: '没有这一类', 分类: '大晕' },
      { ...good, 菜名: '形态不对', 适合的饮食形态: '普食、软食品' },
      { ...good, 菜名: '食材不对', '食材（每份克数）': '猪瘦肉' },
      { ...good, 菜名: '成本不对', '每份成本（元）': '1000.01' },
      { ...good, 菜名: '番茄蛋汤', 分类: '汤羹', 适合的饮食形态: '普食' },
    ])
    expect(data).toMatchObject({ total: 6, good: 1, bad: 5 })
    expect(data.problems.map((one) => one.reason)).toEqual([
      expect.stringContaining('是不是“大荤”'),
      expect.stringContaining('“软食品”应为'),
      expect.stringContaining('名称和每份克数'),
      expect.stringContaining('1000 元'),
      expect.stringContaining('今后的菜谱里这道菜排给了'),
    ])
    await commit(data.token)
    const ingredients = [
      { name: '猪瘦肉', grams: 62.5 },
      { name: '豆腐', grams: 120 },
    ]
    const first = await dishNamed('导入的菜')
    expect(first).toMatchObject({ textures: [1, 5], allergens: ['S'], ingredients, saltG: null, enabled: true })
    const again = await upload([
      { 菜名: '导入的菜', 分类: '大荤', 适合的饮食形态: '软食', 过敏原: '无', '盐（克）': '1.2' },
    ])
    await commit(again.data.token)
    const second = await dishNamed('导入的菜')
    expect(second).toMatchObject({ dishId: first.dishId, textures: [2], allergens: [], ingredients, saltG: 1.2 })
  }, 150_000)

  it('are not a nurse’s to bring', async () => {
    expect((await upload([good], nurse)).status).toBe(401)
  })

  it('read ingredients as people write them', () => {
    expect(ingredientsIn('葱 3，五花肉110g;2号油 5')).toEqual([
      { name: '葱', grams: 3 },
      { name: '五花肉', grams: 110 },
      { name: '2号油', grams: 5 },
    ])
    for (const bad of ['葱', '葱 0', '葱 3、葱 4', '葱 -3', '110', '葱 99999'])
      expect(() => ingredientsIn(bad)).toThrow()
  })
})
