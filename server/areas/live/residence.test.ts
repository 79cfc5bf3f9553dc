import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
let token: string
beforeAll(async () => {
  product = await demoApp()
  token = await product.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => product.close())
it('smoke', async () => {
  const list = await product.ask<any>('GET', '/pims/web-pi/oldmans/live', { token, query: { size: '3', orderBy: '' } })
  console.log(JSON.stringify(list, null, 1).slice(0, 3000))
  const counts = await product.ask<any>('GET', '/pims/web-pi/oldmans/live/counts', { token })
  console.log(JSON.stringify(counts))
  const detail = await product.ask<any>('GET', `/pims/web-pi/oldmans/live/${list.data.list[0].oldmanId}`, { token })
  console.log(JSON.stringify(detail, null, 1).slice(0, 6000))
  for (const due of ['trialEnding', 'reserveExpired', 'contractEnding', 'outOverdue', 'toSettle', 'outNow']) {
    const one = await product.ask<any>('GET', '/pims/web-pi/oldmans/live', { token, query: { due } })
    console.log(due, one.status, one.desc, one.data?.total)
  }
  const wait = await product.ask<any>('GET', '/pims/web-org/index/waitHandle', { token })
  console.log(JSON.stringify(wait))
  const beds = await product.ask<any>('GET', '/pims/web-pi/oldmans/live/beds/choice', { token })
  const by: Record<string, number> = {}
  for (const b of beds.data) by[b.status] = (by[b.status] ?? 0) + 1
  console.log(beds.data.length, by, beds.data.filter((b: any) => b.note).slice(0, 4))
  expect(list.status).toBe(200)
})
