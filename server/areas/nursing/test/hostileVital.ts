// What a hostile request about vital signs needs to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { elderWithoutAlert, MEASURED } from './vitalRows.ts'

/** A measurement of its own for each request that may change it or take it back. */
async function ownSign(product: TestApp) {
  const signId = newId()
  await product.app.pool.query(
    `insert into vital_sign (org_id, sign_id, oldman_id, measured_at, pulse, source, grade)
     values ($1, $2, $3, now() - interval '1 hour', 76, 'entered', 'normal')`,
    [DEMO_ORG, signId, await elderWithoutAlert(product)],
  )
  return { signId }
}

async function ownAlert(product: TestApp) {
  const alertId = newId()
  await product.app.pool.query(
    `insert into vital_alert (org_id, alert_id, oldman_id, grade, judged) values ($1, $2, $3, 'yellow', '[]')`,
    [DEMO_ORG, alertId, await elderWithoutAlert(product)],
  )
  return { alertId }
}

/** One cuff of the demo house; numbers of messages are all different. */
async function ownDevice(product: TestApp) {
  const deviceNo = 'HOSTILE-SIGN'
  await product.app.pool.query(
    `insert into device (org_id, device_id, device_no, kind, oldman_id, interval_s)
     values ($1, md5($2::text), $2::text, 'SIGN', $3, 3600) on conflict do nothing`,
    [DEMO_ORG, deviceNo, await elderWithoutAlert(product)],
  )
  return { deviceNo }
}

export const recipes: Knowledge['recipes'] = {
  'nursing.vital.add': async (product) => ({ ...MEASURED, oldmanId: await elderWithoutAlert(product) }),
  'nursing.vital.fromDevice': async (product) => ({
    ...(await ownDevice(product)),
    no: newId(),
    systolic: 120,
    diastolic: 80,
    at: null,
  }),
  'nursing.vital.save': async (product) => ({ ...MEASURED, ...(await ownSign(product)), version: null }),
  'nursing.vital.remove': () => ({ reason: '试' }),
  'nursing.vital.answer': async (product) => ({ ...(await ownAlert(product)), version: null }),
  'nursing.vital.setLimit': async (product) => ({
    oldmanId: await elderWithoutAlert(product),
    part: 'pulse',
    redLow: 50,
    low: 60,
    high: 100,
    redHigh: 120,
    reset: null,
  }),
  'nursing.vital.elder': () => ({ startDate: null, endDate: null }),
}

const ofElder = async (product: TestApp) => ({ oldmanId: await elderWithoutAlert(product) })

export const places: Knowledge['places'] = {
  'nursing.vital.get': ownSign,
  'nursing.vital.save': ownSign,
  'nursing.vital.remove': ownSign,
  'nursing.vital.elder': ofElder,
}
