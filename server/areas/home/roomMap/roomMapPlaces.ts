// Where rooms lie on the map: the building and the floor of each place of the tree, whatever levels it has.
import type pg from 'pg'

interface PlaceRow {
  locationId: string
  parentId: string | null
  name: string
  type: string
}

export interface MapPlace {
  /** The place itself; null: rooms that lie nowhere. */
  floorId: string | null
  /** The names below the building; empty where rooms lie in the building itself. */
  floorName: string
  buildingId: string | null
  buildingName: string
}

const UNPLACED: MapPlace = { floorId: null, floorName: '', buildingId: null, buildingName: '未分配区域' }

const PLACES = `select location_id as "locationId", parent_id as "parentId", location_name as name, location_type as type
from location where org_id = $1 order by place, location_id`

export type PlaceOf = (locationId: string | null) => MapPlace

/** The building is the nearest place of that kind on the way up, else the outermost one. */
export async function mapPlaces(pool: pg.Pool, orgId: string): Promise<PlaceOf> {
  const found = await pool.query<PlaceRow>({ name: 'map_places', text: PLACES, values: [orgId] })
  const byId = new Map(found.rows.map((row) => [row.locationId, row]))
  const known = new Map<string, MapPlace>()
  const upFrom = (row: PlaceRow): PlaceRow[] => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    return parent ? [...upFrom(parent), row] : [row]
  }
  return (locationId) => {
    const row = locationId === null ? undefined : byId.get(locationId)
    if (!row) return UNPLACED
    const already = known.get(row.locationId)
    if (already) return already
    const way = upFrom(row)
    const at = Math.max(
      way.findIndex((one) => one.type === 'building'),
      0,
    )
    const names = way.map((one) => one.name)
    const place: MapPlace = {
      floorId: row.locationId,
      floorName: names.slice(at + 1).join(' '),
      buildingId: way[at]!.locationId,
      buildingName: names.slice(0, at + 1).join(' '),
    }
    known.set(row.locationId, place)
    return place
  }
}

/** Places at or below one, as SQL: `$n` is the place, $1 the organisation. */
export const belowPlace = (column: string, place: string) => `${column} in (with recursive below(id) as (
    select ${place}::varchar
    union all
    select l.location_id from location l join below on l.parent_id = below.id where l.org_id = $1)
  select id from below)`
