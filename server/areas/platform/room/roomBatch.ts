// Many rooms, and their beds, in one act: all of them or none.

import { invalid, Refusal } from '#contract/kit/refusal'
import {
  BATCH_MAX,
  type NamePlan,
  nameRange,
  namesInWords,
  placeNames,
  planProblem,
} from '#contract/platform/placeNames'
import { RoomType } from '#contract/platform/room'
import { deptNameOf, lockLeaf, oneAtATime, tellChanged, wordsOf } from '#server/areas/platform/location/placeEdit'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

/** Where new rooms go and what they are. */
export interface RoomKind {
  area?: string | null
  deptId?: string | null
  roomType?: number | null
}

export interface NewRooms {
  ids: string[]
  areaName: string | null
  deptName: string | null
}

/** The area is locked: of two acts that want the same names the second sees those of the first. */
export async function insertRooms(tx: Tx, who: Caller, kind: RoomKind, names: readonly string[]): Promise<NewRooms> {
  const area = kind.area ? await lockLeaf(tx, kind.area) : null
  if (!area) await oneAtATime(tx)
  const deptName = await deptNameOf(tx, who, kind.deptId)
  const taken = await tx.client.query<{ name: string }>(
    `select room_name as name from room where org_id = $1 and area is not distinct from $2 and room_name = any($3)
      order by sort, room_name`,
    [tx.orgId, area?.locationId ?? null, names],
  )
  if (taken.rows.length > 0) {
    const existing = namesInWords(taken.rows.map((row) => row.name))
    throw new Refusal(
      'ALREADY_EXISTS',
      { what: `${area ? `“${wordsOf(area.path)}”的` : ''}房间 ${existing} ` },
      'roomName',
    )
  }
  const ids = names.map(() => newId())
  await tx.client.query(
    `insert into room (org_id, room_id, room_name, room_type, area, dept_id, sort)
     select $1::varchar, n.id, n.name, $2, $3::varchar, $4, n.place
         + coalesce((select max(sort) from room where org_id = $1::varchar and area is not distinct from $3::varchar), 0)
       from unnest($5::text[], $6::text[]) with ordinality as n(id, name, place)`,
    [tx.orgId, kind.roomType ?? RoomType.is.room, area?.locationId ?? null, kind.deptId ?? null, ids, names],
  )
  tellChanged(tx, 'room')
  return { ids, areaName: area?.path ?? null, deptName }
}

/** Refuses names that do not fit before anything is asked of the database. */
export function checkPlan(plan: NamePlan, noun: '房间' | '床位', field: string): void {
  const problem = planProblem(plan, noun)
  if (problem) throw invalid(problem, field)
}

export interface RoomBatch extends RoomKind {
  roomNamePro?: string | null
  roomNameEnd?: string | null
  startNumber?: number | null
  roomCount: number
  digitNumber?: number | null
  setZero?: number | null
}

export async function addRooms(tx: Tx, who: Caller, body: RoomBatch) {
  const plan: NamePlan = {
    prefix: body.roomNamePro,
    suffix: body.roomNameEnd,
    start: body.startNumber,
    count: body.roomCount,
    digits: body.setZero === 1 ? body.digitNumber : 0,
  }
  checkPlan(plan, '房间', 'digitNumber')
  const names = placeNames(plan)
  const { areaName, deptName } = await insertRooms(tx, who, body, names)
  tx.log({
    remark: `批量新增 ${names.length} 间房（${areaName ?? '未指定区域'}：${nameRange(plan)}）`,
    targetType: 'room',
    changes: { roomCount: [null, names.length], areaName: [null, areaName], deptName: [null, deptName] },
  })
  return { rooms: names.length, first: names[0]!, last: names.at(-1)! }
}

export interface RoomBedBatch extends RoomKind {
  roomCount: number
  bedCount: number
  roomStart?: number | null
  roomNameLength?: number | null
  roomNamePrefixShow?: number | null
  roomNamePrefix?: string | null
  roomNameEnd?: string | null
  bedStart?: number | null
  bedNameLength?: number | null
  bedNamePrefixShow?: number | null
  bedNamePrefix?: string | null
  bedNameEnd?: string | null
  roomList?: readonly { roomName: string; bedCount: number }[] | null
}

/** Beds for each room by its name: the usual number unless the room is an exception. */
function bedCounts(body: RoomBedBatch, names: readonly string[]): number[] {
  const known = new Set(names)
  const exceptions = new Map<string, number>()
  for (const { roomName, bedCount } of body.roomList ?? []) {
    const name = roomName.trim()
    if (!known.has(name)) throw invalid(`例外房间“${name}”不在本次要建的房间里`, 'roomList')
    if (exceptions.has(name)) throw invalid(`例外房间“${name}”填了两次`, 'roomList')
    exceptions.set(name, bedCount)
  }
  return names.map((name) => exceptions.get(name) ?? body.bedCount)
}

export async function addRoomsWithBeds(tx: Tx, who: Caller, body: RoomBedBatch) {
  const rooms: NamePlan = {
    prefix: body.roomNamePrefixShow === 0 ? null : body.roomNamePrefix,
    suffix: body.roomNameEnd,
    start: body.roomStart,
    count: body.roomCount,
    digits: body.roomNameLength,
  }
  checkPlan(rooms, '房间', 'roomNameLength')
  const names = placeNames(rooms)
  const counts = bedCounts(body, names)
  const beds = counts.reduce((sum, count) => sum + count, 0)
  if (beds > BATCH_MAX) throw invalid(`共 ${beds} 张床位，一次最多建 ${BATCH_MAX} 张，请分几次建`, 'bedCount')
  const bedPlan = (count: number): NamePlan => ({
    prefix: body.bedNamePrefixShow === 0 ? null : body.bedNamePrefix,
    suffix: body.bedNameEnd,
    start: body.bedStart,
    count,
    digits: body.bedNameLength,
  })
  checkPlan(bedPlan(Math.max(...counts)), '床位', 'bedNameLength')
  const { ids, areaName, deptName } = await insertRooms(tx, who, body, names)
  const rows = ids.flatMap((roomId, i) =>
    placeNames(bedPlan(counts[i]!)).map((bedName, n) => ({ roomId, bedName, sort: n + 1 })),
  )
  await tx.client.query(
    `insert into bed (org_id, bed_id, bed_name, room_id, sort)
     select $1, n.id, n.name, n.room, n.sort from unnest($2::text[], $3::text[], $4::text[], $5::int[]) as n(id, name, room, sort)`,
    [
      tx.orgId,
      rows.map(() => newId()),
      rows.map((row) => row.bedName),
      rows.map((row) => row.roomId),
      rows.map((row) => row.sort),
    ],
  )
  tx.log({
    remark: `批量新增 ${names.length} 间房、${beds} 张床位（${areaName ?? '未指定区域'}：${nameRange(rooms)}）`,
    targetType: 'room',
    changes: {
      roomCount: [null, names.length],
      bedCount: [null, beds],
      areaName: [null, areaName],
      deptName: [null, deptName],
    },
  })
  return { rooms: names.length, beds, first: names[0]!, last: names.at(-1)! }
}
