// What a browser is told and what a server must put up with: headers, cookies, limits, tolerance of existing clients.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGIN_EXPIRED } from '#contract/kit/event'
import { refusals } from '#contract/kit/refusal'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { createHttp } from '#server/kit/http'
import { readSettings } from '#server/kit/settings'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'
import { openBrowser, openSocket } from '#server/kit/test/realtimeNode'

const LOGINS = '/passport/web-rbac/logins'
const LOGS = '/passport/web-rbac/systemLogs'
const MIB = 1024 * 1024
const built = join(process.cwd(), 'dist/web')

let product: TestApp
let token: string
let port: number

const account = demoAccounts.find((one) => one.userName === 'zhengkai')!
const credentials = { loginName: account.userName, loginPassword: account.password }

beforeAll(async () => {
  product = await demoApp({ TRUST_PROXY: '127.0.0.1' })
  await product.server.listen({ port: 0, host: '127.0.0.1' })
  port = (product.server.server.address() as AddressInfo).port
  token = await product.signIn(account.userName, account.password)
})
afterAll(() => product.close())

const send = (options: InjectOptions) => product.server.inject(options)
const withCookie = (value: string) => ({ cookie: `theme=1; token=${value}; other=%zz` })

describe('every answer', () => {
  const documents = ['/docs', '/files/none/x.png', ...(existsSync(built) ? ['/', '/login.html', '/favicon.svg'] : [])]
  const answers = [`${LOGINS}/check?loginName=x`, '/openapi.json', '/nowhere', '/%zz']

  it('that a browser shows forbids scripts from elsewhere and from inside the page', async () => {
    for (const url of documents) {
      const { headers } = await send({ url })
      const policy = String(headers['content-security-policy'])
      const rules = new Map(policy.split(';').map((rule) => rule.trim().split(/ (.*)/) as [string, string]))
      expect([url, rules.get('script-src')]).toEqual([url, "'self'"])
      expect(rules.get('object-src')).toBe("'none'")
      expect(rules.get('base-uri')).toBe("'self'")
      expect(rules.get('form-action')).toBe("'self'")
      expect(rules.get('frame-ancestors')).toBe("'self'")
      expect(policy).not.toContain('unsafe-eval')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('of a call is JSON, not to be guessed at, kept by no cache and read by no other site', async () => {
    for (const url of answers) {
      const { headers } = await send({ url, headers: { origin: 'https://elsewhere.example' } })
      expect([url, headers['content-type']]).toEqual([url, 'application/json; charset=utf-8'])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
      for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) {
        expect(headers).not.toHaveProperty(name)
      }
    }
  })

  it('asks for https from then on where browsers reach the product by it', async () => {
    const { settings } = product.app
    const told = async () => {
      const all = [...documents, ...answers].map(async (url) => (await send({ url })).headers)
      return new Set((await Promise.all(all)).map((headers) => headers['strict-transport-security']))
    }
    expect(await told()).toEqual(new Set([undefined]))
    settings.publicUrl = 'http://care.example'
    expect(await told()).toEqual(new Set([undefined]))
    settings.publicUrl = 'https://care.example'
    expect(await told()).toEqual(new Set(['max-age=31536000']))
    settings.publicUrl = null
  })

  it('has pages without inline scripts', async () => {
    const folder = existsSync(built) ? built : join(process.cwd(), 'web')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.html'))
    expect(names.sort()).toEqual([
      'alarmWall.html',
      'bedside.html',
      'error.html',
      'family.html',
      'fullchart.html',
      'index.html',
      'login.html',
      'payer.html',
      'settleIn.html',
    ])
    const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    for (const page of [...pages, (await send({ url: '/docs' })).body]) {
      for (const [, attributes, content] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)) {
        expect(attributes).toMatch(/\ssrc="\/[^/]/)
        expect(content!.trim()).toBe('')
      }
      expect(page).not.toMatch(/<[^>]+\son\w+\s*=/i)
      expect(page).not.toMatch(/javascript:/i)
    }
  })
})

describe('the cookie of a session', () => {
  const cookieIn = (answer: { headers: Record<string, unknown> }, name: string) =>
    ([answer.headers['set-cookie']].flat() as string[]).find((line) => line.startsWith(`${name}=`))
  const signIn = (headers: Record<string, string> = {}, body: object = credentials) =>
    send({ method: 'POST', url: `${LOGINS}/login`, payload: body, headers })

  it('is out of the reach of scripts and of other sites', async () => {
    const answer = await signIn()
    token = answer.json().data.token
    expect(cookieIn(answer, 'token')).toBe(`token=${token}; Path=/; HttpOnly; SameSite=Strict`)
    expect(cookieIn(answer, 'browser')).toMatch(
      /^browser=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    )
    const secure = await signIn({ 'x-forwarded-proto': 'https' })
    token = secure.json().data.token
    expect(cookieIn(secure, 'token')).toBe(`token=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`)
  })

  it('comes only with a session and goes with it', async () => {
    const wrong = await signIn({}, { ...credentials, loginPassword: 'wrong' })
    expect(wrong.json().status).toBe(refusals.WRONG_LOGIN[0])
    expect(wrong.headers['set-cookie']).toBeUndefined()
    const out = await send({ url: `${LOGINS}/loginOut`, headers: withCookie('f'.repeat(32)) })
    expect(out.headers['set-cookie']).toBe('token=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
  })

  it('is tried after the header, whatever that carries', async () => {
    for (const authorization of ['Basic c2libGluZw==', 'f'.repeat(32), 'Bearer', '', 'x'.repeat(5_000), 'undefined']) {
      const answer = await send({ url: `${LOGINS}/current`, headers: { authorization, ...withCookie(token) } })
      expect([authorization.slice(0, 20), answer.json().status]).toEqual([authorization.slice(0, 20), 200])
      // A token that came as a cookie is not handed to scripts.
      expect(answer.json().data.token).toBe('')
    }
    for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`]) {
      const answer = await send({ url: `${LOGINS}/current`, headers: { authorization, cookie: 'token=old' } })
      expect(answer.json()).toMatchObject({ status: 200, data: { token } })
    }
    const neither = await send({ url: `${LOGINS}/current`, headers: { authorization: 'x', cookie: 'token=%zz' } })
    expect(neither.json()).toMatchObject({ status: 4011, data: null })
  })

  it('signs nobody in from a form of another site', async () => {
    const form = new URLSearchParams(credentials).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const site of ['cross-site', 'same-origin', 'same-site', 'none']) {
      const answer = await send({
        method: 'POST',
        url: `${LOGINS}/login`,
        payload: form,
        headers: { ...type, 'sec-fetch-site': site },
      })
      expect([site, answer.json().status]).toEqual([site, site === 'same-origin' ? 200 : refusals.CROSS_SITE[0]])
      if (site === 'same-origin') token = answer.json().data.token
      else expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('is believed on pages that this server, its proxy or its settings know as own', async () => {
    const { settings } = product.app
    const write = async (headers: Record<string, string>) => {
      const url = '/passport/web-org/messages/read'
      return (await send({ method: 'PUT', url, headers: { ...withCookie(token), ...headers } })).json().status
    }
    const stranger = refusals.CROSS_SITE[0]
    const seen: [Record<string, string>, number][] = [
      [{ host: 'care.example', origin: 'http://care.example' }, 200],
      [{ host: 'care.example', origin: 'https://care.example' }, 200],
      [{ host: 'care.example:443', origin: 'https://care.example' }, 200],
      [{ host: 'care.example:8443', origin: 'https://care.example' }, stranger],
      [{ host: 'inner:8080', 'x-forwarded-host': 'care.example', origin: 'https://care.example' }, 200],
      [{ host: 'inner:8080', origin: 'https://care.example' }, stranger],
      [{ host: 'inner:8080', origin: 'https://care.example', 'sec-fetch-site': 'same-origin' }, 200],
      [{ host: '', origin: 'http://' }, stranger],
      [{ host: 'null', origin: 'null' }, stranger],
      [{ host: 'care.example', origin: 'http://care.example', 'sec-fetch-site': 'same-site' }, stranger],
    ]
    for (const [headers, status] of seen) expect([headers, await write(headers)]).toEqual([headers, status])
    try {
      settings.publicUrl = 'https://care.example/app'
      settings.allowedOrigins = ['https://old.example']
      const named: [Record<string, string>, number][] = [
        [{ host: 'inner:8080', origin: 'https://care.example' }, 200],
        [{ host: 'inner:8080', origin: 'https://old.example', 'sec-fetch-site': 'cross-site' }, 200],
        // Whoever sits on the line can answer for a name without a certificate.
        [{ host: 'care.example', origin: 'http://care.example' }, stranger],
        [{ host: '10.0.0.5:8080', origin: 'http://10.0.0.5:8080' }, 200],
      ]
      for (const [headers, status] of named) expect([headers, await write(headers)]).toEqual([headers, status])
    } finally {
      settings.publicUrl = null
      settings.allowedOrigins = []
    }
  })

  it('opens no socket: a page has neither ticket nor token, and one of another site is turned away with both', async () => {
    const parts = ['guess', 'f'.repeat(32), 'f'.repeat(48)]
    const own = { ...withCookie(token), origin: `http://127.0.0.1:${port}` }
    for (const part of parts) {
      const socket = await openSocket(port, part, own)
      expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
      expect(await socket.closed).toBe(4011)
    }
    await expect(openBrowser(port, 'f'.repeat(48), { wsOptions: { headers: own } })).rejects.toThrow()
    const ticket = async () =>
      (await product.ask<{ ticket: string }>('POST', `${LOGINS}/socketTicket`, { token })).data.ticket
    for (const origin of ['https://elsewhere.example', 'null', 'http://127.0.0.1.elsewhere.example']) {
      const headers = { ...withCookie(token), origin }
      for (const part of [...parts, token, await ticket()]) {
        await expect(openSocket(port, part, headers)).rejects.toThrow('403')
      }
      await expect(openBrowser(port, await ticket(), { wsOptions: { headers } })).rejects.toThrow()
    }
    const socket = await openSocket(port, await ticket(), own)
    socket.ws.close()
  })
})

describe('bodies over the limit', () => {
  const post = (url: string, size: number, method: 'POST' | 'PUT' = 'POST') =>
    send({
      method,
      url,
      headers: { authorization: token, 'content-type': 'application/json' },
      payload: `{"value":"${'x'.repeat(size)}"}`,
    })

  it('are refused with the limit of the call', async () => {
    expect((await post(`${LOGINS}/login`, MIB)).json()).toMatchObject({
      status: refusals.BODY_SIZE[0],
      desc: '提交内容过大，不能超过 1MB',
    })
    expect((await post('/passport/web-org/preferences/a', 64 * 1024, 'PUT')).json().desc).toBe(
      '提交内容过大，不能超过 64KB',
    )
    expect((await post('/pims/web-pi/file/stream', 15 * MIB)).json().desc).toBe('提交内容过大，不能超过 15MB')
  })

  const upload = (parts: Parameters<typeof multipart>[0], url = '/pims/web-org/common/upload') => {
    const { type, content } = multipart(parts)
    return send({
      method: 'POST',
      url,
      headers: { authorization: token, 'content-type': type },
      payload: content,
    })
  }
  const file = (content: string | Buffer, name = 'file') => ({ name, filename: 'a.png', content })

  it('are named for what they are in uploads', async () => {
    const cases: [Awaited<ReturnType<typeof upload>>, string][] = [
      [await upload([file(Buffer.alloc(10 * MIB + 1))]), '上传文件大小不能超过 10MB'],
      [await upload(Array.from({ length: 101 }, () => file('x'))), '一次最多上传 100 个文件'],
      [
        await upload(Array.from({ length: 51 }, (_, i) => ({ name: `f${i}`, content: '' }))),
        '表单字段过多，最多 50 个',
      ],
      [await upload([{ name: 'picRoute', content: 'x'.repeat(MIB + 1) }]), '表单内容过长'],
      [await upload([file('x', '__proto__')]), '表单字段名不正确'],
      [await upload([]), '请选择要上传的文件'],
      [await upload([file('x')], `${LOGINS}/login`), '这里不能上传文件'],
    ]
    for (const [answer, text] of cases) expect(answer.json()).toMatchObject({ desc: text })
  })

  /** Sends more than is read, as a browser does, and waits for the answer. */
  const overSocket = (headers: Record<string, string | number>, chunks: number) =>
    new Promise<{ status?: number; desc?: string }>((resolve, reject) => {
      const sent = httpRequest({ port, method: 'POST', path: `${LOGINS}/login`, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve(JSON.parse(text)))
      })
      sent.on('error', reject)
      const write = (left: number): unknown =>
        left === 0 ? sent.end() : sent.write(Buffer.alloc(MIB, 'x'), () => write(left - 1))
      write(chunks)
    })

  it('get their answer over a real connection too', async () => {
    const type = { 'content-type': 'application/json' }
    for (const headers of [{ ...type, 'content-length': 8 * MIB }, type]) {
      expect(await overSocket(headers, 8)).toMatchObject({ desc: '提交内容过大，不能超过 1MB' })
    }
    const { type: multi } = multipart([])
    const answer = await overSocket({ 'content-type': multi, 'content-length': 4 * MIB }, 4)
    expect(answer.desc).toBe('上传内容不完整或格式不正确，请重新上传')
  })
})

describe('existing clients', () => {
  const list = (query: string, headers: Record<string, string> = {}) =>
    send({ url: `${LOGS}?${query}`, headers: { authorization: token, ...headers } })
  const ids = async (query: string) => {
    const answer = (await list(query)).json()
    expect(answer.status).toBe(200)
    return answer.data.list.map((row: { id: string }) => row.id)
  }

  it('may send any orderBy: what is not in the list of sorts is ignored', async () => {
    // Rows that stand still while the requests of this test add their own.
    const filter = 'size=20&endDate=2026-01-01&'
    await product.app.pool.query(
      `insert into operation_log (org_id, log_id, created_at, source, ip_address, module, method, remark, request_id)
       select org_id, 'sort' || n, timestamptz '2025-12-01' + n * interval '1 hour', 'x', 'x', 'x', 'x', 'x', 'x'
         from organization, generate_series(1, 5) n where org_level = 3`,
    )
    const usual = await ids(filter)
    expect(usual).toEqual(['sort5', 'sort4', 'sort3', 'sort2', 'sort1'])
    expect(await ids(`${filter}orderBy=createTime%20asc`)).toEqual([...usual].reverse())
    const attempts = [
      '',
      'createTime desc; drop table account',
      'createTime desc, (select pg_sleep(9))',
      '(case when 1=1 then log_id end)',
      'log_id asc',
      'createTime asc nulls first',
      'constructor asc',
      '__proto__',
      'createTime asc--',
      "createTime asc' or '1'='1",
      '1 asc',
    ]
    for (const orderBy of attempts) {
      expect([orderBy, await ids(`${filter}orderBy=${encodeURIComponent(orderBy)}`)]).toEqual([orderBy, usual])
    }
  })

  it('send sizes as texts, up to all rows, and fields nobody asked for', async () => {
    expect((await ids('page=1&size=2')).length).toBe(2)
    expect((await ids('page=1&size=999999&flag=true&row[a][b]=1&__proto__[x]=1')).length).toBeGreaterThan(2)
    expect((await list('page=1&size=1000000')).json()).toMatchObject({ status: 42200, data: { field: 'size' } })
    const body = { ...credentials, title: '登录', isAdmin: true, orgId: 'x', row: { a: [1] } }
    const answer = await send({ method: 'POST', url: `${LOGINS}/login`, payload: body })
    expect(answer.json()).toMatchObject({ status: 200, data: { username: account.userName } })
    token = answer.json().data.token
  })

  it('behind a proxy are known by the address that the proxy has seen', async () => {
    const settings = readSettings({ TRUST_PROXY: 'on' })
    const proxied = await createHttp({ ...settings, logLevel: 'silent' })
    proxied.get('/address', (request) => request.ip)
    const answer = await proxied.inject({
      url: '/address',
      headers: { 'x-forwarded-for': '10.0.0.1, made up, 203.0.113.5' },
    })
    expect(answer.body).toBe('203.0.113.5')
    await proxied.close()
  })

  it('double and trail slashes', async () => {
    for (const url of [`${LOGINS}//current`, `${LOGINS}/current/`, `//passport///web-rbac/logins/current//`]) {
      const answer = await send({ url, headers: { authorization: token } })
      expect([url, answer.json().status]).toEqual([url, 200])
    }
  })

  it('say on a GET that a form follows, and none does', async () => {
    const type = 'application/x-www-form-urlencoded; charset=UTF-8'
    expect((await list('size=1', { 'content-type': type })).json().status).toBe(200)
  })

  it('send empty bodies of any type', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json', undefined]) {
      const answer = await send({
        method: 'PUT',
        url: '/passport/web-org/messages/read',
        headers: { authorization: token, ...(type && { 'content-type': type }) },
      })
      expect([type, answer.json().status]).toEqual([type, 200])
    }
  })

  it('send forms with DELETE', async () => {
    const remove = (query: string, payload: string) =>
      send({
        method: 'DELETE',
        url: `/bmms/web-bm/file${query}`,
        headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    expect((await remove('?filePath=/files/none/a.png', 'userIds=1,2&ids[0]=3')).json().status).toBe(40400)
    expect((await remove('', '')).json()).toMatchObject({ status: 42200, data: { field: 'filePath' } })
  })

  it('get JSON with a message where no call answers', async () => {
    for (const [method, url, code] of [
      ['GET', '/nowhere', 404],
      ['PUT', '/nowhere', 404],
      ['GET', '/%zz', 400],
      ['PUT', `/passport/web-org/preferences/${'x'.repeat(400)}`, 414],
    ] as const) {
      const answer = await send({ method, url })
      expect(answer.statusCode).toBe(code)
      expect(answer.json()).toMatchObject({ status: code, message: expect.any(String), data: null })
      expect(answer.json().desc).toBe(answer.json().message)
    }
  })

  it('get JSON with a message even where HTTP itself is broken', async () => {
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    for (const text of ['nonsense\r\n\r\n', 'GET /\0 HTTP/1.1\r\n\r\n', long]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        let got = ''
        socket.on('data', (chunk) => {
          got += chunk
        })
        socket.on('close', () => resolve(got))
        socket.on('error', reject)
      })
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ message: expect.any(String) })
    }
  })
})
