// Permission and session, tried from the outside on every declared call: whoever writes the next call is tested too.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, isWrite } from '#contract/kit/call'
import { allows, OPEN, SIGNED_IN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createAttacker, jsonOf, type Knowledge } from '#server/kit/test/attacker'
import { multipart, seeded, TINY_PNG } from '#server/kit/test/hostile'
import { watchStatements } from '#server/kit/test/statements'

let product: TestApp
let nobody: string

const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const closed = calls.filter((call) => call.needs !== OPEN)
const writes = calls.filter(isWrite)
const address = (call: Call) => call.path.replace(/\{\w+\}/g, newId())

beforeAll(async () => {
  product = await demoApp()
  nobody = await signedInWithoutRoles(product)
})
afterAll(() => product.close())

/** An account of the demo organisation whose one role grants a landing end and nothing else. */
async function signedInWithoutRoles(app: TestApp): Promise<string> {
  const { pool } = app.app
  const userId = newId()
  const roleId = newId()
  const userName = `nobody${userId.slice(-6)}`
  const org = await pool.query<{ org_id: string; password_hash: string }>(
    `select a.org_id, a.password_hash from account a join organization o using (org_id) where a.user_name = 'liumin' and o.org_level = 3`,
  )
  const { org_id: orgId, password_hash: hash } = org.rows[0]!
  await pool.query('insert into role (org_id, role_id, name) values ($1, $2, $3)', [orgId, roleId, '无权限角色'])
  await pool.query(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select $1, $2, l.landing_end_id, a.authority_id from landing_end l, authority a
      where l.landing_end_code = 'WEB' and a.authority_code = 'page:/home'`,
    [orgId, roleId],
  )
  await pool.query(
    `insert into account (org_id, user_id, user_name, password_hash, reset_password) values ($1, $2, $3, $4, false)`,
    [orgId, userId, userName, hash],
  )
  await pool.query(`insert into employee (org_id, emp_id, emp_name) values ($1, $2, '无权限')`, [orgId, userId])
  await pool.query('insert into account_role (org_id, user_id, role_id) values ($1, $2, $3)', [orgId, userId, roleId])
  await pool.query(`insert into login_name (name, kind, org_id, user_id) values ($1, 'name', $2, $3)`, [
    userName,
    orgId,
    userId,
  ])
  const clerk = demoPassword('liumin')
  return app.signIn(userName, clerk)
}

const demoPassword = (userName: string) => demoAccounts.find((account) => account.userName === userName)!.password

describe('from the outside', () => {
  test('there are closed calls to try', () => {
    expect(closed.length).toBeGreaterThan(20)
  })

  test('without a session every closed call answers 4011', async () => {
    for (const call of closed) {
      const answer = await product.ask(call.method, address(call))
      expect([call.key, answer.status]).toEqual([call.key, 4011])
    }
  })

  test('with an invented token every closed call answers 4011', async () => {
    for (const call of closed) {
      const answer = await product.ask(call.method, address(call), { token: 'f'.repeat(32) })
      expect([call.key, answer.status]).toEqual([call.key, 4011])
    }
  })

  test('without the permission every call that needs one answers 401', async () => {
    for (const call of closed.filter((one) => !allows(one.needs, (code) => code === SIGNED_IN))) {
      const answer = await product.ask(call.method, address(call), { token: nobody })
      expect([call.key, answer.status]).toEqual([call.key, 401])
    }
  })
})

const HOST = 'care.example'
const OWN = `http://${HOST}`
const CROSS_SITE = refusals.CROSS_SITE[0]
/**
 * What the product keeps for itself, whoever reads: counted limits, picture codes, sums to be added up, reminders that follow
 * their causes.
 */
const OWN_KEEPING = /rate_count|photo_code|add_job\('expense\.keepMonths'|insert into remind as r/

describe('from other sites', () => {
  const known = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))
  const random = seeded(20_261_116)
  const statements = watchStatements()
  let director: string
  afterAll(() => statements.stop())

  beforeAll(async () => {
    director = await product.signIn('zhengkai', demoPassword('zhengkai'))
    await sampleAll()
  })

  const attack = (recipes: Knowledge['recipes'] = {}) =>
    createAttacker(product, { calls, random, tokenFor: () => director, recipes, places: {}, costly: [] })

  const samples = new Map<Call, InjectOptions>()
  /** Input that fits, so that only the way it comes can be a reason to refuse. */
  async function sampleAll(): Promise<void> {
    const attacker = attack()
    for (const call of writes) {
      const { query, body } = await attacker.honest(call)
      const { type, content } = call.transfer === 'multipart' ? upload() : jsonOf(call, body)
      samples.set(call, {
        method: call.method,
        url: address(call),
        query: query as Record<string, string>,
        headers: { host: HOST, ...(type && { 'content-type': type }) },
        ...(content !== undefined && { payload: content }),
      })
    }
  }

  const send = async (call: Call, headers: Record<string, string>) => {
    const sample = samples.get(call)!
    const response = await product.server.inject({ ...sample, headers: { ...sample.headers, ...headers } })
    return (response.json() as { status: number }).status
  }
  const upload = () => multipart([{ name: 'file', filename: 'a.png', content: TINY_PNG }])

  test('no GET writes unless it is declared to', async () => {
    const attacker = attack(Object.assign({}, ...known.map((area) => area.recipes)))
    const places: Knowledge['places'] = Object.assign({}, ...known.map((area) => area.places))
    const hidden: [string, string][] = []
    for (const call of calls.filter((one) => !isWrite(one))) {
      for (const all of [false, true]) {
        const { query } = await attacker.honest(call, all)
        const path = await attacker.honestPath(call, await places[call.key]?.(product, random))
        const shot = { path, query: new URLSearchParams(query as Record<string, string>).toString() }
        const written = await statements.during(() => attacker.shoot('honest', call, shot))
        for (const text of written.filter((one) => !OWN_KEEPING.test(one))) hidden.push([call.key, text.slice(0, 80)])
      }
    }
    expect(hidden).toEqual([])
    // A GET that writes and does not say so is a defect (500), also where it refused earlier in this test.
    expect(attacker.faults()).toEqual({ count: 0, first: [] })
  }, 240_000)

  const strangers: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://elsewhere.example' }],
    ['no site at all', { origin: 'null' }],
    ['another port', { origin: `${OWN}:8443` }],
    ['a name that begins alike', { origin: `${OWN}.elsewhere.example` }],
    ['a browser that says so', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a link on another page', { referer: 'https://elsewhere.example/page' }],
    ['nowhere', {}],
  ]

  test.each(strangers)('from %s the cookie writes nothing', async (_where, headers) => {
    for (const call of writes) {
      let status = 0
      const written = await statements.during(async () => {
        status = await send(call, { cookie: `token=${director}`, ...headers })
      })
      expect([call.key, status, written]).toEqual([call.key, CROSS_SITE, []])
    }
  })

  test('with or without a session, another site reaches no write and no sign-in', async () => {
    for (const call of writes) {
      for (const headers of [{}, { authorization: director }] as Record<string, string>[]) {
        const origin = 'https://elsewhere.example'
        expect([call.key, await send(call, { origin, ...headers })]).toEqual([call.key, CROSS_SITE])
      }
    }
  })

  test('own pages reach every write by cookie, programs by their token', async () => {
    const { pool } = product.app
    const own: Record<string, string>[] = [
      { cookie: `token=${nobody}`, origin: OWN },
      { cookie: `token=${nobody}`, 'sec-fetch-site': 'same-origin' },
      { cookie: `token=${nobody}`, referer: `${OWN}/index.html` },
      { authorization: `Bearer ${nobody}` },
    ]
    for (const call of writes.filter((one) => one.needs !== OPEN && !allows(one.needs, (c) => c === SIGNED_IN))) {
      for (const headers of own) expect([call.key, await send(call, headers)]).toEqual([call.key, 401])
    }
    for (const call of writes.filter((one) => one.needs === OPEN && one.key !== 'platform.session.loginOut')) {
      for (const headers of own) expect([call.key, await send(call, headers)]).not.toEqual([call.key, CROSS_SITE])
      await pool.query('delete from rate_count')
    }
  }, 60_000)

  test('a preflight is granted nothing', async () => {
    for (const call of writes) {
      const answer = await product.server.inject({
        method: 'OPTIONS',
        url: address(call),
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': call.method },
      })
      const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
      expect([call.key, answer.statusCode, granted]).toEqual([call.key, 404, []])
    }
  })
})
