// The office opens somebody's file and registers a certificate with its scan; it turns up as a reminder that leads back to the
// file. Then she leaves: what is hers goes to a colleague, and her account no longer signs in.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { choose, dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, openLogin, passwordOf, signIn, submitLogin } from './kit/signIn.ts'

const STAFF = '/administration/staff'
const REMINDS = '/administration/info/remind'
const NAME = '李晓梅'
let office: Page

const day = (ahead: number) => new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)
const drawer = (page: Page) => dialog(page, '员工档案')

beforeAll(async () => {
  office = await newDesk()
  await signIn(office, 'zhengkai')
})

test('a certificate with its scan is registered and comes up as a reminder that leads back to the file', async () => {
  await goTo(office, STAFF)
  await rows(office).first().waitFor()
  await picture(office, 'staff-list-1280')
  await front(office).getByPlaceholder('姓名、拼音、工号或手机号').fill(NAME)
  await office.keyboard.press('Enter')
  await rows(office).filter({ hasText: NAME }).getByRole('button', { name: NAME }).click()
  await drawer(office).getByRole('tab', { name: /^证书/ }).click()
  await drawer(office).getByRole('button', { name: '新增证书' }).click()
  const form = dialog(office, '新增证书')
  await choose(office, field(form, '证书类型'), '其他', '其他证书')
  await field(form, '证书编号').fill('PICC-0088')
  await field(form, '有效期至').fill(day(5))
  await office.keyboard.press('Enter')
  await form
    .getByLabel('选择文件')
    .setInputFiles({ name: '健康证.txt', mimeType: 'text/plain', buffer: Buffer.from('健康证扫描') })
  await form.getByRole('link', { name: '健康证.txt', exact: true }).waitFor()
  await form.getByRole('button', { name: /^登记证书/ }).click()
  await toast(office, '证书已登记').waitFor()
  await drawer(office).getByText('PICC-0088').waitFor()
  await picture(office, 'staff-certificates-1280')
  const scan = drawer(office).getByRole('link', { name: '健康证.txt' })
  const opened = await office.request.get(new URL((await scan.getAttribute('href'))!, office.url()).href)
  expect(await opened.text()).toBe('健康证扫描')
  await goTo(office, REMINDS)
  await rows(office)
    .filter({ hasText: `${NAME}的其他证书` })
    .first()
    .waitFor()
})

test('she leaves: to-dos and all go to a colleague, and the account is closed', async () => {
  await goTo(office, STAFF)
  await front(office).getByPlaceholder('姓名、拼音、工号或手机号').fill(NAME)
  await office.keyboard.press('Enter')
  await rows(office).filter({ hasText: NAME }).getByRole('button', { name: NAME }).click()
  await drawer(office).getByRole('tab', { name: '离职' }).click()
  await drawer(office).getByText('未办结的待办').waitFor()
  await picture(office, 'staff-leaving-1280')
  await drawer(office).getByRole('button', { name: '办理离职' }).click()
  const form = dialog(office, '办理离职')
  await choose(office, field(form, '离职原因'), '', '本人辞职')
  await form.getByRole('button', { name: /^办理离职/ }).click()
  await form.getByText('请选择交接人').first().waitFor()
  await field(form, '交接人').fill('陆小燕')
  await office.locator('.ant-select-item-option:visible').filter({ hasText: '陆小燕' }).first().click()
  await form.getByRole('button', { name: /^办理离职/ }).click()
  await toast(office, `${NAME}已离职，账号已停用`).waitFor()
  await drawer(office).getByRole('button', { name: '办理复职' }).waitFor()
  const nurse = await newDesk()
  await openLogin(nurse)
  await submitLogin(nurse, { userName: 'lixiaomei', password: passwordOf('lixiaomei') })
  await nurse.getByText('账号已停用，请联系管理员').waitFor()
})
