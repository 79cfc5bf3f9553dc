// The room map as it stands on a screen: its cells, what they say, and the figures above them.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { BedStatusValue } from '#contract/live/bedStatus'
import { front, openMenu } from './shell.ts'

export async function openRoomMap(page: Page): Promise<void> {
  await openMenu(page, '工作台', '房态图')
  await cells(page).first().waitFor()
}

/** All beds, or those of a status that are not dimmed by a filter. */
export const cells = (page: Page, status?: BedStatusValue): Locator =>
  front(page).locator(status === undefined ? '.yy-bed' : `.yy-bed-${status}:not(.yy-bed-dim)`)

export const cell = (page: Page, bedId: string): Locator => front(page).locator(`[data-bed="${bedId}"]`)

/** Waits until the map, untouched, shows a bed so. How soon that is, the bench measures. */
export async function bedTurns(page: Page, bedId: string, status: BedStatusValue, words = ''): Promise<void> {
  await expect
    .poll(
      () =>
        cell(page, bedId).evaluate((one) => ({
          status: Number(/yy-bed-(\d)/.exec(one.className)?.[1]),
          text: one.textContent,
        })),
      { interval: 20 },
    )
    .toEqual({ status, text: expect.stringContaining(words) })
}
