// A week from its beginning to its publishing: dishes put in, conflicts by name, decisions, days gone by.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '#contract/kit/clock'
import type { DishItemDetailData, DishPlanItemData, DishWeekData } from '#contract/nursing/dishPlan'
import { addDays, mondayOf } from '#contract/nursing/dishWeek'
import { MealTime } from '#contract/nursing/mealWords'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

const PLAN = '/pims/web-org/piDishPlan'
const { breakfast, lunch, supper } = MealTime.is
let product: TestApp
let cook = ''
let dietitian = ''
const monday = mondayOf(dayText())
/** A week that the demonstration leaves alone. */
let next = 2
const freshWeek = () => addDays(monday, 7 * next++)

const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  product.ask<T>(method, `${PLAN}${path}`, { token: cook, ...more })
const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, [DEMO_ORG, ...values])).rows
const dishId = async (name: string) =>
  (await sql<{ id: string }>('select dish_id as id from dish where org_id = $1 and dish_name = $2', [name]))[0]!.id
const open = async (weekStart = freshWeek()) => (await ask<DishWeekData>('POST', '', { body: { weekStart } })).data
const put = async (week: DishWeekData, day: number, meal: number, name: string, more: object = {}) =>
  ask<DishPlanItemData>('POST', '/item', {
    body: { planId: week.plan!.planId, day: addDays(week.weekStart, day), meal, dishId: await dishId(name), ...more },
  })
/** Somebody who lives here and eats everything, from now on allergic to seafood, or on a diet. */
let used = 0
async function somebody(diet: string[], allergies: string[] = ['0']) {
  const [one] = await sql<{ id: string; name: string }>(
    `update oldman set diet = $2::jsonb, allergies = $3::jsonb where org_id = $1 and oldman_id = (select o.oldman_id from oldman o
       where o.org_id = $1 and o.status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
       order by o.oldman_id offset $4 limit 1) returning oldman_id as id, oldman_name as name`,
    [JSON.stringify(diet), JSON.stringify(allergies), used++],
  )
  return one!
}

beforeAll(async () => {
  product = await demoApp()
  await product.app.pool.query(
    `update account a set password_hash = n.password_hash, reset_password = n.reset_password from account n
     where a.org_id = $1 and n.org_id = a.org_id and a.user_name in ('xiehongwei', 'tiantian') and n.user_name = 'lixiaomei'`,
    [DEMO_ORG],
  )
  cook = await product.signIn('xiehongwei', 'Yiyuan2026')
  dietitian = await product.signIn('tiantian', 'Yiyuan2026')
})
afterAll(() => product.close())

describe('a week of dishes', () => {
  it('shows the running week published, with everybody counted by form and diet', async () => {
    const { data } = await ask<DishWeekData>('GET', '/week')
    expect(data.plan).toMatchObject({ state: 'PUBLISHED', weekStart: monday })
    expect(data.items.length).toBeGreaterThan(150)
    expect(data.conflicts.every((one) => one.open === 0)).toBe(true)
    const noon = data.portions.find((one) => one.day === data.today && one.meal === lunch)!
    expect(noon.textures.reduce((sum, one) => sum + one.count, 0)).toBe(noon.total)
    const [living] = await sql<{ n: number }>(
      'select count(*)::int as n from oldman where org_id = $1 and status in (1, 4)',
    )
    expect(noon.total + noon.absent).toBe(living!.n)
  })

  it('is begun once: the second gets the week of the first', async () => {
    const weekStart = freshWeek()
    const both = await Promise.all([
      ask<DishWeekData>('POST', '', { body: { weekStart } }),
      ask<DishWeekData>('POST', '', { body: { weekStart: addDays(weekStart, 3) }, token: dietitian }),
    ])
    expect(both[0].data.plan!.planId).toBe(both[1].data.plan!.planId)
  })

  it('takes dishes in their order, moves and copies them, and refuses one twice in a meal', async () => {
    const week = await open()
    const rice = await put(week, 0, lunch, '米饭')
    const fish = await put(week, 0, lunch, '清蒸鲈鱼（去刺）', { place: 0 })
    expect(rice.status).toBe(200)
    expect(await put(week, 0, lunch, '米饭')).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('已经有“米饭”'),
    })
    const to = { day: addDays(week.weekStart, 2), meal: supper }
    const copied = await ask<DishPlanItemData>('PUT', '/item/move', {
      body: { itemId: fish.data.itemId, ...to, copy: true },
    })
    expect(copied.data).toMatchObject({ ...to, dishName: '清蒸鲈鱼（去刺）' })
    await ask('PUT', '/item/move', { body: { itemId: rice.data.itemId, ...to, place: 0 } })
    const { data } = await ask<DishWeekData>('GET', `/${week.plan!.planId}`)
    expect(data.items.map((one) => [one.day, one.meal, one.dishName])).toEqual([
      [week.weekStart, lunch, '清蒸鲈鱼（去刺）'],
      [to.day, supper, '米饭'],
      [to.day, supper, '清蒸鲈鱼（去刺）'],
    ])
    expect(data.plan).toMatchObject({ changedName: '解宏伟', state: 'DRAFT' })
  })

  it('tells the second of two cooks that the dish was changed or is gone', async () => {
    const week = await open()
    const { data } = await put(week, 0, lunch, '米饭')
    const move = (token: string, day: number) =>
      ask('PUT', '/item/move', {
        token,
        body: { itemId: data.itemId, day: addDays(week.weekStart, day), meal: supper, version: data.version },
      })
    expect((await move(cook, 1)).status).toBe(200)
    expect(await move(dietitian, 3)).toMatchObject({ status: 40902 })
    expect((await ask('DELETE', `/item/${data.itemId}`)).status).toBe(200)
    expect(await ask('DELETE', `/item/${data.itemId}`, { token: dietitian })).toMatchObject({ status: 40400 })
  })

  it('cooks a dish only for forms that it suits', async () => {
    const week = await open()
    expect(await put(week, 0, lunch, '米饭', { textures: [3] })).toMatchObject({
      status: 42200,
      desc: '“米饭”不适合半流质',
    })
    expect((await put(week, 0, lunch, '番茄蛋汤', { textures: [2] })).data.textures).toEqual([2])
  })
})

describe('conflicts', () => {
  it('name who must not eat it and why, are swapped for them only, and keep a week from being published', async () => {
    const allergic = await somebody([], ['7'])
    const spare = await somebody(['1-1', '3-4'])
    const week = await open()
    const shrimp = (await put(week, 3, lunch, '盐水虾仁')).data
    expect(shrimp.open).toBeGreaterThanOrEqual(2)
    const detail = await ask<DishItemDetailData>('GET', `/item/${shrimp.itemId}`)
    const of = (id: string, from = detail.data) => from.people.find((one) => one.oldmanId === id)
    expect(of(allergic.id)).toMatchObject({
      oldmanName: allergic.name,
      reasons: [{ kind: 'ALLERGY', word: '甲壳类过敏' }],
      mayAcknowledge: false,
      open: true,
    })
    expect(of(spare.id)).toMatchObject({ reasons: [{ kind: 'TABOO', word: '忌海鲜' }], mayAcknowledge: true })
    const planId = week.plan!.planId
    const submit = (confirmed?: string) => ask<DishWeekData>('PUT', '/submit', { body: { planId, confirmed } })
    const gaps = await submit()
    expect(gaps).toMatchObject({ status: 40907, desc: expect.stringContaining('周一早餐没有排菜') })
    expect((await submit(gaps.desc)).data.plan!.state).toBe('SUBMITTED')
    // What waits for the dietitian is not changed under her eyes.
    expect(await put(week, 0, lunch, '米饭')).toMatchObject({ status: 40901 })
    const publish = () => ask<DishWeekData>('PUT', '/publish', { token: dietitian, body: { planId } })
    expect(await publish()).toMatchObject({ status: 42200, desc: expect.stringContaining('“盐水虾仁”') })

    const answer = (body: object) =>
      ask<DishItemDetailData>('PUT', '/item/answer', { token: dietitian, body: { itemId: shrimp.itemId, ...body } })
    expect(await answer({ oldmanIds: [allergic.id], kind: 'ACK', reason: '家属同意' })).toMatchObject({
      status: 42200,
      desc: expect.stringContaining(`${allergic.name}对这道菜过敏`),
    })
    expect(
      await answer({ oldmanIds: [allergic.id], kind: 'SWAP', dishId: await dishId('清蒸鲈鱼（去刺）') }),
    ).toMatchObject({ status: 42200, desc: expect.stringContaining(allergic.name) })
    const swapped = await answer({ oldmanIds: [allergic.id], kind: 'SWAP', dishId: await dishId('清炖鸭块') })
    expect(of(allergic.id, swapped.data)).toMatchObject({ open: false, withDish: '清炖鸭块', answeredName: '田甜' })
    expect(await answer({ oldmanIds: [spare.id], kind: 'ACK' })).toMatchObject({ status: 42200 })
    await answer({ oldmanIds: [spare.id], kind: 'ACK', reason: '本人说虾仁可以吃' })
    const rest = (await ask<DishItemDetailData>('GET', `/item/${shrimp.itemId}`)).data.people.filter((one) => one.open)
    if (rest.length > 0) await answer({ oldmanIds: rest.map((one) => one.oldmanId), kind: 'SKIP' })
    const done = await publish()
    expect(done, done.desc).toMatchObject({
      status: 200,
      data: { plan: { state: 'PUBLISHED', publishedName: '田甜' } },
    })
    expect(await ask('DELETE', `/${planId}`)).toMatchObject({ status: 40901 })
  })

  it('are open again when more becomes known of somebody than was acknowledged', async () => {
    const one = await somebody(['1-1', '2-2'])
    const week = await open()
    const pork = (await put(week, 1, lunch, '红烧肉（小块）')).data
    const acknowledge = await ask<DishItemDetailData>('PUT', '/item/answer', {
      body: { itemId: pork.itemId, oldmanIds: [one.id], kind: 'ACK', reason: '每周一次' },
    })
    expect(acknowledge.data.people.find((row) => row.oldmanId === one.id)).toMatchObject({ open: false })
    await sql(`update oldman set diet = '["1-1", "2-2", "3-2"]' where org_id = $1 and oldman_id = $2`, [one.id])
    const { data } = await ask<DishItemDetailData>('GET', `/item/${pork.itemId}`)
    expect(data.people.find((row) => row.oldmanId === one.id)).toMatchObject({
      open: true,
      openWhy: '确认之后又有：忌猪肉（清真）',
    })
  })

  it('ask only whom the meal reaches: forms it is not cooked for, and who is away, do not count', async () => {
    const one = await somebody(['1-2'], ['7'])
    const week = await open()
    const all = (await put(week, 2, supper, '番茄鱼片')).data
    const normal = (await put(week, 2, lunch, '番茄鱼片', { textures: [1] })).data
    const concerned = async (itemId: string) =>
      (await ask<DishItemDetailData>('GET', `/item/${itemId}`)).data.people.some((row) => row.oldmanId === one.id)
    expect([await concerned(all.itemId), await concerned(normal.itemId)]).toEqual([true, false])
  })

  it('offer a choice: whoever must not eat the one gets the other', async () => {
    const one = await somebody(['1-1'], ['7'])
    const week = await open()
    const fish = (await put(week, 0, lunch, '番茄鱼片', { choice: 1 })).data
    const concerned = async () =>
      (await ask<DishItemDetailData>('GET', `/item/${fish.itemId}`)).data.people.some((row) => row.oldmanId === one.id)
    expect(await concerned()).toBe(true)
    await put(week, 0, lunch, '清炖鸭块', { choice: 1 })
    expect(await concerned()).toBe(false)
  })
})

describe('what stands', () => {
  it('a day gone by is fixed, by the handlers and by the database', async () => {
    const lastWeek = await ask<DishWeekData>('GET', '/week', { query: { day: addDays(monday, -3) } })
    const item = lastWeek.data.items[0]!
    expect(await ask('DELETE', `/item/${item.itemId}`, { token: dietitian })).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('已经过去'),
    })
    await expect(sql('delete from dish_plan_item where org_id = $1 and item_id = $2', [item.itemId])).rejects.toThrow(
      'is over',
    )
    await expect(
      sql(
        `update dish_plan set state = 'DRAFT', submitted_at = null, published_at = null where org_id = $1 and plan_id = $2`,
        [item.itemId && lastWeek.data.plan!.planId],
      ),
    ).rejects.toThrow('is published')
  })

  it('a published week takes a dish that somebody must not eat only when it is confirmed that they get none', async () => {
    const one = await somebody(['1-1'], ['7'])
    const week = await open()
    await put(week, 0, breakfast, '白粥')
    const planId = week.plan!.planId
    const gaps = await ask('PUT', '/submit', { body: { planId } })
    await ask('PUT', '/submit', { body: { planId, confirmed: gaps.desc } })
    expect((await ask('PUT', '/publish', { token: dietitian, body: { planId } })).status).toBe(200)
    const asked = await put(week, 0, lunch, '盐水虾仁')
    expect(asked).toMatchObject({ status: 40907, desc: expect.stringContaining(one.name) })
    const added = await put(week, 0, lunch, '盐水虾仁', { confirmed: asked.desc })
    expect(added).toMatchObject({ status: 200, data: { open: 0 } })
    const detail = await ask<DishItemDetailData>('GET', `/item/${added.data.itemId}`)
    expect(detail.data.people.find((row) => row.oldmanId === one.id)).toMatchObject({ answer: 'SKIP' })
  })

  it('a week is copied into another, dishes that are switched off left behind and told', async () => {
    await sql(`update dish set enabled = false where org_id = $1 and dish_name = '发糕'`)
    const week = await open()
    const copied = await ask<{ copied: number; left: string[]; week: DishWeekData }>('POST', '/copy', {
      body: { planId: week.plan!.planId, fromWeek: monday, meals: [breakfast, lunch] },
    })
    expect(copied.data.left).toEqual(['“发糕”已停用'])
    expect(copied.data.week.items).toHaveLength(copied.data.copied)
    expect(new Set(copied.data.week.items.map((one) => one.meal))).toEqual(new Set([breakfast, lunch]))
    const again = await ask<{ copied: number }>('POST', '/copy', {
      body: { planId: week.plan!.planId, fromWeek: monday, meals: [breakfast, lunch] },
    })
    expect(again.data.copied).toBe(0)
    const day = await ask<{ copied: number; week: DishWeekData }>('POST', '/copyDay', {
      body: {
        planId: week.plan!.planId,
        fromDay: week.weekStart,
        toDay: addDays(week.weekStart, 6),
        meals: [lunch],
        replace: true,
      },
    })
    const names = (at: string) =>
      day.data.week.items.filter((one) => one.day === at && one.meal === lunch).map((one) => one.dishName)
    expect(names(addDays(week.weekStart, 6))).toEqual(names(week.weekStart))
    await sql(`update dish set enabled = true where org_id = $1 and dish_name = '发糕'`)
  })

  it('is planned by the kitchen; a nurse reads it', async () => {
    const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
    expect((await ask('GET', '/week', { token: nurse })).status).toBe(200)
    expect((await ask('POST', '', { token: nurse, body: { weekStart: monday } })).status).toBe(401)
  })

  it('names nobody of a department that the caller does not see, and counts them', async () => {
    const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
    const [other] = await sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
       where o.org_id = $1 and o.status = 1 and d.dept_name = '康宁楼护理组' and o.archive_no <> o.oldman_id limit 1`,
    )
    await sql(`update oldman set allergies = '["7"]', diet = '[]' where org_id = $1 and oldman_id = $2`, [other!.id])
    const week = await open()
    const { data } = await put(week, 0, supper, '盐水虾仁')
    const named = async (token: string) =>
      (await ask<DishItemDetailData>('GET', `/item/${data.itemId}`, { token })).data.people.map((one) => one.oldmanId)
    expect(await named(cook)).toContain(other!.id)
    expect(await named(nurse)).not.toContain(other!.id)
    const seen = await ask<DishWeekData>('GET', `/${week.plan!.planId}`, { token: nurse })
    expect(seen.data.elsewhere).toBeGreaterThan(0)
  })
})
