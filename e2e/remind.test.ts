// A contract near its end is a reminder until it is dealt with, then it is gone everywhere; one ignored with its reason and taken
// back; one's own, every month; a rule of the house.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, query } from './kit/browser.ts'
import { dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const PAGE = '/administration/info/remind'
let page: Page
let name: string

const WAITING = `select count(*)::int as count from remind where org_id = $1 and source = 'contractEnding' and state = 0`
const countOf = async () => (await query<{ count: number }>(WAITING, [DEMO_ORG]))[0]!.count
const row = (text: string) => rows(page).filter({ hasText: text }).first()

beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
})

test('what the areas know stands in the list, with the act to do', async () => {
  await goTo(page, `${PAGE}?status=0&source=contractEnding`)
  await rows(page).first().waitFor()
  await picture(page, 'remind-list-1280')
  const [first] = await query<{ title: string }>(
    `select title from remind where org_id = $1 and source = 'contractEnding' and state = 0 order by due_at, remind_id limit 1`,
    [DEMO_ORG],
  )
  name = first!.title
  await row(name).getByRole('button', { name: '去办理' }).waitFor()
})

test('a contract is ended from its reminder, and the reminder is gone: here, in its count and on the bench', async () => {
  const before = await countOf()
  await row(name).getByRole('button', { name: '去办理' }).click()
  await front(page).getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('menuitem', { name: /作废/ }).click()
  const question = dialog(page, /^作废/)
  await question.getByLabel(/作废原因/).fill('家属接回家照护，提前终止')
  await question.getByRole('button', { name: '作废文书' }).click()
  await toast(page, '已作废').waitFor()
  await goTo(page, '/home')
  await page.reload()
  await front(page).getByText('待处理提醒').first().waitFor()
  await expect.poll(countOf).toBe(before - 1)
  await goTo(page, `${PAGE}?source=contractEnding&status=1`)
  await row(name).getByText('自动关闭').waitFor()
  await row(name).getByText('已续签、作废，或老人已退住').waitFor()
})

test('one is ignored with its reason, and taken back', async () => {
  await goTo(page, `${PAGE}?status=0&source=assessDue`)
  const title = (await rows(page).first().locator('td button').first().innerText()).trim()
  await rows(page).first().locator('td button').first().click()
  const drawer = dialog(page, title)
  await drawer.getByText('生成提醒').waitFor()
  await picture(page, 'remind-detail-1280')
  await drawer.getByRole('button', { name: '忽略…' }).click()
  const question = dialog(page, /^忽略“/)
  await question.getByRole('button', { name: '忽略', exact: true }).click()
  await question.getByText('请填写忽略的原因').waitFor()
  await question.getByLabel(/忽略的原因/).fill('老人下周转院')
  await question.getByRole('button', { name: '忽略', exact: true }).click()
  await toast(page, '已忽略').waitFor()
  await drawer.getByText('老人下周转院').first().waitFor()
  await drawer.getByRole('button', { name: '恢复为待处理' }).click()
  await toast(page, '已恢复为待处理').waitFor()
  await drawer.getByRole('button', { name: '标为已处理…' }).waitFor()
  await page.keyboard.press('Escape')
})

test('an own one comes every month', async () => {
  await front(page).getByRole('button', { name: '新增提醒' }).click()
  const form = dialog(page, '新增提醒')
  await field(form, '提醒内容').fill('给护理员发放防护用品')
  await form.getByLabel(/^\*?\s*重复$/).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '每月' }).click()
  await picture(page, 'remind-form-1280')
  await form.getByRole('button', { name: /^新增提醒/ }).click()
  await toast(page, '提醒已新增').waitFor()
  await form.waitFor({ state: 'hidden' })
  await goTo(page, `${PAGE}?mine=1`)
  await row('给护理员发放防护用品').locator('td button').first().click()
  const drawer = dialog(page, '给护理员发放防护用品')
  await drawer.getByText('每月').first().waitFor()
  await drawer.getByText('接下来').waitFor()
  await page.keyboard.press('Escape')
})

test('the house decides when it reminds', async () => {
  await front(page).getByRole('button', { name: '提醒规则' }).click()
  const drawer = dialog(page, '提醒规则')
  await drawer.getByText('老人生日', { exact: true }).waitFor()
  await picture(page, 'remind-rules-1280')
  await drawer.getByRole('button', { name: '修改老人生日的规则' }).click()
  const form = dialog(page, '提醒规则：老人生日')
  await field(form, '到期后每几天再通知').waitFor()
  await picture(page, 'remind-rule-1280')
  await form.getByRole('switch', { name: /启用/ }).click()
  await form.getByRole('button', { name: /^保存/ }).click()
  await toast(page, '规则已保存').waitFor()
  await form.waitFor({ state: 'hidden' })
  await drawer.getByText('停用', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: '恢复老人生日的默认规则' }).click()
  await page.getByRole('button', { name: '恢复默认', exact: true }).last().click()
  await toast(page, '已恢复默认').waitFor()
})
