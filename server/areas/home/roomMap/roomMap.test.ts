// The room map: what each bed says, whom it hides, marks, colours.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MapBedData, MapBuildingData, MapCardData, MapConfigData, MapRoomData } from '#contract/home/roomMap'
import { pathWords } from '#contract/platform/placeNames'
import { giveMoney } from '#server/areas/expense/test/money'
import { dayText, type MapHouse, mapHouse } from '#server/areas/home/test/mapHouse'

const INDEX = '/pims/web-org/index'
let house: MapHouse
let nurse: string
let stranger: string
let clerk: string
const people = {} as Record<'wang' | 'trial' | 'out' | 'late' | 'whole' | 'guest' | 'foreigner', string>

const get = <T>(path: string, query: Record<string, string> = {}, token = house.token) =>
  house.ask<T>('GET', `${INDEX}/${path}`, { token, query })
const rooms = async (query: Record<string, string> = {}, token = house.token) =>
  (await get<MapRoomData[]>('bedInfos', query, token)).data
const bedsOf = (all: readonly MapRoomData[]) =>
  new Map(
    all.flatMap((room) =>
      room.beds.map((bed) => [`${room.buildingName}>${room.floorName}>${room.roomName}>${bed.bedName}`, bed]),
    ),
  )
const bedAt = async (path: string, token = house.token) => bedsOf(await rooms({}, token)).get(path)
const mark = (type: string, body: object, token = house.token) =>
  house.ask<{ field: string } | null>('POST', `${INDEX}/roomBed/status/${type}`, { token, body })
const unmark = (bedId: string, token = house.token) =>
  house.ask('PUT', `${INDEX}/roomBed/status/${bedId}`, { token, body: {} })
const card = async (path: string, token = house.token) =>
  (await get<MapCardData>(`bedInfos/${house.bed(path)}`, {}, token)).data

beforeAll(async () => {
  house = await mapHouse()
  const codes = ['home:roomMap:list', 'home:roomMap:mark']
  await house.person({ userName: 'nurse001', deptId: house.care, dataDeptIds: [house.care], codes })
  await house.person({ userName: 'stranger1', deptId: house.finance, dataDeptIds: [house.finance], codes })
  await house.person({
    userName: 'clerk001',
    deptId: house.care,
    dataDeptIds: [house.care, house.finance],
    codes: ['home:roomMap:list', 'live:residence:checkIn', 'live:residence:list'],
  })
  nurse = (await house.signInAs('nurse001')).data.token
  stranger = (await house.signInAs('stranger1')).data.token
  clerk = (await house.signInAs('clerk001')).data.token
  people.wang = await house.resident('王秀兰', { attention: [1, 4] })
  await giveMoney(house.app.pool, house.orgId, {
    oldmanId: people.wang,
    balanceFen: 128_650,
    owedFen: 871_140,
    owedSince: '2026-01-10',
  })
  await house.stay(people.wang, house.bed('松鹤楼>2层>201>01'))
  people.trial = await house.resident('李玉珍')
  await house.stay(people.trial, house.bed('松鹤楼>2层>201>02'), { trialEnd: dayText(9) })
  people.out = await house.resident('史彩凤')
  await house.away(people.out, await house.stay(people.out, house.bed('松鹤楼>2层>202>01')), 5, '3')
  people.late = await house.resident('汪宝根', { sex: 0 })
  await house.away(people.late, await house.stay(people.late, house.bed('松鹤楼>2层>202>02')), -2)
  people.whole = await house.resident('高素芬')
  await house.stay(people.whole, house.bed('松鹤楼>2层>203>01'), { wholeRoom: [house.bed('松鹤楼>2层>203>02')] })
  people.guest = await house.resident('冯德海', { sex: 0, dept: house.finance })
  await house.reserve(people.guest, house.bed('松鹤楼>1层>101>01'), 4)
  people.foreigner = await house.resident('林美珍', { dept: house.finance })
  await house.stay(people.foreigner, house.bed('长青楼>1层>101>01'))
})
afterAll(() => house.close())

describe('the map', () => {
  it('derives every status and says what the cell needs', async () => {
    const beds = bedsOf(await rooms())
    expect(beds.size).toBe(18)
    expect(beds.get('松鹤楼>2层>201>01')).toMatchObject({
      status: 2,
      occupant: {
        oldmanName: '王秀兰',
        sex: 1,
        age: 82,
        attention: [1, 4],
        owedFen: 1,
        initials: 'wxl',
        outReturn: null,
      },
      holder: null,
      mark: null,
      next: null,
    })
    expect(beds.get('松鹤楼>2层>201>02')).toMatchObject({ status: 3, occupant: { trialEnd: dayText(9) } })
    expect(beds.get('松鹤楼>2层>202>01')).toMatchObject({ status: 4, occupant: { outHospital: true } })
    expect(beds.get('松鹤楼>2层>202>02')).toMatchObject({
      status: 4,
      occupant: { oldmanName: '汪宝根', outHospital: false },
    })
    expect(beds.get('松鹤楼>2层>203>02')).toMatchObject({
      status: 5,
      occupant: null,
      holder: { oldmanName: '高素芬', place: '203 01' },
    })
    expect(beds.get('松鹤楼>1层>101>01')).toMatchObject({
      status: 1,
      holder: { oldmanName: '冯德海', day: dayText(4), expireDate: dayText(7) },
    })
    expect(beds.get('松鹤楼>1层>101>02')).toMatchObject({ status: 0, occupant: null, holder: null })
  })

  it('answers one building, one floor, named beds or statuses', async () => {
    const [first] = (await get<MapBuildingData[]>('buildings')).data
    expect(bedsOf(await rooms({ buildingId: first!.buildingId! })).size).toBe(12)
    expect(bedsOf(await rooms({ floorId: house.floor('松鹤楼>2层') })).size).toBe(6)
    const two = [house.bed('松鹤楼>2层>201>01'), house.bed('长青楼>1层>101>01')].join(',')
    expect([...bedsOf(await rooms({ bedIds: two })).keys()]).toEqual(['松鹤楼>2层>201>01', '长青楼>1层>101>01'])
    expect([...bedsOf(await rooms({ status: '4,5' })).keys()]).toEqual([
      '松鹤楼>2层>202>01',
      '松鹤楼>2层>202>02',
      '松鹤楼>2层>203>02',
    ])
    expect(await rooms({ bedIds: 'nothing' })).toEqual([])
    expect(await rooms({ status: 'x' })).toEqual([])
  })

  it('counts by building and floor, and the counts equal the beds', async () => {
    const buildings = (await get<MapBuildingData[]>('buildings')).data
    expect(buildings.map((one) => [one.buildingName, one.rooms, one.beds])).toEqual([
      ['松鹤楼', 6, 12],
      ['长青楼', 3, 6],
    ])
    expect(buildings[0]!.floors.map((one) => one.floorName)).toEqual(['1层', '2层'])
    const all = [...bedsOf(await rooms()).values()]
    for (const status of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const counted = buildings.flatMap((one) => one.counts).filter((one) => one.status === status)
      expect(counted.reduce((sum, one) => sum + one.count, 0)).toBe(all.filter((bed) => bed.status === status).length)
    }
    expect(buildings[0]!.floors[0]!.deptName).not.toBeNull()
  })

  it('hides rooms of other departments, and names of their residents in shared ones', async () => {
    const mine = bedsOf(await rooms({}, nurse))
    expect([...mine.keys()].every((path) => path.startsWith('松鹤楼'))).toBe(true)
    // The resident who comes belongs to another department still: the bed is kept, for whom is not said.
    expect(mine.get('松鹤楼>1层>101>01')).toMatchObject({
      status: 1,
      holder: { oldmanId: null, oldmanName: null, day: dayText(4) },
    })
    expect((await get<MapBuildingData[]>('buildings', {}, nurse)).data.map((one) => one.buildingName)).toEqual([
      '松鹤楼',
    ])
    const roomId = (await rooms({ bedIds: house.bed('松鹤楼>2层>201>01') }))[0]!.roomId
    await house.sql('update room set dept_id = null where org_id = $1 and room_id = $2', [house.orgId, roomId])
    const shared = await bedAt('松鹤楼>2层>201>01', stranger)
    expect(shared).toMatchObject({ status: 2, occupant: null })
    expect(JSON.stringify(await rooms({}, stranger))).not.toContain('王秀兰')
    expect((await get('buildings', {}, stranger)).data).toMatchObject([
      { buildingName: '松鹤楼', beds: 2 },
      { buildingName: '长青楼', beds: 6 },
    ])
    const cardSeen = await card('松鹤楼>2层>201>01', stranger)
    expect(cardSeen).toMatchObject({ person: null, can: [], marks: [] })
    await house.sql('update room set dept_id = $3 where org_id = $1 and room_id = $2', [
      house.orgId,
      roomId,
      house.care,
    ])
    expect((await get(`bedInfos/${house.bed('松鹤楼>2层>201>01')}`, {}, stranger)).status).toBe(40400)
  })

  it('tells in the light version nothing about people', async () => {
    const answer = await house.ask<{ roomName: string; beds: MapBedData[] }[]>('GET', `${INDEX}/bed/easy/room`, {
      token: nurse,
      query: { floorId: house.floor('松鹤楼>2层') },
      headers: { 'api-version': '2.0' },
    })
    expect(answer.data.map((room) => room.beds.map((bed) => bed.status))).toEqual([
      [2, 3],
      [4, 4],
      [2, 5],
    ])
    expect(JSON.stringify(answer.data)).not.toContain('王秀兰')
  })
})

describe('the card', () => {
  it('has the person, the money of those who may see it, and the moves of this reader', async () => {
    expect(await card('松鹤楼>2层>201>01')).toMatchObject({
      bedPath: '松鹤楼>2层>201>01',
      person: { oldmanName: '王秀兰', days: 20, contractDays: 100, balanceFen: 128650, owedFen: 871140, status: 1 },
      can: ['adjustBed', 'exchangeBed', 'changeLevel', 'checkOut', 'removeStay'],
      marks: [],
    })
    expect(await card('松鹤楼>2层>201>01', nurse)).toMatchObject({ person: { balanceFen: null }, can: [] })
    expect(await card('松鹤楼>2层>201>02', clerk)).toMatchObject({ can: ['extendTrial', 'checkIn'], marks: [] })
    expect(await card('松鹤楼>1层>101>01', clerk)).toMatchObject({
      person: { oldmanName: '冯德海', status: 5 },
      reservation: { expectCheckIn: dayText(4), bookingFen: null },
      can: ['trial', 'checkIn'],
    })
    expect((await card('松鹤楼>1层>101>01')).reservation).toMatchObject({ bookingFen: 50000 })
    expect(await card('松鹤楼>1层>101>02', nurse)).toMatchObject({
      person: null,
      can: [],
      marks: [6, 7],
      unmark: false,
    })
  })
})

describe('marks', () => {
  const FREE = '松鹤楼>1层>102>01'
  it('are set, changed, taken off, logged', async () => {
    const bedId = house.bed(FREE)
    expect((await mark('6', { bedId, reason: '空调检修', until: dayText(3) }, nurse)).status).toBe(200)
    expect(await bedAt(FREE)).toMatchObject({ status: 6, mark: { mark: 6, reason: '空调检修', until: dayText(3) } })
    expect(await card(FREE, nurse)).toMatchObject({ unmark: true, marks: [6, 7], markBy: 'nurse001' })
    expect((await mark('7', { bedId, reason: '', until: '' }, nurse)).status).toBe(200)
    expect(await bedAt(FREE)).toMatchObject({ status: 7, mark: { mark: 7, reason: null, until: null } })
    // A form body, as existing clients send it.
    const done = await house.ask('PUT', `${INDEX}/roomBed/status/${bedId}`, { token: nurse, form: { remark: '' } })
    expect(done).toMatchObject({ status: 200, data: null })
    expect(await bedAt(FREE)).toMatchObject({ status: 0, mark: null })
    expect(await unmark(bedId)).toMatchObject({ status: 40901, desc: expect.stringContaining('空闲') })
    const log = await house.sql<{ remark: string; changes: unknown }>(
      'select remark, changes from operation_log where target_id = $1 order by created_at, log_id',
      [bedId],
    )
    expect(log.slice(-3)).toEqual([
      {
        remark: `床位“${pathWords(FREE)}”标记为维修停用：空调检修`,
        changes: { mark: [null, '维修停用'], reason: [null, '空调检修'], until: [null, dayText(3)] },
      },
      {
        remark: `床位“${pathWords(FREE)}”标记为待清洁`,
        changes: { mark: ['维修停用', '待清洁'], reason: ['空调检修', null], until: [dayText(3), null] },
      },
      { remark: `床位“${pathWords(FREE)}”清洁完成`, changes: { mark: ['待清洁', null] } },
    ])
  })

  it('are refused where somebody has the bed, or will have it before the repair ends', async () => {
    const taken = await mark('6', { bedId: house.bed('松鹤楼>2层>201>01'), reason: '漏水' })
    expect(taken).toMatchObject({ status: 40901, desc: expect.stringContaining('入住（王秀兰）') })
    expect((await mark('7', { bedId: house.bed('松鹤楼>1层>101>01') })).desc).toContain('预订（冯德海）')
    const bedId = house.bed('松鹤楼>1层>102>02')
    await house.sql(
      `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
       select org_id, 'planned', $2, oldman_id, 'ROOM', stay_id, daterange(current_date + 5, null) from stay
        where org_id = $1 and oldman_id = $3`,
      [house.orgId, bedId, people.wang],
    )
    expect(await bedAt('松鹤楼>1层>102>02')).toMatchObject({
      status: 0,
      next: { oldmanName: '王秀兰', day: dayText(5) },
    })
    expect(await mark('6', { bedId, reason: '漏水' })).toMatchObject({
      status: 42200,
      data: { field: 'until' },
      desc: expect.stringContaining('王秀兰'),
    })
    expect((await mark('6', { bedId, reason: '漏水', until: dayText(5) })).status).toBe(42200)
    expect((await mark('6', { bedId, reason: '漏水', until: dayText(4) })).status).toBe(200)
    expect((await unmark(bedId)).status).toBe(200)
  })

  it('are refused at their field, for other marks, and outside the scope', async () => {
    const bedId = house.bed(FREE)
    expect(await mark('6', { bedId })).toMatchObject({ status: 42200, data: { field: 'reason' } })
    expect(await mark('7', { bedId, until: dayText(-1) })).toMatchObject({ status: 42200, data: { field: 'until' } })
    for (const type of ['2', '0', 'x', '6.5']) expect((await mark(type, { bedId, reason: 'x' })).status).toBe(42200)
    expect((await mark('7', { bedId }, stranger)).status).toBe(40400)
    expect((await unmark(bedId, stranger)).status).toBe(40400)
    expect((await mark('7', { bedId }, clerk)).status).toBe(401)
    expect((await mark('7', { bedId: 'nothing' })).status).toBe(40400)
  })

  it('set by two at once leave one mark and no fault', async () => {
    const bedId = house.bed('松鹤楼>1层>103>01')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => mark(i % 2 ? '6' : '7', { bedId, reason: `第 ${i}` })),
    )
    expect(answers.every((one) => one.status === 200)).toBe(true)
    expect(await house.sql('select 1 from bed_mark where bed_id = $1', [bedId])).toHaveLength(1)
    const off = await Promise.all([unmark(bedId), unmark(bedId)])
    expect(off.map((one) => one.status).sort()).toEqual([200, 40901])
  })
})

describe('colours', () => {
  const read = async () => (await get<MapConfigData[]>('roomMap/config', {}, nurse)).data
  const save = (items: object[], token = house.token) =>
    house.ask<MapConfigData[] | { field: string }>('PUT', `${INDEX}/roomMap/config`, { token, body: { items } })

  it('are as delivered, changed, checked, and delivered again', async () => {
    expect((await read()).find((one) => one.type === 2)).toEqual({
      configId: null,
      type: 2,
      name: '入住',
      color: '#1E87F0',
      changed: false,
      version: 0,
    })
    const saved = await save([{ type: 2, name: '在住', color: '#3366cc', version: 0 }])
    expect(saved.status).toBe(200)
    const one = (await read()).find((row) => row.type === 2)!
    expect(one).toMatchObject({ name: '在住', color: '#3366CC', changed: true, version: 1 })
    expect((await get('roomMap/config/check/2')).data).toEqual({
      type: 2,
      configured: true,
      name: '在住',
      color: '#3366CC',
    })
    expect((await get('roomMap/config/check/0')).data).toMatchObject({ configured: false })
    expect((await get('roomMap/config/check/9')).status).toBe(40400)
    expect((await save([{ type: 2, name: '入住', color: '#112233', version: 0 }])).status).toBe(40902)
    expect(
      (await house.ask('DELETE', `${INDEX}/roomMap/config/${one.configId}`, { token: house.token, form: {} })).status,
    ).toBe(200)
    expect((await read()).every((row) => !row.changed)).toBe(true)
    expect((await house.ask('DELETE', `${INDEX}/roomMap/config/${one.configId}`, { token: house.token })).status).toBe(
      40400,
    )
  })

  it('that are too pale, twice named, or set by others are refused', async () => {
    expect(await save([{ type: 0, name: '空闲', color: '#FFFFF0' }])).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('太浅'),
    })
    expect(await save([{ type: 0, name: '入住', color: '#00AA00' }])).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('都叫'),
    })
    expect((await save([{ type: 0, name: '空床', color: 'red' }])).status).toBe(42200)
    expect((await save([{ type: 0, name: '空床', color: '#00AA00' }], nurse)).status).toBe(401)
    expect((await save([])).status).toBe(42200)
    expect(
      (
        await save([
          { type: 0, name: '空床', color: '#00AA00' },
          { type: 0, name: '空', color: '#00AA00' },
        ])
      ).status,
    ).toBe(42200)
    await save([
      { type: 0, name: '空床', color: '#008800' },
      { type: 7, name: '要打扫', color: '#777700' },
    ])
    expect((await read()).filter((one) => one.changed)).toHaveLength(2)
    // The delivered look, saved as such, is as delivered.
    await save([{ type: 7, name: '待清洁', color: '#BFA70C' }])
    expect((await read()).filter((one) => one.changed)).toHaveLength(1)
    await house.ask('DELETE', `${INDEX}/roomMap/config`, { token: house.token })
    expect((await read()).filter((one) => one.changed)).toHaveLength(0)
  })
})

describe('figures', () => {
  it('agree with the map and the departments', async () => {
    expect((await get('statistics/bed', {}, nurse)).data).toMatchObject({ total: 12, used: 6, usedRate: 50, free: 5 })
    expect((await get('statistics/room', {}, nurse)).data).toMatchObject({
      total: 6,
      full: 3,
      empty: 3,
      partly: 0,
      list: [{ buildingName: '松鹤楼', rooms: 6, beds: 12, used: 6, free: 5 }],
    })
    expect((await get('live/count', {}, nurse)).data).toMatchObject({
      inHouse: 5,
      formal: 4,
      trial: 1,
      reserved: 0,
      outNow: 2,
      outLate: 1,
      checkInToday: 0,
    })
    expect((await get('live/count')).data).toMatchObject({ inHouse: 6, reserved: 1 })
    await house.sql(
      `insert into device (org_id, device_id, device_no, kind, bed_id, online, in_bed) values ($1, 'm1', 'm1', 'MATTRESS', $2, 1, 1),
         ($1, 'm2', 'm2', 'MATTRESS', $3, 0, null)`,
      [house.orgId, house.bed('松鹤楼>2层>201>01'), house.bed('长青楼>1层>101>01')],
    )
    expect((await get('statistics/device', {}, nurse)).data).toMatchObject({
      total: 1,
      online: 1,
      list: [{ kind: 'MATTRESS', inBed: 1 }, {}, {}],
    })
    expect((await get('statistics/device')).data).toMatchObject({ total: 2, offline: 1 })
    expect(await card('松鹤楼>2层>201>01')).toMatchObject({ mattress: { online: true, inBed: 1 } })
  })
})
