import { describe, expect, it } from 'vitest'
import type { BedChoiceData } from '#contract/live/residence'
import { floorsOf, roomsOf, sexWarning, shownBeds, startOf } from './bedChoice.ts'
import { addDays, daysBetween, nearness, yearLater } from './days.ts'

const bed = (
  building: string,
  floor: string,
  room: string,
  name: string,
  free: boolean,
  roomSex: number | null = null,
) =>
  ({
    bedId: `${building}${room}${name}`,
    bedPath: [building, floor, room, name].join('>'),
    buildingName: building,
    floorName: floor,
    roomId: `${building}${room}`,
    roomName: room,
    bedName: name,
    status: free ? 0 : 2,
    note: free ? null : '王秀兰',
    free,
    roomSex,
  }) satisfies BedChoiceData

const beds = [
  bed('松鹤楼', '1层', '101室', '01床', false, 1),
  bed('松鹤楼', '1层', '101室', '02床', true, 1),
  bed('松鹤楼', '2层', '203室', '01床', true),
  bed('长青楼', '1层', '101室', '01床', false, 0),
]

describe('beds to choose from', () => {
  it('counts the free ones by building and floor, in the order of the answer', () => {
    expect(floorsOf(beds)).toEqual([
      {
        name: '松鹤楼',
        free: 2,
        choosable: 2,
        floors: [
          { name: '1层', free: 1, choosable: 1 },
          { name: '2层', free: 1, choosable: 1 },
        ],
      },
      { name: '长青楼', free: 0, choosable: 0, floors: [{ name: '1层', free: 0, choosable: 0 }] },
    ])
  })

  it('counts a bed to be cleaned as one to choose, not as a free one', () => {
    const unclean = { ...beds[2]!, status: 7 as const }
    expect(floorsOf([beds[1]!, unclean])[0]).toMatchObject({ free: 1, choosable: 2 })
  })

  it('begins with the chosen bed, else near the present one, which is not counted', () => {
    const [first, second, third] = beds
    expect(startOf(beds, third!.bedId, second!.bedId)).toBe(third)
    expect(startOf(beds, null, first!.bedId)).toBe(second)
    expect(startOf(beds, null, second!.bedId)).toBe(third)
    expect(startOf([beds[3]!], null, beds[3]!.bedId)).toBe(beds[3])
    expect(floorsOf(beds, second!.bedId)[0]).toMatchObject({ free: 1, floors: [{ free: 0 }, { free: 1 }] })
  })

  it('shows one floor, only free ones when asked, and finds a room in every building', () => {
    const view = { building: '松鹤楼', floor: '1层', onlyFree: false, typed: '' }
    expect(shownBeds(beds, view)).toHaveLength(2)
    expect(shownBeds(beds, { ...view, onlyFree: true })).toHaveLength(1)
    const found = roomsOf(shownBeds(beds, { ...view, typed: ' 101 ' }))
    expect(found.map((room) => [room.place, room.name, room.beds.length])).toEqual([
      ['松鹤楼 1层', '101室', 2],
      ['长青楼 1层', '101室', 1],
    ])
  })

  it('finds a bed by its number in any writing, and by whoever lies there', () => {
    const view = { building: '松鹤楼', floor: '1层', onlyFree: false }
    const one = { ...beds[0]!, roomName: '402室', bedName: '02床', note: '已由王秀兰（入住中）使用' }
    for (const typed of ['402-02', '402 02', '40202', '王秀兰', 'wxl'])
      expect([typed, shownBeds([...beds, one], { ...view, typed })]).toEqual([typed, [one]])
  })

  it('warns when the others in the room are of the other sex', () => {
    expect(sexWarning(beds[1]!, 1)).toBeNull()
    expect(sexWarning(beds[2]!, 0)).toBeNull()
    expect(sexWarning(beds[1]!, 0)).toBe('101室住的是女性，老人为男性，请确认')
    expect(sexWarning({ roomName: '301室', roomSex: 2 }, 1)).toContain('男女同住')
    expect(sexWarning(beds[1]!, undefined)).toBeNull()
  })
})

describe('days', () => {
  it('counts and adds whole days', () => {
    expect(addDays('2026-02-27', 3)).toBe('2026-03-02')
    expect(daysBetween('2026-11-15', '2026-11-12')).toBe(-3)
    expect(yearLater('2026-03-01')).toBe('2027-02-28')
  })

  it('says how near an end is', () => {
    const on = (day: string | null) => nearness(day, 3, '2026-11-15')
    expect(on(null)).toBeNull()
    expect(on('2026-11-19')).toBeNull()
    expect(on('2026-11-18')).toMatchObject({ words: '还有 3 天', tone: 'amber' })
    expect(on('2026-11-15')).toMatchObject({ words: '今天到期', tone: 'red' })
    expect(on('2026-11-13')).toMatchObject({ words: '已过 2 天', tone: 'red' })
  })
})
