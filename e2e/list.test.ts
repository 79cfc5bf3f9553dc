// A list page, with the operation log as the example: filter, sort, columns, export, print, and what stands there when
// nothing or an error comes.

import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { front, insist, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const LIST = /\/web-rbac\/systemLogs\?/

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await withoutPrinter(page)
  await signIn(page, 'zhengkai')
  await openMenu(page, '设置', '操作日志')
  await rows(page).first().waitFor()
})

const search = () => front(page).getByRole('search')
const button = (name: string) => front(page).getByRole('button', { name, exact: true })
const heads = async () =>
  (await front(page).locator('thead th').allInnerTexts()).map((one) => one.trim()).filter((one) => one !== '')
/** The cells of one column, top to bottom. */
async function column(title: string): Promise<string[]> {
  const at = (await front(page).locator('thead th').allInnerTexts()).map((one) => one.trim()).indexOf(title)
  return rows(page)
    .locator(`td:nth-child(${at + 1})`)
    .allInnerTexts()
}
const total = async () =>
  Number(/共 ([\d,]+) 条/.exec(await front(page).getByText(/^共 /).innerText())![1]!.replace(/,/g, ''))

test('ten rows on a small screen, twenty on a large one, and pages of them', async () => {
  await expect.poll(() => rows(page).count()).toBe(10)
  const first = await column('操作记录')
  await front(page).getByTitle('2', { exact: true }).click()
  await front(page)
    .getByText(/第 11–/)
    .waitFor()
  await expect.poll(() => column('操作记录')).not.toEqual(first)
  await front(page).getByTitle('1', { exact: true }).click()
  await front(page).getByText(/第 1–/).waitFor()

  const large = await newDesk({ width: 1920, height: 1080 })
  await signIn(large, 'wangjianguo')
  await openMenu(large, '设置', '操作日志')
  await rows(large).first().waitFor()
  await expect.poll(() => rows(large).count()).toBe(20)
  await picture(large, 'logList-1920')
  await large.context().close()
})

test('the filter finds what it says, Enter searches, and reset shows everything again', async () => {
  const all = await total()
  await search().getByRole('textbox', { name: '姓名' }).fill('郑凯')
  await page.keyboard.press('Enter')
  await expect.poll(async () => new Set(await column('姓名'))).toEqual(new Set(['郑凯']))
  const found = await total()
  expect(found).toBeLessThan(all)
  await search().getByRole('button', { name: /展开/ }).click()
  await picture(page, 'logList-unfolded-1280')
  await search().getByRole('textbox', { name: '操作类型' }).fill('登录')
  await search().getByRole('button', { name: '查询', exact: true }).click()
  await expect.poll(total).toBeLessThan(found)
  for (const method of await column('操作类型')) expect(method).toContain('登录')
  await search().getByRole('button', { name: '重置' }).click()
  await expect.poll(total).toBeGreaterThanOrEqual(all)
  await search().getByRole('button', { name: /收起/ }).click()
})

test('a filter that is needed every day is kept under a name, and is there again with one click', async () => {
  const kept = () =>
    query<{ value: { list: { name: string; filter: object }[]; start: string | null } }>(
      `select p.value from user_preference p join account a using (org_id, user_id)
        where a.user_name = 'zhengkai' and p.name = 'filters:/systemSetting/logList'`,
    )
  const all = await total()
  await search().getByRole('textbox', { name: '姓名' }).fill('郑凯')
  await page.keyboard.press('Enter')
  await expect.poll(async () => new Set(await column('姓名'))).toEqual(new Set(['郑凯']))
  await button('常用查询').click()
  await page.getByRole('textbox', { name: '常用查询的名称' }).fill('郑凯做的')
  await page.keyboard.press('Enter')
  await toast(page, '已保存为常用查询').waitFor()
  await page.getByRole('button', { name: '打开页面时先用“郑凯做的”' }).click()
  await picture(page, 'savedFilter-1280')
  await expect.poll(async () => (await kept())[0]?.value.start).toBe('郑凯做的')
  await page.keyboard.press('Escape')
  await search().getByRole('button', { name: '重置' }).click()
  await expect.poll(total).toBeGreaterThanOrEqual(all)
  await button('常用查询').click()
  await page.getByRole('button', { name: /^郑凯做的/ }).click()
  await expect.poll(async () => new Set(await column('姓名'))).toEqual(new Set(['郑凯']))
  await button('常用查询').click()
  await page.getByRole('button', { name: '删除“郑凯做的”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect.poll(kept).toEqual([])
  await page.keyboard.press('Escape')
  await search().getByRole('button', { name: '重置' }).click()
  await expect.poll(total).toBeGreaterThanOrEqual(all)
})

test('a head that sorts turns the rows round', async () => {
  const newest = (await column('操作时间'))[0]!
  const head = front(page).getByRole('columnheader', { name: '操作时间' })
  await head.click()
  await expect.poll(async () => (await column('操作时间'))[0]! < newest).toBe(true)
  const oldest = await column('操作时间')
  expect(oldest).toEqual([...oldest].sort())
  await head.click()
  await expect.poll(async () => (await column('操作时间'))[0]! >= newest).toBe(true)
  const back = await column('操作时间')
  expect(back).toEqual([...back].sort().reverse())
})

test('columns that are hidden and moved stay so after a reload', async () => {
  await expect.poll(heads).toContain('IP 地址')
  await button('列设置').click()
  const settings = page.locator('.yy-columns')
  await settings.getByRole('checkbox', { name: 'IP 地址' }).uncheck()
  await settings.getByRole('button', { name: '上移 账号' }).click()
  await picture(page, 'columnSettings-1280')
  await expect.poll(heads).not.toContain('IP 地址')
  const before = async (one: string, other: string) => (await heads()).indexOf(one) < (await heads()).indexOf(other)
  await expect.poll(() => before('账号', '操作记录')).toBe(true)
  const wanted = await heads()
  await expect
    .poll(() =>
      query(
        `select p.value->'hidden' as hidden from user_preference p join account a using (org_id, user_id)
          where a.user_name = 'zhengkai' and p.name = 'list:/systemSetting/logList'`,
      ),
    )
    .toEqual([{ hidden: ['ipAddress'] }])
  await page.reload()
  await rows(page).first().waitFor()
  await expect.poll(heads).toEqual(wanted)
  await button('列设置').click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(heads).toContain('IP 地址')
  await page.keyboard.press('Escape')
})

test('the density is the user’s', async () => {
  const height = async () => (await rows(page).first().boundingBox())!.height
  await expect.poll(height).toBe(40)
  await button('密度').click()
  await page.getByRole('menuitem', { name: '紧凑' }).click()
  await expect.poll(height).toBe(34)
  await button('密度').click()
  await page.getByRole('menuitem', { name: '默认' }).click()
  await expect.poll(height).toBe(40)
})

test('a row opens beside the list, with the keyboard too, and Esc leads back to it', async () => {
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').filter({ hasText: '防篡改' })
  await drawer.getByText('校验值').waitFor()
  await picture(page, 'logDetail-1280')
  await insist(
    () => page.keyboard.press('Escape'),
    () => drawer.waitFor({ state: 'hidden', timeout: 5_000 }),
  )
})

test('the chain of the log is whole', async () => {
  await button('校验').click()
  await page.getByText('日志完整，没有被改动').waitFor()
  await picture(page, 'logVerify-1280')
  await page.keyboard.press('Escape')
})

test('the export is a workbook of the filtered list, all of its pages', async () => {
  await search().getByRole('textbox', { name: '账号' }).fill('zhengkai')
  await page.keyboard.press('Enter')
  await expect.poll(async () => new Set(await column('账号'))).toEqual(new Set(['zhengkai']))
  const count = await total()
  const down = page.waitForEvent('download')
  await button('导出').click()
  const file = await down
  expect(file.suggestedFilename()).toMatch(/^操作日志.*\.xlsx$/)
  await toast(page, '导出“操作日志”：完成').waitFor()
  await picture(page, 'exported-1280')
  const sheet = await readSheet(await file.path())
  const head = sheet.findIndex((row) => row.includes('操作记录'))
  expect(head).toBeGreaterThanOrEqual(0)
  const names = sheet[head]!.map(String)
  expect(names).toEqual(expect.arrayContaining(['姓名', '操作时间', '账号', '操作记录']))
  const lines = sheet.slice(head + 1)
  // The export itself may have been written to the log before it was read.
  expect(lines.length).toBeGreaterThanOrEqual(count)
  expect(new Set(lines.map((line) => line[names.indexOf('账号')]))).toEqual(new Set(['zhengkai']))
})

test('printing lays the whole list out on paper, with its filter, and nothing of the shell', async () => {
  const sheet = (await printing(page, () => button('打印').click())).locator('body')
  const text = await sheet.innerText()
  expect(text).toContain('松鹤康养中心')
  expect(text).toContain('操作日志')
  expect(text).toContain('zhengkai')
  expect(text).toContain('打印人')
  expect(await sheet.locator('tbody tr').count()).toBeGreaterThan(0)
  expect(await sheet.locator('#yy-watermark').count()).toBe(0)
})

test('nothing found says why, and one click shows everything again', async () => {
  await search().getByRole('textbox', { name: '账号' }).fill('nobody-has-this')
  await page.keyboard.press('Enter')
  await front(page).getByText('没有符合条件的操作日志').waitFor()
  await front(page)
    .getByText(/筛选条件：账号.*nobody-has-this/)
    .waitFor()
  await picture(page, 'list-empty-1280')
  await button('清除条件').click()
  await expect.poll(() => rows(page).count()).toBe(10)
})

test('rows that are there stay when fresh ones do not come', async () => {
  const id = 'E-20261112-154207-8F3A'
  await page.route(LIST, (route) => route.fulfill({ json: { status: 500, desc: '服务器没有答复', data: { id } } }))
  await button('刷新').click()
  await front(page).getByText('没有刷新成功：服务器没有答复').waitFor()
  expect(await rows(page).count()).toBe(10)
  await picture(page, 'list-stale-1280')
  await page.unroute(LIST)
  await front(page).getByRole('button', { name: '再试一次' }).click()
  await front(page).getByText('没有刷新成功').waitFor({ state: 'detached' })
})

test('without any rows the error stands in their place, with its number and a way on', async () => {
  const id = 'E-20261112-154207-8F3A'
  await page.route(LIST, (route) => route.fulfill({ json: { status: 500, desc: '服务器没有答复', data: { id } } }))
  await page.reload()
  await front(page).getByRole('heading', { name: '操作日志没有取到' }).waitFor()
  await front(page).getByText('服务器没有答复。您的数据没有变化。').waitFor()
  await picture(page, 'list-error-1280')
  await button('复制编号').click()
  await button('已复制').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await page.unroute(LIST)
  await button('再试一次').click()
  await rows(page).first().waitFor()
})
