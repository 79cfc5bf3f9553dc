// One clerk takes money: a prestore with its gift, a bill paid by three ways, the statement, and a prestore that was
// entered wrongly and is voided.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, query } from './kit/browser.ts'
import { withoutPrinter } from './kit/print.ts'
import { dialog, front, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

let clerk: Page
let resident: { id: string; name: string }

const holds = async () =>
  (
    await query<{ balance: number; gift: number; owed: number }>(
      `select balance_fen::int as balance, gift_fen::int as gift, owed_fen::int as owed from elder_account
       where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, resident.id],
    )
  )[0]!

beforeAll(async () => {
  // Somebody with a bill to pay, whose name nobody else bears.
  const found = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
      where o.org_id = $1 and o.status = 1 and a.owed_fen > 200000 and a.gift_fen = 0
        and (select count(*) from bill b where b.org_id = o.org_id and b.oldman_id = o.oldman_id and b.state in ('DUE', 'PART')) = 1
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id limit 1`,
    [DEMO_ORG],
  )
  resident = found[0]!
  await query(
    `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, scope, valid_from)
     values ($1, 'feesPayJourney', '旅程满千赠百', 1, 100000, 10000, true, 'PRESTORE', '2020-01-01')`,
    [DEMO_ORG],
  )
  clerk = await newDesk()
  await withoutPrinter(clerk)
  await wholeDesk()
  await signIn(clerk, 'liumin')
})

async function findResident(): Promise<void> {
  await openMenu(clerk, '费用', '老人账户')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), resident.name)
}

test('a prestore shows its gift before it is taken', async () => {
  await findResident()
  await rows(clerk).first().getByRole('button', { name: '更多' }).click()
  await clerk.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '预存', exact: true }).click()
  const drawer = dialog(clerk, /预存/)
  await drawer.getByText('填写金额后显示可用的优惠').waitFor()
  await drawer.getByRole('button', { name: /确认收款/ }).click()
  await drawer.getByText('请填写金额').waitFor()
  await drawer.getByRole('textbox', { name: '现金金额' }).fill('12.345')
  await drawer.getByText('应为金额，最多两位小数').waitFor()
  await drawer.getByRole('textbox', { name: '现金金额' }).fill('1000')
  await drawer.getByRole('radio', { name: /旅程满千赠百.*赠送 100.00/ }).check()
  await drawer.getByText('壹仟元整').waitFor()
  await picture(clerk, 'fees-prestore-1280')
  const before = await holds()
  await drawer.getByRole('button', { name: /确认收款/ }).click()
  await toast(clerk, /已收 1,000.00 元，收据 SJ/).waitFor()
  await expect.poll(holds).toMatchObject({ balance: before.balance + 100_000, gift: before.gift + 10_000 })
})

test('a bill is paid by balance, gift and cash', async () => {
  const before = await holds()
  await rows(clerk).first().getByText('收费', { exact: true }).click()
  const drawer = dialog(clerk, /收费/)
  await drawer.getByText('2　收款方式').waitFor()
  const balance = drawer.getByRole('textbox', { name: '余额金额', exact: true })
  const cash = drawer.getByRole('textbox', { name: '现金金额' })
  await balance.fill('500')
  await drawer.getByRole('textbox', { name: '赠送余额金额' }).fill('60')
  if ((await cash.count()) === 0) {
    await drawer.getByRole('button', { name: '增加一种方式' }).click()
    await cash.waitFor()
  }
  const rest = before.owed - 56_000
  // More than is owed is not taken.
  await cash.fill(String((rest + 1) / 100))
  await drawer.getByRole('button', { name: /确认收款/ }).click()
  await drawer.getByRole('alert').filter({ hasText: '多收了 0.01 元' }).waitFor()
  await cash.fill(String(rest / 100))
  await drawer.getByRole('textbox', { name: '现金实收' }).fill(String(rest / 100 + 10))
  await drawer.getByText('找零').waitFor()
  await drawer.getByRole('region', { name: '收款后' }).getByText('已缴').waitFor()
  await picture(clerk, 'fees-pay-1280')
  await clerk.keyboard.press('Control+Enter')
  await toast(clerk, /已收 .* 元，收据 SJ/).waitFor()
  await expect.poll(holds).toEqual({ balance: before.balance - 50_000, gift: before.gift - 6_000, owed: 0 })
})

test('the statement shows all of it, and a payment that hangs together is voided together', async () => {
  await rows(clerk).first().getByText('详情', { exact: true }).click()
  const page = front(clerk)
  await page.getByRole('heading', { name: resident.name }).waitFor()
  await page.getByRole('tab', { name: '缴费', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '赠送余额' }).first().waitFor()
  await page.getByRole('row').filter({ hasText: '现金' }).first().waitFor()
  await page.getByRole('tab', { name: '预存', exact: true }).click()
  const gift = page.getByRole('row').filter({ hasText: '满赠' }).first()
  await gift.waitFor()
  // The gift is spent in part: its prestore cannot be voided, and the dialog says why.
  const prestored = page.getByRole('row').filter({ hasText: '1,000.00' }).filter({ hasText: '现金' }).first()
  await prestored.getByRole('button', { name: '作废…' }).click()
  const asks = clerk.locator('.yy-confirm')
  await asks.getByLabel(/作废原因/).fill('录错')
  await asks.getByRole('button', { name: '作废流水' }).click()
  await asks.getByRole('alert').filter({ hasText: '已被使用' }).waitFor()
  await picture(clerk, 'fees-void-refused-1280')
  await asks.getByRole('button', { name: '不作废' }).click()
})

test('a prestore that was entered wrongly is voided with its gift and its receipt', async () => {
  const page = front(clerk)
  const before = await holds()
  await page.getByRole('button', { name: '预存' }).first().click()
  const drawer = dialog(clerk, /预存/)
  await drawer.getByRole('textbox', { name: '现金金额' }).fill('2000')
  await drawer.getByRole('radio', { name: /旅程满千赠百.*赠送 200.00/ }).check()
  await clerk.keyboard.press('Control+Enter')
  await toast(clerk, /已收 2,000.00 元/).waitFor()
  await expect.poll(holds).toMatchObject({ balance: before.balance + 200_000, gift: before.gift + 20_000 })
  const row = page.getByRole('row').filter({ hasText: '2,000.00' }).filter({ hasText: '现金' }).first()
  await row.getByRole('button', { name: '作废…' }).click()
  const asks = clerk.locator('.yy-confirm')
  await asks.getByRole('button', { name: '作废流水' }).click()
  await asks.getByRole('alert').filter({ hasText: '请填写作废原因' }).waitFor()
  await asks.getByLabel(/作废原因/).fill('金额录错')
  await asks.getByRole('button', { name: '作废流水' }).click()
  await toast(clerk, '已作废这笔预存').waitFor()
  await page.getByRole('row').filter({ hasText: '红冲' }).first().waitFor()
  await picture(clerk, 'fees-voided-1280')
  await expect.poll(holds).toMatchObject({ balance: before.balance, gift: before.gift })
  const red = await query<{ count: number }>(
    `select count(*)::int as count from receipt where org_id = $1 and oldman_id = $2 and state = 'RED'`,
    [DEMO_ORG, resident.id],
  )
  expect(red[0]!.count).toBe(1)
})
