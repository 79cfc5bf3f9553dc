// Positioning of the demo house: floor maps, fences, where everybody was in the last hour, and a month of alarms that
// were dealt with. Open alarms come from tags alone.

import { ensurePartitions } from '#server/areas/monitor/ingest/partitions'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { storeBuffer } from '#server/kit/uploads'
import { type DemoZone, floorPicture, floorPlan, PX_PER_METRE } from './demoFloor.ts'
import { addDemoPositionAlarms, type Wearer } from './demoPositionAlarms.ts'

interface FloorRow {
  floorId: string
  floorName: string
  buildingId: string
  buildingName: string
  floor: number
  rooms: number
}

export interface DemoMap extends FloorRow {
  mapId: string
  mapKey: number
  zones: DemoZone[]
}

const FLOORS = `select f.location_id as "floorId", f.location_name as "floorName", b.location_id as "buildingId",
  b.location_name as "buildingName", f.sort as floor,
  (select count(*)::int from room r where r.org_id = f.org_id and r.area = f.location_id and r.dept_id is not null) as rooms
from location f join location b on b.org_id = f.org_id and b.location_id = f.parent_id
where f.org_id = $1 and f.location_type = 'floor' order by f.place`

async function addMaps(tx: Tx, demo: DemoContext): Promise<DemoMap[]> {
  const { rows: floors } = await tx.client.query<FloorRow>(FLOORS, [demo.orgId])
  // Floors that look alike share a picture.
  const pictures = new Map<string, { address: string; width: number; height: number }>()
  const rows: (Record<string, unknown> & { mapId: string; zones: DemoZone[] })[] = []
  for (const one of floors) {
    const look = `${one.floor === 1 ? 1 : 2}:${one.rooms}`
    let picture = pictures.get(look)
    const plan = floorPlan(one.floor, one.rooms)
    if (!picture) {
      const content = await floorPicture(one.floor === 1 ? 1 : 2, one.rooms)
      const stored = await storeBuffer(demo.uploader(tx, '何静'), content, {
        name: `${one.floor === 1 ? '一层' : '标准层'}平面图${one.rooms}间.png`,
        use: 'produced',
        act: '上传平面图',
      })
      picture = { address: stored.urlPath, width: plan.width, height: plan.height }
      pictures.set(look, picture)
    }
    rows.push({
      mapId: demo.id(`map:${one.buildingName}>${one.floorName}`),
      buildingId: one.buildingId,
      floorId: one.floorId,
      mapName: one.floorName,
      picture: picture.address,
      widthPx: Math.round(plan.width * PX_PER_METRE),
      heightPx: Math.round(plan.height * PX_PER_METRE),
      zones: plan.zones,
      sort: one.floor,
    })
  }
  const { rows: made } = await tx.client.query<{ mapId: string; mapKey: number }>(
    `insert into floor_map (org_id, map_id, building_id, floor_id, map_name, picture, width_px, height_px, px_per_metre, zones, sort)
    select $1, n."mapId", n."buildingId", n."floorId", n."mapName", n.picture, n."widthPx", n."heightPx", $3, n.zones, n.sort
    from jsonb_to_recordset($2::jsonb) as n("mapId" text, "buildingId" text, "floorId" text, "mapName" text, picture text,
      "widthPx" int, "heightPx" int, zones jsonb, sort int)
    returning map_id as "mapId", map_key as "mapKey"`,
    [demo.orgId, JSON.stringify(rows), PX_PER_METRE],
  )
  const keys = new Map(made.map((one) => [one.mapId, one.mapKey]))
  return floors.map((one, i) => ({
    ...one,
    mapId: rows[i]!.mapId,
    mapKey: keys.get(rows[i]!.mapId)!,
    zones: rows[i]!.zones,
  }))
}

const WEARERS = `select d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo", d.oldman_id as "oldmanId",
  d.user_id as "userId", t.dept_id as "deptId", coalesce(t.attention @> '[1]', false) as dementia, l.parent_id as "buildingId",
  l.location_id as "floorId", r.room_name as "roomName", d.online
from device d left join oldman t on t.org_id = d.org_id and t.oldman_id = d.oldman_id
left join bed b on b.org_id = d.org_id and b.bed_id = t.current_bed_id
left join room r on r.org_id = d.org_id and r.room_id = b.room_id
left join location l on l.org_id = d.org_id and l.location_id = r.area
where d.org_id = $1 and d.kind = 'TAG' and (d.oldman_id is not null or d.user_id is not null) order by d.device_no`

const polygonOf = (map: DemoMap, name: string) => map.zones.find((zone) => zone.name === name)?.polygon

async function addRails(
  tx: Tx,
  demo: DemoContext,
  maps: readonly DemoMap[],
  people: readonly Wearer[],
): Promise<number> {
  const rails = maps.flatMap((map) => {
    const rail = (railName: string, kind: string, polygon: unknown, more: object = {}) => ({
      railId: demo.id(`rail:${map.buildingName}>${map.floorName}>${railName}`),
      railName,
      buildingId: map.buildingId,
      mapId: map.mapId,
      kind,
      polygon,
      scope: 'ALL',
      scopeIds: [] as string[],
      stayS: null as number | null,
      remark: null as string | null,
      ...more,
    })
    const kept = people.filter((one) => one.dementia && one.buildingId === map.buildingId).map((one) => one.oldmanId)
    const found = [
      rail('浴室', 'STAY', polygonOf(map, '浴室'), { stayS: 1800, remark: '洗浴超过 30 分钟请到场查看' }),
      rail('配药间', 'ENTER', polygonOf(map, '配药间')),
    ]
    if (map.floor === 1)
      found.push(rail('厨房', 'ENTER', polygonOf(map, '厨房'), { remark: '明火和刀具，老人不得进入' }))
    if (kept.length > 0) {
      const outline = floorPlan(map.floor, map.rooms).outline
      found.push(
        rail('失智老人 禁止离开', 'LEAVE', outline, { scope: 'ELDER', scopeIds: kept, remark: '可在本楼各层活动' }),
      )
    }
    return found
  })
  await tx.client.query(
    `insert into rail (org_id, rail_id, rail_name, building_id, map_id, kind, polygon, scope, scope_ids, stay_s, remark, created_at)
    select $1, n."railId", n."railName", n."buildingId", n."mapId", n.kind, n.polygon, n.scope, n."scopeIds", n."stayS", n.remark,
      now() - interval '90 days'
    from jsonb_to_recordset($2::jsonb) as n("railId" text, "railName" text, "buildingId" text, "mapId" text, kind text,
      polygon jsonb, scope text, "scopeIds" jsonb, "stayS" int, remark text)`,
    [demo.orgId, JSON.stringify(rails)],
  )
  return rails.length
}

type Spot = [x: number, y: number]

/** Somewhere inside a room, away from its walls. */
function spotIn(map: DemoMap, name: string, luck: ReturnType<typeof chance>): Spot {
  const [a, , c] = polygonOf(map, name) ?? polygonOf(map, '走廊')!
  const at = (from: number, to: number) => from + 0.8 + ((to - from - 1.6) * luck.between(0, 1000)) / 1000
  return [at(a![0], c![0]), at(a![1], c![1])]
}

const STEP_S = 15
const HOUR_S = 3600
const STEPS = HOUR_S / STEP_S
/** Metres in a step: a resident walks slowly. */
const STRIDE = 9

interface Walk {
  map: DemoMap
  spots: Spot[]
}

/** An hour of one person: from room to room along the corridor, with rests. */
function walkOf(map: DemoMap, places: readonly string[], luck: ReturnType<typeof chance>): Walk {
  const corridor = polygonOf(map, '走廊')!
  const middle = (corridor[0]![1] + corridor[2]![1]) / 2
  const spots: Spot[] = []
  let here = spotIn(map, places[0]!, luck)
  let next = 1
  let rest = luck.between(20, 70)
  const path: Spot[] = []
  while (spots.length < STEPS) {
    if (path.length > 0) {
      const to = path[0]!
      const far = Math.hypot(to[0] - here[0], to[1] - here[1])
      if (far <= STRIDE) {
        here = to
        path.shift()
      } else here = [here[0] + ((to[0] - here[0]) * STRIDE) / far, here[1] + ((to[1] - here[1]) * STRIDE) / far]
    } else if (rest > 0) {
      rest--
    } else if (next < places.length) {
      const to = spotIn(map, places[next++]!, luck)
      path.push([here[0], middle], [to[0], middle], to)
      rest = luck.between(25, 90)
    } else rest = STEPS
    const shake = () => luck.between(-20, 20) / 100
    spots.push(path.length > 0 ? here : [here[0] + shake(), here[1] + shake()])
  }
  return { map, spots }
}

const COMMON = ['餐厅', '活动室', '康复室', '走廊', '餐厅', '接待室'] as const
const UPPER = ['活动厅', '公共客厅', '康复室', '走廊', '书画室', '棋牌室'] as const

function placesOf(one: Wearer, map: DemoMap, i: number): string[] {
  const common = map.floor === 1 ? COMMON : UPPER
  if (one.userId) return ['护理站', common[i % common.length]!, '走廊', '护理站', common[(i + 2) % common.length]!]
  const own = map.floorId === one.floorId && one.roomName ? one.roomName : common[i % common.length]!
  if (i % 5 === 0) return [own]
  if (i % 7 === 3 && map.floor === 1 && !one.dementia) return [own, '门厅']
  return [own, common[i % common.length]!, ...(i % 3 === 0 ? [common[(i + 1) % common.length]!] : [])]
}

async function addWhereabouts(tx: Tx, demo: DemoContext, maps: readonly DemoMap[], people: readonly Wearer[]) {
  const luck = chance(1171)
  const now = Math.floor(Date.now() / 1000) * 1000
  await ensurePartitions(tx.client, 'position', now - HOUR_S * 1000, now)
  const keys: number[] = []
  const ats: number[] = []
  const mapKeys: number[] = []
  const xs: number[] = []
  const ys: number[] = []
  const last: { deviceId: string; mapId: string; x: number; y: number; at: number }[] = []
  people.forEach((one, i) => {
    const buildings = maps.filter((map) => (one.buildingId ? map.buildingId === one.buildingId : true))
    // Two of three are downstairs: there is the dining room.
    const downstairs = i % 3 !== 0 || one.userId !== null
    const map =
      buildings.find((each) => (downstairs ? each.floor === 1 : each.floorId === one.floorId)) ??
      buildings[0] ??
      maps[0]!
    const chosen = one.userId ? (maps.filter((each) => each.floor === 1)[i % 3] ?? map) : map
    const { spots } = walkOf(chosen, placesOf(one, chosen, i), luck)
    const end = one.online === 1 ? now - luck.between(1, 12) * 1000 : now - luck.between(20, 50) * 60_000
    spots.forEach(([x, y], n) => {
      const at = end - (STEPS - 1 - n) * STEP_S * 1000
      if (at < now - HOUR_S * 1000) return
      keys.push(one.deviceKey)
      ats.push(at)
      mapKeys.push(chosen.mapKey)
      xs.push(Math.round(x * 100) / 100)
      ys.push(Math.round(y * 100) / 100)
    })
    const [x, y] = spots.at(-1)!
    last.push({ deviceId: one.deviceId, mapId: chosen.mapId, x, y, at: end })
  })
  await tx.client.query(
    `insert into position (org_id, device_key, at, map_key, x, y)
    select $1, n.key, to_timestamp(n.at / 1000.0), n.map, n.x, n.y
    from unnest($2::int[], $3::float8[], $4::int[], $5::real[], $6::real[]) as n(key, at, map, x, y)`,
    [demo.orgId, keys, ats, mapKeys, xs, ys],
  )
  await tx.client.query(
    `update device_state s set map_id = n."mapId", x = n.x, y = n.y, fix_at = to_timestamp(n.at / 1000.0),
      at = to_timestamp(n.at / 1000.0), heard_at = to_timestamp(n.at / 1000.0), work = 'work', strap = 1
    from jsonb_to_recordset($2::jsonb) as n("deviceId" text, "mapId" text, x real, y real, at float8)
    where s.org_id = $1 and s.device_id = n."deviceId"`,
    [demo.orgId, JSON.stringify(last)],
  )
  return last
}

async function addPositioning(tx: Tx, demo: DemoContext): Promise<void> {
  const maps = await addMaps(tx, demo)
  const { rows: people } = await tx.client.query<Wearer>(WEARERS, [demo.orgId])
  const rails = await addRails(tx, demo, maps, people)
  const last = await addWhereabouts(tx, demo, maps, people)
  const alarms = await addDemoPositionAlarms(tx, demo, people, new Map(last.map((one) => [one.deviceId, one])))
  await tx.client.query(
    `insert into monitor_setting (org_id, name, value) values ($1, 'positioning', '{"isEnable": true}') on conflict do nothing`,
    [demo.orgId],
  )
  tx.log({
    remark: `建立楼层地图 ${maps.length} 张、电子围栏 ${rails} 个、定位告警记录 ${alarms} 条`,
    targetType: 'positionMap',
  })
}

export default demoPart(62, addPositioning)
