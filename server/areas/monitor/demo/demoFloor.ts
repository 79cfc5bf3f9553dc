// The floors of the demo buildings: which rooms lie where, in metres, and pictures of them. The pictures carry no words,
// because a server may have no Chinese font: the names of the rooms stand in the map's zones.
import sharp from 'sharp'

export interface DemoZone {
  name: string
  polygon: [number, number][]
}

export interface DemoFloorPlan {
  /** Metres. */
  width: number
  height: number
  zones: DemoZone[]
  /** Whoever is kept in stays inside this. */
  outline: [number, number][]
}

type Box = readonly [name: string, x: number, y: number, width: number, height: number, fill: string]

const OX = 3
const OY = 3
const WIDTH = 60
const DEPTH = 31
const ROOM = 6.8
const TOP = 7.4
const HALL = 11.1
const LOWER = 18.5
const GARDEN = 13
export const PX_PER_METRE = 25

const WHITE = '#ffffff'
const BLUE = '#e9f1fc'
const SAND = '#fcf7ec'
const GREEN = '#f1f7f1'
const GREY = '#f0f1f4'
const CORRIDOR = '#f6f8fb'

const two = (number: number) => String(number).padStart(2, '0')

/** Rooms of a floor; odd numbers above the corridor, even ones below. */
function boxes(floor: number, rooms: number): Box[] {
  const found: Box[] = []
  const ground = floor === 1
  const even = Math.floor(rooms / 2)
  for (let i = 0; i < 4; i++) found.push([`${floor}${two(i * 2 + 1)}室`, i * ROOM, 0, ROOM, TOP, WHITE])
  for (let i = 0; i < even; i++) found.push([`${floor}${two(i * 2 + 2)}室`, i * ROOM, HALL, ROOM, TOP, WHITE])
  const left = 4 * ROOM
  const stairs = even * ROOM
  const hall = 34.5
  const lift = (stairs + hall) / 2
  found.push(['护理站', left, 0, 9.3, TOP, BLUE])
  found.push([ground ? '医务室' : '阅览室', 36.5, 0, 6.8, TOP, WHITE])
  found.push([ground ? '接待室' : '棋牌室', 43.3, 0, 6.9, TOP, WHITE])
  found.push(['康复室', 50.2, 0, WIDTH - 50.2, TOP, GREEN])
  found.push(['走廊', 0, TOP, WIDTH, HALL - TOP, CORRIDOR])
  found.push(['楼梯间', stairs, HALL, lift - stairs, TOP, GREY])
  found.push(['电梯厅', lift, HALL, hall - lift, TOP, GREY])
  found.push([ground ? '门厅' : '公共客厅', hall, HALL, 11, 10.5, SAND])
  found.push(['浴室', 45.5, HALL, 6.8, TOP, WHITE])
  found.push(['配药间', 52.3, HALL, WIDTH - 52.3, TOP, WHITE])
  found.push([ground ? '餐厅' : '活动厅', 0, LOWER, 20.4, DEPTH - LOWER, SAND])
  found.push([ground ? '活动室' : '书画室', 20.4, LOWER, 14.1, DEPTH - LOWER, GREEN])
  found.push([ground ? '正门' : '露台', hall, 21.6, 11, DEPTH - 21.6, CORRIDOR])
  found.push([ground ? '厨房' : '备餐间', 45.5, LOWER, WIDTH - 45.5, DEPTH - LOWER, WHITE])
  return found
}

const corners = (x: number, y: number, width: number, height: number): [number, number][] =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([a, b]) => [Math.round(a! * 100) / 100, Math.round(b! * 100) / 100] as [number, number])

export function floorPlan(floor: number, rooms: number): DemoFloorPlan {
  const garden = floor === 1
  const height = OY * 2 + DEPTH + (garden ? GARDEN : 0)
  const zones = boxes(floor, rooms).map(([name, x, y, w, h]) => ({ name, polygon: corners(OX + x, OY + y, w, h) }))
  if (garden) {
    zones.push({ name: '庭院', polygon: corners(0.5, OY + DEPTH + 0.8, WIDTH + 5, height - OY - DEPTH - 1.3) })
    zones.push({ name: '荷花池', polygon: corners(19.5, OY + DEPTH + 8, 11, 4.5) })
  }
  return {
    width: WIDTH + OX * 2,
    height,
    zones,
    outline: corners(OX - 0.4, OY - 0.4, WIDTH + 0.8, DEPTH + 0.8),
  }
}

const TREES = [4, 11, 17, 34, 49, 58] as const

function gardenSvg(height: number): string {
  const top = OY + DEPTH + 0.8
  const gate = OX + 40
  const trees = TREES.map((x, i) => {
    const y = top + (i % 2 === 0 ? 2.6 : height - top - 2.2)
    return `<circle cx="${x}" cy="${y}" r="1" fill="#a9c9a4"/><circle cx="${x - 0.2}" cy="${y - 0.2}" r="0.6" fill="#bcd8b6"/>`
  }).join('')
  return `<rect x="0" y="${top}" width="66" height="${height - top}" fill="#dfebdc"/>
    <path d="M${gate} ${top} L${gate} ${top + 4} Q${gate} ${top + 7} ${gate + 4} ${top + 8} L66 ${top + 8.5}" stroke="#f3efe6"
      stroke-width="2.2" fill="none"/>
    <path d="M${gate} ${top + 5} Q${gate - 3} ${top + 7} ${gate - 12} ${top + 6.6} L7 ${top + 6.6}" stroke="#f3efe6"
      stroke-width="1.5" fill="none" stroke-linecap="round"/>
    <ellipse cx="25" cy="${OY + DEPTH + 10.2}" rx="5.5" ry="2.2" fill="#c5daec"/>${trees}`
}

/** A gap in the wall, where the door is. */
function doors(all: readonly Box[]): string {
  return all
    .filter(([name]) => name !== '走廊')
    .map(([name, x, y, w, h]) => {
      const at = OX + x + w / 2 - 0.7
      const wide = name === '正门' || name === '门厅' || name === '公共客厅' ? 4 : 1.4
      const line = name === '正门' || y === 0 ? OY + y + h : OY + y
      return `<rect x="${at - (wide - 1.4) / 2}" y="${line - 0.16}" width="${wide}" height="0.32" fill="#ffffff"/>`
    })
    .join('')
}

export async function floorPicture(floor: number, rooms: number): Promise<Buffer> {
  const plan = floorPlan(floor, rooms)
  const all = boxes(floor, rooms)
  const walls = all
    .map(
      ([name, x, y, w, h, fill]) =>
        `<rect x="${OX + x}" y="${OY + y}" width="${w}" height="${h}" fill="${fill}" ${name === '走廊' ? '' : 'stroke="#a9b6c6" stroke-width="0.14"'}/>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${plan.width * PX_PER_METRE}" height="${plan.height * PX_PER_METRE}"
    viewBox="0 0 ${plan.width} ${plan.height}">
    <rect width="100%" height="100%" fill="#e8edf3"/>${floor === 1 ? gardenSvg(plan.height) : ''}
    ${walls}<rect x="${OX}" y="${OY}" width="${WIDTH}" height="${DEPTH}" fill="none" stroke="#8296ae" stroke-width="0.4"/>
    ${doors(all)}</svg>`
  // Plain colours: counting them for a palette would take five times the memory and save ten kilobytes.
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}
