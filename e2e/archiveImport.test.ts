// Archives come in: from a workbook with good and bad rows, the bad ones back as a workbook that is corrected and sent
// again; files that are none; and one by hand, in steps, with a draft that survives a reload and a card that is taken.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { cardOf } from '#server/areas/live/test/cards'
import type { Cell } from '#server/kit/excelRead'
import { readSheet } from '#server/kit/test/sheet'
import { newDesk, picture, query } from './kit/browser.ts'
import { pngFile, sheetFile, textFile } from './kit/files.ts'
import { choose, dialog, front, goTo, onlyRows, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const TITLES = ['姓名*', '证件号码*', '民族', '户籍地区', '慢性病', '家属1姓名', '家属1关系', '家属1电话', '家属1身份']
const card = (n: number) => cardOf(n, { born: '19421212', place: '330106' })
const good = (n: number, name: string) => [
  name,
  card(n),
  '汉族',
  '浙江省杭州市西湖区',
  '高血压病、冠心病',
  '沈建华',
  '儿子',
  '13700001234',
  '紧急联系人、付费人',
]

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'liumin')
  await openMenu(page, '居住', '老人档案')
  await rows(page).first().waitFor()
})

const button = (name: string) => front(page).getByRole('button', { name, exact: true })
/** The figure on the first tab; 0 until it is there. */
const everybody = async () => {
  const said = await front(page).getByRole('tab', { name: /^全部/ }).innerText()
  return Number(/^全部\s*([\d,]+)/.exec(said)?.[1]?.replace(/,/g, '') ?? 0)
}
const keyword = () => front(page).getByRole('search').getByRole('textbox', { name: '老人' })
const known = async (cards: readonly string[]) =>
  (await query<{ n: number }>('select count(*)::int as n from oldman where id_card = any($1)', [cards]))[0]!.n

async function saved(download: Download): Promise<Cell[][]> {
  const path = join(tmpdir(), `${Date.now()}-${download.suggestedFilename()}`)
  await download.saveAs(path)
  return readSheet(path)
}

test('a template with lists and notes, whose example passes its own check', async () => {
  await button('导入').click()
  const drawer = dialog(page, '导入老人档案')
  const waiting = page.waitForEvent('download')
  await drawer.getByRole('button', { name: '下载模板' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('老人档案导入模板.xlsx')
  const [head, example] = await saved(download)
  expect(head).toEqual(expect.arrayContaining(['姓名*', '证件号码*', '慢性病', '家属2电话']))
  expect(example).toEqual(expect.arrayContaining(['王秀兰']))
})

test('good rows come in, bad ones come back as a workbook, corrected they come in too, and nobody twice', async () => {
  const drawer = dialog(page, '导入老人档案')
  const chosen = drawer.locator('input[type=file]')
  await expect.poll(everybody).toBeGreaterThan(0)
  const before = await everybody()
  const [taken] = await query<{ card: string; name: string }>(
    'select id_card as card, oldman_name as name from oldman where status = 1 order by oldman_id limit 1',
  )
  const bad = [
    ['校验码错', `${card(3).slice(0, 17)}${card(3).endsWith('1') ? '2' : '1'}`, '汉族'],
    ['已经在住', taken!.card, '汉族'],
    ['民族写错', card(4), '火星族'],
  ]
  const lines = [good(1, '沈玉莲'), ...bad, good(2, '钱阿毛'), good(1, '沈玉莲')]
  await chosen.setInputFiles(await sheetFile('名册.xlsx', TITLES, lines))
  await drawer.getByText('可导入 2 人').waitFor()
  await drawer.getByText(`已有档案：${taken!.name}，入住中`).waitFor()
  await drawer.getByText('与第 2 行重复').waitFor()
  await picture(page, 'archive-import-1280')
  // The check has changed nothing.
  expect(await known([card(1), card(2)])).toBe(0)

  const waiting = page.waitForEvent('download')
  await drawer.getByRole('button', { name: '下载错误原因' }).click()
  const returned = await saved(await waiting)
  expect(returned[0]).toEqual([...TITLES, '错误原因'])
  expect(returned[1]?.at(-1)).toBeNull()
  expect(returned[2]?.at(-1)).toContain('身份证号不正确')
  expect(returned[4]?.at(-1)).toContain('“火星族”不在可选范围内')

  await drawer.getByRole('button', { name: '只导入正确的 2 人' }).click()
  await drawer.getByText('导入老人档案：完成').waitFor()
  await drawer.getByText(/^新增 2 条/).waitFor()
  expect(await known([card(1), card(2)])).toBe(2)
  await expect.poll(everybody).toBe(before + 2)

  // The returned workbook, corrected in one row, goes in as it is.
  const again = returned.slice(1).map((line) => line.map((cell) => String(cell ?? '')))
  again[3]![2] = '汉族'
  await drawer.getByRole('button', { name: '再导入一份' }).click()
  await chosen.setInputFiles(await sheetFile('改好.xlsx', [...TITLES, '错误原因'], again))
  await drawer.getByText('可导入 1 人').waitFor()
  await drawer.getByText('已有档案：沈玉莲，待入住').first().waitFor()
  await drawer.getByRole('button', { name: '只导入正确的 1 人' }).click()
  await drawer.getByText(/^新增 1 条/).waitFor()
  expect(await known([card(1), card(2), card(4)])).toBe(3)
})

test('what is no such workbook is refused in words, and nothing is imported', async () => {
  const drawer = dialog(page, '导入老人档案')
  const chosen = drawer.locator('input[type=file]')
  const before = (await query<{ n: number }>('select count(*)::int as n from oldman'))[0]!.n
  await drawer.getByRole('button', { name: '再导入一份' }).click()
  await chosen.setInputFiles(textFile('名册.xlsx', 'not a workbook'))
  await drawer.getByText('无法读取这个文件').waitFor()
  await chosen.setInputFiles(await sheetFile('别的.xlsx', ['商品', '数量'], [['毛巾', '3']]))
  await drawer.getByText('文件中缺少“姓名”列').waitFor()
  expect((await query<{ n: number }>('select count(*)::int as n from oldman'))[0]!.n).toBe(before)
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await drawer.waitFor({ state: 'hidden' })
})

test('the imported stand in the list, found by first letters, with their contact', async () => {
  await searchRows(page, keyword(), 'syl', '沈玉莲')
  expect(await rows(page).first().innerText()).toContain('沈建华')
  await front(page)
    .getByRole('button', { name: /重\s*置/ })
    .click()
})

test('one by hand: the card fills birthday and sex, a draft survives a reload, a taken card names its owner', async () => {
  await button('新增档案').click()
  await field(front(page), '姓名').fill('孙桂香')
  await field(front(page), '证件号码').fill(card(9))
  await front(page)
    .getByText(/女，1942-12-12 出生，\d+ 岁/)
    .waitFor()
  await expect.poll(() => field(front(page), '出生日期').inputValue()).toBe('1942-12-12')
  await front(page).getByRole('button', { name: '下一步：扩展信息' }).click()
  await front(page).getByRole('button', { name: '下一步：健康信息' }).click()
  await front(page).getByRole('button', { name: '下一步：家属' }).click()
  await front(page).getByRole('button', { name: '登记家属' }).click()
  // A member without a name is not let through.
  await front(page).getByRole('button', { name: '下一步：照片与附件' }).click()
  await front(page).getByText('请填写姓名').waitFor()
  const member = front(page).getByRole('region', { name: '家属 1' })
  await field(member, '姓名').fill('孙立')
  await choose(page, field(member, '与老人关系'), '女儿', '女儿')
  await field(member, '电话').fill('13700004321')

  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).filter((kept) => kept.includes('13700004321')).length))
    .toBe(1)
  await page.reload()
  await goTo(page, '/live/archivesAdd')
  await front(page)
    .getByText(/没有保存的内容，请接着填写/)
    .waitFor()
  await front(page).getByRole('button', { name: '下一步：照片与附件' }).click()
  await front(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile('照片.png', 600, 800))
  const crop = dialog(page, '裁剪照片')
  await expect.poll(() => crop.locator('img').count()).toBe(1)
  await crop.getByRole('button', { name: '使用这张照片' }).click()
  await crop.waitFor({ state: 'hidden' })
  await front(page).getByRole('button', { name: '下一步：核对' }).click()
  await picture(page, 'archive-add-review-1280')
  await front(page).getByRole('button', { name: '建立档案' }).click()
  await front(page).getByText('已为“孙桂香”建档').waitFor()
  const [made] = await query<{ head: string; family: number; accounts: number }>(
    `select head, (select count(*)::int from oldman_family f where f.oldman_id = t.oldman_id) as family,
       (select count(*)::int from elder_account a where a.oldman_id = t.oldman_id) as accounts
     from oldman t where id_card = $1`,
    [card(9)],
  )
  expect(made).toMatchObject({ head: expect.stringMatching(/^\/files\//), family: 1, accounts: 1 })

  await front(page).getByRole('button', { name: '再建一份' }).click()
  await field(front(page), '姓名').fill('另一个人')
  await field(front(page), '证件号码').fill(card(9))
  await front(page).getByText('已有档案：孙桂香，待入住').waitFor()
  await front(page).getByRole('button', { name: '直接建档' }).click()
  await front(page).getByText('不能重复建档').waitFor()
  await picture(page, 'archive-add-taken-1280')
})

test('an archive made by mistake is deleted, one that lives here is not offered it', async () => {
  await openMenu(page, '居住', '老人档案')
  await searchRows(page, keyword(), '钱阿毛')
  await rows(page).first().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除档案…' }).click()
  await dialog(page, '删除“钱阿毛”的档案').getByRole('button', { name: '删除档案' }).click()
  await toast(page, '已删除“钱阿毛”的档案').waitFor()
  expect(await known([card(2)])).toBe(0)

  await front(page)
    .getByRole('button', { name: /重\s*置/ })
    .click()
  await front(page)
    .getByRole('tab', { name: /^入住中/ })
    .click()
  await onlyRows(page, '入住中')
  await rows(page).first().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '办理退住…' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '删除档案…' }).count()).toBe(0)
})
