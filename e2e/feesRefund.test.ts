// Money goes back over three desks: the cashier prestores with a gift, the accountant refunds with the gift shown before and
// prints its paper, the payment reminder follows at once, and whoever nurses sees no amount. A role that puts the duties of
// these desks together is warned of.
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, force, front, goTo, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let cashier: Page
let accountant: Page
let nurse: Page
let admin: Page
let resident: { id: string; name: string }

const holds = async () =>
  (
    await query<{ balance: number; gift: number; owed: number }>(
      `select balance_fen::int as balance, gift_fen::int as gift, owed_fen::int as owed from elder_account
       where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, resident.id],
    )
  )[0]!

/** The paper as a file, where pictures are wanted: a person looks at it. */
async function paper(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES
  if (!folder) return
  const html = await page
    .frameLocator('.yy-print-frame')
    .locator('html')
    .evaluate((node) => node.outerHTML)
  const sheet = await page.context().newPage()
  await sheet.setContent(html, { waitUntil: 'load' })
  await writeFile(`${folder}/${name}.pdf`, await sheet.pdf({ preferCSSPageSize: true, printBackground: true }))
  await sheet.close()
}

beforeAll(async () => {
  resident = (
    await query<{ id: string; name: string }>(
      `select o.oldman_id as id, o.oldman_name as name from oldman o
         join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed
         join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
        where o.org_id = $1 and o.status = 1 and a.owed_fen between 200000 and 900000 and a.gift_fen = 0 and a.balance_fen = 0
          and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
        order by o.oldman_id desc limit 1`,
      [DEMO_ORG],
    )
  )[0]!
  await query(
    `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, scope, valid_from)
     values ($1, 'refundJourney', '旅程满万赠五百', 1, 1000000, 50000, true, 'PRESTORE', '2020-01-01')`,
    [DEMO_ORG],
  )
  ;[cashier, accountant, nurse, admin] = (await Promise.all([
    newDesk(),
    newDesk(),
    newDesk(),
    newDesk({ width: 1920, height: 1080 }),
  ])) as [Page, Page, Page, Page]
  for (const page of [cashier, accountant]) await withoutPrinter(page)
  await signIn(cashier, 'fangfang')
  await signIn(accountant, 'zengguoping')
  await signIn(nurse, 'lixiaomei')
  await signIn(admin, 'zhengkai')
})

async function findResident(page: Page): Promise<void> {
  await openMenu(page, '费用', '老人账户')
  await rows(page).first().waitFor()
  await searchRows(page, front(page).getByRole('textbox', { name: '老人' }), resident.name)
}

test('the cashier takes a prestore with a gift, and cannot give anything back', async () => {
  await findResident(cashier)
  await rows(cashier).first().getByRole('button', { name: '更多' }).click()
  const menu = cashier.locator('.ant-dropdown:visible')
  await menu.getByRole('menuitem', { name: '预存', exact: true }).waitFor()
  expect(await menu.getByRole('menuitem', { name: /退款|退押金|转给/ }).count()).toBe(0)
  await menu.getByRole('menuitem', { name: '预存', exact: true }).click()
  const drawer = dialog(cashier, /预存/)
  await drawer.getByRole('textbox', { name: '现金金额' }).fill('20000')
  await drawer.getByRole('radio', { name: /旅程满万赠五百.*赠送 1,000.00/ }).check()
  await drawer.getByRole('button', { name: /确认收款/ }).click()
  await toast(cashier, /已收 20,000.00 元，收据 SJ/).waitFor()
  await expect.poll(holds).toMatchObject({ balance: 2_000_000, gift: 100_000 })
  const refused = await force(cashier, 'POST', '/pims/web-pi/cost/refund', {
    oldmanId: resident.id,
    from: 'BALANCE',
    amountFen: 100,
    way: 2,
    reason: '不该',
  })
  expect(refused.status).toBe(401)
  // The gift is spent first, as another desk would.
  const bills = await query<{ id: string }>(
    `select bill_id as id from bill where org_id = $1 and oldman_id = $2 and state in ('DUE', 'PART')`,
    [DEMO_ORG, resident.id],
  )
  const spent = await force(cashier, 'POST', '/pims/web-pi/cost/pay', {
    kind: 'BILL',
    oldmanId: resident.id,
    billIds: bills.map((bill) => bill.id),
    payments: [{ source: 'GIFT', amountFen: 100_000 }],
  })
  expect(spent.status).toBe(200)
})

test('the accountant sees what a refund takes back before it is confirmed, and prints its paper', async () => {
  await findResident(accountant)
  const before = await holds()
  expect(before.gift).toBe(0)
  await rows(accountant).first().getByText('详情', { exact: true }).click()
  await front(accountant).getByRole('heading', { name: resident.name }).waitFor()
  await front(accountant).getByRole('button', { name: '更多' }).click()
  await accountant.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '余额退款' }).click()
  const drawer = dialog(accountant, /余额退款/)
  // More than there is is not taken.
  await drawer.getByLabel(/退款金额/).fill(String(before.balance / 100 + 1))
  await drawer.getByLabel(/退款原因/).fill('家属要求退回预存')
  await drawer.getByRole('button', { name: /确认退款/ }).click()
  await drawer
    .getByText(/余额只有/)
    .first()
    .waitFor()
  await picture(accountant, 'refund-too-much-1280')
  await drawer.getByLabel(/退款金额/).fill('10000')
  const back = drawer.getByRole('region', { name: '满赠收回' })
  await back.getByText('扣下已用赠送').waitFor()
  await back.getByText('9,500.00').waitFor()
  await choose(accountant, drawer.getByRole('combobox', { name: /退款方式/ }), '', '现金')
  await picture(accountant, 'refund-preview-1280')
  await printing(accountant, () => drawer.getByRole('button', { name: /确认退款/ }).click())
  await toast(accountant, /退款单/).waitFor()
  await expect.poll(holds).toMatchObject({ balance: before.balance - 1_000_000, gift: 0 })
  const sheet = accountant.frameLocator('.yy-print-frame').locator('html')
  const words = await sheet.innerText()
  for (const said of [
    '退款单',
    'TK',
    '玖仟伍佰元整',
    '家属要求退回预存',
    '经办人',
    '审核',
    '领款人签字',
    '扣下已用的满赠',
  ]) {
    expect(words).toContain(said)
  }
  await paper(accountant, 'refund-note')
})

test('the paper is listed on the account and printed again as such', async () => {
  const page = front(accountant)
  await page.getByRole('tab', { name: /退款单/ }).click()
  const row = page.getByRole('row').filter({ hasText: '家属要求退回预存' })
  await row.waitFor()
  await picture(accountant, 'refund-list-1280')
  const sheet = await printing(accountant, () => row.getByRole('button', { name: '补打' }).click())
  expect(await sheet.innerText()).toContain('补打 1')
})

test('a nurse is shown no amount of the same resident', async () => {
  await goTo(nurse, `/live/archives/detail/${resident.id}`)
  await front(nurse).getByText(resident.name).first().waitFor()
  await picture(nurse, 'refund-nurse-archive-1280')
  expect(await front(nurse).innerText()).not.toMatch(/\d\.\d\d(?!\d)/)
})

test('a role with the duties of both is warned of and needs a reason', async () => {
  await openMenu(admin, '设置', '角色管理')
  await rows(admin).first().waitFor()
  await picture(admin, 'refund-roles-1920')
  await rows(admin).filter({ hasText: '收费员' }).first().getByRole('button', { name: '编辑' }).click()
  const drawer = dialog(admin, /编辑角色/)
  await drawer.getByRole('textbox', { name: '搜索页面或按钮' }).fill('退款')
  await drawer.getByRole('checkbox', { name: '退款', exact: true }).first().check()
  await drawer.getByRole('alert').getByText('收来的钱可以由同一个人退走').waitFor()
  await picture(admin, 'refund-role-risk-1920')
  await drawer.getByRole('button', { name: /保存/ }).click()
  await drawer.getByText('确需如此时请填写原因').first().waitFor()
})

test('the reminder of arrears follows a payment on its own page at once', async () => {
  await openMenu(cashier, '费用', '缴费提醒')
  await rows(cashier).first().waitFor()
  const owed = front(cashier)
    .getByText(/\d 人未缴/)
    .first()
  const before = await owed.innerText()
  await searchRows(cashier, front(cashier).getByRole('textbox', { name: '老人' }), resident.name)
  await rows(cashier).first().getByText('收费', { exact: true }).click()
  const drawer = dialog(cashier, /收费/)
  await drawer.getByText('2　收款方式').waitFor()
  await drawer.getByRole('textbox', { name: '余额金额', exact: true }).waitFor()
  await drawer.getByRole('button', { name: /确认收款/ }).click()
  await toast(cashier, /已收 .* 元，收据 SJ/).waitFor()
  await expect.poll(() => owed.innerText()).not.toBe(before)
  await picture(cashier, 'refund-remind-1280')
})
