import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OnShift, type ServeHouse, servingAt } from '#contract/administration/serves'

const WARD = 'ward'
const NOON = 12 * 3_600_000
const on = (empId: string, more: Partial<OnShift> = {}): OnShift => ({
  empId,
  deptId: WARD,
  cares: true,
  team: null,
  sort: 0,
  from: 0,
  to: 24 * 3_600_000,
  bedIds: [],
  roomIds: [],
  ...more,
})
const house = (shifts: readonly OnShift[], more: Partial<ServeHouse> = {}): ServeHouse => ({
  shifts,
  absent: [],
  charges: [],
  rooms: new Map([[WARD, ['201', '202', '203', '204', '205']]]),
  roomOf: new Map([
    ['201-1', '201'],
    ['201-2', '201'],
  ]),
  ...more,
})
const place = (roomId: string | null, more: { bedId?: string; oldmanId?: string; deptId?: string | null } = {}) => ({
  oldmanId: more.oldmanId ?? null,
  deptId: more.deptId === undefined ? WARD : more.deptId,
  roomId,
  bedId: more.bedId ?? null,
})

describe('who serves a bed', () => {
  it.each<[string, ServeHouse, ReturnType<typeof place>, string | null, string[]]>([
    ['nobody on shift', house([]), place('201'), null, []],
    ['one for the whole department', house([on('a')]), place('203'), 'a', []],
    ['the first share', house([on('a'), on('b')]), place('201'), 'a', ['b']],
    ['the last share', house([on('a'), on('b')]), place('205'), 'b', ['a']],
    [
      'teams before the order of the group',
      house([on('a', { team: 'B' }), on('b', { team: 'A' })]),
      place('201'),
      'b',
      ['a'],
    ],
    ['whoever has no team comes last', house([on('a'), on('b', { team: 'A' })]), place('201'), 'b', ['a']],
    ['another department', house([on('a', { deptId: 'other' })]), place('201'), null, []],
    ['not on any more at the end', house([on('a', { to: NOON })]), place('201'), null, []],
    ['on from the first moment', house([on('a', { from: NOON })]), place('201'), 'a', []],
    ['away', house([on('a'), on('b')], { absent: [{ empId: 'a', from: NOON, to: NOON + 1 }] }), place('201'), 'b', []],
    [
      'back again',
      house([on('a'), on('b')], { absent: [{ empId: 'a', from: 0, to: NOON }] }),
      place('201'),
      'a',
      ['b'],
    ],
    [
      'the elder is in their charge',
      house([on('a'), on('b')], { charges: [{ empId: 'b', oldmanId: 'e', bedId: null, from: 0, to: null }] }),
      place('201', { oldmanId: 'e' }),
      'b',
      ['a'],
    ],
    [
      'the elder before the bed',
      house([on('a'), on('b')], {
        charges: [
          { empId: 'a', oldmanId: null, bedId: '201-1', from: 0, to: null },
          { empId: 'b', oldmanId: 'e', bedId: null, from: 0, to: null },
        ],
      }),
      place('201', { oldmanId: 'e', bedId: '201-1' }),
      'b',
      ['a'],
    ],
    [
      'a charge that has ended',
      house([on('a'), on('b')], { charges: [{ empId: 'b', oldmanId: 'e', bedId: null, from: 0, to: NOON }] }),
      place('201', { oldmanId: 'e' }),
      'a',
      ['b'],
    ],
    [
      'in charge and not on shift',
      house([on('a')], { charges: [{ empId: 'z', oldmanId: 'e', bedId: null, from: 0, to: null }] }),
      place('201', { oldmanId: 'e' }),
      'a',
      [],
    ],
    ['a shift that serves that room only', house([on('a', { roomIds: ['202'] })]), place('201'), null, []],
    ['the room a shift serves', house([on('a', { roomIds: ['201'], deptId: 'other' })]), place('201'), 'a', []],
    ['the bed a shift serves', house([on('a', { bedIds: ['201-1'] })]), place('201', { bedId: '201-1' }), 'a', []],
    ['the other bed of that room', house([on('a', { bedIds: ['201-1'] })]), place('201', { bedId: '201-2' }), null, []],
    ['without a department', house([on('a')]), place('201', { deptId: null }), null, []],
    ['the whole department', house([on('a'), on('b')]), place(null), 'a', ['b']],
    ['nobody gives care: they are told of alarms', house([on('n', { cares: false })]), place('201'), null, ['n']],
    ['who gives no care gets no share', house([on('a', { cares: false }), on('b')]), place('201'), 'b', []],
    [
      'a nurse in whose charge the elder is',
      house([on('n', { cares: false }), on('b')], {
        charges: [{ empId: 'n', oldmanId: 'e', bedId: null, from: 0, to: null }],
      }),
      place('201', { oldmanId: 'e' }),
      'n',
      ['b'],
    ],
  ])('%s', (_, all, asked, empId, others) => {
    expect(servingAt(all, NOON)(asked)).toEqual({ empId, others })
  })

  const people = fc.uniqueArray(
    fc.record({
      empId: fc.string({ minLength: 1, maxLength: 4 }),
      team: fc.constantFrom(null, 'A', 'B'),
      sort: fc.integer({ min: 0, max: 3 }),
      cares: fc.boolean(),
    }),
    { selector: (one) => one.empId, minLength: 1, maxLength: 9 },
  )

  it('gives every room to exactly one, in shares that lie together and differ by one at most', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 40 }), (those, count) => {
        const rooms = Array.from({ length: count }, (_, at) => `${at}`)
        const shifts = those.map(({ empId, ...more }) => on(empId, more))
        const all = house(shifts, { rooms: new Map([[WARD, rooms]]) })
        const said = rooms.map((one) => servingAt(all, NOON)(place(one)).empId)
        const carers = shifts.filter((one) => one.cares)
        if (carers.length === 0) return said.every((one) => one === null)
        const shares = carers.map((one) => said.filter((empId) => empId === one.empId).length)
        const turns = said.filter((empId, at) => at > 0 && empId !== said[at - 1]).length
        return (
          said.every((empId) => carers.some((one) => one.empId === empId)) &&
          Math.max(...shares) - Math.min(...shares) <= 1 &&
          turns === Math.min(carers.length, count) - 1
        )
      }),
    )
  })

  it('answers the same whatever order the rows came in', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 0, max: 4 }), fc.integer(), (those, at, turn) => {
        const shifts = those.map(({ empId, ...more }) => on(empId, more))
        const by = Math.abs(turn) % shifts.length
        const turned = [...shifts.slice(by), ...shifts.slice(0, by)].reverse()
        const asked = place(`20${at + 1}`)
        expect(servingAt(house(turned), NOON)(asked)).toEqual(servingAt(house(shifts), NOON)(asked))
      }),
    )
  })
})
