// Whoever guesses a password finds the account frozen; everybody else works on.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { openLogin, passwordOf, signIn, submitLogin } from './kit/signIn.ts'

/** No other journey signs in as the dispatcher. */
const USER = 'chenxue'

let page: Page
beforeAll(async () => {
  page = await newDesk()
})

const facts = async () => {
  const [row] = await query<{ wrong: number; frozen: number }>(
    `select g.count as wrong, case when g.frozen then ceil(extract(epoch from g.until - now()) / 60)::int end as frozen
       from login_guess g join account a on a.org_id = g.org_id and a.user_id = g.subject
      where a.user_name = $1 and g.source like 'address:%'`,
    [USER],
  )
  return row
}

test('each wrong password says how many tries are left', async () => {
  await openLogin(page)
  await page.getByText('连续输错 5 次将锁定 15 分钟').waitFor()
  for (const left of [4, 3, 2, 1]) {
    await submitLogin(page, { userName: USER, password: `wrong${left}` })
    await page.getByText(`账号或密码不正确，还可尝试 ${left} 次`).waitFor()
  }
  await picture(page, 'login-wrong-password-1280')
  expect(await facts()).toEqual({ wrong: 4, frozen: null })
})

test('the fifth freezes the account and names the minutes', async () => {
  await submitLogin(page, { userName: USER, password: 'wrong0' })
  await page.getByText('密码连续输错，账号已锁定，请 15 分钟后再试或联系管理员解除').waitFor()
  await picture(page, 'login-frozen-1280')
  expect(await facts()).toEqual({ wrong: 5, frozen: 15 })
})

test('the right password does not help before the time is over', async () => {
  await submitLogin(page, { userName: USER, password: passwordOf(USER) })
  await page.getByText('密码连续输错，账号已锁定，请 15 分钟后再试或联系管理员解除').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login.html')
  const sessions = await query(
    'select 1 from login_session s join account a using (org_id, user_id) where a.user_name = $1',
    [USER],
  )
  expect(sessions).toEqual([])
})

test('the sign-in log tells what happened, without a password', async () => {
  const tries = await query<{ status: string }>(
    "select login_status as status from login_log where user_name = $1 and login_time > now() - interval '5 minutes' order by login_time, id",
    [USER],
  )
  expect(tries.map((one) => one.status)).toEqual([
    '账号或密码不正确，第 1 次',
    '账号或密码不正确，第 2 次',
    '账号或密码不正确，第 3 次',
    '账号或密码不正确，第 4 次',
    '连续输错 5 次，账号锁定 15 分钟',
    '账号已锁定',
  ])
  const leaks = await query(`select 1 from operation_log where remark like '%wrong%' or changes::text like '%wrong%'`)
  expect(leaks).toEqual([])
})

test('other accounts sign in at the same desk', async () => {
  await signIn(page, 'zhaoqiang')
  await page.getByRole('button', { name: /赵强.*账户菜单/ }).waitFor()
})
