// A day of care on the tablet and on the board: pressed without network and sent exactly once, refused, entered afterwards,
// taken back; what one screen does the other shows.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { front, openMenu } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let caregiver: Page
let head: Page
let elder: {
  id: string
  name: string
  org: string
  items: { itemId: string; planId: string; projectId: string; name: string }[]
}

/** A task of today as if the night had made it: planned and limited so many minutes from now. */
async function task(at: number, planned: number, until: number): Promise<string> {
  const { itemId, planId, projectId } = elder.items[at]!
  const made = await query<{ id: string }>(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, worker_id)
     select $1::varchar, left(md5($2::varchar || now()), 26) || to_char(p.at, 'YYMMDD'), p.at, $2::varchar, $3, $4, $5, 5, p.at - interval '30 minutes',
       now() + make_interval(mins => $7), a.user_id
     from (select greatest(date_trunc('minute', now()) + make_interval(mins => $6), current_date + interval '1 second') as at) p,
       account a where a.org_id = $1::varchar and a.user_name = 'lixiaomei' returning task_id as id`,
    [elder.org, itemId, planId, elder.id, projectId, planned, until],
  )
  return made[0]!.id
}

interface Kept {
  result: string
  terminal: string
  late: boolean
  reason: string | null
  waited: boolean
  back: boolean
}
const recorded = (taskId: string) =>
  query<Kept>(
    `select result, terminal, late, coalesce(late_reason, refuse_reason) as reason, recorded_at > done_at as waited,
      taken_back_at is not null as back from care_execution where task_id = $1 order by recorded_at`,
    [taskId],
  )

let late: string
let refused: string
let missed: string
let mistaken: string

beforeAll(async () => {
  const found = await query<typeof elder>(
    `select o.oldman_id as id, o.oldman_name as name, o.org_id as org, jsonb_agg(jsonb_build_object('itemId', i.item_id, 'planId',
       i.plan_id, 'projectId', i.project_id, 'name', c.project_name) order by c.sort) as items
     from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
     join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON'
     join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
     join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
       and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged) and c.needs_signs = '{}'
     where o.status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
       and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
     group by 1, 2, 3 having count(*) >= 4 order by 1 limit 1`,
  )
  elder = found[0]!
  // Only what the journey is about waits today.
  await query(`delete from care_task where oldman_id = $1 and execution_id is null and plan_time < current_date + 1`, [
    elder.id,
  ])
  late = await task(0, -10, 50)
  refused = await task(1, -5, 55)
  missed = await task(2, -40, -1)
  mistaken = await task(3, -3, 57)
  caregiver = await newDesk()
  await signIn(caregiver, 'lixiaomei')
  head = await newDesk()
  await signIn(head, 'hejing')
})

const card = (page: Page, name: string) =>
  page.locator('.bed-task').filter({ has: page.getByRole('heading', { name }) })

test('the tablet shows what is due, and keeps presses while there is no network', async () => {
  await caregiver.setViewportSize({ width: 1280, height: 800 })
  await caregiver.goto(`${productUrl()}/bedside.html`)
  await caregiver.locator('.bed-row').filter({ hasText: elder.name }).first().click()
  await card(caregiver, elder.items[0]!.name).waitFor()
  await picture(caregiver, 'bedside-1280')
  // The page itself is on the device before the network goes.
  await caregiver.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await caregiver.context().setOffline(true)
  await card(caregiver, elder.items[0]!.name).getByRole('button', { name: '完成' }).click()
  await caregiver.getByText('1 条待上传').waitFor()
  await card(caregiver, elder.items[1]!.name).getByRole('button', { name: '未做' }).click()
  await card(caregiver, elder.items[1]!.name).getByRole('button', { name: '拒绝：不愿意' }).click()
  await caregiver.getByText('2 条待上传').waitFor()
  expect([await recorded(late), await recorded(refused)]).toEqual([[], []])
  await caregiver.reload()
  await caregiver.getByText('2 条待上传').waitFor()
  await picture(caregiver, 'bedside-offline-1280')
})

test('with the network they are sent exactly once, and the board of the head nurse follows', async () => {
  await openMenu(head, '护理', '护理任务')
  const cell = front(head).locator('.yy-care-cell').filter({ hasText: elder.name })
  await front(head).getByRole('textbox', { name: '查找老人' }).fill(elder.name)
  await cell.and(head.locator('.is-bad')).waitFor()
  await caregiver.context().setOffline(false)
  await expect.poll(async () => (await recorded(late)).length + (await recorded(refused)).length).toBe(2)
  expect(await recorded(late)).toEqual([
    expect.objectContaining({ result: 'done', terminal: 'bedside', late: false, waited: true, back: false }),
  ])
  expect(await recorded(refused)).toEqual([
    expect.objectContaining({ result: 'refused', reason: '不愿意', terminal: 'bedside' }),
  ])
  await caregiver.getByText('条待上传').waitFor({ state: 'hidden' })
  // A second try sends nothing again.
  await caregiver.reload()
  await caregiver.locator('.bed-row').first().waitFor()
  expect([(await recorded(late)).length, (await recorded(refused)).length]).toEqual([1, 1])
  await cell.click()
  await head.locator('.yy-care-recorded').filter({ hasText: elder.items[0]!.name }).waitFor()
  await picture(head, 'care-board-1280')
})

test('what was missed is entered afterwards with its reason, and a mistake is taken back', async () => {
  const pane = head.locator('.yy-care-pane')
  const lost = pane.locator('.yy-care-task.is-missed').filter({ hasText: elder.items[2]!.name })
  const [{ at }] = (await query<{ at: string }>(
    `select to_char(plan_time, 'YYYY-MM-DD HH24:MI') as at from care_task where task_id = $1`,
    [missed],
  )) as [{ at: string }]
  await lost.getByLabel('实际做的时间').fill(at)
  await lost.getByLabel('实际做的时间').press('Enter')
  await lost.getByRole('button', { name: '人手不足' }).click()
  await lost.getByRole('button', { name: '提交补录' }).click()
  await lost.waitFor({ state: 'hidden' })
  expect(await recorded(missed)).toEqual([expect.objectContaining({ result: 'done', late: true, reason: '人手不足' })])

  const wrong = pane.locator('.yy-care-task').filter({ hasText: elder.items[3]!.name })
  await wrong.getByRole('button', { name: '完成' }).click()
  const done = pane.locator('.yy-care-recorded').filter({ hasText: elder.items[3]!.name })
  await done.getByRole('button', { name: '撤回' }).click()
  await wrong.getByRole('button', { name: '完成' }).waitFor()
  expect(await recorded(mistaken)).toEqual([expect.objectContaining({ result: 'done', back: true })])
})

test('what no longer fits stays to be decided', async () => {
  await caregiver.locator('.bed-row').filter({ hasText: elder.name }).first().click()
  await card(caregiver, elder.items[3]!.name).waitFor()
  await caregiver.context().setOffline(true)
  await card(caregiver, elder.items[3]!.name).getByRole('button', { name: '完成' }).click()
  await caregiver.getByText('1 条待上传').waitFor()
  await head
    .locator('.yy-care-task')
    .filter({ hasText: elder.items[3]!.name })
    .getByRole('button', { name: '完成' })
    .click()
  await expect.poll(async () => (await recorded(mistaken)).filter((one) => !one.back).length).toBe(1)
  await caregiver.context().setOffline(false)
  await caregiver.getByText('1 条未被接受').waitFor()
  await caregiver.getByRole('tab', { name: /待上传/ }).click()
  await caregiver.getByText(/未被接受：.*何静/).waitFor()
  caregiver.on('dialog', (asked) => void asked.accept())
  await caregiver.getByRole('button', { name: '不要了' }).click()
  await caregiver.getByText('都已上传').waitFor()
  expect((await recorded(mistaken)).filter((one) => !one.back)).toHaveLength(1)
})
