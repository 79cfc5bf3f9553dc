// A forgotten password, in three steps; the code comes to the phone, and nobody else reads it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { codeOn } from './kit/phone.ts'
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

const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`
const next = () => page.getByRole('button', { name: '下一步' }).click()

test('step 1: the account is named, and its phone shown by its ends only', async () => {
  await openLogin(page)
  await page.getByRole('link', { name: '找回密码' }).click()
  await field(page, '账号').fill(USER)
  await field(page, '图形验证码').fill(await readPicture(page))
  await picture(page, 'recover-1-1280')
  await next()
  await expect.poll(() => field(page, '绑定的手机号').inputValue()).toBe(masked(phone))
})

test('step 2: the code goes to the phone; the administrator sees only that one was sent', async () => {
  // The picture comes before the message.
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('请输入右图中的字符').waitFor()
  await field(page, '图形验证码').fill(await readPicture(page))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(`验证码已发送到 ${masked(phone)}`).waitFor()
  await picture(page, 'recover-2-1280')
  // A second one has to wait.
  await expect.poll(() => page.getByRole('button', { name: /秒后重发/ }).isDisabled()).toBe(true)

  await signIn(administrator, 'zhengkai')
  await openMenu(administrator, '设置', '短信发件箱')
  const code = await codeOn(phone)
  const message = rows(administrator)
    .filter({ hasText: masked(phone) })
    .first()
  await message.getByText('已发送').waitFor()
  expect(await message.innerText()).not.toContain(code)
  await picture(administrator, 'smsOutbox-1280')

  // The picture that paid for the message serves for this form too.
  await field(page, '短信验证码').fill(code === '000000' ? '111111' : '000000')
  await next()
  await page.getByText('短信验证码不正确或已过期').waitFor()
  await field(page, '短信验证码').fill(code)
  await field(page, '图形验证码').fill(await readPicture(page))
  await next()
})

test('step 3: the rule for passwords holds, then the new one is set', async () => {
  await field(page, '新密码').fill('short1')
  await field(page, '再输入一次').fill('short1')
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
  await page.getByRole('button', { name: /吴倩.*账户菜单/ }).waitFor()
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
