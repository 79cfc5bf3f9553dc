// Hostile input on every declared call: whoever writes the next call is tested too. Nothing that a client sends may
// become a defect (500), tell of SQL, stacks or paths, stop the process or reach another request.
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import type { TObject } from '#contract/kit/schema'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demoAccounts'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Attacker, createAttacker, jsonOf, type Knowledge, show } from '#server/kit/test/attacker'
import {
  hostileBodies,
  hostilePathParts,
  hostileTexts,
  inheritedNames,
  multipart,
  type Part,
  paramsOf,
  seeded,
  TINY_PNG,
} from '#server/kit/test/hostile'
import { emptyRows, farCell, nestedZip } from '#server/kit/test/hostileBooks'

const SEED = 20_261_115
const random = seeded(SEED)
const known = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))

const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const writing = calls.filter((call) => call.method !== 'GET')
const placed = calls.flatMap((call) => paramsOf(call).map((name) => ({ call, name })))
const isUpload = (call: Call) => call.transfer === 'multipart'
/** Requests of one kind that a run affords. */
const BUDGET = 1_500

let product: TestApp
let attacker: Attacker
let administrator: string
let operator: string

/** The administrator tries what is theirs, the operator the rest; open calls are tried with and without a session. */
function tokenFor(call: Call): string | undefined {
  if (call.key === 'platform.session.loginOut') return undefined
  if (call.needs === OPEN) return random() < 0.5 ? undefined : operator
  const operatorsOwn = call.key.startsWith('platform.application.') || call.ends?.includes('WEB') === false
  return operatorsOwn ? operator : administrator
}

beforeAll(async () => {
  product = await demoApp()
  const signIn = (userName: string) =>
    product.signIn(userName, demoAccounts.find((account) => account.userName === userName)!.password)
  administrator = await signIn('zhengkai')
  operator = await signIn('operator')
  attacker = createAttacker(product, {
    calls,
    random,
    tokenFor,
    recipes: Object.assign({}, ...known.map((area) => area.recipes)),
    places: Object.assign({}, ...known.map((area) => area.places)),
    costly: known.flatMap((area) => area.costly),
  })
})
afterAll(() => product.close())

const noFaults = () => expect(attacker.faults()).toEqual({ count: 0, first: [] })
const file = (more: Partial<Part> = {}): Part => ({ name: 'file', filename: 'a.png', content: TINY_PNG, ...more })
const named = (call: Call, part: 'query' | 'body') => Object.keys((call[part] as TObject | undefined)?.properties ?? {})

describe(`hostile input (seed ${SEED})`, () => {
  test('honest samples reach every call', async () => {
    for (const call of calls) {
      for (const all of [false, true]) {
        const { query, body } = await attacker.honest(call, all)
        const shot = isUpload(call) ? multipart([file()]) : jsonOf(call, body)
        await attacker.shoot('honest', call, { query: qs.stringify(query), ...shot })
      }
    }
    noFaults()
    const turnedAway = calls.filter((call) => attacker.reached(call).has(refusals.NO_PERMISSION[0]))
    // Another user's password is the one thing that the administrator may not even try.
    expect(turnedAway.map((call) => call.key)).toEqual([
      'platform.session.firstPassword',
      'platform.session.ownPassword',
    ])
  }, 240_000)

  test('in queries', async () => {
    for (const call of calls) await attacker.attackQuery(call)
    noFaults()
  }, 240_000)

  test('in bodies, field by field', async () => {
    for (const call of calls.filter((one) => !isUpload(one))) {
      await attacker.attackBody(call)
      // Limits per account would answer in place of the call itself.
      await product.app.pool.query(`delete from rate_count where key like 'own-password:%'`)
    }
    noFaults()
  }, 240_000)

  test('in picture codes', async () => {
    product.app.settings.photoCode = true
    // An earlier request may have switched the codes off for the organisation.
    await product.app.pool.query(`delete from system_config where name = 'photoCodeConfig'`)
    for (const call of calls) {
      const inBody = named(call, 'body').includes('verifyStr')
      if (!inBody && !named(call, 'query').includes('verifyStr')) continue
      for (const text of hostileTexts) {
        const { query, body } = await attacker.honest(call)
        const proof = { verifyStr: text.slice(0, 4_000), photoCode: text.slice(0, 4_000) }
        await attacker.shoot(`code ${show(text)}`, call, {
          query: qs.stringify(inBody ? query : { ...query, ...proof }),
          ...jsonOf(call, { ...body, ...proof }),
        })
      }
      // A house without SMS sends none, whatever the picture shows.
      const answers = attacker.reached(call)
      const refused = answers.has(refusals.WRONG_PHOTO_CODE[0]) || answers.has(refusals.NO_SMS[0])
      expect([call.key, refused]).toEqual([call.key, true])
    }
    product.app.settings.photoCode = false
    noFaults()
  })

  test('in whole bodies of every type', async () => {
    for (const call of writing) {
      const { query } = await attacker.honest(call)
      const share = BUDGET / (writing.length * hostileBodies.length)
      for (const body of attacker.some(call, [...hostileBodies, { content: 'text' }], share)) {
        const label = `${'type' in body ? body.type : 'no type'} ${body.content.toString().slice(0, 40)}`
        await attacker.shoot(label, call, { query: qs.stringify(query), ...body })
      }
    }
    noFaults()
  }, 240_000)

  test('in paths', async () => {
    for (const { call, name } of placed) {
      const share = BUDGET / (placed.length * hostilePathParts.length)
      const names = inheritedNames.slice(0, 2)
      for (const part of new Set([...names, ...attacker.some(call, hostilePathParts, share)])) {
        const { query, body } = await attacker.honest(call)
        const path = await attacker.honestPath(call, { [name]: part })
        const label = `path ${name}=${part.slice(0, 40)}`
        await attacker.shoot(label, call, { path, query: qs.stringify(query), ...jsonOf(call, body) })
      }
    }
    noFaults()
  }, 240_000)

  test('in multipart bodies', async () => {
    const books = [
      ['a far cell', farCell()],
      ['a million empty rows', emptyRows()],
      ['nested archives', nestedZip()],
    ] as const
    for (const call of calls.filter(isUpload)) {
      const bodies: [string, readonly Part[]][] = [
        ['nothing', []],
        ['a field called file', [{ name: 'file', content: 'text' }]],
        ['two files', [file(), file()]],
        ['file under another name', [file({ name: 'other' })]],
        ['no file name', [file({ filename: '' })]],
        ['no extension', [file({ filename: 'picture' })]],
        ['empty file', [file({ content: '' })]],
        ['other content', [file({ content: 'GIF89a' })]],
        ['half a picture', [file({ content: TINY_PNG.subarray(0, 40) })]],
        ['path as name', [file({ filename: '../../../../etc/cron.d/a.png' })]],
        ['NUL in the name', [file({ filename: 'a\0.png' })]],
        ['long name', [file({ filename: `${'长'.repeat(3_000)}.png` })]],
        [
          'half a character',
          [{ name: 'file', more: "; filename*=utf-16le''%00%d8%2e%00p%00n%00g%00", content: TINY_PNG }],
        ],
        ['prototype as field', [{ name: '__proto__', content: '1' }, file()]],
        ['prototype as file', [file({ name: 'constructor' })]],
        ['JSON part', [{ name: 'picRoute', type: 'application/json', content: '{"__proto__":{"a":1}}' }, file()]],
        [
          'deep JSON part',
          [{ name: 'picRoute', type: 'application/json', content: '['.repeat(900) + ']'.repeat(900) }],
        ],
        ['broken JSON part', [{ name: 'picRoute', type: 'application/json', content: '{' }, file()]],
        ['101 files', Array.from({ length: 101 }, () => file({ content: 'x' }))],
        ['51 fields', [...Array.from({ length: 51 }, (_, i) => ({ name: `f${i}`, content: 'x' })), file()]],
        ['1200 parts', Array.from({ length: 1_200 }, (_, i) => ({ name: `f${i}`, content: '' }))],
        ['long field', [{ name: 'picRoute', content: 'x'.repeat(2 * 1024 * 1024) }, file()]],
        ...books.map(([label, content]): [string, Part[]] => [label, [file({ filename: 'a.xlsx', content })]]),
        ...books.map(([label, content]): [string, Part[]] => [
          `${label} as Word`,
          [file({ filename: 'a.docx', content })],
        ]),
        ...named(call, 'body').flatMap((name) =>
          attacker
            .some(call, hostileTexts, 0.3)
            .map((content): [string, Part[]] => [`${name}=${show(content)}`, [{ name, content }, file()]]),
        ),
      ]
      for (const [label, parts] of bodies) await attacker.shoot(label, call, multipart(parts))
      const { type, content } = multipart([file()])
      for (const cut of [1, 10, 60, 100, 130, content.length - 5]) {
        await attacker.shoot(`cut at ${cut}`, call, { type, content: content.subarray(0, cut) })
      }
      await attacker.shoot('another boundary', call, { type: 'multipart/form-data; boundary=other', content })
    }
    noFaults()
  }, 360_000)

  test('leaves the process and the database as they should be', async () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const { pool } = product.app
    const stuck = await pool.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(stuck.rows).toEqual([])
    const runs = await pool.query<{ message: string }>(`select message from job_run where message like '%编号 E-%'`)
    expect(runs.rows).toEqual([])
    const alive = await product.ask('GET', '/passport/web-rbac/logins/current', { token: administrator })
    expect(alive.status).toBe(200)
  })
})
