// The bed a resident comes to, and with it the room when it is taken whole.
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { addOccupancy } from './occupancyRows.ts'
import { type LockedBeds, lockBeds, othersInRoom, refuseHeld, refuseUnusable } from './residenceBeds.ts'
import type { Reach, Resident } from './residenceLock.ts'
import { requireSeen } from './residenceUnusual.ts'

export interface Placing {
  bedId: string
  from: string
  wholeRoom: boolean
  /** What the person has confirmed. */
  confirmed?: string | null | undefined
}

export interface Placed {
  beds: LockedBeds
  /** The other beds of the room, when it is taken whole. */
  others: string[]
  path: string
  deptId: string | null
  bedsInRoom: number
  cleaning: boolean
  /** What was confirmed, for the log; empty where nothing was unusual. */
  seen: string
}

/** Locks and checks the bed (and its room) from a day on; nothing is written yet. */
export async function findPlace(
  tx: Tx,
  who: Reach,
  residents: readonly Resident[],
  wish: Placing,
  leaving: readonly string[],
  reserved: string | null = null,
): Promise<Placed> {
  const inRoom = await othersInRoom(tx, wish.bedId)
  const others = wish.wholeRoom ? inRoom : []
  const beds = await lockBeds(tx, who.deptIds, [wish.bedId, ...others], leaving)
  const bed = beds.get(wish.bedId)!
  refuseUnusable(bed)
  if (wish.wholeRoom && others.length === 0) throw invalid(`${bed.path} 所在房间没有其他床位，不用包房`, 'wholeRoom')
  for (const other of others) refuseUnusable(beds.get(other)!, 'wholeRoom')
  const except = residents.map((resident) => resident.oldmanId)
  await refuseHeld(tx, beds, [bed.bedId], { from: wish.from, except })
  await refuseHeld(tx, beds, others, { from: wish.from, except, field: 'wholeRoom' })
  const comings = residents.map((resident) => ({
    resident,
    bed,
    from: wish.from,
    others: others.map((one) => beds.get(one)!),
    reserved: reserved === null ? null : (beds.get(reserved) ?? null),
  }))
  return {
    beds,
    others,
    path: bed.path,
    deptId: bed.deptId,
    bedsInRoom: inRoom.length + 1,
    seen: await requireSeen(tx, comings, wish.confirmed),
    cleaning: [bed.bedId, ...others].some((id) => beds.get(id)!.mark === 7),
  }
}

export async function takePlace(
  tx: Tx,
  resident: Resident,
  stayId: string,
  wish: Placing,
  others: readonly string[],
  reason: string | null = null,
): Promise<void> {
  const row = { oldmanId: resident.oldmanId, stayId, from: wish.from, reason }
  await addOccupancy(tx, [
    { ...row, bedId: wish.bedId, kind: 'STAY' },
    ...others.map((bedId) => ({ ...row, bedId, kind: 'ROOM' as const })),
  ])
}
