// A night that a mattress has kept comes in over MQTT; on the page of the alarm load it is replayed under other values,
// and a value that makes no sense is refused at its field.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { type Bed, connectSpeaker, giveCredentials } from './kit/mattresses.ts'
import { productNow } from './kit/product.ts'
import { choose, dialog, front, openMenu } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const STEP = 30 * SECOND
/** Minutes after the beginning, how long and how fast: two that the rule of the house sees, one that is short, one lower. */
const EPISODES = [
  { at: 60, minutes: 4, heart: 132 },
  { at: 150, minutes: 3, heart: 126 },
  { at: 200, minutes: 2, heart: 131 },
  { at: 240, minutes: 5, heart: 112 },
] as const

let head: Page
let bed: Bed & { oldmanName: string }
const raisedBy = (limit: number, seconds: number) =>
  EPISODES.filter((one) => one.heart > limit && one.minutes * 60 >= seconds).length

beforeAll(async () => {
  const [found] = await query<Bed & { oldmanName: string }>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo",
      o.oldman_id as "oldmanId", o.oldman_name as "oldmanName"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.kind = 'MATTRESS' and d.enabled
      and (select count(*) from oldman n where n.org_id = o.org_id and n.oldman_name = o.oldman_name) = 1
      and not exists (select from reading r where r.org_id = d.org_id and r.device_key = d.device_key)
      and not exists (select from alarm_override v where v.org_id = o.org_id and v.oldman_id = o.oldman_id)
      and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
    order by d.device_no desc limit 1`,
  )
  bed = found!
  await giveCredentials(productNow().database, [bed])
  const device = await connectSpeaker(productNow().mqtt, bed)
  // Of the day before, so that no part of it is still to come.
  const from = Math.floor((Date.now() - 30 * HOUR) / MINUTE) * MINUTE
  const kept = Array.from({ length: (5 * HOUR) / STEP }, (_, n) => {
    const minute = (n * STEP) / MINUTE
    const fast = EPISODES.find((one) => minute >= one.at && minute <= one.at + one.minutes)
    return { at: from + n * STEP, inBed: 1, heart: fast?.heart ?? 64, breath: 16, move: 0, turn: 0, wet: 0 }
  })
  // One after the other, without waiting for the acknowledgement of each.
  await Promise.all(kept.map((one) => device.say('reading', one)))
  await device.client.endAsync(true)
  head = await newDesk({ width: 1920, height: 1080 })
  await signIn(head, 'hejing')
})
afterAll(async () => {
  if (head) await closeDesk(head)
})

const drawer = (): Locator => dialog(head, '回放试算')
const figure = (name: string) => drawer().locator('.yy-figure').filter({ hasText: name })
const upper = () => drawer().getByLabel(/^高于多少告警/)
const lower = () => drawer().getByLabel(/^低于多少告警/)
const lasting = () => drawer().getByLabel(/^持续多久才告警/)

async function type(field: Locator, value: string): Promise<void> {
  await field.fill(value)
  await field.blur()
}

async function replay(): Promise<{ now: number; tried: number }> {
  const answered = head.waitForResponse((one) => one.url().endsWith('/alarmLoad/replay'))
  await drawer().getByRole('button', { name: '开始回放' }).click()
  expect(await (await answered).json()).toMatchObject({ status: 200 })
  await drawer().locator('.yy-replay-outcome').waitFor({ state: 'visible', timeout: 60_000 })
  const read = async (name: string) => Number(/\d+/.exec((await figure(name).innerText()).replace(name, ''))![0])
  return { now: await read('现在的规则'), tried: await read('试算') }
}

test('the page counts what the rules ask of the staff', async () => {
  await openMenu(head, '监护', '告警负荷')
  await front(head).getByText('处理率低的规则值得放宽').waitFor()
  await picture(head, 'alarm-load-1920')
})

test('a night is replayed with a lower limit: more alarms', async () => {
  await front(head).getByRole('button', { name: '回放试算' }).click()
  await choose(head, drawer().getByLabel('规则', { exact: true }), '', '心率异常')
  await choose(head, drawer().getByLabel('老人', { exact: true }), bed.oldmanName, bed.oldmanName)
  await type(upper(), '105')
  const { now, tried } = await replay()
  expect(now).toBe(raisedBy(120, 60))
  expect(tried).toBe(raisedBy(105, 60))
  expect(tried).toBeGreaterThan(now)
  await drawer().getByText('会多出').first().waitFor()
  await picture(head, 'alarm-replay-1920')
})

test('with a longer delay: fewer', async () => {
  await type(upper(), '120')
  // In minutes, as the rule stands.
  await type(lasting(), '3')
  const { now, tried } = await replay()
  expect(now).toBe(raisedBy(120, 60))
  expect(tried).toBe(raisedBy(120, 180))
  expect(tried).toBeLessThan(now)
  await drawer().getByText('不再发出').first().waitFor()
})

test('a lower limit above the upper one is refused at its field', async () => {
  await type(lower(), '130')
  await drawer().getByRole('button', { name: '开始回放' }).click()
  await drawer().getByRole('alert').filter({ hasText: '下限应小于上限 120' }).waitFor()
  expect(await drawer().locator('.yy-replay-field.is-wrong').count()).toBe(1)
  await drawer()
    .locator('.yy-replay-field.is-wrong')
    .getByText(/低于多少告警/)
    .waitFor()
  await picture(head, 'alarm-replay-refused-1920')
  await type(lower(), '45')
  expect((await replay()).tried).toBe(raisedBy(120, 180))
})
