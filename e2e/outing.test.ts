// Who may apply for an outing and who decides about it, each at their own desk, and the slip on paper. How one goes on
// from there until the return is part of wholeStay.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ZONE_MS } from '#contract/kit/clock'
import { newDesk, picture, query } from './kit/browser.ts'
import { outingAct, outingRow, registerOuting } from './kit/outing.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, force, front, goTo, insist, openMenu, rows, searchRows, tab } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

let nurse: Page
let head: Page
let resident: { id: string; name: string }
let other: { id: string; name: string }
let outId: string

const CALLS = '/pims/web-org/oldmanOut'

beforeAll(async () => {
  // Names that nobody else bears, of residents who have never been out.
  const found = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
       join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null
      where o.status = 1 and s.start_date < current_date - 30
        and not exists (select 1 from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id limit 2`,
  )
  resident = found[0]!
  other = found[1]!
  nurse = await newDesk()
  await withoutPrinter(nurse)
  await signIn(nurse, 'lixiaomei')
  head = await newDesk()
  await signIn(head, 'hejing')
})

test('the nurse applies; what is missing is said at its field', async () => {
  await openMenu(nurse, '居住', '外出登记')
  await rows(nurse).first().waitFor()
  await front(nurse).getByRole('button', { name: '登记外出' }).click()
  const form = dialog(nurse, '登记外出')
  await form.getByRole('button', { name: /提交登记/ }).click()
  await form.getByText('请选择外出类型').waitFor()
  await picture(nurse, 'outing-missing-1280')
  await insist(
    () => nurse.keyboard.press('Escape'),
    () => form.waitFor({ state: 'hidden', timeout: 5_000 }),
  )
  await registerOuting(nurse, resident.name)
  await searchRows(nurse, front(nurse).getByRole('textbox', { name: '老人' }), resident.name)
  await outingRow(nurse, resident.name).getByText('待审核').waitFor()
  const made = await query<{ id: string }>('select out_id as id from outing where oldman_id = $1', [resident.id])
  outId = made[0]!.id
})

test('she may not decide about it: neither by page nor by force', async () => {
  await goTo(nurse, '/live/Outing/audit')
  await front(nurse).getByRole('heading', { name: '没有“外出审核”的权限' }).waitFor()
  expect((await force(nurse, 'PUT', `${CALLS}/audit/pass`, { outId })).status).toBe(401)
  await tab(nurse, '外出登记').click()
})

test('the head nurse decides about others, never about her own application', async () => {
  await openMenu(head, '居住', '外出登记')
  await rows(head).first().waitFor()
  await registerOuting(head, other.name)
  const [own] = await query<{ id: string }>('select out_id as id from outing where oldman_id = $1', [other.id])
  const refused = await force(head, 'PUT', `${CALLS}/audit/pass`, { outId: own!.id })
  expect(refused.desc).toMatch(/^不能审核自己提交的申请，可由.*陆小燕.*审核$/)

  await openMenu(head, '居住', '外出审核')
  await outingRow(head, resident.name).waitFor()
  await expect.poll(() => outingRow(head, other.name).count()).toBe(0)
  await front(head)
    .getByRole('tab', { name: /全部待审核/ })
    .click()
  await outingAct(head, other.name, '详情')
  await dialog(head, '审核外出申请').getByText('不能审核自己提交的申请').waitFor()
  await picture(head, 'outing-own-1280')
  await insist(
    () => head.keyboard.press('Escape'),
    () => dialog(head, '审核外出申请').waitFor({ state: 'hidden', timeout: 5_000 }),
  )
  await front(head)
    .getByRole('tab', { name: /等我审核/ })
    .click()

  // Beside the entry of the menu stands what waits for her, and it follows by itself.
  const waiting = head
    .getByRole('complementary')
    .getByRole('link', { name: /^外出审核/ })
    .locator('b')
    .first()
  const count = async () => ((await waiting.count()) === 0 ? 0 : Number(await waiting.innerText()))
  const before = await rows(head).count()
  await expect.poll(count).toBe(before)

  await outingAct(head, resident.name, '审核')
  const form = dialog(head, '审核外出申请')
  await form.getByText('以往外出').waitFor()
  await picture(head, 'outing-audit-1280')
  await form.getByLabel('审核意见').fill('同意，按时返回')
  await form.getByRole('button', { name: /通\s?过/ }).click()
  await expect.poll(count).toBe(before - 1)
  // The nurse's list follows by itself.
  await outingRow(nurse, resident.name).getByText('待外出').waitFor()
})

test('the slip is printed for the nurses’ station and for the gate', async () => {
  await outingRow(nurse, resident.name).locator('.yy-row-more').click()
  const paper = await printing(nurse, () => nurse.getByRole('menuitem', { name: '打印外出单' }).click())
  const text = await paper.innerText()
  expect(text).toContain(resident.name)
  expect(text).toContain('门卫放行')
  expect(text).toMatch(/WC\d{12}/)
})

test('what stands in the paper register only is typed in afterwards, and says so', async () => {
  await front(nurse).getByRole('button', { name: '补录', exact: true }).click()
  const form = dialog(nurse, '补录外出')
  await form.getByRole('button', { name: /保存补录/ }).click()
  await form.getByText('请选择离院时间').first().waitFor()
  await picture(nurse, 'outing-backfill-1280')
  await choose(nurse, field(form, '外出的老人'), resident.name, resident.name)
  await expect.poll(() => field(form, '陪同人').inputValue()).not.toBe('')
  const day = (back: number) => new Date(Date.now() + ZONE_MS - back * 86_400_000).toISOString().slice(0, 10)
  for (const [label, at] of [
    ['离院时间', `${day(6)} 09:00`],
    ['返回时间', `${day(5)} 17:30`],
  ] as const) {
    await field(form, label).fill(at)
    await nurse.keyboard.press('Enter')
  }
  await choose(nurse, field(form, '外出类型'), '', '请假回家')
  await field(form, '事由').fill('回家吃饭')
  await form.getByRole('button', { name: /保存补录/ }).click()
  await form.waitFor({ state: 'hidden' })
  const row = outingRow(nurse, resident.name).filter({ hasText: '补录' })
  await row.getByText('已返回').waitFor()
  const paper = await printing(nurse, () => row.getByRole('button', { name: '打印外出单' }).click())
  expect(await paper.innerText()).toMatch(/WC\d{12}（补录，门卫纸质登记本）/)
})
