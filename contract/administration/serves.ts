// Who of a shift serves a bed: a pure function of who is on, what their shift serves, who is in whose charge, and the rooms
// of a department in their order. Tasks, alarms and the wall all ask it, so that they name the same person.

export interface OnShift {
  empId: string
  /** The department of the group, else of the person. */
  deptId: string | null
  /** Gives care: shares the rooms. */
  cares: boolean
  team: string | null
  sort: number
  /** Milliseconds; the end is the first moment that is no shift any more. */
  from: number
  to: number
  /** What the shift serves; both empty: all of its department. */
  bedIds: readonly string[]
  roomIds: readonly string[]
}

export interface Absent {
  empId: string
  from: number
  to: number
}

export interface InCharge {
  empId: string
  oldmanId: string | null
  bedId: string | null
  from: number
  to: number | null
}

export interface ServeHouse {
  shifts: readonly OnShift[]
  absent: readonly Absent[]
  charges: readonly InCharge[]
  /** Rooms of each department as a round passes them. */
  rooms: ReadonlyMap<string, readonly string[]>
  /** The room of a bed that a shift serves by itself. */
  roomOf: ReadonlyMap<string, string>
}

export interface ServedPlace {
  oldmanId: string | null
  deptId: string | null
  roomId: string | null
  bedId: string | null
}

export interface Serving {
  /** Who does it; null: nobody on shift gives care there. */
  empId: string | null
  /** The others on shift for it, in their order. */
  others: readonly string[]
}

const NOBODY: Serving = { empId: null, others: [] }

/** Teams in the order of their names, people without one last; then as the group lists them. */
export function inOrder(a: OnShift, b: OnShift): number {
  if (a.team !== b.team) {
    if (a.team === null) return 1
    if (b.team === null) return -1
    return a.team < b.team ? -1 : 1
  }
  return a.sort - b.sort || (a.empId < b.empId ? -1 : a.empId > b.empId ? 1 : 0)
}

/** Which of `sharers` has number `at` of `all`: shares lie together and differ by one at most. */
export const shareOf = (at: number, all: number, sharers: number): number => Math.floor((at * sharers) / all)

function grouped<T, K>(all: readonly T[], by: (one: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const one of all) {
    const key = by(one)
    const same = found.get(key)
    if (same) same.push(one)
    else found.set(key, [one])
  }
  return found
}

const servesAll = (one: OnShift) => one.bedIds.length === 0 && one.roomIds.length === 0

/** Whoever is on at a moment, each once: of two shifts at the same time the one that began later. */
function onAt(house: ServeHouse, at: number): OnShift[] {
  const away = new Set(house.absent.flatMap((one) => (one.from <= at && at < one.to ? one.empId : [])))
  const on = new Map<string, OnShift>()
  for (const one of house.shifts) {
    if (one.from > at || at >= one.to || away.has(one.empId)) continue
    const known = on.get(one.empId)
    if (!known || known.from < one.from) on.set(one.empId, one)
  }
  return [...on.values()].sort(inOrder)
}

/** Answers of one moment: who is on is found once, and the rooms are shared once for each department. */
export function servingAt(house: ServeHouse, at: number): (place: ServedPlace) => Serving {
  const on = onAt(house, at)
  if (on.length === 0) return () => NOBODY
  const charges = house.charges.filter((one) => one.from <= at && (one.to === null || at < one.to))
  const elders = grouped(
    charges.filter((one) => one.oldmanId !== null),
    (one) => one.oldmanId,
  )
  const beds = grouped(
    charges.filter((one) => one.bedId !== null),
    (one) => one.bedId,
  )
  const places = new Map(
    on.map((one) => [
      one,
      {
        beds: new Set(one.bedIds),
        rooms: new Set(one.roomIds),
        /** Also those of which it serves a bed only. */
        touched: new Set([...one.roomIds, ...one.bedIds.flatMap((bedId) => house.roomOf.get(bedId) ?? [])]),
      },
    ]),
  )
  /** For a room as a whole: what shares are made of. */
  const ofRoom = (roomId: string, deptId: string | null) =>
    on.filter(
      (one) =>
        one.cares && (servesAll(one) ? one.deptId === deptId && deptId !== null : places.get(one)!.touched.has(roomId)),
    )
  const keyOf = (people: readonly OnShift[]) => people.map((one) => one.empId).join()
  const shared = new Map<string, Map<string, readonly [number, number]>>()
  /** Where a room stands among those that the same people share. */
  function standing(deptId: string, roomId: string): readonly [number, number] | undefined {
    let rooms = shared.get(deptId)
    if (!rooms) {
      rooms = new Map()
      for (const same of grouped(house.rooms.get(deptId) ?? [], (one) => keyOf(ofRoom(one, deptId))).values()) {
        for (const [at, one] of same.entries()) rooms.set(one, [at, same.length])
      }
      shared.set(deptId, rooms)
    }
    return rooms.get(roomId)
  }
  const known = new Map<string, Serving>()
  return (place) => {
    const key = `${place.oldmanId} ${place.bedId} ${place.roomId} ${place.deptId}`
    const before = known.get(key)
    if (before) return before
    const there = on.filter((one) => {
      if (servesAll(one)) return place.deptId !== null && one.deptId === place.deptId
      const own = places.get(one)!
      if (place.bedId === null && place.roomId === null) return place.deptId !== null && one.deptId === place.deptId
      return (
        (place.bedId !== null && own.beds.has(place.bedId)) ||
        (place.roomId !== null &&
          (own.rooms.has(place.roomId) || (place.bedId === null && own.touched.has(place.roomId))))
      )
    })
    const inCharge = [
      ...(place.oldmanId === null ? [] : (elders.get(place.oldmanId) ?? [])),
      ...(place.bedId === null ? [] : (beds.get(place.bedId) ?? [])),
    ]
    const carers = there.filter((one) => one.cares)
    const room = place.roomId ?? (place.bedId === null ? null : (house.roomOf.get(place.bedId) ?? null))
    const charged = inCharge.flatMap((one) => there.find((other) => other.empId === one.empId) ?? [])[0]
    let serves = charged ?? carers[0]
    if (!charged && carers.length > 1 && room !== null && place.deptId !== null) {
      const [n, all] = standing(place.deptId, room) ?? [0, 1]
      serves = carers[shareOf(n, all, carers.length)]
    }
    const serving: Serving = {
      empId: serves?.empId ?? null,
      others: (carers.length > 0 ? carers : there).flatMap((one) => (one === serves ? [] : one.empId)),
    }
    known.set(key, serving)
    return serving
  }
}
