// One console for a long day: two hundred tabs opened and closed, and what is left of them in memory.
// On a running product: node --import tsx bench/tabsSoak.ts http://127.0.0.1:8080 zhengkai Yiyuan2026
import type { CDPSession, Page } from 'playwright-core'
import { type Account, openConsole } from './console.ts'
import { atMost, type Line, noted, print } from './report.ts'

const TABS = 200
const FIRST = 10
/** So many different pages in turn. */
const PAGES = 40

export interface Memory {
  /** Bytes of the JavaScript heap after a forced collection. */
  heap: number
  nodes: number
  listeners: number
}

export interface Soak {
  first: Memory
  last: Memory
}

async function memoryOf(devtools: CDPSession): Promise<Memory> {
  // Twice: what the first collection lets go of may hold something else.
  for (let round = 0; round < 2; round++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

/** Addresses of the menu, as far as this account sees it. */
const pagesOf = (page: Page) =>
  page.evaluate(() => {
    interface Entry {
      pageUrl: string | null
      children: Entry[]
    }
    const found: string[] = []
    const left = JSON.parse(localStorage.getItem('pims2_menus') ?? '[]') as Entry[]
    for (let one = left.shift(); one; one = left.shift()) {
      left.push(...one.children)
      if (one.pageUrl?.startsWith('/') && one.pageUrl !== '/home') found.push(one.pageUrl)
    }
    return found
  })

async function openAndClose(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = `#${to}`
  }, path)
  await page.waitForTimeout(400)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.yy-tab-box.is-active:not(.is-pinned) button')?.click()
  })
  await page.waitForTimeout(50)
}

export async function soakTabs(url: string, account: Account, tabs = TABS): Promise<Soak> {
  const { browser, page, devtools } = await openConsole(url, account, { width: 1600, height: 900 })
  try {
    await page.waitForTimeout(2_000)
    const paths = (await pagesOf(page)).slice(0, PAGES)
    if (paths.length < FIRST) throw new Error(`only ${paths.length} pages in the menu`)
    // Every page once before: its code stays for good and is no leak.
    for (const path of paths) await openAndClose(page, path)
    for (let at = 0; at < FIRST; at++) await openAndClose(page, paths[at % paths.length]!)
    const first = await memoryOf(devtools)
    for (let at = FIRST; at < tabs; at++) await openAndClose(page, paths[at % paths.length]!)
    const last = await memoryOf(devtools)
    return { first, last }
  } finally {
    await browser.close()
  }
}

const MOST = 1.2

export function soakLines({ first, last }: Soak): Line[] {
  const told = ({ heap, nodes, listeners }: Memory) =>
    `${(heap / 2 ** 20).toFixed(1)} MiB, ${nodes} nodes, ${listeners} listeners`
  return [
    atMost(`heap after ${TABS} tabs ÷ after ${FIRST}`, last.heap / first.heap, MOST, 'times', 2),
    atMost(`nodes after ${TABS} tabs ÷ after ${FIRST}`, last.nodes / first.nodes, MOST, 'times', 2),
    noted(`after ${FIRST} tabs`, told(first)),
    noted(`after ${TABS} tabs`, told(last)),
  ]
}

const [url, userName, password] = process.argv.slice(2)
if (import.meta.filename === process.argv[1] && url && userName && password) {
  print(soakLines(await soakTabs(url, { userName, password })))
}
