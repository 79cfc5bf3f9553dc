// An organisation applies to join; the operator reads the application and decides; the applicant sees how it stands.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { pngFile } from './kit/files.ts'
import { codeOn } from './kit/phone.ts'
import { front, openMenu, rows, toast } from './kit/shell.ts'
import { field, openLogin, readPicture, signIn, submitLogin } from './kit/signIn.ts'

interface Applicant {
  orgName: string
  licenseNo: string
  phone: string
  userName: string
}

const good: Applicant = {
  orgName: '云山颐养院',
  licenseNo: '52310115MJ7654321A',
  phone: '13700001101',
  userName: 'yunshan01',
}
const bad: Applicant = {
  orgName: '晚晴护理院',
  licenseNo: '52310115MJ7654322B',
  phone: '13700001102',
  userName: 'wanqing01',
}
const PASSWORD = 'Yunshan2026'
const REASON = '营业执照照片不清晰，请重新拍摄'

let applicant: Page
let refused: Page
let operator: Page
beforeAll(async () => {
  applicant = await newDesk()
  refused = await newDesk()
  operator = await newDesk()
  await signIn(operator, 'operator')
})

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

/** The first three steps; answers the code of the SMS. */
async function fillIn(page: Page, one: Applicant): Promise<string> {
  await page.goto('/settleIn.html')
  await field(page, '机构名称').fill(one.orgName)
  await field(page, '统一社会信用代码').fill(one.licenseNo)
  await field(page, '机构地址').fill('上海市嘉定区云山路 8 号')
  await next(page)
  await page.getByLabel('选择证照图片').setInputFiles(await pngFile('营业执照.png'))
  await page.getByAltText('营业执照.png').waitFor()
  await next(page)
  await field(page, '联系人').fill('沈云')
  await field(page, '联系电话').fill(one.phone)
  await field(page, '图形验证码').fill(await readPicture(page))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发送到').waitFor()
  const code = await codeOn(one.phone)
  await field(page, '短信验证码').fill(code)
  await field(page, '管理员账号').fill(one.userName)
  await field(page, '密码').fill(PASSWORD)
  await field(page, '再输入一次').fill(PASSWORD)
  return code
}

async function send(page: Page) {
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByRole('heading', { name: '审核中' }).waitFor()
}

const openApplications = async () => {
  await openMenu(operator, '档案', '入驻审核')
  await rows(operator).first().waitFor()
}

test('a step is not left with a gap in it', async () => {
  await applicant.goto('/settleIn.html')
  await picture(applicant, 'settleIn-1-1280')
  await next(applicant)
  await applicant.getByText('请填写机构名称').waitFor()
  await field(applicant, '统一社会信用代码').fill('123')
  await next(applicant)
  await applicant.getByText('统一社会信用代码', { exact: false }).first().waitFor()
  await expect.poll(() => field(applicant, '统一社会信用代码').getAttribute('aria-invalid')).toBe('true')
})

test('four steps, the phone proven by a code, and the application stands 审核中', async () => {
  await fillIn(applicant, good)
  await picture(applicant, 'settleIn-3-1280')
  await next(applicant)
  await applicant.getByText(good.licenseNo).waitFor()
  await picture(applicant, 'settleIn-4-1280')
  await send(applicant)
  await applicant.getByText('请抄下申请编号和查询码').waitFor()
  await picture(applicant, 'settleIn-state-waiting-1280')
  const [row] = await query(
    `select o.org_name, o.org_status, a.user_name, a.is_admin, a.user_telephone
       from organization o join account a using (org_id) where o.license_no = $1`,
    [good.licenseNo],
  )
  expect(row).toEqual({
    org_name: good.orgName,
    org_status: 0,
    user_name: good.userName,
    is_admin: true,
    user_telephone: good.phone,
  })
})

test('what was typed stays when the page is loaded again, secrets apart', async () => {
  const code = await fillIn(refused, bad)
  await refused.reload()
  await expect.poll(() => field(refused, '联系电话').inputValue()).toBe(bad.phone)
  expect(await field(refused, '密码').inputValue()).toBe('')
  await field(refused, '密码').fill(PASSWORD)
  await field(refused, '再输入一次').fill(PASSWORD)
  await field(refused, '图形验证码').fill(await readPicture(refused))
  await field(refused, '短信验证码').fill(code)
  await next(refused)
  await send(refused)
})

test('until the decision the administrator is shown the state instead of a console', async () => {
  await openLogin(applicant)
  await submitLogin(applicant, { userName: good.userName, password: PASSWORD })
  await applicant.waitForURL(/settleIn\.html/)
  await applicant.getByRole('heading', { name: '审核中' }).waitFor()
})

test('the operator finds both on the list, looks at the licence and approves one', async () => {
  await openApplications()
  await picture(operator, 'applications-1280')
  await rows(operator).filter({ hasText: good.orgName }).getByRole('button', { name: good.orgName }).click()
  const drawer = operator.getByRole('dialog').filter({ hasText: good.orgName })
  await drawer.getByText(good.licenseNo).waitFor()
  const licence = drawer.getByRole('img', { name: '图片 1' })
  await expect.poll(() => licence.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await picture(operator, 'application-drawer-1280')
  await drawer.getByRole('button', { name: '通过申请' }).click()
  const question = operator.getByRole('dialog').filter({ hasText: `通过“${good.orgName}”的入驻申请？` })
  await question.getByText(`管理员账号 ${good.userName} 可以登录`).waitFor()
  await picture(operator, 'application-approve-1280')
  await question.getByRole('button', { name: '通过申请' }).click()
  await toast(operator, `“${good.orgName}”已入驻`).waitFor()
  await rows(operator).filter({ hasText: good.orgName }).getByText('正常').waitFor()
})

test('a refusal needs a reason', async () => {
  const row = rows(operator).filter({ hasText: bad.orgName })
  await row.getByRole('button', { name: /更多/ }).click()
  await picture(operator, 'application-more-1280')
  await operator.getByRole('menuitem', { name: /拒绝/ }).click()
  const question = operator.getByRole('dialog').filter({ hasText: `拒绝“${bad.orgName}”的入驻申请？` })
  await question.getByRole('button', { name: '拒绝申请' }).click()
  await question.getByText('请填写拒绝原因').waitFor()
  await question.getByLabel('拒绝原因').fill(REASON)
  await question.getByRole('button', { name: '拒绝申请' }).click()
  await toast(operator, `已拒绝“${bad.orgName}”的申请`).waitFor()
  await row.getByText('已拒绝').waitFor()
})

test('the approved applicant sees it, signs in and lands in the shell of their own organisation', async () => {
  await openLogin(applicant)
  await signIn(applicant, good.userName, { password: PASSWORD })
  await applicant.getByText(good.orgName).first().waitFor()
  await applicant.getByRole('button', { name: /沈云.*账户菜单/ }).waitFor()
  await picture(applicant, 'home-new-organisation-1280')
  // Nothing of another organisation is on its lists.
  await openMenu(applicant, '设置', '操作日志')
  await rows(applicant).first().waitFor()
  expect(await front(applicant).getByText('郑凯').count()).toBe(0)
})

test('the refused one sees the reason, puts it right and sends it again', async () => {
  await refused.getByRole('button', { name: '刷新状态' }).click()
  await refused.getByRole('heading', { name: '未通过审核' }).waitFor()
  await refused.getByText(`原因：${REASON}`).waitFor()
  await picture(refused, 'settleIn-state-refused-1280')
  await refused.getByRole('button', { name: '修改后再提交' }).click()
  await refused.getByText(`上次未通过的原因：${REASON}`).waitFor()
  await expect.poll(() => field(refused, '机构名称').inputValue()).toBe(bad.orgName)
  await next(refused)
  await next(refused)
  await next(refused)
  await field(refused, '图形验证码').fill(await readPicture(refused))
  await refused.getByRole('button', { name: '再次提交' }).click()
  await refused.getByRole('heading', { name: '审核中' }).waitFor()
  const [row] = await query('select org_status, reject_reason from organization where license_no = $1', [bad.licenseNo])
  expect(row).toEqual({ org_status: 0, reject_reason: null })
})

test('each decision and each application stands in the operation log', async () => {
  const [decided] = await query<{ count: number }>(
    `select count(*)::int as count from operation_log where remark in ($1, $2)`,
    [`“${good.orgName}”的入驻申请通过`, `“${bad.orgName}”的入驻申请拒绝：${REASON}`],
  )
  expect(decided!.count).toBe(2)
})
