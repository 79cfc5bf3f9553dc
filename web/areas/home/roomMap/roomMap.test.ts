// The map without a browser: how floors lie, where the arrows lead, what cells say, what a push changes.
import { describe, expect, it } from 'vitest'
import { contrast, tonesOf, tooPale } from '#contract/home/colors'
import type { MapBedData, MapCardData, MapRoomData } from '#contract/home/roomMap'
import { fen } from '#contract/kit/money'
import { cardActs } from './cardActs.ts'
import { bandsOf, floorHeight, floorsOf, gridFor, roomNumber, shortLevel, walk } from './layout.ts'
import { mergeBeds } from './merge.ts'
import { mapNames } from './palette.ts'
import { bandOf, bandsBetween, planOf } from './seen.ts'
import { cellWords, finds } from './words.ts'

const bed = (bedId: string, more: Partial<MapBedData> = {}): MapBedData => ({
  bedId,
  bedName: `${bedId.slice(-2)}床`,
  status: 0,
  occupant: null,
  holder: null,
  next: null,
  mark: null,
  alarm: null,
  ...more,
})
const room = (number: number, beds: number, more: Partial<MapRoomData> = {}): MapRoomData => ({
  roomId: `r${number}`,
  roomName: `${number}室`,
  floorId: 'f2',
  floorName: '2层',
  buildingId: 'b1',
  buildingName: '松鹤楼',
  beds: Array.from({ length: beds }, (_, i) => bed(`${number}-0${i + 1}`)),
  ...more,
})
const wang = {
  oldmanId: 'w',
  oldmanName: '王秀兰',
  sex: 1 as const,
  age: 82,
  attention: [1 as const, 2 as const],
  initials: 'wxl',
  pinyin: 'wangxiulan',
  levelName: '半护理（二级护理）',
  owedFen: fen(871_140),
  trialEnd: null,
  outSince: null,
  outReturn: null,
  outHospital: false,
}
const names = mapNames(undefined)
const NOW = new Date('2026-11-14T15:30:00').getTime()
const TODAY = '2026-11-14'
const words = (one: MapBedData) => cellWords(one, names, NOW, TODAY)

describe('floors', () => {
  const rooms = [201, 202, 203, 204, 205, 207].map((number) => room(number, 2))
  it('have odd rooms above and even ones below', () => {
    const [floor] = floorsOf(rooms, [])
    expect(floor!.above.map((one) => one.roomName)).toEqual(['201室', '203室', '205室', '207室'])
    expect(floor!.below.map((one) => one.roomName)).toEqual(['202室', '204室'])
    const [even] = floorsOf([room(202, 1)], [])
    expect(even).toMatchObject({ above: [{ roomName: '202室' }], below: [] })
    expect([roomNumber('A203室'), roomNumber('护理站'), roomNumber('3号楼 12 房')]).toEqual([203, null, 12])
  })

  it('are eight rooms wide at 1920 and five at 1280, and know their height', () => {
    const long = floorsOf(
      Array.from({ length: 20 }, (_, i) => room(201 + i, 2)),
      [],
    )
    expect([1656, 1016, 100].map((width) => gridFor(width, long).columns)).toEqual([8, 5, 1])
    const [floor] = floorsOf(rooms, [])
    expect(floorHeight(floor!, { columns: 2, beds: 1 })).toBeGreaterThan(floorHeight(floor!, { columns: 8, beds: 1 }))
  })

  it('are cut into bands of rooms that fill them exactly', () => {
    const grid = { columns: 2, beds: 1 as const }
    const [floor] = floorsOf(rooms, [])
    const { above, below } = bandsOf(floor!, grid)
    expect([...above, ...below].map((band) => band.rooms.map((one) => one.roomName))).toEqual([
      ['201室', '203室'],
      ['205室', '207室'],
      ['202室', '204室'],
    ])
    const last = below.at(-1)!
    expect(last.top + last.height).toBe(floorHeight(floor!, grid))
    const plan = planOf(floorsOf([...rooms, room(301, 2, { floorId: 'f3' })], []), grid)
    expect(plan.spans).toHaveLength(4)
    expect(plan.spans[3]![0]).toBeGreaterThan(plan.spans[2]![1])
    expect(bandsBetween(plan, 0, plan.spans[1]![0])).toEqual({ from: 0, to: 1 })
    expect(bandsBetween(plan, plan.spans[0]![1], plan.spans[3]![0] + 1)).toEqual({ from: 1, to: 4 })
    expect(bandsBetween(plan, 1e6, 2e6)).toEqual({ from: 4, to: 4 })
    expect([bandOf(plan, '204-02'), bandOf(plan, '301-01'), bandOf(plan, 'gone'), bandOf(plan, null)]).toEqual([
      2, 3, -1, -1,
    ])
  })

  it('grow into the width where there are few rooms, and then show beds two by two', () => {
    const few = floorsOf(rooms, [])
    expect(gridFor(1656, few)).toEqual({ columns: 4, beds: 2 })
    expect(gridFor(1016, few)).toEqual({ columns: 4, beds: 1 })
    expect(gridFor(1656, []).columns).toBe(4)
    expect(floorHeight(few[0]!, { columns: 4, beds: 2 })).toBeLessThan(floorHeight(few[0]!, { columns: 4, beds: 1 }))
  })

  it('are walked with the arrows, across the corridor and to the next floor', () => {
    const upper = [301, 302].map((number) => room(number, 1, { floorId: 'f3', floorName: '3层' }))
    const floors = floorsOf([...rooms, ...upper], [])
    const go = (from: string, ...arrows: ('Up' | 'Down' | 'Left' | 'Right')[]) =>
      arrows.reduce<string | null>(
        (at, arrow) => (at === null ? null : walk(floors, { columns: 2, beds: 1 }, at, `Arrow${arrow}`)),
        from,
      )
    expect(go('201-01', 'Down')).toBe('201-02')
    expect(go('201-01', 'Right')).toBe('203-01')
    expect(go('201-02', 'Down')).toBe('205-01')
    expect(go('205-02', 'Down')).toBe('202-01')
    expect(go('202-01', 'Up')).toBe('205-02')
    expect(go('204-02', 'Down')).toBe('301-01')
    expect(go('301-01', 'Down')).toBe('302-01')
    expect(go('302-01', 'Down')).toBeNull()
    expect(go('201-01', 'Up')).toBeNull()
    expect(go('201-01', 'Left')).toBeNull()
    expect(go('gone', 'Down')).toBe('201-01')
  })

  it('are walked bed by bed where these lie two by two', () => {
    const floors = floorsOf([room(201, 3), room(203, 4), room(202, 1)], [])
    const go = (from: string, arrow: 'Up' | 'Down' | 'Left' | 'Right') =>
      walk(floors, { columns: 2, beds: 2 }, from, `Arrow${arrow}`)
    expect(go('201-01', 'Right')).toBe('201-02')
    expect(go('201-02', 'Right')).toBe('203-01')
    expect(go('201-03', 'Right')).toBe('203-03')
    expect(go('203-03', 'Left')).toBe('201-03')
    expect(go('203-01', 'Left')).toBe('201-02')
    expect(go('201-01', 'Down')).toBe('201-03')
    expect(go('201-02', 'Down')).toBe('201-03')
    expect(go('203-02', 'Down')).toBe('203-04')
    expect(go('203-04', 'Down')).toBe('202-01')
    expect(go('202-01', 'Up')).toBe('201-03')
    expect(go('203-03', 'Right')).toBe('203-04')
    expect(go('203-04', 'Right')).toBeNull()
  })
})

describe('a cell', () => {
  it('says who, what to mind and why', () => {
    expect(words(bed('1', { status: 2, occupant: wang }))).toMatchObject({
      title: '王秀兰',
      second: '女 82　二级',
      marks: [{ sign: '智' }, { sign: '暴' }, { sign: '欠' }],
    })
    const out = (part: Partial<typeof wang>) => words(bed('1', { status: 4, occupant: { ...wang, ...part } as never }))
    expect(out({ outReturn: '2026-11-14 17:00:00' as never })).toMatchObject({ second: '11-14 17:00 归', bad: false })
    expect(out({ outReturn: '2026-11-14 13:00:00' as never })).toMatchObject({ second: '逾期未归 2 小时', bad: true })
    expect(
      out({ outReturn: '2026-12-01 09:00:00' as never, outSince: '2026-11-09 10:00:00' as never, outHospital: true }),
    ).toMatchObject({ second: '住院 第 6 天' })
    const holder = {
      oldmanId: 'f',
      oldmanName: '冯德海',
      initials: '',
      pinyin: '',
      day: '2026-11-16',
      expireDate: '2026-11-18',
      place: null,
    }
    expect(words(bed('1', { status: 1, holder }))).toMatchObject({ title: '预订', second: '冯德海 11-16 入住' })
    expect(words(bed('1', { status: 1, holder: { ...holder, expireDate: '2026-11-13' } }))).toMatchObject({ bad: true })
    expect(words(bed('1', { status: 5, holder: { ...holder, place: '216室 01床' } })).second).toBe('216-01 包房')
    expect(words(bed('1', { next: { ...holder, day: '2026-11-20' } })).second).toBe('11-20 起 冯德海')
    const mark = { mark: 6, reason: '空调检修', until: '2026-11-20', since: '2026-11-14 08:00:00' }
    expect(words(bed('1', { status: 6, mark })).second).toBe('空调检修 至 11-20')
    expect(words(bed('1', { status: 2 }))).toMatchObject({ title: '入住', second: '其他部门老人' })
    expect(shortLevel('失智专护')).toBe('失智专护')
  })

  it('is found by name, readings and place', () => {
    const one = bed('201-02', { status: 2, occupant: wang })
    const at = room(201, 0)
    for (const typed of ['秀兰', 'WXL', 'wangx', '201', '201-02', '20102', '松鹤楼201', '松鹤楼2层', '']) {
      expect([typed, finds(typed, at, one)]).toEqual([typed, true])
    }
    for (const typed of ['xl', '202', '长青楼', '张', '-'])
      expect([typed, finds(typed, at, one)]).toEqual([typed, false])
  })
})

describe('a push', () => {
  const rooms = [room(201, 2), room(202, 1)]
  it('replaces the beds it names and leaves the others as they are', () => {
    const now = bed('201-02', { status: 7 })
    const merged = mergeBeds(rooms, [{ ...rooms[0]!, beds: [now] }], new Set(['201-02', '202-01-gone']))
    expect(merged).toMatchObject({ changed: ['201-02'], unknown: false })
    expect(merged.rooms[0]!.beds).toEqual([rooms[0]!.beds[0], now])
    expect(merged.rooms[1]).toBe(rooms[1])
    expect(mergeBeds(rooms, [rooms[0]!], new Set(['201-01', '201-02'])).changed).toEqual([])
  })
  it('takes away what is gone and asks for all when something unknown came', () => {
    expect(mergeBeds(rooms, [], new Set(['202-01'])).rooms).toEqual([rooms[0]])
    expect(mergeBeds(rooms, [room(209, 1)], new Set(['209-01'])).unknown).toBe(true)
  })
})

describe('the acts of a card', () => {
  const card = (more: Partial<MapCardData>): MapCardData =>
    ({
      ...bed('201-01'),
      bedPath: '',
      person: null,
      reservation: null,
      mattress: null,
      markBy: null,
      can: [],
      marks: [],
      unmark: false,
      ...more,
    }) as MapCardData
  const titles = (one: MapCardData, codes: string) =>
    cardActs(one, {
      may: (needs) => needs.split('|').some((code) => codes.includes(code)),
      archive: () => undefined,
      outing: () => undefined,
      move: () => undefined,
      mark: () => undefined,
      unmark: () => undefined,
    }).map((act) => act.title)
  const person = { ...wang, head: null, status: 1 } as never
  const all = 'live:archive:list live:outing:add live:outing:list live:residence:checkIn live:residence:reserve'
  it('follow the person, the bed and the reader', () => {
    const living = card({
      status: 2,
      person,
      can: ['adjustBed', 'exchangeBed', 'changeLevel', 'checkOut', 'removeStay'],
    })
    expect(titles(living, all)).toEqual(['查看档案', '请假外出', '调床', '换床', '变更等级', '退住'])
    expect(titles({ ...living, status: 4 }, `${all} live:outing:affirm`)[1]).toBe('登记返回')
    expect(titles({ ...living, can: [] }, '')).toEqual([])
    expect(titles(card({ marks: [6, 7] }), all)).toEqual(['办理入住', '预订', '试住', '标记维修', '标记待清洁'])
    expect(titles(card({ status: 7, marks: [6, 7], unmark: true }), all)).toEqual([
      '清洁完成',
      '办理入住',
      '预订',
      '试住',
      '标记维修',
      '修改标记',
    ])
    expect(titles(card({ status: 6, marks: [6, 7], unmark: true }), all)).toEqual([
      '恢复可用',
      '修改标记',
      '标记待清洁',
    ])
    expect(
      titles(card({ status: 1, person, can: ['changeReserve', 'cancelReserve', 'trial', 'checkIn'] }), all),
    ).toEqual(['查看档案', '办理入住', '试住', '修改预订', '取消预订'])
    expect(titles(card({ status: 3, person, can: ['extendTrial', 'checkIn'] }), '')).toEqual(['转正式入住', '延长试住'])
  })
})

describe('colours of the user', () => {
  it('give a text that can be read on its ground', () => {
    for (const color of ['#FFD54F', '#1E87F0', '#00E5FF', '#7CFC00', '#FF69B4', '#123456', '#999999']) {
      const tones = tonesOf(color)
      expect([color, contrast(tones.text, tones.soft) >= 4.9]).toEqual([color, true])
    }
    expect([tooPale('#FFFFF0'), tooPale('#E59A0B'), tooPale('#FFFF00')]).toEqual([true, false, true])
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  })
})
