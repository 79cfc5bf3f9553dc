// How long a person waits for a page: cold loads in a real Chromium, every file and call until the first row stands,
// against a bare table that the same server serves in the same run.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { BARE } from './barePage.ts'
import { type Account, openConsole } from './console.ts'

const ROUNDS = 5
const VIEWPORT = { width: 1280, height: 800 }
/** 10 Mbit/s, 40 ms. */
const SLOW = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }
/** A row of the product's lists, and one of the bare table. */
const ROW = 'tr.yy-tr, tr.ant-table-row'

const PAGES = [
  { what: 'residents', address: '/live/archives/base', first: ROW },
  { what: 'bills', address: '/expense/bill', first: ROW },
  { what: 'operation log', address: '/systemSetting/logList', first: ROW },
  { what: 'work bench', address: '/home', first: '.yy-hf-one' },
] as const

export interface Load {
  ms: number
  requests: number
  scriptKB: number
  styleKB: number
}
export interface PageTimes {
  login: Load
  bare: Load
  slowBare: Load
  pages: { what: string; quick: Load; slow: Load }[]
  /** A tab from the menu with the console running, and back to one that is open. */
  opened: number
  back: number
}

const median = (loads: Load[]) => loads.sort((a, b) => a.ms - b.ms)[Math.floor(loads.length / 2)]!

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** One visit with nothing in the cache. */
async function visit(
  browser: Browser,
  base: string,
  path: string,
  first: string,
  state?: State,
  slow = false,
): Promise<Load> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: VIEWPORT,
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  if (slow) await wire.send('Network.emulateNetworkConditions', SLOW)
  const counted = { requests: 0, script: 0, style: 0 }
  const kinds = new Map<string, string>()
  wire.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return
    counted.requests++
    kinds.set(requestId, type ?? '')
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind === 'Script') counted.script += encodedDataLength
    if (kind === 'Stylesheet') counted.style += encodedDataLength
  })
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page
    .waitForFunction((selector) => (document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0, first, {
      polling: 'raf',
    })
    .catch(async () => {
      throw new Error(`${path} does not come: ${(await page.locator('body').innerText()).slice(0, 200)}`)
    })
  const ms = performance.now() - began
  const load = { ms, requests: counted.requests, scriptKB: counted.script / 1024, styleKB: counted.style / 1024 }
  await context.close()
  return load
}

/** The bare page signs its call with the same session. */
async function lendToken(page: Page): Promise<void> {
  // What is new in this release, told once.
  await page.getByRole('button', { name: '知道了' }).click()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('_userInfo'))!
    localStorage.setItem('bench-token', JSON.parse(localStorage.getItem(key)!).token)
  })
}

/** From the click until the first row stands, as the browser itself sees it. */
async function clickToRow(page: Page, links: string, entry: string): Promise<number> {
  await page.evaluate(
    ({ links, title }) => {
      const all = [...document.querySelectorAll<HTMLElement>(links)]
      Object.assign(window, { benchBegan: performance.now() })
      all.find((one) => one.innerText.trim().startsWith(title))!.click()
    },
    { links, title: entry },
  )
  const seen = await page.waitForFunction(
    ({ title, selector }) => {
      const front = [...document.querySelectorAll<HTMLElement>('.yy-frame')].find((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
      const tab = document.querySelector('.yy-tab[aria-selected="true"]')?.textContent?.trim()
      const stands = tab?.startsWith(title) && front?.querySelector(selector)
      return stands ? performance.now() - (window as unknown as { benchBegan: number }).benchBegan : false
    },
    { title: entry, selector: ROW },
    { polling: 'raf' },
  )
  return (await seen.jsonValue()) as number
}

/** Lists of the menu of residents, each opened for the first time; then back to each. */
async function tabTimes(page: Page): Promise<{ opened: number; back: number }> {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '居住' }).click()
  const opened: number[] = []
  const back: number[] = []
  const entries = ['老人档案', '居住管理', '家属管理', '咨询登记', '来访登记']
  for (const entry of entries) {
    await page.locator('.yy-side-leaf a').filter({ hasText: entry }).first().hover()
    await page.waitForLoadState('networkidle')
    opened.push(await clickToRow(page, '.yy-side-leaf a', entry))
    await page.waitForLoadState('networkidle')
  }
  for (const entry of entries) back.push(await clickToRow(page, '.yy-tab', entry))
  return { opened: middle(opened), back: middle(back) }
}

export async function timePages(base: string, account: Account): Promise<PageTimes> {
  const { browser, page } = await openConsole(base, account, VIEWPORT)
  try {
    await lendToken(page)
    const tabs = await tabTimes(page)
    const state = await page.context().storageState()
    await page.context().close()
    const bare = { path: `/${BARE}/index.html`, first: ROW }
    const runs = [
      { key: 'login', path: '/login.html', first: 'input[type=password]' },
      { key: 'bare', ...bare },
      { key: 'slow bare', ...bare, slow: true },
      ...PAGES.flatMap(({ what, address, first }) => [
        { key: what, path: `/index.html#${address}`, first },
        { key: `slow ${what}`, path: `/index.html#${address}`, first, slow: true },
      ]),
    ]
    const loads = new Map<string, Load[]>(runs.map(({ key }) => [key, []]))
    // In turn, so that a machine that is busy for a while is busy for all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const { key, path, first, ...more } of runs) {
        const slow = 'slow' in more && more.slow === true
        loads.get(key)!.push(await visit(browser, base, path, first, key === 'login' ? undefined : state, slow))
      }
    }
    const of = (key: string) => median(loads.get(key)!)
    return {
      login: of('login'),
      bare: of('bare'),
      slowBare: of('slow bare'),
      pages: PAGES.map(({ what }) => ({ what, quick: of(what), slow: of(`slow ${what}`) })),
      ...tabs,
    }
  } finally {
    await browser.close()
  }
}
