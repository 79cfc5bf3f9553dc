// The network of two desks is cut for a minute: alarms come and go meanwhile, and without a reload both show afterwards
// what is open, in order and once. Then the wall takes one up with a single key.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from '#simulator/device'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { type Bed, connectSpeaker, giveCredentials, type Speaker } from './kit/mattresses.ts'
import { productNow } from './kit/product.ts'
import { type Network, networkTo } from './kit/proxy.ts'
import { force, goTo, loadedAt, openMenu } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const MINUTE = 60_000
const DEPT = '松鹤楼护理组'
const RECORDS = '/pims/web-org/alarmRecord'
const OVERRIDES = '/pims/web-pi/device/mattress/alarmOverrides'

interface Card {
  recordId: string
  oldmanId: string | null
  urgency: number
  source: string
  type: string
  raisedAt: string
  deviceNo: string
}

let network: Network
let nurse: Page
let wall: Page
/** At a desk whose network is whole. */
let elsewhere: Page
let beds: Bed[]
let points: Speaker[]
const devices = new Map<string, Device>()

beforeAll(async () => {
  beds = await query<Bed>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo",
      o.oldman_id as "oldmanId"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where d.kind = 'MATTRESS' and d.enabled and g.dept_name = $1
      and not exists (select from alarm_override v where v.org_id = o.org_id and v.oldman_id = o.oldman_id)
      and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (1, 4, 6)
        and u.actual_out is not null and u.actual_return is null)
    order by d.device_no desc limit 2`,
    [DEPT],
  )
  points = await query<Speaker>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo"
    from device d join bed b on b.org_id = d.org_id and b.bed_id = d.bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
    join dept g on g.org_id = r.org_id and g.dept_id = r.dept_id
    where d.kind = 'CALL' and d.enabled and g.dept_name = $1 and d.caller_type = 'BED'
      and not exists (select from alarm_record a where a.org_id = d.org_id and a.device_no = d.device_no and a.status = 0)
    order by d.device_no limit 3`,
    [DEPT],
  )
  expect([beds.length, points.length]).toEqual([2, 3])
  await giveCredentials(productNow().database, [...beds, ...points])
  for (const one of [...beds, ...points]) devices.set(one.deviceNo, await connectSpeaker(productNow().mqtt, one))
  network = await networkTo(productNow().url)
  ;[nurse, wall, elsewhere] = await Promise.all([
    newDesk({ url: network.url }),
    newDesk({ url: network.url, width: 1920, height: 1080 }),
    newDesk(),
  ])
  await signIn(nurse, 'lixiaomei')
  await signIn(wall, 'hejing')
  await signIn(elsewhere, 'zhengkai')
  for (const { oldmanId } of beds) {
    const body = { oldmanId, kind: 'WET', off: false, durationS: 0, reason: '立即提醒' }
    expect(await force(elsewhere, 'PUT', OVERRIDES, body)).toMatchObject({ status: 200 })
  }
  await goTo(wall, '/yunmuIot/wall')
  await openMenu(nurse, '监护', '告警记录')
})
afterAll(async () => {
  for (const { oldmanId } of beds ?? []) await force(elsewhere, 'DELETE', `${OVERRIDES}/${oldmanId}/WET`)
  for (const card of elsewhere ? await openAt(elsewhere) : []) {
    if (devices.has(card.deviceNo)) await handle(card.recordId)
  }
  for (const device of devices.values()) await device.client.endAsync(true)
  for (const page of [nurse, wall, elsewhere]) if (page) await closeDesk(page)
  await network?.close()
})

const openAt = async (page: Page) => (await force(page, 'GET', `${RECORDS}/open`)).data as Card[]
const handle = (recordId: string) => force(elsewhere, 'POST', `${RECORDS}/${recordId}/handle`, { result: '已到场处理' })

/** The open alarm of a device, once there is one. */
async function raisedBy(one: Speaker): Promise<string> {
  const find = async () => (await openAt(elsewhere)).find((card) => card.deviceNo === one.deviceNo)?.recordId
  await expect.poll(find).toBeTruthy()
  return (await find())!
}
async function wet(bed: Bed): Promise<string> {
  const said = { at: Date.now(), inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet: 1 }
  await devices.get(bed.deviceNo)!.say('reading', said)
  return raisedBy(bed)
}
async function press(point: Speaker, button: string): Promise<string> {
  await devices.get(point.deviceNo)!.say('press', { at: Date.now(), button })
  return raisedBy(point)
}

const recordsOf = (page: Page, parts: string) =>
  page.locator(parts).evaluateAll((all) => all.flatMap((one) => (one as HTMLElement).dataset.records!.split(' ')))
async function prompts(): Promise<string[]> {
  const more = nurse.getByRole('button', { name: /全部展开/ })
  if (await more.isVisible()) await more.click()
  return recordsOf(nurse, '.yy-prompt')
}
const cards = () => recordsOf(wall, '.yy-wall-card')

/** Cries for help before all, plain calls below them; among equals the one that waits longest. */
const inOrder = (all: readonly Card[]): string[] => {
  const key = (card: Card) => {
    const plain = card.source === 'CALL' && ['BED', 'DOOR'].includes(card.type) ? 1 : 0
    return `${card.urgency}${plain}${card.raisedAt}${card.recordId}`
  }
  const sorted = all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  // Those of one resident stand together, where the most urgent of them belongs.
  const of = (card: Card) => card.oldmanId ?? card.recordId
  return [...new Set(sorted.map(of))].flatMap((one) =>
    sorted.filter((card) => of(card) === one).map((card) => card.recordId),
  )
}
/** What the server tells the person of this desk, asked past the network that is cut. */
async function openFor(page: Page): Promise<string[]> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string }).token,
  )
  const answer = await fetch(`${productNow().url}${RECORDS}/open`, { headers: { authorization: token } })
  return inOrder(((await answer.json()) as { data: Card[] }).data)
}

async function bothAgree(): Promise<void> {
  const [forNurse, forWall] = [await openFor(nurse), await openFor(wall)]
  await expect.poll(prompts, { timeout: 40_000 }).toEqual(forNurse)
  await expect.poll(cards, { timeout: 40_000 }).toEqual(forWall)
  await nurse.locator('.yy-prompts-bar').getByText(`未处理告警 ${forNurse.length}`, { exact: true }).waitFor()
  const badge = nurse.getByRole('complementary').getByRole('link', { name: '告警记录' }).locator('b')
  await expect.poll(() => badge.innerText()).toBe(String(forNurse.length))
}

test(
  'a minute without network: nothing missing, nothing left over, in order',
  async () => {
    const loaded = [await loadedAt(nurse), await loadedAt(wall)]
    const stays = await wet(beds[0]!)
    const goes = await press(points[0]!, 'bed')
    await bothAgree()
    expect(await prompts()).toEqual(expect.arrayContaining([stays, goes]))

    network.cut()
    const cutAt = Date.now()
    const known = [await prompts(), await cards()]
    const toilet = await press(points[1]!, 'toilet')
    const second = await wet(beds[1]!)
    const passed = await press(points[2]!, 'bed')
    expect(await handle(goes)).toMatchObject({ status: 200 })
    expect(await handle(passed)).toMatchObject({ status: 200 })
    await wall.locator('.yy-wall-lost').waitFor({ timeout: 45_000 })
    await pause(Math.max(0, cutAt + MINUTE - Date.now()))
    // Nobody heard of anything: the network was cut indeed.
    expect([await prompts(), await cards()]).toEqual(known)
    await picture(wall, 'cut-wall-1920')

    network.mend()
    await bothAgree()
    const shown = await prompts()
    expect(shown).toEqual(expect.arrayContaining([toilet, second, stays]))
    expect(shown).not.toContain(goes)
    expect(shown).not.toContain(passed)
    expect(shown.indexOf(toilet)).toBeLessThan(shown.indexOf(stays))
    expect(shown.indexOf(stays)).toBeLessThan(shown.indexOf(second))
    await wall.locator('.yy-wall-lost').waitFor({ state: 'detached' })
    expect([await loadedAt(nurse), await loadedAt(wall)]).toEqual(loaded)

    // The pushes come again as well, not only the list.
    const late = await press(points[0]!, 'bed')
    await nurse.locator(`.yy-prompt[data-records~="${late}"]`).waitFor()
    await bothAgree()
    await picture(nurse, 'cut-mended-1280')
  },
  3 * MINUTE,
)

test('on the wall one key takes up the first alarm', async () => {
  const [first, ...others] = await cards()
  const taken = async () =>
    (
      await query<{ id: string }>(
        'select record_id as id from alarm_record where status = 0 and taker_id is not null and record_id = any($1)',
        [[first, ...others]],
      )
    ).map((row) => row.id)
  const before = await taken()
  expect(before).not.toContain(first)
  await wall.keyboard.press('1')
  await expect.poll(taken).toEqual(expect.arrayContaining([...before, first]))
  expect(await taken()).toHaveLength(before.length + 1)
  await wall.locator(`.yy-wall-card.is-taken[data-records~="${first}"] .is-goes`).getByText(/何静/).waitFor()
  // Pressed again it asks for the result.
  await wall.keyboard.press('1')
  await wall.locator(`.yy-wall-card[data-records~="${first}"] form.yy-handle`).waitFor()
  await picture(wall, 'wall-key-1920')
})
