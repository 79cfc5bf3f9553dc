// What PostgreSQL's catalogue says of a database, as far as an archive needs it.
import pg from 'pg'

export interface Column {
  name: string
  type: string
}

/** A table with rows of its own: a plain one or the leaf of a partitioned one. */
export interface TableShape {
  schema: string
  name: string
  /** Generated columns are computed again on loading. */
  columns: Column[]
  /** Partitions are made while the product runs (one per day), so the archive has to know how. */
  partition?: { schema: string; parent: string; bound: string }
}

export interface SequenceValue {
  schema: string
  name: string
  value: string
  called: boolean
}

export const WORKER_SCHEMA = 'graphile_worker'

export const quote = (...names: string[]): string => names.map((name) => pg.escapeIdentifier(name)).join('.')
export const nameOf = (table: { schema: string; name: string }): string => `${table.schema}.${table.name}`

/**
 * A connection for whole tables: no pipeline mode (COPY needs the connection for itself), a fixed textual form of
 * every type, and scans that begin at the beginning, so that equal tables give equal bytes.
 */
export async function openPlain(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  // A lost connection also fails the statement that is under way, which is where it is reported.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set client_encoding = 'UTF8'; set extra_float_digits = 1; set search_path = public; set synchronize_seqscans = off;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set row_security = off`)
  return client
}

const USER_SCHEMA = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`
const NOT_OF_EXTENSION = `not exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export async function tablesOf(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { partition: TableShape['partition'] | null }>(`
    select n.nspname as schema, c.relname as name,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns,
      (select json_build_object('schema', pn.nspname, 'parent', p.relname,
          'bound', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
        where i.inhrelid = c.oid and c.relispartition) as partition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${USER_SCHEMA} and ${NOT_OF_EXTENSION}
      and not (n.nspname = '${WORKER_SCHEMA}' and c.relname = 'migrations')
    order by n.nspname, c.relname`)
  return rows.map(({ partition, ...table }) => (partition ? { ...table, partition } : table))
}

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relpersistence <> 't' and ${USER_SCHEMA} and ${NOT_OF_EXTENSION}
    order by n.nspname, c.relname`)
  const values: SequenceValue[] = []
  for (const { schema, name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quote(schema, name)}`,
    )
    values.push({ schema, name, ...state.rows[0]! })
  }
  return values
}

/** The last migration of the job queue's own schema; null when the product never used it. */
export async function workerVersion(client: pg.ClientBase): Promise<number | null> {
  const known = await client.query(`select to_regclass('${WORKER_SCHEMA}.migrations') is not null as known`)
  if (!known.rows[0].known) return null
  const { rows } = await client.query(`select coalesce(max(id), 0)::int as id from ${WORKER_SCHEMA}.migrations`)
  return rows[0].id as number
}

/** Foreign keys and triggers as statements: away before the rows come in any order, back when all are in. */
export async function brakesOf(client: pg.ClientBase): Promise<{ off: string[]; on: string[] }> {
  const keys = await client.query<{ schema: string; table: string; name: string; definition: string }>(`
    select n.nspname as schema, c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${USER_SCHEMA}
    order by 1, 2, 3`)
  const triggers = await client.query<{ schema: string; table: string; name: string; mode: string }>(`
    select n.nspname as schema, c.relname as table, t.tgname as name,
      case t.tgenabled when 'R' then 'enable replica' when 'A' then 'enable always' else 'enable' end as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${USER_SCHEMA}
    order by 1, 2, 3`)
  const at = (row: { schema: string; table: string }) => `alter table ${quote(row.schema, row.table)}`
  return {
    off: [
      ...keys.rows.map((key) => `${at(key)} drop constraint ${quote(key.name)}`),
      ...triggers.rows.map((trigger) => `${at(trigger)} disable trigger ${quote(trigger.name)}`),
    ],
    on: [
      ...keys.rows.map((key) => `${at(key)} add constraint ${quote(key.name)} ${key.definition}`),
      ...triggers.rows.map((trigger) => `${at(trigger)} ${trigger.mode} trigger ${quote(trigger.name)}`),
    ],
  }
}

export async function materializedViewsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'm' and ${USER_SCHEMA} order by c.oid`)
  return rows.map(({ schema, name }) => quote(schema, name))
}
