// Handlers of the floor maps and of what moves on them.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type FloorMapData, positionMap, type ZoneData } from '#contract/monitor/positionMap'
import { rulesChanged } from '#server/areas/monitor/alarmRule/ruleScope'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { polygonFaults } from './positionEvaluate.ts'
import { buildingsOf, mapOf, mapsOf, pictureSize } from './positionMapRows.ts'
import { tagOf, trailOf } from './positionPeople.ts'

onConstraint('floor_map_name', () => new Refusal('ALREADY_EXISTS', { what: '该楼栋的同名地图' }, 'mapName'))
onConstraint('rail_map_fk', () => new Refusal('IN_USE', { what: '地图', users: '还有电子围栏' }))

interface SentMap {
  mapName: string
  buildingId: string
  floorId?: string | null
  picture: string
  pxPerMetre: number
  zones?: ZoneData[] | null
  sort?: number | null
}

async function requirePlace(tx: Tx, sent: SentMap): Promise<void> {
  const { rows } = await tx.client.query<{ found: boolean; floor: boolean }>(
    `select exists (select from location where org_id = $1 and location_id = $2) as found,
      exists (select from location f join location b on b.org_id = f.org_id and b.location_id = $2
        where f.org_id = $1 and f.location_id = $3 and starts_with(f.path, b.path || '>')) as floor`,
    [tx.orgId, sent.buildingId, sent.floorId ?? ''],
  )
  if (!rows[0]!.found) throw new Refusal('NOT_FOUND', { what: '楼栋' }, 'buildingId')
  if (sent.floorId && !rows[0]!.floor) throw invalid('所选楼层不在该楼栋', 'floorId')
}

function checkZones(zones: readonly ZoneData[]): void {
  const names = new Set<string>()
  for (const zone of zones) {
    const fault = polygonFaults(zone.polygon)
    if (fault) throw invalid(`区域「${zone.name}」：${fault}`, 'zones')
    if (names.has(zone.name)) throw invalid(`区域「${zone.name}」画了两次`, 'zones')
    names.add(zone.name)
  }
}

const logged = (map: FloorMapData) => ({
  mapName: map.mapName,
  buildingName: map.buildingName,
  floorName: map.floorName,
  picture: map.picture,
  pxPerMetre: map.pxPerMetre,
  zones: map.zones.length,
  sort: map.sort,
})

const addMap = async (who: Caller, sent: SentMap) => {
  const size = await pictureSize(who, sent.picture)
  return who.tx(async (tx) => {
    await requirePlace(tx, sent)
    const zones = sent.zones ?? []
    checkZones(zones)
    const mapId = newId()
    await tx.client.query(
      `insert into floor_map (org_id, map_id, building_id, floor_id, map_name, picture, width_px, height_px, px_per_metre, zones, sort)
      values ($1::text, $2, $3::text, $4, $5, $6, $7, $8, $9, $10, coalesce($11,
        (select coalesce(max(sort), 0) + 1 from floor_map where org_id = $1 and building_id = $3)))`,
      [
        tx.orgId,
        mapId,
        sent.buildingId,
        sent.floorId ?? null,
        sent.mapName.trim(),
        sent.picture,
        size.widthPx,
        size.heightPx,
        sent.pxPerMetre,
        JSON.stringify(zones),
        sent.sort ?? null,
      ],
    )
    const made = await mapOf(tx.client, tx.orgId, who.deptIds, mapId)
    tx.log({
      remark: `新增楼层地图「${made.buildingName} ${made.mapName}」`,
      targetType: 'positionMap',
      targetId: mapId,
      changes: changesBetween(null, logged(made)),
    })
    rulesChanged(who, tx)
    return made
  })
}

/** Fences and rooms were drawn on the picture: when its scale is corrected, they stay where they were drawn. */
const RESCALE = `update rail set version = version + 1, polygon = (
    select jsonb_agg(jsonb_build_array(round(((c ->> 0)::float8 * $3)::numeric, 2), round(((c ->> 1)::float8 * $3)::numeric, 2)) order by n)
    from jsonb_array_elements(polygon) with ordinality as corners(c, n))
  where org_id = $1 and map_id = $2`

const saveMap = async (who: Caller, mapId: string, sent: SentMap & { version?: number | null }) => {
  const size = await pictureSize(who, sent.picture)
  return who.tx(async (tx) => {
    const before = await mapOf(tx.client, tx.orgId, who.deptIds, mapId, 'for update of t')
    await refuseStale(tx, mapId, sent.version, before.version)
    if (sent.buildingId !== before.buildingId && before.rails > 0) {
      throw invalid(`地图上还有 ${before.rails} 个围栏，不能改到别的楼栋`, 'buildingId')
    }
    await requirePlace(tx, sent)
    const factor = before.pxPerMetre / sent.pxPerMetre
    const zones =
      sent.zones ??
      before.zones.map((zone) => ({ ...zone, polygon: zone.polygon.map(([x, y]) => [x! * factor, y! * factor]) }))
    checkZones(zones as ZoneData[])
    await tx.client.query(
      `update floor_map set building_id = $3, floor_id = $4, map_name = $5, picture = $6, width_px = $7, height_px = $8,
        px_per_metre = $9, zones = $10, sort = coalesce($11, sort), version = version + 1 where org_id = $1 and map_id = $2`,
      [
        tx.orgId,
        mapId,
        sent.buildingId,
        sent.floorId ?? null,
        sent.mapName.trim(),
        sent.picture,
        size.widthPx,
        size.heightPx,
        sent.pxPerMetre,
        JSON.stringify(zones),
        sent.sort ?? null,
      ],
    )
    if (Math.abs(factor - 1) > 1e-6 && before.rails > 0) await tx.client.query(RESCALE, [tx.orgId, mapId, factor])
    const after = await mapOf(tx.client, tx.orgId, who.deptIds, mapId)
    tx.log({
      remark: `修改楼层地图「${after.buildingName} ${after.mapName}」`,
      targetType: 'positionMap',
      targetId: mapId,
      changes: changesBetween(logged(before), logged(after)),
    })
    rulesChanged(who, tx)
    return after
  })
}

const removeMap = (who: Caller, mapId: string) =>
  who.tx(async (tx) => {
    const before = await mapOf(tx.client, tx.orgId, who.deptIds, mapId, 'for update of t')
    if (before.rails > 0) {
      throw new Refusal('IN_USE', { what: `地图「${before.mapName}」`, users: `还有 ${before.rails} 个电子围栏` })
    }
    await tx.client.query(
      `update device_state set map_id = null, x = null, y = null, version = version + 1 where org_id = $1 and map_id = $2`,
      [tx.orgId, mapId],
    )
    await tx.client.query('delete from floor_map where org_id = $1 and map_id = $2', [tx.orgId, mapId])
    tx.log({
      remark: `删除楼层地图「${before.buildingName} ${before.mapName}」`,
      targetType: 'positionMap',
      targetId: mapId,
      changes: changesBetween(logged(before), null),
    })
    rulesChanged(who, tx)
  })

const LONGEST_TRAIL_S = 86_400

async function trail(who: Caller, input: { deviceId: string; startTime: string; endTime: string }) {
  const tag = await tagOf(who.app.pool, who.orgId, who.deptIds, input.deviceId)
  if (!tag) throw notFound('标签')
  const { rows } = await who.app.pool.query<{ seconds: number }>(
    'select extract(epoch from $2::timestamptz - $1::timestamptz)::float8 as seconds',
    [input.startTime, input.endTime],
  )
  const seconds = rows[0]!.seconds
  if (seconds <= 0) throw invalid('结束时间应晚于开始时间', 'endTime')
  if (seconds > LONGEST_TRAIL_S) throw invalid('轨迹回放最长 24 小时，请缩短时间段', 'endTime')
  return trailOf(who.app.pool, who.orgId, tag, input.startTime, input.endTime, seconds)
}

async function buildingName(who: Caller, buildingId: string): Promise<string> {
  const { rows } = await who.app.pool.query<{ name: string }>(
    'select location_name as name from location where org_id = $1 and location_id = $2',
    [who.orgId, buildingId],
  )
  if (!rows[0]) throw notFound('楼栋')
  return rows[0].name
}

async function rememberBuilding(who: Caller, buildingId: string) {
  const name = await buildingName(who, buildingId)
  // A look of one's own, not a fact of the house: no operation log.
  await who.app.pool.query(
    `insert into user_building (org_id, user_id, building_id) values ($1, $2, $3)
    on conflict (org_id, user_id) do update set building_id = excluded.building_id`,
    [who.orgId, who.userId, buildingId],
  )
  return { buildingId, buildingName: name }
}

export default implement(positionMap, {
  buildings: (_, who) => buildingsOf(who.app.pool, who.orgId, who.deptIds),
  isHas: async ({ buildingId }, who) => {
    await buildingName(who, buildingId)
    return (await mapsOf(who.app.pool, who.orgId, who.deptIds, { buildingId })).length > 0
  },
  one: async (input, who) => {
    if (!input.mapId && !input.buildingId && !input.floorId) throw invalid('请指明地图、楼栋或楼层', 'mapId')
    const [found] = await mapsOf(who.app.pool, who.orgId, who.deptIds, input)
    if (!found) throw notFound('地图')
    return found
  },
  list: ({ buildingId }, who) => mapsOf(who.app.pool, who.orgId, who.deptIds, { buildingId }),
  add: (sent, who) => addMap(who, sent as SentMap),
  save: ({ mapId, ...sent }, who) => saveMap(who, mapId, sent as SentMap),
  remove: async ({ mapId }, who) => {
    await removeMap(who, mapId)
    return null
  },
  trail: (input, who) => trail(who, input),
  userBuilding: async (_, who) => {
    const { rows } = await who.app.pool.query<{ buildingId: string; buildingName: string }>(
      `select u.building_id as "buildingId", l.location_name as "buildingName" from user_building u
      join location l on l.org_id = u.org_id and l.location_id = u.building_id where u.org_id = $1 and u.user_id = $2`,
      [who.orgId, who.userId],
    )
    return rows[0] ?? { buildingId: null, buildingName: null }
  },
  saveUserBuilding: ({ buildingId }, who) => rememberBuilding(who, buildingId),
})
