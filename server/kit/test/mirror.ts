// The mirror of an organisation: every row of it once more in another one, under ids of its own. Whatever an id names
// has a twin there, with everything that hangs on it, so that a lookup that forgets the organisation finds something.
import type pg from 'pg'

/** Begins every id of the mirror, and no other. */
const MARK = 'f0e1'
const ID = '[0-9a-f]{4}([0-9a-f]{28})'

export const twin = (id: string) => MARK + id.slice(MARK.length)
/** Somewhere in a text stands an id of the mirror. */
export const TWIN = `${MARK}[0-9a-f]{28}`

/** Raw measurements, sessions, chains of digests and what counts guesses: rows that no id leads to. */
const LEFT_OUT = [
  ...[
    'reading',
    'reading_minute',
    'position',
    'login_session',
    'login_name',
    'login_guess',
    'sso_mark',
    'mqtt_credential',
  ],
  ...['audit_anchor', 'audit_batch', 'audit_pending', 'house_mark', 'request_number', 'number_series', 'known_browser'],
]
/** What is the same for all organisations keeps its ids. */
const SHARED = ['authority_id', 'landing_end_id']
/** Unique over all organisations. */
const UNIQUE = ['org_name', 'org_code', 'code_hash']

interface Column {
  table: string
  name: string
  type: string
}

const COLUMNS = `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
 where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
   and a.attgenerated = '' and a.attidentity = '' and c.relname <> all($1)
   and exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
 order by c.relname, a.attnum`

function mirrored({ name, type }: Column): string {
  const column = `"${name}"`
  if (name === 'org_id') return '$2::text'
  if (SHARED.includes(name)) return column
  if (UNIQUE.includes(name)) return `'${MARK}' || substr(${column}, 3)`
  if (type === 'text' || type.startsWith('character'))
    return `case when ${column} ~ '^${ID}$' then '${MARK}' || substr(${column}, 5) else ${column} end`
  if (type === 'jsonb' || type === 'json' || type.endsWith('[]'))
    return `regexp_replace(${column}::text, '\\m${ID}\\M', '${MARK}\\1', 'g')::${type}`
  return column
}

async function tablesOf(pool: pg.Pool): Promise<Map<string, Column[]>> {
  const { rows } = await pool.query<Column>(COLUMNS, [LEFT_OUT])
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return tables
}

/** One statement, so that keys between the rows are looked at when all of them stand. */
export async function mirror(pool: pg.Pool, orgId: string): Promise<void> {
  const tables = await tablesOf(pool)
  const inserts = [...tables].map(([table, columns]) => {
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    return `"i_${table}" as (insert into "${table}" (${names}) select ${columns.map(mirrored).join(', ')} from "${table}" where org_id = $1)`
  })
  const triggers = (what: 'disable' | 'enable') =>
    pool.query([...tables.keys()].map((table) => `alter table "${table}" ${what} trigger user`).join(';'))
  await triggers('disable')
  await pool.query(`with ${inserts.join(',\n')} select 1`, [orgId, twin(orgId)])
  await triggers('enable')
}

/** What stands in the tables of an organisation, table by table. */
export async function digests(pool: pg.Pool, orgId: string): Promise<Record<string, string>> {
  const tables = await tablesOf(pool)
  const parts = [...tables.keys()].map(
    (table) =>
      `select '${table}' as table, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from "${table}" t where org_id = $1`,
  )
  const { rows } = await pool.query<{ table: string; digest: string }>(parts.join(' union all '), [orgId])
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]))
}

/** Rows of an organisation that name something of its mirror. */
export async function rowsNaming(pool: pg.Pool, orgId: string, but: readonly string[]): Promise<string[]> {
  const tables = await tablesOf(pool)
  const parts = [...tables.keys()]
    .filter((table) => !but.includes(table))
    .map(
      (table) =>
        `select '${table}: ' || left(t::text, 300) as found from "${table}" t where org_id = $1 and t::text ~ $2`,
    )
  const { rows } = await pool.query<{ found: string }>(parts.join(' union all '), [orgId, TWIN])
  return rows.map(({ found }) => found)
}
