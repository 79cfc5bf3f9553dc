// Care plans: who lacks one gets it from the level, and a change says what it does tomorrow before it is saved.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let head: Page

beforeAll(async () => {
  head = await newDesk()
  await signIn(head, 'hejing')
  await openMenu(head, '护理', '护理计划')
})

const drawer = (page: Page) => page.getByRole('dialog').last()
const tomorrow = (name: string) =>
  query<{ project: string; at: string }>(
    `select c.project_name as project, to_char(t.plan_time, 'HH24:MI') as at from care_task t
       join care_project c using (org_id, project_id) join oldman o using (org_id, oldman_id)
      where o.oldman_name = '${name}' and t.plan_time::date = current_date + 1 order by t.plan_time`,
  )

test('whoever lacks a plan gets the one of their level, all at once', async () => {
  await rows(head).first().waitFor()
  await front(head)
    .getByRole('button', { name: /^缺计划 \d+ 人$/ })
    .click()
  await drawer(head).getByLabel('全选').check()
  await picture(head, 'care-plan-lacking')
  await drawer(head).getByRole('button', { name: '按等级生成计划' }).click()
  await head.getByRole('button', { name: '生成并启用' }).click()
  await drawer(head)
    .getByText(/\d+ 位老人的护理计划已生成并启用/)
    .waitFor()
  await drawer(head).getByRole('table', { name: '生成结果' }).getByText('已启用').first().waitFor()
  await drawer(head).getByText('在住老人都有启用的护理计划').waitFor()
  await picture(head, 'care-plan-made')
  const [left] = await query<{ n: number }>(
    `select count(*)::int as n from oldman o join organization g using (org_id) where g.org_name = '松鹤康养中心' and o.status in (1, 4)
       and not exists (select from care_plan p where p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON')`,
  )
  expect(left!.n).toBe(0)
  await head.keyboard.press('Escape')
})

test('two desks at one plan: the second is told, and both changes stand', async () => {
  const [one] = await query<{ name: string; planId: string }>(
    `select o.oldman_name as name, p.plan_id as "planId" from care_plan p join oldman o using (org_id, oldman_id)
       join organization g using (org_id) join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id
      where g.org_name = '松鹤康养中心' and p.state = 'ON' and l.level_name = '自理'
        and (select count(*) from oldman x where x.org_id = o.org_id and x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id desc limit 1`,
  )
  const { name, planId } = one!
  const admin = await newDesk()
  await signIn(admin, 'zhengkai')
  await openMenu(admin, '护理', '护理计划')
  const desks = [
    { page: head, project: '喂水饮水提醒' },
    { page: admin, project: '洗脚' },
  ]
  for (const { page, project } of desks) {
    await front(page).getByPlaceholder('姓名或拼音首字母').fill(name)
    await page.keyboard.press('Enter')
    await rows(page).filter({ hasText: name }).first().getByRole('button', { name: '查看项目' }).click()
    await drawer(page).getByLabel('找项目').fill(project)
    await drawer(page).getByRole('checkbox', { name: project }).check()
  }
  const save = async (page: Page) => {
    await drawer(page).getByRole('button', { name: '看明天的变化并保存' }).click()
    await page.getByRole('button', { name: '保存计划' }).click()
  }
  await save(head)
  await toast(head, `${name}的护理计划已保存`).waitFor()
  await save(admin)
  await drawer(admin)
    .getByRole('alert')
    .filter({ hasText: /刚被何静修改过/ })
    .waitFor()
  await picture(admin, 'care-plan-two-desks')
  await save(admin)
  await toast(admin, `${name}的护理计划已保存`).waitFor()
  const kept = await query<{ project: string }>(
    `select c.project_name as project from care_plan_item i join care_project c using (org_id, project_id)
      where i.plan_id = $1 and i.active and c.project_name = any($2) order by 1`,
    [planId, desks.map((desk) => desk.project)],
  )
  expect(kept.map((row) => row.project).sort()).toEqual(desks.map((desk) => desk.project).sort())
  await head.keyboard.press('Escape')
})

test('a project put into the plan of one elder says what changes tomorrow, and changes it', async () => {
  const [one] = await query<{ name: string }>(
    `select o.oldman_name as name from care_plan p join oldman o using (org_id, oldman_id) join organization g using (org_id)
      where g.org_name = '松鹤康养中心' and p.state = 'ON' and o.level_id = (select level_id from nursing_level l where l.org_id = o.org_id
        and l.level_name = '自理') order by o.oldman_id limit 1`,
  )
  const name = one!.name
  await front(head).getByPlaceholder('姓名或拼音首字母').fill(name)
  await head.keyboard.press('Enter')
  await rows(head).filter({ hasText: name }).first().getByRole('button', { name: '查看项目' }).click()
  await drawer(head).getByText(`${name}的护理计划`).first().waitFor()
  await drawer(head).getByLabel('找项目').fill('喂水')
  await drawer(head).getByRole('checkbox', { name: /喂水/ }).first().check()
  await drawer(head).getByRole('button', { name: '看明天的变化并保存' }).click()
  await head.getByText(/增加 \d+ 项：喂水/).waitFor()
  await picture(head, 'care-plan-preview')
  await head.getByRole('button', { name: '保存计划' }).click()
  await toast(head, `${name}的护理计划已保存`).waitFor()
  const after = await tomorrow(name)
  expect(after.filter((row) => row.project.includes('喂水')).length).toBeGreaterThan(0)
  expect(after.filter((row) => !row.project.includes('喂水')).length).toBeGreaterThan(0)
  // Leaving with something unsaved asks.
  await drawer(head).getByLabel('找项目').fill('喂水')
  await drawer(head).getByRole('checkbox', { name: /喂水/ }).first().uncheck()
  await head.keyboard.press('Escape')
  await head.getByText('还有没提交的内容').waitFor()
  await head.getByRole('button', { name: '不要了' }).click()
  expect(await tomorrow(name)).toEqual(after)
})
