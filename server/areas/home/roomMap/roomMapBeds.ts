// The beds of the map, one statement for all of them: status, who lies in them, who keeps them, marks and open alarms.
// Rooms of other departments do not exist; a resident of another department who lies in a shared room has no name here.

import type { MapBedData, MapHolderData, MapOccupantData, MapRoomData } from '#contract/home/roomMap'
import { type Fen, fen } from '#contract/kit/money'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { AlarmStatus } from '#contract/monitor/words'
import { BedDisplay } from '#contract/platform/bed'
import { AGE, BED_STATUS, BED_STATUS_JOINS, overdue } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { belowPlace, mapPlaces } from './roomMapPlaces.ts'

/** A value of the dictionary outingType. */
const HOSPITAL = '3'

/** `$1` the organisation, `$2` the caller's departments, as for every statement here. */
export const ROOM_IN_SCOPE = `b.org_id = $1 and b.display = ${BedDisplay.is.shown}
  and ${inDepts('r', '$2')}`
const seen = (resident: string) => `(${resident}.oldman_id is not null
  and ${inDepts(resident, '$2')})`

export const BEDS_FROM = `from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  ${BED_STATUS_JOINS}`

/** Who holds the bed is `t`; their level, account, reservation and where they lie; who comes next is `nt`. */
export const MAP_JOINS = `left join oldman t on t.org_id = b.org_id and t.oldman_id = held.oldman_id
  left join nursing_level v on v.org_id = t.org_id and v.level_id = t.level_id
  left join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id
  left join outing u on u.org_id = b.org_id and u.out_id = away.out_id
  left join reservation s on s.org_id = b.org_id and s.reserve_id = held.reserve_id
  left join bed ob on held.kind = 'ROOM' and ob.org_id = t.org_id and ob.bed_id = t.current_bed_id
  left join room oroom on oroom.org_id = ob.org_id and oroom.room_id = ob.room_id
  left join (select distinct on (o.bed_id) o.bed_id, o.oldman_id, lower(o.days) as day
      from occupancy o where o.org_id = $1 and lower(o.days) > current_date order by o.bed_id, lower(o.days)) coming
    on coming.bed_id = b.bed_id
  left join oldman nt on nt.org_id = b.org_id and nt.oldman_id = coming.oldman_id
  left join (select bed_id, min(content) || case when bool_and(taken_at is not null) then '（处理中）' else '' end as content
      from alarm_record where org_id = $1 and status = ${AlarmStatus.is.open}
      and bed_id is not null group by bed_id) alarm on alarm.bed_id = b.bed_id`

export const MAP_COLUMNS = `b.bed_id as "bedId", b.bed_name as "bedName", r.room_id as "roomId",
  ${BED_STATUS} as status, held.kind, ${seen('t')} as seen, t.oldman_id as "oldmanId",
  t.oldman_name as "oldmanName", t.initials, t.pinyin, t.sex, ${AGE} as age, t.notes as attention,
  v.level_name as "levelName", coalesce(${overdue('a')}, 0) as "owedFen", trial.trial_end as "trialEnd",
  u.actual_out as "outSince", u.plan_return as "outReturn", coalesce(u.out_type = '${HOSPITAL}', false) as "outHospital",
  s.expect_check_in as "expectCheckIn", s.expire_date as "expireDate",
  concat_ws(' ', oroom.room_name, ob.bed_name) as place, coming.day as "nextDay", ${seen('nt')} as "nextSeen",
  nt.oldman_id as "nextId", nt.oldman_name as "nextName", marked.mark, marked.reason, marked.until,
  marked.created_at as "markedAt", alarm.content as alarm`

const ROOM_ORDER = 'l.place nulls last, r.sort, r.room_name, r.room_id'
/** By bytes: beds of a room are numbered, and thousands of names compared by language cost more than all the joins. */
const BED_ORDER = 'b.sort, b.bed_name collate "C", b.bed_id collate "C"'

export interface MapRow {
  bedId: string
  bedName: string
  roomId: string
  status: BedStatusValue
  kind: 'STAY' | 'ROOM' | 'RESERVE' | null
  seen: boolean
  oldmanId: string | null
  oldmanName: string | null
  initials: string | null
  pinyin: string | null
  sex: 0 | 1
  age: number
  attention: (1 | 2 | 3 | 4 | 5)[]
  levelName: string | null
  owedFen: number
  trialEnd: string | null
  outSince: string | null
  outReturn: string | null
  outHospital: boolean
  expectCheckIn: string | null
  expireDate: string | null
  place: string
  nextDay: string | null
  nextSeen: boolean
  nextId: string | null
  nextName: string | null
  mark: number | null
  reason: string | null
  until: string | null
  markedAt: string | null
  alarm: string | null
}

function occupantOf(row: MapRow): MapOccupantData | null {
  if (row.kind !== 'STAY' || !row.seen || row.oldmanId === null) return null
  return {
    oldmanId: row.oldmanId,
    oldmanName: row.oldmanName ?? '',
    sex: row.sex,
    age: row.age,
    attention: row.attention,
    initials: row.initials ?? '',
    pinyin: row.pinyin ?? '',
    levelName: row.levelName,
    // A mark on the map; the card says how much.
    owedFen: fen(row.owedFen > 0 ? 1 : 0) as Fen,
    trialEnd: row.trialEnd,
    outSince: row.outSince,
    outReturn: row.outReturn,
    outHospital: row.outHospital,
  }
}

function holderOf(row: MapRow): MapHolderData | null {
  if (row.kind !== 'ROOM' && row.kind !== 'RESERVE') return null
  return {
    oldmanId: row.seen ? row.oldmanId : null,
    oldmanName: row.seen ? row.oldmanName : null,
    initials: row.seen ? (row.initials ?? '') : '',
    pinyin: row.seen ? (row.pinyin ?? '') : '',
    day: row.expectCheckIn,
    expireDate: row.expireDate,
    place: row.kind === 'ROOM' ? row.place || null : null,
  }
}

function nextOf(row: MapRow): MapHolderData | null {
  if (row.nextDay === null) return null
  return {
    oldmanId: row.nextSeen ? row.nextId : null,
    oldmanName: row.nextSeen ? row.nextName : null,
    initials: '',
    pinyin: '',
    day: row.nextDay,
    expireDate: null,
    place: null,
  }
}

export const bedOf = (row: MapRow): MapBedData => ({
  bedId: row.bedId,
  bedName: row.bedName,
  status: row.status,
  occupant: occupantOf(row),
  holder: holderOf(row),
  next: nextOf(row),
  mark: row.mark === null ? null : { mark: row.mark, reason: row.reason, until: row.until, since: row.markedAt ?? '' },
  alarm: row.alarm,
})

export interface MapQuery {
  buildingId?: string | null
  floorId?: string | null
  bedIds?: string | null
  status?: string | null
}

/** 'a,b' → ['a', 'b']; null when nothing is named. */
const named = (text: string | null | undefined): string[] | null => {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  return text ? [...new Set(parts)].filter(Boolean) : null
}

/** The conditions that are asked for; the text is the same for the same set of them, so that its plan is kept. */
function conditions(q: MapQuery): { name: string; where: string; values: unknown[] } {
  const wanted: [name: string, value: unknown, sql: (place: string) => string][] = [
    ['building', q.buildingId, (place) => belowPlace('r.area', place)],
    ['floor', q.floorId, (place) => belowPlace('r.area', place)],
    ['beds', named(q.bedIds), (place) => `b.bed_id = any(${place})`],
    [
      'status',
      named(q.status)
        ?.map(Number)
        .filter((one) => BedStatus.find(one as BedStatusValue)),
      (place) => `${BED_STATUS} = any(${place}::int[])`,
    ],
  ]
  const present = wanted.filter(([, value]) => value !== null && value !== undefined)
  return {
    name: ['room_map', ...present.map(([name]) => name)].join('_'),
    where: [ROOM_IN_SCOPE, ...present.map(([, , sql], i) => sql(`$${i + 3}`))].join(' and '),
    values: present.map(([, value]) => value),
  }
}

/** All rooms in scope, floor by floor as they are arranged: sorted by name as few times as there are rooms, not beds. */
const ROOMS = `select r.room_id as "roomId", r.room_name as "roomName", r.area as "floorId"
from room r left join location l on l.org_id = r.org_id and l.location_id = r.area
where r.org_id = $1 and ${inDepts('r', '$2')} order by ${ROOM_ORDER}`

/** Rooms with their beds, floor by floor as they are arranged. */
export async function roomsOfMap(who: Caller, q: MapQuery): Promise<MapRoomData[]> {
  const { name, where, values } = conditions(q)
  const scope = [who.orgId, who.deptIds]
  const { pool } = who.app
  const [placeOf, rooms, beds] = await Promise.all([
    mapPlaces(pool, who.orgId),
    pool.query<Pick<MapRoomData, 'roomId' | 'roomName' | 'floorId'>>({
      name: 'room_map_rooms',
      text: ROOMS,
      values: scope,
    }),
    pool.query<MapRow>({
      name,
      text: `select ${MAP_COLUMNS} ${BEDS_FROM} ${MAP_JOINS} where ${where} order by ${BED_ORDER}`,
      values: [...scope, ...values],
    }),
  ])
  const byRoom = new Map<string, MapBedData[]>()
  for (const row of beds.rows) {
    const inside = byRoom.get(row.roomId)
    if (inside) inside.push(bedOf(row))
    else byRoom.set(row.roomId, [bedOf(row)])
  }
  return rooms.rows.flatMap(({ roomId, roomName, floorId }) => {
    const inside = byRoom.get(roomId)
    return inside ? [{ roomId, roomName, ...placeOf(floorId), floorId, beds: inside }] : []
  })
}

interface EasyRow {
  roomId: string
  roomName: string
  roomType: number
  deptId: string | null
  floorId: string | null
  areaName: string | null
  bedId: string
  bedName: string
  status: BedStatusValue
}

export interface EasyQuery {
  buildingId?: string | null
  floorId?: string | null
  roomId?: string | null
}

/** The bare status of every bed, for screens and older clients. */
export async function easyBeds(who: Caller, q: EasyQuery): Promise<EasyRow[]> {
  const { name, where, values } = conditions({ buildingId: q.buildingId ?? null, floorId: q.floorId ?? null })
  const ofRoom = q.roomId ? ` and r.room_id = $${values.length + 3}` : ''
  const found = await who.app.pool.query<EasyRow>({
    name: `easy_${name}${ofRoom ? '_room' : ''}`,
    text: `select r.room_id as "roomId", r.room_name as "roomName", r.room_type as "roomType", r.dept_id as "deptId",
        r.area as "floorId", l.path as "areaName", b.bed_id as "bedId", b.bed_name as "bedName", ${BED_STATUS} as status
      ${BEDS_FROM} where ${where}${ofRoom} order by ${ROOM_ORDER}, ${BED_ORDER}`,
    values: [who.orgId, who.deptIds, ...values, ...(q.roomId ? [q.roomId] : [])],
  })
  return found.rows
}
