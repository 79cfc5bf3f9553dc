// A resident leaves and is settled: counted with damage, refused while something is missing, signed, confirmed, printed,
// and revoked; the account is then what it was.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dayFromNow } from './kit/residence.ts'
import { choose, dialog, force, front, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

let clerk: Page
let resident: { id: string; name: string }
let before: Record<string, unknown>

const holds = async () =>
  (
    await query<Record<string, number>>(
      `select balance_fen::int as balance, gift_fen::int as gift, deposit_fen::int as deposit, owed_fen::int as owed
       from elder_account where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, resident.id],
    )
  )[0]!

beforeAll(async () => {
  // Somebody with a deposit in the house, whose name nobody else bears.
  const found = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed and a.deposit_fen >= 800000
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
      where o.org_id = $1 and o.status = 1 and a.owed_fen = 0
        and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (0, 1, 4, 6))
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
        and not exists (select from drug_stock k where k.org_id = o.org_id and k.oldman_id = o.oldman_id and k.quantity > 0)
      order by o.oldman_id desc limit 1`,
    [DEMO_ORG],
  )
  resident = found[0]!
  clerk = await newDesk()
  await withoutPrinter(clerk)
  await wholeDesk()
  await signIn(clerk, 'liumin')
  const out = await force(clerk, 'POST', '/pims/web-pi/oldmans/live/checkOut', {
    oldmanId: resident.id,
    checkOutDate: dayFromNow(0),
    checkoutReason: '3',
  })
  expect(out.desc).toBe('操作成功')
  before = await holds()
})

test('the settlement is found, and is not submitted while something is missing', async () => {
  await openMenu(clerk, '费用', '退住结算')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), resident.name)
  await rows(clerk).first().getByText('结算', { exact: true }).click()
  await front(clerk).getByText('结算试算', { exact: true }).waitFor()
  await front(clerk).getByRole('button', { name: '提交结算' }).click()
  await front(clerk).getByRole('alert').filter({ hasText: '个人物品' }).waitFor()
  await picture(clerk, 'feesSettle-refused')
})

test('damage is counted while it is typed, and the sheet goes to be signed', async () => {
  const page = front(clerk)
  await page.getByRole('button', { name: '增加一项' }).click()
  await page.getByLabel('损坏物品 1').fill('床头柜')
  await page.getByLabel('赔偿金额 1').fill('150')
  await page.getByText('损坏赔偿：床头柜').waitFor()
  await page.getByRole('radio', { name: '已交还' }).first().check()
  await page.getByRole('radio', { name: '没有' }).last().check()
  await choose(clerk, page.getByLabel('退款方式'), '', '现金')
  await page.getByLabel('退款收款人').fill('李建国')
  await page.getByRole('button', { name: '提交结算' }).click()
  await toast(clerk, '已提交').waitFor()
  expect(await page.getByRole('button', { name: '确认结算' }).isDisabled()).toBe(true)
  const sign = page.getByRole('button', { name: '前台会签' })
  await sign.click()
  // The sheet has been read again when the step no longer asks.
  await sign.waitFor({ state: 'detached' })
  // The other steps are somebody else's: the sheet says whose, and the server refuses them.
  await page.getByText(/等待.*何静.*会签/).waitFor()
  expect(await page.getByRole('button', { name: '财务会签' }).count()).toBe(0)
  const refused = await force(clerk, 'PUT', '/pims/web-pi/cost/settle/sign', { oldmanId: resident.id, step: '财务' })
  expect(refused.desc).toContain('没有“财务会签”的权限')
})

test('the head nurse and the administrator sign their steps', async () => {
  for (const [user, step] of [
    ['hejing', '护理部'],
    ['zhengkai', '财务'],
  ] as const) {
    const desk = await newDesk()
    await signIn(desk, user)
    await openMenu(desk, '费用', '退住结算')
    await front(desk)
      .getByRole('tab', { name: /^待确认/ })
      .click()
    await searchRows(desk, front(desk).getByRole('textbox', { name: '老人' }), resident.name)
    await rows(desk).first().getByText('确认', { exact: true }).click()
    const button = front(desk).getByRole('button', { name: `${step}会签` })
    await button.click()
    await button.waitFor({ state: 'detached' })
    await picture(desk, `feesSettle-signed-${user}`)
    await desk.context().close()
  }
})

test('confirmed, the account is empty and the statement is on paper', async () => {
  await front(clerk).getByRole('button', { name: '确认结算' }).click()
  await dialog(clerk, '的退住结算').getByRole('button', { name: '确认结算' }).click()
  await toast(clerk, '结算已确认').waitFor()
  await expect.poll(holds).toEqual({ balance: 0, gift: 0, deposit: 0, owed: 0 })
  const paper = await printing(clerk, () => front(clerk).getByRole('button', { name: '打印结算单' }).click())
  await paper.getByText('退住结算单').first().waitFor()
  await paper.getByText('损坏赔偿：床头柜').waitFor()
  // In capitals; whether fen are left over depends on the day.
  await paper
    .getByText(/[壹贰叁肆伍陆柒捌玖拾佰仟万](元整|角整|分)/)
    .first()
    .waitFor()
})

test('revoked, the account is what it was', async () => {
  await front(clerk).getByRole('button', { name: '撤销结算' }).click()
  const asked = dialog(clerk, '撤销')
  await asked.getByRole('button', { name: '撤销结算' }).click()
  await asked.getByText('请填写撤销原因').waitFor()
  await asked.getByLabel(/撤销原因/).fill('漏算医疗费')
  await asked.getByRole('button', { name: '撤销结算' }).click()
  await toast(clerk, '结算已撤销').waitFor()
  await expect.poll(holds).toEqual(before)
  await front(clerk).getByText('上次被退回或撤销：漏算医疗费').waitFor()
  expect(await query('select status from oldman where oldman_id = $1', [resident.id])).toEqual([{ status: 2 }])
})

test('what the account cannot cover is collected at the desk; sent back, the sheet is a draft again', async () => {
  const page = front(clerk)
  await page.getByLabel('赔偿金额 1').fill('90000')
  await page.getByText('补缴').first().waitFor()
  await page.getByRole('button', { name: '提交结算' }).click()
  await page.getByRole('button', { name: /^收取补缴/ }).click()
  const drawer = dialog(clerk, '收取补缴')
  await drawer.getByText('还需补缴').waitFor()
  await picture(clerk, 'feesSettle-collect')
  const amount = drawer.locator('.yy-pay-sum')
  const due = (await amount.innerText()).replace('¥', '')
  await drawer.getByRole('button', { name: '确认收款' }).click()
  await toast(clerk, `已收补缴 ${due} 元`).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^收取补缴/ }).waitFor({ state: 'detached' })
  const [last] = await query<{ fen: number; receipt: boolean }>(
    `select cash_fen::int as fen, receipt_id is not null as receipt from ledger
     where org_id = $1 and oldman_id = $2 and cash_fen <> 0 order by seq desc limit 1`,
    [DEMO_ORG, resident.id],
  )
  expect(last).toEqual({ fen: Math.round(Number(due.replaceAll(',', '')) * 100), receipt: true })
  await page.getByRole('button', { name: '退回' }).click()
  const asked = dialog(clerk, '退回')
  await asked.getByLabel(/原因/).fill('赔偿金额录错')
  await asked.getByRole('button', { name: '退回' }).last().click()
  await page.getByText('上次被退回或撤销：赔偿金额录错').waitFor()
  await picture(clerk, 'feesSettle-returned')
})
