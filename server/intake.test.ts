// Slow senders over real connections: what is refused is refused before its body, nobody keeps a connection for ever,
// and whoever goes away in the middle leaves no error in the log.
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { createHttp } from '#server/kit/http'
import { usualIntake } from '#server/kit/intake'
import { readSettings } from '#server/kit/settings'
import { demoApp, type TestApp } from '#server/kit/test/app'

const OPEN_UPLOAD = '/passport/web-rbac/medical/picture'
const UPLOAD = '/pims/web-org/common/upload'
const LOGIN = '/passport/web-rbac/logins/login'
const MULTIPART = 'multipart/form-data; boundary=b'
const BEGIN = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx'
const LONG = 3_600_000
const SOON = { ms: 50, bytes: 1024 * 1024 }

let product: TestApp
let port: number
let token: string

beforeAll(async () => {
  product = await demoApp()
  Object.assign(product.app.settings.intake, { lookMs: 10 })
  await product.server.listen({ port: 0, host: '127.0.0.1' })
  port = (product.server.server.address() as AddressInfo).port
  const { userName, password } = demoAccounts.find((one) => one.userName === 'zhengkai')!
  token = await product.signIn(userName, password)
})
afterAll(() => product.close())

/** Nothing ends by itself unless a test says so. */
beforeEach(() => {
  Object.assign(product.app.settings.intake, {
    bodyMs: LONG,
    pace: { bytes: 1024, ms: LONG },
    strangers: { most: 20, perAddress: 20, ms: LONG, bytes: 10 * 1024 * 1024 },
    perSession: 5,
    afterRefusal: { strangers: SOON, known: SOON },
  })
})

interface Sender {
  socket: Socket
  /** Everything the server said, once the connection is closed. */
  closed: Promise<string>
  said(): string
}

/** Announces a body and sends its beginning, no more. */
function sender(path: string, options: { type?: string; begin?: string; token?: string } = {}): Sender {
  const { type = MULTIPART, begin = BEGIN } = options
  const more = options.token ? `Authorization: ${options.token}\r\n` : ''
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${more}Content-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(head + begin))
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return { socket, closed, said: () => text }
}

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 20_000)
const connections = () =>
  new Promise<number>((resolve, reject) =>
    product.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
const statusOf = (text: string) => Number(/"status":(\d+)/.exec(text)?.[1] ?? 0)
const quiet = () => eventually(async () => expect([product.server.intake.waiting, await connections()]).toEqual([0, 0]))
const leftBehind = async () =>
  (await readdir(product.app.settings.tempDir)).filter((name) => name.startsWith('upload-'))

describe('uploads without a session', () => {
  test('are refused before their body where a session is needed, and let go', async () => {
    const all = Array.from({ length: 200 }, () => sender(UPLOAD))
    const said = await Promise.all(all.map((one) => one.closed))
    expect(new Set(said.map(statusOf))).toEqual(new Set([refusals.SESSION_EXPIRED[0]]))
    await quiet()
  })

  test('are few at once where none is needed, and not for long', async () => {
    const { strangers } = product.app.settings.intake
    const all = Array.from({ length: 200 }, () => sender(OPEN_UPLOAD))
    const turnedAway = () => all.filter((one) => statusOf(one.said()) === refusals.TOO_MANY_REQUESTS[0])
    await eventually(() => expect(turnedAway()).toHaveLength(200 - strangers.most))
    await Promise.all(turnedAway().map((one) => one.closed))
    await eventually(async () => expect(await connections()).toBe(strangers.most))
    expect(await leftBehind()).toHaveLength(strangers.most)
    // Their time is up: the next ones, and those who wait already.
    strangers.ms = 20
    for (const one of all) one.socket.destroy()
    const late = Array.from({ length: 5 }, () => sender(OPEN_UPLOAD))
    await Promise.all(late.map((one) => one.closed))
    await quiet()
    await eventually(async () => expect(await leftBehind()).toEqual([]))
  })

  test('are ended by their bytes', async () => {
    product.app.settings.intake.strangers.bytes = 10_000
    const one = sender(OPEN_UPLOAD)
    await eventually(async () => expect(await leftBehind()).toHaveLength(1))
    one.socket.write('x'.repeat(20_000))
    await one.closed
    await quiet()
  })

  test('under another content type are not gathered in memory', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const said = await sender(OPEN_UPLOAD, { type, begin: '{"a":"' }).closed
      expect([type, statusOf(said)]).toEqual([type, refusals.INVALID_INPUT[0]])
    }
  })
})

describe('slow senders', () => {
  test('of ordinary bodies are ended', async () => {
    product.app.settings.intake.bodyMs = 20
    for (const path of [LOGIN, '/nowhere']) {
      const all = Array.from({ length: 20 }, () => sender(path, { type: 'application/json', begin: '{"a":' }))
      await Promise.all(all.map((one) => one.closed))
    }
    await quiet()
  })

  test('of headers are ended', async () => {
    const intake = { ...usualIntake, headersMs: 20, lookMs: 10 }
    const server = await createHttp({ ...readSettings({}), logLevel: 'silent', intake })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = server.server.address() as AddressInfo
    for (const text of ['', 'GET / HTTP/1.1\r\nHost: a\r\nX-']) {
      const socket = connect(own, '127.0.0.1', () => socket.write(text))
      socket.on('error', () => undefined)
      socket.resume()
      await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    }
    await server.close()
  })

  test('of uploads are ended when they do not keep the pace, with a session too', async () => {
    product.app.settings.intake.pace = { bytes: 1_000_000, ms: 1 }
    // Also those that end before their folder is made: more of them than the session has places.
    const all = Array.from({ length: 20 }, () => sender(UPLOAD, { token }))
    await Promise.all(all.map((one) => one.closed))
    await quiet()
    await eventually(async () => expect(await leftBehind()).toEqual([]))
  })

  test('fill no more than the places of their session', async () => {
    const all = Array.from({ length: 12 }, () => sender(UPLOAD, { token }))
    const turnedAway = () => all.filter((one) => statusOf(one.said()) === refusals.TOO_MANY_REQUESTS[0])
    await eventually(() => expect(turnedAway()).toHaveLength(7))
    for (const one of all) one.socket.destroy()
    await quiet()
    // The places are free again.
    const next = sender(UPLOAD, { token })
    await eventually(async () => expect(await leftBehind()).toHaveLength(1))
    expect(next.said()).toBe('')
    next.socket.destroy()
    await quiet()
  })
})

test('whoever goes away in the middle is no defect', async () => {
  const told = (['error', 'fatal', 'warn'] as const).map((level) => vi.spyOn(product.server.log, level))
  let arrived = 0
  let gone = 0
  product.server.server.on('request', (request) => {
    arrived++
    request.once('close', () => gone++)
  })
  const cases: Parameters<typeof sender>[] = [
    [OPEN_UPLOAD],
    [OPEN_UPLOAD, { begin: '--b\r\nContent-Disp' }],
    [OPEN_UPLOAD, { begin: '' }],
    [UPLOAD, { token }],
    [UPLOAD, { token, begin: `${BEGIN}\r\n--b\r\nContent-Disposition: form-data; name="picRoute"\r\n\r\nhalf` }],
    [LOGIN, { type: 'application/json', begin: '{"a":' }],
    [LOGIN],
  ]
  for (const [path, options] of cases) {
    const before = arrived
    const one = sender(path, options)
    await eventually(() => expect(arrived).toBe(before + 1))
    one.socket.destroy()
    await eventually(() => expect(gone).toBe(arrived))
    await quiet()
  }
  await eventually(async () => expect(await leftBehind()).toEqual([]))
  for (const spy of told) expect(spy.mock.calls).toEqual([])
  vi.restoreAllMocks()
})
