// Several clerks at once change places, rooms and beds at random; what must always hold still holds afterwards.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setBedUse } from '#server/areas/platform/public'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { builder, ORG } from '#server/areas/platform/test/places'
import { systemTransaction } from '#server/kit/system'
import { seeded } from '#server/kit/test/hostile'

let house: House
let token: string
const SEED = 20_261_116
const CLERKS = 6
const ACTS = 60

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  token = (await house.signInAs('manager01')).data.token
  const build = builder(house, token)
  await build.level('building', 'floor')
  for (const name of ['甲楼', '乙楼']) {
    const floor = await build.place('1层', await build.place(name))
    const [room] = await build.rooms(floor, 3, '1')
    await build.beds(room!, 2)
  }
})
afterAll(() => house.close())

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

const ids = async (text: string) => (await house.sql<{ id: string }>(text, [house.orgId])).map((row) => row.id)
const places = () => ids('select location_id as id from location where org_id = $1')
const rooms = () => ids('select room_id as id from room where org_id = $1')
const beds = () => ids('select bed_id as id from bed where org_id = $1')

async function act(random: Random): Promise<number> {
  const place = pick(random, await places()) ?? 'none'
  const room = pick(random, await rooms()) ?? 'none'
  const bed = pick(random, await beds()) ?? 'none'
  const name = `${Math.floor(random() * 6) + 1}`
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await house.ask(method, `${ORG}/${path}`, { token, ...(body && { body }) })).status
  const acts: (() => Promise<number>)[] = [
    () => send('POST', 'locations', { locationName: `${name}层`, parentId: random() < 0.2 ? '' : place }),
    () => send('POST', 'locations', { locationName: `${name}层`, parentId: place }),
    () => send('PUT', 'locations', { locationId: place, locationName: `${name}座` }),
    () => send('DELETE', `locations/${place}`),
    () => send('POST', 'rooms', { roomName: name, area: place }),
    () => send('POST', 'rooms/batch', { roomNamePro: '', roomCount: 4, area: place }),
    () => send('POST', 'batch/room/bed', { roomCount: 3, bedCount: 2, roomNamePrefix: '批', area: place }),
    () => send('PUT', 'rooms/area', { roomIds: room, locationId: place }),
    () => send('PUT', 'rooms', { roomId: room, roomName: name, area: random() < 0.5 ? place : '' }),
    () => send('DELETE', `rooms/${room}`),
    () => send('DELETE', 'rooms', { roomIds: room, withBeds: 1 }),
    () => send('POST', 'beds', { roomId: room, bedName: name }),
    () => send('PUT', 'beds', { bedId: bed, bedName: name, roomId: random() < 0.5 ? room : '' }),
    () => send('PUT', 'beds/room', { bedIds: bed, roomId: room }),
    () => send('PUT', 'beds/display', { bedIds: bed, display: random() < 0.5 ? 1 : 0 }),
    () => send('DELETE', `beds/${bed}`),
    () => send('PUT', 'rooms/sort', { sorts: [{ roomId: room, sort: Math.floor(random() * 9) }] }),
    async () => {
      const used = random() < 0.6
      try {
        await systemTransaction(house.app, house.orgId, '测试', '占用', (tx) => setBedUse(tx, bed, used))
        return 200
      } catch (error) {
        return (error as { status?: number }).status ?? 500
      }
    },
  ]
  return pick(random, acts)!()
}

it(`keeps the rules of places (seed ${SEED})`, async () => {
  const answers = new Map<number, number>()
  await Promise.all(
    Array.from({ length: CLERKS }, async (_, clerk) => {
      const random = seeded(SEED + clerk)
      for (let n = 0; n < ACTS; n++) {
        const status = await act(random)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }),
  )
  expect([...answers.keys()].filter((status) => ![200, 40400, 40901, 40903, 40904, 42200].includes(status))).toEqual([])
  expect(answers.get(200)).toBeGreaterThan(CLERKS * 10)

  const wrong = (text: string) => house.sql(text, [house.orgId])
  // Every place is one level below its parent and has the type of its level.
  expect(
    await wrong(`select l.path from location l
      left join location p on p.org_id = l.org_id and p.location_id = l.parent_id
      left join location_level v on v.org_id = l.org_id and v.location_type = l.location_type
      where l.org_id = $1 and (l.level <> coalesce(p.level, 0) + 1 or v.level is distinct from l.level)`),
  ).toEqual([])
  // Paths are those of the names.
  expect(
    await wrong(`select l.path from location l
      left join location p on p.org_id = l.org_id and p.location_id = l.parent_id
      where l.org_id = $1 and l.path <> concat_ws('>', p.path, l.location_name)`),
  ).toEqual([])
  // The walk numbers every place once, parents before what is below them.
  expect(
    await wrong(`select l.path from location l join location p on p.org_id = l.org_id and p.location_id = l.parent_id
      where l.org_id = $1 and l.place <= p.place
      union all select min(path) from location where org_id = $1 group by place having count(*) > 1`),
  ).toEqual([])
  // Rooms lie in leaves.
  expect(
    await wrong(`select r.room_name from room r join location c on c.org_id = r.org_id and c.parent_id = r.area
      where r.org_id = $1`),
  ).toEqual([])
  // A bed in use is never hidden.
  expect(await wrong('select bed_name from bed where org_id = $1 and is_used = 1 and display = 1')).toEqual([])
  // What every clerk sees adds up.
  const tree = await house.ask<{ list: { roomCount: number }[] }>('GET', `${ORG}/locations`, { token })
  const placed = await house.sql<{ n: number }>(
    'select count(*) as n from room where org_id = $1 and area is not null',
    [house.orgId],
  )
  expect(tree.data.list.reduce((sum, node) => sum + node.roomCount, 0)).toBe(placed[0]!.n)
}, 120_000)

it('lets a place have rooms or places below it, never both, though two clerks act at once', async () => {
  const build = builder(house, token)
  await build.level('unit')
  const building = await build.place('丙楼')
  const floors = await Promise.all(Array.from({ length: 25 }, (_, i) => build.place(`${i}层`, building)))
  const both = await Promise.all(
    floors.map((floor) =>
      Promise.all([
        house.ask('POST', `${ORG}/rooms`, { token, body: { roomName: '1', area: floor } }),
        house.ask('POST', `${ORG}/locations`, { token, body: { locationName: '东', parentId: floor } }),
      ]),
    ),
  )
  expect(both.map((answers) => answers.map((one) => one.status).sort())).toEqual(floors.map(() => [200, 42200]))
})
