// The board of a ward: pictures with a record, tasks given away and taken over, a round entered together, the list on paper,
// other days, a project switched off at noon, and two who press at once.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { pngFile, textFile } from './kit/files.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { front, openMenu, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

interface Elder {
  id: string
  name: string
  org: string
  items: { itemId: string; planId: string; projectId: string; name: string }[]
}

let head: Page
let nurse: Page
let elders: Elder[]

/** A task as if the night had made it, so many minutes from now and that many days away; `until`: its limit. */
async function task(elder: Elder, at: number, minutes: number, until: number, day = 0): Promise<string> {
  const { itemId, planId, projectId } = elder.items[at]!
  const made = await query<{ id: string }>(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state)
     select $1::varchar, left(md5($2::varchar || now() || $7), 26) || to_char(p.at, 'YYMMDD'), p.at, $2::varchar, $3, $4, $5, 5,
       p.at - interval '30 minutes', p.until, case when p.until < now() then 'MISSED' else 'WAITING' end
     from (select case when $7::int = 0 then greatest(least(date_trunc('minute', now()) + make_interval(mins => $6),
           current_date + time '23:59'), current_date + interval '1 second') else current_date + $7::int + time '10:00' end as at,
         case when $7::int = 0 then now() + make_interval(mins => $8) else current_date + $7::int + time '11:00' end as until) p
     returning task_id as id`,
    [elder.org, itemId, planId, elder.id, projectId, minutes, day, until],
  )
  return made[0]!.id
}

interface Kept {
  result: string
  late: boolean
  reason: string | null
  photos: number
  together: string | null
  worker: string
}
const recorded = (taskIds: readonly string[]) =>
  query<Kept>(
    `select x.result, x.late, coalesce(x.late_reason, x.refuse_reason) as reason, coalesce(cardinality(x.photos), 0) as photos,
       x.together_no as together, a.user_name as worker from care_execution x join account a on a.org_id = x.org_id
       and a.user_id = x.worker_id where x.task_id = any($1) and x.taken_back_at is null order by x.task_id`,
    [taskIds],
  )
const workersOf = (taskIds: readonly string[]) =>
  query<{ worker: string }>(
    `select distinct a.user_name as worker from care_task t join account a on a.org_id = t.org_id and a.user_id = t.worker_id
      where t.task_id = any($1)`,
    [taskIds],
  )

/** Only what the journey is about waits. Tomorrow is as planned: what no plan says would go whenever the night is made. */
const onlyTheJourney = () =>
  query(
    `delete from care_task where oldman_id = any($1) and execution_id is null and plan_time >= current_date - 1
       and plan_time < current_date + 1`,
    [elders.map((one) => one.id)],
  )

beforeAll(async () => {
  elders = await query<Elder>(
    `select o.oldman_id as id, o.oldman_name as name, o.org_id as org, jsonb_agg(jsonb_build_object('itemId', i.item_id, 'planId',
       i.plan_id, 'projectId', i.project_id, 'name', c.project_name) order by c.sort, c.project_id) as items
     from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
     join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON'
     join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
     join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
       and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged) and c.needs_signs = '{}'
     join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id and l.level_name = '半护理（二级护理）'
     where o.status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
       and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
     group by 1, 2, 3 having count(*) >= 6 order by 1 limit 3`,
  )
  await onlyTheJourney()
  head = await newDesk()
  await withoutPrinter(head)
  await signIn(head, 'hejing')
  nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
})

const pane = (page: Page) => page.locator('.yy-care-pane')
const card = (page: Page, name: string) => pane(page).locator('.yy-care-task').filter({ hasText: name })

/** One that is just coming up does not hear the key yet. */
const closePane = (page: Page) =>
  expect
    .poll(async () => {
      if (await pane(page).isVisible()) await page.keyboard.press('Escape')
      return pane(page).isVisible()
    })
    .toBe(false)

/** Below 1400 px the day of one elder is a drawer over the board. */
async function openElder(page: Page, { name }: Elder): Promise<void> {
  await closePane(page)
  await front(page).getByRole('textbox', { name: '查找老人' }).fill(name)
  await front(page).locator('.yy-care-cell').filter({ hasText: name }).first().click()
  await pane(page).getByText(name).first().waitFor()
}

test('a picture goes with the record; what is none is refused, and nothing of the record is lost', async () => {
  const elder = elders[0]!
  await query('update care_project set needs_photo = true where org_id = $1 and project_id = $2', [
    elder.org,
    elder.items[0]!.projectId,
  ])
  const id = await task(elder, 0, -5, 55)
  await openMenu(head, '护理', '护理任务')
  await openElder(head, elder)
  const one = card(head, elder.items[0]!.name)
  await one.waitFor()
  const done = one.getByRole('button', { name: '完成' })
  expect(await done.isDisabled()).toBe(true)
  const files = one.locator('input[type=file]')
  await files.setInputFiles(textFile('说明.txt', '不是图片'))
  await one.getByText('上传文件必须是 jpg、jpeg、png、webp、gif 格式').waitFor()
  await one.getByRole('button', { name: '知道了' }).click()
  await files.setInputFiles(textFile('假的.png', '<script>alert(1)</script>', 'image/png'))
  await one.getByText('文件内容与扩展名不符，请重新选择文件').waitFor()
  await picture(head, 'care-photo-refused')
  expect(await done.isDisabled()).toBe(true)
  await one.getByRole('button', { name: '知道了' }).click()
  await files.setInputFiles(await pngFile('皮肤.png'))
  await expect.poll(() => done.isEnabled()).toBe(true)
  await picture(head, 'care-photo')
  await done.click()
  await pane(head).locator('.yy-care-recorded').filter({ hasText: elder.items[0]!.name }).waitFor()
  expect(await recorded([id])).toMatchObject([{ result: 'done', photos: 1, worker: 'hejing' }])
})

test('tasks are given to a colleague, and taken over', async () => {
  const elder = elders[1]!
  const ids = [await task(elder, 1, 60, 120), await task(elder, 2, 90, 150)]
  await head.reload()
  await openElder(head, elder)
  await card(head, elder.items[1]!.name).waitFor()
  await pane(head).getByRole('button', { name: '改派…' }).click()
  const drawer = head.getByRole('dialog').last()
  await drawer.getByLabel('交给谁').click()
  await drawer.getByLabel('交给谁').fill('马春花')
  await head.locator('.ant-select-item-option').filter({ hasText: '马春花' }).click()
  await picture(head, 'care-assign')
  await drawer.getByRole('button', { name: '改派 2 项' }).click()
  await toast(head, '已改派 2 项').waitFor()
  expect(await workersOf(ids)).toEqual([{ worker: 'machunhua' }])
  await drawer.getByText('改派护理任务').waitFor({ state: 'hidden' })
  await pane(head).getByRole('button', { name: '我来做' }).click()
  await toast(head, '已接手 2 项').waitFor()
  expect(await workersOf(ids)).toEqual([{ worker: 'hejing' }])
  await query('delete from care_task where task_id = any($1)', [ids])
})

test('a round is entered together and marked so', async () => {
  const name = elders[1]!.items[3]!.name
  const at = elders.map((one) => one.items.findIndex((item) => item.name === name))
  const ids = [await task(elders[1]!, at[1]!, -4, 56), await task(elders[2]!, at[2]!, -4, 56)]
  const [worker] = await query<{ id: string }>(
    `select user_id as id from account where org_id = $1 and user_name = 'luxiaoyan'`,
    [elders[1]!.org],
  )
  // An elder stands in the lane of whoever has most of their day, and what was done before counts as well.
  await query(
    `update care_task set worker_id = $2, assigned = true where org_id = $3 and oldman_id = any($1)
       and plan_time >= current_date and plan_time < current_date + 1`,
    [[elders[1]!.id, elders[2]!.id], worker!.id, elders[1]!.org],
  )
  await head.reload()
  const lane = front(head).getByRole('region', { name: '陆小燕' })
  await lane.getByRole('button', { name: '操作' }).click()
  await head.getByRole('menuitem', { name: '一起完成…' }).click()
  const drawer = head.getByRole('dialog').last()
  for (const one of [elders[1]!, elders[2]!]) {
    const box = drawer
      .getByRole('group')
      .filter({ hasText: name })
      .getByRole('checkbox', { name: new RegExp(one.name) })
    await box.first().check()
  }
  await picture(head, 'care-together')
  await drawer.getByRole('button', { name: '完成 2 项' }).click()
  await toast(head, '已完成 2 项').waitFor()
  const kept = await recorded(ids)
  expect(kept).toMatchObject([{ result: 'done' }, { result: 'done' }])
  expect([kept[0]!.together !== null, kept[0]!.together]).toEqual([true, kept[1]!.together])
})

test('the list of the day goes on paper', async () => {
  await front(head).getByRole('textbox', { name: '查找老人' }).fill(elders[0]!.name)
  await front(head).locator('.yy-care-cell').filter({ hasText: elders[0]!.name }).first().waitFor()
  const sheet = await printing(head, () => front(head).getByRole('button', { name: '打印' }).click())
  const words = await sheet.innerText()
  expect(words).toContain('护理任务单')
  expect(words).toMatch(new RegExp(`${elders[0]!.name}[\\s\\S]*☑ \\d\\d:\\d\\d ${elders[0]!.items[0]!.name}`))
  expect(words).not.toContain(elders[1]!.name)
})

test('what was missed yesterday is entered with its reason; tomorrow nothing can be pressed', async () => {
  const elder = elders[2]!
  await query(`select graphile_worker.add_job('nursing.tasks', payload := '{}', job_key := 'journey.night')`)
  const tomorrow = () =>
    query<{ id: string; name: string }>(
      `select t.task_id as id, c.project_name as name from care_task t join care_project c using (org_id, project_id)
        where t.oldman_id = $1 and t.plan_time >= current_date + 1 and t.plan_time < current_date + 2 order by t.plan_time limit 1`,
      [elder.id],
    )
  await expect.poll(async () => (await tomorrow()).length, { timeout: 30_000 }).toBe(1)
  const [coming] = await tomorrow()
  await onlyTheJourney()
  const missed = await task(elder, 1, 0, 0, -1)
  await closePane(head)
  await front(head).getByRole('button', { name: '前一天' }).click()
  await openElder(head, elder)
  const one = card(head, elder.items[1]!.name)
  await one.getByLabel('实际做的时间').waitFor()
  await one.getByLabel('实际做的时间').click()
  // A calendar as people here read it.
  const weekDays = head.locator('.ant-picker-dropdown:visible thead th')
  await expect.poll(() => weekDays.allInnerTexts()).toEqual([...'一二三四五六日'])
  const [when] = await query<{ at: string }>(`select to_char(current_date - 1, 'YYYY-MM-DD') || ' 10:20' as at`)
  await one.getByLabel('实际做的时间').fill(when!.at)
  await one.getByLabel('实际做的时间').press('Enter')
  await one.getByRole('button', { name: '人手不足' }).click()
  await picture(head, 'care-yesterday')
  await one.getByRole('button', { name: '提交补录' }).click()
  await pane(head).locator('.yy-care-recorded').filter({ hasText: elder.items[1]!.name }).waitFor()
  expect(await recorded([missed])).toMatchObject([{ result: 'done', late: true, reason: '人手不足' }])
  await closePane(head)
  await front(head).getByRole('button', { name: '后一天' }).click()
  await front(head).getByRole('button', { name: '后一天' }).click()
  await openElder(head, elder)
  await card(head, coming!.name).first().waitFor()
  expect(
    await pane(head)
      .getByRole('button', { name: /^(完成|未做|提交补录)/ })
      .count(),
  ).toBe(0)
  expect(await recorded([coming!.id])).toEqual([])
  await closePane(head)
  await front(head).getByRole('button', { name: '回到今天' }).click()
})

test('two who press at once are one record, and the second is told who was first', async () => {
  const elder = elders[2]!
  const id = await task(elder, 4, -3, 57)
  await head.reload()
  await openElder(head, elder)
  await openMenu(nurse, '护理', '护理任务')
  await openElder(nurse, elder)
  const name = elder.items[4]!.name
  // Found first, then pressed: a press that waits for its button might wait until the other's has taken it away.
  const buttons = [head, nurse].map((page) => card(page, name).getByRole('button', { name: '完成' }).elementHandle())
  const found = await Promise.all(buttons)
  await Promise.all(found.map((button) => button!.evaluate((one: HTMLElement) => one.click())))
  const made = async () => (await recorded([id])).map((one) => one.worker)
  await expect.poll(async () => (await made()).length).toBe(1)
  const [first] = await made()
  const [second, winner] = first === 'hejing' ? [nurse, '何静'] : [head, '李晓梅']
  await pane(second).locator('.yy-care-recorded').filter({ hasText: name }).getByText(winner).waitFor()
  expect(await made()).toEqual([first])
})

test('a project switched off in the middle of the day leaves the board, and what was done stays', async () => {
  const elder = elders[2]!
  const { projectId, name } = elder.items[5]!
  const [past, coming] = [await task(elder, 5, -8, 52), await task(elder, 5, 40, 100)]
  await head.reload()
  await openElder(head, elder)
  await card(head, name).first().getByRole('button', { name: '完成' }).click()
  await expect.poll(async () => (await recorded([past])).length).toBe(1)
  const admin = await newDesk()
  await signIn(admin, 'zhengkai')
  await openMenu(admin, '护理', '护理项目')
  await front(admin).getByPlaceholder(/拼音/).first().fill(name)
  await admin.keyboard.press('Enter')
  const row = front(admin).getByRole('row').filter({ hasText: name }).first()
  await row.waitFor()
  await row.getByRole('button', { name: '修改' }).click()
  const form = admin.getByRole('dialog').last()
  await form.getByRole('switch').last().click()
  await picture(admin, 'care-project-off')
  await admin.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await query('select 1 from care_task where task_id = $1', [coming])).length, { timeout: 15_000 })
    .toBe(0)
  await card(head, name).waitFor({ state: 'hidden' })
  expect(await recorded([past])).toHaveLength(1)
  await query('update care_project set enabled = true where org_id = $1 and project_id = $2', [elder.org, projectId])
})
