// Lists filter, sort, count and page in SQL: one statement carries the page's rows and the total. The text is built
// once per set of filters that are present and then kept under a name, so PostgreSQL keeps its plan.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type PageInfo, pageInfo } from '#contract/kit/paging'
import { columnsOfResult, markRows, type RowColumns } from './rowColumns.ts'

/** One filter: SQL with `?` for its value; absent (undefined, null, '') filters leave the text. */
export type Filter = readonly [sql: string, value: unknown]

class Several {
  constructor(readonly all: readonly unknown[]) {}
}

/** More than one value for one filter, which calls them `?1`, `?2` … */
export const several = (...all: readonly unknown[]) => new Several(all)

/** The filters that are present as conditions of a statement whose values they begin. */
export function conditionsOf(filters: readonly Filter[]): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const where: string[] = []
  for (const [sql, value] of filters) {
    if (value === undefined || value === null || value === '') continue
    if (value instanceof Several) {
      const places = new Map<string, number>()
      // PostgreSQL refuses values that the statement does not name.
      const place = (at: string) => places.get(at) ?? values.push(value.all[Number(at) - 1])
      where.push(
        sql.replace(/\?(\d)/g, (_, at: string) => {
          places.set(at, place(at))
          return `$${places.get(at)}`
        }),
      )
    } else {
      values.push(value)
      where.push(sql.replaceAll('?', `$${values.length}`))
    }
  }
  return { where: where.join(' and ') || 'true', values }
}

export interface ListPlan {
  /** Table (with alias `t`) the filters and the sort run on, e.g. `operation_log t`; joins here cost every hit. */
  from: string
  /** Primary key of `t` inside the organisation. */
  key: string
  /** false for the few tables without org_id. */
  tenant?: boolean
  /** Columns of the answer; may read from `t` and from `join`. */
  select: string
  /** Joins that only the page's rows need. */
  join?: string
  filters: readonly Filter[]
  /**
   * The same rows in parts that are cheaper to count, none in two: the page is met on the way down an index, the total where
   * few have many.
   */
  counted?: readonly { from: string; filters: readonly Filter[] }[]
  /** Values that `select`, `join` and `from` name as `@{1}`, `@{2}` … */
  given?: readonly unknown[]
  /** orderBy texts clients may send → SQL expression; what does not match is ignored. */
  sorts?: Readonly<Record<string, string>>
  /** Sort when none is asked for; the key is always added as the last word. */
  defaultSort: string
}

export interface PageInput {
  page?: number | null
  size?: number | null
  orderBy?: string | null
}

/** `createTime desc` → the allowed expression with its direction. A table prefix of older clients is dropped. */
export function sortOf(
  orderBy: string | null | undefined,
  sorts: Readonly<Record<string, string>> = {},
): string | null {
  const match = /^\s*(?:\w+\.)?(\w+)(?:\s+(asc|desc))?\s*$/i.exec(orderBy ?? '')
  const expression = match && Object.hasOwn(sorts, match[1]!) ? sorts[match[1]!] : undefined
  return expression ? `${expression} ${match?.[2]?.toLowerCase() === 'desc' ? 'desc' : 'asc'}` : null
}

/** Escapes what a person typed for a `like` with contains. */
export const contains = (text: string | null | undefined) =>
  text ? `%${text.trim().replace(/[\\%_]/g, (char) => `\\${char}`)}%` : null

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `list_${createHash('md5').update(text).digest('hex').slice(0, 20)}`
    names.set(text, name)
  }
  return name
}

const columnsByText = new Map<string, RowColumns>()

/** The same statement always has the same columns. */
function columnsFor(text: string | null, fields: readonly pg.FieldDef[]): RowColumns {
  const known = text === null ? undefined : columnsByText.get(text)
  if (known) return known
  const columns = columnsOfResult(fields)
  if (text !== null) columnsByText.set(text, columns)
  return columns
}

const DEFAULT_SIZE = 10
const USUAL_SIZES = new Set([10, 20, 30, 40, 50, 100, 200, 500, 1000])

/** The page is found first, so that joins meet only its rows. */
function pageThenJoin(
  plan: ListPlan,
  hits: string,
  order: string,
  cut: string,
  { once, total }: { once: boolean; total: string },
): string {
  const keys = plan.tenant === false ? [plan.key] : ['org_id', plan.key]
  const found = `select ${keys.map((key) => `t.${key}`).join(', ')}, row_number() over (order by ${order}) as n ${hits}`
  const same = keys.map((key) => `t.${key} = page.${key}`).join(' and ')
  const page = once
    ? `with hit as materialized (${found}), page as (select * from hit order by n ${cut})`
    : `with page as (${found} order by ${order} ${cut})`
  return `${page} select ${plan.select}, ${once ? '(select count(*) from hit)' : total} as total_ from page join ${plan.from} on ${same} ${plan.join ?? ''}
order by page.n`
}

const countOf = (hits: string) => `(select count(*) ${hits})`

/** The parts one after the other; their values follow those that are there. */
function countedApart(parts: NonNullable<ListPlan['counted']>, values: unknown[]): string {
  const counts = parts.map(({ from, filters }) => {
    const part = conditionsOf(filters)
    const first = values.length
    values.push(...part.values)
    return countOf(`from ${from} where ${part.where.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + first}`)}`)
  })
  return `(${counts.join(' + ')})`
}

/** Comparing texts costs more than keeping the few that match: such rows are looked for once, for page and total. */
const comparesTexts = (where: string) => / like /i.test(where)

/** Given values that the conditions name as well are bound once more; those that only the columns name are left out. */
function countAlone(hits: string, values: readonly unknown[], given: readonly unknown[] = []) {
  const bound = [...values]
  const places = new Map<string, string>()
  const text = `select count(*) as total ${hits}`.replace(/@\{(\d)\}/g, (_, at: string) => {
    const known = places.get(at) ?? `$${bound.push(given[Number(at) - 1])}`
    places.set(at, known)
    return known
  })
  return { text, values: bound }
}

export async function pageOfRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool | pg.ClientBase,
  plan: ListPlan,
  input: PageInput,
): Promise<PageInfo<Row>> {
  const page = input.page ?? 1
  const size = input.size === null || input.size === undefined || input.size === 0 ? DEFAULT_SIZE : input.size
  const { where, values } = conditionsOf(plan.filters)
  const sort = sortOf(input.orderBy, plan.sorts) ?? plan.defaultSort
  // Ties are broken in the direction of the sort, so that one index serves both.
  const order = `${sort}, t.${plan.key}${/ desc$/i.test(sort) ? ' desc' : ''}`
  const hits = `from ${plan.from} where ${where}`
  // A usual size stands in the text: a plan made without knowing it would read far more rows than the page has.
  // Other sizes are bound and get no name, so that hostile input cannot fill the memory with statements.
  const usual = USUAL_SIZES.has(size)
  const bound = [...values]
  const place = (value: unknown) => `$${bound.push(value)}`
  // The first page names no offset: an unknown one makes PostgreSQL plan the statement anew each time.
  const offset = page > 1 ? ` offset ${place((page - 1) * size)}` : ''
  const cut = `limit ${usual ? size : place(size)}${offset}`
  const once = !plan.counted && comparesTexts(where)
  const total = plan.counted ? countedApart(plan.counted, bound) : countOf(hits)
  const asked =
    plan.join || once
      ? pageThenJoin(plan, hits, order, cut, { once, total })
      : `select ${plan.select}, ${total} as total_ ${hits} order by ${order} ${cut}`
  const given = plan.given?.map(place)
  const text = given ? asked.replace(/@\{(\d)\}/g, (_, at: string) => given[Number(at) - 1]!) : asked
  const result = await pool.query<Row & { total_: number }>({
    ...(usual && { name: nameOf(text) }),
    text,
    values: bound,
  })
  let count = result.rows[0]?.total_
  if (count === undefined) {
    // A page past the end has no row to carry the total.
    const counted = await pool.query<{ total: number }>(countAlone(hits, values, plan.given))
    count = counted.rows[0]!.total
  }
  // Emptied instead of deleted: deleting would make the rows slow to read, and an undefined value is never written.
  for (const row of result.rows) (row as { total_: number | undefined }).total_ = undefined
  markRows(result.rows, columnsFor(usual ? text : null, result.fields))
  return pageInfo<Row>(result.rows, count, page, size)
}
