// An alarm from a mattress: on the wall and on every desk at once, taken up, handled, gone everywhere.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'
import { connectDevice, type Device } from '#simulator/device'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { productNow } from './kit/product.ts'
import { goTo, openMenu } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

interface Lying {
  orgId: string
  deviceId: string
  deviceNo: string
  oldmanId: string
  oldmanName: string
}

const SECRET = 'a secret of this journey'
const MOSQUITTO = '/usr/bin/mosquitto_pub'

let nurse: Page
let wall: Page
let bed: Lying
let device: Device

beforeAll(async () => {
  const [found] = await query<Lying>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo", o.oldman_id as "oldmanId",
      o.oldman_name as "oldmanName"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where d.kind = 'MATTRESS' and d.enabled and g.dept_name = '松鹤楼护理组' and not exists (
      select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (1, 4, 6)
        and u.actual_out is not null and u.actual_return is null)
      and not exists (select from alarm_record a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.status = 0)
    order by d.device_no limit 1`,
  )
  bed = found!
  await query(
    `insert into mqtt_credential (org_id, client_name, secret_hash, device_id) values ($1, 'journey-bed', $2, $3)
    on conflict (org_id, client_name) do update set secret_hash = excluded.secret_hash`,
    [bed.orgId, hashDeviceSecret(SECRET), bed.deviceId],
  )
  // The house waits half a minute before it calls a bed wet; this journey does not.
  await query(
    `insert into alarm_override (org_id, oldman_id, kind, duration_s, reason) values ($1, $2, 'WET', 0, '立即提醒')
    on conflict (org_id, oldman_id, kind) do update set duration_s = 0`,
    [bed.orgId, bed.oldmanId],
  )
  await query('update device_state set eval = $2, version = version + 1 where device_id = $1', [bed.deviceId, '{}'])
  const account = { orgId: bed.orgId, deviceId: bed.deviceId, clientName: 'journey-bed', secret: SECRET }
  device = await connectDevice({ url: productNow().mqtt, ...account })
  ;[nurse, wall] = await Promise.all([newDesk(), newDesk({ width: 1920, height: 1080 })])
  await signIn(nurse, 'lixiaomei')
  await signIn(wall, 'hejing')
})
afterAll(async () => {
  await device?.client.endAsync(true)
  await Promise.all([closeDesk(nurse), closeDesk(wall)])
  await query('delete from alarm_override where oldman_id = $1 and reason = $2', [bed.oldmanId, '立即提醒'])
  await query(`update alarm_record set status = 3, handled_at = now() where status = 0 and device_id = $1`, [
    bed.deviceId,
  ])
})

const reading = (wet: 0 | 1) => ({ at: Date.now(), inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet })
const openRecord = async () =>
  (
    await query<{ id: string }>(
      `select record_id as id from alarm_record where status = 0 and device_id = $1 and type = '5'`,
      [bed.deviceId],
    )
  )[0]?.id
/** The server knows of the override within a few seconds; until then a wet bed is only watched. */
async function raise(say: () => Promise<unknown>): Promise<string> {
  await expect
    .poll(async () => {
      await say()
      return openRecord()
    })
    .toBeTruthy()
  return (await openRecord())!
}
const prompt = (page: Page, id: string) => page.locator(`.yy-prompt[data-records~="${id}"]`)

test('a wet bed comes up on the wall and as a pop-up on another page', async () => {
  await goTo(wall, '/yunmuIot/wall')
  await openMenu(nurse, '监护', '告警记录')
  const id = await raise(() => device.say('reading', reading(1)))
  await prompt(nurse, id).waitFor()
  expect(await prompt(nurse, id).innerText()).toContain(bed.oldmanName)
  // The resident's tile may lie below the fold; the card of the alarm stands on top.
  const card = wall.locator(`.yy-wall-card[data-records~="${id}"]`)
  await card.getByText(bed.oldmanName).waitFor()
  await card.getByRole('button', { name: /我去处理/ }).waitFor()
  await picture(nurse, 'alarms-prompt-1280')
  await picture(wall, 'alarms-wall-1920')
})

test('the nurse takes it up, and the wall names her', async () => {
  const id = (await openRecord())!
  await prompt(nurse, id).getByRole('button', { name: '我去处理' }).click()
  await wall
    .locator('.yy-wall')
    .getByText(/李晓梅/)
    .first()
    .waitFor()
})

test('handled at one desk, gone from the other', async () => {
  const id = (await openRecord())!
  await prompt(nurse, id).getByRole('button', { name: '填写结果', exact: true }).click()
  // A result is asked for.
  await prompt(nurse, id)
    .getByRole('button', { name: /完成|处理/ })
    .last()
    .click()
  await prompt(nurse, id).getByRole('alert').waitFor()
  await prompt(nurse, id).locator('.yy-handle-quick button').first().click()
  await prompt(nurse, id).locator('.yy-handle-acts button').last().click()
  await prompt(nurse, id).waitFor({ state: 'detached' })
  await expect.poll(() => wall.getByRole('button', { name: /我去处理|填写结果/ }).count()).toBe(0)
  const [row] = await query<{ status: number; result: string }>(
    'select status, result from alarm_record where record_id = $1',
    [id],
  )
  expect(row!.status).toBe(3)
  expect(row!.result).not.toBe('')
})

test('asked why it came, and why nothing came ten minutes before', async () => {
  const [row] = await query<{ id: string }>(
    `select record_id as id from alarm_record where device_id = $1 and type = '5' order by raised_at desc limit 1`,
    [bed.deviceId],
  )
  await goTo(nurse, `/yunmuIot/alarmRecord?recordId=${row!.id}`)
  await nurse.getByRole('button', { name: '为何告警' }).click()
  const drawer = nurse.getByRole('dialog').filter({ hasText: '逐条说明' })
  const answer = drawer.getByRole('status')
  await answer.getByText('已告警：尿湿').waitFor()
  await picture(nurse, 'alarms-why-1280')
  await drawer.getByRole('button', { name: '早 10 分钟' }).click()
  await answer.getByText(/^没有告警：/).waitFor()
  await nurse.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // The alarm it was asked about is still there.
  await nurse.getByRole('button', { name: '为何告警' }).waitFor()
  await nurse.keyboard.press('Escape')
})

test('a minute without network loses nothing: what was raised meanwhile is there after the reconnect', async () => {
  // After a person closed it the same alarm rests; this one begins anew.
  await query('update device_state set eval = $2, closed = $2, version = version + 1 where device_id = $1', [
    bed.deviceId,
    '{}',
  ])
  await nurse.context().setOffline(true)
  const id = await raise(() => device.say('reading', reading(1)))
  expect(await prompt(nurse, id).count()).toBe(0)
  await nurse.context().setOffline(false)
  await nurse.reload()
  await prompt(nurse, id).waitFor()
  await device.say('reading', reading(0))
})

test('a client from the system’s packages raises one as well', async () => {
  await query(`update alarm_record set status = 3, handled_at = now() where status = 0 and device_id = $1`, [
    bed.deviceId,
  ])
  await query('update device_state set eval = $2, closed = $2, version = version + 1 where device_id = $1', [
    bed.deviceId,
    '{}',
  ])
  const { hostname, port } = new URL(productNow().mqtt)
  const topic = `yy/${bed.orgId}/device/${bed.deviceId}/reading`
  const id = await raise(async () => {
    const message = JSON.stringify(reading(1))
    if (!existsSync(MOSQUITTO)) return device.say('reading', reading(1))
    const account = ['-u', 'journey-bed', '-P', SECRET]
    return promisify(execFile)(MOSQUITTO, [
      '-h',
      hostname,
      '-p',
      port,
      ...account,
      '-q',
      '1',
      '-t',
      topic,
      '-m',
      message,
    ])
  })
  await prompt(nurse, id).waitFor()
})

test('a device that speaks for another organisation is thrown out and stores nothing', async () => {
  const foreign = `yy/${'b'.repeat(32)}/device/${bed.deviceId}/reading`
  const before = await query('select 1 from reading')
  const thrownOut = new Promise<void>((resolve) => {
    device.client.once('close', () => resolve())
  })
  device.client.publish(foreign, JSON.stringify(reading(1)), { qos: 1 }, () => undefined)
  await thrownOut
  // It would say the same again on every reconnect.
  await device.client.endAsync(true)
  expect(await query('select 1 from reading')).toHaveLength(before.length)
})
