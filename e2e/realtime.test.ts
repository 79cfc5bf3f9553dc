// Two processes on one database and one broker: what happens in one is seen at a desk that is attached to the other.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, deskOf, newDesk, picture, productUrl, query } from './kit/browser.ts'
import { pngFile } from './kit/files.ts'
import { codeOn } from './kit/phone.ts'
import { type OwnProduct, secondProcess } from './kit/product.ts'
import { openMenu, rows, toast } from './kit/shell.ts'
import { openLogin, readPicture, signIn } from './kit/signIn.ts'

let other: OwnProduct
let desk: Page
beforeAll(async () => {
  other = await secondProcess()
  desk = await newDesk({ url: other.url })
})
afterAll(async () => {
  await closeDesk(desk)
  await other.stop()
})

const tokenOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }).token)

const loads = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation').length + performance.timeOrigin)

test('the desk is attached to the second process, with a ticket instead of the token in the address', async () => {
  const socket = desk.waitForEvent('websocket')
  await signIn(desk, 'operator')
  const address = (await socket).url()
  expect(address.startsWith(other.url.replace('http', 'ws'))).toBe(true)
  expect(address).not.toContain(await tokenOf(desk))
  await desk.getByText('实时连接正常').waitFor()
})

test('an application sent through the first process rings at that desk without a reload', async () => {
  const loaded = await loads(desk)
  const bell = desk.getByRole('button', { name: /^消息/ })
  const [before] = await query<{ unread: number }>(
    `select count(*)::int as unread from user_message m join account a using (org_id, user_id)
      where a.user_name = 'operator' and m.read_at is null`,
  )
  const unread = before!.unread
  await expect.poll(() => bell.getAttribute('aria-label')).toBe(unread > 0 ? `消息，${unread} 条未读` : '消息')

  // A visitor at the first process, by the calls that the settle-in page makes.
  const visitor = await newDesk()
  await openLogin(visitor)
  const phone = '13700002201'
  const picturePart = await pngFile('证照.png')
  const sent = await visitor.request.post('/passport/web-rbac/medical/picture', { multipart: { file: picturePart } })
  const { data } = (await sent.json()) as { data: { urlPath: string } }
  await visitor.request.get(`/passport/web-rbac/logins/getSmsCode/${phone}`)
  const photoCode = await readPicture(visitor)
  const verifyStr = [...deskOf(visitor).photoCodes.values()].at(-1)
  const applied = await visitor.request.post('/passport/web-rbac/medical', {
    data: {
      orgName: '听涛养老院',
      licenseNo: '52310116MJ0000011C',
      licensePictures: [data.urlPath],
      contactName: '江涛',
      contactPhone: phone,
      address: '上海市金山区听涛路 1 号',
      userName: 'tingtao01',
      userPassword: 'Tingtao2026',
      smsCode: await codeOn(phone),
      photoCode,
      verifyStr,
    },
  })
  expect(await applied.json()).toMatchObject({ status: 200 })

  await toast(desk, '“听涛养老院”申请入驻').waitFor()
  await picture(desk, 'realtime-message-1280')
  await expect.poll(() => bell.getAttribute('aria-label')).toBe(`消息，${unread + 1} 条未读`)
  await bell.click()
  await desk
    .getByRole('button', { name: /“听涛养老院”申请入驻/ })
    .first()
    .waitFor()
  await picture(desk, 'bell-1280')
  expect(await loads(desk)).toBe(loaded)
  await desk
    .getByRole('button', { name: /“听涛养老院”申请入驻/ })
    .first()
    .click()
  await rows(desk).filter({ hasText: '听涛养老院' }).waitFor()
})

test('a job started through the first process is followed and reported there', async () => {
  // A load balancer may hand each request of one session to another process.
  const started = await desk.request.post(`${productUrl()}/passport/web-org/common/exportList`, {
    headers: { Authorization: await tokenOf(desk) },
    data: {
      call: 'platform.log.list',
      title: '运营操作日志',
      query: {},
      columns: [{ key: 'remark', title: '操作记录', as: 'text' }],
    },
  })
  expect(await started.json()).toMatchObject({ status: 200 })
  await toast(desk, '导出“运营操作日志”：完成').waitFor()
  await desk.getByRole('button', { name: '打印与导出' }).click()
  await desk.locator('.yy-jobs').getByText('导出“运营操作日志”：完成').waitFor()
  await picture(desk, 'jobs-1280')
  await desk.keyboard.press('Escape')
})

test('signing in at the first process ends the session at the second, at once', async () => {
  const elsewhere = await newDesk()
  await signIn(elsewhere, 'operator')
  await desk.getByRole('dialog').filter({ hasText: '该账号已在别处登录，请重新登录' }).waitFor()
  await openMenu(elsewhere, '档案', '入驻审核')
  await rows(elsewhere).first().waitFor()
})
