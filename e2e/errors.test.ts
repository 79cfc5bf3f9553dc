// The error catalogue: every kind of failure says what it is, is told to the log, and only a lost session ends one.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { tabTitles, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const PATH = '/pims/web-org/msg/message/read'
const ACT = `**${PATH}`

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'hejing')
})

type Wrong = { http: number } | { status: number; desc: string } | 'cut'

/** The user marks the messages as read, and something goes wrong on the way. */
async function act(wrong: Wrong) {
  await page.route(
    ACT,
    (route) => {
      if (wrong === 'cut') return route.abort('connectionreset')
      if ('http' in wrong)
        return route.fulfill({ status: wrong.http, contentType: 'text/html', body: '<h1>proxy</h1>' })
      return route.fulfill({ json: { ...wrong, data: null } })
    },
    { times: 1 },
  )
  const bell = page.getByRole('button', { name: /^消息/ })
  const all = page.getByRole('button', { name: '全部标为已读' })
  if (!(await all.isVisible())) await bell.click()
  await all.click()
}

const ROWS: [what: string, wrong: Wrong, says: string][] = [
  ['no such call', { http: 404 }, `接口不存在 ${PATH}#404`],
  ['refused by a proxy', { http: 403 }, `请求被拒绝 ${PATH}#403`],
  ['refused by the gateway', { status: 2001, desc: 'denied' }, `请求被拒绝 ${PATH}#2001`],
  ['too late for a proxy', { http: 504 }, `请求超时 ${PATH}#504`],
  ['too late for the server', { http: 408 }, `请求超时 ${PATH}#408`],
  ['a business refusal', { status: 40901, desc: '当前状态为“已读”，不能再读' }, '当前状态为“已读”，不能再读'],
  ['a short code', { status: 3001, desc: '库存不足' }, '库存不足#3001'],
  ['a defect', { status: 500, desc: '系统开小差了' }, '系统开小差了#5000'],
  ['no permission', { status: 401, desc: 'x' }, '权限不足，无法访问，请联系管理员'],
  ['a broken connection', 'cut', '网络连接失败，请检查网络后重试#999'],
]

test.each(ROWS)('%s', async (_what, wrong, says) => {
  const told = page.waitForRequest((one) => one.url().endsWith('/pims/di-pi/frontLog'))
  await act(wrong)
  // The whole message: it is gone before one could look a second time.
  await toast(page, new RegExp(`^${says.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`)).waitFor()
  const { log } = (await told).postDataJSON() as { log: { type: string; message: string }[] }
  expect(log.at(-1)!.type).toBe('error')
  expect(log.at(-1)!.message).toMatch(/^E-\d{8}-\d{6}-[0-9A-F]{4} #\d+ /)
})

test('the work goes on: nothing was lost and the act can be done again', async () => {
  expect(await tabTitles(page)).toEqual(['工作台'])
  const bell = page.getByRole('button', { name: /^消息/ })
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息')
  const unread = await query(
    `select 1 from user_message m join account a using (org_id, user_id) where a.user_name = 'hejing' and m.read_at is null`,
  )
  expect(unread).toEqual([])
  await page.keyboard.press('Escape')
})

const LOST: [what: string, wrong: Wrong, says: string, reason: string][] = [
  // What has changed the server knows better; the login page says it in general.
  ['changed account', { status: 4013, desc: '您的角色已停用' }, '您的角色已停用', '4013'],
  ['a token that is none', { status: 500, desc: '当前用户 TOKEN 异常' }, '登录状态已过期，请重新登录', '4011'],
]

const AT_LOGIN: Record<string, string> = {
  '4013': '用户关键信息已变更，请重新登录',
  '4011': '登录状态已过期，请重新登录',
}

test.each(LOST)('%s ends in one alert and on the login page', async (what, wrong, says, reason) => {
  if (what !== LOST[0]![0]) await signIn(page, 'hejing')
  // Whatever the page asks for is answered so; it still alerts once.
  await page.route(/\/msg\/message/, (route) => route.fulfill({ json: { ...(wrong as object), data: null } }))
  await page.reload()
  const alert = page.getByRole('dialog').filter({ hasText: says })
  await alert.waitFor()
  await picture(page, `session-lost-${reason}-1280`)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await page.unroute(/\/msg\/message/)
  await alert.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL(new RegExp(`login\\.html\\?reason=${reason}`))
  await page.getByText(AT_LOGIN[reason]!).waitFor()
})

/** The one answer, and the part of it that is asked for when that does not come. */
const BEGINNING = /\/web-org\/start|\/logins\/current/

test('a start that cannot be finished leads to the error page, with what is known and a way back', async () => {
  await signIn(page, 'hejing')
  await page.route(BEGINNING, (route) =>
    route.fulfill({ json: { status: 500, desc: '数据库维护中', data: { id: 'E-1' } } }),
  )
  await page.reload()
  await page.waitForURL(/error\.html/)
  await page.getByText('数据库维护中').waitFor()
  await picture(page, 'error-page-1280')
  await page.unroute(BEGINNING)
  await page
    .getByRole('button', { name: /重试|再试/ })
    .or(page.getByRole('link', { name: /重试|再试/ }))
    .first()
    .click()
  await page.locator('.yy-shell').waitFor()
})
