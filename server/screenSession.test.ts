// A wall screen tries everything: every declared call, files, exports, events, MQTT. Only what is named here answers;
// a call that joins the list is a decision, and what it answers must name nobody.
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WallData } from '#contract/home/wall'
import type { Call } from '#contract/kit/call'
import { HEARTBEAT, WATCH } from '#contract/kit/event'
import { formats } from '#contract/kit/formats'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import type { MadeScreenData } from '#contract/platform/screen'
import type { SessionData } from '#contract/platform/session'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { TOKEN_COOKIE } from '#server/kit/origin'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createAttacker, jsonOf, type Knowledge } from '#server/kit/test/attacker'
import { multipart, sample, seeded, TINY_PNG } from '#server/kit/test/hostile'
import { openBrowser, openSocket } from '#server/kit/test/realtimeNode'

/** Everything a screen may call. */
const CALLS = ['home.wall.figures', 'platform.session.socketTicket', 'platform.shell.frontLog']
/** Everything a screen is told, without its payload. */
const EVENTS = ['live.residence.changed']

const random = seeded(20_261_116)
const known = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))
const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const events = nouns.flatMap((noun) => Object.values(noun.events))
const REFUSED = refusals.SCREEN_SESSION[0]

let product: TestApp
let administrator: string
let screen: string
let port: number

beforeAll(async () => {
  product = await demoApp()
  const { password } = demoAccounts.find((account) => account.userName === 'zhengkai')!
  administrator = await product.signIn('zhengkai', password)
  const as = { token: administrator }
  await product.ask('PUT', '/passport/web-rbac/logins/updateIsPass', { ...as, body: { isPass: 1 } })
  const made = await product.ask<MadeScreenData>('POST', '/passport/web-rbac/screens', {
    ...as,
    body: { name: '一楼大厅' },
  })
  const opened = await product.ask<SessionData>('POST', '/omms/di-om/third/yly/screenPassLogin', {
    body: { orgId: DEMO_ORG, screenKey: made.data.screenKey },
  })
  expect(opened.status).toBe(200)
  screen = opened.data.token
  await product.server.listen({ port: 0, host: '127.0.0.1' })
  port = (product.server.server.address() as AddressInfo).port
})
afterAll(() => product.close())

const ticketOf = async (token: string) =>
  (await product.ask<{ ticket: string }>('POST', '/passport/web-rbac/logins/socketTicket', { token })).data.ticket

describe('calls', () => {
  test('are declared for screens: exactly these', () => {
    const declared = calls.filter((call) => call.screen).map((call) => call.key)
    expect(declared.sort()).toEqual(CALLS)
  })

  test('every other closed one is refused, also with input that would do its work', async () => {
    const attacker = createAttacker(product, {
      calls,
      random,
      tokenFor: () => screen,
      recipes: Object.assign({}, ...known.map((area) => area.recipes)),
      places: Object.assign({}, ...known.map((area) => area.places)),
      costly: [],
    })
    const answered: string[] = []
    for (const call of calls.filter((one) => one.needs !== OPEN)) {
      const { query, body } = await attacker.honest(call)
      const file = { name: 'file', filename: 'a.png', content: TINY_PNG }
      const shot = call.transfer === 'multipart' ? multipart([file]) : jsonOf(call, body)
      const answer = await attacker.shoot('as a screen', call, { query: qs.stringify(query), ...shot })
      if ((answer as { status?: number } | null)?.status !== REFUSED) answered.push(call.key)
    }
    expect(attacker.faults()).toEqual({ count: 0, first: [] })
    expect(answered.sort()).toEqual(CALLS.filter((key) => key !== 'platform.shell.frontLog'))
  }, 240_000)

  test('those open to everyone take it for a stranger', async () => {
    const { data } = await product.ask('GET', '/omms/web-rbac/logins/getUserID', { token: screen })
    expect(data).toBe('')
    await product.ask('GET', '/passport/web-rbac/logins/loginOut', { token: screen })
    expect((await product.ask('GET', '/pims/web-org/index/wall', { token: screen })).status).toBe(200)
  })

  test('the residents by name, a list as a file, an upload: nothing of it', async () => {
    const as = { token: screen }
    const residents = await product.ask('GET', '/pims/web-pi/oldmans/live', {
      ...as,
      query: { page: '1', size: '999999' },
    })
    expect(residents).toMatchObject({ status: REFUSED, data: null })
    const before = await product.app.pool.query('select run_id from job_run')
    const exported = await product.ask('POST', '/passport/web-org/common/exportList', {
      ...as,
      body: {
        call: 'live.residence.list',
        title: '在住老人',
        query: {},
        columns: [{ key: 'oldmanName', title: '姓名' }],
      },
    })
    expect(exported.status).toBe(REFUSED)
    expect((await product.app.pool.query('select run_id from job_run')).rows).toEqual(before.rows)
    const search = await product.ask('GET', '/passport/web-org/common/global-search', {
      ...as,
      query: { keyword: '王' },
    })
    expect(search).toMatchObject({ status: REFUSED, data: null })
  })

  test('its figures name nobody', async () => {
    const { data, status } = await product.ask<WallData>('GET', '/pims/web-org/index/wall', { token: screen })
    expect(status).toBe(200)
    expect(data.inHouse).toBeGreaterThan(0)
    const names = await product.app.pool.query<{ name: string }>(
      'select oldman_name as name from oldman union select emp_name from employee',
    )
    const text = JSON.stringify(data)
    expect(names.rows.filter(({ name }) => text.includes(name))).toEqual([])
    expect(text).not.toMatch(/奶奶|爷爷/)
  })
})

describe('files', () => {
  test('of the house are not there for a screen, by header or cookie', async () => {
    const { type, content } = multipart([{ name: 'file', filename: '身份证.png', content: TINY_PNG }])
    const sent = await product.server.inject({
      method: 'POST',
      url: '/pims/web-org/common/upload',
      headers: { authorization: administrator, 'content-type': type },
      payload: content,
    })
    const { imagePath } = sent.json().data as { imagePath: string }
    const get = (headers: Record<string, string>) => product.server.inject({ method: 'GET', url: imagePath, headers })
    expect((await get({ authorization: administrator })).statusCode).toBe(200)
    expect((await get({ authorization: screen })).statusCode).toBe(404)
    expect((await get({ cookie: `${TOKEN_COOKIE}=${administrator}` })).statusCode).toBe(200)
    expect((await get({ cookie: `${TOKEN_COOKIE}=${screen}` })).statusCode).toBe(404)
    await product.app.pool.query('update stored_file set is_public = true where file_id = $1', [
      imagePath.split('/')[2],
    ])
    expect((await get({ authorization: screen })).statusCode).toBe(200)
  })
})

describe('events', () => {
  const ajv = new Ajv({ strict: false })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test)

  test('are declared for screens: exactly these', () => {
    expect(events.filter((event) => event.screen).map((event) => event.name)).toEqual(EVENTS)
  })

  test('no other reaches one, and none with what happened to whom', async () => {
    const wall = await openSocket(port, await ticketOf(screen))
    const desk = await openSocket(port, await ticketOf(administrator))
    const watched = events.filter((event) => event.watched).map((event) => event.name)
    for (const socket of [wall, desk]) {
      // Taken once its heartbeat comes back.
      socket.ws.send(`${WATCH}${JSON.stringify(watched)}`)
      socket.ws.send(HEARTBEAT)
      expect(await socket.texts.next()).toBe(HEARTBEAT)
    }
    for (const event of events) {
      const payload = sample(event.payload, random, (schema, value) => ajv.validate(schema, value))
      product.app.realtime.emit(DEMO_ORG, event, payload as never)
    }
    const oldmanIds = [newId()]
    product.app.realtime.emit(DEMO_ORG, residence.events.changed, { bedIds: [], oldmanIds })
    const heard = new Set<string>()
    for (;;) {
      const { type, data } = await desk.frame()
      if (type === residence.events.changed.name && JSON.stringify(data).includes(oldmanIds[0]!)) break
      heard.add(type)
    }
    expect(heard.has('monitor.alarm')).toBe(true)
    expect(heard.size).toBeGreaterThan(10)
    wall.ws.send(HEARTBEAT)
    for (const name of [...EVENTS, residence.events.changed.name]) {
      expect(await wall.frame()).toEqual({ type: name, data: {}, at: expect.any(String) })
    }
    expect(await wall.texts.next()).toBe(HEARTBEAT)
    for (const socket of [wall, desk]) {
      socket.ws.close()
      await socket.closed
    }
  })

  test('over MQTT a screen is not let in', async () => {
    const { client } = await openBrowser(port, await ticketOf(administrator))
    await client.endAsync(true)
    await expect(openBrowser(port, await ticketOf(screen))).rejects.toMatchObject({ code: 5 })
  })
})
