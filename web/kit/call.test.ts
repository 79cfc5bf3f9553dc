import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, noun } from '#contract/kit/call'
import { id, int, list, nothing, obj, opt, str, text } from '#contract/kit/schema'
import { download, fetchFile, requestOf, send, setCredentials, withoutSecrets } from './call.ts'
import type { CallError } from './callError.ts'
import { onSignal } from './signals.ts'
import { local, perSession } from './storage.ts'
import { setGateway } from './transport.ts'

const things = noun('test', 'thing', {
  title: '物',
  calls: {
    get: call.get('/thing/{thingId}', { needs: 'signedIn', act: '取', query: obj({ q: opt(str()) }), data: str() }),
    save: call.put('/thing/{thingId}', {
      needs: 'signedIn',
      act: '存',
      body: obj({ name: text('名') }),
      data: nothing(),
    }),
    mixed: call.post('/mixed', {
      needs: 'signedIn',
      act: '混',
      query: obj({ md5: opt(str()) }),
      body: obj({ name: str() }),
      data: nothing(),
    }),
    ids: call.post('/ids', { needs: 'signedIn', act: '批', body: list(id()), data: nothing() }),
    drop: call.delete('/thing', { needs: 'signedIn', act: '删', query: obj({ ids: list(str()) }), data: nothing() }),
    pay: call.post('/pay', {
      needs: 'signedIn',
      act: '付',
      body: obj({ fen: int() }),
      data: nothing(),
      repeatable: true,
    }),
    upload: call.post('/upload', {
      needs: 'signedIn',
      act: '传',
      transfer: 'multipart',
      body: obj({ picRoute: opt(int()) }),
      data: str(),
    }),
    file: call.get('/file', { needs: 'signedIn', act: '下载', transfer: 'download' }),
    open: call.get('/open', { needs: 'open', act: '开', data: str() }),
  },
})
const { calls } = things

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
let last: { method: string; url: string; headers: IncomingMessage['headers']; body: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      last = { method: request.method!, url: request.url!, headers: request.headers, body }
      answer(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const stops: (() => void)[] = []
const heard: string[] = []
function listen() {
  heard.length = 0
  stops.push(onSignal('api-failed', (error) => heard.push(`failed ${error.code}`)))
  stops.push(onSignal('session-invalid', ({ code }) => heard.push(`invalid ${code}`)))
  stops.push(onSignal('loading', (on) => heard.push(`loading ${on}`)))
}
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  perSession.clear()
  setCredentials(null)
})

const json = (body: unknown, status = 200) => {
  answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const ok = (data: unknown = null) => json({ status: 200, desc: '操作成功', data })
const failure = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: CallError) => error,
  )

describe('a request', () => {
  it('puts parameters into the path, the rest of a GET into the query', () => {
    expect(requestOf(calls.get, { thingId: 'a/b', q: '王 秀' })).toMatchObject({
      url: '/thing/a%2Fb?q=%E7%8E%8B+%E7%A7%80',
    })
    expect(requestOf(calls.get, { thingId: '1', q: null }).url).toBe('/thing/1')
    expect(requestOf(calls.drop, { ids: ['1', '2'] }).url).toBe('/thing?ids%5B%5D=1&ids%5B%5D=2')
    expect(() => requestOf(calls.get, {})).toThrow(/thingId is missing/)
  })
  it('sends a body as JSON, form or bare array, and only declared query fields in the address', () => {
    expect(requestOf(calls.save, { thingId: '1', name: '椅' })).toMatchObject({
      url: '/thing/1',
      body: '{"name":"椅"}',
      type: 'application/json',
    })
    expect(requestOf(calls.save, { thingId: '1', name: '椅 子' }, 'form')).toMatchObject({
      body: 'name=%E6%A4%85+%E5%AD%90',
    })
    expect(requestOf(calls.mixed, { md5: '1', name: 'x' })).toMatchObject({ url: '/mixed?md5=1', body: '{"name":"x"}' })
    expect(requestOf(calls.ids, ['a', 'b']).body).toBe('["a","b"]')
  })
  it('carries the headers of the console, and those of the user once known', async () => {
    ok('x')
    expect(await send(calls.open)).toBe('x')
    expect(last.headers).toMatchObject({ appname: 'platform-admin' })
    expect(last.headers.authorization).toBeUndefined()
    setCredentials({ token: 'f'.repeat(32), userId: '12354219cc36c6a9fda97adda51c887e' })
    await send(calls.get, { thingId: '1' })
    expect(last.headers.authorization).toBe('f'.repeat(32))
    expect(last.headers.fetchkey).toMatch(/^[0-9a-f]{32}$/)
    expect(Buffer.from(String(last.headers.userkey), 'base64')).toHaveLength(48)
  })
  it('numbers repeatable calls, and keeps the number it is given', async () => {
    ok()
    await send(calls.pay, { fen: 1 })
    expect(last.headers['x-request-no']).toMatch(/^[0-9a-f]{32}$/)
    await send(calls.pay, { fen: 1 }, { requestNo: 'abc' })
    expect(last.headers['x-request-no']).toBe('abc')
    await send(calls.save, { thingId: '1', name: 'x' })
    expect(last.headers['x-request-no']).toBeUndefined()
  })
  it('uploads as multipart with the file under its name', async () => {
    ok('url')
    const file = new File(['abc'], '照片.png', { type: 'image/png' })
    expect(await send(calls.upload, { file, picRoute: 2 })).toBe('url')
    expect(last.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(last.body).toContain('name="picRoute"')
    expect(last.body).toContain('name="file"; filename="照片.png"')
  })
  it('reads from the mock path by GET in mock mode', async () => {
    perSession.set('mock', true)
    ok()
    await send(calls.save, { thingId: '7', name: 'x' })
    expect(last).toMatchObject({ method: 'GET', url: '/mock/thing/7.json', body: '' })
  })
})

describe('an answer', () => {
  it('is the result or data of a success', async () => {
    json({ code: 0, result: 'r' })
    expect(await send(calls.get, { thingId: '1' })).toBe('r')
  })
  it('that refuses names code, message and field, and raises a failure unless the caller handles it', async () => {
    json({ status: 42200, desc: '名称太长', data: { field: 'name', code: 'INVALID_INPUT' } })
    listen()
    const error = await failure(send(calls.save, { thingId: '1', name: 'x' }))
    expect(error).toMatchObject({
      code: 42200,
      message: '名称太长',
      field: 'name',
      refusal: 'INVALID_INPUT',
      path: '/thing/1',
    })
    expect(heard).toEqual(['failed 42200'])
    await failure(send(calls.save, { thingId: '1', name: 'x' }, { silent: true }))
    await failure(send(calls.save, { thingId: '1', name: 'x' }, { handles: (one) => one.field === 'name' }))
    expect(heard).toEqual(['failed 42200'])
  })
  it('that ends the session is told even when silent, but not for calls before sign-in', async () => {
    listen()
    json({ status: 4012, desc: '' })
    await failure(send(calls.get, { thingId: '1' }, { silent: true }))
    await failure(send(calls.open, {}, { silent: true }))
    expect(heard).toEqual(['invalid 4012'])
  })
  it('maps envelope codes, HTTP status, rubbish and a dead server', async () => {
    listen()
    json({ status: 500, desc: '错' })
    expect((await failure(send(calls.open))).code).toBe(5000)
    json({ message: '没有' }, 404)
    expect(await failure(send(calls.open))).toMatchObject({ code: 404, message: '没有' })
    answer = (_, response) => response.writeHead(502).end('<html>')
    expect((await failure(send(calls.open))).code).toBe(502)
    answer = (_, response) => response.writeHead(200).end('<html>')
    expect((await failure(send(calls.open))).code).toBe(990)
    answer = (request) => request.socket.destroy()
    expect(await failure(send(calls.open))).toMatchObject({ code: 999, message: '网络连接失败，请检查网络后重试' })
    expect(heard).toEqual(['failed 5000', 'failed 404', 'failed 502', 'failed 990', 'failed 999'])
  })
  it('that comes too late is a timeout; one nobody waits for is cancelled without a word', async () => {
    listen()
    answer = () => undefined
    expect(await failure(send(calls.open, {}, { timeout: 30 }))).toMatchObject({ code: 408 })
    const stop = new AbortController()
    const cancelled = failure(send(calls.open, {}, { signal: stop.signal }))
    stop.abort()
    expect((await cancelled).cancelled).toBe(true)
    expect(heard).toEqual(['failed 408'])
  })
})

describe('the loading indicator', () => {
  it('comes with the first request that asks for it and goes with the last', async () => {
    const waiting: ServerResponse[] = []
    answer = (_, response) => waiting.push(response)
    listen()
    const one = send(calls.open, {}, { loading: true })
    const two = send(calls.open, {}, { loading: true })
    const quiet = send(calls.open, {}, { loading: true, silent: true })
    await expect.poll(() => waiting.length).toBe(3)
    for (const response of waiting) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":200,"data":"x"}')
    }
    await Promise.all([one, two, quiet])
    expect(heard).toEqual(['loading true', 'loading false'])
  })
})

describe('a download', () => {
  it('gives the file with its Chinese name, or the refusal of an envelope', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-disposition': `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent('日志.xlsx')}`,
        })
        .end('abc')
    const file = await fetchFile(calls.file)
    expect([file.name, await file.blob.text()]).toEqual(['日志.xlsx', 'abc'])
    json({ status: 40400, desc: '文件不存在' })
    expect(await failure(download(calls.file, {}, { silent: true }))).toMatchObject({ code: 40400 })
  })
})

describe('what is logged', () => {
  it('holds no password', () => {
    expect(withoutSecrets('{"loginName":"a","loginPassword":"Geheim1"}')).not.toContain('Geheim1')
    expect(withoutSecrets('userPassword=Geheim1&userId=1')).toBe('userPassword="***"&userId=1')
    expect(withoutSecrets('{"oldPwd":"a1","newPwd":"b2"}')).not.toMatch(/a1|b2/)
  })
})

describe('storage', () => {
  it('keeps values under the prefix and clears only its own', () => {
    local.set('querySid', 'q1')
    local.set('draft-1', { a: 1 })
    expect(local.get('querySid')).toBe('q1')
    expect(local.names().sort()).toEqual(['draft-1', 'querySid'])
    local.clear((name) => name.startsWith('draft-'))
    expect(local.names()).toEqual(['draft-1'])
    local.clear()
  })
})
