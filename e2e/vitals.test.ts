// A fever is entered at one desk and followed at another: told at once, answered with a note, ended by a normal recheck.
// Then a ward filled in by keyboard, and the sheet for a hospital.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, front, goTo, openMenu, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

let worker: Page
let nurse: Page
let elder: { id: string; name: string }
const PAGE = '/nursing/bloodSign'

const view = (page: Page, name: RegExp | string) =>
  front(page).locator('.ant-segmented-item').filter({ hasText: name }).first().click()
const waiting = (page: Page) => front(page).locator('.yy-vital-alert').filter({ hasText: elder.name })

beforeAll(async () => {
  const found = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
      where o.status = 1 and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
        and not exists (select 1 from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id)
        and not exists (select 1 from vital_limit l where l.org_id = o.org_id and l.oldman_id = o.oldman_id)
      order by o.oldman_id limit 1`,
  )
  elder = found[0]!
  worker = await newDesk()
  await withoutPrinter(worker)
  await signIn(worker, 'hejing')
  nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
})

test('what cannot be is refused at its field, a fever is marked while it is typed', async () => {
  await goTo(nurse, `${PAGE}?view=alerts`)
  await front(nurse).getByRole('heading', { name: '待处理的异常体征', exact: true }).waitFor()
  await openMenu(worker, '护理', '体征管理')
  await rows(worker).first().waitFor()
  await front(worker).getByRole('button', { name: '录入体征' }).click()
  const form = dialog(worker, '录入体征')
  await choose(worker, field(form, '老人'), elder.name, elder.name)
  await field(form, '体温').fill('46')
  await form.getByRole('button', { name: /保存体征/ }).click()
  await form.getByText('体温应在 30 至 45 ℃ 之间，请核对').waitFor()
  await field(form, '体温').fill('38.6')
  await form.getByText('危急：体温 38.6 ℃，达到 38').waitFor()
  await form.getByText(/^上次 3\d\.\d（/).waitFor()
  await picture(worker, 'vitals-fever-1280')
  await form.getByRole('button', { name: /保存体征/ }).click()
  await form.waitFor({ state: 'hidden' })
  await toast(worker, '已通知责任护士').waitFor()
})

test('the nurse sees it on her own screen and answers with a note', async () => {
  await waiting(nurse).getByText('体温 38.6 ℃，达到 38').waitFor()
  await waiting(nurse).getByText('待处理').waitFor()
  await picture(nurse, 'vitals-alert-1280')
  await waiting(nurse).getByRole('button', { name: '填写处理说明' }).click()
  const form = dialog(nurse, '处理异常体征')
  await form.getByRole('button', { name: /提交处理/ }).click()
  await form.getByText('请填写处理说明').waitFor()
  await field(form, '处理说明').fill('物理降温，已通知宋医生')
  await form.getByRole('button', { name: /提交处理/ }).click()
  await form.waitFor({ state: 'hidden' })
  await waiting(nurse).getByText('待复测').waitFor()
  await waiting(nurse).getByText('物理降温，已通知宋医生').waitFor()
})

test('a normal recheck ends it, for everybody', async () => {
  await view(worker, '待处理')
  await waiting(worker).getByRole('button', { name: '录入复测' }).click()
  const form = dialog(worker, `复测：${elder.name}`)
  await field(form, '体温').fill('36.8')
  await form.getByRole('button', { name: /保存体征/ }).click()
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => waiting(nurse).count()).toBe(0)
  await front(nurse).locator('.yy-vital-ended tr').filter({ hasText: elder.name }).getByText('复测正常').waitFor()
})

test('a ward is filled in by keyboard: each row is saved as it is left, faults stay in their cell', async () => {
  await view(nurse, '病区录入')
  const table = front(nurse).getByRole('table', { name: '病区体征录入' })
  const cell = (row: number, column: number) => table.locator(`[data-cell="${row}:${column}"]`)
  await cell(0, 0).click()
  for (const text of ['365', '72', '16', '128/76']) {
    await nurse.keyboard.type(text)
    await nurse.keyboard.press('Enter')
  }
  await nurse.keyboard.press('ArrowDown')
  await table.locator('tbody tr').nth(0).getByText('已保存 ✓').waitFor()
  await cell(1, 3).click()
  await nurse.keyboard.type('128')
  await nurse.keyboard.press('ArrowDown')
  await table.locator('tbody tr').nth(1).getByText('请填成 128/76').waitFor()
  // Nothing is lost by leaving the page.
  await view(nurse, '待处理')
  await view(nurse, '病区录入')
  expect(await cell(1, 3).inputValue()).toBe('128')
  await cell(1, 3).fill('128/76')
  await front(nurse).getByRole('button', { name: '全部保存' }).click()
  await table.locator('tbody tr').nth(1).getByText('已保存 ✓').waitFor()
  await picture(nurse, 'vitals-ward-1280')
  const [stored] = await query<{ n: number }>(
    `select count(*)::int as n from vital_sign where source = 'table' and systolic = 128 and diastolic = 76
       and created_at > now() - interval '10 minutes'`,
  )
  expect(stored!.n).toBe(2)
})

test('one elder: curves, and the sheet for a hospital', async () => {
  await goTo(worker, `${PAGE}?view=elder&oldmanId=${elder.id}`)
  await front(worker)
    .getByRole('img', { name: `${elder.name}的体温曲线` })
    .first()
    .waitFor()
  await picture(worker, 'vitals-elder-1280')
  const paper = await printing(worker, () => front(worker).getByRole('button', { name: '打印就诊单' }).click())
  expect(await paper.innerText()).toContain('体征记录（就诊用）')
  expect(await paper.innerText()).toContain('38.6**')
})
