// Five themes, chosen by the user and kept for them; and the watermark that names who looked.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type ThemeKey, themes } from '#contract/platform/config'
import { newDesk, picture, query } from './kit/browser.ts'
import { front, openAccountMenu, openMenu, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

/** From the guide: brand, action, deep, and the ground and the text of a solid button. */
const COLOURS: Record<ThemeKey, readonly [brand: string, action: string, deep: string, button: string, on: string]> = {
  default: ['#1E87F0', '#166BC1', '#12304F', '#166BC1', '#FFFFFF'],
  qingxiangcheng: ['#FF9D11', '#A15E08', '#3D2A12', '#FF9D11', '#2B1A00'],
  heyelv: ['#009995', '#007774', '#0A3A3A', '#007774', '#FFFFFF'],
  ziluolan: ['#743B8F', '#743B8F', '#2F1B3B', '#743B8F', '#FFFFFF'],
  lieyanhong: ['#E0241B', '#D0221A', '#431512', '#D0221A', '#FFFFFF'],
}

const rgb = (hex: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}

let page: Page
beforeAll(async () => {
  page = await newDesk()
  // What is drawn on a canvas is no text any more; it is noted while it is drawn.
  await page.addInitScript(() => {
    const drawn: string[] = []
    const draw = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest) {
      drawn.push(text)
      return draw.call(this, text, ...rest)
    }
    ;(window as unknown as { drawn: string[] }).drawn = drawn
  })
  await signIn(page, 'wangjianguo')
  await openMenu(page, '设置', '操作日志')
  await rows(page).first().waitFor()
})

async function choose(title: string) {
  const menu = await openAccountMenu(page)
  await menu.getByText('主题颜色').hover()
  await page.getByRole('menuitem', { name: new RegExp(`^${title}`) }).waitFor()
  // A click on what still moves into its place may hit nothing.
  const still = () => page.evaluate(() => document.getAnimations().every((one) => one.playState !== 'running'))
  await expect.poll(still).toBe(true)
  await page.getByRole('menuitem', { name: new RegExp(`^${title}`) }).click()
}

const variable = (name: string) =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim().toUpperCase(), name)
const style = (selector: string, name: 'backgroundColor' | 'color') =>
  page.evaluate(([one, what]) => getComputedStyle(document.querySelector(one)!)[what], [selector, name] as const)

test.each(themes)('$title changes the console at once', async ({ key, title }) => {
  const [brand, action, deep, button, on] = COLOURS[key]
  await choose(title)
  await expect.poll(() => variable('--brand')).toBe(brand)
  await expect.poll(() => variable('--action')).toBe(action)
  await expect.poll(() => style('.yy-rail', 'backgroundColor')).toBe(rgb(deep))
  const search = front(page).getByRole('button', { name: '查询', exact: true })
  // The pointer must not stand on the button: hovering has a colour of its own.
  await page.mouse.move(640, 780)
  await expect.poll(() => search.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(rgb(button))
  await expect.poll(() => search.evaluate((one) => getComputedStyle(one).color)).toBe(rgb(on))
  const link = front(page).getByRole('button', { name: '详情' }).first()
  await expect.poll(() => link.evaluate((one) => getComputedStyle(one).color)).toBe(rgb(action))
  await picture(page, `theme-${key}-1280`)
})

test('the choice is the user’s at every desk', async () => {
  await choose('荷叶绿')
  await expect
    .poll(() =>
      query(
        `select p.value from user_preference p join account a using (org_id, user_id)
          where a.user_name = 'wangjianguo' and p.name = 'theme'`,
      ),
    )
    .toEqual([{ value: 'heyelv' }])
  await page.reload()
  await rows(page).first().waitFor()
  await expect.poll(() => variable('--brand')).toBe('#009995')
  const elsewhere = await newDesk({ width: 1920, height: 1080 })
  await signIn(elsewhere, 'wangjianguo')
  await expect
    .poll(() =>
      elsewhere.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--brand').trim().toUpperCase(),
      ),
    )
    .toBe('#009995')
  await picture(elsewhere, 'home-heyelv-1920')
  await elsewhere.context().close()
  // The first desk has been signed out by this; it signs in again for what follows.
  await page.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL(/login\.html/)
  await signIn(page, 'wangjianguo')
})

test('the watermark names account and person, lies over everything and stops no click', async () => {
  const mark = page.locator('#yy-watermark')
  await mark.waitFor({ state: 'attached' })
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn))
    .toContain('wangjianguo 王建国')
  const facts = await mark.evaluate((one) => {
    const { position, pointerEvents, backgroundSize, backgroundImage } = getComputedStyle(one)
    const box = one.getBoundingClientRect()
    return {
      position,
      pointerEvents,
      backgroundSize,
      picture: backgroundImage.slice(0, 22),
      box: [box.width, box.height],
    }
  })
  expect(facts).toEqual({
    position: 'fixed',
    pointerEvents: 'none',
    backgroundSize: '300px 200px',
    picture: 'url("data:image/png;ba',
    box: [1280, 800],
  })
})

test('paper has no watermark', async () => {
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('#yy-watermark').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.locator('#yy-watermark').isVisible()).toBe(true)
})

test('an organisation that has switched it off has none', async () => {
  await page.route('**/web-org/start*', async (route) => {
    const answer = await route.fetch()
    const { data, ...body } = (await answer.json()) as { data: { icon: object } }
    const json = { ...body, data: { ...data, icon: { ...data.icon, waterMark: 'CLOSE' } } }
    await route.fulfill({ response: answer, json })
  })
  const asked = page.waitForResponse('**/web-org/start*')
  await page.reload()
  await asked
  await page.locator('.yy-shell').waitFor()
  await expect.poll(() => page.locator('#yy-watermark').count()).toBe(0)
  await page.unroute('**/web-org/start*')
})
