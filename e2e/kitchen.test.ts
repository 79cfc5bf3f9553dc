// Meals from the kitchen's side: an outing stops a meal and the kitchen sees it at once, cards are printed, and three poor
// meals are a warning until somebody has answered it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dayText } from '#contract/kit/clock'
import { addDays, mondayOf } from '#contract/nursing/dishWeek'
import { violations } from './kit/axe.ts'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dialog, force, front, goTo, insist, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'
import { until } from './kit/until.ts'

/** Of next week, which the demonstration has planned and not published. */
const monday = addDays(mondayOf(dayText()), 7)
let cook: Page
let nurse: Page
let elder: { id: string; name: string; day: string; ward: string }

const total = async () => {
  const text = await front(cook)
    .locator('.yy-figure')
    .filter({ hasText: '要做' })
    .locator('.yy-figure-value')
    .innerText()
  return Number(text.replace(/\D/g, ''))
}

/** As the dietitian publishes it, whatever day of the week it is today: a dish that is saved has all orders looked at again. */
async function publishNextWeek(): Promise<void> {
  await query(
    `update dish_plan set state = 'PUBLISHED', submitted_at = now(), published_at = now() where state = 'DRAFT' and week_start = $1`,
    [monday],
  )
  const [dish] = await query<{ id: string }>(`select dish_id as id from dish where dish_name = '米饭'`)
  const { data } = await force(cook, 'GET', `/pims/web-org/piDish/${dish!.id}`)
  expect(await force(cook, 'PUT', '/pims/web-org/piDish', data as object)).toMatchObject({ status: 200 })
  const lunches = () =>
    query<{ n: number }>('select count(*)::int as n from meal_order where day = $1 and meal = 3', [monday])
  await until(async () => (await lunches())[0]!.n > 50, 'orders of next week')
}

/** The kitchen's figures are those of that day's lunch once its closing hour stands there. */
async function lunchOf(page: Page, day: string): Promise<void> {
  await front(page).getByRole('textbox', { name: '日期' }).fill(day)
  await page.keyboard.press('Enter')
  await front(page).getByRole('tab', { name: /午餐/ }).click()
  await front(page)
    .locator('.yy-figure')
    .filter({ hasText: `${day.slice(5)} 08:00` })
    .waitFor()
}

beforeAll(async () => {
  cook = await newDesk()
  await withoutPrinter(cook)
  await signIn(cook, 'xiehongwei')
  await publishNextWeek()
  // Somebody whose name nobody else bears and who has never been out.
  const found = await query<{ id: string; name: string; ward: string }>(
    `select o.oldman_id as id, o.oldman_name as name, m.ward from meal_order m
       join oldman o on o.org_id = m.org_id and o.oldman_id = m.oldman_id
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
      where o.status = 1 and m.meal = 3 and m.state = 'ON' and m.day = $1
        and not exists (select 1 from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id limit 1`,
    [monday],
  )
  elder = { ...found[0]!, day: monday }
  nurse = await newDesk()
  await signIn(nurse, 'hejing')
})

test('the kitchen counts a meal by form, diet and ward', async () => {
  await goTo(cook, '/nursing/kitchen')
  await front(cook).getByRole('tab', { name: /午餐/ }).click()
  await front(cook).getByRole('heading', { name: '送往各楼层' }).waitFor()
  await front(cook).getByRole('heading', { name: '要做的菜' }).waitFor()
  await picture(cook, 'kitchen-1280')
  expect(await violations(cook)).toEqual([])
  await cook.setViewportSize({ width: 1920, height: 1080 })
  await picture(cook, 'kitchen-1920')
  await goTo(cook, '/nursing/meals')
  await front(cook).getByRole('heading', { name: '每天' }).waitFor()
  await picture(cook, 'meals-1920')
  await cook.setViewportSize({ width: 1280, height: 800 })
  await picture(cook, 'meals-1280')
  await goTo(cook, '/nursing/mealElder')
  await rows(cook).first().waitFor()
  await picture(cook, 'mealElder-1280')
  await goTo(cook, '/nursing/kitchen')
})

test('an outing with meal stop takes the portion away at once, and its cancelling brings it back', async () => {
  await lunchOf(cook, elder.day)
  await expect.poll(total).toBeGreaterThan(50)
  const before = await total()
  const made = await force(nurse, 'POST', '/pims/web-org/oldmanOut', {
    oldmanId: elder.id,
    outType: '1',
    reason: '回家过生日',
    planOut: `${elder.day} 11:00:00`,
    planReturn: `${elder.day} 16:00:00`,
    companion: '王强',
    companionPhone: '13800138000',
    companionRelation: '20',
    mealStop: true,
  })
  const outing = made.data as { outId: string; state: number }
  if (outing.state === 0) {
    const boss = await newDesk()
    await signIn(boss, 'zhengkai')
    await force(boss, 'PUT', '/pims/web-org/oldmanOut/audit/pass', { outId: outing.outId })
  }
  // Nobody presses anything at the kitchen's desk.
  await expect.poll(total).toBe(before - 1)
  await goTo(nurse, '/nursing/mealOrder')
  await front(nurse).locator('.yy-meal-table tbody tr').first().waitFor()
  await picture(nurse, 'mealOrder-1280')
  await force(nurse, 'PUT', '/pims/web-org/oldmanOut/cancellation', { outId: outing.outId, reason: '改期' })
  await expect.poll(total).toBe(before)
})

test('portion cards name the elder, the bed, the form and what must not be in it', async () => {
  const [warned] = await query<{ name: string; ward: string }>(
    `select o.oldman_name as name, m.ward from meal_order m join oldman o on o.org_id = m.org_id and o.oldman_id = m.oldman_id
      where m.day = $1 and m.meal = 3 and m.state = 'ON' and m.allergens <> '{}' order by o.oldman_id limit 1`,
    [elder.day],
  )
  const sheet = await printing(cook, () => front(cook).getByRole('button', { name: '打印分餐卡' }).first().click())
  await expect.poll(() => sheet.innerText()).toContain(warned!.name)
  const text = await sheet.innerText()
  expect(text).toContain('过敏')
  expect(text).toContain(`${elder.day.slice(5)} 午餐`)
  expect(text).toContain(elder.name)
})

test('three poor meals are a warning, which the nurse answers', async () => {
  const [poor] = await query<{ name: string; count: number }>(
    `select o.oldman_name as name, count(*) over () as count from meal_alert a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
      where a.handled_at is null order by a.raised_at desc limit 1`,
  )
  const alerts = front(nurse).locator('.yy-meal-alerts')
  await alerts.getByText(poor!.name).waitFor()
  await alerts.locator('li').filter({ hasText: poor!.name }).getByRole('button', { name: '处理', exact: true }).click()
  const asked = dialog(nurse, `处理“${poor!.name}”的进食提醒`)
  await asked.getByRole('textbox').fill('口腔疼痛，已请医生看，改半流质')
  await insist(
    () => asked.getByRole('button', { name: '处理完成' }).click(),
    () => toast(nurse, '已处理').waitFor({ timeout: 5_000 }),
  )
  await expect.poll(() => alerts.getByText(poor!.name).count()).toBe(0)
})

test('what was eaten is one press, and a second takes it back', async () => {
  const [last] = await query<{ name: string; meal: number }>(
    `select o.oldman_name as name, m.meal from meal_order m join oldman o on o.org_id = m.org_id and o.oldman_id = m.oldman_id
      where m.day = current_date - 1 and m.meal = 3 and m.state = 'ON' and m.eaten is null
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1 order by o.oldman_id limit 1`,
  )
  const yesterday = addDays(dayText(), -1)
  await front(nurse).getByRole('textbox', { name: '日期' }).fill(yesterday)
  await nurse.keyboard.press('Enter')
  await front(nurse).getByRole('button', { name: /^午餐/ }).click()
  // Of that very lunch: it is closed since its morning.
  await front(nurse)
    .getByText(`${yesterday.slice(5)} 08:00 已截单`)
    .waitFor()
  const row = front(nurse).locator('.yy-meal-table tbody tr').filter({ hasText: last!.name })
  await row.getByRole('button', { name: '一半' }).click()
  await row.locator('.yy-meal-eat.is-on').filter({ hasText: '一半' }).waitFor()
  await row.getByRole('button', { name: '一半' }).click()
  await expect.poll(() => row.locator('.yy-meal-eat.is-on').count()).toBe(0)
  expect(await violations(nurse)).toEqual([])
  await picture(nurse, 'mealOrder-eaten-1280')
})

test('the archive shows how somebody ate in the last fourteen days', async () => {
  const [poor] = await query<{ id: string; name: string; remark: string }>(
    `select o.oldman_id as id, o.oldman_name as name, m.eaten_remark as remark from meal_order m
       join oldman o on o.org_id = m.org_id and o.oldman_id = m.oldman_id
      where m.eaten <= 2 and m.meal in (1, 3, 5) and m.eaten_remark <> '' and m.day > current_date - 14 order by m.day desc limit 1`,
  )
  await goTo(nurse, `/live/archives/detail/${poor!.id}`)
  await front(nurse).getByRole('heading', { name: poor!.name }).waitFor()
  await front(nurse).getByRole('tab', { name: '护理' }).click()
  const section = front(nurse).locator('.yy-arc-section').filter({ hasText: '近 14 天用餐' })
  await section.getByText(/平均吃了 \d+%/).waitFor()
  await section.getByText(poor!.remark).first().waitFor()
  expect(await section.locator('tbody .yy-arc-eaten').count()).toBeGreaterThan(20)
  await section.scrollIntoViewIfNeeded()
  await picture(nurse, 'archive-meals-1280')
  expect(await violations(nurse)).toEqual([])
  await nurse.setViewportSize({ width: 1920, height: 1080 })
  await picture(nurse, 'archive-meals-1920')
})
