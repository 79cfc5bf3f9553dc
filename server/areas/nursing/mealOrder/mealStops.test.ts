// Meals stop exactly while an elder is away and go on when they are back, in the orders and in the counts of the kitchen; what
// becomes otherwise after the counts are closed is told to the kitchen as a change.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import type { KitchenDishData, MealChangeData, MealCountsData, MealSettingData } from '#contract/nursing/kitchen'
import type { MealOrderData } from '#contract/nursing/mealOrder'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { application, at, OUTINGS } from '#server/areas/live/test/outingHouse'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { followMeals, publishMeals } from '#server/areas/nursing/test/mealRows'

const { breakfast, morning, lunch, afternoon, supper } = MealTime.is
/** Begin at 07:00, 09:30, 11:30, 14:30 and 17:30. */
const MEALS = [breakfast, morning, lunch, afternoon, supper] as const
/** What is closed already when the test begins; everything else of the days to come is open. */
const CLOSED = breakfast

let house: StayHouse
let one: Resident
let other: Resident
let days: [string, string, string]
/** Tomorrow, and the day after. */
let first: string
let second: string
let beds = 0

interface Kitchen {
  meals: { meal: MealTimeValue; counts: MealCountsData }[]
  dishes: KitchenDishData[]
  atClosing: number | null
  changes: MealChangeData[]
}
const kitchen = async (day: string, meal: MealTimeValue = lunch) =>
  (await house.ask<Kitchen>('GET', `/pims/web-org/kitchen?day=${day}&meal=${meal}`, { token: house.token })).data
/** Portions of the meals of a day, in their order: what the kitchen counts, and as many cards. */
async function counted(day: string): Promise<number[]> {
  const { meals } = await kitchen(day)
  const counts = MEALS.map((meal) => meals.find((row) => row.meal === meal)?.counts.total ?? 0)
  const cards = await house.ask<{ cards: unknown[] }>('GET', `/pims/web-org/kitchen/cards?day=${day}&meal=${lunch}`, {
    token: house.token,
  })
  expect(cards.data.cards).toHaveLength(counts[MEALS.indexOf(lunch)]!)
  return counts
}
const absent = async (day: string) => {
  const { meals } = await kitchen(day)
  return MEALS.map((meal) => meals.find((row) => row.meal === meal)?.counts.absent ?? 0)
}
/** How the meals of an elder stand on a day: ON, or why not. */
const states = async (oldmanId: string, day: string) => {
  const answer = await house.ask<MealOrderData[]>(
    'GET',
    `/pims/web-org/mealOrders/elder/${oldmanId}?dayFrom=${day}&dayTo=${day}`,
    { token: house.token },
  )
  const rows = await house.sql<{ meal: MealTimeValue; state: string }>(
    `select meal, coalesce(stop_reason, state) as state from meal_order where org_id = $1 and oldman_id = $2 and day = $3 order by meal`,
    [house.orgId, oldmanId, day],
  )
  // What a page reads is what stands there; of who has left it shows nothing.
  const shown = answer.data.map((row) => row.stopReason ?? row.state).toReversed()
  expect(shown).toEqual(rows.map((row) => row.state).filter((state) => state !== 'LEFT'))
  return rows.map((row) => row.state)
}
const put = (act: string, body: object) => house.ask('PUT', `${OUTINGS}/${act}`, { token: house.token, body })
async function outing(oldmanId: string, change: object): Promise<string> {
  const answer = await house.ask<{ outId: string; state: number }>('POST', OUTINGS, {
    token: house.token,
    body: application(oldmanId, change),
  })
  expect(answer, answer.desc).toMatchObject({ status: 200, data: { state: 1 } })
  return answer.data.outId
}
const done = async (answer: Promise<{ status: number; desc: string }>) => expect((await answer).desc).toBe('操作成功')

async function newcomer(name: string): Promise<Resident> {
  const resident = await house.resident(name)
  // Long before the outings of the tests, also of one that began before midnight.
  const since = { checkInDate: dayOf(-3), contractStart: dayOf(-3) }
  const answer = await house.checkIn(resident, [...house.beds.keys()][beds++]!, since)
  expect(answer.status, answer.desc).toBe(200)
  return resident
}

const ALL = [2, 2, 2, 2, 2]
const ON = Array(MEALS.length).fill('ON')

beforeAll(async () => {
  house = await stayHouse()
  await house.sql(
    `insert into review_rule (org_id, act, needed, role_ids, user_ids)
     select $1, unnest(array['outing', 'outingPostpone']), false, '[]', '[]'`,
    [house.orgId],
  )
  days = [dayOf(1), dayOf(2), dayOf(3)]
  ;[first, second] = days
  one = await newcomer('王秀兰')
  other = await newcomer('李福生')
  await publishMeals(house, house.orgId, days, MEALS)
  const path = '/pims/web-org/kitchen/setting'
  const now = (await house.ask<MealSettingData>('GET', path, { token: house.token })).data
  const closings = now.closings.map((row) => ({ meal: row.meal, dayBefore: row.meal === CLOSED, clock: '00:00' }))
  await done(house.ask('PUT', path, { token: house.token, body: { ...now, closings } }))
})
afterAll(() => house.close())
beforeEach(async () => {
  expect(await counted(first)).toEqual(ALL)
  expect(await counted(second)).toEqual(ALL)
})

describe('an outing', () => {
  it('with meal stop takes the meals that begin while the elder is out, and no other', async () => {
    const outId = await outing(one.oldmanId, {
      planOut: `${first} 09:00:00`,
      planReturn: `${second} 12:00:00`,
      mealStop: true,
    })
    expect(await states(one.oldmanId, first)).toEqual(['ON', 'OUT', 'OUT', 'OUT', 'OUT'])
    expect(await states(one.oldmanId, second)).toEqual(['OUT', 'OUT', 'OUT', 'ON', 'ON'])
    expect(await states(other.oldmanId, first)).toEqual(ON)
    expect(await counted(first)).toEqual([2, 1, 1, 1, 1])
    expect(await counted(second)).toEqual([1, 1, 1, 2, 2])
    expect(await absent(first)).toEqual([0, 1, 1, 1, 1])
    expect((await kitchen(first)).dishes.map((row) => row.portions)).toEqual([1])
    await done(put('cancellation', { outId, reason: '改期' }))
    expect(await states(one.oldmanId, first)).toEqual(ON)
    expect(await absent(first)).toEqual([0, 0, 0, 0, 0])
  })

  it('takes a meal that begins the minute it leaves, and not the one that begins as it returns', async () => {
    const outId = await outing(one.oldmanId, {
      planOut: `${first} 11:30:00`,
      planReturn: `${first} 17:30:00`,
      mealStop: true,
    })
    expect(await states(one.oldmanId, first)).toEqual(['ON', 'ON', 'OUT', 'OUT', 'ON'])
    await done(put('cancellation', { outId, reason: '改期' }))
  })

  it('without meal stop takes none', async () => {
    const outId = await outing(one.oldmanId, {
      planOut: `${first} 09:00:00`,
      planReturn: `${second} 12:00:00`,
      mealStop: false,
    })
    expect(await states(one.oldmanId, first)).toEqual(ON)
    expect(await counted(first)).toEqual(ALL)
    await done(put('cancellation', { outId, reason: '改期' }))
  })

  it('that ends early gives the meals back at once; later ones it gives away', async () => {
    const outId = await outing(one.oldmanId, { planOut: at(-1), planReturn: `${first} 12:00:00`, mealStop: true })
    await done(put('depart', { outId }))
    expect(await states(one.oldmanId, first)).toEqual(['OUT', 'OUT', 'OUT', 'ON', 'ON'])
    await done(put('postpone', { outId, newReturn: `${second} 12:00:00`, reason: '女儿再留一天' }))
    expect(await states(one.oldmanId, first)).toEqual(Array(MEALS.length).fill('OUT'))
    expect(await counted(second)).toEqual([1, 1, 1, 2, 2])
    await done(put('affirm', { outId }))
    expect(await states(one.oldmanId, first)).toEqual(ON)
    expect(await states(one.oldmanId, second)).toEqual(ON)
  })

  it('that nobody came back from holds the meals until somebody says otherwise', async () => {
    const outId = await outing(other.oldmanId, { planOut: at(-3), planReturn: at(2), mealStop: true })
    await done(put('depart', { outId, actualOut: at(-2) }))
    expect(await states(other.oldmanId, first)).toEqual(ON)
    await house.sql(`update outing set plan_return = now() - interval '30 minutes' where out_id = $1`, [outId])
    await followMeals(house, days, { orgId: house.orgId })
    expect(await states(other.oldmanId, first)).toEqual(Array(MEALS.length).fill('OUT'))
    expect(await counted(first)).toEqual([1, 1, 1, 1, 1])
    await done(put('affirm', { outId }))
    expect(await states(other.oldmanId, first)).toEqual(ON)
  })

  it('to a hospital stops meals whatever was ticked, and says why', async () => {
    const outId = await outing(one.oldmanId, {
      planOut: `${first} 06:00:00`,
      planReturn: `${second} 12:00:00`,
      outType: HOSPITAL_OUTING,
      reason: '肺炎住院',
      mealStop: false,
    })
    expect(await states(one.oldmanId, first)).toEqual(Array(MEALS.length).fill('HOSPITAL'))
    expect(await absent(first)).toEqual([1, 1, 1, 1, 1])
    await done(put('cancellation', { outId, reason: '家属改约' }))
    expect(await states(one.oldmanId, first)).toEqual(ON)
  })
})

describe('leaving for good', () => {
  it('takes all meals to come, those of who is not counted as away, and its undoing gives them back', async () => {
    await done(house.checkOut(one))
    expect(await states(one.oldmanId, first)).toEqual(Array(MEALS.length).fill('LEFT'))
    expect(await counted(first)).toEqual([1, 1, 1, 1, 1])
    expect(await absent(first)).toEqual([0, 0, 0, 0, 0])
    await done(house.move('undoCheckOut', { oldmanId: one.oldmanId, reason: '家属改变主意' }))
    expect(await states(one.oldmanId, first)).toEqual(ON)
  })
})

describe('after the counts were closed', () => {
  const told = async (meal: MealTimeValue) => {
    const { atClosing, changes, meals } = await kitchen(first, meal)
    const { total } = meals.find((row) => row.meal === meal)!.counts
    return { atClosing, total, changes }
  }

  it('a stop and a coming back are told as changes, and the counts at closing stay; an open meal is only counted', async () => {
    const before = (await told(CLOSED)).changes.length
    expect((await told(CLOSED)).atClosing).toBe(2)
    const outId = await outing(one.oldmanId, {
      planOut: `${first} 06:00:00`,
      planReturn: `${first} 12:00:00`,
      mealStop: true,
    })
    const stopped = await told(CLOSED)
    expect(stopped).toMatchObject({ atClosing: 2, total: 1 })
    expect(stopped.changes).toHaveLength(before + 1)
    expect(stopped.changes[0]).toMatchObject({ oldmanName: '王秀兰', kind: 'STOPPED', delta: -1, note: 'OUT' })
    expect(await told(lunch)).toEqual({ atClosing: null, total: 1, changes: [] })
    await done(put('cancellation', { outId, reason: '改期' }))
    const back = await told(CLOSED)
    expect(back).toMatchObject({ atClosing: 2, total: 2 })
    expect(back.changes.slice(0, 2)).toMatchObject([
      { kind: 'RESTORED', delta: 1, oldmanName: '王秀兰' },
      { kind: 'STOPPED', delta: -1 },
    ])
    expect(await told(lunch)).toEqual({ atClosing: null, total: 2, changes: [] })
  })

  it('who checks out is one less, who moves in one more', async () => {
    const before = (await told(CLOSED)).changes.length
    const third = await newcomer('赵桂英')
    expect(await told(CLOSED)).toMatchObject({ atClosing: 2, total: 3 })
    await done(house.checkOut(third))
    const { atClosing, total, changes } = await told(CLOSED)
    expect({ atClosing, total, told: changes.length - before }).toEqual({ atClosing: 2, total: 2, told: 2 })
    expect(changes.slice(0, 2)).toMatchObject([
      { oldmanName: '赵桂英', kind: 'STOPPED', delta: -1, note: 'LEFT' },
      { oldmanName: '赵桂英', kind: 'ADDED', delta: 1 },
    ])
  })

  it('another form of diet is told with both, and changes no count', async () => {
    const body = { oldmanId: one.oldmanId, diet: ['1-2'] }
    await done(house.ask('PUT', '/pims/web-pi/oldmans/proFile/health', { token: house.token, body }))
    const { atClosing, total, changes } = await told(CLOSED)
    expect({ atClosing, total }).toEqual({ atClosing: 2, total: 2 })
    expect(changes[0]).toMatchObject({ oldmanName: '王秀兰', kind: 'DIET', delta: 0, textureBefore: 1, texture: 2 })
  })

  it('a menu that is published late is what the kitchen counts from, and no change of it; what comes after is', async () => {
    // At five in the morning of that day the count of breakfast is closed, and breakfast has not begun.
    const late = dayOf(4)
    await publishMeals(house, house.orgId, [late], [CLOSED], momentOf(`${late} 05:00:00`))
    const changes = () =>
      house.sql<{ kind: string; delta: number }>(
        'select kind, delta from meal_change where org_id = $1 and day = $2 order by change_id',
        [house.orgId, late],
      )
    expect(await changes()).toEqual([])
    const orders = await house.sql('select 1 from meal_order where org_id = $1 and day = $2', [house.orgId, late])
    expect(orders).toHaveLength(2)
    await house.sql('delete from meal_order where org_id = $1 and day = $2 and oldman_id = $3', [
      house.orgId,
      late,
      other.oldmanId,
    ])
    await followMeals(house, [late], { orgId: house.orgId, now: momentOf(`${late} 05:10:00`) })
    expect(await changes()).toEqual([{ kind: 'ADDED', delta: 1 }])
    // Taken off the menu and put back: the kitchen counts on from what it had counted.
    await house.sql('delete from dish_plan_item where org_id = $1 and day = $2', [house.orgId, late])
    await followMeals(house, [late], { orgId: house.orgId, now: momentOf(`${late} 05:30:00`) })
    await publishMeals(house, house.orgId, [late], [CLOSED], momentOf(`${late} 05:40:00`))
    expect((await changes()).map((row) => row.kind)).toEqual(['ADDED', 'REMOVED', 'REMOVED', 'ADDED', 'ADDED'])
  })
})
