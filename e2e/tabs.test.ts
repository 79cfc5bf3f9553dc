// Tabs: one per page, each keeps what was done in it, and two hundred of them leave nothing behind.
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { deskOf, newDesk, picture } from './kit/browser.ts'
import { closeAllTabs, closeTab, front, goTo, openMenu, rows, tab, tabTitles } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
})

const frontTitle = () => page.locator('.yy-tab[aria-selected=true]').getAttribute('title')
const listAsked = () => page.waitForResponse((one) => one.url().includes('/web-rbac/systemLogs?'))

test('every entry of the main menu has a picture of its own', async () => {
  const drawings = await page
    .locator('.yy-rail-item svg')
    .evaluateAll((all) => all.map((one) => one.getAttribute('class')))
  expect(drawings.length).toBeGreaterThan(3)
  expect(new Set(drawings).size).toBe(drawings.length)
})

test('in a page opened by its address the styles of the console stand before its own', async () => {
  const other = await page.context().newPage()
  await other.goto('/index.html#/yunmuIot/mattress/rule')
  await rows(other).first().waitFor()
  const shells = await other.evaluate(() =>
    [...document.styleSheets]
      .filter((sheet) => sheet.href)
      .map((sheet) => [...sheet.cssRules].some((rule) => rule.cssText.startsWith('.yy-shell '))),
  )
  await other.close()
  expect(shells.length).toBeGreaterThan(1)
  expect(shells.indexOf(true)).toBe(0)
})

test('a page opens in its own tab, and opening it again brings the same tab to the front with fresh rows', async () => {
  await openMenu(page, '设置', '操作日志')
  await rows(page).first().waitFor()
  await openMenu(page, '设置', '登录日志')
  await rows(page).first().waitFor()
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志', '登录日志'])
  const asked = listAsked()
  await openMenu(page, '设置', '操作日志')
  await asked
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志', '登录日志'])
  await expect.poll(frontTitle).toBe('操作日志')
  await picture(page, 'logList-1280')
})

test('what was typed, chosen and scrolled is still there after a look at another tab', async () => {
  const name = () => front(page).getByRole('search').getByRole('textbox', { name: '姓名' })
  await name().fill('郑凯')
  await front(page).getByRole('button', { name: '查询', exact: true }).click()
  await expect
    .poll(() => front(page).locator('tr.yy-tr td:nth-child(2)').allInnerTexts())
    .toSatisfy((names: string[]) => names.length > 0 && names.every((one) => one === '郑凯'))
  await name().fill('还没有查询')
  await rows(page).first().getByRole('checkbox').check()
  await tab(page, '登录日志').click()
  await expect.poll(frontTitle).toBe('登录日志')
  await tab(page, '操作日志').click()
  await expect.poll(frontTitle).toBe('操作日志')
  await expect.poll(() => name().inputValue()).toBe('还没有查询')
  await front(page).getByText('已选 1 条').waitFor()
})

test('a text in the making waits as well, with what can be undone', async () => {
  const text = () => front(page).locator('.yy-rich')
  await goTo(page, '/editorDemo')
  const before = await text().innerText()
  await text().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('另附座位表。')
  await tab(page, '操作日志').click()
  await expect.poll(frontTitle).toBe('操作日志')
  await tab(page, '编辑器示例').click()
  await expect.poll(() => text().innerText()).toContain('另附座位表。')
  await text().click()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await text().innerText()).trim()).toBe(before.trim())
  await picture(page, 'editorDemo-1280')
  await closeTab(page, '编辑器示例')
})

test('the order of the query makes no second tab, another query does', async () => {
  await goTo(page, '/administration/msg/message?b=2&a=1')
  await expect.poll(frontTitle).toBe('系统消息')
  await goTo(page, '/administration/msg/message?a=1&b=2')
  await goTo(page, '/administration/msg/message?a=2')
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志', '登录日志', '系统消息', '系统消息'])
})

test('an address may carry the id of its menu entry', async () => {
  const menuId = await page.evaluate(() => {
    interface Item {
      menuId: string
      menuName: string
      children: Item[]
    }
    const all = (items: Item[]): Item[] => items.flatMap((one) => [one, ...all(one.children ?? [])])
    return all(JSON.parse(localStorage.getItem('pims2_menus')!) as Item[]).find((one) => one.menuName === '登录日志')!
      .menuId
  })
  await goTo(page, `/systemSetting/loginLog/${menuId}`)
  await expect.poll(frontTitle).toBe('登录日志')
  await expect.poll(() => tabTitles(page)).toHaveLength(5)
})

test('all of them come back after the page is loaded again, the same one in front', async () => {
  const before = await tabTitles(page)
  await page.reload()
  await rows(page).first().waitFor()
  await expect.poll(() => tabTitles(page)).toEqual(before)
  await expect.poll(frontTitle).toBe('登录日志')
})

test('closing one shows the last used, closing the others leaves the bench and itself', async () => {
  await closeTab(page, '登录日志')
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志', '系统消息', '系统消息'])
  await tab(page, '操作日志').click({ button: 'right' })
  await picture(page, 'tab-menu-1280')
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect.poll(() => tabTitles(page)).toEqual(['工作台', '操作日志'])
  await expect.poll(frontTitle).toBe('操作日志')
  expect(await page.getByRole('button', { name: '关闭工作台' }).count()).toBe(0)
  await closeAllTabs(page)
  await expect.poll(() => tabTitles(page)).toEqual(['工作台'])
  await expect.poll(() => page.url()).toMatch(/#\/home$/)
})

test('with more tabs than fit the bench stays in sight, and so does the one in front', async () => {
  for (let n = 1; n <= 14; n++) {
    await goTo(page, `/versionsLog?n=${n}`)
    await expect.poll(() => page.locator('.yy-tab').count()).toBe(n + 1)
  }
  const bar = (await page.locator('.yy-tabs').boundingBox())!
  const bench = (await tab(page, '工作台').boundingBox())!
  expect(bench.x).toBeGreaterThanOrEqual(bar.x)
  // The bar may still be moving.
  await expect
    .poll(async () => {
      const last = (await page.locator('.yy-tab[aria-selected=true]').boundingBox())!
      return last.x + last.width
    })
    .toBeLessThanOrEqual(bar.x + bar.width + 1)
  await picture(page, 'tabs-many-1280')
  await tab(page, '版本记录').first().click()
  await expect
    .poll(async () => (await tab(page, '版本记录').first().boundingBox())!.x)
    .toBeGreaterThanOrEqual(bench.x + bench.width - 1)
  await closeAllTabs(page)
  await expect.poll(() => tabTitles(page)).toEqual(['工作台'])
})

/** Opens a page of its own for each number and waits until it is drawn; then closes them all. Answers how many. */
const openAndClose = (from: number, to: number) =>
  page.evaluate(
    async ([first, last]) => {
      const kinds = ['/systemSetting/logList', '/versionsLog', '/administration/msg/message', '/home/profile']
      const until = (there: () => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => (there() ? resolve() : requestAnimationFrame(look))
          look()
        })
      const tabs = () => document.querySelectorAll('.yy-tab').length
      const drawn = () => {
        const shown = [...document.querySelectorAll<HTMLElement>('.yy-frame')].find((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        )
        return shown !== undefined && shown.innerText.trim() !== '' && shown.querySelector('[aria-busy=true]') === null
      }
      for (let i = first; i < last; i++) {
        window.location.hash = `${kinds[i % kinds.length]}?n=${i}`
        await until(() => tabs() === i - first + 2 && drawn())
      }
      const opened = tabs() - 1
      for (let left = opened; left > 0; left--) {
        document.querySelector<HTMLElement>('.yy-tab-box:last-child button')!.click()
        await until(() => tabs() === left)
      }
      return opened
    },
    [from, to] as const,
  )

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((one) => one.name === 'JSHeapUsedSize')!.value
}

test('two hundred tabs opened and closed leave the heap as it was', async () => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  // Chunks, caches and the first of everything come with the warm-up.
  await openAndClose(0, 25)
  const before = await heapOf(session)
  for (let round = 0; round < 8; round++) {
    expect(await openAndClose(100 + round * 25, 125 + round * 25)).toBe(25)
  }
  const after = await heapOf(session)
  expect(after / before).toBeLessThan(1.2)
  await expect.poll(() => tabTitles(page)).toEqual(['工作台'])
  expect(deskOf(page).scriptErrors).toEqual([])
})
