// One clerk's day at the desk and how it is reconciled: money by three ways, the report of the day with exactly these
// figures, the entries behind one of them, the count of the drawer, the hand-over, the workbook and the paper.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yuanText } from '#contract/kit/money'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { cellsByOffice, fenOfCell } from '#server/kit/test/office'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, force, front, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

const CASHIER = '刘敏'
/** As the report shows money. */
const shown = (fen: number) => yuanText(fen).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

let clerk: Page
let folder: string
let cashier: string
let today: string
let residents: { id: string; name: string }[]
let before: Figures

interface Figures {
  entries: number
  cash: number
  transfer: number
  due: number
}

/** What the ledger says the cashier took today. */
const taken = async (): Promise<Figures> =>
  (
    await query<Figures & Record<string, number>>(
      `select count(*)::int as entries, coalesce(sum(cash_fen) filter (where way = 2 and not refund), 0)::int as cash,
        coalesce(sum(cash_fen) filter (where way = 8 and not refund), 0)::int as transfer, coalesce(sum(cash_fen), 0)::int as due
       from ledger where org_id = $1 and day = $2 and user_id = $3 and cash_fen <> 0`,
      [DEMO_ORG, today, cashier],
    )
  )[0]!

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-reports-'))
  const [who] = await query<{ id: string; today: string }>(
    `select emp_id as id, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today from employee
     where org_id = $1 and emp_name = $2`,
    [DEMO_ORG, CASHIER],
  )
  cashier = who!.id
  today = who!.today
  // Two who owe, have nothing prestored and bear names of their own.
  residents = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed
      where o.org_id = $1 and o.status = 1 and a.owed_fen > 200000 and a.gift_fen = 0 and a.balance_fen = 0
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id desc limit 2`,
    [DEMO_ORG],
  )
  expect(residents).toHaveLength(2)
  before = await taken()
  clerk = await newDesk({ width: 1920, height: 1080 })
  await withoutPrinter(clerk)
  await wholeDesk()
  await signIn(clerk, 'liumin')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function find(name: string): Promise<Locator> {
  await openMenu(clerk, '费用', '老人账户')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), name)
  return rows(clerk).first()
}

/** The row of this cashier and day. */
const ownRow = () => rows(clerk).filter({ hasText: today }).filter({ hasText: CASHIER })
const cellsOf = async (row: Locator) => (await row.locator('td').allInnerTexts()).map((text) => text.trim())
/** Where a column stands; a cell is found by its title, however the columns are ordered. */
async function columnAt(title: string): Promise<number> {
  const heads = await front(clerk).locator('thead').first().locator('th').allInnerTexts()
  return heads.findIndex((head) => head.trim() === title)
}
const cell = async (title: string) => (await cellsOf(ownRow()))[await columnAt(title)]
const total = async (title: string) =>
  (await front(clerk).locator('tfoot td').allInnerTexts())[await columnAt(title)]?.trim()

const after = () => ({
  entries: before.entries + 2,
  cash: before.cash + 120_000,
  transfer: before.transfer + 80_050,
  due: before.due + 200_050,
})

test('money comes in: cash into the balance, a bill by balance and by transfer', async () => {
  const [first, second] = residents
  const row = await find(first!.name)
  await row.getByRole('button', { name: '更多' }).click()
  await clerk.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '预存', exact: true }).click()
  const prestore = dialog(clerk, /预存/)
  await prestore.getByRole('textbox', { name: '现金金额' }).fill('1200')
  await prestore.getByText(/还没有达到优惠|不使用优惠|现在没有预存优惠/).waitFor()
  await prestore.getByRole('button', { name: /确认收款/ }).click()
  await toast(clerk, /已收 1,200.00 元，收据 SJ/).waitFor()

  // What was prestored pays a part of the bill; it is no money of today's drawer.
  await expect
    .poll(
      async () =>
        (
          await query<{ fen: number }>(
            'select balance_fen::int as fen from elder_account where org_id = $1 and oldman_id = $2',
            [DEMO_ORG, first!.id],
          )
        )[0]!.fen,
    )
    .toBe(120_000)
  await rows(clerk).first().getByText('收费', { exact: true }).click()
  const pay = dialog(clerk, /收费/)
  await pay.getByText('2　收款方式').waitFor()
  await only(pay, '余额')
  await pay.getByRole('textbox', { name: '余额金额', exact: true }).fill('700')
  await pay.getByRole('button', { name: /确认收款/ }).click()
  await toast(clerk, /已收 700.00 元/).waitFor()

  await (await find(second!.name)).getByText('收费', { exact: true }).click()
  await pay.getByText('2　收款方式').waitFor()
  await only(pay, '转账')
  await pay.getByRole('textbox', { name: '转账金额' }).fill('800.50')
  await pay.getByRole('button', { name: /确认收款/ }).click()
  await toast(clerk, /已收 800.50 元，收据 SJ/).waitFor()
  await expect.poll(taken).toEqual(after())
})

/** The drawer proposes ways; one of them is left. */
async function only(drawer: Locator, way: string): Promise<void> {
  const ways = drawer.locator('.yy-pay-row')
  const add = drawer.getByRole('button', { name: '增加一种方式' })
  if ((await ways.count()) === 0) await add.click()
  await ways.first().waitFor()
  while ((await ways.count()) > 1) await ways.last().getByRole('button', { name: /^去掉/ }).click()
  if ((await drawer.getByRole('textbox', { name: `${way}金额`, exact: true }).count()) === 1) return
  await choose(clerk, ways.first().getByRole('combobox', { name: '收款方式' }), '', new RegExp(`^${way}$`))
}

test('the report of the day shows what was taken by each way', async () => {
  await openMenu(clerk, '费用', '收费汇总')
  const period = front(clerk).getByPlaceholder('开始')
  await period.click()
  await clerk.locator('.ant-picker-presets:visible').getByText('今天', { exact: true }).click()
  await front(clerk).getByRole('button', { name: '查询', exact: true }).click()
  const { entries, cash, transfer, due } = after()
  await expect
    .poll(() => Promise.all(['笔数', '现金', '转账', '应交款'].map(cell)))
    .toEqual([String(entries), shown(cash), shown(transfer), shown(due)])
  expect(await rows(clerk).filter({ hasNotText: today }).count()).toBe(0)
  const check = front(clerk).locator('.yy-check')
  await check.getByText('与总账核对一致').waitFor()
  await expect.poll(() => check.innerText()).toContain(`本表应交款合计 ${await total('应交款')}`)
  await picture(clerk, 'fees-report-day-1920')
})

test('the entries behind a figure come to it', async () => {
  const { transfer } = after()
  await ownRow()
    .getByRole('button', { name: shown(transfer) })
    .first()
    .click()
  const drawer = dialog(clerk, `${CASHIER} ${today}・转账`)
  const behind = drawer.locator('tr.yy-tr')
  await behind.filter({ hasText: residents[1]!.name }).first().waitFor()
  await picture(clerk, 'fees-report-drill-1920')
  const heads = await drawer.locator('thead').first().locator('th').allInnerTexts()
  const at = heads.findIndex((head) => head.trim().startsWith('金额'))
  let sum = 0
  for (const line of await behind.all()) sum += fenOfCell((await line.locator('td').allInnerTexts())[at])
  expect(sum).toBe(transfer)
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await expect.poll(() => drawer.isVisible()).toBe(false)
})

test('a count that differs needs a reason; the right one is handed over', async () => {
  const { due } = after()
  await ownRow().getByText('交款', { exact: true }).click()
  const drawer = dialog(clerk, `交款・${CASHIER} ${today}`)
  await drawer
    .getByRole('row', { name: /应交款/ })
    .getByText(shown(due), { exact: true })
    .first()
    .waitFor()
  const ways = await query<{ way: number; fen: number }>(
    `select way, sum(cash_fen)::int as fen from ledger where org_id = $1 and day = $2 and user_id = $3 and cash_fen <> 0
     group by way order by way`,
    [DEMO_ORG, today, cashier],
  )
  const box = (way: number) => drawer.locator(`#hand-counted-${way}`)
  for (const { way, fen } of ways) await box(way).fill(yuanText(fen))
  const hand = drawer.getByRole('button', { name: '登记交款' })
  const cash = ways.find((one) => one.way === 2)!
  await box(2).fill(yuanText(cash.fen - 500))
  await choose(clerk, drawer.getByRole('combobox', { name: /接收人/ }), '曾国平', '曾国平')
  await drawer.getByRole('status').filter({ hasText: '现金少 5.00 元，请在备注中说明' }).waitFor()
  await drawer.getByText('金额不一致，请写明原因').waitFor()
  expect(await hand.isDisabled()).toBe(true)
  await picture(clerk, 'fees-handover-differs-1920')
  // Nor does the server take it.
  const [taker] = await query<{ id: string }>('select emp_id as id from employee where org_id = $1 and emp_name = $2', [
    DEMO_ORG,
    '曾国平',
  ])
  const refused = await force(clerk, 'POST', '/pims/web-pi/cost/cashDay/hand', {
    day: today,
    ways: ways.map(({ way, fen }) => ({ way, countedFen: way === 2 ? fen - 500 : fen })),
    handedTo: taker!.id,
  })
  expect(refused.status).not.toBe(200)
  expect(refused.desc).toContain('现金少 5.00 元，请注明原因')

  await box(2).fill(yuanText(cash.fen))
  await drawer.getByText('各种方式都与应交款一致').waitFor()
  await drawer.getByRole('checkbox', { name: '登记后打印交款单' }).uncheck()
  await hand.click()
  await toast(clerk, `已登记 ${CASHIER} ${today} 的交款`).waitFor()
  await expect.poll(() => Promise.all(['实交款', '差额', '接收人'].map(cell))).toEqual([shown(due), '0.00', '曾国平'])
  await picture(clerk, 'fees-handed-over-1920')
})

test('the workbook comes to what the screen says', async () => {
  const [file] = await Promise.all([
    clerk.waitForEvent('download'),
    front(clerk).getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^收费汇总.*\.xlsx$/)
  const path = join(folder, 'collectFees.xlsx')
  await file.saveAs(path)
  const [title, of, , head, ...lines] = await cellsByOffice(path, folder)
  expect(title![0]).toBe('收费汇总')
  expect(of![0]).toMatch(/^期间：/)
  const totals = lines.pop()!
  expect(totals[0]).toBe('合计')
  expect(lines).toHaveLength(await rows(clerk).count())
  for (const title of ['现金', '微信', '转账', '合计', '退款', '应交款', '实交款', '差额']) {
    const at = head!.indexOf(title)
    expect(at, title).toBeGreaterThan(0)
    const screen = fenOfCell((await total(title))?.replace('−', '-'))
    expect(
      lines.reduce((sum, line) => sum + fenOfCell(line[at]), 0),
      title,
    ).toBe(screen)
    expect(fenOfCell(totals[at]), title).toBe(screen)
  }
})

test('the paper has every column, the totals and the check', async () => {
  const out = await printing(clerk, () => front(clerk).getByRole('button', { name: '打印', exact: true }).click())
  const text = await out.locator('body').innerText()
  for (const said of ['收费汇总', CASHIER, '应交款', '差额', '合计', shown(after().due), '与总账核对一致']) {
    expect(text).toContain(said)
  }
  expect((await out.locator('style').allTextContents()).join('\n')).toContain('A4 landscape')
})
