// Dishes and their categories: what follows from what is in them, what is refused, and what still uses them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { DishData } from '#contract/nursing/dish'
import type { DishCategoryData } from '#contract/nursing/dishCategory'
import { MealTaboo } from '#contract/nursing/mealWords'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

const DISH = '/pims/web-org/piDish'
const CATEGORY = '/pims/web-org/piDishCategory'
let product: TestApp
let cook = ''
let nurse = ''
let categoryId = ''

const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  product.ask<T>(method, path, { token: cook, ...more })
let made = 0
const dish = (more: object = {}) => ({ dishName: `试菜 ${++made}`, categoryId, textures: [1, 2], ...more })
const add = (more: object = {}) => ask<DishData & { field?: string }>('POST', DISH, { body: dish(more) })

beforeAll(async () => {
  product = await demoApp()
  cook = await product.signIn('xiehongwei', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const page = await ask<PageInfo<DishCategoryData>>('GET', CATEGORY)
  categoryId = page.data.list.find((one) => one.categoryName === '大荤')!.categoryId
})
afterAll(() => product.close())

describe('a dish', () => {
  it('goes against the restraints that follow from what is in it', async () => {
    const { data } = await add({ allergens: ['C', 'M'], contents: ['pork', 'spicy'] })
    const { pork, meat, seafood, spicy, milk } = MealTaboo.is
    expect(data.taboos).toEqual([pork, meat, seafood, spicy, milk])
  })

  it('keeps what a portion feeds to the milligram, and its ingredients in their order', async () => {
    const ingredients = [
      { name: '猪瘦肉', grams: 62.5 },
      { name: '豆腐', grams: 120 },
    ]
    const { data } = await add({ saltG: 1.25, proteinG: 13.4, energyKcal: 210, costFen: 455, ingredients })
    expect(data).toMatchObject({ saltG: 1.25, proteinG: 13.4, energyKcal: 210, costFen: 455, ingredients })
    const saved = await ask<DishData>('PUT', `${DISH}/${data.dishId}`, {
      body: { ...dish({ dishName: data.dishName }), ingredients: [{ name: '豆腐', grams: 90 }] },
    })
    expect(saved.data).toMatchObject({ saltG: null, ingredients: [{ name: '豆腐', grams: 90 }] })
  })

  it('is refused without a form, under a known name, with an ingredient twice, by a nurse', async () => {
    expect(await add({ textures: [] })).toMatchObject({ status: 42200, data: { field: 'textures' } })
    const first = await add()
    expect(await add({ dishName: first.data.dishName })).toMatchObject({ status: 40904 })
    const twice = [
      { name: '葱', grams: 3 },
      { name: '葱', grams: 2 },
    ]
    expect(await add({ ingredients: twice })).toMatchObject({ status: 42200, desc: expect.stringContaining('合并') })
    expect((await ask('POST', DISH, { token: nurse, body: dish() })).status).toBe(401)
  })

  it('tells the second of two who change it who was first', async () => {
    const { data } = await add()
    const save = (remark: string) =>
      ask('PUT', DISH, {
        body: { ...dish({ dishName: data.dishName }), dishId: data.dishId, remark, version: data.version },
      })
    const both = await Promise.all([save('一'), save('二')])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 40902])
  })

  it('that stood in a plan stays, and keeps the forms it is planned for', async () => {
    const { data } = await ask<PageInfo<DishData>>('GET', DISH, { query: { dishName: '番茄蛋汤' } })
    const soup = data.list[0]!
    expect(soup.planned).toBeGreaterThan(0)
    expect(await ask('DELETE', `${DISH}/${soup.dishId}`)).toMatchObject({ status: 40903 })
    const { dishId, dishName, allergens } = soup
    expect(
      await ask('PUT', DISH, { body: { dishId, dishName, categoryId: soup.categoryId, allergens, textures: [1] } }),
    ).toMatchObject({ status: 42200, desc: expect.stringContaining('半流质') })
    const fresh = await add()
    expect((await ask('DELETE', `${DISH}/${fresh.data.dishId}`)).status).toBe(200)
  })

  it('is found by pinyin, by whom it suits and by what is not in it', async () => {
    const names = async (query: Record<string, string>) =>
      (await ask<PageInfo<DishData>>('GET', DISH, { query: { size: '200', ...query } })).data.list
    expect((await names({ dishName: 'ysxr' })).map((one) => one.dishName)).toEqual(['盐水虾仁'])
    const liquid = await names({ texture: '4', without: 'M' })
    expect(liquid.length).toBeGreaterThan(3)
    expect(liquid.every((one) => one.textures.includes(4) && !one.allergens.includes('M'))).toBe(true)
  })
})

describe('a category', () => {
  it('with dishes is not removed; one that is switched off takes no new ones', async () => {
    expect(await ask('DELETE', `${CATEGORY}/${categoryId}`)).toMatchObject({
      status: 40903,
      desc: expect.stringContaining('道菜'),
    })
    const own = await ask<DishCategoryData>('POST', CATEGORY, { body: { categoryName: '节日菜', enabled: false } })
    expect(await add({ categoryId: own.data.categoryId })).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('“节日菜”已停用'),
    })
    expect((await ask('DELETE', `${CATEGORY}/${own.data.categoryId}`)).status).toBe(200)
  })
})
