// What a hand does in the console with a processor slowed four times: typing into the search of a list, ticking a hundred
// rows, opening drawers. Told for each is what holds the page up: from a press to the picture that answers it, and the
// longest task on the way; beside it the same done with bare antd under the same brake.
// On a running product: node --import tsx bench/interaction.ts http://127.0.0.1:8080 zhengkai Yiyuan2026 [which acts, from 0]
import type { CDPSession, Page } from 'playwright-core'
import { BARE, withBarePage } from './barePage.ts'
import { type Account, openConsole } from './console.ts'
import { atMost, type Line, noted, print } from './report.ts'

const SLOWER = 4
const ROWS = 100
const ROUNDS = 7
const LIMIT = 50
const TYPED = 'wangxiulan'
/** After a press the page is watched this long: what it does later belongs to nobody's hand. */
const WATCHED_MS = 700
/** The pointer rests before it presses. */
const KEY_MS = 80

export interface Held {
  what: string
  /** From each press to the picture that answers it, ms. */
  answers: readonly number[]
  /** The longest task after each press, ms; 0 where none was long. */
  tasks: readonly number[]
}

export interface Interaction {
  ours: readonly Held[]
  bare: readonly Held[]
}

interface Seen {
  tasks: { at: number; ms: number }[]
  events: { at: number; ms: number; name: string }[]
}

/** The browser's own notes: long tasks, and how long each press waited for its picture (in steps of 8 ms). */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: Seen = { tasks: [], events: [] }
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.tasks.push({ at: one.startTime, ms: one.duration })
    }).observe({ type: 'longtask' })
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.events.push({ at: one.startTime, ms: one.duration, name: one.name })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(window, { handsSeen: seen })
  })

const longest = (values: readonly number[]) => Math.max(0, ...values)

/** One press and what came of it. */
async function pressed(
  page: Page,
  press: () => Promise<unknown>,
  ms: number,
): Promise<{ answer: number; task: number }> {
  const since = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  )
  await press()
  await page.waitForTimeout(ms)
  const seen = await page.evaluate((from) => {
    const { handsSeen } = window as unknown as { handsSeen: Seen }
    return {
      tasks: handsSeen.tasks.filter((one) => one.at >= from),
      events: handsSeen.events.filter((one) => one.at >= from),
    }
  }, since)
  return { answer: longest(seen.events.map((one) => one.ms)), task: longest(seen.tasks.map((one) => one.ms)) }
}

async function held(
  page: Page,
  what: string,
  presses: Iterable<() => Promise<unknown>> | AsyncIterable<() => Promise<unknown>>,
  ms = WATCHED_MS,
): Promise<Held> {
  const answers: number[] = []
  const tasks: number[] = []
  for await (const press of presses) {
    const { answer, task } = await pressed(page, press, ms)
    answers.push(answer)
    tasks.push(task)
  }
  return { what, answers, tasks }
}

const slowed = (devtools: CDPSession, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })

/** Where to press: brought into sight first, so that only the press is measured. */
async function placeOf(page: Page, selector: string, at = 0): Promise<{ x: number; y: number }> {
  const place = await page.waitForFunction(
    ({ selector, at }) => {
      const front = [...document.querySelectorAll('.yy-frame')].find((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
      const all = (front ?? document).querySelectorAll(selector)
      // The hidden row that measures the table repeats the head.
      const element = [...all].filter((one) => !one.closest('.ant-table-measure-row'))[at]
      element?.scrollIntoView({ block: 'nearest' })
      const box = element?.getBoundingClientRect()
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    { selector, at },
  )
  return (await place.jsonValue())!
}

async function* typing(page: Page, field: string) {
  const { x, y } = await placeOf(page, field)
  await page.mouse.click(x, y)
  await page.waitForTimeout(WATCHED_MS)
  for (const key of TYPED) yield () => page.keyboard.press(key)
}

/** One row after the other from the first to the last. */
async function* ticking(page: Page) {
  for (let row = 0; row < ROWS; row++) {
    const { x, y } = await placeOf(page, 'tbody input[type=checkbox]', row)
    await page.mouse.move(x, y)
    await page.waitForTimeout(KEY_MS)
    yield () => page.mouse.click(x, y)
  }
}

async function* tickingAll(page: Page) {
  for (let round = 0; round < ROUNDS + 1; round++) {
    const { x, y } = await placeOf(page, 'thead input[type=checkbox]')
    await page.mouse.move(x, y)
    await page.waitForTimeout(KEY_MS)
    yield () => page.mouse.click(x, y)
  }
}

/** Closed again by Esc each time; the first opening fetches what the drawer is made of and is not counted. */
async function* opening(page: Page, selector: string, ready: string) {
  for (let round = 0; round <= ROUNDS; round++) {
    const { x, y } = await placeOf(page, selector)
    await page.mouse.move(x, y)
    await page.waitForTimeout(KEY_MS)
    const open = () => page.mouse.click(x, y)
    if (round === 0) {
      await open()
      await page.waitForTimeout(WATCHED_MS)
    } else yield open
    await page.locator(`.ant-drawer-open ${ready}`).first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.ant-drawer-open').waitFor({ state: 'hidden' })
    await page.waitForTimeout(WATCHED_MS)
  }
}

const front = (page: Page) => page.locator('.yy-frame:visible')

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to
  }, `#${path}`)
  await front(page)
    .and(page.locator(`[data-address="${path}"]`))
    .waitFor()
}

async function hundredRows(page: Page, path: string): Promise<void> {
  await open(page, path)
  const rows = front(page).locator('tbody .yy-tr')
  await rows.first().waitFor()
  await front(page).locator('.ant-pagination-options .ant-select').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: `${ROWS} ` }).click()
  await rows.nth(ROWS - 1).waitFor({ state: 'attached' })
  await page.waitForTimeout(2_000)
}

const CREATE = '.yy-list-tools .ant-btn-primary'

interface Act {
  /** The page of the console with as many rows. */
  path: string
  ours(page: Page): Promise<Held>
  bare(page: Page): Promise<Held>
}

const searchKeys = (field: string) => (page: Page) => held(page, 'a key in the search of a list', typing(page, field))
const eachRow = (page: Page) => held(page, `each of ${ROWS} rows ticked`, ticking(page))
const headTick = (page: Page) => held(page, `the head tick of ${ROWS} rows`, tickingAll(page))
const record = (button: string, ready: string) => (page: Page) =>
  held(page, 'a record opened in its drawer', opening(page, button, ready))
const form = (button: string) => (page: Page) =>
  held(page, 'a form opened in its drawer', opening(page, button, '.ant-form-item'))

const ACTS: readonly Act[] = [
  { path: '/live/archives/base', ours: searchKeys('form[role=search] input'), bare: searchKeys('#search') },
  { path: '/live/archives/base', ours: eachRow, bare: eachRow },
  { path: '/live/archives/base', ours: headTick, bare: headTick },
  {
    path: '/archives/manager2-2/index',
    ours: record('tbody .yy-open', '.yy-facts'),
    bare: record('#open-record', '.ant-descriptions'),
  },
  { path: '/live/family/base', ours: form(CREATE), bare: form('#open-form') },
]

async function inConsole(page: Page, devtools: CDPSession, acts: readonly Act[]): Promise<Held[]> {
  const found: Held[] = []
  await watch(page)
  for (const [at, { path, ours }] of acts.entries()) {
    if (path !== acts[at - 1]?.path) await hundredRows(page, path)
    await slowed(devtools, SLOWER)
    found.push(await ours(page))
    await slowed(devtools, 1)
  }
  return found
}

/** antd's own table, field and drawer with as much in them and nothing else around. */
async function inBare(page: Page, devtools: CDPSession, acts: readonly Act[]): Promise<Held[]> {
  await page.goto(`/${BARE}/hands.html`)
  await page
    .locator('tbody .ant-table-row')
    .nth(ROWS - 1)
    .waitFor({ state: 'attached' })
  await page.waitForTimeout(2_000)
  await watch(page)
  await slowed(devtools, SLOWER)
  const found: Held[] = []
  for (const { bare } of acts) found.push(await bare(page))
  return found
}

/** Within `withBarePage`. */
export async function interact(url: string, account: Account, acts = ACTS): Promise<Interaction> {
  const { browser, page, devtools } = await openConsole(url, account, { width: 1920, height: 1080 })
  try {
    await page.waitForTimeout(3_000)
    const news = page.getByRole('button', { name: '知道了' })
    if (await news.isVisible()) await news.click()
    const ours = await inConsole(page, devtools, acts)
    return { ours, bare: await inBare(page, devtools, acts) }
  } finally {
    await browser.close()
  }
}

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const told = (values: readonly number[]) => `${middle(values).toFixed(0)}, worst ${longest(values).toFixed(0)} ms`

export function handLines({ ours, bare }: Interaction): Line[] {
  return ours.flatMap(({ what, answers, tasks }) => {
    const beside = bare.find((one) => one.what === what)
    return [
      atMost(`${what}: press to picture, worst`, longest(answers), LIMIT, 'ms'),
      atMost(`${what}: longest task`, longest(tasks), LIMIT, 'ms'),
      noted(`${what}: press to picture, middle`, told(answers)),
      noted(`${what}: longest task, middle`, told(tasks)),
      ...(beside
        ? [noted(`  the same with bare antd`, `picture ${told(beside.answers)}; task ${told(beside.tasks)}`)]
        : []),
    ]
  })
}

const [url, userName, password, ...only] = process.argv.slice(2)
if (import.meta.filename === process.argv[1] && url && userName && password) {
  const acts = only.length === 0 ? ACTS : only.map((at) => ACTS[Number(at)]!)
  print(handLines(await withBarePage(() => interact(url, { userName, password }, acts))))
}
