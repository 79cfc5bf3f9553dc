// A request that takes longer than twenty seconds: the user waits on, or gives it up.
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { HEARTBEAT } from '#contract/kit/event'
import { newDesk, picture, query } from './kit/browser.ts'
import { front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const LIST = /\/web-rbac\/systemLogs\?/

let page: Page
beforeAll(async () => {
  // The question waits until no alarm is open.
  await query('update alarm_record set status = 3, handled_at = now() where status = 0')
  page = await newDesk()
  await page.clock.install()
  // The clock jumps here and the server's beats do not: a line held to be dead would ask for every list again.
  await page.routeWebSocket(/\/websocket\//, (line) =>
    line.onMessage((said) => said === HEARTBEAT && line.send(HEARTBEAT)),
  )
  await signIn(page, 'zhengkai')
  await openMenu(page, '设置', '操作日志')
  await rows(page).first().waitFor()
})

/** Asks for the list again and keeps the server's answer back; answers how to let it go. */
async function heldRefresh(): Promise<Route> {
  const held = new Promise<Route>((resolve) => void page.route(LIST, resolve, { times: 1 }))
  await front(page).getByRole('button', { name: '刷新' }).click()
  return held
}

const prompt = () => page.getByRole('dialog').filter({ hasText: '服务器正忙，您可以继续等待，也可以稍后重试' })

test('before twenty seconds nobody is asked', async () => {
  const route = await heldRefresh()
  await page.clock.fastForward(18_000)
  expect(await prompt().count()).toBe(0)
  await route.continue()
  await expect.poll(() => front(page).locator('.yy-spin').count()).toBe(0)
})

test('then the user is; waiting on keeps the request', async () => {
  const route = await heldRefresh()
  await page.clock.fastForward(20_100)
  await prompt().waitFor()
  await picture(page, 'slow-prompt-1280')
  await prompt().getByRole('button', { name: '继续等待' }).click()
  await prompt().waitFor({ state: 'hidden' })
  const answered = page.waitForResponse(LIST)
  await route.continue()
  expect((await answered).status()).toBe(200)
  await expect.poll(() => front(page).locator('.yy-spin').count()).toBe(0)
  expect(await front(page).getByText('没有刷新成功').count()).toBe(0)
})

test('a prompt whose answer has come meanwhile goes away by itself', async () => {
  const route = await heldRefresh()
  await page.clock.fastForward(20_100)
  await prompt().waitFor()
  await route.continue()
  await prompt().waitFor({ state: 'hidden' })
})

test('closing cancels the request with a warning, tells the log and leaves the rows', async () => {
  const before = await rows(page).count()
  const route = await heldRefresh()
  await page.clock.fastForward(20_100)
  const cancelled = page.waitForEvent('requestfailed', (one) => LIST.test(one.url()))
  const told = page.waitForRequest((one) => one.url().endsWith('/pims/di-pi/frontLog'))
  await prompt().getByRole('button', { name: '关闭请求' }).click()
  await toast(page, '请求已取消，您可以稍后重试').waitFor()
  await picture(page, 'slow-closed-1280')
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  const entry = (await told).postDataJSON() as { log: Record<string, unknown>[] }
  expect(entry.log.at(-1)).toMatchObject({
    type: 'slowQuery',
    pageUrl: '#/systemSetting/logList',
    ajaxUrl: '/passport/web-rbac/systemLogs',
  })
  await route.abort().catch(() => undefined)
  expect(await rows(page).count()).toBe(before)
  await expect
    .poll(() => query(`select entry->>'ajaxUrl' as url from front_log where entry->>'type' = 'slowQuery'`))
    .toContainEqual({ url: '/passport/web-rbac/systemLogs' })
})
