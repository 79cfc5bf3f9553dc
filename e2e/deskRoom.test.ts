// Nothing covers a cry for help: with pop-ups standing, every button of the SOS panel, of drawers and of the wall can be
// pressed at every width, the pop-ups stay where they are, and no notice comes over them.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from '#simulator/device'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { connectSpeaker, giveCredentials, type Speaker } from './kit/mattresses.ts'
import { productNow } from './kit/product.ts'
import { force, front, goTo, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const SIZES = [
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const
const RECORDS = '/pims/web-org/alarmRecord'
const DEPT = '松鹤楼护理组'
const NEWS = { name: /版本更新/ }

interface Wearer extends Speaker {
  oldmanId: string
  oldmanName: string
}

let head: Page
let wearer: Wearer
let point: Speaker
const devices: Device[] = []

beforeAll(async () => {
  ;[wearer] = (await query<Wearer>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo", o.oldman_id as "oldmanId",
      o.oldman_name as "oldmanName"
    from device d join oldman o on o.org_id = d.org_id and o.oldman_id = d.oldman_id
    join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where d.kind = 'TAG' and d.enabled and g.dept_name = $1
      and not exists (select from alarm_record a where a.org_id = d.org_id and a.oldman_id = o.oldman_id and a.status = 0)
    order by d.device_no desc limit 1`,
    [DEPT],
  )) as [Wearer]
  ;[point] = (await query<Speaker>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.kind = 'CALL' and d.enabled and d.caller_type = 'BED' and o.oldman_id = $1`,
    [wearer.oldmanId],
  )) as [Speaker]
  await giveCredentials(productNow().database, [wearer, point])
  for (const one of [wearer, point]) devices.push(await connectSpeaker(productNow().mqtt, one))
  await query('delete from version_read')
  head = await newDesk()
})
afterAll(async () => {
  const open = head
    ? ((await force(head, 'GET', `${RECORDS}/open`)).data as { recordId: string; deviceNo: string }[])
    : []
  for (const one of open.filter((card) => [wearer.deviceNo, point.deviceNo].includes(card.deviceNo)))
    await force(head, 'POST', `${RECORDS}/${one.recordId}/handle`, { result: '已到场处理', overTaker: true })
  for (const device of devices) await device.client.endAsync(true)
  if (head) await closeDesk(head)
})

/** What lies at the middle and near the corners of each button: itself, or what covers it. */
async function covered(buttons: Locator): Promise<string[]> {
  const found: string[] = []
  expect(await buttons.count()).toBeGreaterThan(0)
  for (const one of await buttons.all()) {
    await one.scrollIntoViewIfNeeded()
    const over = await one.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const points = [
        [0.5, 0.5],
        [0.15, 0.25],
        [0.85, 0.25],
        [0.15, 0.75],
        [0.85, 0.75],
      ]
      return points.flatMap(([x, y]) => {
        const there = document.elementFromPoint(left + width * x!, top + height * y!)
        return there && button.contains(there) ? [] : [`${button.textContent}: ${there?.className ?? 'outside'}`]
      })
    })
    found.push(...over)
  }
  return found
}

const placeOf = async () => {
  const { x, y, width } = (await head.locator('.yy-prompts').boundingBox())!
  return { x, y, width }
}

test('the news of a release do not come over an open alarm, nor later in its place', async () => {
  await devices[0]!.say('press', { at: Date.now(), button: 'sos' })
  await devices[1]!.say('press', { at: Date.now(), button: 'bed' })
  await signIn(head, 'hejing', { readNews: false })
  await head.locator('.yy-prompts').waitFor()
  await goTo(head, '/yunmuIot/position/map')
  await head.locator('.yy-help').first().waitFor()
  expect(await head.getByRole('dialog', NEWS).count()).toBe(0)
})

test('call and SOS of one resident are one card, SOS first, also on the map', async () => {
  const card = head.locator('.yy-prompt').filter({ hasText: wearer.oldmanName })
  await expect.poll(() => card.count()).toBe(1)
  await expect.poll(async () => (await card.getAttribute('data-records'))!.split(' ').length).toBe(2)
  expect(await card.locator('header strong').innerText()).toContain('SOS')
})

for (const [width, height] of SIZES) {
  test(`at ${width} every button beside the pop-ups can be pressed`, async () => {
    await head.setViewportSize({ width, height })
    await goTo(head, '/yunmuIot/position/map')
    await head.locator('.yy-help').first().waitFor()
    await head.locator('.yy-prompts').waitFor()
    await picture(head, `room-map-${width}`)
    expect(await covered(head.locator('.yy-help-acts button'))).toEqual([])
    expect(await covered(head.locator('.yy-prompts .yy-prompt-acts button'))).toEqual([])
    const stood = await placeOf()

    // The form of the SOS panel.
    await head.locator('.yy-help').first().getByRole('button', { name: '填写结果' }).click()
    expect(await covered(head.locator('.yy-help .yy-handle button'))).toEqual([])
    expect(await placeOf()).toEqual(stood)
    await picture(head, `room-map-handle-${width}`)
    await head.keyboard.press('Escape')
    await head.locator('.yy-help .yy-handle').waitFor({ state: 'detached' })

    // A drawer with its foot.
    await goTo(head, '/yunmuIot/alarmRecord')
    await rows(head).first().getByText('详情', { exact: true }).click()
    await head.locator('.yy-drawer .yy-drawer-foot-acts button').first().waitFor()
    await expect.poll(() => covered(head.locator('.yy-drawer .yy-drawer-foot-acts button'))).toEqual([])
    await expect.poll(() => covered(head.locator('.yy-drawer .yy-drawer-close'))).toEqual([])
    expect(await placeOf()).toEqual(stood)
    await picture(head, `room-drawer-${width}`)
    await head.locator('.yy-drawer .yy-drawer-foot-acts button').last().click()
    await expect.poll(() => covered(head.locator('.yy-drawer .yy-handle button'))).toEqual([])
    await head.keyboard.press('Escape')
    await head.locator('.yy-drawer .yy-drawer-close').click()

    // The panel of a fence.
    await goTo(head, '/yunmuIot/position/rail')
    await front(head).getByRole('button', { name: '画新围栏' }).click()
    await front(head).locator('.yy-fence-form').waitFor()
    expect(await covered(front(head).locator('.yy-fence-form button'))).toEqual([])
    expect(await placeOf()).toEqual(stood)
    await picture(head, `room-fence-${width}`)
    await front(head)
      .locator('.yy-fence-form')
      .getByRole('button', { name: /取\s*消/ })
      .click()

    await goTo(head, '/yunmuIot/wall')
    await head.locator('.yy-wall-card').first().waitFor()
    expect(await head.locator('.yy-prompts').count()).toBe(0)
    expect(await head.getByRole('dialog').count()).toBe(0)
    await picture(head, `room-wall-${width}`)
    expect(await covered(head.locator('.yy-wall-card :is(.yy-wall-go, .yy-wall-result)'))).toEqual([])
    expect(await covered(head.locator('.yy-wall-bar button'))).toEqual([])
    // Who was told stands there at every width.
    for (const steps of await head.locator('.yy-wall-steps').all()) {
      if ((await steps.locator('li').count()) > 0) expect(await steps.locator('li').first().isVisible()).toBe(true)
    }
    // And the last bed of the last row can be brought into sight.
    const last = head.locator('.yy-bed-tile').last()
    await last.scrollIntoViewIfNeeded()
    expect(await covered(last)).toEqual([])
  })
}

test('the bed of whoever cries for help says why it is red', async () => {
  const [bed] = await query<{ room: string; bed: string }>(
    `select r.room_name as room, b.bed_name as bed from oldman o join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
    join room r on r.org_id = b.org_id and r.room_id = b.room_id where o.oldman_id = $1`,
    [wearer.oldmanId],
  )
  const tile = head.locator(`.yy-bed-tile.is-alarm[aria-label^="${bed!.room} ${bed!.bed} ${wearer.oldmanName}"]`)
  await tile.waitFor()
  expect(await tile.locator('p').innerText()).toMatch(/^SOS\s*\+1$/)
})

test('closing what a colleague goes to names them first', async () => {
  const nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
  const hers = nurse.locator('.yy-prompt').filter({ hasText: wearer.oldmanName })
  await hers.getByRole('button', { name: '我去处理' }).click()
  const card = head.locator('.yy-wall-card').filter({ hasText: wearer.oldmanName })
  await card.locator('.yy-wall-stage', { hasText: '处理中' }).waitFor()
  await head.locator('.yy-wall-counts .is-taken', { hasText: '处理中' }).waitFor()
  await expect.poll(() => nurse.title()).not.toContain('告警')
  await card.getByRole('button', { name: /填写结果/ }).click()
  await card.locator('.yy-handle-quick button').first().click()
  await card.getByRole('button', { name: '完成处理' }).click()
  const warning = card.getByRole('alertdialog')
  await warning.getByText(/李晓梅.*已去处理/).waitFor()
  await picture(head, 'room-wall-warning-1920')
  await warning.getByRole('button', { name: '不关闭' }).click()
  await warning.waitFor({ state: 'detached' })
  await head.keyboard.press('Escape')
  await card.locator('form.yy-handle').waitFor({ state: 'detached' })
  await closeDesk(nurse)
})

test('by keys alone: its number opens the result, a digit chooses, Enter closes all of the card', async () => {
  const card = head.locator('.yy-wall-card').filter({ hasText: wearer.oldmanName })
  const key = await card.locator('.yy-wall-go kbd').innerText()
  const ids = (await card.getAttribute('data-records'))!.split(' ')
  const states = () =>
    query<{ status: number; taken: boolean; result: string | null }>(
      'select status, taken_at is not null as taken, result from alarm_record where record_id = any($1)',
      [ids],
    )
  await expect.poll(states).toEqual(ids.map(() => ({ status: 0, taken: true, result: null })))
  await head.keyboard.press(key)
  await card.locator('form.yy-handle').waitFor()
  await picture(head, 'room-wall-handling-1920')
  await head.keyboard.press('Escape')
  await card.locator('form.yy-handle').waitFor({ state: 'detached' })
  await head.keyboard.press(key)
  const second = await card.locator('.yy-handle-quick button').nth(1).innerText()
  await head.keyboard.press('2')
  await expect.poll(() => card.locator('.yy-handle-quick button').nth(1).getAttribute('aria-checked')).toBe('true')
  await head.keyboard.press('Enter')
  // A colleague goes there: the safe button has the focus, the other one is next.
  await card.getByRole('alertdialog').waitFor()
  await head.keyboard.press('Tab')
  await head.keyboard.press('Enter')
  await expect.poll(states).toEqual(ids.map(() => ({ status: 3, taken: true, result: second })))
  await card.waitFor({ state: 'detached' })
})
