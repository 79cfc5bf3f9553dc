// The console's beginning in one answer says what its parts say one by one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { demoApp, type TestApp } from '#server/kit/test/app'

const LOGINS = '/passport/web-rbac/logins'
const CONFIG = '/passport/web-rbac/systemConfigs'
const OWN = { appName: 'platform-admin' }

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

interface Start {
  session: { landingEndList: { landingEndId: string }[] }
  landingEndId: string
  buttons: { name: string; title: string }[]
  [part: string]: unknown
}

const tokenOf = (userName: string) =>
  product.signIn(userName, demoAccounts.find((one) => one.userName === userName)!.password)
const ask = async <T>(path: string, token: string, query: Record<string, string> = {}) =>
  product.ask<T>('GET', path, { token, query, headers: OWN })

describe('the start of the console', () => {
  it.each(['zhengkai', 'liumin', 'lixiaomei', 'operator'])('is the sum of its parts for %s', async (userName) => {
    const token = await tokenOf(userName)
    const { status, data: start } = await ask<Start>('/passport/web-org/start', token)
    expect(status).toBe(200)
    const part = async (path: string) => (await ask(path, token)).data
    expect(start.session).toEqual(await part(`${LOGINS}/current`))
    expect(start.landingEndId).toBe(await part(`${LOGINS}/selectLandingEndId`))
    expect(start.menu).toEqual(await part(`${LOGINS}/menu/${start.landingEndId}`))
    const buttons = (await part(`${LOGINS}/menu/button`)) as Start['buttons']
    expect(buttons.length).toBeGreaterThan(0)
    expect(start.buttons).toEqual(buttons.map(({ name, title }) => ({ name, title })))
    expect(start.preferences).toEqual(await part('/passport/web-org/preferences'))
    expect(start.icon).toEqual(await part(`${CONFIG}/iconConfig`))
    expect(start.loginPage).toEqual(await part(`${CONFIG}/loginPageConfig`))
    expect(start.mattress).toEqual(await part('/pims/web-pi/device/set/mattress'))
    expect({ systemThemeColor: start.systemThemeColor }).toEqual(await part(`${CONFIG}/systemThemeColor`))
    expect(start.unread).toEqual(await part('/passport/web-org/messages/unread'))
    expect(start.jobs).toEqual(await part('/passport/web-org/jobs'))
  })

  it('enters the landing end the browser was in, and none that is not the user’s', async () => {
    const token = await tokenOf('liumin')
    const ends = (await ask<Start>('/passport/web-org/start', token)).data.session.landingEndList
    for (const { landingEndId } of ends) {
      const { data } = await ask<Start>('/passport/web-org/start', token, { landingEndId })
      expect(data.landingEndId).toBe(landingEndId)
    }
    const strange = await ask('/passport/web-org/start', token, { landingEndId: 'nobodys' })
    expect(strange.status).not.toBe(200)
    expect((await product.ask('GET', '/passport/web-org/start')).status).not.toBe(200)
  })
})
