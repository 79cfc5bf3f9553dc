// The room map with 2,000 beds in a real Chromium: from the answer to the painted map, and how it scrolls. The beds are
// those of residents.ts.
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ROUNDS = 5

/** So many cells at least must be on the page. */
export const MAP_BEDS = 2000

export interface Drawn {
  /** From the answer to the painted map, ms. */
  draw: number
  /** From the click in the menu to the painted map, ms. */
  open: number
  /** Frames while it scrolls from top to bottom: the middle one and the worst of twenty, ms. */
  frame: number
  slowFrame: number
  /** From the answer to somebody's mark on a bed to its new colour on this map, the slowest of all rounds, ms. */
  follow: number
  beds: number
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Opens the map in a shell that stands already, and waits until every cell is there and painted. */
async function openMap(page: Page, beds: number) {
  return page.evaluate(async (wanted) => {
    performance.clearResourceTimings()
    const began = performance.now()
    window.location.hash = '#/home/bedInfo'
    while (document.querySelectorAll('.yy-bed').length < wanted) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (performance.now() - began > 30_000) throw new Error('the map did not come')
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    const painted = performance.now()
    const answer = performance.getEntriesByType('resource').findLast((one) => one.name.includes('/index/bedInfos'))
    const answered = (answer as PerformanceResourceTiming | undefined)?.responseEnd ?? began
    return { draw: painted - answered, open: painted - began, beds: document.querySelectorAll('.yy-bed').length }
  }, beds)
}

const scroll = (page: Page) =>
  page.evaluate(async () => {
    const box = document.querySelector('.yy-map-floors')!
    const frames: number[] = []
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    while (box.scrollTop + box.clientHeight < box.scrollHeight - 2 && frames.length < 600) {
      box.scrollTop += 120
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return frames
  })

/** A free bed is marked for cleaning and cleaned by calls beside the console, as from another desk. */
async function follow(page: Page, url: string): Promise<number> {
  const { token, bedId } = await page.evaluate(() => ({
    token: (JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }).token,
    bedId: document.querySelector<HTMLElement>('.yy-bed-0')!.dataset.bed!,
  }))
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [method, path, body, wanted] of [
      ['POST', '7', { bedId }, 7],
      ['PUT', bedId, {}, 0],
    ] as const) {
      const answer = await fetch(`${url}/pims/web-org/index/roomBed/status/${path}`, {
        method,
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { status, desc } = (await answer.json()) as { status: number; desc: string }
      if (status !== 200) throw new Error(desc)
      const began = performance.now()
      await page.locator(`[data-bed="${bedId}"].yy-bed-${wanted}`).waitFor({ state: 'attached', timeout: 10_000 })
      took.push(performance.now() - began)
    }
  }
  return Math.max(...took)
}

export async function drawRoomMap(url: string, account: { userName: string; password: string }): Promise<Drawn> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1920, height: 1080 } })
    const page = await context.newPage()
    await page.goto('/login.html')
    await page.locator('input[autocomplete=username]').fill(account.userName)
    await page.locator('input[type=password]').fill(account.password)
    await page.keyboard.press('Enter')
    const enter = page.getByRole('button', { name: '进入系统' })
    await enter.or(page.locator('.yy-shell')).first().waitFor()
    if (await enter.isVisible()) await enter.click()
    await page.locator('.yy-shell').waitFor()
    const rounds: { draw: number; open: number; beds: number }[] = []
    const frames: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto('/index.html#/home')
      await page.reload()
      await page.locator('.yy-shell').waitFor()
      await page.waitForTimeout(1_500)
      rounds.push(await openMap(page, MAP_BEDS))
      if (round === 0) frames.push(...(await scroll(page)))
    }
    const followed = await follow(page, url)
    frames.sort((a, b) => a - b)
    return {
      follow: followed,
      draw: median(rounds.map((one) => one.draw)),
      open: median(rounds.map((one) => one.open)),
      frame: median(frames),
      slowFrame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
      beds: rounds[0]!.beds,
    }
  } finally {
    await browser.close()
  }
}
