// A forgotten password, in three steps; the administrator reads the code out of the outbox.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { openMenu, rows } from './kit/shell.ts'
import { field, openLogin, readPicture, signIn, submitLogin } from './kit/signIn.ts'

/** On the staff list, with a phone, and nobody knows her first password. */
const USER = 'wuqian'
const NEW_PASSWORD = 'Qianqian2026'

let page: Page
let administrator: Page
let phone: string
beforeAll(async () => {
  page = await newDesk()
  administrator = await newDesk()
  const [row] = await query<{ phone: string }>('select user_telephone as phone from account where user_name = $1', [
    USER,
  ])
  phone = row!.phone
})

const next = () => page.getByRole('button', { name: '下一步' }).click()

test('step 1: the account is found by its name and shows its phone', async () => {
  await openLogin(page)
  await page.getByRole('link', { name: '找回密码' }).click()
  await field(page, '账号').fill('nobody-here')
  await field(page, '图形验证码').fill(await readPicture(page))
  await next()
  await page.getByText('没有找到绑定了手机号的账号，请核对，或联系机构管理员').waitFor()
  await field(page, '账号').fill(USER)
  await field(page, '图形验证码').fill(await readPicture(page))
  await picture(page, 'recover-1-1280')
  await next()
  await expect.poll(() => field(page, '绑定的手机号').inputValue()).toBe(phone)
})

test('step 2: the code goes to the outbox, where the administrator reads it', async () => {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(`验证码已发送到 ${phone}`).waitFor()
  await picture(page, 'recover-2-1280')
  // A second one has to wait.
  await expect.poll(() => page.getByRole('button', { name: /秒后重发/ }).isDisabled()).toBe(true)

  await signIn(administrator, 'zhengkai')
  await openMenu(administrator, '设置', '短信发件箱')
  const message = rows(administrator).filter({ hasText: phone }).first()
  await message.getByText('待人工查看').waitFor()
  await picture(administrator, 'smsOutbox-1280')
  await message.getByRole('button', { name: '复制验证码' }).click()
  await administrator.getByText('验证码已复制').waitFor()
  const code = await administrator.evaluate(() => navigator.clipboard.readText())
  expect(code).toMatch(/^\d{6}$/)

  await field(page, '短信验证码').fill(code === '000000' ? '111111' : '000000')
  await field(page, '图形验证码').fill(await readPicture(page))
  await next()
  await page.getByText('短信验证码不正确或已过期').waitFor()
  await field(page, '短信验证码').fill(code)
  await field(page, '图形验证码').fill(await readPicture(page))
  await next()
})

test('step 3: the rule for passwords holds, then the new one is set', async () => {
  await field(page, '新密码').fill('short')
  await field(page, '再输入一次').fill('short')
  await page.getByRole('button', { name: '重设密码' }).click()
  await expect.poll(() => field(page, '新密码').getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'recover-3-1280')
  await field(page, '新密码').fill(NEW_PASSWORD)
  await field(page, '再输入一次').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: '重设密码' }).click()
  await page.getByText('密码已重设，请用新密码登录').waitFor()
  await expect.poll(() => field(page, '账号').inputValue()).toBe(USER)
})

test('the new password opens the console, and no second change is asked for', async () => {
  await signIn(page, USER, { password: NEW_PASSWORD })
  await page.getByRole('button', { name: '吴倩，账户菜单' }).waitFor()
})

test('without the second step nothing can be reset, whatever is known', async () => {
  const [row] = await query<{ user_id: string }>('select user_id from account where user_name = $1', [USER])
  const stranger = await newDesk()
  await openLogin(stranger)
  const answer = await stranger.request.put('/passport/web-rbac/logins/reset', {
    form: { userId: row!.user_id, phoneNum: phone, userPassword: 'Stolen2026', checkPass: 'Stolen2026' },
  })
  expect(await answer.json()).toMatchObject({ status: 40110, desc: '请先完成手机验证，再重设密码' })
  await submitLogin(stranger, { userName: USER, password: 'Stolen2026' })
  await stranger.getByText('账号或密码不正确，还可尝试 4 次').waitFor()
})
