// Handlers of the figures of the house. Each is one statement; beds count by their derived status.

import { statistics } from '#contract/home/statistics'
import { BedStatus, type BedStatusValue, isCounted } from '#contract/live/bedStatus'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { OnlineStatus } from '#contract/monitor/words'
import { BEDS_FROM, ROOM_IN_SCOPE } from '#server/areas/home/roomMap/roomMapBeds'
import { mapPlaces } from '#server/areas/home/roomMap/roomMapPlaces'
import { awayNow, BED_STATUS, bedCounts } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

const CLOSED = BedStatus.is.repair

const BED_COUNTS = `select ${BED_STATUS} as status, count(*) as count ${BEDS_FROM} where ${ROOM_IN_SCOPE} group by 1`

async function bedFigures(who: Caller) {
  const found = await who.app.pool.query<{ status: BedStatusValue; count: number }>({
    name: 'statistics_bed',
    text: BED_COUNTS,
    values: [who.orgId, who.deptIds],
  })
  const counts = new Map(found.rows.map((row) => [row.status, row.count]))
  const list = BedStatus.list.map(({ value, label }) => ({ status: value, name: label, count: counts.get(value) ?? 0 }))
  const total = list.reduce((sum, one) => sum + one.count, 0)
  const used = list.reduce((sum, one) => sum + (isCounted('used', one.status) ? one.count : 0), 0)
  return {
    total,
    used,
    free: counts.get(0) ?? 0,
    usedRate: total === 0 ? 0 : Math.round((used / total) * 1000) / 10,
    list,
  }
}

const ROOM_COUNTS = `select area, beds, used, free, closed from (
  select r.area, r.room_id, min(l.place) as place, count(*) as beds,
    count(*) filter (where ${bedCounts('used')}) as used,
    count(*) filter (where ${bedCounts('free')}) as free,
    count(*) filter (where ${BED_STATUS} = ${CLOSED}) as closed
  ${BEDS_FROM} where ${ROOM_IN_SCOPE} group by r.area, r.room_id) x order by place nulls last`

interface RoomRow {
  area: string | null
  beds: number
  used: number
  free: number
  closed: number
}

async function roomFigures(who: Caller) {
  const [placeOf, found] = await Promise.all([
    mapPlaces(who.app.pool, who.orgId),
    who.app.pool.query<RoomRow>({ name: 'statistics_room', text: ROOM_COUNTS, values: [who.orgId, who.deptIds] }),
  ])
  const figures = { total: found.rows.length, full: 0, partly: 0, empty: 0, closed: 0 }
  const buildings = new Map<string, { buildingName: string; rooms: number; beds: number; used: number; free: number }>()
  for (const { area, beds, used, free, closed } of found.rows) {
    if (closed === beds) figures.closed++
    else if (used + closed === beds) figures.full++
    else if (used === 0) figures.empty++
    else figures.partly++
    const { buildingId, buildingName } = placeOf(area)
    const sum = buildings.get(buildingId ?? '') ?? { buildingName, rooms: 0, beds: 0, used: 0, free: 0 }
    buildings.set(buildingId ?? '', {
      buildingName,
      rooms: sum.rooms + 1,
      beds: sum.beds + beds,
      used: sum.used + used,
      free: sum.free + free,
    })
  }
  return { ...figures, list: [...buildings.values()] }
}

const DEVICE_NAMES: Readonly<Record<string, string>> = { MATTRESS: '智能床垫', CALL: '呼叫按钮', TAG: '定位标签' }

// A device belongs to the department of its bed's room, or of the person who wears it.
const DEVICES = `select m.kind, count(*) as total, count(*) filter (where m.online = ${OnlineStatus.is.online}) as online,
  count(*) filter (where m.online = ${OnlineStatus.is.online} and m.in_bed = 1) as "inBed",
  count(*) filter (where m.online = ${OnlineStatus.is.online} and m.in_bed = 0) as "outOfBed"
from device m
  left join bed b on b.org_id = m.org_id and b.bed_id = m.bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join oldman t on t.org_id = m.org_id and t.oldman_id = m.oldman_id
where m.org_id = $1 and ($2::text[] is null or coalesce(r.dept_id, t.dept_id) is null
  or coalesce(r.dept_id, t.dept_id) = any($2))
group by m.kind`

interface DeviceRow {
  kind: string
  total: number
  online: number
  inBed: number
  outOfBed: number
}

async function deviceFigures(who: Caller) {
  const found = await who.app.pool.query<DeviceRow>({
    name: 'statistics_device',
    text: DEVICES,
    values: [who.orgId, who.deptIds],
  })
  const byKind = new Map(found.rows.map((row) => [row.kind, row]))
  const list = Object.entries(DEVICE_NAMES).map(([kind, name]) => {
    const { total = 0, online = 0, inBed = 0, outOfBed = 0 } = byKind.get(kind) ?? {}
    return { kind, name, total, online, offline: total - online, inBed, outOfBed }
  })
  const total = list.reduce((sum, one) => sum + one.total, 0)
  const online = list.reduce((sum, one) => sum + one.online, 0)
  return { total, online, offline: total - online, list }
}

const SEEN = `${inDepts('t', '$2')}`
const PEOPLE = `select count(*) filter (where t.status in (${IN_HOUSE})) as "inHouse",
  count(*) filter (where t.status = ${ResidenceStatus.is.living}) as formal,
  count(*) filter (where t.status = ${ResidenceStatus.is.trial}) as trial,
  count(*) filter (where t.status = ${ResidenceStatus.is.reserved}) as reserved,
  count(*) filter (where t.status = ${ResidenceStatus.is.waiting}) as waiting,
  (select count(*) from outing u join oldman t on t.org_id = u.org_id and t.oldman_id = u.oldman_id
    where u.org_id = $1 and ${awayNow('u')}
      and ${SEEN}) as "outNow",
  (select count(*) from outing u join oldman t on t.org_id = u.org_id and t.oldman_id = u.oldman_id
    where u.org_id = $1 and ${awayNow('u')}
      and u.plan_return < now() and ${SEEN}) as "outLate",
  (select count(*) from stay y join oldman t on t.org_id = y.org_id and t.oldman_id = y.oldman_id
    where y.org_id = $1 and y.start_date = current_date and ${SEEN}) as "checkInToday",
  (select count(*) from stay y join oldman t on t.org_id = y.org_id and t.oldman_id = y.oldman_id
    where y.org_id = $1 and y.end_date = current_date and ${SEEN}) as "checkOutToday"
from oldman t where t.org_id = $1 and ${SEEN}`

interface People {
  inHouse: number
  formal: number
  trial: number
  reserved: number
  waiting: number
  outNow: number
  outLate: number
  checkInToday: number
  checkOutToday: number
}

async function peopleFigures(who: Caller): Promise<People> {
  const found = await who.app.pool.query<People>({
    name: 'statistics_live',
    text: PEOPLE,
    values: [who.orgId, who.deptIds],
  })
  return found.rows[0]!
}

export default implement(statistics, {
  bed: (_, who) => bedFigures(who),
  room: (_, who) => roomFigures(who),
  device: (_, who) => deviceFigures(who),
  live: (_, who) => peopleFigures(who),
})
