// What hostile requests to places, rooms and beds need to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import type { Random } from '#server/kit/test/hostile'

async function one(product: TestApp, text: string): Promise<string> {
  return (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id
}

const floor = (product: TestApp) =>
  one(product, `select location_id as id from location where org_id = $1 and level = 2 order by place desc limit 1`)
const building = (product: TestApp) =>
  one(product, `select location_id as id from location where org_id = $1 and level = 1 order by place limit 1`)
const room = (product: TestApp) =>
  one(product, 'select room_id as id from room where org_id = $1 order by random() limit 1')
const bed = (product: TestApp) =>
  one(product, 'select bed_id as id from bed where org_id = $1 order by random() limit 1')
const short = (random: Random) => `试${Math.floor(random() * 1e9)}`

export const placeRecipes: Knowledge['recipes'] = {
  'platform.location.create': async (product, _, random) => ({
    locationName: short(random),
    parentId: await building(product),
  }),
  'platform.location.createMany': async (product, _, random) => ({
    names: [short(random)],
    parentId: await building(product),
  }),
  'platform.location.update': async (product, _, random) => ({
    locationId: await floor(product),
    locationName: short(random),
    version: null,
  }),
  'platform.location.sort': async (product) => ({ sorts: [{ locationId: await floor(product), sort: 3 }] }),
  'platform.room.create': async (product, _, random) => ({
    roomName: short(random),
    area: await floor(product),
    deptId: null,
  }),
  'platform.room.update': async (product, _, random) => ({
    roomId: await room(product),
    roomName: short(random),
    area: null,
    deptId: null,
    version: null,
  }),
  'platform.room.batch': async (product, _, random) => ({
    roomNamePro: short(random).slice(0, 8),
    area: await floor(product),
    deptId: null,
    roomCount: 2,
  }),
  'platform.room.batchWithBeds': async (product, _, random) => ({
    roomNamePrefix: short(random).slice(0, 8),
    roomNamePrefixShow: 1,
    area: await floor(product),
    deptId: null,
    roomCount: 2,
    roomList: [],
  }),
  'platform.room.move': async (product) => ({ roomIds: await room(product), locationId: await floor(product) }),
  'platform.room.assign': async (product) => ({ roomIds: await room(product), deptId: null }),
  'platform.room.sort': async (product) => ({ sorts: [{ roomId: await room(product), sort: 3 }] }),
  'platform.bed.create': async (product, _, random) => ({ roomId: await room(product), bedName: short(random) }),
  'platform.bed.update': async (product, _, random) => ({
    bedId: await bed(product),
    bedName: short(random),
    roomId: await room(product),
    version: null,
  }),
  'platform.bed.batch': async (product, _, random) => ({
    roomId: await room(product),
    bedNamePro: short(random).slice(0, 8),
    bedCount: 2,
  }),
  'platform.bed.move': async (product) => ({ bedIds: await bed(product), roomId: await room(product) }),
  'platform.bed.show': async (product) => ({ bedIds: await bed(product) }),
  'platform.bed.sort': async (product) => ({ sorts: [{ bedId: await bed(product), sort: 3 }] }),
  'platform.bed.adjust': (_, __, random) => ({ bedName: short(random), version: null }),
}

export const placePlaces: Knowledge['places'] = {
  'platform.location.detail': async (product) => ({ locationId: await floor(product) }),
  'platform.room.detail': async (product) => ({ roomId: await room(product) }),
  'platform.bed.detail': async (product) => ({ bedId: await bed(product) }),
  'platform.bed.ofDept': async (product) => ({
    deptId: await one(product, 'select dept_id as id from dept where org_id = $1 limit 1'),
  }),
  'platform.bed.adjust': async (product) => ({ bedId: await bed(product) }),
}
