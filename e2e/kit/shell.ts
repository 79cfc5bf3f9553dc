// The shell as a person handles it: menu, tabs, messages, the page in front.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { formatAddress, parseAddress } from '#web/kit/routes'

/** The page in front; those of other tabs are there but hidden. */
export const front = (page: Page): Locator => page.locator('.yy-frame:visible')

export async function openMenu(page: Page, rail: string, leaf: string): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: rail }).click()
  const entry = leaf.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  await page
    .getByRole('complementary', { name: `${rail}菜单` })
    // Entries count what is open behind them.
    .getByRole('link', { name: new RegExp(`^${entry}\\s*\\d*$`) })
    .first()
    .click()
  await page.locator(`.yy-tab[title="${leaf}"][aria-selected="true"]`).waitFor()
}

/** The entries of the rail, without the counts of what waits behind them. */
export const railNames = async (page: Page): Promise<string[]> =>
  (await page.getByRole('navigation', { name: '主菜单' }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replace(/\s*\d+\+?\s*$/, '').trim(),
  )

/** As typed into the address bar. */
export async function goTo(page: Page, address: string): Promise<void> {
  const { path, query } = parseAddress(address)
  const before = await frontAddress(page)
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, address)
  if (before === formatAddress(path, query)) return
  // Until then the old page stands there, with rows and fields like those of the new one.
  await page.waitForFunction((old) => {
    const frames = [...document.querySelectorAll<HTMLElement>('.yy-frame')]
    const now = frames.find((one) => one.checkVisibility({ visibilityProperty: true }))?.dataset.address
    return now !== undefined && now !== old
  }, before)
}

const frontAddress = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll<HTMLElement>('.yy-frame')]
    return frames.find((one) => one.checkVisibility({ visibilityProperty: true }))?.dataset.address
  })

export const tab = (page: Page, title: string): Locator => page.locator(`.yy-tab[title="${title}"]`)

export const tabTitles = (page: Page): Promise<string[]> => page.locator('.yy-tab > span').allInnerTexts()

export const closeTab = (page: Page, title: string): Promise<void> =>
  page
    .locator('.yy-tab-box')
    .filter({ has: tab(page, title) })
    .getByRole('button', { name: `关闭${title}` })
    .click()

export async function closeAllTabs(page: Page): Promise<void> {
  await page.getByRole('button', { name: '全部标签' }).click()
  // The menu of a single tab has the same entry and may still be fading.
  await page.locator('.yy-tab-menu').getByRole('menuitem', { name: '全部关闭' }).click()
}

/**
 * A short message that goes away by itself, or the card of one that has come; the newest, because an older one of the same
 * words may still be leaving.
 */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.ant-message-notice, .yy-message-card').filter({ hasText: text }).last()

export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /账户菜单/ }).click()
  const menu = page.locator('.yy-account-menu')
  await menu.waitFor()
  return menu
}

export async function signOut(page: Page): Promise<void> {
  const menu = await openAccountMenu(page)
  await menu.getByText('退出登录').click()
  await page.waitForURL(/\/login\.html/)
}

/** The rows of the list in front. */
export const rows = (page: Page): Locator => front(page).locator('tr.yy-tr, tr.ant-table-row')

/**
 * Asks a list for something and waits until only rows that say it stand there: until the answer has come, the old rows
 * would move away under a click.
 */
export async function searchRows(page: Page, search: Locator, typed: string, shown = typed): Promise<void> {
  await search.fill(typed)
  await search.press('Enter')
  await onlyRows(page, shown)
}

/** Waits until there are rows and all of them say it. */
export const onlyRows = (page: Page, shown: string): Promise<void> =>
  expect
    .poll(async () => {
      const texts = await rows(page).allInnerTexts()
      return texts.length > 0 && texts.filter((text) => !text.includes(shown)).length
    })
    .toBe(0)

/** When the page was loaded: it stays the same as long as nobody loads it again. */
export const loadedAt = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin)

/** Chooses in a select that searches: types, then takes the entry of that name. */
export async function choose(page: Page, select: Locator, typed: string, name: string | RegExp): Promise<void> {
  await select.click()
  if (typed !== '') await select.fill(typed)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
}

/** The same in a tree: departments, areas. */
export async function chooseInTree(page: Page, select: Locator, typed: string, name: string): Promise<void> {
  await select.click()
  await select.fill(typed)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-tree-title')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .first()
    .click()
}

/**
 * Presses once more when a press had no effect, as a person does: one that falls into an animation of the layer above
 * may go to that layer. The effect is still demanded.
 */
export async function insist(press: () => Promise<void>, effect: () => Promise<void>): Promise<void> {
  await press()
  try {
    await effect()
  } catch {
    await press()
    await effect()
  }
}

/** A drawer or a question in front, by what stands in it. */
export const dialog = (page: Page, text: string | RegExp): Locator => page.getByRole('dialog').filter({ hasText: text })

export interface Forced {
  status: number
  desc: string
  data: unknown
}

/** A call as a script in the page would make it. */
export const force = (page: Page, method: string, path: string, body?: object): Promise<Forced> =>
  page.evaluate(
    async ([how, where, what]) => {
      const { token } = JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }
      const answer = await fetch(where, {
        method: how,
        headers: { Authorization: token, ...(what && { 'content-type': 'application/json' }) },
        ...(what && { body: JSON.stringify(what) }),
      })
      return (await answer.json()) as Forced
    },
    [method, path, body] as const,
  )
