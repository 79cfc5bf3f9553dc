// How rooms are read: for lists, one by id, and locked for a change.

import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { BedDisplay } from '#contract/platform/bed'
import { NO_AREA, type RoomData } from '#contract/platform/room'
import { areaFilter, keywordFilters, type Reader } from '#server/areas/platform/location/placeEdit'
import { BED_STATUS_JOINS, bedCounts } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { contains, type Filter, type PageInput, pageOfRows } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import { deptFilter, inDepts } from '#server/kit/tenant'

const FROM = 'room t left join location a on a.org_id = t.org_id and a.location_id = t.area'
const JOIN = `left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  left join lateral (select count(*) as beds, count(*) filter (where b.display = ${BedDisplay.is.hidden}) as hidden,
      count(*) filter (where b.display = ${BedDisplay.is.shown} and ${bedCounts('used')}) as used
    from bed b ${BED_STATUS_JOINS} where b.org_id = t.org_id and b.room_id = t.room_id) b on true`
const COLUMNS = `t.room_id as "roomId", t.room_name as "roomName", t.room_type as "roomType", t.area, a.path as "areaName",
  t.dept_id as "deptId", d.dept_name as "deptName", b.beds as "bedCount", b.used as "usedCount",
  b.hidden as "hiddenCount", t.sort, t.version,
  t.created_at as "createTime"`

export interface RoomFilter extends PageInput {
  pageHelper?: string | null
  roomName?: string | null
  keyword?: string | null
  deptId?: string | null
  area?: string | null
  roomType?: number | null
}

export function listRooms(who: Caller, q: RoomFilter, more: readonly Filter[] = []): Promise<PageInfo<RoomData>> {
  const unplaced = q.area === NO_AREA
  return pageOfRows<RoomData>(
    who.app.pool,
    {
      from: FROM,
      join: JOIN,
      key: 'room_id',
      select: COLUMNS,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 't'),
        ['t.dept_id = ?', q.deptId],
        areaFilter(who, 't.area', unplaced ? null : q.area),
        ['(t.area is null) = ?', unplaced ? true : null],
        ['t.room_type = ?', q.roomType],
        ['t.room_name like ?', contains(q.roomName)],
        ...keywordFilters(q.keyword, `concat_ws('>', a.path, t.room_name)`, 'a.initials || lower(t.room_name)'),
        ...more,
      ],
      sorts: { createTime: 't.created_at', roomName: 't.room_name', sort: 't.sort', areaName: 'a.place' },
      // Floor by floor, and on each as it was arranged.
      defaultSort: 'a.place, t.sort',
    },
    q,
  )
}

/** Departments a list is limited to: those named, else the one the caller has chosen. */
export function namedDepts(
  who: Caller,
  q: { deptIds?: string | null; deptId?: string | null },
  column: string,
): Filter[] {
  const named = (q.deptIds ?? q.deptId ?? '').split(',').filter(Boolean)
  const wanted = named.length > 0 ? named : who.deptId ? [who.deptId] : null
  return [[`${column} = any(?)`, wanted]]
}

export async function findRoom(reader: Reader, scope: Scope, roomId: string): Promise<RoomData> {
  const found = await reader.query<RoomData>({
    name: 'room_one',
    text: `select ${COLUMNS} from ${FROM} ${JOIN} where t.org_id = $1 and t.room_id = $2 and ${inDepts('t', '$3')}`,
    values: [scope.orgId, roomId, scope.deptIds],
  })
  if (!found.rows[0]) throw notFound('房间')
  return found.rows[0]
}

export interface StoredRoom {
  roomId: string
  roomName: string
  roomType: number
  area: string | null
  areaName: string | null
  deptId: string | null
  deptName: string | null
  sort: number
  version: number
}

/** Rooms that are to change, locked in the order of their ids; each must be in the caller's reach. */
export async function lockRooms(tx: Tx, scope: Scope, roomIds: readonly string[]): Promise<StoredRoom[]> {
  const found = await tx.client.query<StoredRoom>({
    name: 'rooms_lock',
    text: `select t.room_id as "roomId", t.room_name as "roomName", t.room_type as "roomType", t.area,
        a.path as "areaName", t.dept_id as "deptId", d.dept_name as "deptName", t.sort, t.version
      from ${FROM} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
      where t.org_id = $1 and t.room_id = any($2) and ${inDepts('t', '$3')}
      order by t.room_id for update of t`,
    values: [scope.orgId, roomIds, scope.deptIds],
  })
  if (found.rows.length !== roomIds.length) throw notFound(roomIds.length === 1 ? '房间' : '所选的部分房间')
  return found.rows
}

export async function lockRoom(tx: Tx, scope: Scope, roomId: string): Promise<StoredRoom> {
  return (await lockRooms(tx, scope, [roomId]))[0]!
}
