// The secret address of a wall screen: made once, told once, withdrawn at once, and written nowhere.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGIN_EXPIRED } from '#contract/kit/event'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { MadeScreenData, ScreenData } from '#contract/platform/screen'
import type { SessionData } from '#contract/platform/session'
import { type House, LOGINS, OPERATOR_ORG, testHouse } from '#server/areas/platform/test/house'
import { newId, sha256 } from '#server/kit/ids'
import { openSocket } from '#server/kit/test/realtimeNode'

const SCREENS = '/passport/web-rbac/screens'
const WALL = '/pims/web-org/index/wall'
const ENTER = '/omms/di-om/third/yly/screenPassLogin'
const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const ADDRESS = refusals.SCREEN_ADDRESS[0]

let house: House
let manager: string

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  await house.person({ userName: 'nurse01', codes: ['czrzdc'] })
  manager = (await house.signInAs('manager01')).data.token
})
afterAll(() => house.close())

const switchTo = (isPass: number) => house.ask('PUT', `${LOGINS}/updateIsPass`, { token: manager, body: { isPass } })
const make = async (name: string) => {
  const made = await house.ask<MadeScreenData>('POST', SCREENS, { token: manager, body: { name } })
  expect(made.status).toBe(200)
  return made.data
}
const renew = (screenId: string) => house.ask<MadeScreenData>('PUT', `${SCREENS}/${screenId}/key`, { token: manager })
const revoke = (screenId: string) => house.ask('PUT', `${SCREENS}/${screenId}/revoke`, { token: manager })
const listed = async (name: string) => {
  const { data } = await house.ask<PageInfo<ScreenData>>('GET', SCREENS, { token: manager })
  return data.list.find((one) => one.name === name)!
}
const enter = (screenKey?: string, orgId = house.orgId) =>
  house.ask<SessionData>('POST', ENTER, { body: { orgId, ...(screenKey !== undefined && { screenKey }) } })
const tokenOf = async (screenKey: string) => {
  const opened = await enter(screenKey)
  expect(opened.status).toBe(200)
  return opened.data.token
}
const look = async (token: string) => (await house.ask('GET', WALL, { token })).status

describe('an address', () => {
  it('opens nothing while screens are switched off, and everything it needs afterwards', async () => {
    const { screenKey } = await make('一楼大厅')
    expect(await enter(screenKey)).toMatchObject({ status: 40302, desc: '大屏免登录未开启，请联系管理员' })
    await switchTo(1)
    const answer = await house.raw({ method: 'POST', path: ENTER, body: { orgId: house.orgId, screenKey } })
    // The page keeps its token; whoever else uses this browser keeps their cookie.
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { data } = answer.json() as { data: SessionData }
    expect(data).toMatchObject({
      username: '大屏',
      isAdmin: false,
      empInfo: { empName: '一楼大厅', phoneNum: null },
      orgInfo: { orgName: '松龄护理院' },
      authority: [],
      landingEndList: [],
      dataDeptInfoList: [],
    })
    const found = await house.app.sessions.resolve(data.token)
    expect(found).toMatchObject({ user: { screen: true, orgId: house.orgId, deptIds: null, codes: new Set() } })
    expect(await look(data.token)).toBe(200)
  })

  it('is refused alike without key, with a wrong or empty one, in another or an unknown house', async () => {
    const { screenKey } = await make('二楼护理站')
    await house.sql('update organization set screen_pass = true where org_id = $1', [OPERATOR_ORG])
    const refused = await Promise.all([
      enter(),
      enter(''),
      enter(newId()),
      enter(sha256(screenKey)),
      enter(screenKey, OPERATOR_ORG),
      enter(screenKey, newId()),
      enter(screenKey.toLowerCase()),
    ])
    for (const one of refused) expect(one).toEqual(refused[0])
    expect(refused[0]).toMatchObject({ status: ADDRESS, data: null })
    expect((await enter(screenKey)).status).toBe(200)
  })

  it('is written nowhere, not even in a log', async () => {
    const { screenId, screenKey } = await make('三楼餐厅')
    expect(screenKey).toMatch(/^[\w-]{43}$/)
    await tokenOf(screenKey)
    await enter(`${screenKey}x`)
    const renewed = (await renew(screenId)).data.screenKey
    await tokenOf(renewed)
    const tables = await house.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.map((one) => one.name)).toEqual(expect.arrayContaining(['operation_log', 'login_log', 'front_log']))
    for (const { name } of tables) {
      const found = await house.sql(
        `select 1 from "${name}" t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
        [screenKey, renewed],
      )
      expect([name, found.length]).toEqual([name, 0])
    }
    const logins = await house.sql<{ emp_name: string }>(`select emp_name from login_log where user_name = '大屏'`)
    expect(logins.map((one) => one.emp_name)).toContain('三楼餐厅')
  })

  it('is made by whoever may set screens, once for each name', async () => {
    const nurse = (await house.signInAs('nurse01')).data.token
    for (const [method, path] of [
      ['GET', SCREENS],
      ['POST', SCREENS],
      ['PUT', `${SCREENS}/${newId()}/key`],
      ['PUT', `${SCREENS}/${newId()}/revoke`],
    ] as const) {
      expect((await house.ask(method, path, { token: nurse, ...(method !== 'GET' && { body: {} }) })).status).toBe(401)
    }
    const twice = await house.ask('POST', SCREENS, { token: manager, body: { name: '一楼大厅' } })
    expect(twice).toMatchObject({ status: 40904, data: { field: 'name' } })
    expect(await listed('一楼大厅')).toMatchObject({ state: 'OPEN', createdByName: 'manager01', revokeTime: null })
  })
})

describe('withdrawing', () => {
  it('ends the screen and its socket at once, and no other', async () => {
    await house.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = house.server.server.address() as AddressInfo
    const [one, other] = [await make('四楼走廊'), await make('五楼走廊')]
    const [token, kept] = [await tokenOf(one.screenKey), await tokenOf(other.screenKey)]
    const ticket = await house.ask<{ ticket: string }>('POST', `${LOGINS}/socketTicket`, { token })
    const socket = await openSocket(port, ticket.data.ticket)
    expect((await revoke(one.screenId)).status).toBe(200)
    expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
    await socket.closed
    expect(await look(token)).toBe(4013)
    expect(await enter(one.screenKey)).toMatchObject({ status: ADDRESS })
    expect(await look(kept)).toBe(200)
    expect(await listed('四楼走廊')).toMatchObject({ state: 'REVOKED' })
    expect(await revoke(one.screenId)).toMatchObject({ status: 40901 })
    // A new address takes it into use again; the old one stays dead.
    const renewed = (await renew(one.screenId)).data
    expect(await enter(one.screenKey)).toMatchObject({ status: ADDRESS })
    expect(await look(await tokenOf(renewed.screenKey))).toBe(200)
    expect(await listed('四楼走廊')).toMatchObject({ state: 'OPEN', revokeTime: null })
  })

  it('wins over a sign-in that has begun', async () => {
    const { screenId, screenKey } = await make('六楼走廊')
    const client = await house.app.pool.connect()
    try {
      await client.query('begin')
      await client.query('update screen_address set revoked_at = now() where screen_id = $1', [screenId])
      const late = enter(screenKey)
      await expect.poll(() => house.sql(WAITING)).not.toEqual([])
      await client.query('commit')
      expect((await late).status).toBe(ADDRESS)
    } finally {
      client.release()
    }
    expect(await house.sql('select 1 from login_session where screen_id = $1', [screenId])).toEqual([])
  })

  it('a new address ends what the old one opened', async () => {
    const { screenId, screenKey } = await make('七楼走廊')
    const token = await tokenOf(screenKey)
    await renew(screenId)
    expect(await look(token)).toBe(4013)
  })

  it('the switch of the house ends all of them and leaves their addresses', async () => {
    const { screenKey } = await make('八楼走廊')
    const token = await tokenOf(screenKey)
    await switchTo(0)
    expect(await look(token)).toBe(4013)
    expect(await enter(screenKey)).toMatchObject({ status: 40302 })
    await switchTo(1)
    expect(await look(await tokenOf(screenKey))).toBe(200)
  })

  it('a session from before there were addresses is over', async () => {
    const token = newId()
    await house.sql(
      `insert into login_session (session_id, org_id, user_id, ip, terminal, read_only) values ($1, $2, $3, '', '', true)`,
      [sha256(token), house.orgId, newId()],
    )
    expect(await look(token)).toBe(4013)
  })
})

it('a screen is seen by what it asks for', async () => {
  const { screenKey, screenId } = await make('九楼走廊')
  expect((await listed('九楼走廊')).lastSeenTime).toBeNull()
  const token = await tokenOf(screenKey)
  expect((await listed('九楼走廊')).lastSeenTime).not.toBeNull()
  await house.sql(`update screen_address set last_seen_at = now() - interval '1 day' where screen_id = $1`, [screenId])
  await look(token)
  // What was seen is written in one go, at the latest when the process ends.
  await (house.app.sessions as unknown as { close(): Promise<void> }).close()
  const [row] = await house.sql<{ fresh: boolean }>(
    `select last_seen_at > now() - interval '1 minute' as fresh from screen_address where screen_id = $1`,
    [screenId],
  )
  expect(row).toEqual({ fresh: true })
})
