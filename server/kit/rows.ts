// The rows of one table of an organisation, with their scope inside: who reads or writes through them sees and touches
// only what the caller may. For nouns that are one table with a form; what joins, counts over years or is hot has SQL of
// its own, and takes its scope from tenant.ts as this does.
import { getTableColumns, getTableName } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { PageInfo } from '#contract/kit/paging'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from './caller.ts'
import { changesBetween, refuseStale } from './editing.ts'
import { newId } from './ids.ts'
import { saveOrder } from './order.ts'
import { contains, type Filter, type PageInput, pageOfRows, several } from './page.ts'
import { textPinyin } from './pinyin.ts'
import { hasDepartment, inDepts, type Scope, scopeFilters, type TenantTable } from './tenant.ts'

export interface RowsPlan<Data> {
  /** How people call one: 岗位. Stands in refusals and in the log. */
  title: string
  /** What the log calls one (targetType). */
  target: string
  /** The field of an answer that people know one by. */
  name: keyof Data & string
  /** Field of an answer → a column, or SQL over the table as `t`. The first one is the id. */
  row: { readonly [Field in keyof Data]-?: AnyPgColumn | string }
  /** Fields whose changes the log keeps. */
  logged: readonly (keyof Data & string)[]
  /** What follows the title in the log, where that is more than the name. */
  told?: (row: Data) => string
}

export interface PagePlan<Data, Query> {
  /** Fields a typed text is looked for in; the one people know a row by is also found by its pinyin. */
  search?: readonly (keyof Query & keyof Data & string)[]
  /** Fields that equal what is asked for. */
  where?: readonly (keyof Query & keyof Data & string)[]
  /** Further conditions over `t`. */
  also?: readonly Filter[]
  sorts?: readonly (keyof Data & string)[]
  /** `createTime desc` */
  sort: `${keyof Data & string}${'' | ' desc'}`
}

export interface Rows<Data, T extends TenantTable> {
  page<Query extends PageInput>(who: Caller, query: Query, plan: PagePlan<Data, Query>): Promise<PageInfo<Data>>
  get(who: Caller, id: string): Promise<Data>
  /** Locked until the commit. With the version a form was filled from, whoever comes second is told who was first. */
  hold(tx: Tx, scope: Scope, id: string, version?: number | null): Promise<Data>
  add(tx: Tx, values: Partial<T['$inferInsert']>): Promise<Data>
  /** Of a row that is held. */
  change(tx: Tx, before: Data, values: Partial<T['$inferInsert']>): Promise<Data>
  /** `users` says what still needs it: 还有 3 名员工. */
  remove(tx: Tx, scope: Scope, id: string, users?: (row: Data) => string | false): Promise<Data>
  /** An order made by hand; one unknown id refuses the whole. */
  sort(tx: Tx, scope: Scope, places: readonly { id: string; sort: number }[]): Promise<void>
}

type Values = Readonly<Record<string, unknown>>

export function rows<Data extends object, T extends TenantTable = TenantTable>(
  table: T,
  plan: RowsPlan<Data>,
): Rows<Data, T> {
  const name = getTableName(table)
  const columns: Readonly<Record<string, AnyPgColumn>> = getTableColumns(table)
  const key = keyOf(table)
  const fields = Object.entries(plan.row) as [keyof Data & string, AnyPgColumn | string][]
  const idField = fields[0]![0]
  const sqlOf = (field: keyof Data & string) => {
    const from = plan.row[field]
    return typeof from === 'string' ? from : `t.${from.name}`
  }
  const select = fields.map(([field]) => `${sqlOf(field)} as "${field}"`).join(', ')
  const spelled = 'pinyin' in columns && 'initials' in columns
  const named = Object.entries(columns).find(([, column]) => column === plan.row[plan.name])?.[0]
  const byDept = hasDepartment(table)
  /** `$1` organisation, `$2` id, `$3` departments where the table has them. */
  const one = `t.org_id = $1 and t.${key} = $2${byDept ? ` and ${inDepts('t', '$3')}` : ''}`
  const placed = (scope: Scope, id: string) => [scope.orgId, id, ...(byDept ? [scope.deptIds] : [])]
  const texts = {
    get: { name: `rows_get_${name}`, text: `select ${select} from ${name} t where ${one}` },
    lock: { name: `rows_lock_${name}`, text: `select 1 from ${name} t where ${one} for update` },
    remove: { name: `rows_remove_${name}`, text: `delete from ${name} t where t.org_id = $1 and t.${key} = $2` },
  }
  const written = new Map<string, string>()
  const kept = (act: string, keys: readonly string[], make: () => string) => {
    const at = `${act} ${keys.join(' ')}`
    const text = written.get(at) ?? make()
    written.set(at, text)
    return text
  }
  const words = (row: Data) => Object.fromEntries(plan.logged.map((field) => [field, row[field]]))
  const called = (row: Data) => `${plan.title}“${String(row[plan.name])}”`
  const told = (row: Data) => (plan.told ? `${plan.title}${plan.told(row)}` : called(row))
  const idOf = (row: Data) => String(row[idField])

  /** With its pinyin, where the table keeps that of its name. */
  const complete = (values: Values): Values => {
    const text = named === undefined ? undefined : values[named]
    return spelled && typeof text === 'string' ? { ...values, ...textPinyin(text) } : values
  }
  const columnOf = (property: string) => {
    if (!Object.hasOwn(columns, property)) throw new Error(`${name} has no column ${property}`)
    return columns[property]!
  }
  /** Values as they are bound: a column that keeps JSON takes it as text. */
  const bound = (values: Values, keys: readonly string[]) =>
    keys.map((property) => (isJson(columnOf(property)) ? JSON.stringify(values[property] ?? null) : values[property]))
  const asked = (values: Values) => Object.keys(values).filter((property) => values[property] !== undefined)

  const all: Rows<Data, T> = {
    page: (who, query, list) => {
      const value = (field: string) => (query as Values)[field] as string | null | undefined
      const filters: Filter[] = [...scopeFilters(who, 't', { depts: byDept })]
      for (const field of list.search ?? []) {
        const typed = contains(value(field))
        const pinyin = spelled && field === plan.name
        const like = `${sqlOf(field)} like ?1`
        const sql = pinyin ? `(${like} or t.initials like ?2 or t.pinyin like ?2)` : like
        filters.push([sql, typed && several(typed, typed.toLowerCase())])
      }
      for (const field of list.where ?? []) filters.push([`${sqlOf(field)} = ?`, value(field)])
      const sorts = Object.fromEntries((list.sorts ?? []).map((field) => [field, sqlOf(field)]))
      const [first, way] = list.sort.split(' ') as [keyof Data & string, 'desc' | undefined]
      return pageOfRows<Data & pg.QueryResultRow>(
        who.app.pool,
        {
          from: `${name} t`,
          key,
          select,
          filters: [...filters, ...(list.also ?? [])],
          sorts,
          defaultSort: `${sqlOf(first)} ${way ?? 'asc'}`,
        },
        query,
      )
    },

    get: async (who, id) => {
      const found = await who.app.pool.query<Data & pg.QueryResultRow>({ ...texts.get, values: placed(who, id) })
      if (!found.rows[0]) throw notFound(plan.title)
      return found.rows[0]
    },

    hold: async (tx, scope, id, version) => {
      const values = placed(scope, id)
      // Both leave at once; what is read is read once the row is held.
      const [, found] = await Promise.all([
        tx.client.query({ ...texts.lock, values }),
        tx.client.query<Data & pg.QueryResultRow>({ ...texts.get, values }),
      ])
      const row = found.rows[0]
      if (!row) throw notFound(plan.title)
      await refuseStale(tx, id, version, (row as { version?: number }).version ?? 0)
      return row
    },

    add: async (tx, given) => {
      const values = complete(given)
      const keys = asked(values)
      const text = kept('add', keys, () => {
        const into = ['org_id', key, ...keys.map((property) => columnOf(property).name)]
        // Named twice, the organisation needs its type said.
        const from = into.map((_, i) => (i === 0 ? '$1::varchar' : `$${i + 1}`))
        if ('sort' in columns && !keys.includes('sort')) {
          into.push('sort')
          from.push(`(select coalesce(max(sort), 0) + 1 from ${name} where org_id = $1::varchar)`)
        }
        return `insert into ${name} as t (${into.join(', ')}) values (${from.join(', ')}) returning ${select}`
      })
      const made = await tx.client.query<Data & pg.QueryResultRow>(text, [tx.orgId, newId(), ...bound(values, keys)])
      const row = made.rows[0]!
      tx.log({
        remark: `新增${told(row)}`,
        targetType: plan.target,
        targetId: idOf(row),
        changes: changesBetween(null, words(row)),
      })
      return row
    },

    change: async (tx, before, given) => {
      const values = complete(given)
      const keys = asked(values)
      const text = kept('change', keys, () => {
        const set = keys.map((property, i) => `${columnOf(property).name} = $${i + 3}`)
        if ('version' in columns) set.push('version = t.version + 1')
        if ('updatedAt' in columns) set.push('updated_at = now()')
        return `update ${name} t set ${set.join(', ')} where t.org_id = $1 and t.${key} = $2 returning ${select}`
      })
      const changed = await tx.client.query<Data & pg.QueryResultRow>(text, [
        tx.orgId,
        idOf(before),
        ...bound(values, keys),
      ])
      const row = changed.rows[0]
      if (!row) throw notFound(plan.title)
      tx.log({
        remark: `修改${told(row)}`,
        targetType: plan.target,
        targetId: idOf(row),
        changes: changesBetween(words(before), words(row)),
      })
      return row
    },

    remove: async (tx, scope, id, users) => {
      const row = await all.hold(tx, scope, id)
      const used = users?.(row)
      if (used) throw new Refusal('IN_USE', { what: called(row), users: used })
      await tx.client.query({ ...texts.remove, values: [tx.orgId, id] })
      tx.log({
        remark: `删除${told(row)}`,
        targetType: plan.target,
        targetId: id,
        changes: changesBetween(words(row), null),
      })
      return row
    },

    sort: (tx, scope, places) => {
      const column = plan.row[plan.name]
      if (typeof column === 'string') throw new Error(`${name} is known by no column of its own`)
      const { title, target } = plan
      return saveOrder(tx, scope, { table: name, key, name: column.name, title, target, byDept }, places)
    },
  }
  return all
}

const isJson = (column: AnyPgColumn) => column.getSQLType() === 'jsonb'

/** The primary key inside the organisation. */
function keyOf(table: TenantTable): string {
  const { name, primaryKeys } = getTableConfig(table)
  const [org, key, ...more] = primaryKeys[0]?.columns ?? []
  if (org?.name !== 'org_id' || !key || more.length > 0) {
    throw new Error(`The primary key of ${name} is not (org_id, its id)`)
  }
  return key.name
}
