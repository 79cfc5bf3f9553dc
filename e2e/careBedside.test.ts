// At the bedside: values are judged while they are typed, with or without network, beside what was measured last; and what
// somebody presses elsewhere is there without asking.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { pngFile, textFile } from './kit/files.ts'
import { goTo } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let caregiver: Page
let head: Page
let elder: { id: string; name: string; org: string }
let measuring: string
let plain: string

interface Item {
  itemId: string
  planId: string
  projectId: string
  name: string
}

/** An item of the elder's plan, with a task that can be done now. */
async function task(where: string): Promise<string> {
  const [item] = await query<Item>(
    `select i.item_id as "itemId", i.plan_id as "planId", i.project_id as "projectId", c.project_name as name from care_plan p
     join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
     join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
     where p.org_id = $1 and p.oldman_id = $2 and p.state = 'ON' and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged)
       and ${where} order by c.sort limit 1`,
    [elder.org, elder.id],
  )
  const { itemId, planId, projectId, name } = item!
  await query(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, worker_id)
     select $1::varchar, left(md5($2::varchar || now()), 26) || to_char(p.at, 'YYMMDD'), p.at, $2::varchar, $3, $4, $5, 5, p.at,
       now() + interval '40 minutes', a.user_id
     from (select greatest(date_trunc('minute', now()) - interval '3 minutes', current_date + interval '1 second') as at) p,
       account a where a.org_id = $1::varchar and a.user_name = 'lixiaomei'`,
    [elder.org, itemId, planId, elder.id, projectId],
  )
  return name
}

beforeAll(async () => {
  elder = (
    await query<typeof elder>(
      `select o.oldman_id as id, o.oldman_name as name, o.org_id as org from oldman o
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
       where o.status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
         and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
         and exists (select from vital_sign s where s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.temperature is not null
           and s.measured_at > now() - interval '20 days')
         and exists (select from care_plan p join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
           join care_project c on c.org_id = i.org_id and c.project_id = i.project_id and 'temperature' = any(c.needs_signs)
           where p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON')
       order by o.oldman_id limit 1`,
    )
  )[0]!
  // Only what the journey is about waits today.
  await query('delete from care_task where oldman_id = $1 and execution_id is null and plan_time < current_date + 1', [
    elder.id,
  ])
  measuring = await task(`'temperature' = any(c.needs_signs)`)
  plain = await task(`c.needs_signs = '{}'`)
  caregiver = await newDesk()
  await signIn(caregiver, 'lixiaomei')
  head = await newDesk()
  await signIn(head, 'hejing')
})

const card = (name: string) =>
  caregiver.locator('.bed-task').filter({ has: caregiver.getByRole('heading', { name, exact: true }) })
const stepper = (label: string) =>
  card(measuring)
    .locator('.bed-step')
    .filter({ has: caregiver.getByLabel(label, { exact: true }) })
const openElder = async () => {
  await caregiver.locator('.bed-row').filter({ hasText: elder.name }).first().click()
  await card(measuring).waitFor()
}

test('a value is judged while it is typed, beside the last one', async () => {
  await caregiver.goto(`${productUrl()}/bedside.html`)
  await openElder()
  await stepper('体温')
    .getByText(/^上次 3\d\.\d · /)
    .waitFor()
  const input = card(measuring).getByLabel('体温', { exact: true })
  await input.click()
  await caregiver.keyboard.type('37.9')
  await stepper('体温').and(caregiver.locator('.is-yellow')).waitFor()
  await input.fill('39.4')
  await stepper('体温').and(caregiver.locator('.is-red')).getByText('危急：').waitFor()
  await picture(caregiver, 'bedside-judged-1280')
  await input.fill('394')
  await card(measuring).getByRole('button', { name: '完成并记体征' }).and(caregiver.locator(':disabled')).waitFor()
  await input.fill('36.6')
  await stepper('体温').and(caregiver.locator(':not(.is-red):not(.is-yellow)')).waitFor()
})

test('also without network, after the page was opened anew', async () => {
  await caregiver.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await caregiver.context().setOffline(true)
  await caregiver.reload()
  await openElder()
  await stepper('体温')
    .getByText(/^上次 3\d\.\d · /)
    .waitFor()
  await card(measuring).getByLabel('体温', { exact: true }).fill('39.4')
  await stepper('体温').and(caregiver.locator('.is-red')).waitFor()
  await caregiver.context().setOffline(false)
})

const countOf = (where: string) =>
  query<{ n: number }>(
    `select count(*)::int as n from care_execution x join care_project c using (org_id, project_id)
     where x.oldman_id = $1 and c.project_name = $2 and x.recorded_at > now() - interval '10 minutes' and ${where}`,
    [elder.id, plain],
  ).then(([row]) => row!.n)
const done = () => card(plain).getByRole('button', { name: '完成' })
const back = () => caregiver.locator('.bed-beside').getByRole('button', { name: '撤回' })

test('a press by mistake is taken back, while it waits and after it was sent', async () => {
  await caregiver.context().setOffline(true)
  await done().click()
  await caregiver.getByText('1 条待上传').waitFor()
  await back().click()
  await done().waitFor()
  await caregiver.getByText('0 条待上传').waitFor()
  await caregiver.context().setOffline(false)
  await caregiver.reload()
  await openElder()
  await done().click()
  await back().waitFor()
  await expect.poll(() => countOf('x.taken_back_at is null')).toBe(1)
  await picture(caregiver, 'bedside-takeBack-1280')
  await back().click()
  await done().waitFor()
  expect([await countOf('x.taken_back_at is null'), await countOf('x.taken_back_at is not null')]).toEqual([0, 1])
})

test('what is no photo is said when it is chosen; any picture goes with the record', async () => {
  const needs = (photo: boolean) =>
    query('update care_project set needs_photo = $3 where org_id = $1 and project_name = $2', [elder.org, plain, photo])
  await needs(true)
  await caregiver.reload()
  await openElder()
  const files = card(plain).locator('input[type=file]')
  await files.setInputFiles(textFile('假的.png', '<script>alert(1)</script>', 'image/png'))
  await card(plain).getByText('选的文件不是照片').waitFor()
  expect(await done().isDisabled()).toBe(true)
  await files.setInputFiles(await pngFile('皮肤.png'))
  await card(plain).getByRole('button', { name: '不要第 1 张照片' }).waitFor()
  await picture(caregiver, 'bedside-photo-1280')
  await done().click()
  await expect.poll(() => countOf('x.taken_back_at is null and cardinality(x.photos) = 1')).toBe(1)
  await back().click()
  await done().waitFor()
  await needs(false)
})

test('what the head nurse presses is on the tablet without asking for the day', async () => {
  await caregiver.reload()
  await openElder()
  await card(plain).waitFor()
  // The socket is there: the server knows of it.
  await caregiver.waitForFunction(() =>
    performance.getEntriesByType('resource').some((one) => one.name.includes('socketTicket')),
  )
  await goTo(head, `/nursing/task?oldmanId=${elder.id}`)
  const done = head
    .locator('.yy-care-pane .yy-care-task')
    .filter({ hasText: plain })
    .getByRole('button', { name: '完成' })
  await done.waitFor()
  // From the press on: what it asks every half minute is no matter here.
  let asked = 0
  caregiver.on('request', (request) => {
    if (/nursingPlan\/task(\?|$)/.test(request.url())) asked++
  })
  await done.click()
  await card(plain).waitFor({ state: 'hidden' })
  expect(asked).toBe(0)
})

test('the board judges the same while it is typed', async () => {
  const form = head.locator('.yy-care-task').filter({ hasText: measuring })
  await form.getByText(/^上次 3\d\.\d/).waitFor()
  await form.getByLabel('体温').fill('39.4')
  await form.getByText('危急：').waitFor()
  await picture(head, 'care-board-judged-1280')
})
