// Files from outside the caller's sight cannot be attached, by any call and in any field. Fields are found in the
// schemas, so the next noun is tried as well; a field that looks as if it took a file and does not say so fails.
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import { OPEN } from '#contract/kit/permission'
import { obj, type TObject, type TSchema } from '#contract/kit/schema'
import { contributions, nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { sample } from '#server/kit/test/hostile'

type Path = readonly string[]
interface Field {
  call: Call
  path: Path
  schema: TSchema & { 'x-file'?: true; properties?: Record<string, TSchema>; items?: TSchema }
}

function fieldsOf(call: Call, schema: TSchema | undefined, path: Path = []): Field[] {
  const one = schema as Field['schema'] | undefined
  if (!one) return []
  if (one.type === 'object')
    return Object.entries(one.properties ?? {}).flatMap(([key, inner]) => fieldsOf(call, inner, [...path, key]))
  if (one.type === 'array') return fieldsOf(call, one.items, [...path, '0'])
  return [{ call, path, schema: one }]
}

const calls = nouns.flatMap((noun) => Object.values(noun.calls))
const writing = calls.filter(
  (call) => call.needs !== OPEN && (call.method === 'POST' || call.method === 'PUT') && call.transfer !== 'multipart',
)
const fields = writing.flatMap((call) => fieldsOf(call, call.body))
const nameOf = ({ call, path }: Field) => `${call.key} ${path.join('.')}`

/** Fields whose name speaks of files but which hold none. */
const NO_FILES: Record<string, string> = {
  'platform.upload.stream imgStream': 'the picture itself',
  'live.contractDocument.sign picture': 'the drawn signature itself',
  'platform.authority.create icon': 'mostly the name of a drawn icon; an address is published',
  'platform.authority.update icon': 'mostly the name of a drawn icon; an address is published',
}
const SOUNDS_LIKE_A_FILE =
  /picture|photo(?!Code)|^head$|icon$|background|fileUrl|packageUrl|imagePath|logo|imgStream|attachment/i

let product: TestApp
const tokens: Record<string, string> = {}
let elsewhere: string
let otherDept: string
let own: string

const store = async (orgId: string, by: string | null) => {
  const id = newId()
  await product.app.pool.query(
    `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
     values ($1, $2::text, 'picture', $2::text, 'a.png', 1, 'image/png', 'x', false, $3)`,
    [orgId, id, by],
  )
  return id
}

beforeAll(async () => {
  product = await demoApp()
  const { pool } = product.app
  const nurse = await pool.query<{ id: string }>(`select user_id as id from account where user_name = 'lixiaomei'`)
  // A nurse bound to her departments who may do everything there.
  await pool.query(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select r.org_id, r.role_id, e.landing_end_id, a.authority_id from account_role r, landing_end e, authority a
     where r.user_id = $1 and a.ends ? e.landing_end_code on conflict do nothing`,
    [nurse.rows[0]!.id],
  )
  for (const userName of ['zhengkai', 'lixiaomei']) {
    tokens[userName] = await product.signIn(userName, demoAccounts.find((one) => one.userName === userName)!.password)
  }
  elsewhere = await store(OPERATOR_ORG, null)
  otherDept = await store(DEMO_ORG, null)
  own = await store(DEMO_ORG, nurse.rows[0]!.id)
  await pool.query(
    `insert into oldman_file (org_id, file_id, oldman_id, kind, file_name, file_url)
     select o.org_id, $2::text, o.oldman_id, 'idCard', '身份证.png', '/files/' || $2::text || '/a.png'
     from oldman o join dept d using (org_id, dept_id) where o.org_id = $1 and d.dept_name = '长青楼护理组' limit 1`,
    [DEMO_ORG, otherDept],
  )
})
afterAll(() => product.close())

const ajv = new Ajv({ strict: false })
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test)
const sampled = (schema: TSchema) =>
  sample(
    schema,
    () => 0.4,
    (one, value) => ajv.validate(one, value),
  )

/** What is required, and the field in question. */
function honest(schema: TSchema, path: Path): unknown {
  const { properties, required = [] } = schema as TObject
  if (!properties) return sampled(schema)
  const wanted = new Set([...required, path[0]!])
  return sampled(obj(Object.fromEntries(Object.entries(properties).filter(([key]) => wanted.has(key)))))
}

function withValue(schema: TSchema, path: Path, value: unknown): unknown {
  const body = honest(schema, path)
  const at = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], body)
  ;(at as Record<string, unknown>)[path.at(-1)!] = value
  return body
}

async function send({ call, path }: Pick<Field, 'call' | 'path'>, value: unknown, as: string): Promise<Envelope> {
  const url = call.path.replace(/\{\w+\}/g, () => newId())
  return product.ask(call.method, url, { token: tokens[as]!, body: withValue(call.body!, path, value) })
}

describe('files from outside the scope', () => {
  const marked = fields.filter((field) => field.schema['x-file'])

  test('every field that takes a file says so', () => {
    const odd = fields
      .filter(
        (field) =>
          field.schema.type === 'string' &&
          SOUNDS_LIKE_A_FILE.test(field.path.at(-1) === '0' ? field.path.at(-2)! : field.path.at(-1)!),
      )
      .filter((field) => !field.schema['x-file'] && !(nameOf(field) in NO_FILES))
    expect(odd.map(nameOf)).toEqual([])
    expect(marked.length).toBeGreaterThan(10)
  })

  for (const field of marked) {
    test(nameOf(field), async () => {
      const foreign = await send(field, `/files/${elsewhere}/a.png`, 'zhengkai')
      expect(foreign).toMatchObject({ status: 40400, data: { field: field.path[0] } })
      const hidden = await send(field, `/files/${otherDept}/a.png`, 'lixiaomei')
      expect(hidden).toMatchObject({ status: 40400, data: { field: field.path[0] } })
      for (const doubled of [
        `/files/${own}/files/${otherDept}/a.png`,
        `/files/${own}/..%2f..%2ffiles%2f${otherDept}`,
      ]) {
        const answer = await send(field, doubled, 'lixiaomei')
        expect([40400, 42200], doubled).toContain(answer.status)
        expect(answer.data).toMatchObject({ field: field.path[0] })
      }
    })
  }

  // Texts that stand on paper and values of designed forms name files, too.
  const running = fields.filter(
    ({ schema }) =>
      schema.type === 'string' && !schema.pattern && ((schema.maxLength as number | undefined) ?? 0) >= 10_000,
  )
  const anything = fields.filter(
    ({ call, path, schema }) =>
      path.length === 1 && schema.type === undefined && !schema.enum && call.ends?.includes('WEB') !== false,
  )
  test.each([...running, ...anything].map((field) => [nameOf(field), field] as const))('%s', async (_, field) => {
    const html = `<p><img src="/files/${otherDept}/a.png"></p>`
    const value = field.schema.type === 'string' ? html : { a: [{ b: html }], c: `{"url":"\\/files\\/${otherDept}"}` }
    expect(await send(field, value, 'lixiaomei')).toMatchObject({ status: 40400, data: { field: field.path[0] } })
  })
})

describe('what the database keeps', () => {
  test('its triggers are those that the areas declare', async () => {
    const found = await product.app.pool.query<{ table: string; on: string; args: string }>(
      `select c.relname as table, t.tgname as on, encode(t.tgargs, 'escape') as args
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where p.proname = 'keep_file_links' and t.tgenabled = 'O' and not c.relispartition`,
    )
    const kept = found.rows.map(
      ({ table, on, args }) => `${table} ${on.split('_').at(-1)} ${args.split('\\000').join(' | ')}`,
    )
    const declared = contributions.fileHolders.flatMap(({ kind, table, keys, addresses = [], texts = [] }) =>
      ['added', 'changed', 'removed'].map(
        (act) => `${table} ${act} ${[kind, keys.join(','), addresses.join(','), texts.join(','), ''].join(' | ')}`,
      ),
    )
    expect(kept.sort()).toEqual(declared.sort())
  })

  /** Records of what happened: they tell of a file and open none. */
  const NO_RECORDS = new Set([
    'operation_log.changes',
    'operation_log.remark',
    'job_run.result',
    'request_number.answer',
    'front_log.entry',
    // Paths of calls.
    'authority.apis',
  ])

  test('no other column names a file', async () => {
    const columns = await product.app.pool.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
         and not a.attisdropped and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype)`,
    )
    const held = new Set(
      contributions.fileHolders.flatMap(({ table, addresses = [], texts = [] }) =>
        [...addresses, ...texts].map((column) => `${table}.${column}`),
      ),
    )
    const strange: string[] = []
    for (const { table, column } of columns.rows) {
      const name = `${table}.${column}`
      if (held.has(name) || NO_RECORDS.has(name)) continue
      const found = await product.app.pool.query(
        `select 1 from "${table}" where "${column}"::text like '%/files/%' limit 1`,
      )
      if (found.rowCount) strange.push(name)
    }
    expect(strange).toEqual([])
  })

  test('a record that changes or goes takes its files along', async () => {
    const { pool } = product.app
    const [a, b] = [newId(), newId()]
    const linked = async () =>
      (
        await pool.query<{ id: string }>('select file_id as id from file_link where file_id = any($1)', [[a, b]])
      ).rows.map((row) => row.id)
    const made = await pool.query<{ id: string }>(
      `insert into org_qualification (org_id, qualification_id, kind, name, pictures)
       values ($1, $2, 'food', '证', jsonb_build_array('/files/' || $3 || '/a.png', '/files/x/files/' || $4)) returning qualification_id as id`,
      [DEMO_ORG, newId(), a, b],
    )
    expect(await linked()).toEqual([a])
    await pool.query(
      `update org_qualification set pictures = jsonb_build_array('/files/' || $2 || '/b.png') where qualification_id = $1`,
      [made.rows[0]!.id, b],
    )
    expect(await linked()).toEqual([b])
    await pool.query('delete from org_qualification where qualification_id = $1', [made.rows[0]!.id])
    expect(await linked()).toEqual([])
  })
})
