// Who has a bed. The area that owns the stays says so here, and answers who it is when a bed is to be taken away.

import { notFound, Refusal } from '#contract/kit/refusal'
import { BedDisplay, BedUse } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import { type Reader, tellChanged, wordsOf } from '#server/areas/platform/location/placeEdit'
import type { Tx } from '#server/kit/caller'

/** Bed id → in words who or what uses it, such as 王秀兰（入住中）; beds nobody uses are left out. */
export type BedUser = (tx: Tx, bedIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
/** Rooms got another department; who keeps the department of a bed's resident follows in the same transaction. */
export type RoomFollower = (tx: Tx, roomIds: readonly string[], deptId: string | null) => Promise<void>

const users: BedUser[] = []
const followers: RoomFollower[] = []

/** An area says who uses beds: `bedUsers.add(async (tx, bedIds) => …)` once, when it is loaded. */
export const bedUsers = { add: (find: BedUser) => void users.push(find) }
export const roomFollowers = { add: (follow: RoomFollower) => void followers.push(follow) }

export async function followRooms(tx: Tx, roomIds: readonly string[], deptId: string | null): Promise<void> {
  for (const follow of followers) await follow(tx, roomIds, deptId)
}

export interface BedPlace {
  bedId: string
  path: string
  isUsed: number
}

const SHOWN = 3

/** 松鹤楼 › 2层 › 203室 › 02床（王秀兰）、… : those beds that somebody has or has reserved; empty when there are none. */
export async function usedInWords(tx: Tx, beds: readonly BedPlace[]): Promise<string> {
  const found = new Map<string, string>()
  const ids = beds.map((one) => one.bedId)
  for (const find of users) for (const [bedId, words] of await find(tx, ids)) found.set(bedId, words)
  const used = beds
    .filter((one) => one.isUsed === BedUse.is.used || found.has(one.bedId))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const words = used
    .slice(0, SHOWN)
    .map((one) => `${pathWords(one.path)}（${found.get(one.bedId) ?? '已占用'}）`)
    .join('、')
  return used.length > SHOWN ? `${words} 等 ${used.length} 张床位` : words
}

/** A bed in use stays where it is and visible; `act` is 隐藏 or 移动. */
export async function refuseUsed(tx: Tx, beds: readonly BedPlace[], act: string): Promise<void> {
  const words = beds.length > 0 ? await usedInWords(tx, beds) : ''
  if (words) throw new Refusal('STATE_NOT_ALLOWED', { state: '占用', act: `${act}床位：${words}` })
}

const PATHS = `select b.bed_id as "bedId", concat_ws('>', a.path, r.room_name, b.bed_name) as path, b.is_used as "isUsed"
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location a on a.org_id = r.org_id and a.location_id = r.area
where b.org_id = $1 and b.bed_id = any($2)`

/** Bed id → 松鹤楼 › 2层 › 203室 › 02床 */
export async function bedPaths(
  reader: Reader,
  orgId: string,
  bedIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await reader.query<BedPlace>({ name: 'bed_paths', text: PATHS, values: [orgId, bedIds] })
  return new Map(found.rows.map((row) => [row.bedId, pathWords(row.path)]))
}

interface Locked {
  bedName: string
  roomName: string
  areaName: string | null
  display: number
  isUsed: number
  deptId: string | null
}

export interface UsedBed {
  /** 松鹤楼 › 2层 › 203室 › 02床 */
  path: string
  /** The department of its room: whose residents they become. */
  deptId: string | null
}

/**
 * A stay takes or leaves a bed, in the transaction of the stay. The bed stays locked until the commit, so of two who
 * want it one is refused.
 */
export async function setBedUse(tx: Tx, bedId: string, used: boolean): Promise<UsedBed> {
  const found = await tx.client.query<Locked>({
    name: 'bed_use_lock',
    text: `select b.bed_name as "bedName", r.room_name as "roomName", a.path as "areaName", b.display,
        b.is_used as "isUsed", r.dept_id as "deptId"
      from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
        left join location a on a.org_id = r.org_id and a.location_id = r.area
      where b.org_id = $1 and b.bed_id = $2 for no key update of b`,
    values: [tx.orgId, bedId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('床位')
  const path = wordsOf(row.areaName, row.roomName, row.bedName)
  if (used && row.isUsed === BedUse.is.used) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: '占用',
      act: `再安排：${await usedInWords(tx, [{ bedId, path, isUsed: BedUse.is.used }])}`,
    })
  }
  if (used && row.display === BedDisplay.is.hidden)
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已隐藏', act: `安排床位“${path}”` })
  await tx.client.query({
    name: 'bed_use_set',
    text: 'update bed set is_used = $3 where org_id = $1 and bed_id = $2',
    values: [tx.orgId, bedId, used ? 1 : 0],
  })
  tellChanged(tx, 'use')
  return { path, deptId: row.deptId }
}

/** The beds of a whole house at once, before anybody works with it: the demo organisation. */
export async function fillBeds(tx: Tx, orgId: string, bedIds: readonly string[]): Promise<void> {
  await tx.client.query(`update bed set is_used = ${BedUse.is.used} where org_id = $1 and bed_id = any($2)`, [
    orgId,
    bedIds,
  ])
}
