import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushPreferences, keepPreferences, recallPreferences, setPreference, usePreferences } from './preferences.ts'
import { local } from './storage.ts'
import { setGateway } from './transport.ts'

let server: Server
let status = 200
const saved: [name: string, value: unknown][] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { value } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { value: unknown }
      if (status === 200) saved.push([decodeURIComponent(request.url!.split('/').pop()!), value])
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, data: null }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const values = () => usePreferences.getState().values

describe('preferences', () => {
  it('become one write for several changes, and are told at sign-out at the latest', async () => {
    recallPreferences('u1')
    keepPreferences({ density: 'loose' })
    setPreference('theme', 'heyelv')
    setPreference('theme', 'ziluolan')
    expect(values()).toEqual({ density: 'loose', theme: 'ziluolan' })
    await flushPreferences()
    expect(saved).toEqual([['theme', 'ziluolan']])
  })

  it('that the server does not know yet win over its answer after a reload', async () => {
    status = 503
    setPreference('list:/a', { hidden: ['x'] })
    await flushPreferences()
    usePreferences.setState({ values: {}, loaded: false })
    recallPreferences('u1')
    status = 200
    keepPreferences({ theme: 'heyelv' })
    expect(values()).toEqual({ theme: 'heyelv', 'list:/a': { hidden: ['x'] } })
    await flushPreferences()
    expect(saved.at(-1)).toEqual(['list:/a', { hidden: ['x'] }])
  })

  it('of one user are nothing to the next at the same computer', () => {
    usePreferences.setState({ values: {}, loaded: false })
    recallPreferences('u2')
    expect(values()).toEqual({})
    local.clear()
  })
})
