// A person's messages: read in one tab and gone in the other, switched off and on again, spoken when an elder is in danger.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { dialog, force, front, goTo, openMenu, rows, tab, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let page: Page
let other: Page
let elder: { id: string; name: string }

const bell = (one: Page) => one.getByRole('button', { name: /^消息/ }).first()
const unread = async () =>
  (
    await query<{ n: number }>(
      `select count(*)::int as n from user_message m join account a using (org_id, user_id)
        where a.user_name = 'hejing' and m.read_at is null and not m.muted`,
    )
  )[0]!.n
const muted = async () =>
  (await query<{ n: number }>(`select count(*)::int as n from user_message where muted and read_at is null`))[0]!.n
const counts = (one: Page, n: number) =>
  expect.poll(() => bell(one).getAttribute('aria-label')).toBe(n > 0 ? `消息，${n} 条未读` : '消息')
const card = (one: Page, title: string) => one.locator('.yy-message-card').filter({ hasText: title })
const said = (one: Page) => one.evaluate(() => (window as unknown as { said: string[] }).said)
const exportLog = () =>
  force(page, 'POST', '/passport/web-org/common/exportList', {
    call: 'platform.message.list',
    title: '我的消息',
    query: {},
    columns: [{ key: 'title', title: '标题', as: 'text' }],
  })

beforeAll(async () => {
  elder = (
    await query<{ id: string; name: string }>(
      `select o.oldman_id as id, o.oldman_name as name from oldman o
         join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
        where o.status = 1 and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
          and not exists (select 1 from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id)
        order by o.oldman_id limit 1`,
    )
  )[0]!
  page = await newDesk()
  // What is read aloud is written down; it goes on until it is stopped.
  await page.context().addInitScript(() => {
    const words: string[] = []
    Object.assign(window, {
      said: words,
      SpeechSynthesisUtterance: class {
        constructor(readonly text: string) {}
      },
    })
    const voice = {
      speak: (one: { text: string }) => words.push(one.text),
      cancel: () => words.push('停'),
      getVoices: () => [],
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
  })
  await signIn(page, 'hejing')
  other = await page.context().newPage()
  await other.goto('/index.html')
  await bell(other).waitFor()
})

test('the list shows what waits; opened in one tab, it is read in the other', async () => {
  const before = await unread()
  expect(before).toBeGreaterThan(0)
  await counts(other, before)
  await openMenu(page, '工作台', '系统消息')
  await rows(page).first().waitFor()
  await front(page).getByRole('tab', { name: /^公告/ }).waitFor()
  await picture(page, 'messages-1280')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await picture(page, 'messages-1920')
  await page.setViewportSize({ width: 1280, height: 800 })
  await front(page).getByRole('tab', { name: /^公告/ }).click()
  await rows(page).filter({ hasText: '本周五 14:00 消防演练' }).getByRole('button', { name: '查看' }).click()
  await front(page).getByRole('heading', { name: '本周五 14:00 消防演练' }).waitFor()
  await picture(page, 'messageDetail-1280')
  await counts(page, before - 1)
  await counts(other, before - 1)
  await front(page)
    .getByRole('button', { name: /^下一条未读/ })
    .click()
  await counts(other, before - 2)
})

test('a kind that is switched off is written and not told; switched on, a card comes in both tabs', async () => {
  await goTo(page, '/home/messages')
  await expect.poll(() => tab(page, '系统消息').count()).toBe(1)
  await front(page).getByRole('button', { name: '消息设置' }).click()
  const drawer = dialog(page, '消息设置')
  await drawer.getByRole('switch', { name: '提醒导入导出消息' }).click()
  expect(await drawer.getByRole('switch', { name: '提醒告警消息' }).isDisabled()).toBe(true)
  await drawer.getByRole('switch', { name: '免打扰' }).click()
  await drawer.getByLabel('免打扰开始').waitFor()
  await picture(page, 'messageSetting-1280')
  await drawer.getByRole('switch', { name: '免打扰' }).click()
  await drawer.getByRole('button', { name: '保存设置' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await front(page).getByRole('tab', { name: /^全部/ }).click()
  const before = await unread()
  await exportLog()
  await expect.poll(muted).toBe(1)
  // It is not pushed: the list shows it when it is asked again.
  await front(page).getByRole('button', { name: '刷新' }).click()
  await rows(page).filter({ hasText: '导出“我的消息”：完成' }).filter({ hasText: '不提醒' }).waitFor()
  expect(await unread()).toBe(before)
  expect(await card(page, '导出“我的消息”').count()).toBe(0)

  await front(page).getByRole('button', { name: '消息设置' }).click()
  await drawer.getByRole('switch', { name: '提醒导入导出消息', checked: false }).click()
  await drawer.getByRole('button', { name: '保存设置' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await counts(other, before + 1)
  await exportLog()
  await card(other, '导出“我的消息”：完成').waitFor()
  await card(page, '导出“我的消息”：完成').waitFor()
  await picture(page, 'messageCard-1280')
  await card(page, '导出“我的消息”：完成').getByRole('button', { name: '关闭这条消息' }).click()
  await counts(page, before + 2)
})

test('all are marked as read, in both tabs, and the cards are gone', async () => {
  await front(page).getByRole('button', { name: '全部标为已读' }).click()
  await toast(page, /^已把 \d+ 条标为已读/).waitFor()
  await counts(page, 0)
  await counts(other, 0)
  await expect.poll(() => other.locator('.yy-message-card').count()).toBe(0)
})

test('an elder in danger is read aloud in one tab until it is stopped, and 立即查看 leads there', async () => {
  const sent = await newDesk()
  await signIn(sent, 'zhengkai')
  const answer = await force(sent, 'POST', '/pims/web-org/bloodSign', { oldmanId: elder.id, temperature: 39.9 })
  expect(answer.status, answer.desc).toBe(200)
  const title = `${elder.name}体征危急`
  await card(page, title).waitFor()
  await card(other, title).waitFor()
  const speaks = async () => [...(await said(page)), ...(await said(other))].filter((one) => one.includes(title)).length
  await expect.poll(speaks).toBe(1)
  const speaking = (await said(page)).length > 0 ? page : other
  await picture(speaking, 'messageSpoken-1280')
  await card(speaking, title).getByRole('button', { name: '停止播报' }).click()
  await expect.poll(async () => (await said(speaking)).at(-1)).toBe('停')
  await card(page, title).getByRole('button', { name: '立即查看' }).click()
  await tab(page, '体征管理').first().waitFor()
  await expect.poll(() => card(other, title).count()).toBe(0)
  await counts(other, 0)
})
