// Beds to choose from, by building, floor and room.
import { type BedStatusValue, isCounted } from '#contract/live/bedStatus'
import type { BedChoiceData } from '#contract/live/residence'
import { ResidentSex } from '#contract/live/resident'
import { bedSearch } from '#web/kit/bedWords'
import { found } from '#web/kit/initials'

export interface FloorOfBeds {
  name: string
  /** 空闲, as the room map and every figure count it. */
  free: number
  /** Those that can be chosen for the day asked for: also beds to be cleaned, or kept for this resident. */
  choosable: number
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

/** Buildings and floors in the order the server answers them, with their beds besides the present one. */
export function floorsOf(beds: readonly BedChoiceData[], present?: string | null): BuildingOfBeds[] {
  const buildings = new Map<string, Omit<FloorOfBeds, 'name'> & { floors: Map<string, FloorOfBeds> }>()
  for (const bed of beds) {
    const building = buildings.get(bed.buildingName) ?? { free: 0, choosable: 0, floors: new Map() }
    buildings.set(bed.buildingName, building)
    const floor = building.floors.get(bed.floorName) ?? { name: bed.floorName, free: 0, choosable: 0 }
    building.floors.set(bed.floorName, floor)
    if (bed.bedId === present) continue
    for (const one of [building, floor]) {
      if (isCounted('free', bed.status as BedStatusValue)) one.free++
      if (bed.free) one.choosable++
    }
  }
  return [...buildings].map(([name, one]) => ({ name, ...one, floors: [...one.floors.values()] }))
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
  /** Only those that can be chosen. */
  onlyFree: boolean
  /** A number or a name reaches over all buildings. */
  typed: string
}

/** 已由王秀兰（入住中）使用 names who lies there. */
const holderOf = (note: string | null) => /^已由(.+?)（/.exec(note ?? '')?.[1]

export function shownBeds(beds: readonly BedChoiceData[], view: BedView): BedChoiceData[] {
  const typed = view.typed.trim()
  return beds.filter((bed) => {
    if (view.onlyFree && !bed.free) return false
    if (typed !== '') return found(bedSearch(bed, bed.bedPath, holderOf(bed.note)), typed)
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

/** The sex of a room where both live; else that of its residents. */
export const MIXED = 2

/** Men and women share no room without somebody's deciding so. */
export function sexWarning(bed: Pick<BedChoiceData, 'roomSex' | 'roomName'>, sex: number | undefined): string | null {
  if (sex === undefined || bed.roomSex === null || bed.roomSex === sex) return null
  const own = ResidentSex.label(sex as 0)
  return bed.roomSex === MIXED
    ? `${bed.roomName}为男女同住，请确认`
    : `${bed.roomName}住的是${ResidentSex.label(bed.roomSex as 0)}性，老人为${own}性，请确认`
}
