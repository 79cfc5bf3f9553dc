// Columns typed by the call's answer and its query. They feed the table, the search row, the detail view, the Excel
// export and the print.

import type { ReactNode } from 'react'
import type { Call, DataOf, InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import type { TObject, TSchema } from '#contract/kit/schema'
import { askedOf } from '#web/kit/aheadInput'
import { fieldOf } from '#web/kit/fields/faces'
import type { Face, Field } from '#web/kit/fields/field'
import { fieldOfSchema } from '#web/kit/fields/ofSchema'
import type { Fact } from '#web/kit/parts/PageCard'
import type { Filter } from './listQuery.ts'

export type RowOf<C> = DataOf<C> extends PageInfo<infer Row> ? Row : never
export type Paging = 'page' | 'size' | 'orderBy'
export type FilterOf<C> = Omit<InputOf<C>, Paging>
type Name<Query> = keyof Query & string

interface SearchMore {
  title?: string
  placeholder?: string
  /** Width of the control. */
  width?: number
  /** Fields stand in the order of their columns; a smaller number comes earlier (the first column is 1). */
  order?: number
}

export type SearchSpec<Query, V> = SearchMore &
  ({ field: Name<Query>; as?: Face<V> } | { from: Name<Query>; to: Name<Query> })

export interface ColumnSpec<Row, Query, K extends keyof Row> {
  title: string
  as?: Face<NonNullable<Row[K]>>
  width?: number
  align?: 'left' | 'right' | 'center'
  /** The first column is fixed by itself. */
  fixed?: boolean
  /** True: the column's key is the name the server sorts by. */
  sort?: boolean | string
  /** true: the query field of the same name; 'range': startDate and endDate; or the fields by name. */
  search?: (K extends Name<Query> ? true : never) | RangeName<Query> | SearchSpec<Query, NonNullable<Row[K]>>
  /** Not shown until the user asks for it. */
  hidden?: boolean
  /** Added up in the foot of the list. */
  sum?: boolean
  cell?(value: Row[K], row: Row): ReactNode
  text?(value: Row[K], row: Row): string
  /** Left out of export and print. */
  screenOnly?: boolean
  /** The cell has a link of its own: as first column it is no button around that link. */
  ownLink?: boolean
}

type RangeName<Query> = 'startDate' | 'endDate' extends Name<Query> ? 'range' : never

/** A filter without a column of its own. */
export type FilterSpec<V> = SearchMore & { title: string; as?: Face<NonNullable<V>> }

export interface Column<Row> {
  key: string
  title: string
  field: Field<unknown>
  width: number
  align: 'left' | 'right' | 'center'
  fixed: boolean
  sort: string | null
  hidden: boolean
  sum: boolean
  screenOnly: boolean
  ownLink: boolean
  value(row: Row): unknown
  cell(row: Row): ReactNode
  text(row: Row): string
}

export interface SearchItem {
  key: string
  title: string
  field: Field<unknown>
  names: readonly [string] | readonly [from: string, to: string]
  placeholder: string | undefined
  width: number
  order: number
}

export interface Columns<C> {
  call: C
  list: readonly Column<RowOf<C>>[]
  searches: readonly SearchItem[]
}

type Specs<C> = { [K in keyof RowOf<C> & string]?: ColumnSpec<RowOf<C>, FilterOf<C>, K> }
type Filters<C> = { [K in Name<FilterOf<C>>]?: FilterSpec<FilterOf<C>[K]> }

/** The schema of one row of a list's answer. */
export function rowSchema(call: Call): Record<string, TSchema> {
  const data = call.data as { properties?: { list?: { items?: { properties?: Record<string, TSchema> } } } }
  return data.properties?.list?.items?.properties ?? {}
}

const RANGE_WIDTH = 250

export function columns<C extends Call>(call: C, specs: Specs<C>, filters: Filters<C> = {}): Columns<C> {
  type Row = RowOf<C>
  const schemas = rowSchema(call)
  const query = (call.query as TObject | undefined)?.properties ?? {}
  const known = (name: string) => {
    if (!(name in query)) throw new Error(`${call.key} has no query field ${name}`)
    return name
  }
  const list: Column<Row>[] = []
  const searches: SearchItem[] = []
  for (const [key, loose] of Object.entries(specs)) {
    const spec = loose as ColumnSpec<Row, FilterOf<C>, keyof Row>
    const field = (spec.as ? fieldOf(spec.as) : fieldOfSchema(schemas[key])) as Field<unknown>
    const value = (row: Row) => (row as Record<string, unknown>)[key]
    list.push({
      key,
      title: spec.title,
      field,
      width: spec.width ?? Math.max(field.width, spec.title.length * 14 + (spec.sort ? 44 : 24)),
      align: spec.align ?? field.align ?? 'left',
      fixed: spec.fixed ?? list.length === 0,
      sort: spec.sort ? (spec.sort === true ? key : spec.sort) : null,
      hidden: spec.hidden ?? false,
      sum: spec.sum ?? false,
      screenOnly: spec.screenOnly ?? false,
      ownLink: spec.ownLink ?? false,
      value,
      cell: (row) => (spec.cell ? spec.cell(value(row) as never, row) : field.cell(value(row))),
      text: (row) => (spec.text ? spec.text(value(row) as never, row) : field.text(value(row))),
    })
    const search = searchOf(key, spec, field, list.length)
    if (search) searches.push({ ...search, names: search.names.map(known) as unknown as SearchItem['names'] })
  }
  for (const [name, loose] of Object.entries(filters)) {
    const spec = loose as FilterSpec<unknown>
    const field = (spec.as ? fieldOf(spec.as as Field<unknown>) : fieldOfSchema(query[known(name)])) as Field<unknown>
    searches.push({
      key: name,
      title: spec.title,
      field,
      names: [name],
      placeholder: spec.placeholder,
      width: spec.width ?? field.searchWidth ?? 160,
      order: spec.order ?? list.length + searches.length + 1,
    })
  }
  searches.sort((a, b) => a.order - b.order)
  return { call, list, searches }
}

function searchOf<Row, Query>(
  key: string,
  spec: ColumnSpec<Row, Query, keyof Row>,
  field: Field<unknown>,
  position: number,
): SearchItem | null {
  const search = spec.search as true | 'range' | SearchSpec<Query, unknown> | undefined
  if (!search) return null
  const wanted: SearchSpec<Query, unknown> =
    search === true
      ? ({ field: key } as SearchSpec<Query, unknown>)
      : search === 'range'
        ? ({ from: 'startDate', to: 'endDate' } as SearchSpec<Query, unknown>)
        : search
  const shared = {
    key,
    title: wanted.title ?? spec.title,
    placeholder: wanted.placeholder,
    order: wanted.order ?? position,
  }
  if ('from' in wanted) {
    if (!field.range) throw new Error(`Column ${key} has no order, so it cannot be searched by a period`)
    return { ...shared, field, names: [wanted.from, wanted.to], width: wanted.width ?? RANGE_WIDTH }
  }
  const shown = (wanted.as ? fieldOf(wanted.as as Field<unknown>) : field) as Field<unknown>
  return { ...shared, field: shown, names: [wanted.field], width: wanted.width ?? shown.searchWidth ?? 160 }
}

export type { Filter } from './listQuery.ts'

/** The filter as a person would say it: 姓名：王、时间：2026-11-01 至 2026-11-12. */
export function filterWords(searches: readonly SearchItem[], filter: Filter): string {
  const parts: string[] = []
  for (const { title, field, names } of searches) {
    const [first, second] = names.map((name) => {
      const value = filter[name]
      return value === null || value === undefined || value === '' ? '' : field.text(value)
    }) as [string, string?]
    if (second === undefined) {
      if (first !== '') parts.push(`${title}：${first}`)
    } else if (first !== '' || second !== '') {
      parts.push(`${title}：${first || '最早'} 至 ${second || '现在'}`)
    }
  }
  return parts.join('、')
}

/** Values of the address (?state=1) as the query wants them: a link from elsewhere opens the list filtered. */
export function filterOfParams(call: Call, params: Readonly<Record<string, string | undefined>>): Filter {
  const schemas = (call.query as TObject | undefined)?.properties ?? {}
  const names = Object.keys(schemas)
  const isNumber = (name: string) => schemas[name]!.type === 'number' || schemas[name]!.type === 'integer'
  return askedOf({ names, numbers: names.filter(isNumber) }, params)
}

/** A row as label and value pairs, for the drawer beside the list. */
export function factsOf<C>(from: Columns<C>, row: RowOf<C>, keys?: readonly (keyof RowOf<C> & string)[]): Fact[] {
  const chosen = keys ? keys.map((key) => from.list.find((column) => column.key === key)!) : from.list
  return chosen.map((column) => ({ label: column.title, value: column.cell(row) }))
}
