// The three buildings of the demo organisation: 80 rooms with 240 open beds, some rooms without beds, and a few beds
// that are not shown. Each building belongs to its care group, so that a nurse sees hers alone. Ids are made from names:
// place:松鹤楼, place:松鹤楼>2层, room:松鹤楼>2层>203室, bed:松鹤楼>2层>203室>02床.

import { settleTree } from '#server/areas/platform/location/locationTree'
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'

interface DemoFloor {
  name: string
  /** Beds of each room, in order of the room numbers. */
  rooms: readonly number[]
}

interface DemoBuilding {
  name: string
  dept: string
  roomType: 1 | 2
  floors: readonly DemoFloor[]
}

const FLOOR_OF_SEVEN = [2, 3, 4, 3, 4, 3, 2]
const FLOOR_OF_EIGHT = [2, 3, 4, 3, 4, 3, 3, 2]
const floors = (count: number, rooms: readonly number[]): DemoFloor[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${i + 1}层`, rooms }))

export const demoBuildings: readonly DemoBuilding[] = [
  { name: '松鹤楼', dept: '松鹤楼护理组', roomType: 1, floors: floors(4, FLOOR_OF_SEVEN) },
  { name: '长青楼', dept: '长青楼护理组', roomType: 1, floors: floors(4, FLOOR_OF_SEVEN) },
  { name: '康宁楼', dept: '康宁楼护理组', roomType: 2, floors: floors(3, FLOOR_OF_EIGHT) },
]

/** Rooms for everyone: they have no department and no bed. */
const SHARED: readonly (readonly [path: string, name: string, type: 3 | 4 | 5])[] = [
  ['松鹤楼>1层', '医务室', 3],
  ['松鹤楼>1层', '入住接待窗口', 5],
  ['康宁楼>1层', '康复评估室', 4],
]

/** Beds that wait for repair. */
const HIDDEN: readonly string[] = ['松鹤楼>4层>407室>03床', '长青楼>4层>407室>03床', '康宁楼>3层>308室>03床']

interface Row {
  id: string
  parent: string | null
  name: string
  type: string | number
  dept: string | null
  level: number
  sort: number
}

const two = (number: number) => String(number).padStart(2, '0')

function rowsOf(demo: DemoContext) {
  const places: Row[] = []
  const rooms: Row[] = []
  const beds: Row[] = []
  const row = (kind: string, path: string, more: Partial<Row>): Row => {
    const at = path.lastIndexOf('>')
    const above = { place: 'place', room: 'place', bed: 'room' }[kind]
    return {
      id: demo.id(`${kind}:${path}`),
      parent: at < 0 ? null : demo.id(`${above}:${path.slice(0, at)}`),
      name: path.slice(at + 1),
      type: 1,
      dept: null,
      level: 1,
      sort: 1,
      ...more,
    }
  }
  for (const [b, building] of demoBuildings.entries()) {
    places.push(row('place', building.name, { type: 'building', sort: b + 1 }))
    for (const [f, floor] of building.floors.entries()) {
      const floorPath = `${building.name}>${floor.name}`
      places.push(row('place', floorPath, { type: 'floor', level: 2, sort: f + 1 }))
      for (const [r, count] of floor.rooms.entries()) {
        const roomPath = `${floorPath}>${f + 1}${two(r + 1)}室`
        rooms.push(row('room', roomPath, { type: building.roomType, dept: demo.dept(building.dept), sort: r + 1 }))
        for (let n = 1; n <= count; n++) beds.push(row('bed', `${roomPath}>${two(n)}床`, { type: 0, sort: n }))
      }
    }
  }
  for (const [i, [path, name, type]] of SHARED.entries())
    rooms.push(row('room', `${path}>${name}`, { type, sort: 90 + i }))
  for (const path of HIDDEN) beds.push(row('bed', path, { type: 1, sort: 9 }))
  return { places, rooms, beds }
}

const columns = (rows: readonly Row[]) => [
  rows.map((one) => one.id),
  rows.map((one) => one.parent),
  rows.map((one) => one.name),
  rows.map((one) => one.type),
  rows.map((one) => one.dept),
  rows.map((one) => one.level),
  rows.map((one) => one.sort),
]

export async function addPlaces(tx: Tx, demo: DemoContext): Promise<void> {
  const { places, rooms, beds } = rowsOf(demo)
  const created = demo.at(-885, '09:00')
  await tx.client.query(
    `insert into location_level (org_id, level_id, level, location_type, location_name, created_at)
     values ($1, $2, 1, 'building', '楼栋', $4), ($1, $3, 2, 'floor', '楼层', $4)`,
    [demo.orgId, demo.id('level:building'), demo.id('level:floor'), created],
  )
  await tx.client.query(
    `insert into location (org_id, location_id, parent_id, location_name, location_type, level, sort, created_at)
     select $1, n.id, n.parent, n.name, n.type, n.level, n.sort, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[])
         as n(id, parent, name, type, dept, level, sort)`,
    [demo.orgId, created, ...columns(places)],
  )
  await settleTree(tx)
  await tx.client.query(
    `insert into room (org_id, room_id, area, room_name, room_type, dept_id, sort, created_at)
     select $1, n.id, n.parent, n.name, n.type, n.dept, n.sort, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[], $9::int[])
         as n(id, parent, name, type, dept, level, sort)`,
    [demo.orgId, created, ...columns(rooms)],
  )
  await tx.client.query(
    `insert into bed (org_id, bed_id, room_id, bed_name, display, sort, created_at)
     select $1, n.id, n.parent, n.name, n.type, n.sort, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[], $9::int[])
         as n(id, parent, name, type, dept, level, sort)`,
    [demo.orgId, created, ...columns(beds)],
  )
  tx.log({
    remark: `建立 ${demoBuildings.length} 栋楼、${rooms.length} 间房、${beds.length} 张床位`,
    targetType: 'location',
    targetId: places[0]!.id,
  })
}
