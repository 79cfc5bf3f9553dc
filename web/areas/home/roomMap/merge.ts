// Beds that changed, put into the map that is on the screen; rooms without a change stay the same objects.
import type { MapRoomData } from '#contract/home/roomMap'

export interface Merged {
  rooms: MapRoomData[]
  /** Beds that look different now. */
  changed: string[]
  /** Something came that the map does not know: it is to be asked for as a whole. */
  unknown: boolean
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `asked` are the beds that were asked for; those that did not come back are not there any more. */
export function mergeBeds(
  rooms: readonly MapRoomData[],
  answer: readonly MapRoomData[],
  asked: ReadonlySet<string>,
): Merged {
  const fresh = new Map(answer.flatMap((room) => room.beds.map((bed) => [bed.bedId, bed] as const)))
  const roomOf = new Map(answer.flatMap((room) => room.beds.map((bed) => [bed.bedId, room.roomId] as const)))
  const changed: string[] = []
  const seen = new Set<string>()
  let unknown = false
  const merged = rooms.map((room) => {
    if (!room.beds.some((bed) => asked.has(bed.bedId))) return room
    let touched = false
    const beds = room.beds.flatMap((bed) => {
      if (!asked.has(bed.bedId)) return [bed]
      const now = fresh.get(bed.bedId)
      if (!now || roomOf.get(bed.bedId) !== room.roomId) {
        touched = true
        if (now) unknown = true
        return []
      }
      seen.add(bed.bedId)
      if (same(bed, now)) return [bed]
      touched = true
      changed.push(bed.bedId)
      return [now]
    })
    return touched ? { ...room, beds } : room
  })
  if ([...fresh.keys()].some((bedId) => !seen.has(bedId))) unknown = true
  return { rooms: merged.filter((room) => room.beds.length > 0), changed, unknown }
}
