// Ctrl+K: pages and people by name, pinyin and initials, without the mouse.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { front, rows, tabTitles } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
})

const box = () => page.getByRole('combobox', { name: '全局搜索' })
const hit = (name: string | RegExp) => page.getByRole('option', { name })

test('a page is found by the initials of its name and opened with Enter', async () => {
  await page.keyboard.press('Control+k')
  await box().fill('czrz')
  await hit(/操作日志/).waitFor()
  await picture(page, 'palette-page-1280')
  await expect.poll(() => hit(/操作日志/).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await rows(page).first().waitFor()
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志'])
  await box().waitFor({ state: 'detached' })
})

test('arrows choose, and the search field of the top bar is the same search', async () => {
  await page.getByRole('button', { name: /找老人、床位、页面或操作/ }).click()
  await box().fill('日志')
  await hit(/登录日志/).waitFor()
  const titles = await page.getByRole('option').locator('b').allInnerTexts()
  for (let step = titles.indexOf('登录日志'); step > 0; step--) await page.keyboard.press('ArrowDown')
  await expect.poll(() => hit(/登录日志/).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志', '登录日志'])
})

test('a colleague is found by initials, pinyin, name and phone, with department and number', async () => {
  await page.keyboard.press('Control+k')
  for (const typed of ['lxm', 'lixiaomei', '晓梅']) {
    await box().fill(typed)
    await hit(/李晓梅/).waitFor()
  }
  const said = await hit(/李晓梅/).innerText()
  expect(said).toContain('松鹤楼护理组')
  expect(said).toMatch(/1\d{10}/)
  await picture(page, 'palette-staff-1280')
  await box().fill(/1\d{10}/.exec(said)![0])
  await expect.poll(() => page.getByRole('option').locator('b').allInnerTexts()).toEqual(['李晓梅'])
})

test('several people with the same initials are all there', async () => {
  await box().fill('wang')
  await hit(/王建国/).waitFor()
  await hit(/王桂香/).waitFor()
})

test('nothing found says so, and Esc leads back to where one was', async () => {
  await box().fill('没有这个人')
  await page.getByText('没有与“没有这个人”相符的页面、员工或老人').waitFor()
  await page.keyboard.press('Escape')
  await box().waitFor({ state: 'detached' })
  await front(page).getByRole('region', { name: '登录日志' }).waitFor()
})

test('a resident and an act lead straight to the drawer, in either order', async () => {
  for (const typed of ['gaojinhua 入住', '入住 高锦华']) {
    await page.keyboard.press('Control+k')
    await box().fill(typed)
    await hit(/高锦华 · 办理入住/).waitFor()
    await picture(page, 'palette-act-1280')
    await expect.poll(() => hit(/高锦华 · 办理入住/).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /办理入住.*高锦华/ }).waitFor()
    await expect.poll(() => tabTitles(page)).toContain('居住管理')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: /办理入住.*高锦华/ }).waitFor({ state: 'hidden' })
  }
})

test('an act alone opens the page with its form', async () => {
  await page.keyboard.press('Control+k')
  await box().fill('zxdj')
  await hit(/咨询登记/)
    .first()
    .waitFor()
  await expect
    .poll(() =>
      hit(/咨询登记/)
        .first()
        .getAttribute('aria-selected'),
    )
    .toBe('true')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '登记咨询' }).waitFor()
})
