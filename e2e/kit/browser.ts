// A real Chromium and what a person does in it. Each journey opens its own contexts.
import { existsSync } from 'node:fs'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

let browser: Browser | undefined
const contexts = new Set<BrowserContext>()

export const productUrl = () => inject('productUrl')

async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found: install the package chromium or set CHROMIUM_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A fresh person at a fresh desk: no cookies, no storage. */
export async function newDesk(options: { width?: number; height?: number } = {}): Promise<Page> {
  browser ??= await launch()
  const context = await browser.newContext({
    baseURL: productUrl(),
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(15_000)
  contexts.add(context)
  return context.newPage()
}

afterAll(async () => {
  for (const context of contexts) await context.close()
  contexts.clear()
  await browser?.close()
  browser = undefined
})

/** Looks into the database the way an auditor would; journeys never write there to fake a step. */
export async function query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: inject('productDatabase') })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
