// The bed a resident comes to, and with it the room when it is taken whole.

import { invalid } from '#contract/kit/refusal'
import { BedStatus } from '#contract/live/bedStatus'
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
  input: Placing,
  leaving: readonly string[],
  reserved: string | null = null,
): Promise<Placed> {
  const inRoom = await othersInRoom(tx, input.bedId)
  const others = input.wholeRoom ? inRoom : []
  const beds = await lockBeds(tx, who.deptIds, [input.bedId, ...others], leaving)
  const bed = beds.get(input.bedId)!
  refuseUnusable(bed)
  if (input.wholeRoom && others.length === 0) throw invalid(`${bed.path} 所在房间没有其他床位，不用包房`, 'wholeRoom')
  for (const other of others) refuseUnusable(beds.get(other)!, 'wholeRoom')
  const except = residents.map((resident) => resident.oldmanId)
  await refuseHeld(tx, beds, [bed.bedId], { from: input.from, except })
  await refuseHeld(tx, beds, others, { from: input.from, except, field: 'wholeRoom' })
  const comings = residents.map((resident) => ({
    resident,
    bed,
    from: input.from,
    others: others.map((one) => beds.get(one)!),
    reserved: reserved === null ? null : (beds.get(reserved) ?? null),
  }))
  return {
    beds,
    others,
    path: bed.path,
    deptId: bed.deptId,
    bedsInRoom: inRoom.length + 1,
    seen: await requireSeen(tx, comings, input.confirmed),
    cleaning: [bed.bedId, ...others].some((id) => beds.get(id)!.mark === BedStatus.is.clean),
  }
}

export async function takePlace(
  tx: Tx,
  resident: Resident,
  stayId: string,
  input: Placing,
  others: readonly string[],
  reason: string | null = null,
): Promise<void> {
  const row = { oldmanId: resident.oldmanId, stayId, from: input.from, reason }
  await addOccupancy(tx, [
    { ...row, bedId: input.bedId, kind: 'STAY' },
    ...others.map((bedId) => ({ ...row, bedId, kind: 'ROOM' as const })),
  ])
}
