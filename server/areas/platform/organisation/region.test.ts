// Regions: the whole country as a flat list whose parents all exist; brought once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RegionData, ROOT_REGION } from '#contract/platform/region'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { syncRegions } from './region.ts'

const PATH = '/pims/web-org/common/pcd'
let house: House
let token: string

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'clerk001', codes: ['czrzdc'] })
  token = (await house.signInAs('clerk001')).data.token
})
afterAll(() => house.close())

it('answers provinces, cities and districts, each below its parent', async () => {
  const { data } = await house.ask<RegionData[]>('GET', PATH, { token })
  const byCode = new Map(data.map((one) => [one.code, one]))
  expect(data.length).toBeGreaterThan(3_500)
  expect(data.filter((one) => one.parentCode === ROOT_REGION)).toHaveLength(34)
  expect(data.filter((one) => one.parentCode !== ROOT_REGION && !byCode.has(one.parentCode))).toEqual([])
  expect(byCode.get('310110')).toEqual({ code: '310110', name: '杨浦区', parentCode: '310100' })
})

it('answers the children of one region', async () => {
  const { data } = await house.ask<RegionData[]>('GET', PATH, { token, query: { parentCode: '310100' } })
  expect(data.map((one) => one.name)).toContain('杨浦区')
  expect((await house.ask('GET', PATH)).status).toBe(4011)
})

it('is brought once; a changed name follows the list', async () => {
  expect(await syncRegions(house.app)).toBe(0)
  await house.sql(`update region set name = '旧名' where code = '310110'`)
  const [one, two] = await Promise.all([syncRegions(house.app), syncRegions(house.app)])
  expect(Math.max(one, two)).toBe(1)
  expect(await house.sql(`select name from region where code = '310110'`)).toEqual([{ name: '杨浦区' }])
})
