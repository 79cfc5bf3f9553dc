// A console in a real Chromium, signed in: what is measured in a browser begins here.
import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export interface Account {
  userName: string
  password: string
}

export interface Console {
  browser: Browser
  page: Page
  devtools: CDPSession
}

export async function openConsole(
  url: string,
  account: Account,
  viewport: { width: number; height: number },
): Promise<Console> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ baseURL: url, viewport })
    const page = await context.newPage()
    await page.goto('/login.html')
    await page.locator('input[autocomplete=username]').fill(account.userName)
    await page.locator('input[type=password]').fill(account.password)
    await page.keyboard.press('Enter')
    const enter = page.getByRole('button', { name: '进入系统' })
    await enter.or(page.locator('.yy-shell')).first().waitFor()
    if (await enter.isVisible()) await enter.click()
    await page.locator('.yy-shell').waitFor()
    return { browser, page, devtools: await context.newCDPSession(page) }
  } catch (error) {
    await browser.close()
    throw error
  }
}
