// Buildings and floors of the map: how many beds stand in which status, who cares for the floor, and rooms without beds.

import type { MapBuildingData, MapFloorData } from '#contract/home/roomMap'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { StaffStatus } from '#contract/platform/staff'
import { BED_STATUS } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { BEDS_FROM, ROOM_IN_SCOPE } from './roomMapBeds.ts'
import { mapPlaces } from './roomMapPlaces.ts'

const COUNTS = `select r.area as "floorId", min(l.place) as place, r.dept_id as "deptId",
  ${BED_STATUS} as status, count(*) as beds, array_agg(distinct r.room_id) as rooms
${BEDS_FROM} where ${ROOM_IN_SCOPE} group by r.area, r.dept_id, 4 order by 2 nulls last`

interface CountRow {
  floorId: string | null
  deptId: string | null
  status: BedStatusValue
  beds: number
  rooms: string[]
}

const OTHER_ROOMS = `select r.area as "floorId", r.room_name as name from room r
where r.org_id = $1 and r.area is not null and ${inDepts('r', '$2')}
  and not exists (select from bed b where b.org_id = r.org_id and b.room_id = r.room_id)
order by r.sort, r.room_name`

// Type NURSE is the nurse who answers for a group; heads and carers have types of their own.
const NURSES = `select d.dept_id as "deptId", d.dept_name as "deptName", array_remove(array_agg(n.emp_name order by n.sort), null) as nurses
from dept d
  left join lateral (select e.emp_name, e.sort from employee e
      join employee_job x on x.org_id = e.org_id and x.emp_id = e.emp_id
      join job j on j.org_id = x.org_id and j.job_id = x.job_id and j.job_type_code = 'NURSE'
    where e.org_id = d.org_id and e.dept_id = d.dept_id and e.status = ${StaffStatus.is.employed} group by e.emp_name,
      e.sort) n on true
where d.org_id = $1 and ($2::text[] is null or d.dept_id = any($2)) group by d.dept_id, d.dept_name`

interface DeptRow {
  deptId: string
  deptName: string
  nurses: string[]
}

const none = () => new Map<BedStatusValue, number>(BedStatus.list.map((one) => [one.value, 0]))
const listed = (counts: ReadonlyMap<BedStatusValue, number>) =>
  BedStatus.list.map((one) => ({ status: one.value, count: counts.get(one.value) ?? 0 }))
const sumOf = (counts: ReadonlyMap<BedStatusValue, number>) => [...counts.values()].reduce((sum, one) => sum + one, 0)

interface Gathered {
  counts: Map<BedStatusValue, number>
  rooms: Set<string>
  depts: Set<string | null>
}

export async function buildingsOfMap(who: Caller): Promise<MapBuildingData[]> {
  const { pool } = who.app
  const values = [who.orgId, who.deptIds]
  const [placeOf, counted, others, depts] = await Promise.all([
    mapPlaces(pool, who.orgId),
    pool.query<CountRow>({ name: 'room_map_counts', text: COUNTS, values }),
    pool.query<{ floorId: string; name: string }>({ name: 'room_map_others', text: OTHER_ROOMS, values }),
    pool.query<DeptRow>({ name: 'room_map_nurses', text: NURSES, values }),
  ])
  const floors = new Map<string | null, Gathered>()
  for (const row of counted.rows) {
    const floor = floors.get(row.floorId) ?? { counts: none(), rooms: new Set(), depts: new Set() }
    floors.set(row.floorId, floor)
    floor.counts.set(row.status, (floor.counts.get(row.status) ?? 0) + row.beds)
    floor.depts.add(row.deptId)
    for (const roomId of row.rooms) floor.rooms.add(roomId)
  }
  const deptOf = new Map(depts.rows.map((row) => [row.deptId, row]))
  const otherRooms = new Map<string, string[]>()
  for (const { floorId, name } of others.rows) otherRooms.set(floorId, [...(otherRooms.get(floorId) ?? []), name])

  const buildings = new Map<string | null, { floors: MapFloorData[]; name: string; counts: Gathered['counts'] }>()
  for (const [floorId, floor] of floors) {
    const place = placeOf(floorId)
    const building = buildings.get(place.buildingId) ?? { floors: [], name: place.buildingName, counts: none() }
    buildings.set(place.buildingId, building)
    const dept = floor.depts.size === 1 ? deptOf.get([...floor.depts][0] ?? '') : undefined
    building.floors.push({
      floorId,
      floorName: place.floorName,
      rooms: floor.rooms.size,
      beds: sumOf(floor.counts),
      counts: listed(floor.counts),
      deptName: dept?.deptName ?? null,
      nurses: dept?.nurses ?? [],
      otherRooms: (floorId && otherRooms.get(floorId)) || [],
    })
    for (const [status, count] of floor.counts) building.counts.set(status, (building.counts.get(status) ?? 0) + count)
  }
  return [...buildings].map(([buildingId, { name, floors: list, counts }]) => ({
    buildingId,
    buildingName: name,
    rooms: list.reduce((sum, one) => sum + one.rooms, 0),
    beds: sumOf(counts),
    counts: listed(counts),
    floors: list,
  }))
}
