import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

/** A device of its own for each request that may change or delete it. */
async function ownDevice(product: TestApp) {
  const deviceId = newId()
  await product.app.pool.query(
    `with made as (insert into device (org_id, device_id, device_no, kind) values ($1, $2::text, $2::text, 'TAG') returning *)
    insert into device_state (org_id, device_id) select org_id, device_id from made`,
    [DEMO_ORG, deviceId],
  )
  return { deviceId }
}

async function freeResident(product: TestApp) {
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select o.oldman_id as id from oldman o where o.org_id = $1 and o.current_bed_id is not null
      and not exists (select from device d where d.org_id = o.org_id and d.oldman_id = o.oldman_id) limit 1`,
    [DEMO_ORG],
  )
  return rows[0]!.id
}

const unbound = { bedId: null, roomId: null, oldmanId: null, userId: null }
const anyNumber = () => newId().slice(-20)

export const recipes: Knowledge['recipes'] = {
  'monitor.device.create': () => ({ deviceNo: anyNumber(), kind: 'TAG', ...unbound }),
  'monitor.device.createRange': () => ({ prefix: anyNumber().slice(-12), kind: 'TAG', from: 1, to: 2, digits: 3 }),
  'monitor.device.register': () => ({ devices: [{ deviceNo: anyNumber(), kind: 'TAG' }], reissue: 0 }),
  'monitor.device.save': () => ({ deviceNo: anyNumber(), version: null }),
  'monitor.device.bind': async (product) => ({
    ...unbound,
    oldmanId: await freeResident(product),
    replace: 1,
    version: null,
  }),
  'monitor.device.enable': () => ({ enabled: 0, version: null }),
  'monitor.device.unbind': () => ({ version: null }),
  'monitor.device.secrets': async (product) => ({ deviceIds: [(await ownDevice(product)).deviceId] }),
}
export const places: Knowledge['places'] = {
  'monitor.device.get': ownDevice,
  'monitor.why.device': ownDevice,
  'monitor.device.save': ownDevice,
  'monitor.device.bind': ownDevice,
  'monitor.device.unbind': async (product) => {
    const own = await ownDevice(product)
    await product.app.pool.query('update device set user_id = $2 where device_id = $1', [own.deviceId, newId()])
    return own
  },
  'monitor.device.enable': ownDevice,
  'monitor.device.remove': ownDevice,
  'monitor.device.clearBad': ownDevice,
}
export const costly: Knowledge['costly'] = []
