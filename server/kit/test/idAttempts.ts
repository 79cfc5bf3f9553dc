// Tries one id of a call after the other with a record that is not the caller's. Everything else in the request is what
// the call takes, and each attempt is compared with two others: an id that names nothing at all, from which the foreign
// one must not be told apart, and the caller's own, without which a refusal would prove nothing about the id.
import qs from 'qs'
import type { Call } from '#contract/kit/call'
import type { RecordName } from '#contract/kit/records'
import { refusals } from '#contract/kit/refusal'
import type { TSchema } from '#contract/kit/schema'
import { newId } from '#server/kit/ids'
import type { TestApp } from './app.ts'
import type { Attacker, Knowledge } from './attacker.ts'
import { multipart, paramsOf, type Random, TINY_PNG, toJson } from './hostile.ts'
import type { IdKnowledge } from './idKnowledge.ts'
import { type IdPlace, idPlaces, kindsOf } from './idPlaces.ts'
import type { StoredRecord } from './storedRecords.ts'

type Fields = Record<string, unknown>
export interface Input {
  path: Record<string, unknown>
  query: Fields
  body: Fields
}

export interface Attempt {
  name: string
  place: IdPlace
  kind: RecordName
  /** Stands behind an own one in a list. */
  among: boolean
  own: string
  input: Input
}

export interface Answer {
  status: number
  desc: string
  field: unknown
  /** The whole answer, without the id that was asked for. */
  text: string
}

export interface Answers {
  foreign: Answer
  nobody: Answer
  own: Answer
}

export interface Desk {
  product: TestApp
  orgId: string
  attacker: Attacker
  places: Knowledge['places']
  samples: IdKnowledge['samples']
  random: Random
  recordOf(kind: RecordName): StoredRecord
}

/** A body that is a list comes as `items`. */
const keysOf = ({ call, part, path }: IdPlace) =>
  part === 'body' && call.body?.type === 'array' ? ['items', ...path] : path

function valueAt(input: Input, place: IdPlace): unknown {
  let at: unknown = input[place.part]
  for (const key of keysOf(place)) at = (at as Fields | null | undefined)?.[key]
  return at
}

function withValue(input: Input, place: IdPlace, value: string, fresh: (schema: TSchema) => unknown): Input {
  const changed = structuredClone(input)
  let at = changed[place.part] as Fields
  let schema: TSchema | undefined = place.part === 'path' ? undefined : place.call[place.part]
  if (schema?.type === 'array') schema = { type: 'object', properties: { items: schema } } as unknown as TSchema
  const keys = keysOf(place)
  for (const key of keys.slice(0, -1)) {
    schema = (schema?.properties?.[key] ?? schema?.items) as TSchema | undefined
    at[key] ??= schema?.type === 'array' ? [] : fresh(schema as TSchema)
    at = at[key] as Fields
  }
  at[keys.at(-1)!] = value
  return changed
}

export function createAttempts({ product, orgId, attacker, places, samples, random, recordOf }: Desk) {
  const { pool } = product.app
  const standing = new Map<RecordName, string | undefined>()

  const stands = async (kind: RecordName, id: string, org: string) => {
    const { table, id: column, shared } = recordOf(kind)
    const where = shared ? '' : ' and t.org_id = $2'
    const found = await pool.query(`select 1 from ${table} t where t.${column}::text = $1${where} limit 1`, [
      id,
      ...(shared ? [] : [org]),
    ])
    return found.rows.length > 0
  }
  const stored = (kind: RecordName, id: string) => stands(kind, id, orgId)

  /** A record of the organisation, where the request brings none. */
  const standIn = async (kind: RecordName) => {
    if (standing.has(kind)) return standing.get(kind)
    const { table, id, where = 'true', make, shared } = recordOf(kind)
    if (make) await pool.query(make, [orgId, newId()])
    const scope = shared ? 'true' : `t.org_id = '${orgId}'`
    const found = await pool.query<{ id: string }>(
      `select t.${id}::text as id from ${table} t where ${scope} and ${where} and t.${id} is not null order by 1 limit 1`,
    )
    standing.set(kind, found.rows[0]?.id)
    return found.rows[0]?.id
  }

  async function honest(call: Call): Promise<Input> {
    const { query, body } = await attacker.honest(call)
    const known = (await places[call.key]?.(product, random)) ?? {}
    const path = Object.fromEntries(paramsOf(call).map((name) => [name, known[name] ?? newId()]))
    return { path, query, body }
  }

  /** The fields of the samples, each put where the call takes it. */
  async function complete(call: Call, input: Input, names: readonly string[]): Promise<void> {
    const inQuery = new Set(Object.keys(call.query?.properties ?? {}))
    for (const name of names) {
      const more = (await samples[name]?.(product)) ?? {}
      for (const [key, value] of Object.entries(more)) {
        const part = key in input.path ? input.path : inQuery.has(key) ? input.query : input.body
        part[key] = value
      }
    }
  }

  const first = (value: unknown) => (typeof value === 'string' ? value.split(',')[0]!.trim() : undefined)

  async function attempt(place: IdPlace, kind: RecordName, among: boolean): Promise<Attempt> {
    const { call } = place
    const where = `${call.key} ${[place.part, ...place.path].join('.')}`
    let input = await honest(call)
    await complete(call, input, [call.key, where, `${where} as ${kind}`])
    for (const other of idPlaces(call)) {
      const [otherKind] = kindsOf(other)
      const value = first(valueAt(input, other))
      if (other.path === place.path || !otherKind || value === undefined) continue
      if (other.part === place.part && other.path.join() === place.path.join()) continue
      if (await stored(otherKind, value)) continue
      const own = await standIn(otherKind)
      if (own) input = withValue(input, other, own, attacker.fresh)
    }
    const brought = first(valueAt(input, place))
    const own = brought !== undefined && (await stored(kind, brought)) ? brought : await standIn(kind)
    if (own === undefined) throw new Error(`no ${kind} stands in the house`)
    input = withValue(input, place, own, attacker.fresh)
    const several = Array.isArray(place.of) ? ` as ${kind}` : ''
    return { name: `${where}${several}${among ? ' among own' : ''}`, place, kind, among, own, input }
  }

  /** Every id of a call that names a record somebody else may have. */
  async function attemptsOn(call: Call, wanted: (kind: RecordName) => boolean = () => true): Promise<Attempt[]> {
    const made: Attempt[] = []
    for (const place of idPlaces(call)) {
      for (const kind of kindsOf(place).filter((one) => !recordOf(one).shared && wanted(one))) {
        made.push(await attempt(place, kind, false))
        if (place.commas || place.path.at(-1) === '0') made.push(await attempt(place, kind, true))
      }
    }
    return made
  }

  /** The same attempt with records of its own once more, also where one stood in for several. */
  function madeAnew({ place, kind, among }: Attempt): Promise<Attempt> {
    standing.clear()
    return attempt(place, kind, among)
  }

  async function send(call: Call, { path, query, body }: Input, token: string, asked: string): Promise<Answer> {
    const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
    const fields = call.body?.type === 'array' ? body.items : body
    const shot =
      call.method === 'GET'
        ? null
        : call.transfer === 'multipart'
          ? multipart([
              ...Object.entries(body).flatMap(([name, value]) =>
                value == null ? [] : { name, content: String(value) },
              ),
              { name: 'file', filename: 'a.png', content: TINY_PNG },
            ])
          : { type: 'application/json', content: toJson(fields) }
    const response = await product.server.inject({
      method: call.method,
      url: `${url}?${qs.stringify(query)}`,
      headers: { authorization: token, ...(shot && { 'content-type': shot.type }) },
      ...(shot && { payload: shot.content }),
    })
    const json = String(response.headers['content-type']).includes('json')
    const answer = json ? response.json() : { status: response.statusCode, desc: 'a file' }
    const file = () => `${response.headers['content-disposition']} ${response.rawPayload.length}`
    // Reports say when they were made.
    const text = (json ? response.body : file()).replaceAll(asked, '<id>').replace(/"(at|now)":"[^"]*"/g, '"$1":""')
    return { status: answer.status ?? response.statusCode, desc: answer.desc, field: answer.data?.field, text }
  }

  const asking = ({ place, among, own, input }: Attempt, id: string): Input => {
    if (place.commas) return withValue(input, place, among ? `${own},${id}` : id, attacker.fresh)
    if (!among) return withValue(input, place, id, attacker.fresh)
    return withValue(input, { ...place, path: [...place.path.slice(0, -1), '1'] }, id, attacker.fresh)
  }

  /** The answers to a record of the mirror, to an id that names nothing and to the caller's own. */
  async function fireAcross(one: Attempt, foreign: string, token: string): Promise<Answers> {
    const nobody = newId()
    const { call } = one.place
    return {
      foreign: await send(call, asking(one, foreign), token, foreign),
      nobody: await send(call, asking(one, nobody), token, nobody),
      own: await send(call, one.input, token, one.own),
    }
  }

  async function move(kind: RecordName, id: string, deptId: string): Promise<void> {
    const { table, id: column, dept } = recordOf(kind)
    const mine = `t.org_id = $1 and t.${column} = $2`
    const holder = { oldman: 'oldman_id', consultation: 'consultation_id', room: 'room_id', alarm_record: 'record_id' }
    if (dept === 'own') await pool.query(`update ${table} t set dept_id = $3 where ${mine}`, [orgId, id, deptId])
    else if (dept)
      await pool.query(
        `update ${dept} h set dept_id = $3 from ${table === 'bed_mark' ? 'bed' : table} t where ${mine} and h.org_id = t.org_id and h.${holder[dept]} = t.${holder[dept]}`,
        [orgId, id, deptId],
      )
  }

  /** The same, with the record in a department that the caller does not see, and at last in one that they do. */
  async function fireOutside(one: Attempt, inside: string, outside: string, token: string): Promise<Answers> {
    const nobody = newId()
    const { call } = one.place
    for (const other of idPlaces(call)) {
      const value = first(valueAt(one.input, other))
      for (const kind of value === undefined ? [] : kindsOf(other)) await move(kind, value!, inside)
    }
    await move(one.kind, one.own, outside)
    const foreign = await send(call, one.input, token, one.own)
    const none = await send(call, asking(one, nobody), token, nobody)
    await move(one.kind, one.own, inside)
    return { foreign, nobody: none, own: await send(call, one.input, token, one.own) }
  }

  return { attemptsOn, madeAnew, stands, fireAcross, fireOutside }
}

export type Verdict = 'kept' | 'unreached' | `hole: ${string}`

/**
 * What the answers say: 'kept' when the id led to nothing, 'unreached' when the own one led no further. A request that
 * names other records of the same resident may be refused for those.
 */
export function judge({ place: { call }, among }: Attempt, { foreign, nobody, own }: Answers, alone = true): Verdict {
  if (foreign.status === 200 && call.method !== 'GET') return 'hole: accepted'
  const same = foreign.text === nobody.text || (!alone && foreign.status === nobody.status)
  if (!same) return foreign.text === own.text ? 'hole: as if it were the own one' : 'hole: not as if it named nothing'
  // Beside an own one it must change nothing; alone it is tried as well.
  if (among && call.method === 'GET') return foreign.status === 200 ? 'kept' : 'unreached'
  if (foreign.text === own.text) return 'unreached'
  const about: readonly number[] = [refusals.NOT_FOUND[0], refusals.INVALID_INPUT[0], 200]
  return about.includes(foreign.status) ? 'kept' : `hole: refused with ${foreign.status}`
}
