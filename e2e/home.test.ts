// The work bench: every figure and every to-do opens the list that it counts, also for whoever sees one department only;
// charts are chosen and ordered once and stand so at every desk.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartKeys, chartTitles } from '#contract/home/charts'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { dialog, force, front, openMenu, tab } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const SET = '/pims/web-org/index/show/set'

interface ShowSet {
  charts: { key: string; shown: boolean }[]
  version: number
}

let clerk: Page
let before: ShowSet['charts']

const setOf = async (page: Page) => (await force(page, 'GET', SET)).data as ShowSet
const save = (page: Page, charts: ShowSet['charts']) =>
  force(page, 'PUT', SET, { charts: charts.map(({ key, shown }) => ({ key, shown })) })

beforeAll(async () => {
  clerk = await newDesk()
  await signIn(clerk, 'liumin')
  before = (await setOf(clerk)).charts
})
afterAll(async () => {
  // As it was, also when a step in between failed.
  if (before) await save(clerk, before)
})

const figure = (page: Page, key: string) => front(page).locator(`[data-figure="${key}"]`)
const number = (text: string) => Number(/[\d,]+/.exec(text)?.[0].replace(/,/g, ''))

async function toBench(page: Page): Promise<void> {
  await tab(page, '工作台').click()
  await figure(page, 'inHouse').waitFor()
}

/** What the page in front counts: a list in its foot, the room map above its beds. */
async function shownTotal(page: Page): Promise<number> {
  const foot = front(page).locator('.yy-list-foot')
  const map = front(page).locator('.yy-map-filter, .yy-map .ant-empty')
  await foot.or(map).first().waitFor()
  return number(((await ((await foot.count()) ? foot : map).innerText()).match(/共 ([\d,—]+)/) ?? [''])[0])
}

/** Opens what a figure counts and compares it; then back to the bench. */
async function opensAsMany(page: Page, opener: Locator, count: number): Promise<void> {
  await opener.click()
  await figure(page, 'inHouse').waitFor({ state: 'hidden' })
  await expect.poll(() => shownTotal(page)).toBe(count)
}

test('a key figure opens the list that it counts, and so does the note below it', async () => {
  await picture(clerk, 'home-bench-1280')
  for (const key of ['inHouse', 'out', 'owing']) {
    await toBench(clerk)
    const main = figure(clerk, key).locator('.yy-hf-main')
    await opensAsMany(clerk, main, number(await main.locator('.yy-hf-value').innerText()))
  }
  await toBench(clerk)
  const trials = figure(clerk, 'inHouse').getByRole('button', { name: /^试住/ })
  await opensAsMany(clerk, trials, number(await trials.innerText()))
  await front(clerk).getByRole('search').waitFor()
  await toBench(clerk)
  const free = figure(clerk, 'beds').getByRole('button', { name: /^空闲/ })
  await opensAsMany(clerk, free, number(await free.innerText()))
})

test('every to-do opens as many as it says', async () => {
  await toBench(clerk)
  const todos = front(clerk).locator('[data-todo]')
  await todos.first().waitFor()
  const keys = await todos.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.todo!))
  expect(keys.length).toBeGreaterThan(2)
  for (const key of keys) {
    await toBench(clerk)
    const todo = front(clerk).locator(`[data-todo="${key}"]`)
    await opensAsMany(clerk, todo, number(await todo.locator('b').innerText()))
  }
})

const rowsOfSetting = (page: Page) => front(page).locator('.yy-sort-title')
const saveButton = (page: Page) => front(page).getByRole('button', { name: '保存设置' })
const onBench = (page: Page) => front(page).locator('.yy-bench-charts h3').allInnerTexts()
const onMore = (page: Page) => front(page).locator('.yy-more-charts .yy-chart-card h3').allInnerTexts()
const titles = (keys: readonly (keyof typeof chartTitles)[]) => keys.map((key) => chartTitles[key])

/** Age first, the levels hidden, then what has been there before. */
const CHOSEN = titles(['oldmanAge', 'live', 'execution'])
const ORDER = titles([
  'oldmanAge',
  'live',
  'nursingLevel',
  'execution',
  ...chartKeys.filter((key) => !['oldmanAge', 'live', 'nursingLevel', 'execution'].includes(key)),
])

test('charts are switched off and put in order; bench and data page follow', async () => {
  await toBench(clerk)
  await expect.poll(() => onBench(clerk)).toEqual(titles(['live', 'nursingLevel', 'execution', 'oldmanAge']))
  await openMenu(clerk, '工作台', '首页设置')
  await rowsOfSetting(clerk).first().waitFor()
  // Nothing changed, nothing to save.
  await expect.poll(() => saveButton(clerk).isDisabled()).toBe(true)
  await front(clerk).getByRole('switch', { name: '显示护理等级分布' }).click()
  await front(clerk).getByRole('button', { name: '年龄分布置顶' }).click()
  await expect.poll(() => rowsOfSetting(clerk).allInnerTexts()).toEqual(ORDER)
  await expect.poll(() => front(clerk).locator('.yy-show-preview h3').allInnerTexts()).toEqual(CHOSEN)
  await picture(clerk, 'home-setting-1280')
  await saveButton(clerk).click()
  await expect.poll(() => saveButton(clerk).isDisabled()).toBe(true)
  await toBench(clerk)
  await expect.poll(() => onBench(clerk)).toEqual(CHOSEN)
  await picture(clerk, 'home-bench-ordered-1280')
  await openMenu(clerk, '工作台', '数据展示')
  await expect.poll(() => onMore(clerk)).toEqual(ORDER)
  await picture(clerk, 'home-more-1280')
})

test('all of them hidden is said before it is saved', async () => {
  await tab(clerk, '首页设置').click()
  for (const title of CHOSEN)
    await front(clerk)
      .getByRole('switch', { name: `显示${title}` })
      .click()
  await front(clerk).getByText('没有选图表，工作台只显示数字、待办和消息。').waitFor()
  await front(clerk).getByText(`显示 0 张，共 ${chartKeys.length} 张`).waitFor()
  for (const title of CHOSEN)
    await front(clerk)
      .getByRole('switch', { name: `显示${title}` })
      .click()
  await expect.poll(() => saveButton(clerk).isDisabled()).toBe(true)
})

test('what another window has saved meanwhile is not written over, but shown', async () => {
  await front(clerk).getByRole('switch', { name: '显示性别分布' }).click()
  const now = await setOf(clerk)
  const theirs = now.charts.map(({ key, shown }) => ({ key, shown: shown || key === 'mattress' }))
  expect(await save(clerk, theirs)).toMatchObject({ status: 200 })
  await saveButton(clerk).click()
  await clerk
    .getByText(/修改过，请核对后再保存/)
    .first()
    .waitFor()
  const shows = (title: string) => front(clerk).getByRole('switch', { name: `显示${title}` })
  await expect.poll(() => shows('智能床垫').isChecked()).toBe(true)
  expect(await shows('性别分布').isChecked()).toBe(false)
  // On top of that it can be saved.
  await shows('智能床垫').click()
  await saveButton(clerk).click()
  await expect
    .poll(async () => (await setOf(clerk)).charts.filter((one) => one.shown).map((one) => one.key))
    .toEqual(['oldmanAge', 'live', 'execution'])
})

test('more shortcuts than fit cannot be chosen', async () => {
  await toBench(clerk)
  const card = front(clerk)
    .locator('.yy-card')
    .filter({ has: clerk.getByRole('heading', { name: '快捷入口' }) })
  await card.getByRole('button', { name: '自定义' }).click()
  const drawer = dialog(clerk, '自定义快捷入口')
  const boxes = drawer.getByRole('checkbox')
  await boxes.first().waitFor()
  const all = await boxes.count()
  for (let at = 0; at < all && (await drawer.getByText('已选 12 个').count()) === 0; at++) await boxes.nth(at).check()
  await drawer.getByText('已选 12 个，最多 12 个').waitFor()
  await expect.poll(() => drawer.getByRole('checkbox', { checked: false, disabled: false }).count()).toBe(0)
  await picture(clerk, 'home-quick-full-1280')
  await drawer.getByRole('button', { name: '不修改' }).click()
  await drawer.waitFor({ state: 'hidden' })
})

test('at another desk it stands the same way', async () => {
  const elsewhere = await newDesk({ width: 1920, height: 1080 })
  await signIn(elsewhere, 'liumin')
  await expect.poll(() => onBench(elsewhere)).toEqual(CHOSEN)
  await picture(elsewhere, 'home-bench-1920')
  await openMenu(elsewhere, '工作台', '数据展示')
  await expect.poll(() => onMore(elsewhere)).toEqual(ORDER)
  await picture(elsewhere, 'home-more-1920')
  await closeDesk(clerk)
  clerk = elsewhere
})

test('the nurse counts her own building, the director the house, each as their lists do', async () => {
  const counts: number[] = []
  for (const name of ['lixiaomei', 'wangjianguo']) {
    const page = await newDesk()
    await signIn(page, name)
    await toBench(page)
    const main = figure(page, 'inHouse').locator('.yy-hf-main')
    const count = number(await main.locator('.yy-hf-value').innerText())
    await picture(page, `home-${name}-1280`)
    await opensAsMany(page, main, count)
    counts.push(count)
    await closeDesk(page)
  }
  const [own, all] = counts as [number, number]
  const [building] = await query<{ people: number }>(
    `select count(*)::int as people from oldman o join account a using (org_id)
       left join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
      where a.user_name = 'lixiaomei' and o.status in (1, 4) and coalesce(d.dept_name, '松鹤楼护理组') = '松鹤楼护理组'`,
  )
  expect(own).toBe(building!.people)
  expect(own).toBeLessThan(all)
})
