// One approval changes level, plan, tasks and bill: a nurse proposes and sees everything, cannot agree herself; somebody else
// agrees, tomorrow's tasks and the next bill are what was shown; taken back, everything is as it was.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newDesk, picture, query } from './kit/browser.ts'
import { choose, dialog, force, front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn, wholeDesk } from './kit/signIn.ts'

const FULL = '全护理（一级护理）'
let nurse: Page
let head: Page
let one: { id: string; name: string }
/** As the plan so far has it. */
let before: number

const tomorrow = async () =>
  (
    await query<{ task: string }>(
      `select c.project_name || to_char(t.plan_time, ' HH24:MI') as task from care_task t
        join care_project c using (org_id, project_id) where t.oldman_id = $1 and t.plan_time::date = current_date + 1
        order by t.plan_time, 1`,
      [one.id],
    )
  ).map((row) => row.task)
const plans = () =>
  query<{ state: string; open: boolean; begun: boolean }>(
    `select state, end_date is null as open, start_date <= current_date as begun from care_plan
      where oldman_id = $1 and state = 'ON' order by start_date`,
    [one.id],
  )
const yuan = (text: string | null) => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100)
/** What the next bill comes to, as the fees know it. */
const nextBill = async (page: Page) => {
  const { data } = await force(page, 'GET', `/pims/web-pi/cost/payBack/preview?oldmanId=${one.id}`)
  return (data as { asIsFen: number }).asIsFen
}

beforeAll(async () => {
  const found = await query<{ id: string; name: string }>(
    `select t.oldman_id as id, t.oldman_name as name from oldman t
      join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id and d.dept_name = '松鹤楼护理组'
      join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id and l.level_name = '半护理（二级护理）'
      join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
      where t.org_id = $1 and t.status = 1 and t.oldman_name <> '秦月娥'
        and not exists (select from regrade r where r.org_id = t.org_id and r.oldman_id = t.oldman_id)
        and not exists (select from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.state in (0, 1, 4, 6))
        and not exists (select from stay_level x where x.org_id = s.org_id and x.stay_id = s.stay_id and x.from_date > current_date)
        and exists (select from care_plan p where p.org_id = t.org_id and p.oldman_id = t.oldman_id and p.state = 'ON' and p.end_date is null)
        and not exists (select from oldman x where x.org_id = t.org_id and x.oldman_name = t.oldman_name and x.oldman_id <> t.oldman_id)
      order by s.start_date, t.oldman_id limit 1`,
    [DEMO_ORG],
  )
  one = found[0]!
  nurse = await newDesk()
  head = await newDesk({ width: 1920, height: 1080 })
  await wholeDesk()
  await signIn(nurse, 'lixiaomei')
  await signIn(head, 'zhengkai')
})

test('a nurse proposes another level from tomorrow on and sees the whole of it', async () => {
  await openMenu(nurse, '护理', '等级变更')
  await front(nurse).getByRole('button', { name: '提出等级变更' }).click()
  const form = dialog(nurse, '提出等级变更')
  await choose(nurse, form.getByLabel('老人'), one.name, one.name)
  await choose(nurse, form.getByLabel('新护理等级'), '', FULL)
  const why = form.getByLabel('等级说明')
  await form.getByLabel('变更原因').fill('近一个月进食、如厕都要人协助')
  if (await why.isVisible()) await why.fill('评估之后情况变化')
  await form.getByText(/^明天 /).click()
  await form.getByLabel('家属知情').fill('女儿微信确认，同意新费用')
  await picture(nurse, 'regrade-propose-1280')
  await form.getByRole('button', { name: '建立草稿，看全部变化' }).click()
  await front(nurse).getByRole('table', { name: '护理计划差异' }).waitFor()
  await front(nurse).getByText('批准后同时发生').waitFor()
  await picture(nurse, 'regrade-draft-1280')
})

test('one project is left out for her, with its ground', async () => {
  const table = front(nurse).getByRole('table', { name: '护理计划差异' })
  const added = table.locator('tr').filter({ hasText: '新增' }).first()
  const name = (await added.locator('th').textContent())!.trim()
  await added.getByRole('button', { name: `调整${name}` }).click()
  const form = dialog(nurse, `${name}：按这位老人定`)
  await form.getByText('不采用').click()
  await form.getByLabel('依据').fill('家属自行照料')
  await form.getByRole('button', { name: '保存' }).click()
  await table.locator('tr').filter({ hasText: '家属自行照料' }).getByText('不采用').first().waitFor()
  await front(nurse).getByRole('button', { name: '提交审批' }).click()
  await toast(nurse, '已提交，等待审批').waitFor()
  await front(nurse).getByRole('button', { name: '撤回修改' }).waitFor()
  expect(await front(nurse).getByRole('button', { name: /^同意/ }).count()).toBe(0)
  expect(await plans()).toEqual([{ state: 'ON', open: true, begun: true }])
})

let shownTasks: number
let shownFen: number

test('somebody else sees the same, and agrees: tasks and bill are what was shown', async () => {
  await openMenu(head, '护理', '等级变更')
  await rows(head).filter({ hasText: one.name }).getByRole('button', { name: '审批' }).click()
  await front(head).getByRole('table', { name: '护理计划差异' }).waitFor()
  await picture(head, 'regrade-decide-1920')
  shownTasks = Number(
    (await front(head)
      .getByText(/起每日生成 \d+ 项任务/)
      .first()
      .textContent())!.match(/生成 (\d+) 项/)![1],
  )
  before = Number(
    (await front(head)
      .getByText(/^\d+ → \d+ 项$/)
      .first()
      .textContent())!.match(/^(\d+)/)![1],
  )
  const bill = front(head).getByRole('table', { name: /账单$/ })
  shownFen = yuan(await bill.locator('tfoot td').nth(1).textContent())
  // Nothing is sent back without a word.
  await front(head).getByRole('button', { name: '退回修改…' }).click()
  await front(head).getByText('退回时请填写意见，提出人照着修改').waitFor()
  await front(head).getByLabel('审批意见').fill('同意，两周后复看')
  await front(head).getByRole('button', { name: /^同意/ }).click()
  await toast(head, new RegExp(`${one.name}的等级变更已批准`)).waitFor()
  const after = await tomorrow()
  expect(after).toHaveLength(shownTasks)
  expect(shownTasks).not.toBe(before)
  expect(await plans()).toEqual([
    { state: 'ON', open: false, begun: true },
    { state: 'ON', open: true, begun: false },
  ])
  expect(await nextBill(head)).toBe(shownFen)
  await front(head)
    .getByText(/补充协议《/)
    .first()
    .waitFor()
  await picture(head, 'regrade-approved-1920')
})

test('the nurse is told; taken back, everything is as it was', async () => {
  await front(nurse).getByText('已批准').first().waitFor()
  await front(head).getByRole('button', { name: '撤销…' }).click()
  const ask = head.getByRole('dialog').last()
  await ask.getByRole('textbox').fill('家属要求再观察')
  await ask.getByRole('button', { name: '撤销', exact: true }).click()
  await toast(head, '已撤销，一切恢复原样').waitFor()
  expect(await tomorrow()).toHaveLength(before)
  expect(await plans()).toEqual([{ state: 'ON', open: true, begun: true }])
  await front(head).getByText('已撤销').first().waitFor()
})
