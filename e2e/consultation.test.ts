// From the first question to an archive: a consultation is registered, followed up, lost and found again, and becomes an
// archive with everything that was said; a second registration for the same card is told; visitors come and go.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { idCardOf } from '#server/areas/live/demo/demoNames'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, front, insist, openMenu, rows, searchRows } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const RESIDENT = '诸葛凤仪'
const CONSULTANT = '诸葛明'
const CARD = idCardOf('310110', '1940-05-06', false, 777)

let clerk: Page
let colleague: Page

beforeAll(async () => {
  clerk = await newDesk({ width: 1440, height: 900 })
  await withoutPrinter(clerk)
  await signIn(clerk, 'liumin')
  await openMenu(clerk, '居住', '咨询登记')
})

const drawer = (page: Page, title: string): Locator => page.locator('.yy-drawer').filter({ hasText: title }).last()
const submit = (form: Locator, verb: string | RegExp) => form.getByRole('button', { name: verb }).last().click()
/** The first field of the search row: name, initials or telephone. */
const keyword = (page: Page) => front(page).getByRole('search').getByRole('textbox').first()

async function find(page: Page, text: string): Promise<Locator> {
  await searchRows(page, keyword(page), text, RESIDENT)
  return rows(page).filter({ hasText: RESIDENT }).first()
}

/** One of the quick choices below the field. */
const inAWeek = (form: Locator) => form.getByRole('button', { name: '1 周后' }).click()

test('a consultation is registered with its card, and what is wrong is said at its field', async () => {
  await front(clerk).getByRole('button', { name: '登记咨询' }).click()
  const form = drawer(clerk, '登记咨询')
  await field(form, '咨询人').fill(CONSULTANT)
  await field(form, '咨询人电话').fill('123')
  await choose(clerk, field(form, '与老人关系'), 'ez', '儿子')
  await field(form, '老人姓名').fill(RESIDENT)
  await field(form, '老人身份证号').fill(CARD)
  await form.getByText('没有登记过，可以登记').waitFor()
  // Birthday and sex came from the card.
  await expect.poll(() => field(form, '出生日期').inputValue()).toBe('1940-05-06')
  await expect.poll(() => form.getByRole('radio', { name: '女' }).isChecked()).toBe(true)
  await field(form, '现住址').fill('国定路 300 弄 8 号')
  await choose(clerk, field(form, '咨询渠道'), 'dh', '电话咨询')
  await choose(clerk, field(form, '慢性病'), 'gxy', '高血压')
  await clerk.keyboard.press('Escape')
  await submit(form, /登记咨询/)
  await form.getByText(/咨询人电话应为 11 位手机号/).waitFor()
  await picture(clerk, 'consultation-wrong-phone')
  await field(form, '咨询人电话').fill('13911112222')
  await submit(form, /登记咨询/)
  await front(clerk).getByRole('heading', { name: RESIDENT }).waitFor()
  await front(clerk).getByText('待跟进').first().waitFor()
  await picture(clerk, 'consultation-registered')
})

test('the same card again: the form shows the first one and does not save unseen', async () => {
  await openMenu(clerk, '居住', '咨询登记')
  await front(clerk).getByRole('button', { name: '登记咨询' }).click()
  const form = drawer(clerk, '登记咨询')
  await field(form, '咨询人').fill('诸葛静')
  await field(form, '咨询人电话').fill('13911113333')
  await choose(clerk, field(form, '与老人关系'), 'ne', '女儿')
  await field(form, '老人姓名').fill(RESIDENT)
  await field(form, '老人身份证号').fill(CARD)
  await form.getByText('已登记过咨询').waitFor()
  await choose(clerk, field(form, '咨询渠道'), 'gw', '官网')
  await submit(form, /登记咨询/)
  await form.getByText('请核对后勾选，或打开已有的记录继续').waitFor()
  await picture(clerk, 'consultation-known-card')
  const drop = form.getByRole('button', { name: '不要了' })
  await insist(
    () => clerk.keyboard.press('Escape'),
    () => drop.waitFor({ timeout: 5_000 }),
  )
  await drop.click()
  await form.waitFor({ state: 'detached' })
  expect(await query('select 1 from consultation where id_card = $1', [CARD])).toHaveLength(1)
})

test('followed up on the telephone; a colleague sees it without doing anything', async () => {
  colleague = await newDesk({ width: 1440, height: 900 })
  await signIn(colleague, 'zhengkai')
  await openMenu(colleague, '居住', '咨询登记')
  const seen = await find(colleague, 'zgfy')
  await seen.getByText('待跟进').waitFor()

  const row = await find(clerk, '13911112222')
  await row.getByRole('button', { name: '跟进' }).click()
  const form = drawer(clerk, '登记跟进')
  await field(form, '沟通内容').fill('家属询问双人间价格，约周末来看')
  await inAWeek(form)
  await submit(form, /登记跟进/)
  await row.getByText('跟进中').waitFor()
  await seen.getByText('跟进中').waitFor()
})

test('lost with a reason, found again with a date', async () => {
  const row = await find(clerk, RESIDENT)
  await row.getByRole('button', { name: /更多/ }).click()
  await clerk.getByRole('menuitem', { name: '登记流失…' }).click()
  const lost = drawer(clerk, '登记流失')
  await submit(lost, /登记流失/)
  await lost.getByText('请选择流失原因').waitFor()
  await choose(clerk, field(lost, '流失原因'), 'jg', '价格')
  await submit(lost, /登记流失/)
  await row.getByText('已流失').waitFor()
  await expect.poll(() => row.getByRole('button', { name: '跟进' }).count()).toBe(0)

  await row.getByRole('button', { name: '重新激活' }).click()
  const back = drawer(clerk, '重新激活')
  await field(back, '激活原因').fill('老人出院，家属再次来电')
  await inAWeek(back)
  await submit(back, /重新激活/)
  await row.getByText('跟进中').waitFor()
})

test('they come to look: the visitor is signed in at the desk, and the consultation knows', async () => {
  await openMenu(clerk, '居住', '来访登记')
  await front(clerk).getByRole('button', { name: '登记来访' }).click()
  const form = drawer(clerk, '登记来访')
  await choose(clerk, field(form, '来访类型'), 'cg', '参观咨询')
  await field(form, '来访人').fill(CONSULTANT)
  await field(form, '来访人电话').fill('13911112222')
  await field(form, '体温（℃）').fill('37.8')
  await form.getByText('体温偏高').waitFor()
  await field(form, '体温（℃）').fill('36.5')
  await submit(form, /登记来访/)
  await form.waitFor({ state: 'hidden' })
  const row = rows(clerk).filter({ hasText: CONSULTANT }).first()
  await row.getByText('在院').waitFor()
  const slip = await printing(clerk, () => row.getByRole('button', { name: '访客单' }).click())
  await expect.poll(() => slip.innerText()).toContain(CONSULTANT)
  await row.getByRole('button', { name: '签离' }).click()
  await row.getByRole('button', { name: '签离' }).waitFor({ state: 'detached' })
  const [seen] = await query<{ visited: boolean }>(
    'select visited_at is not null as visited from consultation where id_card = $1',
    [CARD],
  )
  expect(seen!.visited).toBe(true)
})

test('a visitor of a resident: the desk sees whom, and fills in the family with one click', async () => {
  await front(clerk).getByRole('button', { name: '登记来访' }).click()
  const form = drawer(clerk, '登记来访')
  const [known] = await query<{ name: string; initials: string; family: string }>(
    `select o.oldman_name as name, split_part(o.initials, ' ', 1) as initials, f.name as family
       from oldman o join oldman_family f using (org_id, oldman_id) join organization g using (org_id)
      where g.org_name = '松鹤康养中心' and o.status = 1
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id, f.sort limit 1`,
  )
  await choose(clerk, field(form, '探访老人'), known!.name, known!.name)
  await form.locator('.yy-visit-family button').filter({ hasText: known!.family }).first().click()
  await expect.poll(() => field(form, '来访人').inputValue()).toBe(known!.family)
  await picture(clerk, 'visit-with-family')
  await submit(form, /登记来访/)
  await form.waitFor({ state: 'hidden' })
})

test('becomes an archive with everything copied, once, and is found in the archive list', async () => {
  await openMenu(clerk, '居住', '咨询登记')
  const row = await find(clerk, RESIDENT)
  await row.getByRole('button', { name: '建档' }).click()
  await front(clerk).getByText('一条咨询只建一份档案').waitFor()
  const page = front(clerk)
  await expect.poll(() => field(page, '姓名').first().inputValue()).toBe(RESIDENT)
  await expect.poll(() => field(page, '证件号码').inputValue()).toBe(CARD)
  await picture(clerk, 'consultation-archive')
  await page.getByRole('button', { name: '直接建档' }).click()
  await page.getByText(`已为“${RESIDENT}”建档`).waitFor()
  const [made] = await query<{
    status: number
    address: string
    diseases: string[]
    family: string
    emergency: boolean
  }>(
    `select o.status, o.address, o.diseases, f.name as family, f.emergency from oldman o
       join oldman_family f using (org_id, oldman_id) join consultation c using (org_id, oldman_id)
      where o.id_card = $1 and c.status = 3 and o.consultation_id = c.consultation_id`,
    [CARD],
  )
  expect(made).toMatchObject({ status: 3, address: '国定路 300 弄 8 号', family: CONSULTANT, emergency: true })
  expect(made!.diseases.length).toBe(1)

  await openMenu(clerk, '居住', '老人档案')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, keyword(clerk), 'zgfy', RESIDENT)

  await openMenu(clerk, '居住', '咨询登记')
  const done = await find(clerk, RESIDENT)
  await done.getByText('已建档').waitFor()
  await expect.poll(() => done.getByRole('button', { name: '建档' }).count()).toBe(0)
})

test('the figures of the funnel open the lists they count', async () => {
  await front(clerk).getByRole('button', { name: '转化分析' }).click()
  const funnel = dialog(clerk, '咨询转化分析')
  const bar = funnel.getByRole('button', { name: /^参观 \d+ 条/ })
  const count = /参观 (\d+) 条/.exec((await bar.getAttribute('aria-label'))!)![1]
  await picture(clerk, 'consultation-funnel')
  await bar.click()
  await front(clerk).getByText('只看：').waitFor()
  await front(clerk).getByText(`共 ${count} 条`).waitFor()
})
