// Whether the two addresses of the product's health tell the truth.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHealth, LIVE, READY } from './health.ts'
import { type TestApp, testApp } from './test/app.ts'

let product: TestApp
let url: string
beforeAll(async () => {
  product = await testApp()
  url = product.app.pool.options.connectionString!
})
afterAll(() => product.close())

const get = async (path: string) => {
  const answer = await product.server.inject({ method: 'GET', url: path })
  return { status: answer.statusCode, body: answer.json() as { ready?: boolean; missing?: string[] } }
}
const missing = async (options: Partial<Parameters<typeof createHealth>[0]>) => {
  const health = createHealth({ url, broker: () => true, jobs: () => true, ...options })
  const answer = await health.look()
  await health.close()
  return answer.missing
}

test('a product that runs lives and is ready, for anybody who asks', async () => {
  expect(await get(LIVE)).toEqual({ status: 200, body: { live: true } })
  await expect
    .poll(() => get(READY))
    .toEqual({
      status: 200,
      body: { ready: true, missing: [], desc: '一切正常' },
    })
})

test('what is missing is named', async () => {
  expect(await missing({})).toEqual([])
  expect(await missing({ broker: () => false })).toEqual(['broker'])
  expect(await missing({ jobs: () => false })).toEqual(['jobs'])
  expect(await missing({ migrations: [{ tag: '9999_later', sql: '' }] })).toEqual(['migrations'])
  const nowhere = new URL(url)
  nowhere.searchParams.delete('host')
  nowhere.hostname = '127.0.0.1'
  nowhere.port = '1'
  expect(await missing({ url: nowhere.href, jobs: () => false })).toEqual(['database', 'jobs'])
})

test('a database that went away is seen, and seen again when it is back', async () => {
  const health = createHealth({ url, broker: () => true, jobs: () => true })
  expect((await health.look()).ready).toBe(true)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yiyuan-health'`)
  await other.end()
  await expect.poll(async () => (await health.look()).ready).toBe(true)
  await health.close()
})
