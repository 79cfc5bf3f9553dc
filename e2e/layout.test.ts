// What must be in sight on the narrowest screen of a desk (1280), and what every drawer does alike.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ResidentNote } from '#contract/live/resident'
import { newDesk, picture, query } from './kit/browser.ts'
import { dialog, front, goTo, rows, searchRows, tab, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

let clerk: Page
let admin: Page
let resident: { oldmanId: string; name: string }
beforeAll(async () => {
  await wholeDesk()
  const [found] = await query<typeof resident>(
    `select oldman_id as "oldmanId", oldman_name as name from oldman m
      join account a on a.org_id = m.org_id and a.user_name = 'liumin'
      where status = 1 and jsonb_array_length(attention) > 0
        and not exists (select from oldman n where n.oldman_name = m.oldman_name and n.oldman_id <> m.oldman_id)
        and not exists (select from contract_document d where d.oldman_id = m.oldman_id and d.state = 0)
      order by oldman_id limit 1`,
  )
  resident = found!
  clerk = await newDesk()
  await signIn(clerk, 'liumin')
  admin = await newDesk()
  await signIn(admin, 'zhengkai')
})

const box = async (one: Locator) => (await one.boundingBox())!
const ends = async (one: Locator) => {
  const { x, width } = await box(one)
  return Math.round(x + width)
}
/** Where the columns that scroll end: before those that are fixed at the right. */
async function edge(page: Page): Promise<number> {
  const fixed = front(page).locator('th.is-end').first()
  if ((await fixed.count()) > 0) return Math.round((await box(fixed)).x)
  return ends(front(page).locator('.yy-table-box').first())
}
const head = (page: Page, title: string) => front(page).locator('th').filter({ hasText: title }).first()

test('the settings of the columns end above the edge of the screen, and nothing scrolls the shell', async () => {
  await goTo(clerk, '/live/archives/base')
  await rows(clerk).first().waitFor()
  await front(clerk).getByRole('button', { name: '列设置' }).click()
  const panel = clerk.locator('.ant-popover:visible').filter({ hasText: '恢复默认' })
  await panel.getByRole('checkbox').last().focus()
  await picture(clerk, 'columns-1280')
  const { y, height } = await box(panel)
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThanOrEqual(800)
  expect(await clerk.evaluate(() => [document.documentElement.scrollTop, document.body.scrollTop])).toEqual([0, 0])
  expect(await clerk.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
  await clerk.keyboard.press('Escape')
})

test.each([
  ['操作日志', '/systemSetting/logList', '操作记录'],
  ['收费汇总', '/expense/report/collectFees', '差额'],
  ['床位费报表', '/expense/report/rent', '实收（元）'],
])('%s shows its main column without scrolling', async (title, path, column) => {
  const page = path.startsWith('/systemSetting') ? admin : clerk
  await goTo(page, path)
  await tab(page, title).waitFor()
  await rows(page).first().waitFor()
  await picture(page, `main-column-${title}-1280`)
  expect(await ends(head(page, column))).toBeLessThanOrEqual(await edge(page))
})

test('the sections of an archive are all named, and its record says every move once', async () => {
  await goTo(clerk, `/live/archives/detail/${resident.oldmanId}`)
  const names = front(clerk).locator('.yy-arc-main .ant-tabs-nav-list .yy-arc-tab')
  await names.last().waitFor()
  await picture(clerk, 'archive-1280')
  const nav = await ends(front(clerk).locator('.yy-arc-main .ant-tabs-nav').first())
  expect(await ends(names.last())).toBeLessThanOrEqual(nav)
  const title = front(clerk).getByRole('heading', { name: '变更记录' })
  // One line, whatever number stands beside it.
  await title.evaluate((one) => {
    one.nextElementSibling!.textContent = '1,234 条'
  })
  expect((await box(title)).height).toBeLessThan(30)
})

/** A link of the row where nothing is owed, else in its menu. */
async function openPrestore(): Promise<Locator> {
  const link = rows(clerk).first().getByText('预存', { exact: true })
  if (await link.isVisible()) await link.click()
  else {
    await rows(clerk).first().getByRole('button', { name: '更多' }).click()
    await clerk.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '预存', exact: true }).click()
  }
  return dialog(clerk, /预存/)
}

test('care notes are no matter of the cash desk', async () => {
  const [one] = await query<{ attention: number[] }>('select notes as attention from oldman where oldman_id = $1', [
    resident.oldmanId,
  ])
  const notes = one!.attention.map((note) => ResidentNote.label(note as 1))
  await goTo(clerk, '/expense/account')
  await searchRows(clerk, front(clerk).getByRole('search').getByRole('textbox').first(), resident.name)
  const text = await rows(clerk).first().innerText()
  for (const note of notes) expect(text).not.toContain(note)
  const drawer = await openPrestore()
  await drawer.getByText(resident.name).first().waitFor()
  for (const note of notes) expect(await drawer.innerText()).not.toContain(note)
  await clerk.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
})

test('a drawer begins in its first field, Esc asks before it drops what was typed, Ctrl+Enter works from anywhere', async () => {
  const drawer = await openPrestore()
  const amount = drawer.getByRole('textbox', { name: '现金金额' })
  await expect.poll(() => amount.evaluate((one) => one === document.activeElement)).toBe(true)
  await clerk.keyboard.type('12.345')
  await clerk.keyboard.press('Escape')
  await drawer.getByRole('alertdialog', { name: '还有没提交的内容' }).waitFor()
  await picture(clerk, 'drawer-asks-1280')
  await drawer.getByRole('button', { name: '继续填写' }).click()
  expect(await amount.inputValue()).toContain('12.34')
  // No field has the focus.
  await clerk.evaluate(() => (document.activeElement as HTMLElement).blur())
  await clerk.keyboard.press('Control+Enter')
  await drawer.getByText('应为金额，最多两位小数').waitFor()
  await clerk.keyboard.press('Escape')
  if (!(await drawer.getByRole('alertdialog').isVisible())) await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.getByRole('button', { name: '不要了' }).click()
  await drawer.waitFor({ state: 'hidden' })
})

test('a saved contract draft is left without a question', async () => {
  const [template] = await query<{ id: string }>(
    `select t.template_id as id from document_template t join account a on a.org_id = t.org_id and a.user_name = 'liumin'
      where t.template_name = '养老服务合同'`,
  )
  const before = await clerk.locator('.yy-tab').count()
  await goTo(clerk, `/live/contract/oldman?oldmanId=${resident.oldmanId}&templateId=${template!.id}`)
  await front(clerk).getByRole('button', { name: '填写合同' }).click()
  const title = front(clerk).locator('#yy-cd-title')
  await title.waitFor()
  await title.fill('养老服务合同（再拟）')
  await front(clerk).getByRole('button', { name: '保存草稿' }).click()
  await toast(clerk, /已保存为草稿/).waitFor()
  await front(clerk).getByText('已保存', { exact: true }).waitFor()
  await picture(clerk, 'contract-saved-1280')
  expect(await clerk.getByRole('dialog').filter({ hasText: '有未保存的修改' }).count()).toBe(0)
  // The tab it was begun in has gone with its work.
  await expect.poll(() => clerk.locator('.yy-tab').count()).toBe(before + 1)
})

test('the news of a release do not come over the alarm wall', async () => {
  // As for somebody who has not read them yet.
  await query(
    `delete from version_read l using account a where a.org_id = l.org_id and a.user_id = l.user_id and a.user_name = 'hejing'`,
  )
  const nurse = await newDesk()
  await signIn(nurse, 'hejing', { readNews: false })
  await nurse.goto('about:blank')
  const asked = nurse.waitForResponse((one) => one.url().endsWith('/versionRecord/isShow'))
  await nurse.goto('/index.html#/yunmuIot/wall')
  const answer = (await (await asked).json()) as { data: { isLook: number } | null }
  expect(answer.data?.isLook).toBe(0)
  await nurse.locator('.yy-wall').waitFor()
  await picture(nurse, 'wall-1280')
  expect(await nurse.getByRole('dialog', { name: /版本更新/ }).count()).toBe(0)
})
