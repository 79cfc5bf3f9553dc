// Paper without a printer: the browser's dialog is replaced by a count, and the sheet stays to be read.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Before the page is opened for the first time. */
export const withoutPrinter = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { printed?: number }
      top.printed = (top.printed ?? 0) + 1
    }
  })

const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed?: number }).printed ?? 0)

/** Does what prints and waits for the paper; answers the sheet that went out. */
export async function printing(page: Page, act: () => Promise<void>): Promise<Locator> {
  const before = await printed(page)
  await act()
  await expect.poll(() => printed(page)).toBe(before + 1)
  return page.frameLocator('.yy-print-frame').locator('html')
}
