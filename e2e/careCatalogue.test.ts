// What care is made of, as the administrator sets it: a project is made, a level takes it twice a day after a look at what
// that means, two levels are compared, its price changes from tomorrow, and it is not deleted while a level has it.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { choose, dialog, front, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let admin: Page
let residents: number
const NAME = '足部按摩'
const LEVEL = '自理'

beforeAll(async () => {
  admin = await newDesk()
  await signIn(admin, 'zhengkai')
  const counted = await query<{ n: number }>(
    `select count(*)::int as n from oldman o join nursing_level l using (org_id, level_id)
      where l.level_name = $1 and o.status in (1, 4)`,
    [LEVEL],
  )
  residents = counted[0]!.n
})

const rowOf = (name: string): Locator => rows(admin).filter({ hasText: name }).first()
const more = async (name: string, act: string | RegExp) => {
  await rowOf(name).getByRole('button', { name: /更多/ }).click()
  await admin.getByRole('menuitem', { name: act }).click()
}
const find = async () => searchRows(admin, front(admin).getByRole('textbox', { name: '护理项目' }), 'zbam', NAME)

test('a project is made, and one of the same name is refused', async () => {
  await openMenu(admin, '护理', '护理项目')
  for (const again of [false, true]) {
    await front(admin).getByRole('button', { name: '新增护理项目' }).click()
    const drawer = dialog(admin, '新增护理项目')
    await drawer.getByLabel('项目名称').fill(NAME)
    await choose(admin, drawer.getByRole('combobox', { name: '分类' }), '', '康复护理')
    await drawer.getByLabel('每次用时').fill('20')
    await drawer.getByRole('switch', { name: '按次收费' }).click()
    await drawer.getByLabel('单价（每次）').fill('15')
    if (!again) {
      // The list of choices is still open, and the keys that save leave what was chosen there alone.
      await drawer.getByRole('combobox', { name: '执行时要填的体征' }).click()
      for (const sign of ['血压', '体温']) {
        await admin.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: sign }).click()
      }
    }
    await admin.keyboard.press('Control+Enter')
    if (!again) {
      await toast(admin, '护理项目已新增').waitFor()
      continue
    }
    await drawer.getByText('项目名称已存在').first().waitFor()
    await admin.keyboard.press('Escape')
    await drawer.getByRole('button', { name: '不要了' }).click()
  }
  await find()
  expect(await rowOf(NAME).innerText()).toContain('15.00')
  expect(await rowOf(NAME).innerText()).toContain('血压、体温')
})

test('a level takes it twice a day, and says first whom that reaches', async () => {
  await openMenu(admin, '护理', '护理等级')
  await rowOf(LEVEL).getByRole('button', { name: '设置项目' }).click()
  const drawer = dialog(admin, '设置护理项目')
  await drawer.getByLabel('找项目').fill('zbam')
  await drawer.getByRole('checkbox', { name: NAME }).click()
  const often = drawer.getByRole('group', { name: `${NAME}的频次` })
  await often.getByLabel('每日几次').fill('2')
  await often.getByText(/每天 2 次：/).waitFor()
  await picture(admin, 'level-projects-1280')
  await drawer.getByRole('button', { name: '看影响并保存' }).click()
  const question = dialog(admin, `保存“${LEVEL}”的护理项目？`)
  await question.getByText(`${residents} 位在住老人是这个等级`).waitFor()
  // Only those whose plan was made from the level follow it.
  const [{ touched }] = (await query<{ touched: number }>(
    `select count(distinct p.oldman_id)::int as touched from care_plan p join nursing_level v using (org_id, level_id)
      join organization g using (org_id) where g.org_name = '松鹤康养中心' and v.level_name = $1 and p.state = 'ON'`,
    [LEVEL],
  )) as [{ touched: number }]
  await question.getByText(`${touched} 位的任务会变`).waitFor()
  await question.getByText(`增加 ${touched * 2} 次`).waitFor()
  await picture(admin, 'level-preview-1280')
  await question.getByRole('button', { name: '保存项目' }).click()
  await toast(admin, `“${LEVEL}”的护理项目已保存`).waitFor()
  const stored = await query<{ times: number; clocks: string[] }>(
    `select l.times, l.clocks from level_project l join care_project p using (org_id, project_id)
      join nursing_level v using (org_id, level_id) where p.project_name = $1 and v.level_name = $2`,
    [NAME, LEVEL],
  )
  expect(stored).toMatchObject([{ times: 2 }])
  expect(stored[0]!.clocks).toHaveLength(2)
})

test('two levels stand side by side', async () => {
  await more(LEVEL, '与别的等级对比')
  const drawer = dialog(admin, '对比两个护理等级')
  const line = drawer.getByRole('row').filter({ hasText: NAME })
  await line.getByText('只有左边').waitFor()
  expect(await line.innerText()).toContain('每日 2 次')
  await choose(admin, drawer.getByRole('combobox', { name: '右边的等级' }), '', '失智专护')
  await drawer.getByRole('columnheader', { name: '失智专护' }).waitFor()
  await picture(admin, 'level-compare-1280')
  // The list of the select may still be fading, and Esc would be its own.
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
})

test('its price changes from tomorrow and not before', async () => {
  await openMenu(admin, '护理', '护理项目')
  await find()
  await rowOf(NAME).getByRole('button', { name: '单价' }).click()
  const drawer = dialog(admin, '设置单价')
  await drawer.getByRole('table', { name: '历次单价' }).waitFor()
  await drawer.getByLabel('新单价（每次）').fill('18.5')
  await drawer.getByText(/起每次 18\.50 元/).waitFor()
  await admin.keyboard.press('Control+Enter')
  await toast(admin, '单价已保存').waitFor()
  const [tomorrow] = await query<{ day: string }>(`select to_char(current_date + 1, 'MM-DD') as day`)
  await rowOf(NAME).getByText(`${tomorrow!.day} 起 18.50`).waitFor()
  expect(await rowOf(NAME).innerText()).toContain('15.00')
})

test('it is not deleted while a level has it, and the sentence says which', async () => {
  await more(NAME, /删除/)
  const question = dialog(admin, `删除护理项目“${NAME}”？`)
  await question.getByRole('button', { name: '删除项目' }).click()
  await question.getByText(`护理项目“${NAME}”正被使用，不能删除：护理等级 ${LEVEL}`).waitFor()
  await picture(admin, 'project-in-use-1280')
  await question.getByRole('button', { name: '不删除' }).click()
  const left = await query('select 1 from care_project where project_name = $1', [NAME])
  expect(left).toHaveLength(1)
})
