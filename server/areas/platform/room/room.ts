// Handlers of rooms.

import { invalid, Refusal } from '#contract/kit/refusal'
import { namesInWords } from '#contract/platform/placeNames'
import { type RoomTypeValue, room } from '#contract/platform/room'
import { type BedPlace, followRooms, usedInWords } from '#server/areas/platform/bed/bedUse'
import {
  changesOf,
  deptNameOf,
  idsOf,
  lockLeaf,
  logEach,
  logNames,
  saveOrder,
  tellChanged,
  wordsOf,
} from '#server/areas/platform/location/placeEdit'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { addRooms, addRoomsWithBeds, insertRooms } from './roomBatch.ts'
import { findRoom, listRooms, lockRoom, lockRooms, namedDepts, type StoredRoom } from './roomQuery.ts'

onConstraint('room_name', () => new Refusal('ALREADY_EXISTS', { what: '该区域的同名房间' }, 'roomName'))
onConstraint('bed_room', () => new Refusal('IN_USE', { what: '房间', users: '里面还有床位' }))

const areaWords = (path: string | null) => (path === null ? null : wordsOf(path))
const nameOf = (one: StoredRoom) => wordsOf(one.areaName, one.roomName)

async function refuseTaken(tx: Tx, area: string | null, names: readonly string[], except: readonly string[]) {
  const taken = await tx.client.query<{ name: string }>(
    `select room_name as name from room where org_id = $1 and area is not distinct from $2 and room_name = any($3)
       and room_id <> all($4) order by sort, room_name`,
    [tx.orgId, area, names, except],
  )
  if (taken.rows.length === 0) return
  const existing = namesInWords(taken.rows.map((row) => row.name))
  throw new Refusal('ALREADY_EXISTS', { what: `该区域的房间 ${existing} ` }, 'roomName')
}

interface RoomChange {
  roomId: string
  roomName: string
  area?: string | null
  deptId?: string | null
  roomType?: RoomTypeValue | null
  version?: number | null
}

async function updateRoom(tx: Tx, who: Caller, body: RoomChange): Promise<void> {
  // Place before room, as everywhere: two acts never wait for each other in a circle.
  const target = body.area ? await lockLeaf(tx, body.area) : null
  const stored = await lockRoom(tx, who, body.roomId)
  await refuseStale(tx, body.roomId, body.version, stored.version)
  const next = {
    roomName: body.roomName.trim(),
    roomType: body.roomType ?? stored.roomType,
    area: target?.locationId ?? stored.area,
    deptId: body.deptId === undefined ? stored.deptId : body.deptId,
  }
  const deptChanged = next.deptId !== stored.deptId
  const deptName = deptChanged ? await deptNameOf(tx, who, next.deptId) : stored.deptName
  if (next.roomName !== stored.roomName || next.area !== stored.area) {
    await refuseTaken(tx, next.area, [next.roomName], [body.roomId])
  }
  await tx.client.query(
    `update room set room_name = $3, room_type = $4, area = $5, dept_id = $6, version = version + 1
      where org_id = $1 and room_id = $2`,
    [tx.orgId, body.roomId, next.roomName, next.roomType, next.area, next.deptId],
  )
  if (deptChanged) await followRooms(tx, [body.roomId], next.deptId)
  tx.log({
    remark: `编辑房间“${nameOf(stored)}”`,
    targetType: 'room',
    targetId: body.roomId,
    changes: changesOf(
      { ...stored, areaName: areaWords(stored.areaName) },
      {
        roomName: next.roomName,
        roomType: next.roomType,
        areaName: areaWords(target?.path ?? stored.areaName),
        deptName,
      },
    ),
  })
  tellChanged(tx, 'room')
}

async function moveRooms(tx: Tx, who: Caller, roomIds: readonly string[], locationId: string): Promise<number> {
  const target = await lockLeaf(tx, locationId, 'locationId')
  const rooms = await lockRooms(tx, who, roomIds)
  const names = rooms.map((one) => one.roomName)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  if (twice.length > 0) {
    throw invalid(`所选房间里有同名的：${namesInWords([...new Set(twice)])}，不能放进同一个区域`, 'roomIds')
  }
  await refuseTaken(tx, locationId, names, roomIds)
  const moving = rooms.filter((one) => one.area !== locationId).sort((a, b) => a.sort - b.sort)
  if (moving.length === 0) throw invalid(`所选房间已在“${wordsOf(target.path)}”`, 'locationId')
  await tx.client.query(
    `update room r set area = $2::varchar, version = r.version + 1, sort = n.place
         + coalesce((select max(sort) from room where org_id = $1 and area = $2::varchar), 0)
       from unnest($3::text[]) with ordinality as n(id, place)
      where r.org_id = $1 and r.room_id = n.id`,
    [tx.orgId, locationId, moving.map((one) => one.roomId)],
  )
  logEach(
    tx,
    moving,
    (one) => ({
      remark: `房间“${nameOf(one)}”移到“${wordsOf(target.path)}”`,
      targetType: 'room',
      targetId: one.roomId,
      changes: { areaName: [areaWords(one.areaName), wordsOf(target.path)] },
    }),
    () => ({ remark: `${moving.length} 间房移到“${wordsOf(target.path)}”：${logNames(moving.map(nameOf), '间')}` }),
  )
  tellChanged(tx, 'room')
  return moving.length
}

async function assignRooms(tx: Tx, who: Caller, roomIds: readonly string[], deptId: string | null): Promise<number> {
  const rooms = await lockRooms(tx, who, roomIds)
  const deptName = await deptNameOf(tx, who, deptId)
  const changing = rooms.filter((one) => one.deptId !== deptId)
  const ids = changing.map((one) => one.roomId)
  await tx.client.query('update room set dept_id = $3, version = version + 1 where org_id = $1 and room_id = any($2)', [
    tx.orgId,
    ids,
    deptId,
  ])
  await followRooms(tx, ids, deptId)
  const words = deptName ?? '不限部门'
  logEach(
    tx,
    changing,
    (one) => ({
      remark: `房间“${nameOf(one)}”归“${words}”`,
      targetType: 'room',
      targetId: one.roomId,
      changes: { deptName: [one.deptName, deptName] },
    }),
    () => ({ remark: `${changing.length} 间房归“${words}”：${logNames(changing.map(nameOf), '间')}` }),
  )
  tellChanged(tx, 'room')
  return changing.length
}

interface BedIn extends BedPlace {
  roomId: string
}

async function removeRooms(tx: Tx, who: Caller, roomIds: readonly string[], withBeds: boolean) {
  const rooms = await lockRooms(tx, who, roomIds)
  const found = await tx.client.query<BedIn>(
    `select b.bed_id as "bedId", b.room_id as "roomId", b.is_used as "isUsed",
        concat_ws('>', a.path, r.room_name, b.bed_name) as path
       from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
         left join location a on a.org_id = r.org_id and a.location_id = r.area
      where b.org_id = $1 and b.room_id = any($2) order by b.bed_id for update of b`,
    [tx.orgId, roomIds],
  )
  const beds = found.rows
  const what = rooms.length === 1 ? `房间“${nameOf(rooms[0]!)}”` : '所选房间'
  const users = beds.length > 0 ? await usedInWords(tx, beds) : ''
  if (users) throw new Refusal('IN_USE', { what, users })
  if (beds.length > 0) {
    if (!withBeds) throw new Refusal('IN_USE', { what, users: `还有 ${beds.length} 张床位` })
    if (!who.may('bedsList_pims_del')) throw new Refusal('NO_PERMISSION')
    await tx.client.query('delete from bed where org_id = $1 and bed_id = any($2)', [
      tx.orgId,
      beds.map((one) => one.bedId),
    ])
  }
  await tx.client.query('delete from room where org_id = $1 and room_id = any($2)', [tx.orgId, roomIds])
  const bedsOf = (roomId: string) => beds.filter((one) => one.roomId === roomId).length
  logEach(
    tx,
    rooms,
    (one) => ({
      remark: `删除房间“${nameOf(one)}”${bedsOf(one.roomId) > 0 ? `及其 ${bedsOf(one.roomId)} 张床位` : ''}`,
      targetType: 'room',
      targetId: one.roomId,
      changes: { roomName: [one.roomName, null], areaName: [one.areaName, null], deptName: [one.deptName, null] },
    }),
    () => ({ remark: `删除 ${rooms.length} 间房、${beds.length} 张床位：${logNames(rooms.map(nameOf), '间')}` }),
  )
  tellChanged(tx, 'room')
  return { rooms: rooms.length, beds: beds.length }
}

export default implement(room, {
  list: (q, who) => listRooms(who, q),
  currentDept: ({ deptId, ...q }, who) => listRooms(who, q, namedDepts(who, { ...q, deptId }, 't.dept_id')),
  detail: ({ roomId }, who) => findRoom(who.app.pool, who, roomId),
  create: (body, who) =>
    who.tx(async (tx) => {
      if (!body.area) throw invalid('请选择所在区域', 'area')
      const name = body.roomName.trim()
      const { ids, areaName, deptName } = await insertRooms(tx, who, body, [name])
      tx.log({
        remark: `新增房间“${wordsOf(areaName, name)}”`,
        targetType: 'room',
        targetId: ids[0]!,
        changes: { roomName: [null, name], areaName: [null, areaName], deptName: [null, deptName] },
      })
      return findRoom(tx.client, who, ids[0]!)
    }),
  update: (body, who) =>
    who.tx(async (tx) => {
      await updateRoom(tx, who, body)
      return findRoom(tx.client, { orgId: who.orgId, deptIds: null }, body.roomId)
    }),
  remove: async ({ roomId }, who) => {
    await who.tx((tx) => removeRooms(tx, who, [roomId], false))
    return null
  },
  removeMany: ({ roomIds, withBeds }, who) =>
    who.tx((tx) => removeRooms(tx, who, idsOf(roomIds, 'roomIds'), withBeds === 1)),
  batch: (body, who) => who.tx((tx) => addRooms(tx, who, body)),
  move: ({ roomIds, locationId }, who) =>
    who.tx(async (tx) => ({ moved: await moveRooms(tx, who, idsOf(roomIds, 'roomIds'), locationId) })),
  assign: ({ roomIds, deptId }, who) =>
    who.tx(async (tx) => ({ changed: await assignRooms(tx, who, idsOf(roomIds, 'roomIds'), deptId ?? null) })),
  sort: async ({ sorts }, who) => {
    await who.tx(async (tx) => {
      const reach = { sql: inDepts('t', '$4'), deptIds: who.deptIds }
      const plan = { table: 'room', key: 'room_id', name: 'room_name', what: '房间', reach }
      const changes = await saveOrder(
        tx,
        plan,
        sorts.map((one) => ({ id: one.roomId, sort: one.sort })),
      )
      tx.log({ remark: `调整 ${sorts.length} 间房的顺序`, targetType: 'room', ...(changes && { changes }) })
      tellChanged(tx, 'room')
    })
    return null
  },
  batchWithBeds: (body, who) => who.tx((tx) => addRoomsWithBeds(tx, who, body)),
})
