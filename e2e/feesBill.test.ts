// The bills of a month as a clerk makes them: generated, corrected, issued, paid by a scanned code, settled again, and the
// receipt on paper.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, front, goTo, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

let clerk: Page
let resident: { id: string; name: string; bill: string }
let month: string

const billNow = async () =>
  (
    await query<{ state: string; paid: number; receivable: number; no: string }>(
      'select state, paid_fen::int as paid, receivable_fen::int as receivable, bill_no as no from bill where bill_id = $1',
      [resident.bill],
    )
  )[0]!

beforeAll(async () => {
  month = (await query<{ month: string }>(`select to_char(current_date + interval '1 month', 'YYYY-MM') as month`))[0]!
    .month
  clerk = await newDesk()
  await withoutPrinter(clerk)
  await wholeDesk()
  await signIn(clerk, 'liumin')
})

test('the bills of a month are made once, with a count before and a result after', async () => {
  await openMenu(clerk, '费用', '账单列表')
  await rows(clerk).first().waitFor()
  await front(clerk).getByRole('button', { name: '生成账单' }).click()
  const drawer = dialog(clerk, /生成账单/)
  await drawer.getByRole('textbox', { name: '账期' }).fill(month)
  await clerk.keyboard.press('Enter')
  await drawer.getByText('将生成').waitFor()
  await drawer.getByRole('button', { name: `生成 ${month} 账单` }).click()
  await drawer.getByText(/月账单生成 \d+ 张/).waitFor()
  await picture(clerk, 'fees-generated-1280')
  await drawer.getByRole('button', { name: `查看 ${month} 账单` }).click()
  const made = await query<{ id: string; name: string; bill: string }>(
    `select o.oldman_id as id, o.oldman_name as name, b.bill_id as bill from bill b
       join oldman o on o.org_id = b.org_id and o.oldman_id = b.oldman_id
       join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '康宁楼护理组'
      where b.org_id = $1 and b.month = $2 and b.state = 'DRAFT' and b.receivable_fen > 100000 and a.owed_fen = 0
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by a.balance_fen + a.gift_fen, o.oldman_id limit 1`,
    [DEMO_ORG, month],
  )
  resident = made[0]!
})

test('a draft is corrected, and a line without its words is told so', async () => {
  await goTo(clerk, `/expense/bill?month=${month}`)
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), resident.name)
  const before = await billNow()
  await rows(clerk).first().getByText('修改', { exact: true }).click()
  const drawer = dialog(clerk, /修改账单/)
  await drawer.getByRole('button', { name: '增加一行费用或减免' }).click()
  await drawer.getByRole('button', { name: '保存账单' }).click()
  await drawer.getByText('请填写费用项目').waitFor()
  await drawer.getByRole('textbox', { name: '费用项目' }).fill('节日慰问减免')
  await drawer.getByRole('textbox', { name: '单价' }).fill('-88.5')
  await picture(clerk, 'fees-edit-1280')
  await drawer.getByRole('button', { name: '保存账单' }).click()
  await toast(clerk, /已修改/).waitFor()
  expect((await billNow()).receivable).toBe(before.receivable - 8_850)
})

test('it is issued and then owed', async () => {
  await goTo(clerk, `/expense/accountBillDetail?tradeMonthId=${resident.bill}`)
  const page = front(clerk)
  await page.getByRole('heading', { name: resident.name }).waitFor()
  await page.getByText('节日慰问减免').first().waitFor()
  await page.getByRole('button', { name: '出账', exact: true }).click()
  const asks = clerk.locator('.yy-confirm')
  await asks.getByRole('button', { name: '出账', exact: true }).click()
  await toast(clerk, /已出账/).waitFor()
  await page.getByText('待缴', { exact: true }).first().waitFor()
  await expect.poll(billNow).toMatchObject({ state: 'DUE' })
})

test('it is paid by a code that the payer scans; the money books itself', async () => {
  await front(clerk).getByRole('button', { name: '缴费', exact: true }).click()
  const drawer = dialog(clerk, /收费/)
  await drawer.getByText('2　收款方式').waitFor()
  const way = drawer.getByRole('combobox', { name: '收款方式' })
  // What the account holds stays on it: one way only.
  while ((await way.count()) > 1) await drawer.getByRole('button', { name: /^去掉/ }).first().click()
  await choose(clerk, way.first(), '', '微信扫码（主扫）')
  const due = (await billNow()).receivable
  await drawer.getByRole('textbox', { name: '微信扫码（主扫）金额' }).fill(String(due / 100))
  await drawer.getByRole('button', { name: '出示收款码' }).click()
  await drawer.getByText('等待付款').waitFor()
  await picture(clerk, 'fees-scan-1280')
  const address = await drawer.getByRole('link', { name: '模拟付款' }).getAttribute('href')
  const payer = await newDesk()
  await payer.setViewportSize({ width: 390, height: 800 })
  await payer.goto(new URL(address!, productUrl()).href)
  await payer.getByRole('button', { name: '支付', exact: true }).waitFor()
  await picture(payer, 'fees-payer-390')
  await payer.getByRole('button', { name: '支付', exact: true }).click()
  await payer.getByText('支付成功').waitFor()
  await toast(clerk, /扫码到账/).waitFor()
  await expect.poll(billNow).toMatchObject({ state: 'PAID', paid: due })
  await drawer.getByRole('button', { name: '关闭', exact: true }).click()
  await drawer.waitFor({ state: 'hidden' })
})

test('settled again with a reason, the bill is open and the money on the balance', async () => {
  const page = front(clerk)
  const holds = async () =>
    (
      await query<{ fen: number }>('select balance_fen::int as fen from elder_account where oldman_id = $1', [
        resident.id,
      ])
    )[0]!.fen
  const before = await holds()
  const { paid } = await billNow()
  await page.getByText('已缴', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: '更多' }).click()
  await clerk.getByRole('menuitem', { name: '反结算…' }).click()
  const asks = clerk.locator('.yy-confirm')
  await asks.getByRole('button', { name: '反结算', exact: true }).click()
  await asks.getByText('请填写反结算原因').waitFor()
  await asks.getByLabel(/反结算原因/).fill('缴错账期')
  await picture(clerk, 'fees-anti-1280')
  await asks.getByRole('button', { name: '反结算', exact: true }).click()
  await toast(clerk, /已反结算/).waitFor()
  await expect.poll(billNow).toMatchObject({ state: 'DUE', paid: 0 })
  await expect.poll(holds).toBe(before + paid)
})

test('receipt and bill stand on paper as they should', async () => {
  await goTo(clerk, '/expense/receipt')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), resident.name)
  const red = rows(clerk).filter({ hasText: '红字' }).first()
  await red.getByText('查看', { exact: true }).click()
  const drawer = dialog(clerk, /收据 SJ/)
  const first = await printing(clerk, () => drawer.getByRole('button', { name: '打印收据' }).click())
  await first.getByText('收款收据（红字）').waitFor()
  await first.getByText(/负.*元/).waitFor()
  expect(await first.getByText('补打').count()).toBe(0)
  await drawer.getByText(/已打印 1 次/).waitFor()
  const second = await printing(clerk, () => drawer.getByRole('button', { name: '补打收据' }).click())
  await second.getByText('补打 1').waitFor()
  await paperSays(() => second.evaluate((root) => `<!doctype html>${root.outerHTML}`), ['收款收据', '补打', '缴错账期'])
  await drawer.getByRole('button', { name: '关闭', exact: true }).first().click()
  await drawer.waitFor({ state: 'hidden' })
  await goTo(clerk, `/expense/accountBillDetail?tradeMonthId=${resident.bill}`)
  const bill = await printing(clerk, () =>
    front(clerk).getByRole('button', { name: '打印', exact: true }).first().click(),
  )
  await bill.getByText('月度费用账单').waitFor()
  await bill.getByText('节日慰问减免').waitFor()
  const { no } = await billNow()
  await paperSays(
    () => bill.evaluate((root) => `<!doctype html>${root.outerHTML}`),
    ['月度费用账单', no, resident.name, '应缴合计'],
  )
})

/** The paper as a PDF, read back; where no reader is installed the paper on the screen has said it already. */
async function paperSays(html: () => Promise<string>, words: readonly string[]): Promise<void> {
  if (!existsSync('/usr/bin/pdftotext')) return
  const desk = await newDesk()
  const folder = mkdtempSync(join(tmpdir(), 'yiyuan-paper-'))
  try {
    await desk.goto(`${productUrl()}/error.html`)
    await desk.setContent(await html())
    const path = join(folder, 'paper.pdf')
    await desk.pdf({ path, preferCSSPageSize: true })
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/\s/g, '')
    for (const word of words) expect(text).toContain(word)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
