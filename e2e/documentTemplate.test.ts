// A document template from the first word to the paper: written with placeholders, looked at with a real resident,
// printed, changed, and its first version still there.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { deskOf, newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const NAME = '外出安全告知书'
const LATER = '外出期间请随身携带联系卡。'

let page: Page
let resident: { name: string; idCard: string }

beforeAll(async () => {
  page = await newDesk()
  await withoutPrinter(page)
  await signIn(page, 'zhengkai')
  const [found] = await query<typeof resident>(
    `select m.oldman_name as name, m.id_card as "idCard" from oldman m join organization o using (org_id)
      where o.org_name = '松鹤康养中心' and m.status = 1
        and not exists (select 1 from oldman n where n.oldman_name = m.oldman_name and n.oldman_id <> m.oldman_id)
      order by m.oldman_id limit 1`,
  )
  resident = found!
  await openMenu(page, '设置', '文书模板管理')
  await rows(page).first().waitFor()
})

const sheet = () => front(page).getByRole('textbox', { name: '正文' })
const chip = (name: string) => sheet().locator('[data-placeholder]', { hasText: name })
const panel = () => front(page).getByRole('complementary', { name: '占位符' })
const save = () => front(page).getByRole('button', { name: /保存$/ })
const fact = (title: string) => front(page).getByLabel(new RegExp(`^\\*?${title}$`))
const problem = (text: string) => front(page).locator('.yy-field-problem', { hasText: text })
const dialog = (title: string | RegExp) => page.getByRole('dialog').filter({ hasText: title })

test('a template is written with placeholders, from the panel and typed', async () => {
  await front(page).getByRole('button', { name: '新增模板' }).click()
  await sheet().getByText('文书标题').click({ clickCount: 3 })
  await page.keyboard.type(NAME)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('兹有')
  await panel().getByRole('textbox', { name: '查找占位符' }).fill('lrxm')
  await panel().getByRole('button', { name: '老人姓名' }).click()
  await chip('老人姓名').waitFor()
  await page.keyboard.type('（身份证号')
  // As somebody does who is used to Word.
  await page.keyboard.type('{老人身份证号}')
  await chip('老人身份证号').waitFor()
  await page.keyboard.type('）')
  await page.keyboard.type('{老人姓明}')
  await panel().getByText('不认识的占位符，不会被填写').waitFor()
  await picture(page, 'document-unknown-1280')
  await page.keyboard.press('Backspace')
  await panel().getByText('不认识的占位符，不会被填写').waitFor({ state: 'hidden' })
  await page.keyboard.type('申请外出，知悉并同意以下事项。')
  await expect.poll(() => sheet().innerText()).toContain('申请外出')
})

test('without a name or a type it is not saved, and the field says so', async () => {
  await save().click()
  await problem('请填写模板名称').waitFor()
  await fact('名称').fill(NAME)
  await save().click()
  await problem('请选择文书类型').waitFor()
  await choose(page, fact('类型'), '', /./)
  await save().click()
  await toast(page, `“${NAME}”已新增`).waitFor()
  await front(page).getByText('第 1 版，已保存').waitFor()
  await picture(page, 'document-edit-1280')
})

test('the preview is filled with the archive of a real resident', async () => {
  await front(page).getByRole('button', { name: '预览' }).click()
  const preview = dialog(`预览：${NAME}`)
  await preview.getByText('用示例老人填写').waitFor()
  const paper = preview.locator('.yy-doc')
  await paper.getByText('王秀兰').waitFor()
  await choose(page, preview.getByLabel('用谁的档案填写'), resident.name, resident.name)
  await preview.getByText('用所选老人的档案填写').waitFor()
  await expect.poll(() => paper.innerText()).toContain(`兹有${resident.name}（身份证号${resident.idCard}）申请外出`)
  await preview.getByText('占位符都填好了').waitFor()
  await picture(page, 'document-preview-1280')
})

test('the paper says the same, without anything of the console', async () => {
  const preview = dialog(`预览：${NAME}`)
  const out = await printing(page, () => preview.getByRole('button', { name: '打印' }).click())
  const text = await out.locator('body').innerText()
  expect(text).toContain(NAME)
  expect(text).toContain(`兹有${resident.name}（身份证号${resident.idCard}）申请外出，知悉并同意以下事项。`)
  expect(text).not.toContain('预览')
  expect(text).not.toMatch(/[{}]/)
  const rules = await out.locator('style').allTextContents()
  expect(rules.join('\n')).toMatch(/@page/)
  expect(await out.locator('#yy-watermark').count()).toBe(0)
  await preview.getByRole('button', { name: '关闭' }).click()
  await preview.waitFor({ state: 'hidden' })
})

test('a second save is a second version; the first can still be read', async () => {
  await sheet().getByText('知悉并同意').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(LATER)
  await front(page)
    .getByText(/^有未保存的修改/)
    .waitFor()
  await page.keyboard.press('Control+s')
  await toast(page, '已保存为第 2 版').waitFor()
  await front(page).getByText('第 2 版，已保存').waitFor()
  await front(page).getByRole('button', { name: '历史版本' }).click()
  const history = dialog('历史版本')
  const version = (n: number) => history.getByRole('listitem').filter({ hasText: `第 ${n} 版` })
  await version(2).getByText('现在使用').waitFor()
  await version(1).getByText('郑凯').waitFor()
  expect(await history.getByRole('listitem').count()).toBe(2)
  await picture(page, 'document-history-1280')
  await version(1).getByRole('button', { name: '查看' }).click()
  const preview = dialog(`预览：${NAME} 第 1 版`)
  await preview.locator('.yy-doc').getByText('知悉并同意以下事项').waitFor()
  expect(await preview.locator('.yy-doc').innerText()).not.toContain(LATER)
  await preview.getByRole('button', { name: '关闭' }).click()
  await preview.waitFor({ state: 'hidden' })
})

test('it stands in the list with its version, and leaves with a question', async () => {
  await front(page)
    .getByRole('button', { name: '返回文书模板管理' })
    .or(front(page).getByRole('link', { name: '返回文书模板管理' }))
    .click()
  const row = rows(page).filter({ hasText: NAME })
  await row.getByText('第 2 版').waitFor()
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: /删除/ }).click()
  const question = dialog(`删除文书模板“${NAME}”？`)
  await question.getByRole('button', { name: '删除模板' }).click()
  await toast(page, `“${NAME}”已删除`).waitFor()
  await row.waitFor({ state: 'hidden' })
  expect(deskOf(page).scriptErrors).toEqual([])
})
