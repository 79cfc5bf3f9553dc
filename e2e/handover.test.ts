// A shift that nobody had handed over: written by one, seen live by the other, signed by both, printed, and added to.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const PAGE = '/nursing/handover'
const WARD = '康宁楼护理组'
let giver: Page
let taker: Page
let name: string

const elderRow = (page: Page): Locator => front(page).locator('.yy-handover-elders tbody tr').filter({ hasText: name })
const save = (form: Locator) => form.getByRole('button', { name: /^保存/ }).click()

beforeAll(async () => {
  giver = await newDesk()
  await withoutPrinter(giver)
  await signIn(giver, 'hejing')
  taker = await newDesk()
  await signIn(taker, 'zhengkai')
})

test('the bench leads to the shift without a sheet, and it is begun', async () => {
  await goTo(giver, `${PAGE}?missing=1`)
  const cell = front(giver).locator('.yy-handover-cell').filter({ hasText: WARD })
  await cell.getByText('还没有交班').waitFor()
  await picture(giver, 'handover-missing-1280')
  await cell.getByRole('button', { name: /开始写交班/ }).click()
  await front(giver)
    .getByRole('heading', { name: new RegExp(WARD) })
    .waitFor()
  name = (await front(giver).locator('.yy-handover-elders tbody tr b').first().innerText()).trim()
  await front(giver).getByText('随记录变化，签字时固定').waitFor()
})

test('a note about one elder is seen by the other nurse; saving over it is told and loses nothing', async () => {
  await goTo(taker, PAGE)
  const cell = front(taker).locator('.yy-handover-cell').filter({ hasText: WARD }).filter({ hasText: '草稿' })
  await cell.getByRole('button', { name: /继续填写/ }).click()
  await elderRow(taker)
    .getByRole('button', { name: `写${name}的交班` })
    .click()
  const theirs = dialog(taker, `${name}的交班`)
  await field(theirs, '情况').fill('家属来过，心情好')
  await elderRow(giver)
    .getByRole('button', { name: `写${name}的交班` })
    .click()
  const form = dialog(giver, `${name}的交班`)
  await form.getByRole('switch').click()
  await field(form, '情况').fill('午后精神差，进食约一半')
  await field(form, '下一班注意').fill('睡前再测体温')
  await save(form)
  await form.waitFor({ state: 'hidden' })
  await elderRow(giver).getByText('午后精神差，进食约一半').waitFor()
  // The list behind the open form of the other follows by itself.
  await elderRow(taker).getByText('午后精神差，进食约一半').waitFor()
  await save(theirs)
  await theirs.getByText(/刚被何静修改过/).waitFor()
  await theirs.getByText('家属来过，心情好').first().waitFor()
  await picture(taker, 'handover-two-1280')
  await theirs.getByRole('button', { name: /取消/ }).click()
  await theirs.getByRole('button', { name: '不要了' }).click()
  await theirs.waitFor({ state: 'hidden' })
})

test('things are counted, then the first signs', async () => {
  await front(giver).getByRole('button', { name: '填写物品和交代' }).click()
  const form = dialog(giver, '物品、设备与家属交代')
  await form.getByLabel('钥匙的数量').fill('11')
  await form.getByLabel('钥匙的说明').fill('1 把在维修')
  await field(form, '设备与环境').fill('电梯、呼叫器正常')
  await save(form)
  await form.waitFor({ state: 'hidden' })
  await front(giver).getByText('钥匙 11（1 把在维修）').waitFor()
  await front(giver).getByRole('button', { name: '交班签字' }).click()
  await giver.getByRole('button', { name: '签字交班' }).click()
  await toast(giver, '请接班护士登录后签字').waitFor()
  await front(giver).getByText('您已签字交班，请接班护士用自己的账号登录签字。').waitFor()
  expect(await front(giver).getByRole('button', { name: '接班签字' }).count()).toBe(0)
})

test('the second sees what is new, goes from bed to bed and signs', async () => {
  await front(taker).getByText('何静 已交班，请床旁查看后签字接班。').waitFor()
  await front(taker).getByText('交班后新发生').waitFor()
  await front(taker).getByRole('button', { name: '接班签字' }).click()
  const drawer = dialog(taker, '接班签字')
  await drawer.getByRole('button', { name: '确认接班并签字' }).click()
  await drawer.getByText(/还有 \d+ 位老人没有床旁交接/).waitFor()
  const boxes = drawer.getByRole('checkbox')
  const count = await boxes.count()
  expect(count).toBeGreaterThan(2)
  for (let i = 0; i < count; i += 1) await boxes.nth(i).check()
  await drawer.getByText('都看过了，可以签字').waitFor()
  await picture(taker, 'handover-walk-1280')
  await drawer.getByRole('button', { name: '确认接班并签字' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await front(giver).locator('.yy-tag').filter({ hasText: '已接班' }).first().waitFor()
  expect(
    await front(giver)
      .getByRole('button', { name: /写交班|修改交班|填写物品和交代|退回修改|撤回修改/ })
      .count(),
  ).toBe(0)
})

test('the sheet on paper, and an addition below it', async () => {
  await front(giver).getByRole('button', { name: '补充记录' }).click()
  const form = dialog(giver, '补充记录')
  await field(form, '补充内容').fill('家属来电，确认周日接老人外出')
  await form.getByRole('button', { name: /提交补充/ }).click()
  await form.waitFor({ state: 'hidden' })
  await front(taker).getByText('家属来电，确认周日接老人外出').waitFor()
  const paper = await printing(giver, () => front(giver).getByRole('button', { name: '打印交接班' }).click())
  const text = await paper.innerText()
  for (const said of [
    '护理交接班记录',
    WARD,
    '应在',
    name,
    '午后精神差，进食约一半',
    '睡前再测体温',
    '钥匙 11（1 把在维修）',
    '电梯、呼叫器正常',
    '补充记录',
    '家属来电，确认周日接老人外出',
  ])
    expect(text, said).toContain(said)
  expect(text).toMatch(/交班人：\s*何静/)
  expect(text).toMatch(/接班人：\s*郑凯/)
  await goTo(giver, '/administration/shiftExchange/records')
  const first = rows(giver).filter({ hasText: WARD }).filter({ hasText: '郑凯' })
  await first.first().waitFor()
  await picture(giver, 'handover-records-1280')
})
