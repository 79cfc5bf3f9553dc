// A head nurse paints a month by keyboard: a night followed by a day stands in red and is not published, a gap is filled by
// one of those offered, what is published reaches another desk by itself.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { front, goTo, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const day = (ahead: number) => new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)
/** In a month of its own, all of it ahead, which nothing of the demonstration has written yet. */
const month = day(62).slice(0, 7)
const [first, second, third] = ['10', '11', '12'].map((one) => `${month}-${one}`) as [string, string, string]

let head: Page
let other: Page
let carer: { id: string; name: string }

const cell = (page: Page, on: string): Locator => front(page).locator(`[data-emp="${carer.id}"][data-day="${on}"]`)
const says = (page: Page, on: string) => cell(page, on).getAttribute('aria-label')
const publish = (page: Page) => front(page).getByRole('button', { name: /^发布改动/ })
const gaps = (page: Page) => front(page).getByRole('region', { name: '缺口与冲突' })

beforeAll(async () => {
  head = await newDesk({ width: 1920, height: 1080 })
  other = await newDesk()
  const [one] = await query<{ id: string; name: string; group: string }>(
    `select e.emp_id as id, e.emp_name as name, m.attendance_group_pk_id as group from attendance_member m
     join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id and g.mode = 'ROSTER'
     join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
     where m.to_day is null and m.attendance_group_pk_id = (select x.attendance_group_pk_id from attendance_member x join account y
       on y.org_id = x.org_id and y.user_id = x.emp_id and y.user_name = 'lixiaomei' where x.to_day is null)
     order by m.sort desc limit 1`,
  )
  carer = one!
  await signIn(head, 'hejing')
  await signIn(other, 'zhengkai')
  for (const page of [head, other]) {
    await goTo(page, `/administration/attendance/roster?month=${month}&attendanceGroupPkId=${one!.group}`)
    await cell(page, first).waitFor()
  }
})

test('a night followed by a day stands in red and is not published', async () => {
  await cell(head, first).click()
  await head.keyboard.press('2')
  await head.keyboard.press('ArrowRight')
  await head.keyboard.press('1')
  await expect.poll(() => says(head, first)).toContain('夜班，未发布')
  await expect.poll(() => says(head, second)).toMatch(/白班，未发布，.*接着上白班/)
  await cell(head, second).locator('.yy-ros-chip.is-bad').waitFor()
  await gaps(head).getByText(`${carer.name} 冲突`).first().waitFor()
  await picture(head, 'roster-conflict-1920')
  await publish(head).click()
  await toast(head, /不能发布/).waitFor()
})

test('taken back by keyboard', async () => {
  await cell(head, second).click()
  await head.keyboard.press('0')
  await expect.poll(() => says(head, second)).toContain('休息')
  await cell(head, first).click()
  await head.keyboard.press('Control+z')
  await expect.poll(() => says(head, second)).toContain('白班')
  await head.keyboard.press('Control+z')
  await head.keyboard.press('Control+z')
  await expect.poll(() => says(head, first)).not.toContain('夜班')
  await front(head).getByRole('button', { name: '没有改动要发布' }).waitFor()
})

test('a gap is filled by one of those offered, published, and seen at another desk', async () => {
  const gap = gaps(head)
    .getByRole('listitem')
    .filter({ hasText: third.slice(5) })
    .filter({ hasText: '白班缺' })
  await gap.getByRole('button').first().click()
  await toast(head, '已放进草稿').waitFor()
  await cell(head, first).click()
  await head.keyboard.press('1')
  await expect.poll(() => says(head, first)).toContain('白班，未发布')
  await expect.poll(() => publish(head).innerText()).toContain('发布改动 2 处')
  await picture(head, 'roster-drafts-1920')
  await publish(head).click()
  await toast(head, /已发布 2 处/).waitFor()
  await front(head).getByRole('button', { name: '没有改动要发布' }).waitFor()
  // Nobody pressed anything at the other desk.
  await expect.poll(() => says(other, first)).toMatch(/白班$/)
  await picture(other, 'roster-other-1280')
})

test('leave and corrections open with what waits', async () => {
  await goTo(head, '/administration/attendance/ask')
  await rows(head).first().waitFor()
})
