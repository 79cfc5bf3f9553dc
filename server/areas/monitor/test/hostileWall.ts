import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id

const someone = (product: TestApp) =>
  one(product, 'select user_id as id from account where org_id = $1 and user_status = 1 order by user_id limit 1')

const duty = async (product: TestApp) => ({
  deptId: null,
  rank: 1,
  userId: await someone(product),
  weekdays: [1, 2],
  fromTime: '20:00',
  toTime: '08:00',
  remark: null,
  version: null,
})

async function ownDuty(product: TestApp) {
  const dutyId = newId()
  await product.app.pool.query(
    `insert into alarm_duty (org_id, duty_id, rank, user_id, weekdays, from_time, to_time)
    values ($1, $2, 1, $3, '[1]', '08:00', '20:00')`,
    [DEMO_ORG, dutyId, await someone(product)],
  )
  return { dutyId }
}

async function ownCall(product: TestApp) {
  const outboxId = newId()
  await product.app.pool.query(
    `insert into vms_outbox (org_id, outbox_id, scene, phone, params, provider)
    values ($1, $2, 'TEST', '13800000000', '{}', 'outbox')`,
    [DEMO_ORG, outboxId],
  )
  return { outboxId }
}

async function ownAlarm(product: TestApp) {
  const recordId = newId()
  await product.app.pool.query(
    `insert into alarm_record (org_id, record_id, source, device_no, type, kind, content, raised_at)
    values ($1, $2::text, 'MATTRESS', 'H' || $2, '4', 'HEART', '心率过高', now())`,
    [DEMO_ORG, recordId],
  )
  return { recordId }
}

const steps = [1, 2, 3, 4].map((rank) => ({ rank, on: true, seconds: 30, fromLevel: 1 }))

export const recipes: Knowledge['recipes'] = {
  'monitor.vms.save': () => ({ provider: 'outbox', playTimes: 2, version: null }),
  'monitor.vms.saveScene': () => ({ scenes: [{ scene: 'TAG:sos', status: 1, level: 1 }] }),
  'monitor.vms.saveLadder': () => ({ steps, takenMinutes: 10, version: null }),
  'monitor.vms.test': () => ({ phone: '13800000000' }),
  'monitor.vms.addDuty': duty,
  'monitor.vms.saveDuty': duty,
}
export const places: Knowledge['places'] = {
  'monitor.wall.detail': ownAlarm,
  'monitor.vms.saveDuty': ownDuty,
  'monitor.vms.removeDuty': ownDuty,
  'monitor.vms.dialled': ownCall,
  'monitor.vms.retry': ownCall,
}
export const costly: Knowledge['costly'] = []
