// Dishes from a workbook: what is wrong with a row is said all at once, good ones are taken once, and a dish that is known is
// brought up to date without losing what its cells leave empty.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { ImportReportData } from '#contract/kit/sheet'
import type { DishData } from '#contract/nursing/dish'
import type { JobProgressData } from '#contract/platform/shell'
import { writeSheet } from '#server/kit/excel'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'

const DISH = '/pims/web-org/piDish'
const TITLES = [
  '菜名',
  '分类',
  '适合的饮食形态',
  '过敏原',
  '食材（每份克数）',
  '盐（克）',
  '每份成本（元）',
  '说明',
] as const
type Line = Partial<Record<(typeof TITLES)[number], string>>

let product: TestApp
let cook = ''
beforeAll(async () => {
  product = await demoApp()
  cook = await product.signIn('xiehongwei', 'Yiyuan2026')
})
afterAll(() => product.close())

async function upload(lines: readonly Line[], token = cook): Promise<Envelope<ImportReportData>> {
  const content = await writeSheet<Line>({
    title: '菜品',
    columns: TITLES.map((title) => ({ title, value: (row) => row[title] ?? '' })),
    rows: [...lines],
  })
  const { type, content: payload } = multipart([{ name: 'file', filename: '菜品.xlsx', content }])
  const answer = await product.server.inject({
    method: 'POST',
    url: `${DISH}/import/check`,
    headers: { authorization: token, 'content-type': type },
    payload,
  })
  return answer.json() as Envelope<ImportReportData>
}

async function commit({ data }: Envelope<ImportReportData>): Promise<void> {
  const begun = await product.ask<{ runId: string }>('POST', `${DISH}/import`, {
    token: cook,
    body: { token: data.token, fixed: false },
  })
  const run = `/passport/web-org/jobs/${begun.data.runId}`
  await vi.waitFor(
    async () => expect((await product.ask<JobProgressData>('GET', run, { token: cook })).data.state).toBe('done'),
    { timeout: 60_000, interval: 100 },
  )
}

const found = async (dishName: string) =>
  (
    await product.ask<PageInfo<DishData>>('GET', DISH, { token: cook, query: { dishName, page: '1', size: '10' } })
  ).data.list.filter((one) => one.dishName === dishName)

const good = { 菜名: '导入的豆腐', 分类: '小荤', 适合的饮食形态: '普食、软食' }

it('says what is wrong with each row, and proposes what was meant', async () => {
  const { data } = await upload([
    good,
    { ...good, 菜名: '' },
    { ...good, 菜名: '分类不对', 分类: '小荤菜' },
    { ...good, 菜名: '形态不对', 适合的饮食形态: '很软' },
    { ...good, 菜名: '食材不对', '食材（每份克数）': '豆腐、-3' },
    { ...good, 菜名: '贵', '每份成本（元）': '-1', '盐（克）': '900' },
    good,
  ])
  expect(data).toMatchObject({ total: 7, good: 1, bad: 6 })
  expect(data.problems.map((one) => [one.row, one.reason])).toEqual([
    [3, expect.stringContaining('菜名')],
    [4, expect.stringContaining('分类应为已有的菜品分类')],
    [5, expect.stringContaining('“很软”应为')],
    [6, expect.stringContaining('名称和每份克数')],
    [7, expect.stringMatching(/盐.*0 到 50.*成本.*0 到 1000 元|成本.*0 到 1000 元.*盐.*0 到 50/)],
    [8, expect.stringContaining('重复')],
  ])
  expect(await found(good.菜名)).toEqual([])
})

it('takes the good ones, and the same dish again keeps what its cells leave empty', async () => {
  await commit(
    await upload([{ ...good, 过敏原: '大豆', '食材（每份克数）': '猪瘦肉 62.5、豆腐 120', '盐（克）': '1.2' }]),
  )
  const [first] = await found(good.菜名)
  expect(first).toMatchObject({
    categoryName: '小荤',
    textures: [1, 2],
    ingredients: [
      { name: '猪瘦肉', grams: 62.5 },
      { name: '豆腐', grams: 120 },
    ],
    saltG: 1.2,
  })
  expect(first!.allergens).toHaveLength(1)
  await commit(await upload([{ ...good, '每份成本（元）': '4.55', 说明: '少盐' }]))
  const again = await found(good.菜名)
  expect(again).toMatchObject([
    { dishId: first!.dishId, costFen: 455, remark: '少盐', saltG: 1.2, allergens: first!.allergens },
  ])
  expect(again[0]!.ingredients).toEqual(first!.ingredients)
})

it('does not take a form away that the menu of coming days gives to somebody', async () => {
  const [planned] = (
    await product.app.pool.query<{ name: string; category: string; forms: number[] }>(
      `select t.dish_name as name, c.category_name as category, array(select distinct x from dish_plan_item i, unnest(i.textures) x
         where i.org_id = t.org_id and i.dish_id = t.dish_id and i.day >= current_date) as forms
       from dish t join dish_category c on c.org_id = t.org_id and c.category_id = t.category_id and c.enabled
       where exists (select from dish_plan_item i where i.org_id = t.org_id and i.dish_id = t.dish_id and i.day >= current_date
         and 1 = any(i.textures)) order by t.dish_id limit 1`,
    )
  ).rows
  const { data } = await upload([{ 菜名: planned!.name, 分类: planned!.category, 适合的饮食形态: '流质' }])
  expect(data).toMatchObject({ good: 0, bad: 1 })
  expect(data.problems[0]!.reason).toContain('请先在菜谱里改掉')
})

it('is for whoever keeps the dishes', async () => {
  const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  expect((await upload([good], nurse)).status).toBe(401)
})
