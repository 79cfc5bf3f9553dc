// A fence is drawn on the map for one resident; the resident's tag walks out of it over MQTT, a nurse on another page is told,
// goes there, and the record stands in the list.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Point, type Polygon, pointInPolygon } from '#contract/monitor/polygon'
import type { Device } from '#simulator/device'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { connectSpeaker, giveCredentials, type Speaker } from './kit/mattresses.ts'
import { productNow } from './kit/product.ts'
import { choose, force, front, onlyRows, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

interface Wearer extends Speaker {
  oldmanId: string
  oldmanName: string
}

const NAME = '东侧活动区'
const SECOND = 1_000

let head: Page
let nurse: Page
let tag: Device
let wearer: Wearer
let railId: string | undefined
let mapId: string
let outline: Polygon
/** Where the resident may not go, and where he must be kept, by the fences that stood before. */
let shut: Polygon[]
let kept: Polygon[]
let recordId: string

beforeAll(async () => {
  const [found] = await query<Wearer>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo", o.oldman_id as "oldmanId",
      o.oldman_name as "oldmanName"
    from device d join oldman o on o.org_id = d.org_id and o.oldman_id = d.oldman_id
    join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where d.kind = 'TAG' and d.enabled and g.dept_name = '松鹤楼护理组'
      and (select count(*) from oldman n where n.org_id = o.org_id and n.oldman_name = o.oldman_name) = 1
      and not exists (select from alarm_record a where a.org_id = d.org_id and a.device_no = d.device_no and a.status = 0)
      and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (1, 4, 6)
        and u.actual_out is not null and u.actual_return is null)
    order by d.device_no limit 1`,
  )
  wearer = found!
  await giveCredentials(productNow().database, [wearer])
  tag = await connectSpeaker(productNow().mqtt, wearer)
  ;[head, nurse] = await Promise.all([newDesk({ width: 1920, height: 1080 }), newDesk()])
  await signIn(head, 'hejing')
  await signIn(nurse, 'lixiaomei')
})
afterAll(async () => {
  if (railId) await force(head, 'DELETE', `/loms/web-lo/pnt/rail/${railId}`)
  await tag?.client.endAsync(true)
  for (const page of [head, nurse]) if (page) await closeDesk(page)
})

const side = () => head.getByRole('region', { name: '新围栏' })

/** A spot of the plan as a share of its width and height. */
async function clickOn([x, y]: Point): Promise<void> {
  const plan = (await front(head).locator('.yy-floor svg image').boundingBox())!
  await head.mouse.click(plan.x + plan.width * x, plan.y + plan.height * y)
}

test('the head nurse draws it, and what is missing is told at its place', async () => {
  await openMenu(head, '监护', '电子围栏')
  await front(head).locator('.yy-floor svg image').waitFor()
  await front(head).getByRole('button', { name: '画新围栏' }).click()
  const save = side().getByRole('button', { name: '保存围栏' })
  const corners: Point[] = [
    [0.2, 0.15],
    [0.6, 0.15],
    [0.6, 0.85],
    [0.2, 0.85],
  ]
  for (const [at, corner] of corners.entries()) {
    await clickOn(corner)
    await front(head).locator(`[data-corner="${at}"]`).waitFor()
    // An open line is no fence.
    expect(await save.isEnabled()).toBe(false)
  }
  await front(head).locator('[data-corner="0"]').click()
  await expect.poll(() => save.isEnabled()).toBe(true)
  await save.click()
  await side().getByRole('alert').filter({ hasText: '请填写围栏名称' }).waitFor()

  await side().getByLabel('围栏名称').fill(NAME)
  await side().getByText('禁止离开', { exact: true }).click()
  await choose(head, side().getByLabel('适用范围'), '', '指定老人')
  await save.click()
  await side().getByRole('alert').filter({ hasText: /选择/ }).waitFor()
  await choose(head, side().locator('.ant-select-multiple input'), wearer.oldmanName, wearer.oldmanName)
  await head.keyboard.press('Escape')
  await picture(head, 'fence-drawn-1920')
  await save.click()
  await toast(head, `围栏「${NAME}」已保存，立即生效`).waitFor()

  const [drawn] = await query<{ railId: string; mapId: string; polygon: Polygon; scopeIds: string[]; kind: string }>(
    `select rail_id as "railId", map_id as "mapId", polygon, scope_ids as "scopeIds", kind from rail where rail_name = $1`,
    [NAME],
  )
  expect(drawn).toMatchObject({ kind: 'LEAVE', scopeIds: [wearer.oldmanId] })
  expect(drawn!.polygon).toHaveLength(4)
  railId = drawn!.railId
  mapId = drawn!.mapId
  outline = drawn!.polygon
  const others = await query<{ kind: string; polygon: Polygon }>(
    'select kind, polygon from rail where map_id = $1 and rail_id <> $2',
    [mapId, railId],
  )
  shut = others.filter((one) => one.kind !== 'LEAVE').map((one) => one.polygon)
  kept = others.filter((one) => one.kind === 'LEAVE').map((one) => one.polygon)
})

test('the rule for fences counts for it', async () => {
  await openMenu(head, '监护', '定位告警规则')
  const rule = rows(head).filter({ hasText: '围栏告警' })
  await rule.first().waitFor()
  const [standing] = await query<{ on: boolean; all: boolean }>(
    `select status = 1 as on, rail_ids = '[]'::jsonb as all from position_rule where alarm_type = 'railAlarm' and org_id = $1`,
    [wearer.orgId],
  )
  expect(standing).toEqual({ on: true, all: true })
})

/** A spot inside or outside of the fence at which no other fence is broken. */
function spot(inside: boolean): Point {
  const xs = outline.map((one) => one[0])
  const ys = outline.map((one) => one[1])
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2
  for (let step = 1; step < 40; step++) {
    const x = inside ? left + ((right - left) * step) / 40 : right + step * 0.5
    const here: Point = [x, middle]
    const free = shut.every((one) => !pointInPolygon(here, one)) && kept.every((one) => pointInPolygon(here, one))
    if (free && pointInPolygon(here, outline) === inside) return here
  }
  throw new Error('no such spot')
}

const walk = async ([x, y]: Point, ago: number) =>
  tag.say('position', { at: Date.now() - ago, map: mapId, x, y, battery: 80, work: 'work', strap: 1 })
const openRecord = async () =>
  (
    await query<{ id: string }>(
      `select record_id as id from alarm_record where device_id = $1 and status = 0 and type = 'railAlarm'`,
      [wearer.deviceId],
    )
  )[0]?.id

test('inside nothing happens; three fixes outside, and the nurse is told on another page', async () => {
  await openMenu(nurse, '监护', '健康记录')
  for (const ago of [60, 50, 40]) await walk(spot(true), ago * SECOND)
  expect(await openRecord()).toBeUndefined()
  for (const ago of [6, 4, 2]) await walk(spot(false), ago * SECOND)
  await expect.poll(openRecord).toBeTruthy()
  recordId = (await openRecord())!
  const prompt = nurse.locator(`.yy-prompt[data-records~="${recordId}"]`)
  await prompt.waitFor()
  const text = await prompt.innerText()
  expect(text).toContain(wearer.oldmanName)
  expect(text).toContain(`越出围栏「${NAME}」`)
  await picture(nurse, 'fence-left-1280')
})

test('she goes, says what came of it, and it stands among the records', async () => {
  const prompt = nurse.locator(`.yy-prompt[data-records~="${recordId}"]`)
  await prompt.getByRole('button', { name: '我去处理' }).click()
  await prompt.getByText(/李晓梅 已去处理/).waitFor()
  await prompt.getByRole('button', { name: '填写结果', exact: true }).click()
  const quick = prompt.locator('.yy-handle-quick button').first()
  const result = await quick.innerText()
  await quick.click()
  await prompt.getByRole('button', { name: '完成处理' }).click()
  await prompt.waitFor({ state: 'detached' })
  await openMenu(nurse, '监护', '定位告警记录')
  await searchRows(nurse, front(nurse).getByPlaceholder('姓名或拼音首字母'), wearer.oldmanName)
  await onlyRows(nurse, wearer.oldmanName)
  const row = rows(nurse).filter({ hasText: `越出围栏「${NAME}」` })
  await row.waitFor()
  expect(await row.innerText()).toContain(result)
  expect(await row.innerText()).toContain('李晓梅')
  await picture(nurse, 'fence-records-1280')
})
