// Consultations in the global search: by the resident and by who asked, for those who may read them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchHitData } from '#contract/platform/shell'
import { type Desk, openDesk } from '#server/areas/live/test/consultationDesk'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.product.close())

const search = async (keyword: string, token = desk.clerk) => {
  const answer = await desk.product.ask<SearchHitData[]>('GET', '/passport/web-org/common/global-search', {
    token,
    query: { keyword, kind: 'consultation' },
  })
  expect(answer.status, answer.desc).toBe(200)
  return answer.data
}

test('finds by either name, initials, phone and number, and opens the consultation', async () => {
  const id = await desk.register({ oldmanName: '澹台秀珍', consultantName: '钱学礼', consultantPhone: '13911112277' })
  const { consultationNo } = await desk.detail(id)
  for (const keyword of ['澹台', 'ttxz', '钱学礼', 'qianxue', '11112277', consultationNo, '澹台 学礼']) {
    const [hit] = await search(keyword)
    expect(hit, keyword).toMatchObject({ kind: 'consultation', id, title: '澹台秀珍' })
    expect(hit!.route).toBe(`/live/consult/detail/${id}`)
  }
  expect(await search('澹台 不相干')).toEqual([])
  expect(await search('%')).toEqual([])
})

test('shows none to those who may not read them, and none of another organisation', async () => {
  await desk.register({ oldmanName: '公孙玉兰' })
  expect(await search('公孙玉兰')).toHaveLength(1)
  for (const name of ['zhaoqiang', 'operator']) expect(await search('公孙玉兰', await desk.signIn(name))).toEqual([])
})
