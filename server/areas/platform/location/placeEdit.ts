// What edits of places, rooms and beds share: ids in one text, the word of who saved last, departments in reach.

import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { bed } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import type { LogEntry, Tx } from '#server/kit/caller'
import { contains, type Filter } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'

const MOST_IDS = 9999

/** 'a,b,c' as existing consoles send it. */
export function idsOf(text: string, field: string): string[] {
  const ids = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean)
  if (ids.length === 0) throw invalid('请先选择要操作的记录', field)
  if (ids.length > MOST_IDS) throw invalid(`一次最多操作 ${MOST_IDS} 条`, field)
  return ids
}

type Change = readonly [before: unknown, after: unknown]

/** Fields that differ, as the operation log keeps them. */
export function changesOf(before: object, after: object): Record<string, Change> {
  const old = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after)
      .filter(([key, value]) => value !== undefined && (old[key] ?? null) !== (value ?? null))
      .map(([key, value]) => [key, [old[key] ?? null, value ?? null] as const]),
  )
}

/** Writes that must see each other's result (levels, the order of the tree) wait here, one organisation at a time. */
export const oneAtATime = (tx: Tx) =>
  tx.client.query({
    name: 'organisation_mutex',
    text: 'select 1 from organization where org_id = $1 for no key update',
    values: [tx.orgId],
  })

/** A department that the caller may give rooms to; answers its name. */
export async function deptNameOf(tx: Tx, scope: Scope, deptId: string | null | undefined): Promise<string | null> {
  if (!deptId) return null
  const found = await tx.client.query<{ name: string }>({
    name: 'dept_in_reach',
    text: `select dept_name as name from dept where org_id = $1 and dept_id = $2
      and ($3::text[] is null or dept_id = any($3)) for key share`,
    values: [scope.orgId, deptId, scope.deptIds],
  })
  if (!found.rows[0]) throw new Refusal('NOT_FOUND', { what: '所属部门' }, 'deptId')
  return found.rows[0].name
}

export interface Area {
  locationId: string
  path: string
}

/** The place that rooms go into, locked: until the commit nobody puts a place below it or a room of the same name in. */
export async function lockLeaf(tx: Tx, locationId: string, field = 'area'): Promise<Area> {
  const found = await tx.client.query<Area>({
    name: 'location_lock',
    text: `select location_id as "locationId", path from location where org_id = $1 and location_id = $2
      for no key update`,
    values: [tx.orgId, locationId],
  })
  const area = found.rows[0]
  if (!area) throw new Refusal('NOT_FOUND', { what: '所选区域' }, field)
  const below = await tx.client.query<{ name: string; count: number }>({
    name: 'location_first_child',
    text: `select min(location_name) as name, count(*) as count from location where org_id = $1 and parent_id = $2`,
    values: [tx.orgId, locationId],
  })
  const { name, count } = below.rows[0]!
  if (count > 0) {
    throw invalid(`“${pathWords(area.path)}”下面还有 ${count} 个区域（如“${name}”），房间只能放在最末一级区域`, field)
  }
  return area
}

/** Rooms in an area or below it. The value carries the organisation, because a filter binds one value. */
export const areaFilter = (scope: Scope, column: string, area: string | null | undefined): Filter => [
  `${column} in (with recursive below(id) as (
      select (?::text[])[2]
      union all
      select l.location_id::text from location l join below b on l.parent_id = b.id where l.org_id = (?::text[])[1])
    select id from below)`,
  area ? [scope.orgId, area] : null,
]

/** Every word must be somewhere in the path, or be the beginning of its first letters. */
export function keywordFilters(keyword: string | null | undefined, path: string, initials: string): Filter[] {
  const words = (keyword ?? '').split(/[\s>›]+|(?<=\d)-(?=\d)/).filter(Boolean)
  return words.slice(0, 4).map((word) => [`(${path} like ? or ${initials} like lower(?))`, contains(word)])
}

/** '松鹤楼>2层' + '203室' */
export const pathOf = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join('>')
/** The same in words, for sentences and logs: 松鹤楼 › 2层 › 203室. */
export const wordsOf = (...parts: readonly (string | null | undefined)[]) => pathWords(pathOf(...parts))

/** Names of several records for a sentence of the log. */
export const logNames = (names: readonly string[], unit: string, most = 5) =>
  names.length <= most ? names.join('、') : `${names.slice(0, most).join('、')} 等 ${names.length} ${unit}`

const EACH = 200

/** One row per record while that stays readable, one for all of them beyond. */
export function logEach<Row>(
  tx: Tx,
  rows: readonly Row[],
  entry: (row: Row) => LogEntry,
  summary: () => LogEntry,
): void {
  if (rows.length > EACH) tx.log(summary())
  else for (const row of rows) tx.log(entry(row))
}

/** Everybody of the organisation who looks at places asks again. `use`: a bed was taken or left, nothing else of it. */
export const tellChanged = (tx: Tx, kind: 'location' | 'room' | 'bed' | 'use') =>
  tx.emit(bed.events.placesChanged, { kind })

export interface Sorting {
  id: string
  sort: number
}

interface OrderPlan {
  table: string
  key: string
  name: string
  what: string
  /** The condition of rows the caller may see, over $4, their departments. */
  reach?: { sql: string; deptIds: readonly string[] | null }
}

const ORDER_IN_LOG = 60

/** Stores an order as it was sent; answers it before and after, in names, for the log. */
export async function saveOrder(tx: Tx, plan: OrderPlan, sorts: readonly Sorting[]): Promise<LogEntry['changes']> {
  if (sorts.length === 0) throw invalid('请先调整顺序', 'sorts')
  const ids = sorts.map((one) => one.id)
  if (new Set(ids).size !== ids.length) throw invalid('同一条记录出现了两次', 'sorts')
  await oneAtATime(tx)
  const { table, key, name, what, reach } = plan
  const before = await tx.client.query<{ id: string; name: string }>(
    `select ${key} as id, ${name} as name from ${table} where org_id = $1 and ${key} = any($2) order by sort, ${key}`,
    [tx.orgId, ids],
  )
  const written = await tx.client.query(
    `update ${table} t set sort = n.sort from unnest($2::text[], $3::int[]) as n(id, sort)
      where t.org_id = $1 and t.${key} = n.id ${reach ? `and ${reach.sql}` : ''}`,
    [tx.orgId, ids, sorts.map((one) => one.sort), ...(reach ? [reach.deptIds] : [])],
  )
  if (written.rowCount !== ids.length) throw notFound(`所选${what}`)
  const names = new Map(before.rows.map((row) => [row.id, row.name]))
  const after = [...sorts].sort((a, b) => a.sort - b.sort).map((one) => names.get(one.id)!)
  const inWords = (list: readonly string[]) => logNames(list, '项', ORDER_IN_LOG)
  return { order: [inWords(before.rows.map((row) => row.name)), inWords(after)] }
}

export type Reader = pg.Pool | pg.ClientBase
