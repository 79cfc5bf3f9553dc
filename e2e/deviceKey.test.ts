// A new mattress: registered on a bed, given a key that is shown once, and heard with the very line the page offers.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { choose, dialog, force, front, openMenu, rows, searchRows } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const NO = 'CD88001'

let admin: Page
let place: { room: string; path: string }

const deviceId = async () =>
  (await query<{ id: string }>('select device_id as id from device where device_no = $1', [NO]))[0]?.id

beforeAll(async () => {
  const [free] = await query<{ room: string; path: string }>(
    `select r.room_name as room, concat_ws('>', l.path, r.room_name, b.bed_name) as path from bed b
      join room r on r.org_id = b.org_id and r.room_id = b.room_id
      join location l on l.org_id = r.org_id and l.location_id = r.area
    where exists (select from account a where a.org_id = b.org_id and a.user_name = 'zhengkai') and b.display = 0
      and not exists (select from device d where d.org_id = b.org_id and d.bed_id = b.bed_id and d.kind = 'MATTRESS')
    order by r.room_name, b.bed_name limit 1`,
  )
  place = free!
  admin = await newDesk({ width: 1440, height: 900 })
  await signIn(admin, 'zhengkai')
  await openMenu(admin, '监护', '设备管理')
})
afterAll(async () => {
  const id = await deviceId()
  if (id) await force(admin, 'DELETE', `/pims/web-org/device/${id}`)
  await closeDesk(admin)
})

/** As an installer does; where there is no mosquitto, another client sends what the line says. */
async function paste(line: string): Promise<void> {
  if (existsSync('/usr/bin/mosquitto_pub')) {
    await promisify(execFile)('sh', ['-c', line])
    return
  }
  const word = (name: string) => new RegExp(` -${name} (?:'([^']*)'|(\\S+))`).exec(line)!.slice(1).find(Boolean)!
  const client = await mqtt.connectAsync(`mqtt://${word('h')}:${word('p')}`, {
    clientId: word('i'),
    username: word('u'),
    password: word('P'),
  })
  await client.publishAsync(word('t'), word('m'), { qos: 1 })
  await client.endAsync()
}

const drawer = (title: string | RegExp) => admin.locator('.yy-drawer').filter({ hasText: title }).last()

test('a number that is no number is refused at its field', async () => {
  await front(admin).getByRole('button', { name: '登记设备' }).click()
  const form = drawer('登记设备')
  await field(form, '设备编号').fill('床垫 88001')
  await form.locator('.ant-drawer-footer').getByRole('button').last().click()
  await form.locator('.ant-form-item-explain-error').filter({ hasText: '设备编号' }).first().waitFor()
  expect(await deviceId()).toBeUndefined()
})

test('registered, it shows its key once; closing asks above the drawer', async () => {
  const form = drawer('登记设备')
  await field(form, '设备编号').fill(NO)
  await choose(admin, field(form, '绑定床位'), place.room.replace('室', ''), place.path)
  await form.locator('.ant-drawer-footer').getByRole('button').last().click()
  const key = drawer(`设备 ${NO} 的接入密钥`)
  await key.waitFor()
  await picture(admin, 'device-key')
  await key.getByRole('button', { name: '完成' }).click()
  const question = dialog(admin, '密钥已经记下了吗')
  await picture(admin, 'device-key-question')
  await question.getByRole('button', { name: '返回查看' }).click()
  await question.waitFor({ state: 'hidden' })
  await key.getByText('密码只显示这一次').first().waitFor()
})

test('a question was open before the drawer was: it still stands above it', async () => {
  const key = drawer(`设备 ${NO} 的接入密钥`)
  await key.getByRole('button', { name: '完成' }).click()
  await dialog(admin, '密钥已经记下了吗').getByRole('button', { name: '已经记下，关闭' }).click()
  await key.waitFor({ state: 'hidden' })
  await searchRows(admin, front(admin).getByRole('search').getByRole('textbox').first(), NO)
  await rows(admin).first().getByText('更多').click()
  await admin.getByRole('menuitem', { name: /生成密钥/ }).click()
  await dialog(admin, `为设备 ${NO}`).getByRole('button', { name: '生成密钥' }).click()
  const again = drawer(`设备 ${NO} 的接入密钥`)
  const line = await again.locator('.yy-device-try').innerText()
  await again.getByRole('button', { name: '完成' }).click()
  await dialog(admin, '密钥已经记下了吗').getByRole('button', { name: '已经记下，关闭' }).click()
  await again.waitFor({ state: 'hidden' })
  await paste(line)
  await expect
    .poll(
      async () => {
        const heard = await query<{ inBed: number; online: number }>(
          `select r.in_bed as "inBed", d.online from device d join reading r on r.org_id = d.org_id and r.device_key = d.device_key
          where d.device_no = $1`,
          [NO],
        )
        return heard[0]
      },
      { timeout: 15_000 },
    )
    .toMatchObject({ inBed: 1, online: 1 })
})
