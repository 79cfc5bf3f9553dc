// Hostile input on every declared call: whoever writes the next call is tested too. Nothing that a client sends may
// become a defect (500), tell of SQL, stacks or paths, stop the process or reach another request.
import { Ajv } from 'ajv'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { obj, type TObject, type TSchema } from '#contract/kit/schema'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demoAccounts'
import { DEMO_ORG, landingEnds } from '#server/areas/platform/fixedRows'
import { newId, sha256 } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import {
  bodyWith,
  hostileBodies,
  hostilePathParts,
  hostileTexts,
  hostileValues,
  multipart,
  type Part,
  paramsOf,
  sample,
  seeded,
  toJson,
} from '#server/kit/test/hostile'

const SEED = 20_261_115
const random = seeded(SEED)
const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const isUpload = (call: Call) => call.transfer === 'multipart'

/** A password costs 60 ms to check; these calls get some of the values for each field instead of all. */
const COSTLY = new Set([
  'platform.session.login',
  'platform.session.register',
  'platform.session.ownPassword',
  'platform.session.loginBySms',
  'platform.application.apply',
  'platform.log.export',
  'platform.log.loginExport',
])
const SOME = 10

let product: TestApp
const tokens: Record<string, string> = {}
const faults: string[] = []
const reached = new Map<string, Set<number>>()

const signIn = async (userName: string) => {
  const account = demoAccounts.find((one) => one.userName === userName)!
  tokens[userName] = await product.signIn(userName, account.password)
}

beforeAll(async () => {
  product = await demoApp()
  await signIn('zhengkai')
  await signIn('operator')
})
afterAll(() => product.close())

const ajv = new Ajv({ strict: false })
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test)
const fits = (schema: TSchema, value: unknown) => ajv.validate(schema, value)
const fresh = <T>(schema: TSchema | undefined): T => (schema ? sample(schema, random, fits) : {}) as T

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows

/** A code that proves the phone, as if it had come by SMS. */
async function codeFor(phone: string): Promise<string> {
  const codeId = newId()
  await sql(
    `insert into sms_code (code_id, phone, code_hash, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
    [codeId, phone, sha256(`${codeId}:123456`)],
  )
  return '123456'
}

const KNOWN_PHONE = `select user_telephone as id from account where org_id = $1 and user_name = 'liumin'`
const SOME_LOG = 'select log_id as id from operation_log where org_id = $1 limit 1'
const PASSWORD = 'abc12345'

const idOf = async (text: string, values: unknown[] = [DEMO_ORG]) => (await sql<{ id: string }>(text, values))[0]!.id

/** What makes a request do its work, where a sample of the schema alone would be turned away early. */
const recipes: Record<string, (input: Record<string, unknown>) => Promise<Record<string, unknown>>> = {
  // One name: it freezes after a few guesses, and the others cost no password check.
  'platform.session.login': async () => ({ loginName: 'hostile00' }),
  'platform.session.loginBySms': async () => {
    const loginPhone = await idOf(KNOWN_PHONE)
    return { loginPhone, loginCode: await codeFor(loginPhone) }
  },
  'platform.session.recoverProve': async () => {
    const phoneNum = await idOf(KNOWN_PHONE)
    return { phoneNum, smsCode: await codeFor(phoneNum) }
  },
  'platform.session.register': async ({ userTelephone }) => ({
    userName: `hostile${Math.floor(random() * 1e8)}`,
    userPassword: PASSWORD,
    smsCode: await codeFor(String(userTelephone)),
  }),
  'platform.application.apply': async ({ contactPhone }) => ({
    userName: `hostile${Math.floor(random() * 1e8)}`,
    userPassword: PASSWORD,
    licensePictures: [await licencePicture()],
    smsCode: await codeFor(String(contactPhone)),
  }),
  'platform.shell.exportList': async () => ({
    call: 'platform.log.list',
    query: { method: '登录' },
    columns: [{ key: 'remark', title: '操作记录' }],
  }),
  'platform.log.export': async () => ({ items: [await idOf(SOME_LOG)] }),
}

/** Path parameters that name something; elsewhere an invented id does. */
const places: Record<string, () => Promise<Record<string, string>>> = {
  'platform.log.detail': async () => ({ id: await idOf(SOME_LOG) }),
  'platform.session.selectDept': async () => ({
    deptId: await idOf('select dept_id as id from dept where org_id = $1 limit 1'),
  }),
  'platform.session.menu': async () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.authMenu': async () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.smsCode': async () => ({ userTelephone: `139${Math.floor(1e7 + random() * 8e7)}` }),
  'platform.shell.savePreference': async () => ({ name: 'hostile.columns' }),
  'platform.shell.versionRead': async () => ({
    recordId: await idOf('select record_id as id from version_record limit 1', []),
  }),
  'platform.application.decide': async () => ({ orgId: DEMO_ORG, status: '2' }),
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
let picture: Promise<string> | undefined
const licencePicture = () => {
  picture ??= shoot(
    'an honest picture',
    call('platform.application.picture'),
    multipart([{ name: 'file', filename: 'a.png', content: PNG }]),
  ).then((answer) => (answer as { data: { urlPath: string } }).data.urlPath)
  return picture
}

const call = (key: string) => calls.find((one) => one.key === key)!

interface Shot {
  path?: string
  query?: string
  type?: string
  content?: string | Buffer
  token?: string | null
  headers?: Record<string, string>
}

/** The administrator tries what is theirs, the operator the rest; open calls are tried with and without a session. */
function tokenFor(one: Call): string | undefined {
  if (one.key === 'platform.session.loginOut') return undefined
  if (one.needs === OPEN) return random() < 0.5 ? undefined : tokens.operator
  return one.key.startsWith('platform.application.') ? tokens.operator : tokens.zhengkai
}

async function honestPath(one: Call, changed: Record<string, string> = {}): Promise<string> {
  const known = { ...(await places[one.key]?.()), ...changed }
  return one.path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? newId())
}
const address = () => `198.18.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`

const LEAK =
  /node_modules|\.[jt]s:\d+|\n\s+at |syntax error at|violates \w+|relation "|invalid input syntax|out of range for|FST_|ECONN|TypeError|RangeError/

async function shoot(label: string, one: Call, shot: Shot): Promise<unknown> {
  const token = shot.token === null ? undefined : (shot.token ?? tokenFor(one))
  const response = await product.server.inject({
    method: one.method,
    url: (shot.path ?? (await honestPath(one))) + (shot.query ? `?${shot.query}` : ''),
    headers: {
      ...(token && { authorization: token }),
      ...(shot.type && { 'content-type': shot.type }),
      ...shot.headers,
    },
    remoteAddress: address(),
    ...(shot.content !== undefined && { payload: shot.content }),
  })
  const fault = (what: string) => faults.push(`${one.key} ${label}: ${what} ${response.body.slice(0, 200)}`)
  const text = response.body
  if (LEAK.test(text) || text.includes(process.cwd())) fault('tells too much')
  let answer: { status?: unknown; desc?: unknown; message?: unknown }
  try {
    answer = JSON.parse(text)
  } catch {
    fault(`HTTP ${response.statusCode} without JSON`)
    return null
  }
  if (response.statusCode === 200) {
    if (
      typeof answer.status !== 'number' ||
      typeof answer.desc !== 'string' ||
      answer.desc === '' ||
      !('data' in answer)
    ) {
      fault('no envelope')
    }
    if (answer.status === 500) fault('a defect')
    if (token && one.needs !== OPEN && [4011, 4012, 4013].includes(answer.status as number))
      fault('the session is gone')
    reached.get(one.key)?.add(answer.status as number)
  } else if (![400, 404, 413, 414, 415].includes(response.statusCode)) fault(`HTTP ${response.statusCode}`)
  else if (typeof answer.message !== 'string') fault(`HTTP ${response.statusCode} without a message`)
  return answer
}

/** Only what is needed, unless all is asked for: an odd value elsewhere would be refused before the one in question. */
const needed = (schema: TSchema | undefined) =>
  schema?.type === 'object' ? obj(pickRequired(schema as TObject)) : schema
const pickRequired = ({ properties, required = [] }: TObject) =>
  Object.fromEntries(required.map((key) => [key, properties[key]!]))

const whole = (schema: TSchema | undefined) => schema

interface Input {
  query: Record<string, unknown>
  body: Record<string, unknown>
}

async function honest(one: Call, part: (schema: TSchema | undefined) => TSchema | undefined = needed): Promise<Input> {
  const query = fresh<Record<string, unknown>>(part(one.query))
  const sampled = fresh<Record<string, unknown>>(part(one.body))
  const body = Array.isArray(sampled) ? { items: sampled } : sampled
  const more = (await recipes[one.key]?.({ ...query, ...body })) ?? {}
  for (const [key, value] of Object.entries(more)) (key in query ? query : body)[key] = value
  return { query, body }
}

const valuesFor = <T>(one: Call, values: readonly T[]): readonly T[] =>
  COSTLY.has(one.key) ? values.filter(() => random() < SOME / values.length) : values

const noFaults = () => {
  const found = faults.splice(0)
  expect({ count: found.length, first: found.slice(0, 20) }).toEqual({ count: 0, first: [] })
}
const show = (value: unknown) => toJson(value)?.slice(0, 40)

async function attackQuery(one: Call): Promise<void> {
  for (const field of Object.keys((one.query as TObject | undefined)?.properties ?? {})) {
    for (const value of valuesFor(one, hostileTexts)) {
      // Longer addresses never get here: the HTTP server refuses them.
      const { query, body } = await honest(one)
      const text = qs.stringify({ ...query, [field]: value.slice(0, 4_000) })
      await shoot(`query ${field}=${show(value)}`, one, { query: text, ...json(one, body) })
    }
    const { query, body } = await honest(one)
    const others = qs.stringify(Object.fromEntries(Object.entries(query).filter(([key]) => key !== field)))
    for (const form of [
      '=1&F=2',
      '[]=1&F[]=2',
      '[0]=1',
      '[a][b]=1',
      '[__proto__][polluted]=1',
      '[9999999]=1',
      '',
      '[',
    ]) {
      const raw = `${others}&${`F${form}`.replaceAll('F', field)}`
      await shoot(`query ${raw.slice(-60)}`, one, { query: raw, ...json(one, body) })
    }
  }
}

const json = (one: Call, body: Record<string, unknown>): Shot =>
  one.method === 'GET' || isUpload(one)
    ? {}
    : { type: 'application/json', content: toJson(one.body?.type === 'array' ? body.items : body) }

async function attackBody(one: Call): Promise<void> {
  if (one.body?.type === 'array') {
    for (const value of valuesFor(one, hostileValues)) {
      for (const content of [toJson(value), `[${toJson(value)}]`]) {
        await shoot(`items ${content.slice(0, 40)}`, one, { type: 'application/json', content })
      }
    }
  }
  for (const field of Object.keys((one.body as TObject | undefined)?.properties ?? {})) {
    for (const value of [...valuesFor(one, hostileValues), Number.POSITIVE_INFINITY]) {
      const { query, body } = await honest(one)
      const raw = value === Number.POSITIVE_INFINITY ? '1e999' : toJson(value)
      const shot = { query: qs.stringify(query), type: 'application/json', content: bodyWith(body, field, raw) }
      await shoot(`body ${field}=${raw.slice(0, 40)}`, one, shot)
    }
    for (const value of valuesFor(one, hostileTexts)) {
      const { query, body } = await honest(one)
      const content = qs.stringify({ ...body, [field]: value })
      await shoot(`form ${field}=${show(value)}`, one, {
        query: qs.stringify(query),
        type: 'application/x-www-form-urlencoded',
        content,
      })
    }
  }
}

/** Objects inside a body have fields of their own. */
async function attackInside(one: Call): Promise<void> {
  for (const [field, schema] of Object.entries((one.body as TObject | undefined)?.properties ?? {})) {
    const inner = (schema.type === 'array' ? schema.items : schema) as TObject | undefined
    for (const key of Object.keys(inner?.properties ?? {})) {
      for (const value of valuesFor(one, hostileValues)) {
        const { query, body } = await honest(one)
        const changed = bodyWith(fresh<Record<string, unknown>>(inner), key, toJson(value))
        const content = bodyWith(body, field, schema.type === 'array' ? `[${changed}]` : changed)
        await shoot(`body ${field}.${key}=${show(value)}`, one, {
          query: qs.stringify(query),
          type: 'application/json',
          content,
        })
      }
    }
  }
}

describe(`hostile input (seed ${SEED})`, () => {
  test('honest samples reach every call', async () => {
    const refused: string[] = []
    for (const one of calls) {
      reached.set(one.key, new Set())
      for (const part of [needed, whole]) {
        const { query, body } = await honest(one, part)
        const shot = isUpload(one) ? multipart([{ name: 'file', filename: 'a.png', content: PNG }]) : json(one, body)
        const answer = (await shoot('honest', one, { query: qs.stringify(query), ...shot })) as { status: number }
        if (part === needed && answer.status !== 200) refused.push(`${one.key} ${answer.status}`)
      }
    }
    noFaults()
    console.log(refused)
    const turnedAway = [...reached].filter(([, statuses]) => statuses.has(refusals.NO_PERMISSION[0]))
    // Another user's password is the one thing that the administrator may not even try.
    expect(turnedAway.map(([key]) => key)).toEqual(['platform.session.firstPassword', 'platform.session.ownPassword'])
  })

  test('in queries', async () => {
    for (const one of calls) await attackQuery(one)
    noFaults()
  }, 60_000)

  test('in bodies, field by field', async () => {
    for (const one of calls.filter((each) => !isUpload(each))) {
      const t0 = performance.now()
      await attackBody(one)
      await attackInside(one)
      // Limits per account would answer in place of the call itself.
      await sql(`delete from rate_count where key like 'own-password:%'`)
      console.log('TIME', one.key, Math.round(performance.now() - t0))
    }
    noFaults()
  }, 60_000)

  test('in picture codes', async () => {
    product.app.settings.photoCode = true
    for (const one of calls) {
      const fields = (part: TSchema | undefined) => Object.keys((part as TObject | undefined)?.properties ?? {})
      const inBody = fields(one.body).includes('verifyStr')
      if (!inBody && !fields(one.query).includes('verifyStr')) continue
      for (const verifyStr of hostileTexts) {
        const { query, body } = await honest(one)
        const proof = { verifyStr: verifyStr.slice(0, 4_000), photoCode: verifyStr.slice(0, 4_000) }
        const shot = inBody ? json(one, { ...body, ...proof }) : {}
        await shoot(`code ${show(verifyStr)}`, one, {
          query: qs.stringify(inBody ? query : { ...query, ...proof }),
          ...shot,
        })
      }
      expect([one.key, reached.get(one.key)!.has(refusals.WRONG_PHOTO_CODE[0])]).toEqual([one.key, true])
    }
    product.app.settings.photoCode = false
    noFaults()
  })

  test('in whole bodies of every type', async () => {
    for (const one of calls.filter((each) => each.method !== 'GET')) {
      const { query } = await honest(one)
      for (const { type, content } of hostileBodies) {
        const label = `${type} ${content.toString().slice(0, 40)}`
        await shoot(label, one, { query: qs.stringify(query), type, content })
      }
      await shoot('no type', one, { query: qs.stringify(query), content: 'text' })
    }
    noFaults()
  }, 60_000)

  test('in paths', async () => {
    for (const one of calls) {
      for (const name of paramsOf(one)) {
        for (const part of hostilePathParts) {
          const { query, body } = await honest(one)
          const path = await honestPath(one, { [name]: part })
          await shoot(`path ${name}=${part.slice(0, 40)}`, one, {
            path,
            query: qs.stringify(query),
            ...json(one, body),
          })
        }
      }
    }
    noFaults()
  })

  test('in multipart bodies', async () => {
    const file = (more: Partial<Part> = {}): Part => ({ name: 'file', filename: 'a.png', content: PNG, ...more })
    for (const one of calls.filter(isUpload)) {
      const bodies: [string, readonly Part[]][] = [
        ['nothing', []],
        ['a field called file', [{ name: 'file', content: 'text' }]],
        ['two files', [file(), file()]],
        ['file under another name', [file({ name: 'other' })]],
        ['no file name', [file({ filename: '' })]],
        ['no extension', [file({ filename: 'picture' })]],
        ['empty file', [file({ content: '' })]],
        ['other content', [file({ content: 'GIF89a' })]],
        ['half a picture', [file({ content: PNG.subarray(0, 40) })]],
        ['path as name', [file({ filename: '../../../../etc/cron.d/a.png' })]],
        ['NUL in the name', [file({ filename: 'a\0.png' })]],
        ['long name', [file({ filename: `${'长'.repeat(3_000)}.png` })]],
        ['prototype as field', [{ name: '__proto__', content: '1' }, file()]],
        ['prototype as file', [file({ name: 'constructor' })]],
        [
          'JSON part',
          [{ name: 'picRoute', type: 'application/json', content: '{"__proto__":{"polluted":1}}' }, file()],
        ],
        ['broken JSON part', [{ name: 'picRoute', type: 'application/json', content: '{' }, file()]],
        ['101 files', Array.from({ length: 101 }, () => file({ content: 'x' }))],
        ['51 fields', [...Array.from({ length: 51 }, (_, i) => ({ name: `f${i}`, content: 'x' })), file()]],
        ['1200 parts', Array.from({ length: 1_200 }, (_, i) => ({ name: `f${i}`, content: '' }))],
        ['long field', [{ name: 'picRoute', content: 'x'.repeat(2 * 1024 * 1024) }, file()]],
        ...Object.keys((one.body as TObject | undefined)?.properties ?? {}).flatMap((name) =>
          hostileTexts.map((content): [string, Part[]] => [`${name}=${show(content)}`, [{ name, content }, file()]]),
        ),
      ]
      for (const [label, parts] of bodies) await shoot(label, one, multipart(parts))
      const { type, content } = multipart([file()])
      for (const cut of [1, 10, 60, 100, 130, content.length - 5]) {
        await shoot(`cut at ${cut}`, one, { type, content: content.subarray(0, cut) })
      }
      await shoot('another boundary', one, { type: 'multipart/form-data; boundary=other', content })
    }
    noFaults()
  }, 60_000)

  test('leaves the process and the database as they should be', async () => {
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const stuck = await sql(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(stuck).toEqual([])
    const answer = await product.ask('GET', call('platform.session.current').path, { token: tokens.zhengkai! })
    expect(answer.status).toBe(200)
    const broken = await sql<{ message: string }>(`select message from job_run where message like '%编号 E-%' limit 5`)
    expect(broken).toEqual([])
  })
})
