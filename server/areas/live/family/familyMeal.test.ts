// A family chooses a dish for its elder from a phone: only where the house allows it, only for that elder, only what is good for
// them, and only until the kitchen has closed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { FamilyViewData, SentInvitationData } from '#contract/live/invitation'
import type { MealSettingData } from '#contract/nursing/kitchen'
import type { FamilyMealData } from '#contract/nursing/mealFamily'
import type { MealOrderData } from '#contract/nursing/mealOrder'
import { MealTime } from '#contract/nursing/mealWords'
import { rowResident } from '#server/areas/live/test/outingRows'
import { followMeals, offerChoice } from '#server/areas/nursing/test/mealRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

const { breakfast, lunch } = MealTime.is
const dayAfter = (days: number) => dayText(Date.now() + days * DAY_MS)
let app: TestApp
let director: string
let meal: Awaited<ReturnType<typeof offerChoice>>

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query<T>(text, [DEMO_ORG, ...values])).rows

/** An elder of the ward with a phone of the family that reads along. */
async function family(name = '李建国') {
  const oldmanId = await rowResident(app)
  const familyId = newId()
  await sql(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone) values ($1, $2, $3, $4, '20', '13812342516')`,
    [familyId, oldmanId, name],
  )
  await followMeals(app, [meal.day], { oldmanIds: [oldmanId] })
  const body = { oldmanId, familyId }
  const { code } = (
    await app.ask<SentInvitationData>('POST', '/pims/web-pi/oldmans/invitation', { token: director, body })
  ).data
  const { secret } = (
    await app.ask<{ secret: string }>('POST', '/pims/di-pi/family/accept', { body: { code, phoneEnd: '2516' } })
  ).data
  return { oldmanId, secret }
}
const view = async (secret: string) =>
  (await app.ask<FamilyViewData>('GET', '/pims/di-pi/family/elder', { token: secret })).data.meals
const mealOf = (meals: readonly FamilyMealData[]) => meals.find((one) => one.day === meal.day && one.meal === meal.meal)
const choose = (secret: string, dishId: string | null, more: object = {}) =>
  app.ask<FamilyMealData[]>('PUT', '/pims/di-pi/family/meal', {
    token: secret,
    body: { day: meal.day, meal: meal.meal, choice: meal.choice, dishId, ...more },
  })
const servedTo = async (oldmanId: string) =>
  (
    await sql<{ dishes: string[] }>(
      'select dish_ids as dishes from meal_order where org_id = $1 and oldman_id = $2 and day = $3 and meal = $4',
      [oldmanId, meal.day, meal.meal],
    )
  )[0]!.dishes
const setting = async (change: Partial<MealSettingData>) => {
  const now = (await app.ask<MealSettingData>('GET', '/pims/web-org/kitchen/setting', { token: director })).data
  const saved = await app.ask('PUT', '/pims/web-org/kitchen/setting', { token: director, body: { ...now, ...change } })
  expect(saved.status, saved.desc).toBe(200)
}

beforeAll(async () => {
  app = await demoApp()
  director = await app.signIn('zhengkai', 'Yiyuan2026')
  meal = await offerChoice(app, dayAfter(3), lunch)
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql('delete from rate_count where $1::text is not null')
  await setting({ familyChooses: true })
})

describe('a family that chooses', () => {
  it('sees what there is to choose, and what it chose is served and marked as its own', async () => {
    const { oldmanId, secret } = await family()
    const [first, second, shrimps] = meal.dishIds
    expect(mealOf(await view(secret))).toMatchObject({ dishId: first, chosenBy: null, closed: false, choice: 1 })
    expect(mealOf(await view(secret))!.offered.map((one) => one.dishId)).toEqual([first, second, shrimps])
    const chosen = await choose(secret, second)
    expect(chosen.status, chosen.desc).toBe(200)
    expect(mealOf(chosen.data)).toMatchObject({ dishId: second, chosenBy: '李建国（儿子）' })
    expect(await servedTo(oldmanId)).toEqual([second])
    const ward = await app.ask<{ orders: MealOrderData[] }>(
      'GET',
      `/pims/web-org/mealOrders?day=${meal.day}&meal=${meal.meal}`,
      { token: director },
    )
    expect(ward.data.orders.find((one) => one.oldmanId === oldmanId)!.choices).toMatchObject([
      { dishId: second, via: 'FAMILY', byName: '李建国（儿子）' },
    ])
    const [log] = await sql<{ remark: string }>(
      'select remark from operation_log where org_id = $1 and target_id = $2 order by created_at desc limit 1',
      [oldmanId],
    )
    expect(log!.remark).toMatch(/^家属李建国（儿子）为外出者选 .* 午餐/)
    // Back to what the menu says.
    expect(mealOf((await choose(secret, null)).data)).toMatchObject({ dishId: first, chosenBy: null })
  })

  it('is shown what the ward chose, without the name of the carer', async () => {
    const { oldmanId, secret } = await family()
    const [, second] = meal.dishIds
    const body = { day: meal.day, meal: meal.meal, choice: 1, dishId: second, oldmanIds: [oldmanId] }
    expect((await app.ask('PUT', '/pims/web-org/mealOrders/choice', { token: director, body })).status).toBe(200)
    expect(mealOf(await view(secret))).toMatchObject({ dishId: second, chosenBy: '护理站' })
  })

  it('is neither shown nor given a dish that is not for the elder, and not told why', async () => {
    const { oldmanId, secret } = await family()
    await sql(`update oldman set allergies = '["7"]' where org_id = $1 and oldman_id = $2`, [oldmanId])
    await followMeals(app, [meal.day], { oldmanIds: [oldmanId] })
    const [first, second, shrimps] = meal.dishIds
    expect(mealOf(await view(secret))!.offered.map((one) => one.dishId)).toEqual([first, second])
    const refused = await choose(secret, shrimps)
    expect(refused).toMatchObject({ status: 42200, desc: expect.stringContaining('请刷新后再看，或打值班电话询问') })
    expect(refused.desc).not.toMatch(/过敏|甲壳/)
    expect(await servedTo(oldmanId)).toEqual([first])
  })
})

describe('refused', () => {
  it('without the secret, with that of another house, and once the house took it back', async () => {
    for (const secret of ['', director, `${DEMO_ORG}.${newId()}.00`]) {
      expect((await choose(secret, meal.dishIds[1])).status).toBe(40400)
    }
    const { oldmanId, secret } = await family()
    await sql('update family_invitation set revoked_at = now() where org_id = $1 and oldman_id = $2', [oldmanId])
    expect((await choose(secret, meal.dishIds[1])).status).toBe(40400)
    expect(await servedTo(oldmanId)).toEqual([meal.dishIds[0]])
  })

  it('leaves other elders as they were, whoever is named', async () => {
    const mine = await family()
    const other = await family('王秀英')
    const sent = await choose(mine.secret, meal.dishIds[1], { oldmanId: other.oldmanId, oldmanIds: [other.oldmanId] })
    expect(sent.status).toBe(200)
    expect(await servedTo(mine.oldmanId)).toEqual([meal.dishIds[1]])
    expect(await servedTo(other.oldmanId)).toEqual([meal.dishIds[0]])
    expect(mealOf(await view(other.secret))).toMatchObject({ chosenBy: null })
  })

  it('where the house does not allow it: nothing is shown and nothing taken', async () => {
    const { oldmanId, secret } = await family()
    await setting({ familyChooses: false })
    expect(await view(secret)).toEqual([])
    expect(await choose(secret, meal.dishIds[1])).toMatchObject({
      status: 42200,
      desc: '机构现在没有开放家属选餐，如需调整饮食请打值班电话',
    })
    expect(await servedTo(oldmanId)).toEqual([meal.dishIds[0]])
  })

  it('after the closing hour, in words that say what to do', async () => {
    // Closed since midnight, begun tomorrow.
    const closed = await offerChoice(app, dayAfter(1), breakfast)
    const { oldmanId, secret } = await family()
    await followMeals(app, [closed.day], { oldmanIds: [oldmanId] })
    const now = (await app.ask<MealSettingData>('GET', '/pims/web-org/kitchen/setting', { token: director })).data
    await setting({
      closings: now.closings.map((one) => (one.meal === breakfast ? { ...one, dayBefore: true, clock: '00:00' } : one)),
    })
    const shown = (await view(secret)).find((one) => one.day === closed.day && one.meal === breakfast)
    expect(shown).toMatchObject({ closed: true, dishId: closed.dishIds[0] })
    const late = await choose(secret, closed.dishIds[1], { day: closed.day, meal: breakfast })
    expect(late.status).toBe(40901)
    expect(late.desc).toMatch(/早餐已截单（.* 00:00）.*不能选餐，如确需更改请打值班电话/)
  })

  it('of a choice or a dish that is not on the menu', async () => {
    const { secret } = await family()
    expect((await choose(secret, meal.dishIds[1], { choice: 2 })).desc).toContain('菜谱可能已调整')
    expect((await choose(secret, newId())).desc).toContain('不在可选的菜里')
    expect((await choose(secret, meal.dishIds[1], { day: dayAfter(-1) })).status).toBe(40901)
  })
})
