// Outings as the nurses handle them: applying, and a row of the register or of the audits with its acts.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose, dialog, front, rows } from './shell.ts'
import { field } from './signIn.ts'

export const outingRow = (page: Page, name: string): Locator => rows(page).filter({ hasText: name })

export const outingAct = (page: Page, name: string, title: string): Promise<void> =>
  outingRow(page, name).locator('.yy-row-acts').getByRole('button', { name: title, exact: true }).click()

/** A day at home, from the register in front. */
export async function registerOuting(page: Page, name: string): Promise<void> {
  await front(page).getByRole('button', { name: '登记外出' }).click()
  const form = dialog(page, '登记外出')
  await choose(page, field(form, '外出的老人'), name, name)
  // The family is one click away, and the first to call is taken already.
  await expect.poll(() => field(form, '陪同人').inputValue()).not.toBe('')
  await choose(page, field(form, '外出类型'), '', '请假回家')
  await field(form, '事由').fill('回家过生日')
  await form.getByRole('button', { name: '1 天' }).click()
  await form.getByRole('button', { name: /提交登记/ }).click()
  await form.waitFor({ state: 'hidden' })
}
