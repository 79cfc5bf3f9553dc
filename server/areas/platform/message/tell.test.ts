// Telling many, telling once, telling nobody who has left, and what is left of it when a server falls meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { cleanUp, MESSAGE_DAYS } from '#server/areas/platform/work/cleanUp'
import type { Tx } from '#server/kit/caller'
import { systemTransaction } from '#server/kit/system'
import { type NewMessage, notify, onceOf } from './messages.ts'

const MANY = 2_000

let house: House
let people: string[]

beforeAll(async () => {
  house = await testHouse()
  await house.sql(
    `insert into account (org_id, user_id, user_name, password_hash)
      select $1, 'm' || n, 'many' || n, 'none' from generate_series(1, ${MANY}) n`,
    [house.orgId],
  )
  people = (await house.sql<{ id: string }>(`select user_id as id from account where user_name like 'many%'`)).map(
    (row) => row.id,
  )
})
afterAll(() => house.close())
beforeEach(() => house.sql('delete from user_message where org_id = $1', [house.orgId]))

const inTx = <T>(work: (tx: Tx) => Promise<T>) => systemTransaction(house.app, house.orgId, '测试', '通知', work)
const tell = (userIds: readonly string[], told: Partial<NewMessage> = {}) =>
  inTx((tx) => notify(tx, userIds, { kind: 'system', title: '试一下', ...told }))
const told = async () =>
  (
    await house.sql<{ n: number; people: number }>(
      'select count(*) as n, count(distinct user_id) as people from user_message where org_id = $1',
      [house.orgId],
    )
  )[0]

describe('the same event', () => {
  it('tells nobody twice, however often and wherever the job runs', async () => {
    const once = onceOf('contract.end', 'c1', '2026-01-01')
    await tell(people.slice(0, 2), { once })
    await tell(people.slice(0, 3), { once })
    expect(await told()).toEqual({ n: 3, people: 3 })
    await tell(people.slice(0, 1), { once: onceOf('contract.end', 'c1', '2027-01-01') })
    await tell(people.slice(0, 1))
    await tell(people.slice(0, 1))
    expect(await told()).toEqual({ n: 6, people: 3 })
  })

  it('told by two servers at once, in any order of people, reaches each of them once', async () => {
    const once = onceOf('drill', 1)
    await Promise.all([tell(people, { once }), tell([...people].reverse(), { once }), tell(people, { once })])
    expect(await told()).toEqual({ n: MANY, people: MANY })
  })

  it('is told again by the next run when the first was taken back', async () => {
    const once = onceOf('drill', 2)
    await expect(
      inTx(async (tx) => {
        await notify(tx, people, { kind: 'notice', title: '演练', once })
        throw new Error('fell')
      }),
    ).rejects.toThrow('fell')
    expect(await told()).toEqual({ n: 0, people: 0 })
    await tell(people, { once })
    expect(await told()).toEqual({ n: MANY, people: MANY })
  })
})

it('a server that falls while it tells 2,000 has told nobody; the next run tells each of them once', async () => {
  const once = onceOf('drill', 3)
  const fallen = inTx(async (tx) => {
    await notify(tx, people, { kind: 'notice', title: '演练', once })
    const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await house.sql('select pg_terminate_backend($1)', [rows[0]!.pid])
    await tx.client.query('select 1')
  })
  await expect(fallen).rejects.toThrow()
  expect(await told()).toEqual({ n: 0, people: 0 })
  await tell(people, { once })
  await tell(people, { once })
  expect(await told()).toEqual({ n: MANY, people: MANY })
})

it('many are pushed to together: a few messages of the bus, each with what is theirs', async () => {
  const published: { each?: readonly (readonly [string, string])[] }[] = []
  const off = new AbortController()
  house.app.bus.subscribe('realtime/event/platform.message', (one) => {
    if (!off.signal.aborted) published.push(one as (typeof published)[number])
  })
  await tell(people, { title: '大家好' })
  off.abort()
  expect(published.length).toBeLessThanOrEqual(8)
  const frames = published.flatMap((one) => one.each ?? [])
  const rows = await house.sql<{ id: string; userId: string }>(
    'select message_id as id, user_id as "userId" from user_message where org_id = $1',
    [house.orgId],
  )
  const pushed = new Map(frames.map(([userId, frame]) => [userId, JSON.parse(frame).data.messageId as string]))
  expect(pushed).toEqual(new Map(rows.map((row) => [row.userId, row.id])))
})

describe('a person who has left', () => {
  it('is told nothing once the account is closed, and the others are', async () => {
    const [gone, stays] = [people[0]!, people[1]!]
    await house.sql('update account set user_status = 2 where org_id = $1 and user_id = $2', [house.orgId, gone])
    await tell([gone, stays, 'nobody'])
    expect(await told()).toEqual({ n: 1, people: 1 })
    await house.sql('update account set user_status = 1 where org_id = $1 and user_id = $2', [house.orgId, gone])
  })

  it('takes the messages along, also those that are told in the same moment', async () => {
    const leaver = await house.person({ userName: 'leaver' })
    await tell([leaver])
    const [a, b] = [await house.app.pool.connect(), await house.app.pool.connect()]
    try {
      // As deleteUsers does: the account is held before its rows go.
      await a.query('begin')
      await a.query('select 1 from account where org_id = $1 and user_id = $2 for update', [house.orgId, leaver])
      const telling = tell([leaver, people[2]!])
      await expect
        .poll(
          async () =>
            (await b.query(`select 1 from pg_locks where not granted and locktype = 'transactionid'`)).rowCount,
        )
        .toBeGreaterThan(0)
      await a.query('delete from login_name where org_id = $1 and user_id = $2', [house.orgId, leaver])
      await a.query('delete from user_message where org_id = $1 and user_id = $2', [house.orgId, leaver])
      await a.query('delete from account_role where org_id = $1 and user_id = $2', [house.orgId, leaver])
      await a.query('delete from account where org_id = $1 and user_id = $2', [house.orgId, leaver])
      await a.query('commit')
      await telling
    } finally {
      a.release()
      b.release()
    }
    expect(await told()).toEqual({ n: 1, people: 1 })
  })
})

it('the night removes what was read or never told long ago; what waits stays', async () => {
  const [one] = people
  await tell([one!], { title: '读过的旧消息' })
  await tell([one!], { title: '没读的旧消息' })
  await tell([one!], { title: '没提醒的旧消息' })
  await tell([one!], { title: '读过的新消息' })
  await house.sql(`update user_message set read_at = now() where title like '读过%'`)
  await house.sql(`update user_message set muted = true where title like '没提醒%'`)
  await house.sql(
    `update user_message set created_at = now() - interval '${MESSAGE_DAYS + 1} days' where title like '%旧消息'`,
  )
  await cleanUp(house.app)
  const left = await house.sql<{ title: string }>('select title from user_message where org_id = $1 order by title', [
    house.orgId,
  ])
  expect(left.map((row) => row.title).sort()).toEqual(['没读的旧消息', '读过的新消息'])
})
