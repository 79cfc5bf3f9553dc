import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#contract/kit/refusal'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { type Database, openDatabase } from './db.ts'
import { addressOf, checkRate, countUp, takeRate, waitText } from './rateLimit.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(database.url, 10)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

describe('a limit', () => {
  it('lets exactly so many through when all come at once', async () => {
    const limit = { most: 7, seconds: 60 }
    const answers = await Promise.all(Array.from({ length: 25 }, () => refused(takeRate(db.pool, 'at once', limit))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(7)
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(18)
  })

  it('begins anew when its window has ended', async () => {
    const limit = { most: 1, seconds: 60 }
    await takeRate(db.pool, 'window', limit)
    expect(await refused(takeRate(db.pool, 'window', limit))).toBe('TOO_MANY_REQUESTS')
    await db.pool.query(`update rate_count set window_ends = now() where key = 'window'`)
    expect(await refused(takeRate(db.pool, 'window', limit))).toBeNull()
  })

  it('says how long to wait', async () => {
    const limit = { most: 1, seconds: 90 }
    await takeRate(db.pool, 'wait', limit)
    await expect(takeRate(db.pool, 'wait', limit)).rejects.toThrow('操作过于频繁，请 2 分钟后再试')
  })

  it('on failures only looks; the failure counts', async () => {
    const limit = { most: 2, seconds: 60 }
    for (let i = 0; i < 5; i++) await checkRate(db.pool, 'failures', limit)
    await countUp(db.pool, 'failures', 60)
    await checkRate(db.pool, 'failures', limit)
    await countUp(db.pool, 'failures', 60)
    expect(await refused(checkRate(db.pool, 'failures', limit))).toBe('TOO_MANY_REQUESTS')
  })
})

it('counts a whole IPv6 network as one address', () => {
  expect(addressOf('203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('2001:db8:1:2::9')).toBe('2001:0db8:0001:0002/64')
  expect(addressOf('2001:DB8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:0db8:0001:0002/64')
  expect(addressOf('::1')).toBe('0000:0000:0000:0000/64')
})

it('names seconds, minutes and hours', () => {
  expect([0, 59, 60, 61, 7_200, 86_400].map(waitText)).toEqual([
    ' 1 秒',
    ' 59 秒',
    ' 1 分钟',
    ' 2 分钟',
    ' 2 小时',
    ' 24 小时',
  ])
})
