// An archive is completed by two people, its family is entered and invited; a daughter reads along on her phone until
// the house takes it back. A nurse of another group finds nothing of it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { newResident } from './kit/residence.ts'
import { choose, dialog, force, front, goTo, insist, rows, tab, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const RESIDENT = '顾念慈'
const PHONE = '13911236677'

let clerk: Page
let phone: Page
let oldmanId: string

beforeAll(async () => {
  clerk = await newDesk()
  await withoutPrinter(clerk)
  phone = await newDesk({ width: 390, height: 844 })
  await signIn(clerk, 'liumin')
  oldmanId = await newResident(clerk, { name: RESIDENT, sex: 1, birthDate: '1941-03-08' })
})

const archive = () => `/live/archives/detail/${oldmanId}`

test('the archive says what is missing and leads to it', async () => {
  await goTo(clerk, archive())
  await tab(clerk, RESIDENT).waitFor()
  await front(clerk).getByRole('heading', { name: RESIDENT }).waitFor()
  await picture(clerk, 'archive-1280')
  await front(clerk).getByRole('tab', { name: '健康' }).click()
  await front(clerk).getByRole('button', { name: '编辑健康信息' }).click()
  const form = dialog(clerk, '修改健康信息')
  await field(form, '辅助器具').fill('助行器')
  // Somebody else is quicker.
  await force(clerk, 'PUT', '/pims/web-pi/oldmans/proFile/health', { oldmanId, aids: '轮椅', attention: [1] })
  await form.getByRole('button', { name: /保存/ }).click()
  await form.getByText('请核对后再保存').waitFor()
  await form.getByRole('button', { name: '按所选继续' }).click()
  await form.getByRole('button', { name: /保存/ }).click()
  await toast(clerk, '已保存').waitFor()
  // The note of the other save stands beside the name, and in the banner that is never folded.
  await front(clerk).getByRole('note', { name: '风险提示' }).getByText('失智').waitFor()
  await front(clerk).getByText('助行器').first().waitFor()
  await front(clerk).getByRole('complementary', { name: '变更记录' }).getByText('辅助器具').first().waitFor()
})

test('a daughter is entered, with a wrong number first', async () => {
  await front(clerk).getByRole('tab', { name: /^家属/ }).click()
  await front(clerk).getByRole('button', { name: '新增家属' }).click()
  const form = dialog(clerk, '新增家属')
  await field(form, '家属姓名').fill('顾晓文')
  await choose(clerk, field(form, '与老人关系'), '女儿', '女儿')
  await field(form, '家属电话').fill('139112366')
  await field(form, '紧急联系人').click()
  await form.getByRole('button', { name: /保存/ }).click()
  await form.getByText('应为 11 位手机号').waitFor()
  await field(form, '家属电话').fill(PHONE)
  await form.getByRole('button', { name: /保存/ }).click()
  await toast(clerk, '已新增家属').waitFor()
  const row = front(clerk).locator('tr').filter({ hasText: '顾晓文' })
  await row.getByText('紧急联系人').waitFor()
  await row.getByText('未邀请').waitFor()
})

let code: string

test('she is invited and reads along on her phone', async () => {
  await front(clerk).locator('tr').filter({ hasText: '顾晓文' }).getByRole('button', { name: '邀请' }).click()
  const drawer = dialog(clerk, '邀请家属')
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  code = (await drawer.locator('.yy-invite-code b').innerText()).replace('-', '')
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  await picture(clerk, 'invite-1280')

  await phone.goto(`/family.html#${code}`)
  await expect.poll(() => phone.getByLabel(/邀请码/).inputValue()).toBe(`${code.slice(0, 4)}-${code.slice(4)}`)
  await phone.getByLabel(/后四位/).fill('0000')
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByText('还可再试 4 次').waitFor()
  await phone.getByLabel(/后四位/).fill('6677')
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByRole('heading', { name: RESIDENT }).waitFor()
  await picture(phone, 'family-390')
  expect(await phone.locator('body').innerText()).not.toMatch(/\d{17}|元|过敏|失智/)
  // The desk sees it without asking again.
  await drawer.getByText('已绑定').waitFor()

  // Later, without the code; the code itself is spent.
  await phone.reload()
  await phone.getByRole('heading', { name: RESIDENT }).waitFor()
})

test('taking it back darkens her page', async () => {
  const drawer = dialog(clerk, '邀请家属')
  await drawer.getByRole('button', { name: '解除绑定' }).click()
  const sure = dialog(clerk, '解除顾晓文的绑定')
  await sure.getByRole('button', { name: '解除绑定' }).click()
  await toast(clerk, '已解除绑定').waitFor()
  // While it fades away the Escape below would be for it.
  await sure.waitFor({ state: 'hidden' })
  await phone.getByRole('button', { name: '刷新' }).click()
  await phone.getByText('机构已结束这部手机的查看权限').waitFor()
  await phone.getByLabel(/邀请码/).fill(code)
  await phone.getByLabel(/后四位/).fill('6677')
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByText('邀请码不正确或已失效').waitFor()
  await insist(
    () => clerk.keyboard.press('Escape'),
    () => drawer.waitFor({ state: 'hidden', timeout: 5_000 }),
  )
})

test('the archive and the bed card go to paper', async () => {
  const head = front(clerk).locator('.yy-arc-acts-head')
  const paper = await printing(clerk, async () => {
    await head.getByRole('button', { name: '更多' }).click()
    await clerk.getByRole('menuitem', { name: '打印档案' }).click()
  })
  await paper.getByText('五、家属与责任人').waitFor()
  expect(await paper.innerText()).toContain('顾晓文')
  expect(await paper.innerText()).toMatch(/\d{6}\*{8}/)
})

test('the list of families finds her, and a nurse of another group finds nothing', async () => {
  await goTo(clerk, '/live/family/base')
  const search = front(clerk).getByRole('search').getByRole('textbox', { name: '家属' })
  await search.fill('gxw')
  await clerk.keyboard.press('Enter')
  await rows(clerk).filter({ hasText: '顾晓文' }).waitFor()
  await picture(clerk, 'family-list-1280')
  // The archive belongs to the desk's department.
  const nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
  await goTo(nurse, archive())
  await nurse.getByText('没有这份档案').waitFor()
  expect((await force(nurse, 'GET', `/pims/web-pi/oldmans/proFile/${oldmanId}`)).status).toBe(40400)
})
