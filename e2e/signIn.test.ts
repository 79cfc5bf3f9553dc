// Signing in with the picture code, from the login page into the shell.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { front, insist, openAccountMenu, signOut, tabTitles } from './kit/shell.ts'
import { chooseAndEnter, field, openLogin, passwordOf, readNews, submitLogin } from './kit/signIn.ts'
import { signInByCall } from './kit/signInByCall.ts'

let page: Page
beforeAll(async () => {
  page = await newDesk()
})

test('a wrong picture code is refused at its field, and a new picture comes', async () => {
  await openLogin(page)
  const image = page.getByRole('button', { name: '图形验证码图片' }).locator('img')
  const first = await image.getAttribute('src')
  await picture(page, 'login-1280')
  await submitLogin(page, { userName: 'liumin', password: passwordOf('liumin'), code: 'zzzz' })
  await page.getByText('图形验证码不正确或已过期，请重新输入').waitFor()
  await expect.poll(() => image.getAttribute('src')).not.toBe(first)
  await expect.poll(() => field(page, '图形验证码').inputValue()).toBe('')
  expect(await field(page, '密码').inputValue()).toBe(passwordOf('liumin'))
  await picture(page, 'login-wrong-code-1280')
})

test('the right one leads to the choice of department and then into the shell', async () => {
  // As on the first day after a release, whoever was here before.
  await query(`delete from version_read where user_id = (select user_id from account where user_name = 'liumin')`)
  await page.getByText('记住账号').click()
  await submitLogin(page, { userName: 'liumin', password: passwordOf('liumin') })
  await page.getByRole('heading', { name: '刘敏，您好' }).waitFor()
  await picture(page, 'login-choose-1280')
  await chooseAndEnter(page, '松鹤楼护理组')
  await picture(page, 'shell-news-1280')
  await readNews(page)

  await page.getByRole('button', { name: '松鹤康养中心 · 松鹤楼护理组' }).waitFor()
  await page.getByRole('button', { name: /刘敏.*账户菜单/ }).waitFor()
  const rail = page.getByRole('navigation', { name: '主菜单' })
  await rail.getByRole('listitem').filter({ hasText: '工作台' }).waitFor()
  await expect.poll(() => tabTitles(page)).toEqual(['工作台'])
  await expect.poll(() => page.url()).toMatch(/\/index\.html#\/home$/)
  await expect.poll(() => page.title()).toBe('工作台 - 松鹤康养中心')
  // What the organisation has put there for everybody.
  await front(page).getByRole('button', { name: '系统消息' }).waitFor()
  await front(page).getByRole('button', { name: '版本记录' }).first().waitFor()
  await picture(page, 'home-1280')

  const [session] = await query<{ dept_name: string; ended_by: number | null; login_status: string }>(
    `select d.dept_name, s.ended_by, (select login_status from login_log l where l.org_id = a.org_id and l.user_name = a.user_name
        order by login_time desc limit 1) as login_status
       from account a join login_session s on s.org_id = a.org_id and s.user_id = a.user_id
       join dept d on d.org_id = s.org_id and d.dept_id = s.dept_id
      where a.user_name = 'liumin' order by s.created_at desc limit 1`,
  )
  expect(session).toEqual({ dept_name: '松鹤楼护理组', ended_by: null, login_status: '成功' })
})

test('no secret of the session stands in an address, and the cookie is out of the reach of scripts', async () => {
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name))
  expect(asked.filter((url) => url.includes(cookie!.value))).toEqual([])
})

test('the account name is remembered for the next time, the password is not', async () => {
  const menu = await openAccountMenu(page)
  await picture(page, 'account-menu-1280')
  await insist(
    () => page.keyboard.press('Escape'),
    () => menu.waitFor({ state: 'hidden', timeout: 5_000 }),
  )
  await signOut(page)
  await page.getByRole('heading', { name: '登录' }).waitFor()
  await expect.poll(() => field(page, '账号').inputValue()).toBe('liumin')
  expect(await field(page, '密码').inputValue()).toBe('')
  await expect.poll(() => field(page, '密码').evaluate((one) => one === document.activeElement)).toBe(true)
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((name) => /userInfo|menus|authority/.test(name))).toEqual([])
})

test('the mobile number is as good as the account name', async () => {
  const [row] = await query<{ phone: string }>(`select user_telephone as phone from account where user_name = 'liumin'`)
  await submitLogin(page, { userName: row!.phone, password: passwordOf('liumin') })
  await page.getByRole('heading', { name: '刘敏，您好' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: '松鹤楼护理组' }).isChecked()).toBe(true)
  await chooseAndEnter(page)
  await page.getByRole('button', { name: '松鹤康养中心 · 松鹤楼护理组' }).waitFor()
})

/** What a sign-in leaves in a browser, without what is another one each time. */
async function keptBy(one: Page) {
  const { pims2_userInfo, pims2_preloadcfg, ...kept } = await one.evaluate(
    () => ({ ...localStorage }) as Record<string, string>,
  )
  const { token, loginTime, lastLoginTime, ...user } = JSON.parse(pims2_userInfo!) as Record<string, unknown>
  expect(token).toMatch(/^\S{20,}$/)
  const cookies = (await one.context().cookies()).map(({ value, expires, ...cookie }) => cookie)
  return { user, kept, cookies }
}

test('journeys that sign in by the calls of the login page begin as it would leave them', async () => {
  const byHand = await newDesk()
  // Nothing of the console runs yet.
  await byHand.route('**/index.html', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await openLogin(byHand)
  await submitLogin(byHand, { userName: 'liumin', password: passwordOf('liumin') })
  await byHand.getByRole('button', { name: '进入系统' }).click()
  await byHand.waitForURL(/\/index\.html/)
  const left = await keptBy(byHand)
  const byCall = await newDesk()
  await signInByCall(byCall, { userName: 'liumin', password: passwordOf('liumin'), readNews: false })
  expect(await keptBy(byCall)).toEqual(left)
})
