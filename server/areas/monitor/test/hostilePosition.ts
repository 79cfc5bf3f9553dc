import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id

const aMap = (product: TestApp) =>
  one(product, 'select map_id as id from floor_map where org_id = $1 order by map_id limit 1')
const aBuilding = (product: TestApp) =>
  one(
    product,
    `select location_id as id from location where org_id = $1 and location_type = 'building' order by 1 limit 1`,
  )
const aPicture = (product: TestApp) =>
  one(product, 'select picture as id from floor_map where org_id = $1 order by map_id limit 1')
const aTag = (product: TestApp) =>
  one(product, `select device_id as id from device where org_id = $1 and kind = 'TAG' order by device_no limit 1`)
const aRule = (product: TestApp) =>
  one(product, 'select rule_id as id from position_rule where org_id = $1 order by rule_id limit 1')

const polygon = [
  [5, 5],
  [12, 5],
  [12, 12],
  [5, 12],
]

async function railFields(product: TestApp) {
  return {
    railName: `围栏${newId()}`.slice(0, 30),
    mapId: await aMap(product),
    kind: 'STAY',
    polygon,
    scope: 'ALL',
    scopeIds: null,
    windows: [{ from: '21:00', to: '06:00' }],
    delayS: 15,
    stayS: 600,
    enabled: true,
    remark: null,
    version: null,
  }
}

async function ownRail(product: TestApp) {
  const railId = newId()
  await product.app.pool.query(
    `insert into rail (org_id, rail_id, rail_name, building_id, map_id, kind, polygon)
    select org_id, $2::text, $2, building_id, map_id, 'LEAVE', '[[0,0],[9,0],[9,9]]' from floor_map
    where org_id = $1 order by map_id limit 1`,
    [DEMO_ORG, railId],
  )
  return { railId }
}

async function ownMap(product: TestApp) {
  const mapId = newId()
  await product.app.pool.query(
    `insert into floor_map (org_id, map_id, building_id, map_name, picture, width_px, height_px, px_per_metre)
    values ($1, $2::text, $3, $2, '/files/x/a.png', 1000, 1000, 20)`,
    [DEMO_ORG, mapId, await aBuilding(product)],
  )
  return { mapId }
}

async function mapFields(product: TestApp) {
  return {
    mapName: newId().slice(0, 20),
    buildingId: await aBuilding(product),
    floorId: null,
    picture: await aPicture(product),
    pxPerMetre: 20,
    zones: [{ name: '餐厅', polygon }],
    sort: 1,
    version: null,
  }
}

const ruleFields = () => ({
  ruleName: `规则${newId()}`.slice(0, 50),
  alarmType: 'lowPowerAlarm',
  scope: 'ALL',
  scopeIds: null,
  railIds: null,
  windows: [{ from: '21:00', to: '06:00' }],
  threshold: 20,
  recoverThreshold: 30,
  delayS: 0,
  reports: 2,
  recoverS: 0,
  cooldownS: 300,
  level: 1,
  voiceTimes: 1,
  status: 1,
  remark: null,
  version: null,
})

async function ownRecord(product: TestApp, closed = false) {
  const recordId = newId()
  await product.app.pool.query(
    `insert into alarm_record (org_id, record_id, source, device_no, type, content, raised_at, status, handled_at)
    values ($1, $2::text, 'TAG', 'H' || $2, 'lowPowerAlarm', '电量低 12%', now(), $3, case when $3 = 0 then null else now() end)`,
    [DEMO_ORG, recordId, closed ? 3 : 0],
  )
  return { recordId }
}

export const recipes: Knowledge['recipes'] = {
  'monitor.positionMap.one': async (product) => ({ mapId: await aMap(product) }),
  'monitor.positionMap.add': (product) => mapFields(product),
  'monitor.positionMap.save': async (product) => ({ ...(await ownMap(product)), ...(await mapFields(product)) }),
  'monitor.positionMap.trail': async (product) => ({
    deviceId: await aTag(product),
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 09:00:00',
  }),
  'monitor.positionMap.saveUserBuilding': async (product) => ({ buildingId: await aBuilding(product) }),
  'monitor.rail.add': (product) => railFields(product),
  'monitor.rail.save': async (product) => ({ ...(await ownRail(product)), ...(await railFields(product)) }),
  'monitor.positionRule.add': () => ruleFields(),
  'monitor.positionRule.save': async (product) => ({ ruleId: await aRule(product), ...ruleFields() }),
  'monitor.positionRule.status': async (product) => ({ ruleId: await aRule(product), status: 1 }),
  'monitor.positionRecord.handle': async (product) => ({
    ...(await ownRecord(product)),
    status: 3,
    result: '已到场',
    remark: null,
  }),
  'monitor.positionDevice.saveOpened': () => ({ opened: true, version: null }),
}

const building = async (product: TestApp) => ({ buildingId: await aBuilding(product) })
const organisation = () => ({ orgId: DEMO_ORG })

async function ownRule(product: TestApp) {
  const ruleId = newId()
  await product.app.pool.query(
    `insert into position_rule (org_id, rule_id, rule_name, alarm_type) values ($1, $2::text, $2, 'sos')`,
    [DEMO_ORG, ruleId],
  )
  return { ruleId }
}

export const places: Knowledge['places'] = {
  'monitor.positionMap.isHas': building,
  'monitor.positionMap.remove': ownMap,
  'monitor.rail.remove': ownRail,
  'monitor.positionRule.get': ownRule,
  'monitor.positionRule.remove': ownRule,
  'monitor.positionRecord.handling': (product) => ownRecord(product),
  'monitor.positionRecord.remove': (product) => ownRecord(product, true),
  'monitor.positionDevice.online': async (product) => ({ deviceId: await aTag(product) }),
  'monitor.positionDevice.config': organisation,
  'monitor.positionDevice.isEnable': organisation,
}
export const costly: Knowledge['costly'] = []
