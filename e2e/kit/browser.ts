// A real Chromium and what a person does in it. It stays open from journey to journey; each opens its own desks.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { product, productNow } from './product.ts'

export { query } from './database.ts'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Where pictures of failed steps go; with E2E_PICTURES those of every page a journey shows go there too. */
const FAILURES = 'dist/test/pictures'

let browser: Promise<Browser> | undefined
const desks = new Map<BrowserContext, Desk>()

export interface Desk {
  page: Page
  url: string
  database: string
  /** Picture code by its picture: the answer to it lies in the database. */
  photoCodes: Map<string, string>
  /** Script errors that no page has caught. */
  scriptErrors: string[]
}

const byPage = new WeakMap<Page, Desk>()

/** What stands behind a page: the product it talks to and what came from there. */
export function deskOf(page: Page): Desk {
  const desk = byPage.get(page)
  if (!desk) throw new Error('This page was not opened by newDesk')
  return desk
}

export const productUrl = () => productNow().url

async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found: install the package chromium or set CHROMIUM to its path')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  })
}

async function chromiumNow(): Promise<Browser> {
  if (browser && !(await browser).isConnected()) browser = undefined
  browser ??= launch()
  return browser
}

export interface DeskOptions {
  width?: number
  height?: number
  /** A tablet: fingers instead of a pointer. */
  touch?: boolean
  /** Another product than the one of this journey. */
  url?: string
  database?: string
}

/** A fresh person at a fresh desk: no cookies, no storage. */
export async function newDesk(options: DeskOptions = {}): Promise<Page> {
  const url = options.url ?? (await product()).url
  const database = options.database ?? (await product()).database
  const viewport = { width: options.width ?? 1280, height: options.height ?? 800 }
  const context = await (await chromiumNow()).newContext({
    baseURL: url,
    viewport,
    // The number of rows follows the screen, not the window.
    screen: viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.touch && { hasTouch: true }),
  })
  context.setDefaultTimeout(30_000)
  // A dialog stands at once: a click into one that begins to grow is pressed on its button and released beside it. What
  // turns for ever turns once: every frame of it is drawn by the processor. Menus come as they do for people: one that
  // stands before it has found its place loses the click into it.
  await context.addInitScript(() => {
    const still = new CSSStyleSheet()
    still.replaceSync(
      `@keyframes yy-still { to { opacity: 1 } }
      .ant-zoom-appear, .ant-zoom-enter { transform: none !important; animation: yy-still 1ms !important }
      *, *::before, *::after { animation-iteration-count: 1 !important }`,
    )
    document.adoptedStyleSheets.push(still)
  })
  const page = await context.newPage()
  const desk: Desk = {
    page,
    url,
    database,
    photoCodes: new Map(),
    scriptErrors: [],
  }
  desks.set(context, desk)
  byPage.set(page, desk)
  page.on('pageerror', (error) => desk.scriptErrors.push(error.message))
  page.on('response', async (response) => {
    if (!response.url().endsWith('/logins/getPhotoCode')) return
    // The page may have been left before the answer was read; then nobody needs it.
    const answer = (await response.json().catch(() => null)) as { data?: { base64Str: string; verifyStr: string } }
    if (answer?.data) desk.photoCodes.set(answer.data.base64Str, answer.data.verifyStr)
  })
  return page
}

export async function closeDesk(page: Page): Promise<void> {
  const context = page.context()
  desks.delete(context)
  await context.close()
}

/** A picture of a page as it stands, when pictures are asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES
  if (folder) await take(page, folder, name)
}

async function take(page: Page, folder: string, name: string) {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replace(/[^\p{L}\p{N}-]+/gu, '_')}.png`), animations: 'disabled' })
}

/** What the desks look like when a step has failed. */
export async function pictureOfFailure(name: string): Promise<void> {
  for (const [at, { page }] of [...desks.values()].entries()) {
    await take(page, FAILURES, `${name}-${at}`).catch(() => undefined)
  }
}

export async function closeDesks(): Promise<void> {
  for (const context of desks.keys()) await context.close()
  desks.clear()
}
