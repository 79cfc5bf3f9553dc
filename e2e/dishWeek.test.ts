// A week of dishes: begun and filled from the list, somebody's allergy seen by name and another dish served for them, a dish
// moved by keyboard and by pointer while a second desk looks on, two dishes offered as a choice, sent to the dietitian and
// published; a daughter chooses between them on her phone, and the ward sees that it was her.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dayText } from '#contract/kit/clock'
import { addDays, mondayOf } from '#contract/nursing/dishWeek'
import { MealTime } from '#contract/nursing/mealWords'
import { violations } from './kit/axe.ts'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { force, front, goTo, openMenu, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let cook: Page
let dietitian: Page
let allergic: { id: string; name: string }
/** Not yet begun by the demonstration. */
const monday = addDays(mondayOf(dayText()), 14)
const saturday = addDays(monday, 5)
const { breakfast, lunch, supper } = MealTime.is

const cell = (page: Page, spot: string) => front(page).getByRole('group', { name: spot, exact: true })
const chip = (page: Page, spot: string, dish: string) =>
  cell(page, spot).getByRole('button', { name: new RegExp(`^${dish}`) })

const planned = () =>
  query<{ day: string; meal: number; dish: string }>(
    `select to_char(i.day, 'YYYY-MM-DD') as day, i.meal, d.dish_name as dish from dish_plan_item i
     join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id join dish d on d.org_id = i.org_id and d.dish_id = i.dish_id
     where p.week_start = $1 order by i.day, i.meal, i.sort`,
    [monday],
  )
const stateOf = async () =>
  (await query<{ state: string }>('select state from dish_plan where week_start = $1', [monday]))[0]?.state

async function openWeek(page: Page): Promise<void> {
  await openMenu(page, '护理', '排餐计划')
  await front(page).getByText('本周').first().waitFor()
  for (const word of ['下周', monday.slice(5)]) {
    await front(page).getByRole('button', { name: '下一周' }).click()
    await front(page).locator('.yy-dishweek-when').filter({ hasText: word }).waitFor()
  }
}

/** From the list of dishes that stands beside the grid. */
async function add(page: Page, spot: string, dish: string): Promise<void> {
  await cell(page, spot).hover()
  await cell(page, spot)
    .getByRole('button', { name: `${spot}加菜` })
    .click()
  const list = front(page).getByRole('region', { name: '菜品库' })
  await list.getByRole('textbox', { name: '查找菜品' }).fill(dish)
  await list.getByRole('button', { name: `加入${dish}` }).click()
  await chip(page, spot, dish).waitFor()
  await list.getByRole('button', { name: '收起菜品库' }).click()
}

beforeAll(async () => {
  const found = await query<{ id: string; name: string }>(
    `update oldman set allergies = '["7"]', diet = '["1-1"]' where oldman_id = (select o.oldman_id from oldman o
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
       where o.status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
         and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1 order by o.oldman_id limit 1)
     returning oldman_id as id, oldman_name as name`,
  )
  allergic = found[0]!
  cook = await newDesk({ width: 1920, height: 1080 })
  await withoutPrinter(cook)
  await signIn(cook, 'xiehongwei')
  dietitian = await newDesk()
  await signIn(dietitian, 'tiantian')
})

test('the cook begins a week and takes dishes from the list', async () => {
  await openWeek(cook)
  await front(cook).getByText('这一周还没有排菜').waitFor()
  await front(cook).getByRole('button', { name: '开始排这一周' }).click()
  await add(cook, '周四午餐', '盐水虾仁')
  await toast(cook, /与 \d+ 位老人冲突，请处理/).waitFor()
  await add(cook, '周四午餐', '米饭')
  await add(cook, '周一早餐', '白粥')
  expect((await planned()).map((one) => one.dish)).toEqual(['白粥', '盐水虾仁', '米饭'])
})

test('whoever is allergic stands there by name, and is served another dish', async () => {
  await chip(cook, '周四午餐', '盐水虾仁').click()
  const side = front(cook).locator('.yy-dishweek-aside')
  await side.getByText(/与 \d+ 位老人的饮食冲突/).waitFor()
  const more = side.getByRole('button', { name: /^还有 \d+ 位/ })
  if (await more.isVisible()) await more.click()
  const person = side.locator('.yy-dishweek-person').filter({ hasText: allergic.name })
  await person.getByText('甲壳类过敏').waitFor()
  await picture(cook, 'dish-week-conflict')
  expect(await violations(cook)).toEqual([])
  const other = (await side.locator('.ant-radio-wrapper-checked').innerText()).split(/\s/)[0]!
  await side.getByRole('button', { name: /^只换这 \d+ 份/ }).click()
  await person.getByText(`换成${other}`).waitFor()
  await side.getByText('没有未处理的冲突').waitFor()
  const answers = await query<{ kind: string; dish: string }>(
    `select a.kind, d.dish_name as dish from dish_plan_answer a join dish d on d.org_id = a.org_id and d.dish_id = a.dish_id
     where a.oldman_id = $1 and exists (select from dish_plan_item i join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id
       where i.org_id = a.org_id and i.item_id = a.item_id and p.week_start = $2)`,
    [allergic.id, monday],
  )
  expect(answers).toEqual([{ kind: 'SWAP', dish: other }])
})

test('a dish is moved by keyboard, copied by pointer, and the dietitian sees it at once', async () => {
  await openWeek(dietitian)
  await chip(dietitian, '周四午餐', '米饭').waitFor()
  const rice = chip(cook, '周四午餐', '米饭')
  await rice.focus()
  await cook.keyboard.press('Space')
  await front(cook).getByText('正在移动').waitFor()
  await cook.keyboard.press('ArrowRight')
  await cell(cook, '周五午餐').getByText('没有冲突').waitFor()
  await cook.keyboard.press('Space')
  await chip(cook, '周五午餐', '米饭').waitFor()
  await chip(dietitian, '周五午餐', '米饭').waitFor()

  // Ctrl copies: the porridge of Monday stands on Tuesday, too.
  const from = (await chip(cook, '周一早餐', '白粥').boundingBox())!
  const to = (await cell(cook, '周二早餐').boundingBox())!
  await cook.mouse.move(from.x + 40, from.y + 12)
  await cook.mouse.down()
  await cook.keyboard.down('Control')
  await cook.mouse.move(to.x + 40, to.y + 12, { steps: 12 })
  await cell(cook, '周二早餐').getByText('复制到').waitFor()
  await cell(cook, '周二早餐').getByText('没有冲突').waitFor()
  await picture(cook, 'dish-week-drag')
  await cook.mouse.up()
  await cook.keyboard.up('Control')
  await chip(dietitian, '周二早餐', '白粥').waitFor()
  expect(await planned()).toEqual([
    { day: monday, meal: breakfast, dish: '白粥' },
    { day: addDays(monday, 1), meal: breakfast, dish: '白粥' },
    { day: addDays(monday, 3), meal: lunch, dish: '盐水虾仁' },
    { day: addDays(monday, 4), meal: lunch, dish: '米饭' },
  ])
})

test('meals are copied from another week, on paper it hangs in the dining room', async () => {
  await front(cook).getByRole('button', { name: '复制', exact: true }).click()
  await cook.getByRole('menuitem', { name: /复制上周/ }).click()
  const drawer = cook.getByRole('dialog')
  for (const meal of ['早餐', '早点', '午餐', '午点']) await drawer.getByRole('checkbox', { name: meal }).uncheck()
  await drawer.getByRole('switch').click()
  await drawer.getByRole('button', { name: /^复制/ }).click()
  await toast(cook, /复制了 \d+ 道菜/).waitFor()
  const suppers = (await planned()).filter((one) => one.meal === supper)
  expect(suppers.length).toBeGreaterThan(30)
  expect((await planned()).length).toBe(suppers.length + 4)
  const paper = await printing(cook, () => front(cook).getByRole('button', { name: '打印菜谱' }).click())
  expect(await paper.innerText()).toContain('盐水虾仁（虾）')
})

test('two dishes of a meal become a choice, which the elders make', async () => {
  await add(cook, '周六午餐', '清炒小青菜')
  await add(cook, '周六午餐', '蒜蓉西兰花')
  for (const dish of ['清炒小青菜', '蒜蓉西兰花']) {
    await chip(cook, '周六午餐', dish).click()
    const side = front(cook).locator('.yy-dishweek-aside')
    await side.getByRole('heading', { name: dish }).waitFor()
    await side.locator('.ant-segmented-item').filter({ hasText: '选 1' }).click()
    await expect
      .poll(() =>
        query(
          'select choice from dish_plan_item i join dish d using (org_id, dish_id) where i.day = $1 and d.dish_name = $2',
          [saturday, dish],
        ),
      )
      .toEqual([{ choice: 1 }])
  }
})

test('with gaps it is sent only when that is confirmed, with conflicts it is not published', async () => {
  await front(cook).getByRole('button', { name: '送营养师审核' }).click()
  const question = cook.getByRole('dialog')
  await question.getByText('周一午餐没有排菜').waitFor()
  await question.getByRole('button', { name: '仍然送审' }).click()
  await toast(cook, '已送营养师审核').waitFor()
  await front(dietitian).getByText('待审核').waitFor()
  // What came with the suppers is for the dietitian to decide: until then nothing is published.
  const publish = async () => {
    await front(dietitian).getByRole('button', { name: '发布', exact: true }).click()
    await dietitian.getByRole('dialog').getByRole('button', { name: '发布菜谱' }).click()
  }
  await publish()
  await dietitian
    .getByText(/饮食冲突没有处理，不能发布/)
    .first()
    .waitFor()
  await picture(dietitian, 'dish-week-refused')
  expect(await stateOf()).toBe('SUBMITTED')
  await dietitian.getByRole('dialog').getByRole('button', { name: '先不发布' }).click()
  const [open] = await query<{ n: number }>(
    `with elder as (update oldman set allergies = '["0"]', diet = '["1-1"]' where status in (1, 4) and oldman_id <> $1 returning 1)
     select count(*)::int as n from elder`,
    [allergic.id],
  )
  expect(open!.n).toBeGreaterThan(50)
  await query(`update meal_person set allergens = '{}'`)
  await query(
    `insert into dish_plan_answer (org_id, item_id, oldman_id, kind, user_id, user_name)
     select i.org_id, i.item_id, $1, 'SKIP', u.user_id, '田甜' from dish_plan_item i
     join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id join dish d on d.org_id = i.org_id and d.dish_id = i.dish_id
     join account u on u.org_id = i.org_id and u.user_name = 'tiantian'
     where p.week_start = $2 and i.meal = $3 and d.allergens && '{C,F}'`,
    [allergic.id, monday, supper],
  )
  await publish()
  await toast(dietitian, '菜谱已发布').waitFor()
  await front(cook).getByText('已发布').waitFor()
  expect(await stateOf()).toBe('PUBLISHED')
  await picture(dietitian, 'dish-week-published')
})

test('a daughter chooses between the two on her phone, and the ward sees that it was her', async () => {
  const [eats] = await query<{ id: string; name: string; familyId: string; phone: string }>(
    `select o.oldman_id as id, o.oldman_name as name, f.family_id as "familyId", f.phone from oldman o
       join oldman_family f on f.org_id = o.org_id and f.oldman_id = o.oldman_id and f.phone ~ '^1[0-9]{10}$'
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
      where o.status = 1 and o.oldman_id <> $1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
        and not exists (select from family_invitation i where i.org_id = o.org_id and i.family_id = f.family_id)
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1 order by o.oldman_id limit 1`,
    [allergic.id],
  )
  // Orders are made in the background.
  const served = () =>
    query<{ dishes: string[] }>(
      `select array(select d.dish_name from unnest(m.dish_ids) x join dish d on d.org_id = m.org_id and d.dish_id = x) as dishes
       from meal_order m where m.oldman_id = $1 and m.day = $2 and m.meal = $3`,
      [eats!.id, saturday, lunch],
    )
  await expect.poll(served).toEqual([{ dishes: ['清炒小青菜'] }])
  const desk = await newDesk()
  await signIn(desk, 'liumin')
  const { familyId, phone: number } = eats!
  const sent = await force(desk, 'POST', '/pims/web-pi/oldmans/invitation', { oldmanId: eats!.id, familyId })
  const phone = await newDesk({ width: 390, height: 844 })
  await phone.goto(`/family.html#${(sent.data as { code: string }).code}`)
  await phone.getByLabel(/后四位/).fill(number.slice(-4))
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByRole('heading', { name: '为老人选餐' }).waitFor()
  const meal = phone.getByRole('group', { name: `周六 ${saturday.slice(5)} 午餐选餐` })
  await meal.getByRole('button', { name: '清炒小青菜', pressed: true }).waitFor()
  await meal.getByRole('button', { name: '蒜蓉西兰花' }).click()
  await meal.getByRole('button', { name: '蒜蓉西兰花', pressed: true }).waitFor()
  await phone.getByText(/已选；.* 前可以改/).waitFor()
  await meal.scrollIntoViewIfNeeded()
  await picture(phone, 'family-meals-390')
  expect(await violations(phone)).toEqual([])
  expect(await served()).toEqual([{ dishes: ['蒜蓉西兰花'] }])
  const nurse = await newDesk()
  await signIn(nurse, 'hejing')
  await goTo(nurse, '/nursing/mealOrder')
  await front(nurse).getByRole('textbox', { name: '日期' }).fill(saturday)
  await nurse.keyboard.press('Enter')
  await front(nurse).getByRole('button', { name: /^午餐/ }).click()
  const row = front(nurse).locator('.yy-meal-table tbody tr').filter({ hasText: eats!.name })
  await row.getByText(/家属选择/).waitFor()
  await picture(nurse, 'mealOrder-family-1280')
})
