// Dictionaries and review rules: a value that one person adds is there in another person's form at once; two people
// at one dictionary lose nothing; a value in use stays; a rule needs somebody who can fulfil it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { choose as chooseOption, front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let admin: Page

beforeAll(async () => {
  admin = await newDesk()
  await signIn(admin, 'zhengkai')
  await openMenu(admin, '设置', '数据字典')
})

const save = (page: Page) => front(page).getByRole('button', { name: /^保存/ })
const values = (page: Page) => front(page).locator('.yy-dict-table tbody tr')

async function choose(page: Page, typed: string, name: string): Promise<void> {
  await front(page).getByLabel('查找字典').fill(typed)
  await front(page).locator('.yy-dict-leaf', { hasText: name }).click()
  await front(page).getByRole('heading', { name }).waitFor()
}

async function addValue(page: Page, label: string): Promise<void> {
  await front(page).getByRole('button', { name: '新增值' }).click()
  await page.keyboard.type(label)
}

test('a value added here is offered in a form that stands open elsewhere', async () => {
  const director = await newDesk()
  await signIn(director, 'wangjianguo')
  await openMenu(director, '档案', '基本档案')
  await rows(director).first().waitFor()
  const category = front(director).locator('.yy-search-item', { hasText: '老人类别' }).getByRole('combobox')
  const fold = front(director).getByText('展开')
  if (!(await category.isVisible())) await fold.click()
  await category.click()
  await director.keyboard.type('znfh')
  await director.getByTitle('支内返沪人员').waitFor({ state: 'detached' })

  await choose(admin, 'lrlb', '老人类别')
  await addValue(admin, '支内返沪人员')
  await picture(admin, 'dictionary-adding')
  await admin.keyboard.press('Control+Enter')
  await toast(admin, '“老人类别”已保存').waitFor()

  await director.getByTitle('支内返沪人员').waitFor()
  await director.context().close()
})

test('a value in use cannot be deleted, a locked one cannot be renamed', async () => {
  await choose(admin, 'elderCategory', '老人类别')
  const used = values(admin).filter({ hasText: '老人档案' }).first()
  await used.getByRole('button', { name: /^删除/ }).click()
  await toast(admin, /正被使用.*不能删除，可以停用/).waitFor()
  const locked = values(admin).filter({ hasText: '特困人员（城市）' })
  await locked.getByLabel('锁定').waitFor()
  expect(await locked.getByLabel('名称').count()).toBe(0)
  expect(await locked.getByRole('button', { name: /^删除/ }).isDisabled()).toBe(true)
})

test('two people at one dictionary: the second is told who was first, and both works stay', async () => {
  await choose(admin, 'ypjx', '药品剂型')
  await addValue(admin, '口溶膜')
  // Somebody else saves meanwhile.
  const [stored] = await query<{ id: string }>(
    `select d.dictionary_id as id from dictionary d join organization o using (org_id)
      where o.org_name = '松鹤康养中心' and d.dictionary_code = 'drug_form'`,
  )
  const answer = await admin.evaluate(async (dictionaryId) => {
    const { token } = JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }
    const headers = { Authorization: token, 'content-type': 'application/json' }
    const [now] = (
      await (await fetch('/pims/web-org/dictionarys/dictionaryDiff?dictionaryCode=drug_form', { headers })).json()
    ).data as { version: number; values: { valueId: string; label: string }[] }[]
    const body = JSON.stringify({
      version: now!.version,
      values: now!.values.map(({ valueId, label }) => ({ valueId, label: label === '颗粒剂' ? '冲剂' : label })),
    })
    return (await fetch(`/pims/web-org/dictionarys/${dictionaryId}`, { method: 'PUT', headers, body })).json()
  }, stored!.id)
  expect(answer).toMatchObject({ status: 200 })
  await save(admin).click()
  await front(admin).getByText('“颗粒剂”改名为“冲剂”').waitFor()
  await picture(admin, 'dictionary-conflict')
  await save(admin).click()
  await toast(admin, '“药品剂型”已保存').waitFor()
  await front(admin).getByText('没有未保存的改动').waitFor()
  const labels = await values(admin)
    .getByLabel('名称')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(labels).toContain('冲剂')
  expect(labels.at(-1)).toBe('口溶膜')
})

test('leaving with unsaved changes asks first', async () => {
  await choose(admin, 'ypjx', '药品剂型')
  await addValue(admin, '临时')
  await front(admin).getByLabel('查找字典').fill('gytj')
  await front(admin).locator('.yy-dict-leaf', { hasText: '给药途径' }).click()
  await admin.getByRole('button', { name: '留在这里' }).click()
  await front(admin).getByRole('heading', { name: '药品剂型' }).waitFor()
  await front(admin).getByRole('button', { name: '放弃改动' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '放弃改动' }).click()
  await front(admin).getByText('没有未保存的改动').waitFor()
})

test('an act is given its reviewers; one that nobody could review is refused', async () => {
  await openMenu(admin, '设置', '审核配置')
  await front(admin).getByRole('switch', { name: '物资采购需要审核' }).click()
  const drawer = admin.getByRole('dialog')
  await drawer.getByRole('button', { name: /^保存/ }).click()
  await drawer.getByText('需要审核时，请选择由哪些角色或人员审核').waitFor()
  await chooseOption(admin, drawer.getByLabel('可以审核的角色'), 'kgy', '库管员')
  await admin.keyboard.press('Tab')
  await picture(admin, 'checkConfig-drawer')
  await drawer.getByRole('button', { name: /^保存/ }).click()
  await toast(admin, '“物资采购”的审核设置已保存').waitFor()
  await front(admin).locator('.yy-check-row', { hasText: '物资采购' }).getByText('库管员 2 人').waitFor()
  await front(admin).getByRole('switch', { name: '物资采购需要审核' }).click()
  await admin.getByRole('button', { name: '不再审核' }).click()
  await toast(admin, '“物资采购”已改为不需要审核').waitFor()
})
