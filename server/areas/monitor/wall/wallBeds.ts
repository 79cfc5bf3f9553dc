// Every bed the caller may see as the wall shows it: who lies in it and what the mattress said last.

import { IN_HOUSE } from '#contract/live/resident'
import type { WallBedData, WallFloorData } from '#contract/monitor/wall'
import { OnlineStatus } from '#contract/monitor/words'
import { BedDisplay } from '#contract/platform/bed'
import { awayNow } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

type Row = Omit<WallBedData, 'floor'> & { area: string | null }

/** `since` and `watching` stand in what the evaluator keeps of the bed; a kind that waits for its time is being watched. */
const BEDS = `select b.bed_id as "bedId", r.room_name as "roomName", b.bed_name as "bedName", r.area,
  v.device_id as "deviceId", case when seen.yes then o.oldman_id end as "oldmanId",
  case when seen.yes then o.oldman_name end as "oldmanName", o.oldman_id is not null as taken,
  coalesce(case when seen.yes then o.notes end, '[]') as attention,
  o.oldman_id is not null and exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id
    and ${awayNow('u')}) as away,
  coalesce(v.online, ${OnlineStatus.is.offline}) as online, v.in_bed as "inBed", s.heart, s.breath, s.wet,
  extract(epoch from s.at) * 1000 as at, (s.eval->'bed'->>'since')::float8 as since,
  coalesce((select jsonb_agg(k.key) from jsonb_each(case jsonb_typeof(s.eval->'bed'->'kinds') when 'object' then s.eval->'bed'->'kinds'
    else '{}' end) k where k.value ? 'since' and k.value->>'open' is distinct from 'true'), '[]') as watching
from bed b
  join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  left join oldman o on o.org_id = b.org_id and o.current_bed_id = b.bed_id and o.status in (${IN_HOUSE})
  left join device v on v.org_id = b.org_id and v.bed_id = b.bed_id and v.kind = 'MATTRESS' and v.enabled
  left join device_state s on s.org_id = v.org_id and s.device_id = v.device_id
  cross join lateral (select $2::text[] is null or o.dept_id is null or o.dept_id = any($2) as yes) seen
where b.org_id = $1 and b.display = ${BedDisplay.is.shown} and ${inDepts('r', '$2')}
order by l.place nulls last, r.sort, r.room_name, b.sort, b.bed_name`

const PLACES = `select location_id as "locationId", parent_id as "parentId", location_name as name, location_type as type
from location where org_id = $1`

interface Place {
  locationId: string
  parentId: string | null
  name: string
  type: string
}

/** The building is the nearest place of that kind on the way up, else the outermost one. */
function floorOf(places: ReadonlyMap<string, Place>, area: string | null): WallFloorData {
  const way: Place[] = []
  for (let at = area === null ? undefined : places.get(area); at; at = places.get(at.parentId ?? '')) way.unshift(at)
  if (way.length === 0) return { floorId: null, floorName: '', buildingId: null, buildingName: '未分配区域' }
  const building = Math.max(
    way.findIndex((one) => one.type === 'building'),
    0,
  )
  const names = way.map((one) => one.name)
  return {
    floorId: area,
    floorName: names.slice(building + 1).join(' ') || names.at(-1)!,
    buildingId: way[building]!.locationId,
    buildingName: names.slice(0, building + 1).join(' '),
  }
}

export async function bedsOfWall(who: Caller): Promise<{ floors: WallFloorData[]; beds: WallBedData[] }> {
  const { pool } = who.app
  const [beds, places] = await Promise.all([
    pool.query<Row>({ name: 'wall-beds', text: BEDS, values: [who.orgId, who.deptIds] }),
    pool.query<Place>({ name: 'wall-places', text: PLACES, values: [who.orgId] }),
  ])
  const byId = new Map(places.rows.map((one) => [one.locationId, one]))
  const floors: WallFloorData[] = []
  const numbers = new Map<string | null, number>()
  const made = beds.rows.map(({ area, ...bed }) => {
    let floor = numbers.get(area)
    if (floor === undefined) {
      floor = floors.push(floorOf(byId, area)) - 1
      numbers.set(area, floor)
    }
    return { ...bed, at: bed.at === null ? null : Math.round(Number(bed.at)), floor }
  })
  return { floors, beds: made }
}
