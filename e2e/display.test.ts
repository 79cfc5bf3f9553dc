// How the console presents itself: a new name and theme are at every desk without a reload; whoever saves on top of
// somebody else's change is told and sees both; and the log knows what stood there before.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ThemeKey, themes } from '#contract/platform/config'
import { newDesk, picture, query } from './kit/browser.ts'
import { force, front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const DISPLAY = '/passport/web-rbac/iconConfig'

interface Display {
  systemName: string | null
  windowName: string | null
  systemThemeColor: string | null
  servicePhone: string | null
  version: number
}

let admin: Page
let nurse: Page
/** As it was before; the other journeys find it so again. */
let before: Display

const read = async () => (await force(admin, 'GET', DISPLAY)).data as Display

beforeAll(async () => {
  admin = await newDesk()
  await signIn(admin, 'zhengkai')
  nurse = await newDesk()
  await signIn(nurse, 'hejing')
  before = await read()
  await openMenu(admin, '设置', '显示设置')
  await input('系统名称').waitFor()
})

afterAll(async () => {
  // Also when a step in between failed.
  const { systemName, windowName, systemThemeColor, servicePhone } = before
  await force(admin, 'PUT', DISPLAY, { systemName, windowName, systemThemeColor, servicePhone })
})

const input = (title: string) => front(admin).getByRole('textbox', { name: title })
const themeChoice = (title: string) => front(admin).getByRole('radio', { name: title, exact: true })
const save = () => front(admin).getByRole('button', { name: /保存$/ })
const shownName = (page: Page) => page.locator('.yy-top-name').innerText()
const brand = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim().toUpperCase())
const theme = (key: ThemeKey) => themes.find((one) => one.key === key)!
const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin)

test('a telephone number that is none is refused at its field, and nothing is saved', async () => {
  await input('服务电话').fill('问前台')
  await save().click()
  await front(admin)
    .getByText(/服务电话.*应为电话号码/)
    .waitFor()
  await picture(admin, 'display-refused-1280')
  await front(admin).getByRole('button', { name: '撤销改动' }).click()
  await front(admin).getByText('没有未保存的改动').waitFor()
})

test('name, window title and theme are at another desk at once, without a reload', async () => {
  const [loaded, oldName, oldBrand] = [await loadedAt(nurse), await shownName(nurse), await brand(nurse)]
  await input('系统名称').fill('松鹤智慧养老')
  await input('窗口标题').fill('松鹤工作站')
  await themeChoice('紫罗兰').click()
  await picture(admin, 'display-1280')
  await save().click()
  await toast(admin, '已保存，立即生效').waitFor()
  for (const page of [admin, nurse]) {
    await expect.poll(() => shownName(page)).toBe('松鹤智慧养老')
    await expect.poll(() => brand(page)).toBe(theme('ziluolan').color.toUpperCase())
    await expect.poll(() => page.title()).toContain('松鹤工作站')
  }
  expect([oldName, oldBrand]).not.toContain('松鹤智慧养老')
  expect(await loadedAt(nurse)).toBe(loaded)
  await picture(nurse, 'display-nurse-1280')
})

test('whoever saves on top of another change is told, sees both, and decides', async () => {
  await input('系统名称').fill('松鹤康养')
  // A colleague at another desk saves first.
  const answer = await force(admin, 'PUT', DISPLAY, {
    systemName: '松鹤养老服务',
    servicePhone: '021-59990000',
    version: (await read()).version,
  })
  expect(answer).toMatchObject({ status: 200 })
  await save().click()
  const conflict = front(admin).getByRole('alert')
  const line = conflict.getByRole('row', { name: /系统名称/ })
  await line.getByText('松鹤康养', { exact: true }).waitFor()
  await line.getByText('松鹤养老服务', { exact: true }).waitFor()
  await picture(admin, 'display-conflict-1280')
  expect(await shownName(nurse)).not.toBe('松鹤康养')
  // What was not touched here follows the colleague without a question; the name is decided.
  expect(await conflict.getByRole('row', { name: /服务电话/ }).count()).toBe(0)
  await conflict.getByRole('button', { name: '按所选继续' }).click()
  await expect.poll(() => input('服务电话').inputValue()).toBe('021-59990000')
  expect(await input('系统名称').inputValue()).toBe('松鹤康养')
  await save().click()
  await toast(admin, '已保存，立即生效').waitFor()
  await expect.poll(() => shownName(nurse)).toBe('松鹤康养')
  expect(await read()).toMatchObject({ systemName: '松鹤康养', servicePhone: '021-59990000' })
})

test('changed back, the other desk follows again', async () => {
  const old = themes.find((one) => one.color.toUpperCase() === before.systemThemeColor?.toUpperCase()) ?? themes[0]!
  await input('系统名称').fill(before.systemName ?? '')
  await input('窗口标题').fill(before.windowName ?? '')
  await input('服务电话').fill(before.servicePhone ?? '')
  await themeChoice(old.title).click()
  await save().click()
  await front(admin).getByText('没有未保存的改动').waitFor()
  await expect.poll(() => brand(nurse)).toBe(old.color.toUpperCase())
  await expect.poll(() => shownName(nurse)).not.toBe('松鹤康养')
})

test('the operation log shows each change with before and after', async () => {
  await openMenu(admin, '设置', '操作日志')
  await front(admin).getByRole('button', { name: /^展开/ }).click()
  await front(admin).getByRole('search').getByRole('textbox', { name: '操作类型' }).fill('修改显示设置')
  await front(admin).getByRole('button', { name: '查询', exact: true }).click()
  const acts = rows(admin).filter({ hasText: '修改显示设置' })
  // Until the answer to the query is there, the rows still stand between others and would move under the click.
  await expect
    .poll(async () => ({
      found: (await acts.count()) >= 4,
      others: (await rows(admin).count()) - (await acts.count()),
    }))
    .toEqual({ found: true, others: 0 })
  // The newest stands first: back to how it was.
  await acts.nth(0).getByRole('button', { name: '详情' }).click()
  const drawer = admin.getByRole('dialog')
  const change = (title: string) => drawer.getByRole('row', { name: new RegExp(title) })
  await change('系统名称').getByText('松鹤康养', { exact: true }).waitFor()
  await change('主题颜色').getByText('紫罗兰').waitFor()
  await picture(admin, 'display-log-1280')
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await acts.nth(3).getByRole('button', { name: '详情' }).click()
  await change('系统名称').getByText('松鹤智慧养老').waitFor()
  await change('窗口标题').getByText('松鹤工作站').waitFor()
  const [count] = await query<{ n: number }>(
    `select count(*)::int as n from operation_log where target_type = 'display' and changes <> '{}'`,
  )
  expect(count!.n).toBeGreaterThanOrEqual(4)
})
