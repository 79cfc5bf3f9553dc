// A month of care: the head nurse finds an elder's matrix, looks behind a cell, prints it and takes it along as a workbook;
// then she looks at how carefully it was recorded.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { readSheet } from '#server/kit/test/sheet'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, front, openMenu, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

interface Elder {
  id: string
  name: string
  month: string
  planned: number
  done: number
}
interface Day {
  project: string
  projectId: string
  day: number
  date: string
  done: number
}

let nurse: Page
let folder: string
let elder: Elder
let day: Day

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-care-'))
  const [one] = await query<Elder>(
    `select o.oldman_id as id, o.oldman_name as name, to_char(now(), 'YYYY-MM') as month,
       count(*) filter (where t.state not in ('OUT', 'HOSPITAL'))::int as planned, count(*) filter (where t.state = 'DONE')::int as done
     from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
     where t.org_id = $1 and t.plan_time >= date_trunc('month', now()) and t.plan_time < date_trunc('month', now()) + interval '1 month'
       and (select count(*) from oldman x where x.org_id = o.org_id and x.oldman_name = o.oldman_name) = 1
     group by 1, 2 order by count(*) filter (where t.state = 'DONE') desc, 1 limit 1`,
    [DEMO_ORG],
  )
  elder = one!
  const [cell] = await query<Day>(
    `select p.project_name as project, p.project_id as "projectId", extract(day from t.plan_time)::int as day,
       to_char(t.plan_time, 'YYYY-MM-DD') as date, count(*)::int as done
     from care_task t join care_project p on p.org_id = t.org_id and p.project_id = t.project_id
     where t.org_id = $1 and t.oldman_id = $2 and t.plan_time >= date_trunc('month', now())
     group by 1, 2, 3, 4 having count(*) > 1 and bool_and(t.state = 'DONE') order by 4 desc, 1 limit 1`,
    [DEMO_ORG, elder.id],
  )
  day = cell!
  nurse = await newDesk({ width: 1920, height: 1080 })
  await withoutPrinter(nurse)
  await signIn(nurse, 'hejing')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const matrix = () => front(nurse).getByRole('table', { name: new RegExp(`${elder.name} .*护理记录`) })
const words = () => `${elder.name} ${elder.month.slice(0, 4)} 年 ${Number(elder.month.slice(5))} 月护理记录`

test('the ward comes first; without an elder the page says what to do', async () => {
  await openMenu(nurse, '护理', '护理记录')
  await front(nurse)
    .getByRole('table', { name: /^全院 / })
    .waitFor()
  await front(nurse).getByText('按老人', { exact: true }).click()
  await front(nurse).getByText('先选一位老人').waitFor()
})

test('the matrix of an elder agrees with the tasks of the month', async () => {
  await choose(nurse, front(nurse).getByRole('combobox', { name: '老人' }), elder.name, elder.name)
  await matrix().waitFor()
  const sums = matrix().locator('tfoot td.yy-matrix-sum')
  expect(await sums.innerText()).toBe(`${elder.done} / ${elder.planned}`)
  expect(await matrix().locator('thead th.is-today').count()).toBe(1)
  await picture(nurse, 'care-matrix')
})

test('behind a cell stand its executions', async () => {
  await matrix()
    .getByRole('button', {
      name: `${day.project} ${day.day} 日：应做 ${day.done} 次，已做 ${day.done} 次`,
      exact: false,
    })
    .first()
    .click()
  const drawer = nurse.getByRole('dialog').filter({ hasText: day.date })
  await expect.poll(() => drawer.locator('tbody tr').count()).toBe(day.done)
  await picture(nurse, 'care-matrix-cell')
  await nurse.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
})

test('it is printed across', async () => {
  const sheet = await printing(nurse, () => front(nurse).getByRole('button', { name: '打印' }).click())
  const text = await sheet.innerText()
  expect(text).toContain(words())
  expect(text).toContain(`应做 ${elder.planned} 次，已做 ${elder.done} 次`)
  expect(await sheet.locator('body').getAttribute('class')).toBe('paper-A4-landscape')
})

test('and taken along as a workbook', async () => {
  const waiting = nurse.waitForEvent('download')
  await front(nurse).getByRole('button', { name: '导出' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toContain(elder.name)
  const path = join(folder, 'matrix.xlsx')
  await download.saveAs(path)
  const cells = await readSheet(path)
  const head = cells.find((row) => row.includes('护理项目'))!
  const column = (title: string) => head.indexOf(title)
  const row = cells.find((one) => one[column('护理项目')] === day.project)!
  expect(String(row[column(`${day.day}日`)])).toContain(`✓${day.done}/${day.done}`)
  const last = cells.at(-1)!
  expect([last[column('护理项目')], last[column('应做')], last[column('已做')]]).toEqual([
    '合计',
    elder.planned,
    elder.done,
  ])
})

test('a figure of the quality page opens its rows', async () => {
  await openMenu(nurse, '护理', '护理质量')
  const figure = front(nurse).locator('button.yy-figure').filter({ hasText: '漏做' })
  await figure.click()
  const tab = front(nurse).getByRole('tab', { name: /漏做/ })
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  const count = (await figure.locator('.yy-figure-value').innerText()).replace(/\D/g, '')
  await expect.poll(async () => (await tab.innerText()).replace(/\D/g, '')).toBe(count)
  await expect.poll(() => rows(nurse).first().innerText()).toContain('过时限')
  await picture(nurse, 'care-quality')
})
