// The beds or rooms a shift serves: chosen and seen within the caller's departments. Those of other departments stay as
// whoever sees them left them.
import type { ClientBase, Pool } from 'pg'
import type { ShiftPlaceData } from '#contract/administration/attendanceShift'
import { ScheduleMode, type ScheduleModeValue } from '#contract/administration/attendanceWords'
import { invalid, notFound } from '#contract/kit/refusal'
import { BedDisplay } from '#contract/platform/bed'
import type { Tx } from '#server/kit/caller'
import { inDepts, type Scope } from '#server/kit/tenant'

const OF_ROOM = `left join location l on l.org_id = r.org_id and l.location_id = r.area
left join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id`
const ROOM_PATH = `coalesce(nullif(l.path, '') || '>', '') || r.room_name`
const ORDER = 'order by l.place, r.sort, r.room_name'

/** `$1` organisation, `$2` departments. */
const CHOICES: Readonly<Record<ScheduleModeValue, string>> = {
  [ScheduleMode.is.bed]:
    `select b.bed_id as "placeId", ${ROOM_PATH} || '>' || b.bed_name as path, d.dept_name as "deptName"
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id ${OF_ROOM}
where b.org_id = $1 and ${inDepts('r', '$2')} and b.display = ${BedDisplay.is.shown} ${ORDER}, b.sort, b.bed_name`,
  [ScheduleMode.is.room]: `select r.room_id as "placeId", ${ROOM_PATH} as path, d.dept_name as "deptName"
from room r ${OF_ROOM} where r.org_id = $1 and ${inDepts('r', '$2')} ${ORDER}`,
}

const CHOSEN = `select p.place_id as "placeId", ${ROOM_PATH} || coalesce('>' || b.bed_name, '') as path, d.dept_name as "deptName"
from attendance_shift_place p
left join bed b on b.org_id = p.org_id and b.bed_id = p.bed_id
join room r on r.org_id = p.org_id and r.room_id = coalesce(p.room_id, b.room_id) ${OF_ROOM}
where p.org_id = $1 and p.shift_pk_id = $3 and ${inDepts('r', '$2')} ${ORDER}, b.sort, b.bed_name`

const COUNT = 'select count(*)::int as n from attendance_shift_place p where p.org_id = $1 and p.shift_pk_id = $2'
const REMOVE = `delete from attendance_shift_place p where p.org_id = $1 and p.shift_pk_id = $2 and p.place_id = any($3)`
const ADD = `insert into attendance_shift_place (org_id, shift_pk_id, place_id, bed_id, room_id)
select $1, $2, n, case when $4 then n end, case when not $4 then n end from unnest($3::text[]) n
on conflict do nothing`

export async function placeChoices(client: Pool, scope: Scope, mode: ScheduleModeValue): Promise<ShiftPlaceData[]> {
  return (await client.query<ShiftPlaceData>(CHOICES[mode], [scope.orgId, scope.deptIds])).rows
}

export async function placesOf(
  client: ClientBase | Pool,
  scope: Scope,
  shiftPkId: string,
): Promise<{ places: ShiftPlaceData[]; hiddenPlaces: number }> {
  const seen = await client.query<ShiftPlaceData>(CHOSEN, [scope.orgId, scope.deptIds, shiftPkId])
  const all = await client.query<{ n: number }>(COUNT, [scope.orgId, shiftPkId])
  return { places: seen.rows, hiddenPlaces: all.rows[0]!.n - seen.rows.length }
}

/** Locks what was chosen, so that a bed does not go while it is taken up. */
const LOCK: Readonly<Record<ScheduleModeValue, string>> = {
  [ScheduleMode.is.bed]: `select b.bed_id as id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
where b.org_id = $1 and b.bed_id = any($2) and ${inDepts('r', '$3')} for key share of b`,
  [ScheduleMode.is.room]: `select r.room_id as id from room r
where r.org_id = $1 and r.room_id = any($2) and ${inDepts('r', '$3')} for key share of r`,
}

export interface PlacesWanted {
  shiftPkId: string
  before: ScheduleModeValue | null
  mode: ScheduleModeValue | null
  placeIds: readonly string[]
}

export async function savePlaces(tx: Tx, scope: Scope, wanted: PlacesWanted): Promise<void> {
  const { shiftPkId, mode } = wanted
  const placeIds = [...new Set(wanted.placeIds)]
  if (mode === null && placeIds.length > 0) throw invalid('请先选择按床位还是按房间', 'scheduleMode')
  if (mode !== null && placeIds.length === 0) {
    throw invalid(
      `请选择${mode === ScheduleMode.is.bed ? '床位' : '房间'}；服务整个部门的班次不用选排班方式`,
      'placeIds',
    )
  }
  const now = await placesOf(tx.client, scope, shiftPkId)
  if (wanted.before !== mode && now.hiddenPlaces > 0) {
    throw invalid(`这个班次还服务您看不到的 ${now.hiddenPlaces} 个位置，排班方式请由能看到它们的人修改`, 'scheduleMode')
  }
  if (mode !== null) {
    const found = await tx.client.query<{ id: string }>(LOCK[mode], [tx.orgId, placeIds, scope.deptIds])
    if (found.rows.length < placeIds.length) throw notFound(mode === ScheduleMode.is.bed ? '床位' : '房间')
  }
  const gone = now.places.map((one) => one.placeId).filter((one) => wanted.before !== mode || !placeIds.includes(one))
  await tx.client.query(REMOVE, [tx.orgId, shiftPkId, gone])
  if (mode !== null) await tx.client.query(ADD, [tx.orgId, shiftPkId, placeIds, mode === ScheduleMode.is.bed])
}
