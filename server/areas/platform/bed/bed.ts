// Handlers of beds.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { BedDisplay, bed } from '#contract/platform/bed'
import { type NamePlan, nameRange, namesInWords, placeNames } from '#contract/platform/placeNames'
import {
  changesOf,
  idsOf,
  logEach,
  logNames,
  saveOrder,
  tellChanged,
  wordsOf,
} from '#server/areas/platform/location/placeEdit'
import { checkPlan } from '#server/areas/platform/room/roomBatch'
import { lockRoom, namedDepts, type StoredRoom } from '#server/areas/platform/room/roomQuery'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { findBed, listBeds, lockBeds, type StoredBed } from './bedQuery.ts'
import { refuseUsed, usedInWords } from './bedUse.ts'

onConstraint('bed_name', () => new Refusal('ALREADY_EXISTS', { what: '该房间的同名床位' }, 'bedName'))

const roomPath = (room: StoredRoom) => wordsOf(room.areaName, room.roomName)

/** `where` names the room in the refusal. */
async function refuseTaken(tx: Tx, roomId: string, where: string, names: readonly string[], except: readonly string[]) {
  const taken = await tx.client.query<{ name: string }>(
    `select bed_name as name from bed where org_id = $1 and room_id = $2 and bed_name = any($3) and bed_id <> all($4)
      order by sort, bed_name`,
    [tx.orgId, roomId, names, except],
  )
  if (taken.rows.length === 0) return
  const existing = namesInWords(taken.rows.map((row) => row.name))
  throw new Refusal('ALREADY_EXISTS', { what: `房间“${where}”的床位 ${existing} ` }, 'bedName')
}

interface NewBeds {
  roomId: string
  display?: number | null
  remark?: string | null
}

/** The room is locked: of two acts that want the same names the second sees those of the first. */
async function insertBeds(tx: Tx, room: StoredRoom, kind: NewBeds, names: readonly string[]): Promise<string[]> {
  await refuseTaken(tx, room.roomId, roomPath(room), names, [])
  const ids = names.map(() => newId())
  await tx.client.query(
    `insert into bed (org_id, bed_id, bed_name, room_id, display, remark, sort)
     select $1::varchar, n.id, n.name, $2::varchar, $3, $4, n.place
         + coalesce((select max(sort) from bed where org_id = $1::varchar and room_id = $2::varchar), 0)
       from unnest($5::text[], $6::text[]) with ordinality as n(id, name, place)`,
    [tx.orgId, room.roomId, kind.display ?? BedDisplay.is.shown, kind.remark ?? null, ids, names],
  )
  tellChanged(tx, 'bed')
  return ids
}

interface BedChange {
  bedId: string
  bedName?: string | null
  roomId?: string | null
  display?: number | null
  remark?: string | null
  version?: number | null
}

async function updateBed(tx: Tx, who: Caller, body: BedChange): Promise<void> {
  // Room before bed, as everywhere: two acts never wait for each other in a circle.
  const target = body.roomId ? await lockRoom(tx, who, body.roomId) : null
  const stored = (await lockBeds(tx, who, [body.bedId]))[0]!
  await refuseStale(tx, body.bedId, body.version, stored.version)
  const next = {
    bedName: body.bedName?.trim() || stored.bedName,
    roomId: target?.roomId ?? stored.roomId,
    roomName: target?.roomName ?? stored.roomName,
    display: body.display ?? stored.display,
    remark: body.remark === undefined ? stored.remark : body.remark,
  }
  if (next.roomId !== stored.roomId) await refuseUsed(tx, [stored], '移动')
  if (next.display === BedDisplay.is.hidden && stored.display === BedDisplay.is.shown)
    await refuseUsed(tx, [stored], '隐藏')
  if (next.roomId !== stored.roomId || next.bedName !== stored.bedName) {
    await refuseTaken(tx, next.roomId, next.roomName, [next.bedName], [body.bedId])
  }
  await tx.client.query(
    `update bed set bed_name = $3, room_id = $4, display = $5, remark = $6, version = version + 1
      where org_id = $1 and bed_id = $2`,
    [tx.orgId, body.bedId, next.bedName, next.roomId, next.display, next.remark],
  )
  const { roomId: _, ...shown } = next
  tx.log({
    remark: `编辑床位“${stored.path}”`,
    targetType: 'bed',
    targetId: body.bedId,
    changes: changesOf(stored, shown),
  })
  tellChanged(tx, 'bed')
}

async function removeBeds(tx: Tx, who: Caller, bedIds: readonly string[]): Promise<number> {
  const beds = await lockBeds(tx, who, bedIds)
  const users = await usedInWords(tx, beds)
  if (users) throw new Refusal('IN_USE', { what: beds.length === 1 ? `床位“${beds[0]!.path}”` : '所选床位', users })
  await tx.client.query('delete from bed where org_id = $1 and bed_id = any($2)', [tx.orgId, bedIds])
  logEach(
    tx,
    beds,
    (one) => ({
      remark: `删除床位“${one.path}”`,
      targetType: 'bed',
      targetId: one.bedId,
      changes: { bedName: [one.bedName, null], roomName: [one.roomName, null] },
    }),
    () => ({ remark: `删除 ${beds.length} 张床位：${logNames(paths(beds), '张')}` }),
  )
  tellChanged(tx, 'bed')
  return beds.length
}

const paths = (beds: readonly StoredBed[]) => beds.map((one) => one.path)

async function moveBeds(tx: Tx, who: Caller, bedIds: readonly string[], roomId: string): Promise<number> {
  const target = await lockRoom(tx, who, roomId)
  const beds = await lockBeds(tx, who, bedIds)
  const moving = beds.filter((one) => one.roomId !== roomId).sort((a, b) => a.sort - b.sort)
  if (moving.length === 0) throw invalid(`所选床位已在“${roomPath(target)}”`, 'roomId')
  await refuseUsed(tx, moving, '移动')
  const names = moving.map((one) => one.bedName)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  if (twice.length > 0) {
    throw invalid(`所选床位里有同名的：${namesInWords([...new Set(twice)])}，不能放进同一间房`, 'bedIds')
  }
  await refuseTaken(tx, roomId, roomPath(target), names, bedIds)
  await tx.client.query(
    `update bed b set room_id = $2::varchar, version = b.version + 1, sort = n.place
         + coalesce((select max(sort) from bed where org_id = $1 and room_id = $2::varchar), 0)
       from unnest($3::text[]) with ordinality as n(id, place)
      where b.org_id = $1 and b.bed_id = n.id`,
    [tx.orgId, roomId, moving.map((one) => one.bedId)],
  )
  logEach(
    tx,
    moving,
    (one) => ({
      remark: `床位“${one.path}”移到房间“${roomPath(target)}”`,
      targetType: 'bed',
      targetId: one.bedId,
      changes: { roomName: [one.roomName, target.roomName] },
    }),
    () => ({ remark: `${moving.length} 张床位移到房间“${roomPath(target)}”：${logNames(paths(moving), '张')}` }),
  )
  tellChanged(tx, 'bed')
  return moving.length
}

async function showBeds(tx: Tx, who: Caller, bedIds: readonly string[], display: 0 | 1): Promise<number> {
  const beds = await lockBeds(tx, who, bedIds)
  const changing = beds.filter((one) => one.display !== display)
  if (display === BedDisplay.is.hidden) await refuseUsed(tx, changing, '隐藏')
  await tx.client.query('update bed set display = $3, version = version + 1 where org_id = $1 and bed_id = any($2)', [
    tx.orgId,
    changing.map((one) => one.bedId),
    display,
  ])
  const act = BedDisplay.label(display)
  logEach(
    tx,
    changing,
    (one) => ({
      remark: `${act}床位“${one.path}”`,
      targetType: 'bed',
      targetId: one.bedId,
      changes: { display: [one.display, display] },
    }),
    () => ({ remark: `${act} ${changing.length} 张床位：${logNames(paths(changing), '张')}` }),
  )
  tellChanged(tx, 'bed')
  return changing.length
}

const ALL = 999_999

/** A department outside the caller's reach does not exist for them. */
async function knownDept(who: Caller, deptId: string): Promise<string> {
  const found = await who.app.pool.query({
    name: 'dept_known',
    text: 'select 1 from dept where org_id = $1 and dept_id = $2 and ($3::text[] is null or dept_id = any($3))',
    values: [who.orgId, deptId, who.deptIds],
  })
  if (found.rows.length === 0) throw notFound('部门')
  return deptId
}

export default implement(bed, {
  list: (q, who) => listBeds(who, q),
  currentDept: ({ deptId, ...q }, who) => listBeds(who, q, namedDepts(who, { ...q, deptId }, 'r.dept_id')),
  ofDept: async ({ deptId, ...q }, who) =>
    listBeds(who, { ...q, deptId: await knownDept(who, deptId), size: q.size ?? ALL }),
  detail: ({ bedId }, who) => findBed(who.app.pool, who, bedId),
  create: (body, who) =>
    who.tx(async (tx) => {
      const room = await lockRoom(tx, who, body.roomId)
      const name = body.bedName.trim()
      const [added] = await insertBeds(tx, room, body, [name])
      tx.log({
        remark: `新增床位“${wordsOf(roomPath(room), name)}”`,
        targetType: 'bed',
        targetId: added!,
        changes: { bedName: [null, name], roomName: [null, room.roomName] },
      })
      return findBed(tx.client, who, added!)
    }),
  update: (body, who) =>
    who.tx(async (tx) => {
      await updateBed(tx, who, body)
      return findBed(tx.client, who, body.bedId)
    }),
  remove: async ({ bedId }, who) => {
    await who.tx((tx) => removeBeds(tx, who, [bedId]))
    return null
  },
  removeMany: ({ bedIds }, who) => who.tx(async (tx) => ({ beds: await removeBeds(tx, who, idsOf(bedIds, 'bedIds')) })),
  batch: (body, who) =>
    who.tx(async (tx) => {
      const plan: NamePlan = {
        prefix: body.bedNamePro,
        suffix: body.bedNameEnd,
        start: body.startNumber,
        count: body.bedCount,
        digits: body.setZero === 1 ? body.digitNumber : 0,
      }
      checkPlan(plan, '床位', 'digitNumber')
      const room = await lockRoom(tx, who, body.roomId)
      const names = placeNames(plan)
      await insertBeds(tx, room, body, names)
      tx.log({
        remark: `房间“${roomPath(room)}”批量新增 ${names.length} 张床位（${nameRange(plan)}）`,
        targetType: 'room',
        targetId: room.roomId,
        changes: { bedCount: [null, names.length] },
      })
      return { beds: names.length, first: names[0]!, last: names.at(-1)! }
    }),
  move: ({ bedIds, roomId }, who) =>
    who.tx(async (tx) => ({ moved: await moveBeds(tx, who, idsOf(bedIds, 'bedIds'), roomId) })),
  show: ({ bedIds, display }, who) =>
    who.tx(async (tx) => ({ changed: await showBeds(tx, who, idsOf(bedIds, 'bedIds'), display) })),
  sort: async ({ sorts }, who) => {
    await who.tx(async (tx) => {
      const sql = `exists (select 1 from room r where r.org_id = t.org_id and r.room_id = t.room_id and ${inDepts('r', '$4')})`
      const plan = { table: 'bed', key: 'bed_id', name: 'bed_name', what: '床位', reach: { sql, deptIds: who.deptIds } }
      const changes = await saveOrder(
        tx,
        plan,
        sorts.map((one) => ({ id: one.bedId, sort: one.sort })),
      )
      tx.log({ remark: `调整 ${sorts.length} 张床位的顺序`, targetType: 'bed', ...(changes && { changes }) })
      tellChanged(tx, 'bed')
    })
    return null
  },
  places: (q, who) => listBeds(who, q),
  adjust: (body, who) =>
    who.tx(async (tx) => {
      await updateBed(tx, who, body)
      return findBed(tx.client, who, body.bedId)
    }),
})
