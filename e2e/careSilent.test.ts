// Who works at the bedside is seen from the board: that the line stands, whose device does not speak, what one caregiver has
// with elders of another lane. On the tablet the elders have their faces, also without network something in their place.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { pngFile } from './kit/files.ts'
import { front, goTo } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

interface Elder {
  id: string
  name: string
  org: string
  itemId: string
  planId: string
  projectId: string
  project: string
}

let head: Page
let tablet: Page
let elders: Elder[]
const workers: Record<string, string> = {}

/** A task that may be done now. */
const task = ({ org, id, itemId, planId, projectId }: Elder, worker: string, minutes: number) =>
  query(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, worker_id,
       assigned)
     select $1::varchar, left(md5($2::varchar || $6 || $7), 26) || to_char(p.at, 'YYMMDD'), p.at, $2::varchar, $3, $4, $5, 5,
       p.at - interval '30 minutes', now() + interval '50 minutes', $6, true
     from (select greatest(date_trunc('minute', now()) - make_interval(mins => $7::int), current_date + interval '1 second') as at) p`,
    [org, itemId, planId, id, projectId, worker, minutes],
  )

beforeAll(async () => {
  elders = await query<Elder>(
    `select distinct on (o.oldman_id) o.oldman_id as id, o.oldman_name as name, o.org_id as org, i.item_id as "itemId", i.plan_id as "planId",
       i.project_id as "projectId", c.project_name as project
     from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
     join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON'
     join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
     join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
       and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged) and c.needs_signs = '{}'
     where o.status = 1 and o.head is null and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
       and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
     order by o.oldman_id, c.sort limit 2`,
  )
  for (const one of await query<{ name: string; id: string }>(
    `select user_name as name, user_id as id from account where org_id = $1 and user_name in ('lixiaomei', 'luxiaoyan')`,
    [elders[0]!.org],
  ))
    workers[one.name] = one.id
  await query(
    `delete from care_task where oldman_id = any($1) and execution_id is null and plan_time >= current_date and plan_time < current_date + 1`,
    [elders.map((one) => one.id)],
  )
  await query(
    `update care_task set worker_id = $2, assigned = true where oldman_id = $1 and plan_time >= current_date and plan_time < current_date + 1`,
    [elders[0]!.id, workers.lixiaomei],
  )
  await query(
    `update care_task set worker_id = $2, assigned = true where oldman_id = $1 and plan_time >= current_date and plan_time < current_date + 1`,
    [elders[1]!.id, workers.luxiaoyan],
  )
  // The first elder is hers; the second stands in the lane of somebody else, with one task of hers.
  await task(elders[0]!, workers.lixiaomei!, 3)
  await task(elders[1]!, workers.luxiaoyan!, 1)
  await task(elders[1]!, workers.luxiaoyan!, 2)
  await task(elders[1]!, workers.lixiaomei!, 4)
  head = await newDesk()
  await signIn(head, 'hejing')
  tablet = await newDesk()
  await signIn(tablet, 'lixiaomei')
})

const lane = (title: string) => front(head).getByRole('region', { name: title, exact: true })
const rowsOfTablet = () =>
  query<{ waiting: number; age: number }>(
    'select waiting, extract(epoch from now() - seen_at)::int as age from care_tablet where user_id = $1',
    [workers.lixiaomei],
  )

test('the photo of an elder is on the tablet, and without network the first character', async () => {
  const elder = elders[0]!
  const sent = await head.request.post('/pims/web-org/common/upload', {
    multipart: { file: await pngFile('照片.png') },
    headers: { origin: productUrl() },
  })
  const { imagePath } = ((await sent.json()) as { data: { imagePath: string } }).data
  const set = await head.request.put(`/pims/web-pi/oldmans/proFile/${elder.id}/head`, {
    data: { head: imagePath },
    headers: { origin: productUrl() },
  })
  expect(await set.json()).toMatchObject({ status: 200 })
  await tablet.goto(`${productUrl()}/bedside.html`)
  const row = tablet.locator('.bed-row').filter({ hasText: elder.name }).first()
  await row.click()
  const photos = [row.locator('.bed-photo img'), tablet.locator('.bed-elder .bed-photo img')]
  for (const photo of photos)
    await expect
      .poll(() => photo.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
      .toBeGreaterThan(0)
  // Who has none shows the first character.
  await tablet
    .locator('.bed-row')
    .filter({ hasText: elders[1]!.name })
    .getByText(elders[1]!.name[0]!, { exact: true })
    .waitFor()
  await picture(tablet, 'bedside-photos-1280')
  await tablet.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await tablet.context().setOffline(true)
  await tablet.reload()
  await row.getByText(elder.name[0]!, { exact: true }).waitFor()
  await tablet.context().setOffline(false)
  await photos[0]!.waitFor()
})

test('the board says that the line stands, and whose device is silent without being asked again', async () => {
  await expect.poll(async () => (await rowsOfTablet()).length).toBe(1)
  await tablet.context().setOffline(true)
  await tablet.locator('.bed-row').filter({ hasText: elders[0]!.name }).first().click()
  await tablet.locator('.bed-acts').getByRole('button', { name: '完成' }).first().click()
  await tablet.locator('.bed-offline').getByText('1 条待上传').waitFor()
  // As if it had said three before it was cut off, nearly two minutes ago.
  await query(`update care_tablet set seen_at = now() - interval '112 seconds', waiting = 3 where user_id = $1`, [
    workers.lixiaomei,
  ])
  await goTo(head, '/nursing/task')
  await front(head)
    .locator('.yy-care-line-state')
    .filter({ hasText: /实时 \d\d:\d\d:\d\d/ })
    .waitFor()
  await lane('李晓梅').waitFor()
  expect(await lane('李晓梅').getByText('离线').count()).toBe(0)
  let asked = 0
  head.on('request', (request) => {
    if (/nursingPlan\/task(\?|$)/.test(request.url())) asked++
  })
  const silent = lane('李晓梅').getByText('离线').first()
  await silent.waitFor({ timeout: 40_000 })
  expect(await silent.getAttribute('title')).toMatch(/最后一次连上是 \d\d:\d\d，当时有 3 条记录待上传/)
  await picture(head, 'care-silent-1280')
  await head.setViewportSize({ width: 1920, height: 1080 })
  await picture(head, 'care-silent-1920')
  await head.setViewportSize({ width: 1280, height: 800 })
  await tablet.context().setOffline(false)
  await silent.waitFor({ state: 'hidden', timeout: 20_000 })
  await expect.poll(async () => (await rowsOfTablet())[0]?.waiting, { timeout: 20_000 }).toBe(0)
  expect(asked).toBe(0)
})

test('what a caregiver has with an elder of another lane is entered together as well', async () => {
  await lane('李晓梅').getByRole('button', { name: '操作' }).click()
  await head.getByRole('menuitem', { name: '一起完成…' }).click()
  // Beside it the pane of an elder may be open.
  const drawer = head.getByRole('dialog').filter({ hasText: '一起完成' })
  const other = drawer.getByRole('checkbox', { name: new RegExp(elders[1]!.name) })
  await other.first().waitFor()
  // One of hers; those of the colleague are not offered here.
  expect(await other.count()).toBe(1)
  await picture(head, 'care-together-1280')
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await drawer.waitFor({ state: 'hidden' })
  // The filter of the board holds.
  await front(head).getByRole('textbox', { name: '查找老人' }).fill(elders[0]!.name)
  await lane('李晓梅').getByRole('button', { name: '操作' }).click()
  await head.getByRole('menuitem', { name: '一起完成…' }).click()
  await drawer.waitFor()
  expect(await drawer.getByText(elders[1]!.name).count()).toBe(0)
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await drawer.waitFor({ state: 'hidden' })
  await front(head).getByRole('textbox', { name: '查找老人' }).fill('')
})

test('signing out of the tablet is no silence', async () => {
  tablet.once('dialog', (dialog) => void dialog.accept())
  await tablet.getByRole('button', { name: '退出' }).click()
  await tablet.getByRole('heading', { name: '登录' }).waitFor()
  expect(await rowsOfTablet()).toEqual([])
  await tablet.goto(`${productUrl()}/bedside.html`)
  await tablet.getByText('请先登录，再打开床旁护理。').waitFor()
})

test('the ward table says who is in hospital', async () => {
  const [patient] = await query<{ name: string }>(
    `select o.oldman_name as name from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
     join outing u on u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.out_type = '3' and u.actual_out is not null
       and u.actual_return is null and u.state in (1, 4, 6) order by 1 limit 1`,
  )
  await goTo(head, '/nursing/bloodSign?view=ward')
  const row = front(head).getByRole('row').filter({ hasText: patient!.name }).first()
  await row.getByText('住院').waitFor()
  await row.scrollIntoViewIfNeeded()
  await picture(head, 'vital-ward-hospital-1280')
})
