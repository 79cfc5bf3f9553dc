// The same account at two desks: the first is told once, and what was typed there is not lost.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { front, goTo, insist, signOut } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const USER = 'hejing'
const SAYS = '该账号已在别处登录，请重新登录'

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, USER)
})

const openForm = async () => {
  await front(page).getByRole('button', { name: '抽屉表单' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '申请入驻' })
  await drawer.waitFor()
  return drawer
}

test('somebody is in the middle of a form', async () => {
  await goTo(page, '/formDemo')
  const drawer = await openForm()
  await drawer.getByLabel('机构名称').fill('半途养老院')
  await drawer.getByLabel('联系人', { exact: true }).fill('何静')
  await drawer.getByLabel('密码').fill('Secret2026')
  await picture(page, 'formDrawer-1280')
})

test('a sign-in at another desk ends the session there, with one alert', async () => {
  const second = await newDesk()
  await signIn(second, USER)
  const alert = page.getByRole('dialog').filter({ hasText: SAYS })
  await alert.waitFor()
  // Calls that learn it too say nothing more.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(() => page.getByText(SAYS).count()).toBe(1)
  await picture(page, 'elsewhere-alert-1280')
  const ended = await query<{ ended_by: number | null }>(
    `select s.ended_by from login_session s join account a using (org_id, user_id)
      where a.user_name = $1 order by s.created_at desc limit 2`,
    [USER],
  )
  expect(ended.map((one) => one.ended_by)).toEqual([null, 4012])
  await closeDesk(second)

  await alert.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL(/login\.html\?reason=4012/)
  await page.getByText(SAYS).waitFor()
  await picture(page, 'login-elsewhere-1280')
})

test('nothing of the user stays at the desk but the draft, and no secret in it', async () => {
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('pims2_')))
  const names = kept.map(([name]) => name)
  expect(names.filter((name) => /userInfo|menus|authority|quickEntry/.test(name))).toEqual([])
  const draft = kept.find(([name]) => name.startsWith('pims2_draft-'))
  expect(draft?.[1]).toContain('半途养老院')
  expect(JSON.stringify(kept)).not.toContain('Secret2026')
})

test('another user at this desk is not offered it', async () => {
  await signIn(page, 'zhaoqiang')
  expect(await page.getByRole('status', { name: '未保存的表单' }).count()).toBe(0)
  await signOut(page)
})

test('after signing in again the form is offered, opened and filled as it was', async () => {
  // An offer waits until no alarm is open.
  await query('update alarm_record set status = 3, handled_at = now() where status = 0')
  await signIn(page, USER)
  const offer = page.getByRole('status', { name: '未保存的表单' })
  await offer.getByText('申请入驻').waitFor()
  await picture(page, 'draft-offer-1280')
  await offer.getByRole('button', { name: '继续填写' }).click()
  await front(page).getByText('表单示例').first().waitFor()
  const drawer = await openForm()
  await drawer.getByRole('button', { name: '恢复' }).click()
  await expect.poll(() => drawer.getByLabel('机构名称').inputValue()).toBe('半途养老院')
  await expect.poll(() => drawer.getByLabel('联系人', { exact: true }).inputValue()).toBe('何静')
  expect(await drawer.getByLabel('密码').inputValue()).toBe('')
  await picture(page, 'draft-restored-1280')
})

test('Esc asks before it throws something away', async () => {
  const question = page.getByRole('alertdialog', { name: '还有没提交的内容' })
  await insist(
    () => page.keyboard.press('Escape'),
    () => question.waitFor({ timeout: 5_000 }),
  )
  await picture(page, 'form-leaving-1280')
  await question.getByRole('button', { name: '不要了' }).click()
  await question.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('pims2_draft-'))))
    .toEqual([])
})

test('a form that waits in another tab is kept as well, and does not lie over the page in front', async () => {
  const drawer = await openForm()
  await drawer.getByLabel('机构名称').fill('另一页养老院')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '全局搜索' }).fill('系统消息')
  await page
    .getByRole('option', { name: /系统消息/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('#/administration/msg/message')
  await picture(page, 'form-behind-1280')
  await expect.poll(() => drawer.isVisible()).toBe(false)
  const second = await newDesk()
  await signIn(second, USER)
  await page.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL(/login\.html\?reason=4012/)
  const drafts = await page.evaluate(() =>
    Object.entries(localStorage).filter(([name]) => name.startsWith('pims2_draft-')),
  )
  expect(drafts).toHaveLength(1)
  expect(drafts[0]![1]).toContain('另一页养老院')
})
