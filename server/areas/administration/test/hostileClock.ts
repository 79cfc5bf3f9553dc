// What a hostile request to clocking and its statistics needs to get past the first checks.
import { dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

let turn = 0
/** Each a month of its own: one that is closed is closed once. */
const oldMonth = () => {
  turn += 1
  return `20${String(10 + (Math.floor(turn / 12) % 10))}-${String((turn % 12) + 1).padStart(2, '0')}`
}

async function device(product: TestApp) {
  const deviceId = newId()
  await product.app.pool.query(
    `insert into clock_device (org_id, device_id, device_no, name, hash, key_end) values ($1, $2::text, $2::text, '试', $2::text, '0000')`,
    [DEMO_ORG, deviceId],
  )
  return { deviceId, version: null }
}

async function closed(product: TestApp, asked = false) {
  const closeId = newId()
  await product.app.pool.query(
    `insert into attendance_close (org_id, close_id, month, closed_by, closed_name, figures, asked_by, asked_name, asked_at, ask_reason)
     select a.org_id, $2, $3, a.user_id, '试', '{"rows": []}', case when $4 then a.user_id end, case when $4 then '试' end,
       case when $4 then now() end, case when $4 then '试' end
     from account a where a.org_id = $1 and a.user_name = 'wangjianguo' on conflict do nothing`,
    [DEMO_ORG, closeId, oldMonth(), asked],
  )
  return { closeId }
}

async function aside(product: TestApp) {
  const asideId = newId()
  await product.app.pool.query(
    `insert into clock_aside (org_id, aside_id, device_id, device_no, number, card, at, reason)
     values ($1, $2::text, 'd', 'KQ', $2::text, '1', now() - interval '90 days', '试')`,
    [DEMO_ORG, asideId],
  )
  const { rows } = await product.app.pool.query<{ empId: string }>(
    `select user_id as "empId" from account where org_id = $1 and user_name = 'liumin'`,
    [DEMO_ORG],
  )
  return { asideId, ...rows[0]! }
}

async function somebody(product: TestApp) {
  const { rows } = await product.app.pool.query<{ empId: string }>(
    `select user_id as "empId" from account where org_id = $1 and user_name = 'liumin'`,
    [DEMO_ORG],
  )
  return { ...rows[0]!, month: dayText().slice(0, 7) }
}

export const recipes: Knowledge['recipes'] = {
  'administration.clock.add': () => ({ lng: 121.5243, lat: 31.2751, accuracy: 10, photo: null }),
  'administration.clock.settle': aside,
  'administration.clock.addDevice': () => ({ deviceNo: newId(), name: '试' }),
  'administration.clock.saveDevice': async (product) => ({ ...(await device(product)), name: '试', enabled: true }),
  'administration.clock.renewKey': async (product) => ({ deviceId: (await device(product)).deviceId }),
  'administration.clock.saveSetting': () => ({ version: null }),
  'administration.attendanceRecord.days': somebody,
  'administration.attendanceRecord.daysExcel': somebody,
  'administration.attendanceClose.close': () => ({ month: oldMonth(), confirmed: null }),
  'administration.attendanceClose.ask': async (product) => ({ ...(await closed(product)), reason: '试' }),
  'administration.attendanceClose.reopen': (product) => closed(product, true),
  'administration.attendanceClose.refuse': (product) => closed(product, true),
}

export const places: Knowledge['places'] = {}
