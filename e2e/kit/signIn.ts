// Signing in, the way a person does it, picture code included, or past the form.
import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import { WHOLE_DESK } from '#server/areas/expense/test/wholeDesk'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { deskOf, query } from './browser.ts'
import { insist } from './shell.ts'
import { signInByCall } from './signInByCall.ts'

const WAIT = { timeout: 10_000, interval: 50 }

export function passwordOf(userName: string): string {
  const account = demoAccounts.find((one) => one.userName === userName)
  if (!account) throw new Error(`${userName} is no demo account`)
  return account.password
}

/** One clerk with every duty of the fees, for journeys along all of them; before she signs in. */
export const wholeDesk = () => query(WHOLE_DESK, [DEMO_ORG])

/** What the picture on the screen says. A person reads it; a journey asks the database for the answer to it. */
export async function readPicture(page: Page): Promise<string> {
  const image = page.getByRole('button', { name: '图形验证码图片' }).locator('img')
  const { photoCodes, database } = deskOf(page)
  // The picture may be on the screen a moment before its answer has been read here, and one that was used a moment
  // before the next one comes.
  return vi.waitFor(async () => {
    const shown = (await image.getAttribute('src')) ?? ''
    const verifyStr = photoCodes.get(shown.replace('data:image/png;base64,', ''))
    if (verifyStr === undefined) throw new Error('The picture on the screen did not come from this server')
    const [code] = await query<{ answer: string }>(
      'select answer from photo_code where verify_str = $1',
      [verifyStr],
      database,
    )
    if (!code) throw new Error('The picture on the screen has been used already')
    return code.answer
  }, WAIT)
}

/** A field of a form by its title; a required one carries a star before it. */
export const field = (form: Page | Locator, name: string): Locator => form.getByLabel(new RegExp(`^\\*?\\s*${name}$`))

export async function openLogin(page: Page): Promise<void> {
  await page.goto('/login.html')
  await page.getByRole('heading', { name: '登录' }).waitFor()
}

export interface LoginWords {
  userName: string
  password: string
  /** What is typed as picture code; what the picture says unless told. */
  code?: string
}

/** Fills the form that is on the screen and presses the button. */
export async function submitLogin(page: Page, words: LoginWords): Promise<void> {
  await field(page, '账号').fill(words.userName)
  await field(page, '密码').fill(words.password)
  await field(page, '图形验证码').fill(words.code ?? (await readPicture(page)))
  await page.getByRole('button', { name: '登 录' }).click()
}

export interface SignInOptions {
  password?: string
  /** The department to work in; the preselected one unless told. */
  dept?: string
  /** False leaves the dialog with the news of this release open. */
  readNews?: boolean
}

/**
 * Into the shell. A page that shows the login form already is used as it is, the way a person does; a browser that nobody
 * has used yet is signed in by the calls of that page.
 */
export async function signIn(page: Page, userName: string, options: SignInOptions = {}): Promise<void> {
  const { password = passwordOf(userName), dept, readNews: reads = true } = options
  if (page.url() !== 'about:blank') return signInByHand(page, userName, options)
  await signInByCall(page, { userName, password, dept, readNews: reads })
  const news = awaitNews(page)
  await page.goto('/index.html')
  await page.locator('.yy-shell').or(page.getByRole('dialog')).first().waitFor()
  await news
}

/** The way a person does it, from the login page to the shell. */
export async function signInByHand(page: Page, userName: string, options: SignInOptions = {}): Promise<void> {
  if (!page.url().includes('/login.html')) await openLogin(page)
  const news = awaitNews(page)
  await submitLogin(page, { userName, password: options.password ?? passwordOf(userName) })
  await chooseAndEnter(page, options.dept)
  if (options.readNews !== false && (await news)) await readNews(page)
}

/** The step after the password, when there is more than one department or landing end. */
export async function chooseAndEnter(page: Page, dept?: string): Promise<void> {
  const enter = page.getByRole('button', { name: '进入系统' })
  const inside = page.locator('.yy-shell').or(page.getByRole('dialog'))
  await enter.or(inside).first().waitFor()
  if (await enter.isVisible()) {
    if (dept) await page.getByRole('radio', { name: dept }).check()
    await enter.click()
  }
  await inside.first().waitFor()
}

/** Whether the server has news of a release for this user; the shell asks at its start. */
async function awaitNews(page: Page): Promise<boolean> {
  try {
    // Asked for at the end of a way that begins with this: longer than each of its steps may take.
    const answer = await page.waitForResponse((one) => one.url().endsWith('/versionRecord/isShow'), {
      timeout: 60_000,
    })
    return ((await answer.json()) as { data: { isLook: number } | null }).data?.isLook === 0
  } catch {
    // The step that did not come so far says why.
    return false
  }
}

/** The news come up once per user; whoever has read them works on. */
export async function readNews(page: Page): Promise<void> {
  const news = page.getByRole('dialog', { name: /版本更新/ })
  // Beside an open alarm they wait for the next start.
  const alarm = page.locator('.yy-alarm-pill, .yy-alarm-strip, .yy-prompts, .yy-wall').first()
  await news.or(alarm).first().waitFor()
  if (await alarm.isVisible()) return
  await insist(
    async () => {
      if (!(await alarm.isVisible())) await news.getByRole('button', { name: '知道了' }).click()
    },
    () => news.waitFor({ state: 'hidden', timeout: 5_000 }),
  )
}

/** The first sign-in of a new account: the password that was handed over is replaced, and the new one opens the shell. */
export async function firstSignIn(page: Page, userName: string, handedOver: string, password: string): Promise<void> {
  await openLogin(page)
  await submitLogin(page, { userName, password: handedOver })
  await chooseAndEnter(page)
  const dialog = page.getByRole('dialog', { name: '首次登录，请修改初始密码' })
  await dialog.getByLabel('新密码', { exact: true }).fill(password)
  await dialog.getByLabel('再输一次新密码').fill(password)
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL(/login\.html/)
  await page.getByText('密码已修改，请用新密码登录').waitFor()
  await signIn(page, userName, { password })
}
