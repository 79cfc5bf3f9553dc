// Server addresses: merged, checked, and tried only inside the house.
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerConfigData } from '#contract/systemSetting/serve'
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '/passport/web-rbac/serverConfigs'
let app: TestApp
let admin: string
let listening: Server

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
  listening = createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => listening.close(resolve))
})

const read = async () => (await app.ask<ServerConfigData>('GET', PATH, { token: admin })).data
const save = (body: object) => app.ask<ServerConfigData>('PUT', PATH, { token: admin, body })
const probe = (host: string, port: number) =>
  app.ask<{ reached: boolean; text: string }>('POST', `${PATH}/probe`, { token: admin, body: { host, port } })

describe('server settings', () => {
  it('begin with the ports terminals expect and without secrets', async () => {
    const now = await read()
    expect(now).toMatchObject({ voicePort: 8080, hptvPort: 80, janusPort: 8188, timeZone: '0', forceUpdate: 0 })
    expect(Object.keys(now)).not.toContain('mqPassword')
  })

  it('keep what a save does not mention, take ports as texts and never keep the force flag', async () => {
    expect((await save({ voiceHost: '192.168.1.20', voicePort: '8090', forceUpdate: 1, mqPassword: 'x' })).status).toBe(
      200,
    )
    expect((await save({ hptvHost: '10.0.0.7', timeZone: '12' })).status).toBe(200)
    expect(await read()).toMatchObject({
      voiceHost: '192.168.1.20',
      voicePort: 8090,
      hptvHost: '10.0.0.7',
      timeZone: '12',
      forceUpdate: 0,
    })
    const stored = await app.app.pool.query(
      `select value::text as text from system_config where name = 'serverConfigs'`,
    )
    expect(stored.rows[0].text).not.toContain('mqPassword')
  })

  it('lead terminals to the port of encrypted broadcasts while broadcasts are encrypted', async () => {
    const WHOLE = '/tdms/web-wn/systemConfig/whole'
    const whole = async () => (await app.ask('GET', WHOLE, { token: admin })).data
    const set = (config: unknown, more: object = {}) =>
      app.ask('POST', WHOLE, { token: admin, body: { orgId: '', deviceId: '', config, ...more } })
    expect(await whole()).toEqual({ broadcastEncryption: false })
    expect(await set(JSON.stringify({ broadcastEncryption: true, other: 1 }))).toMatchObject({
      status: 200,
      data: { broadcastEncryption: true },
    })
    expect(await whole()).toEqual({ broadcastEncryption: true })
    expect((await read()).janusPort).toBe(8989)
    // The page of existing clients sends its form back with whatever port it showed; only the switch decides.
    await save({ janusHost: '10.0.0.9', janusPort: 8188, janusEncrypted: null })
    expect(await read()).toMatchObject({ janusHost: '10.0.0.9', janusPort: 8989, janusEncrypted: null })
    const own = await app.ask<ServerConfigData>('GET', PATH, { token: admin, headers: { appname: 'platform-admin' } })
    expect(own.data.janusEncrypted).toBe(1)
    await save({ janusEncrypted: 0 })
    expect(await whole()).toEqual({ broadcastEncryption: false })
    for (const config of ['', 'no json', '{}', '{"broadcastEncryption":"yes"}', 'null']) {
      expect([config, (await set(config)).status]).toEqual([config, 42200])
    }
    expect((await set('{"broadcastEncryption":true}', { orgId: OPERATOR_ORG })).status).toBe(40400)
    const nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
    expect((await app.ask('GET', WHOLE, { token: nurse })).status).toBe(401)
    // Where the port was set by hand before there was a switch, it still says it.
    await app.app.pool.query(
      `update system_config set value = value - 'broadcastEncryption' || '{"janusPort": 8989}' where name = 'serverConfigs'`,
    )
    app.app.sessions.forget(DEMO_ORG)
    expect(await whole()).toEqual({ broadcastEncryption: true })
  })

  it('refuse what is no address, port or zone', async () => {
    const cases: [object, string][] = [
      [{ voiceHost: '300.1.1.1' }, 'voiceHost'],
      [{ ntpHost: 'time.example' }, 'ntpHost'],
      [{ socketPort: 70000 }, 'socketPort'],
      [{ wssPort: 'abc' }, 'wssPort'],
      [{ timeZone: '39' }, 'timeZone'],
    ]
    for (const [body, field] of cases) {
      expect(await save(body), field).toMatchObject({ status: 42200, data: { field } })
    }
  })

  it('try an address of the house and no other', async () => {
    const { port } = listening.address() as { port: number }
    expect((await probe('127.0.0.1', port)).data).toMatchObject({ reached: true })
    const closed = await new Promise<number>((resolve) => {
      const short = createServer().listen(0, '127.0.0.1', () => {
        const free = (short.address() as { port: number }).port
        short.close(() => resolve(free))
      })
    })
    expect((await probe('127.0.0.1', closed)).data).toMatchObject({ reached: false })
    expect(await probe('8.8.8.8', 53)).toMatchObject({ status: 42200, data: { field: 'host' } })
    for (let i = 0; i < 30; i++) await probe('127.0.0.1', port)
    expect((await probe('127.0.0.1', port)).status).toBe(42900)
  })
})
