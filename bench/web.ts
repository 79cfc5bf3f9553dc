// First loads: bytes from the build, and time until a person can act, in a real Chromium.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const WEB = 'dist/web'
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** JavaScript a page asks for before anything is clicked: its scripts, what they preload and load next, gzip. */
export function firstLoad(page: string): number {
  const html = readFileSync(join(WEB, page), 'utf8')
  const files = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]!))
  // The console comes right after the first script, named in that one's list of files.
  for (const [, script] of html.matchAll(/src="\/(assets\/[^"]+\.js)"/g))
    for (const [, file] of readFileSync(join(WEB, script!), 'utf8').matchAll(/"(assets\/[^"]+\.js)"/g)) files.add(file!)
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(WEB, file))).length
  return bytes / 1024
}

export interface Seen {
  form: number
  firstRow: number
}

/** Median of a few cold visits each. */
export async function timeToSee(url: string, account: { userName: string; password: string }): Promise<Seen> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const forms: number[] = []
  const rows: number[] = []
  try {
    for (let round = 0; round < 3; round++) {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      let began = performance.now()
      await page.goto('/login.html')
      await page.locator('input[type=password]').waitFor()
      forms.push(performance.now() - began)
      await page.locator('input[autocomplete=username]').fill(account.userName)
      await page.locator('input[type=password]').fill(account.password)
      await page.keyboard.press('Enter')
      const enter = page.getByRole('button', { name: '进入系统' })
      await enter.or(page.locator('.yy-shell')).first().waitFor()
      if (await enter.isVisible()) await enter.click()
      await page.locator('.yy-shell').waitFor()
      await page.close()
      const later = await context.newPage()
      began = performance.now()
      await later.goto('/index.html#/systemSetting/logList')
      await later.locator('.ant-table-row').first().waitFor()
      rows.push(performance.now() - began)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return { form: median(forms), firstRow: median(rows) }
}
