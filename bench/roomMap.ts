// The room map in a real Chromium: from the answer to the painted map, how it scrolls, and how soon it shows what was done
// elsewhere.
import type { Page } from 'playwright-core'
import { type Account, openConsole } from './console.ts'

const ROUNDS = 5

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

/** Opens the map in a shell that stands already, and waits until what is on the screen is painted. */
async function openMap(page: Page) {
  return page.evaluate(async () => {
    performance.clearResourceTimings()
    const began = performance.now()
    window.location.hash = '#/home/bedInfo'
    while (!document.querySelector('.yy-bed')) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (performance.now() - began > 30_000) throw new Error('the map did not come')
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    const painted = performance.now()
    const answer = performance.getEntriesByType('resource').findLast((one) => one.name.includes('/index/bedInfos'))
    const answered = (answer as PerformanceResourceTiming | undefined)?.responseEnd ?? began
    const beds = Number(/共 (\d+) 床/.exec(document.querySelector('.yy-map-totals')!.textContent)?.[1])
    return { draw: painted - answered, open: painted - began, beds }
  })
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

export async function drawRoomMap(url: string, account: Account): Promise<Drawn> {
  const { browser, page } = await openConsole(url, account, { width: 1920, height: 1080 })
  try {
    const rounds: { draw: number; open: number; beds: number }[] = []
    const frames: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto('/index.html#/home')
      await page.reload()
      await page.locator('.yy-shell').waitFor()
      await page.waitForTimeout(1_500)
      rounds.push(await openMap(page))
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
