// Statistics of meals follow who asks: a nurse gets her building, who sees the house gets the house, amounts go to who may see them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { addDays } from '#contract/nursing/dishWeek'
import type { meals } from '#contract/nursing/meals'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

type Figures = DataOf<typeof meals.calls.figures>
const WARD = '松鹤楼护理组'
const startDate = addDays(dayText(), -6)
const endDate = dayText()
let product: TestApp

const figures = async (userName: string) => {
  const token = await product.signIn(userName, 'Yiyuan2026')
  const said = await product.ask<Figures>('GET', '/pims/web-org/piMeals', { token, query: { startDate, endDate } })
  expect(said.status, said.desc).toBe(200)
  return said.data
}
const one = async <T extends object>(text: string, values: unknown[]) =>
  (await product.app.pool.query<T>(text, [DEMO_ORG, startDate, endDate, ...values])).rows[0]!
const eaten = (depts: string[] | null) =>
  one<{ portions: number; heads: number; costs: number }>(
    `select count(*)::int as portions, count(distinct t.oldman_id)::int as heads,
       sum((select sum(d.cost_fen) from dish d where d.org_id = t.org_id and d.dish_id = any(t.dish_ids)))::int as costs
     from meal_order t left join dept e on e.org_id = t.org_id and e.dept_id = t.dept_id
     where t.org_id = $1 and t.day between $2 and $3 and t.state = 'ON' and ($4::text[] is null or e.dept_name = any($4))`,
    [depts],
  )

beforeAll(async () => {
  product = await demoApp()
  // A guest in each of two buildings.
  await product.app.pool.query(
    `insert into meal_guest (org_id, guest_id, oldman_id, day, meal, texture, portions, price_fen, by_name)
     select o.org_id, x.guest_id, o.oldman_id, $2, 3, 1, x.portions, 0, '测试'
     from (values ($3::text, $5::text, 2), ($4, '康宁楼护理组', 5)) x(guest_id, dept, portions)
     join lateral (select o.* from oldman o join dept e on e.org_id = o.org_id and e.dept_id = o.dept_id
       where o.org_id = $1 and o.status = 1 and e.dept_name = x.dept order by o.oldman_id limit 1) o on true`,
    [DEMO_ORG, endDate, newId(), newId(), WARD],
  )
})
afterAll(() => product.close())

it('of a nurse are those of her building, which they name, and tell no amounts', async () => {
  const own = await figures('lixiaomei')
  const [hers, all] = [await eaten([WARD]), await eaten(null)]
  expect(hers.portions).toBeGreaterThan(0)
  expect(hers.portions).toBeLessThan(all.portions)
  expect(own.depts).toEqual([WARD])
  expect(own.total).toMatchObject({ portions: hers.portions, heads: hers.heads, costFen: null, guestFen: null })
  expect(own.days.reduce((sum, day) => sum + day.portions, 0)).toBe(hers.portions)
  expect(own.textures.reduce((sum, texture) => sum + texture.count, 0)).toBe(hers.portions)
  expect(own.days.every((day) => day.costFen === null && day.perHeadFen === null && day.guestFen === null)).toBe(true)
  const served = await one<{ count: number }>(
    `select sum(cardinality(t.dish_ids))::int as count from meal_order t join dept e on e.org_id = t.org_id and e.dept_id = t.dept_id
     where t.org_id = $1 and t.day between $2 and $3 and t.state = 'ON' and e.dept_name = $4`,
    [WARD],
  )
  expect(own.dishes.reduce((sum, dish) => sum + dish.portions, 0)).toBe(served.count)
})

it('of the kitchen are those of the house, with what they cost', async () => {
  const all = await eaten(null)
  for (const cook of ['xiehongwei', 'zhengkai']) {
    const whole = await figures(cook)
    expect(whole.depts).toBeNull()
    expect(whole.total).toMatchObject({ portions: all.portions, heads: all.heads, costFen: all.costs })
  }
})

it('count a guest where the elder lives whom they visit', async () => {
  const guests = async (userName: string) => (await figures(userName)).days.find((day) => day.day === endDate)!.guests
  const [hers, all] = [await guests('lixiaomei'), await guests('zhengkai')]
  expect(hers).toBeGreaterThanOrEqual(2)
  expect(all - hers).toBeGreaterThanOrEqual(5)
})
