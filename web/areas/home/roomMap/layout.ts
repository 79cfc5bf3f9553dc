// How the map lies: buildings, floors, odd rooms above the corridor and even ones below, and where an arrow key leads.
import type { MapBedData, MapBuildingData, MapFloorData, MapRoomData } from '#contract/home/roomMap'

export interface MapFloor {
  key: string
  /** Null until the buildings are known. */
  floor: MapFloorData | null
  floorName: string
  buildingKey: string
  buildingName: string
  /** Rooms with an odd number, in their order; all rooms where the numbers say nothing. */
  above: MapRoomData[]
  below: MapRoomData[]
  beds: number
}

export const keyOf = (id: string | null) => id ?? '-'

/** The number at the end of a room's name: 203室 → 203; null where there is none. */
export function roomNumber(name: string): number | null {
  const digits = /(\d+)\D*$/.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Floors in the order of the rooms; a floor whose rooms are all odd or all even has no second side. */
export function floorsOf(rooms: readonly MapRoomData[], buildings: readonly MapBuildingData[]): MapFloor[] {
  const known = new Map(buildings.flatMap((one) => one.floors).map((floor) => [keyOf(floor.floorId), floor]))
  const floors = new Map<string, MapFloor>()
  for (const room of rooms) {
    const key = keyOf(room.floorId)
    let floor = floors.get(key)
    if (!floor) {
      floor = {
        key,
        floor: known.get(key) ?? null,
        floorName: room.floorName,
        buildingKey: keyOf(room.buildingId),
        buildingName: room.buildingName,
        above: [],
        below: [],
        beds: 0,
      }
      floors.set(key, floor)
    }
    const number = roomNumber(room.roomName)
    if (number !== null && number % 2 === 0) floor.below.push(room)
    else floor.above.push(room)
    floor.beds += room.beds.length
  }
  for (const floor of floors.values()) {
    if (floor.above.length === 0) [floor.above, floor.below] = [floor.below, []]
  }
  return [...floors.values()]
}

/** 203室 02床 → 203-02 */
export const shortPlace = (room: string, bed: string) => `${room.replace(/室$/, '')}-${bed.replace(/床$/, '')}`

const NAMES = ['', '单人间', '双人间', '三人间', '四人间', '五人间', '六人间']
export const roomKind = (beds: number) => NAMES[beds] ?? `${beds} 人间`

/** 半护理（二级护理） → 二级: what fits into a cell. */
export const shortLevel = (name: string | null) => {
  const inside = name === null ? undefined : /[（(](.+?)(?:护理)?[）)]/.exec(name)?.[1]
  return inside ?? name ?? ''
}

// Measures of the style sheet: the height of a floor is known before it is drawn, so that scrolling to it is exact.
export const MEASURES = {
  head: 36,
  roomHead: 37,
  bed: 50,
  bedGap: 3,
  roomFoot: 6,
  gap: 8,
  corridor: 30,
  foot: 12,
  filter: 32,
} as const
const MIN_ROOM = 188
/** From this width on a room shows its beds two by two. */
const TWIN_ROOM = 340
/** Rooms of a house with few on each floor grow, but not beyond a quarter of the width. */
const FEWEST = 4

/** How many rooms stand side by side, and how many beds inside of one. */
export interface MapGrid {
  columns: number
  beds: 1 | 2
}

/** As many rooms as there is width for, and no more than the longest side of a floor has. */
export function gridFor(width: number, floors: readonly Pick<MapFloor, 'above' | 'below'>[]): MapGrid {
  const most = Math.max(1, Math.floor((width + MEASURES.gap) / (MIN_ROOM + MEASURES.gap)))
  const longest = Math.max(FEWEST, ...floors.map((floor) => Math.max(floor.above.length, floor.below.length)))
  const columns = Math.min(most, longest)
  return { columns, beds: (width + MEASURES.gap) / columns - MEASURES.gap >= TWIN_ROOM ? 2 : 1 }
}

function roomHeight(beds: number, grid: MapGrid): number {
  const rows = Math.ceil(beds / grid.beds)
  return MEASURES.roomHead + rows * MEASURES.bed + Math.max(0, rows - 1) * MEASURES.bedGap + MEASURES.roomFoot + 2
}

function sideHeight(rooms: readonly MapRoomData[], grid: MapGrid): number {
  let height = 0
  for (let at = 0; at < rooms.length; at += grid.columns) {
    const most = Math.max(...rooms.slice(at, at + grid.columns).map((room) => room.beds.length))
    height += roomHeight(most, grid) + (at > 0 ? MEASURES.gap : 0)
  }
  return height
}

const corridorHeight = (floor: Pick<MapFloor, 'below'>) =>
  floor.below.length > 0 ? MEASURES.corridor + 2 * MEASURES.gap : 0

export function floorHeight(floor: Pick<MapFloor, 'above' | 'below'>, grid: MapGrid): number {
  return MEASURES.head + sideHeight(floor.above, grid) + corridorHeight(floor) + sideHeight(floor.below, grid)
}

/** Rooms that stand side by side: what is drawn or left out as one. */
export interface Band {
  rooms: readonly MapRoomData[]
  /** From the top of its floor. */
  top: number
  height: number
}

/** The bands of a floor in their order, those above the corridor first. */
export function bandsOf(floor: Pick<MapFloor, 'above' | 'below'>, grid: MapGrid): { above: Band[]; below: Band[] } {
  const cut = (rooms: readonly MapRoomData[], start: number) => {
    const bands: Band[] = []
    let top = start
    for (let at = 0; at < rooms.length; at += grid.columns) {
      const side = rooms.slice(at, at + grid.columns)
      const height = sideHeight(side, grid)
      bands.push({ rooms: side, top, height })
      top += height + MEASURES.gap
    }
    return bands
  }
  const first = MEASURES.head
  return {
    above: cut(floor.above, first),
    below: cut(floor.below, first + sideHeight(floor.above, grid) + corridorHeight(floor)),
  }
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key)

interface Spot {
  /** All sides of all floors, one after another. */
  side: number
  room: number
  bed: number
}

/** The bed an arrow leads to; null at the edge. Up and down run through the beds of a column of rooms. */
export function walk(floors: readonly MapFloor[], grid: MapGrid, from: string, arrow: Arrow): string | null {
  const { columns, beds: wide } = grid
  const sides = floors.flatMap((floor) => [floor.above, floor.below]).filter((side) => side.length > 0)
  const at = find(sides, from)
  if (!at) return sides[0]?.[0]?.beds[0]?.bedId ?? null
  const rooms = sides[at.side]!
  const row = Math.floor(at.bed / wide)
  const column = at.bed % wide
  /** The bed at that row and column of a room, or the nearest one it has; row -1 is the last. */
  const bedIn = (side: readonly MapRoomData[] | undefined, room: number, wanted: number, inRow: number) => {
    const beds = side?.[Math.min(room, (side?.length ?? 1) - 1)]?.beds
    if (!beds || beds.length === 0) return null
    const last = Math.floor((beds.length - 1) / wide)
    const inside = wanted < 0 ? last : Math.min(wanted, last)
    return beds[Math.min(inside * wide + inRow, beds.length - 1)]!.bedId
  }
  const beds = rooms[at.room]!.beds
  if (arrow === 'ArrowLeft') {
    if (column > 0) return beds[at.bed - 1]!.bedId
    return at.room > 0 ? bedIn(rooms, at.room - 1, row, wide - 1) : null
  }
  if (arrow === 'ArrowRight') {
    if (column < wide - 1 && at.bed < beds.length - 1) return beds[at.bed + 1]!.bedId
    return at.room < rooms.length - 1 ? bedIn(rooms, at.room + 1, row, 0) : null
  }
  const roomColumn = at.room % columns
  if (arrow === 'ArrowDown') {
    if (row < Math.floor((beds.length - 1) / wide)) return bedIn(rooms, at.room, row + 1, column)
    if (at.room + columns < rooms.length) return bedIn(rooms, at.room + columns, 0, column)
    // The last row may be shorter than this column.
    const lastRow = Math.floor((rooms.length - 1) / columns)
    if (Math.floor(at.room / columns) < lastRow) return bedIn(rooms, rooms.length - 1, 0, column)
    return bedIn(sides[at.side + 1], roomColumn, 0, column)
  }
  if (row > 0) return bedIn(rooms, at.room, row - 1, column)
  if (at.room - columns >= 0) return bedIn(rooms, at.room - columns, -1, column)
  const before = sides[at.side - 1]
  if (!before) return null
  const lastRow = Math.floor((before.length - 1) / columns) * columns
  return bedIn(before, lastRow + roomColumn, -1, column)
}

function find(sides: readonly (readonly MapRoomData[])[], bedId: string): Spot | null {
  for (const [side, rooms] of sides.entries()) {
    for (const [room, { beds }] of rooms.entries()) {
      const bed = beds.findIndex((one) => one.bedId === bedId)
      if (bed >= 0) return { side, room, bed }
    }
  }
  return null
}

export interface BedAt {
  room: MapRoomData
  bed: MapBedData
}

export const bedsOf = (rooms: readonly MapRoomData[]): BedAt[] =>
  rooms.flatMap((room) => room.beds.map((bed) => ({ room, bed })))
