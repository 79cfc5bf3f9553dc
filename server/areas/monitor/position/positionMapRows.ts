// Floor maps as they are read, and the size of their pictures.

import type pg from 'pg'
import sharp from 'sharp'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound } from '#contract/kit/refusal'
import type { BuildingData, FloorMapData } from '#contract/monitor/positionMap'
import type { Caller } from '#server/kit/caller'
import { MissingContent } from '#server/kit/storageKey'
import { inDepts } from '#server/kit/tenant'

/** Heads on a map, as far as the caller may see them. */
const heads = (which: string, departments: string) => `(select count(*)::int from device_state s
  join device d on d.org_id = s.org_id and d.device_id = s.device_id
  left join oldman o on o.org_id = d.org_id and o.oldman_id = d.oldman_id
  where s.org_id = t.org_id and s.map_id = t.map_id and d.kind = 'TAG' and d.enabled and d.${which} is not null
    and ${inDepts('o', departments)})`

const mapColumns = (
  departments: string,
) => `t.map_id as "mapId", t.map_name as "mapName", t.building_id as "buildingId",
  b.location_name as "buildingName", t.floor_id as "floorId", f.location_name as "floorName", t.picture,
  t.width_px as "widthPx", t.height_px as "heightPx", t.px_per_metre as "pxPerMetre", t.zones, t.sort,
  ${heads('oldman_id', departments)} as residents, ${heads('user_id', departments)} as staff,
  (select count(*)::int from rail r where r.org_id = t.org_id and r.map_id = t.map_id) as rails, t.version`

const FROM = `floor_map t join location b on b.org_id = t.org_id and b.location_id = t.building_id
  left join location f on f.org_id = t.org_id and f.location_id = t.floor_id`

const ORDER = 'b.place, t.sort, t.map_name'

export interface MapInput {
  mapId?: string | null | undefined
  buildingId?: string | null | undefined
  floorId?: string | null | undefined
}

export async function mapsOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  input: MapInput = {},
  lock = '',
): Promise<FloorMapData[]> {
  const { rows } = await client.query<FloorMapData>(
    `select ${mapColumns('$2')} from ${FROM} where t.org_id = $1 and ($3::text is null or t.map_id = $3)
      and ($4::text is null or t.building_id = $4) and ($5::text is null or t.floor_id = $5) order by ${ORDER} ${lock}`,
    [orgId, deptIds, input.mapId ?? null, input.buildingId ?? null, input.floorId ?? null],
  )
  return rows
}

export async function mapOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  mapId: string,
  lock = '',
): Promise<FloorMapData> {
  const [found] = await mapsOf(client, orgId, deptIds, { mapId }, lock)
  if (!found) throw notFound('地图')
  return found
}

/** Buildings; where a house has no such level, its outermost places. The grounds count when they have a map. */
const BUILDINGS = `select t.location_id as "buildingId", t.location_name as "buildingName",
  (select count(*)::int from floor_map m where m.org_id = t.org_id and m.building_id = t.location_id) as maps,
  (select count(*)::int from floor_map m join device_state s on s.org_id = m.org_id and s.map_id = m.map_id
    join device d on d.org_id = s.org_id and d.device_id = s.device_id and d.kind = 'TAG' and d.enabled
    join oldman o on o.org_id = d.org_id and o.oldman_id = d.oldman_id
    where m.org_id = t.org_id and m.building_id = t.location_id
      and ${inDepts('o', '$2')}) as residents,
  (select coalesce(jsonb_agg(jsonb_build_object('floorId', f.location_id, 'floorName', f.location_name) order by f.place), '[]')
    from location f where f.org_id = t.org_id and f.location_type = 'floor' and starts_with(f.path, t.path || '>')) as floors
from location t
where t.org_id = $1 and (t.location_type = 'building'
  or exists (select from floor_map m where m.org_id = t.org_id and m.building_id = t.location_id)
  or (t.level = 1 and not exists (select from location o where o.org_id = $1 and o.location_type = 'building')))
order by t.place, t.location_name`

export async function buildingsOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
): Promise<BuildingData[]> {
  const { rows } = await client.query<BuildingData>({
    name: 'position-buildings',
    text: BUILDINGS,
    values: [orgId, deptIds],
  })
  return rows
}

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const SMALLEST = 100

async function contentOf(who: Caller, key: string): Promise<Buffer> {
  try {
    const parts: Buffer[] = []
    for await (const part of await who.app.storage.get(key)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof MissingContent) throw invalid('地图图片已不在文件库中，请重新上传', 'picture')
    throw error
  }
}

/** Width and height of an uploaded picture of the caller's organisation. */
export async function pictureSize(who: Caller, address: string): Promise<{ widthPx: number; heightPx: number }> {
  const fileId = fileIdOf(address)
  const { rows } = await who.app.pool.query<{ key: string; mime: string }>(
    'select key, mime from stored_file where org_id = $1 and file_id = $2',
    [who.orgId, fileId ?? ''],
  )
  const file = rows[0]
  if (!file) throw invalid('地图图片不存在，请重新上传', 'picture')
  if (!PICTURES.has(file.mime)) throw invalid('地图必须是 PNG、JPG 或 WebP 图片', 'picture')
  const { width = 0, height = 0 } = await sharp(await contentOf(who, file.key)).metadata()
  if (width < SMALLEST || height < SMALLEST) {
    throw invalid(`地图图片至少要 ${SMALLEST}×${SMALLEST} 像素，请换一张清晰的图`, 'picture')
  }
  return { widthPx: width, heightPx: height }
}
