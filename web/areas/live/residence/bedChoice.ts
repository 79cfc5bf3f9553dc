// Beds to choose from, by building, floor and room.
import type { BedChoiceData } from '#contract/live/residence'
import { ResidentSex } from '#contract/live/resident'

export interface FloorOfBeds {
  name: string
  free: number
}
export interface BuildingOfBeds extends FloorOfBeds {
  floors: FloorOfBeds[]
}
export interface RoomOfBeds {
  roomId: string
  name: string
  /** 松鹤楼 2层 */
  place: string
  sex: number | null
  beds: BedChoiceData[]
}

/** Buildings and floors in the order the server answers them, with their free beds besides the present one. */
export function floorsOf(beds: readonly BedChoiceData[], present?: string | null): BuildingOfBeds[] {
  const buildings = new Map<string, { free: number; floors: Map<string, FloorOfBeds> }>()
  for (const bed of beds) {
    const building = buildings.get(bed.buildingName) ?? { free: 0, floors: new Map<string, FloorOfBeds>() }
    buildings.set(bed.buildingName, building)
    const floor = building.floors.get(bed.floorName) ?? { name: bed.floorName, free: 0 }
    building.floors.set(bed.floorName, floor)
    if (bed.free && bed.bedId !== present) {
      building.free++
      floor.free++
    }
  }
  return [...buildings].map(([name, { free, floors }]) => ({ name, free, floors: [...floors.values()] }))
}

/** Where to look first: the chosen bed, else a free one as near as possible to the present one. */
export function startOf(
  beds: readonly BedChoiceData[],
  chosen: string | null | undefined,
  present: string | null | undefined,
): BedChoiceData | undefined {
  const own = beds.find((bed) => bed.bedId === present)
  const free = beds.filter((bed) => bed.free && bed !== own)
  return (
    beds.find((bed) => bed.bedId === chosen) ??
    free.find((bed) => bed.buildingName === own?.buildingName && bed.floorName === own.floorName) ??
    free.find((bed) => bed.buildingName === own?.buildingName) ??
    free[0] ??
    own ??
    beds[0]
  )
}

export interface BedView {
  building: string
  floor: string
  onlyFree: boolean
  /** A room's number reaches over all buildings. */
  typed: string
}

export function shownBeds(beds: readonly BedChoiceData[], view: BedView): BedChoiceData[] {
  const typed = view.typed.trim().toLowerCase()
  return beds.filter((bed) => {
    if (view.onlyFree && !bed.free) return false
    if (typed !== '') return bed.roomName.toLowerCase().includes(typed)
    return bed.buildingName === view.building && bed.floorName === view.floor
  })
}

export function roomsOf(beds: readonly BedChoiceData[]): RoomOfBeds[] {
  const rooms = new Map<string, RoomOfBeds>()
  for (const bed of beds) {
    const room = rooms.get(bed.roomId) ?? {
      roomId: bed.roomId,
      name: bed.roomName,
      place: [bed.buildingName, bed.floorName].filter(Boolean).join(' '),
      sex: bed.roomSex,
      beds: [],
    }
    rooms.set(bed.roomId, room)
    room.beds.push(bed)
  }
  return [...rooms.values()]
}

/** Men and women share no room without somebody's deciding so. */
export function sexWarning(bed: Pick<BedChoiceData, 'roomSex' | 'roomName'>, sex: number | undefined): string | null {
  if (sex === undefined || bed.roomSex === null || bed.roomSex === sex) return null
  const own = ResidentSex.label(sex as 0)
  return bed.roomSex === 2
    ? `${bed.roomName}为男女同住，请确认`
    : `${bed.roomName}住的是${ResidentSex.label(bed.roomSex as 0)}性，老人为${own}性，请确认`
}
