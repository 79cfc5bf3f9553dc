// A new installation: the first start prints a one-time password, which has to be replaced before anything else.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { freshProduct, type OwnProduct } from './kit/product.ts'
import { chooseAndEnter, openLogin, readNews, submitLogin } from './kit/signIn.ts'

const USER = 'administrator'
const NEW_PASSWORD = 'Guanli2026'

let product: OwnProduct
let page: Page
let oneTime: string
beforeAll(async () => {
  product = await freshProduct({ DEMO: 'off' })
  oneTime = await vi.waitFor(() => {
    const printed = /一次性密码 (\S+?)（/.exec(product.output())?.[1]
    if (!printed) throw new Error(`No one-time password in what the start printed:\n${product.output()}`)
    return printed
  })
  page = await newDesk({ url: product.url, database: product.database })
})
afterAll(async () => {
  await closeDesk(page)
  await product.stop()
})

/** What a page of the console is answered. */
const statusOfList = () =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }
    const answer = await fetch('/passport/web-rbac/systemLogs', { headers: { Authorization: token } })
    return ((await answer.json()) as { status: number }).status
  })

test('the first start prints the account and its password once, and no demo accounts', () => {
  expect(product.output().split(oneTime)).toHaveLength(2)
  expect(product.output()).not.toContain('演示账号')
})

test('after signing in there is nothing but the change of the password', async () => {
  await openLogin(page)
  await submitLogin(page, { userName: USER, password: oneTime })
  await chooseAndEnter(page)
  const dialog = page.getByRole('dialog', { name: '首次登录，请修改初始密码' })
  await dialog.waitFor()
  await picture(page, 'first-password-1280')
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  expect(await page.locator('.yy-shell').count()).toBe(0)
  // A page's own call is refused as well.
  expect(await statusOfList()).toBe(40109)
})

test('the old password, a weak one or a misspelt one is refused at its field', async () => {
  const dialog = page.getByRole('dialog')
  const change = async (first: string, again = first) => {
    await dialog.getByLabel('新密码', { exact: true }).fill(first)
    await dialog.getByLabel('再输一次新密码').fill(again)
    await dialog.getByRole('button', { name: '修改密码' }).click()
  }
  await change(NEW_PASSWORD, 'Guanli2025')
  await dialog.getByText('两次输入的新密码不一致').waitFor()
  await change('123456')
  await dialog.locator('.ant-form-item-explain-error').first().waitFor()
  await change(oneTime)
  await dialog.getByText('新密码不能与原密码相同').waitFor()
  await picture(page, 'first-password-refused-1280')
})

test('the new one is asked for at the next sign-in and opens the shell', async () => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('再输一次新密码').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL(/login\.html/)
  await page.getByText('密码已修改，请用新密码登录').waitFor()
  await submitLogin(page, { userName: USER, password: NEW_PASSWORD })
  await chooseAndEnter(page)
  await page.getByRole('button', { name: /平台管理员.*账户菜单/ }).waitFor()
  await readNews(page)
  await picture(page, 'home-operator-1280')
  expect(await statusOfList()).toBe(200)
  const [row] = await query('select reset_password from account where user_name = $1', [USER], product.database)
  expect(row).toEqual({ reset_password: false })
})
