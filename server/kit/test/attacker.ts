// Sends hostile requests to a running product and writes down every answer that is not fit for a client.
import { Ajv } from 'ajv'
import qs from 'qs'
import type { Call } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import { OPEN } from '#contract/kit/permission'
import { obj, type TObject, type TSchema } from '#contract/kit/schema'
import { newId } from '#server/kit/ids'
import type { TestApp } from './app.ts'
import { alwaysTried, bodyWith, hostileTexts, hostileValues, type Random, sample, toJson } from './hostile.ts'

type Fields = Record<string, unknown>

/** What an area knows about its own calls, exported by its test/hostile.ts. */
export interface Knowledge {
  /** Fields that make a request do its work, where a sample of the schema alone would be turned away early. */
  recipes: Record<string, (product: TestApp, sampled: Fields, random: Random) => Promise<Fields> | Fields>
  /** Path parameters that name something; elsewhere an invented id does. */
  places: Record<string, (product: TestApp, random: Random) => Promise<Record<string, string>> | Record<string, string>>
  /** Calls that cost much, a password check above all: they get few of the values for each field. */
  costly: readonly string[]
}

export interface Shot {
  path?: string
  query?: string
  type?: string
  content?: string | Buffer
}

export interface Input {
  query: Fields
  body: Fields
}

export interface Attacker {
  /** What was wrong with the answers since the last look. */
  faults(): { count: number; first: string[] }
  /** The statuses a call has answered. */
  reached(call: Call): ReadonlySet<number>
  shoot(label: string, call: Call, shot: Shot): Promise<unknown>
  /** Input the call takes: what is required, or every field. */
  honest(call: Call, all?: boolean): Promise<Input>
  honestPath(call: Call, changed?: Record<string, string>): Promise<string>
  /** A value that the schema takes. */
  fresh(schema: TSchema): unknown
  attackQuery(call: Call): Promise<void>
  attackBody(call: Call): Promise<void>
  /** Some of the values, so that all calls together stay within the budget. */
  some<T>(call: Call, values: readonly T[], share: number): readonly T[]
}

export interface AttackPlan extends Knowledge {
  calls: readonly Call[]
  random: Random
  tokenFor(call: Call): string | undefined
}

/** Requests of one kind that a run affords. The more calls there are, the fewer of the values each of them gets. */
const QUERIES = 3_000
const BODIES = 5_000
const FEW = 3

const LEAK =
  /node_modules|\.[jt]s:\d+|\n\s+at |syntax error at|violates \w+|relation "|invalid input syntax|out of range for|FST_|ECONN|TypeError|RangeError/
const FORMS = ['=1&F=2', '[]=1&F[]=2', '[0]=1', '[a][b]=1', '[__proto__][polluted]=1', '[9999999]=1', '', '[']
const HTTP_REFUSALS = [400, 404, 413, 414, 415]
const SESSION_ENDED = [4011, 4012, 4013]

const fieldsOf = (schema: TSchema | undefined) => Object.entries((schema as TObject | undefined)?.properties ?? {})
export const show = (value: unknown) => toJson(value)?.slice(0, 40)

/** Optional fields left out: an odd value elsewhere would be refused before the one in question is looked at. */
function needed(schema: TSchema | undefined): TSchema | undefined {
  if (schema?.type !== 'object') return schema
  const { properties, required = [] } = schema as TObject
  return obj(Object.fromEntries(required.map((key) => [key, properties[key]!])))
}

export function jsonOf(call: Call, body: Fields): Shot {
  if (call.method === 'GET' || call.transfer === 'multipart') return {}
  return { type: 'application/json', content: toJson(call.body?.type === 'array' ? body.items : body) }
}

export function createAttacker(product: TestApp, plan: AttackPlan): Attacker {
  const { calls, random, recipes, places } = plan
  const costly = new Set(plan.costly)
  const faults: string[] = []
  const reached = new Map<string, Set<number>>(calls.map((call) => [call.key, new Set()]))
  const ajv = new Ajv({ strict: false })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test)
  const fits = (schema: TSchema, value: unknown) => ajv.validate(schema, value)
  const fresh = (schema: TSchema | undefined) => (schema ? sample(schema, random, fits) : {}) as Fields
  const count = (part: 'query' | 'body') => calls.reduce((sum, call) => sum + fieldsOf(call[part]).length, 0)
  const queryShare = QUERIES / (count('query') * hostileTexts.length)
  const bodyShare = BODIES / (count('body') * (hostileValues.length + hostileTexts.length))
  /** Limits per address would answer in place of the call. */
  const address = () => `198.18.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`

  const some: Attacker['some'] = (call, values, share) => {
    const part = costly.has(call.key) ? Math.min(share, FEW / values.length) : share
    return part >= 1 ? values : values.filter(() => random() < part)
  }

  const always = (call: Call, field: string, schema: TSchema) => {
    const values = alwaysTried(field, schema, random, fits)
    return costly.has(call.key) ? values.slice(0, 1) : values
  }

  const honestPath: Attacker['honestPath'] = async (call, changed = {}) => {
    const known = { ...(await places[call.key]?.(product, random)), ...changed }
    return call.path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? newId())
  }

  const honest: Attacker['honest'] = async (call, all = false) => {
    const query = fresh(all ? call.query : needed(call.query))
    const sampled = fresh(all ? call.body : needed(call.body))
    const body = Array.isArray(sampled) ? { items: sampled } : sampled
    const more = (await recipes[call.key]?.(product, { ...query, ...body }, random)) ?? {}
    const inQuery = new Set(fieldsOf(call.query).map(([key]) => key))
    for (const [key, value] of Object.entries(more)) (inQuery.has(key) ? query : body)[key] = value
    return { query, body }
  }

  const shoot: Attacker['shoot'] = async (label, call, shot) => {
    const token = plan.tokenFor(call)
    const response = await product.server.inject({
      method: call.method,
      url: (shot.path ?? (await honestPath(call))) + (shot.query ? `?${shot.query}` : ''),
      headers: { ...(token && { authorization: token }), ...(shot.type && { 'content-type': shot.type }) },
      remoteAddress: address(),
      ...(shot.content !== undefined && { payload: shot.content }),
    })
    const text = response.body
    const fault = (what: string) => void faults.push(`${call.key} ${label}: ${what} ${text.slice(0, 200)}`)
    if (call.transfer === 'download' && !String(response.headers['content-type']).includes('json')) return null
    if (LEAK.test(text) || text.includes(process.cwd())) fault('tells too much')
    let answer: { status?: unknown; desc?: unknown; message?: unknown; data?: unknown }
    try {
      answer = JSON.parse(text)
    } catch {
      return fault(`HTTP ${response.statusCode} without JSON`)
    }
    const { status, desc } = answer
    if (response.statusCode !== 200) {
      if (!HTTP_REFUSALS.includes(response.statusCode)) fault(`HTTP ${response.statusCode}`)
      if (typeof answer.message !== 'string') fault(`HTTP ${response.statusCode} without a message`)
    } else if (typeof status !== 'number' || typeof desc !== 'string' || desc === '' || !('data' in answer)) {
      fault('no envelope')
    } else {
      reached.get(call.key)?.add(status)
      if (status === 500) fault('a defect')
      if (token && call.needs !== OPEN && SESSION_ENDED.includes(status)) fault('the session is gone')
    }
    return answer
  }

  async function attackQuery(call: Call): Promise<void> {
    for (const [field, schema] of fieldsOf(call.query)) {
      for (const value of [...always(call, field, schema), ...some(call, hostileTexts, queryShare)]) {
        const { query, body } = await honest(call)
        // Longer addresses never get here: the HTTP server refuses them.
        const text = qs.stringify({ ...query, [field]: value.slice(0, 4_000) })
        await shoot(`query ${field}=${show(value)}`, call, { query: text, ...jsonOf(call, body) })
      }
      for (const form of some(call, FORMS, queryShare)) {
        const { query, body } = await honest(call)
        const others = qs.stringify(Object.fromEntries(Object.entries(query).filter(([key]) => key !== field)))
        const raw = `${others}&${`F${form}`.replaceAll('F', field)}`
        await shoot(`query ${raw.slice(-60)}`, call, { query: raw, ...jsonOf(call, body) })
      }
    }
  }

  async function withBody(label: string, call: Call, type: string, make: (body: Fields) => string): Promise<void> {
    const { query, body } = await honest(call)
    await shoot(label, call, { query: qs.stringify(query), type, content: make(body) })
  }

  /** Lists and objects inside a body: their items, and the fields of those. */
  async function attackInside(call: Call, field: string, schema: TSchema): Promise<void> {
    const inner = (schema.type === 'array' ? schema.items : schema) as TSchema
    for (const value of schema.type === 'array' ? some(call, hostileValues, bodyShare) : []) {
      const raw = `[${toJson(value)}]`
      await withBody(`body ${field}=${raw.slice(0, 40)}`, call, 'application/json', (body) =>
        bodyWith(body, field, raw),
      )
    }
    for (const [key, one] of fieldsOf(inner)) {
      for (const value of [...always(call, key, one), ...some(call, hostileValues, bodyShare)]) {
        const changed = bodyWith(fresh(inner), key, toJson(value))
        const raw = schema.type === 'array' ? `[${changed}]` : changed
        const label = `body ${field}.${key}=${show(value)}`
        await withBody(label, call, 'application/json', (body) => bodyWith(body, field, raw))
      }
    }
  }

  async function attackBody(call: Call): Promise<void> {
    if (call.body?.type === 'array') {
      for (const value of some(call, hostileValues, bodyShare)) {
        for (const content of [toJson(value), `[${toJson(value)}]`]) {
          await withBody(`items ${content.slice(0, 40)}`, call, 'application/json', () => content)
        }
      }
    }
    for (const [field, schema] of fieldsOf(call.body)) {
      const values = [...always(call, field, schema), ...some(call, hostileValues, bodyShare)]
      for (const raw of [...values.map(toJson), '1e999']) {
        const label = `body ${field}=${raw.slice(0, 40)}`
        await withBody(label, call, 'application/json', (body) => bodyWith(body, field, raw))
      }
      for (const value of some(call, hostileTexts, bodyShare)) {
        const form = (body: Fields) => qs.stringify({ ...body, [field]: value })
        await withBody(`form ${field}=${show(value)}`, call, 'application/x-www-form-urlencoded', form)
      }
      await attackInside(call, field, schema)
    }
  }

  return {
    faults: () => {
      const found = faults.splice(0)
      return { count: found.length, first: found.slice(0, 20) }
    },
    reached: (call) => reached.get(call.key) ?? new Set(),
    shoot,
    honest,
    honestPath,
    fresh,
    attackQuery,
    attackBody,
    some,
  }
}
