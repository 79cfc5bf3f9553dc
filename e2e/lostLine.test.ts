// The server freezes or dies: every page says so within ten seconds, old figures are no longer shown as current, the wall
// says that it is blind and sounds; when the server is back everything is fetched again and the word goes by itself.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture } from './kit/browser.ts'
import { type OwnProduct, secondProcess } from './kit/product.ts'
import { goTo, loadedAt } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

/** Ten seconds, and what a page needs to draw on a busy machine. */
const NOTICED = { timeout: 12_000 }
const BACK = { timeout: 45_000 }

let second: OwnProduct
let clerk: Page
let nurse: Page
let wall: Page

/** What a page sounds and says, kept where the test can read it. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    window.speechSynthesis.speak = (words) => {
      heard.push(words.text)
      setTimeout(() => words.onend?.(new Event('end') as SpeechSynthesisEvent), 10)
    }
  })
const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

beforeAll(async () => {
  second = await secondProcess()
  const url = second.url
  ;[clerk, nurse, wall] = await Promise.all([
    newDesk({ url }),
    newDesk({ url }),
    newDesk({ url, width: 1920, height: 1080 }),
  ])
  await listen(wall)
  await signIn(clerk, 'liumin')
  await signIn(nurse, 'lixiaomei')
  await signIn(wall, 'hejing')
  await goTo(nurse, '/yunmuIot/mattress/heart')
  await nurse.locator('.yy-mm-card').first().waitFor()
  await goTo(wall, '/yunmuIot/wall')
  await wall.locator('.yy-wall-live.is-live').waitFor()
})
afterAll(async () => {
  second?.process.kill('SIGCONT')
  for (const page of [clerk, nurse, wall]) if (page) await closeDesk(page)
  await second?.stop()
})

test('a server that freezes is noticed by every page within ten seconds', async () => {
  const loaded = [await loadedAt(clerk), await loadedAt(nurse), await loadedAt(wall)]
  second.process.kill('SIGSTOP')
  await Promise.all([
    clerk.locator('.yy-lost').waitFor(NOTICED),
    nurse.locator('.yy-lost').waitFor(NOTICED),
    wall.locator('.yy-wall-lost').waitFor(NOTICED),
  ])
  expect(await clerk.locator('.yy-lost').innerText()).toMatch(/连接中断[\s\S]*以下为 \d\d:\d\d:\d\d 的内容/)
  // Figures from before are told as such.
  expect(await nurse.locator('.yy-as-of').first().innerText()).toMatch(/^截至 \d\d:\d\d:\d\d$/)
  await nurse.locator('.yy-mm.is-old').waitFor()
  expect(await wall.locator('.yy-wall-lost').innerText()).toMatch(/收不到新的告警[\s\S]*\d\d:\d\d:\d\d 的状态/)
  const foot = await wall.locator('.yy-wall-live').innerText()
  expect(foot).toMatch(/已断开[\s\S]*截至 \d\d:\d\d:\d\d/)
  expect(foot).not.toContain('ms')
  await expect.poll(() => heardBy(wall)).toContain('告警墙连接中断，请到床边巡视')
  await picture(wall, 'lost-wall-1920')
  await picture(nurse, 'lost-monitor-1280')
  await picture(clerk, 'lost-bench-1280')
  // Nothing else comes over the wall, however long a request takes.
  expect(await wall.getByRole('dialog').count()).toBe(0)

  const asked: string[] = []
  wall.on('response', (answer) => {
    if (answer.ok()) asked.push(new URL(answer.url()).pathname)
  })
  second.process.kill('SIGCONT')
  for (const page of [clerk, nurse]) await page.locator('.yy-lost').waitFor({ state: 'detached', ...BACK })
  await wall.locator('.yy-wall-lost').waitFor({ state: 'detached', ...BACK })
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining(['/pims/web-org/alarmRecord/open', '/pims/web-org/alarmWall']))
  await wall.locator('.yy-wall-live.is-live').waitFor()
  expect(await nurse.locator('.yy-as-of').count()).toBe(0)
  expect([await loadedAt(clerk), await loadedAt(nurse), await loadedAt(wall)]).toEqual(loaded)
})

test('a server that dies is noticed too', async () => {
  second.process.kill('SIGKILL')
  await Promise.all([
    clerk.locator('.yy-lost').waitFor(NOTICED),
    nurse.locator('.yy-lost').waitFor(NOTICED),
    wall.locator('.yy-wall-lost').waitFor(NOTICED),
  ])
})
