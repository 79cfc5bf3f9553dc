// The room map at three desks: what one of them does with a bed, the others see without a reload; the card offers only
// what its reader may do.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { bedTurns, cell, cells, openRoomMap } from './kit/roomMap.ts'
import { choose, dialog, front, goTo, insist, loadedAt, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let clerk: Page
let head: Page
let loaded: number

const card = (page: Page): Locator => page.locator('.yy-bed-card')
const legend = (page: Page, name: string): Locator =>
  front(page)
    .getByRole('group', { name: '按状态筛选' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
const countOf = async (page: Page, name: string) => Number(await legend(page, name).locator('b').innerText())
const idOf = async (of: Locator) => (await of.getAttribute('data-bed'))!

/** Opens the card of a bed and answers it. */
async function openCard(page: Page, bedId: string): Promise<Locator> {
  await cell(page, bedId).scrollIntoViewIfNeeded()
  await cell(page, bedId).click()
  // Not the card of another bed that is still there.
  await front(page).locator(`[data-bed="${bedId}"][data-open]`).waitFor()
  await card(page).locator('footer button').first().waitFor()
  return card(page)
}

beforeAll(async () => {
  clerk = await newDesk()
  head = await newDesk()
  await signIn(clerk, 'liumin')
  await signIn(head, 'hejing')
  await openRoomMap(clerk)
  await openRoomMap(head)
  loaded = await loadedAt(head)
})

test('every bed of the house is there once, and the legend counts them', async () => {
  const [house] = await query<{ beds: number }>(
    `select count(*)::int as beds from bed b join account a using (org_id) where a.user_name = 'liumin' and b.display = 0`,
  )
  await front(clerk).getByText(`共 ${house!.beds} 床`).waitFor()
  // What is on the screen comes first.
  await expect.poll(() => cells(clerk).count()).toBe(house!.beds)
  let sum = 0
  for (const name of ['入住', '试住', '外出', '预订', '空闲', '包房占用', '待清洁', '维修停用'])
    sum += await countOf(clerk, name)
  expect(sum).toBe(house!.beds)
  await picture(clerk, 'room-map-1280')
})

test('the legend filters, and what remains is what it counts', async () => {
  const free = await countOf(clerk, '空闲')
  await legend(clerk, '空闲').click()
  await front(clerk).getByText(`状态：空闲　共 ${free} 张床位`).waitFor()
  expect(await cells(clerk, 0).count()).toBe(free)
  expect(await cells(clerk, 2).count()).toBe(0)
  await front(clerk).getByRole('button', { name: '清除筛选' }).click()
  await expect.poll(() => cells(clerk, 2).count()).toBeGreaterThan(0)
})

test('a bed that the clerk reserves is amber at the other desk', async () => {
  const bedId = await idOf(cells(clerk, 0).last())
  const before = await countOf(head, '预订')
  const shown = await openCard(clerk, bedId)
  await picture(clerk, 'room-map-free-card-1280')
  await shown.getByRole('button', { name: '预订', exact: true }).click()
  const choice = dialog(clerk, '为哪位老人预订床位')
  await choose(clerk, choice.getByRole('combobox'), '', /./)
  await choice.getByRole('button', { name: '下一步' }).click()
  const form = dialog(clerk, '保留至')
  const sent = clerk.waitForResponse((one) => one.url().endsWith('/oldmans/live/reserve'))
  await form
    .getByRole('button', { name: /预订床位/ })
    .last()
    .click()
  expect(((await (await sent).json()) as { status: number }).status).toBe(200)
  await bedTurns(head, bedId, 1)
  await bedTurns(clerk, bedId, 1)
  await expect.poll(() => countOf(head, '预订')).toBe(before + 1)
  expect(await loadedAt(head)).toBe(loaded)
  await picture(head, 'room-map-other-desk-1280')
})

test('marked for cleaning at one desk, cleaned at the other', async () => {
  const bedId = await idOf(cells(clerk, 0).last())
  await (await openCard(clerk, bedId)).getByRole('button', { name: '标记待清洁' }).click()
  const form = dialog(clerk, '标记待清洁')
  await form.getByLabel('说明').fill('床垫更换后消毒')
  await form.getByRole('button', { name: /^标记待清洁/ }).click()
  await toast(clerk, '已标记待清洁').waitFor()
  await bedTurns(head, bedId, 7, '床垫更换后消毒')

  const shown = await openCard(head, bedId)
  await shown.getByText('刘敏').waitFor()
  await shown.getByRole('button', { name: '清洁完成' }).click()
  await toast(head, '清洁完成，床位已空闲').waitFor()
  await bedTurns(clerk, bedId, 0)
  await bedTurns(head, bedId, 0)
})

test('a repair needs a reason, and a bed that is lived in cannot be marked', async () => {
  const bedId = await idOf(cells(clerk, 0).last())
  await (await openCard(clerk, bedId)).getByRole('button', { name: '标记维修' }).click()
  const form = dialog(clerk, '标记维修停用')
  await form.getByRole('button', { name: /^标记维修停用/ }).click()
  await form.getByText('请填写维修原因').waitFor()
  await form.getByRole('button', { name: '取消' }).click()
  const living = await openCard(clerk, await idOf(cells(clerk, 2).first()))
  expect(await living.getByRole('button', { name: /标记/ }).count()).toBe(0)
  await living.getByRole('button', { name: '调床' }).waitFor()
  await clerk.keyboard.press('Escape')
})

test('arrows lead from bed to bed, Enter opens the card, Esc closes it', async () => {
  const first = cells(clerk).first()
  await first.focus()
  await clerk.keyboard.press('ArrowRight')
  const there = await clerk.evaluate(() => (document.activeElement as HTMLElement).dataset.bed)
  expect(there).not.toBe(await idOf(first))
  await clerk.keyboard.press('ArrowLeft')
  expect(await clerk.evaluate(() => (document.activeElement as HTMLElement).dataset.bed)).toBe(await idOf(first))
  await card(clerk).getByRole('button').first().waitFor()
  await clerk.keyboard.press('Enter')
  await expect
    .poll(() => clerk.evaluate(() => document.activeElement?.closest('.yy-bed-card, .yy-bed')?.className ?? 'nothing'))
    .toContain('yy-bed-card')
  await insist(
    () => clerk.keyboard.press('Escape'),
    () => card(clerk).waitFor({ state: 'hidden', timeout: 5_000 }),
  )
  expect(await clerk.evaluate(() => (document.activeElement as HTMLElement).dataset.bed)).toBe(await idOf(first))
})

test('found by initials, and the to-do of the beds to clean opens just those', async () => {
  const [one] = await query<{ name: string; initials: string }>(
    `select oldman_name as name, split_part(initials, ' ', 1) as initials from oldman
      where status = 1 and org_id = (select org_id from account where user_name = 'liumin') order by oldman_id limit 1`,
  )
  await front(clerk).getByRole('textbox', { name: '查找老人或床位' }).fill(one!.initials)
  await expect
    .poll(() => front(clerk).locator('.yy-bed:not(.yy-bed-dim)').allTextContents())
    .toContainEqual(expect.stringContaining(one!.name))
  await front(clerk).getByRole('textbox', { name: '查找老人或床位' }).fill('')
  const toClean = await countOf(clerk, '待清洁')
  await goTo(clerk, '/home/bedInfo?status=7')
  await front(clerk).getByText(`状态：待清洁　共 ${toClean} 张床位`).waitFor()
  expect(await cells(clerk, 7).count()).toBe(toClean)
})

test('the nurse sees her building only, and a card without moving in or out', async () => {
  const nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
  await openRoomMap(nurse)
  const floors = await front(nurse).locator('.yy-map-floor-head h3').allTextContents()
  expect(floors.length).toBeGreaterThan(0)
  expect(floors.every((name) => name.startsWith('松鹤楼'))).toBe(true)
  const living = await openCard(nurse, await idOf(cells(nurse, 2).first()))
  await picture(nurse, 'room-map-nurse-card-1280')
  for (const name of ['退住', '调床', '换床', '变更等级'])
    expect(await living.getByRole('button', { name }).count()).toBe(0)
  expect(await front(nurse).getByRole('button', { name: '颜色与名称' }).count()).toBe(0)
})

test('colours that the administrator sets are there at once for everybody, and go back', async () => {
  const admin = await newDesk()
  await signIn(admin, 'zhengkai')
  await openRoomMap(admin)
  await front(admin).getByRole('button', { name: '颜色与名称' }).click()
  const drawer = dialog(admin, '房态图颜色与名称')
  await drawer.getByLabel('空闲的名称').fill('')
  await drawer.getByText('请填写名称').waitFor()
  await drawer.getByLabel('空闲的名称').fill('空床')
  // The map behind the drawer follows before anything is kept.
  await legend(admin, '空床').waitFor()
  await picture(admin, 'room-map-colours-1280')
  await drawer.getByRole('button', { name: '保存' }).click()
  await legend(head, '空床').waitFor()
  await front(admin).getByRole('button', { name: '颜色与名称' }).click()
  await drawer.getByRole('button', { name: '全部恢复默认' }).click()
  await dialog(admin, '恢复全部默认颜色和名称').getByRole('button', { name: '恢复默认', exact: true }).click()
  await legend(head, '空闲').waitFor()
})
