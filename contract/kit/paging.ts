// Lists: how they are asked for and answered. Existing clients send numbers as texts, an empty orderBy and
// sizes up to 999999, and read PageInfo.

import { Array as ArrayOf, Unsafe } from '@sinclair/typebox'
import { bool, int, list, obj, opt, type Static, str, type TObject, type TProperties, type TSchema } from './schema.ts'

const pageFields = {
  page: opt(int('页码', { min: 1, max: 10_000_000 })),
  size: opt(int('每页条数', { min: 0, max: 999_999 })),
  orderBy: opt(str()),
}

/** The query of a list: its filters plus page, size and orderBy. */
export const pageQuery = <P extends TProperties>(filters: P): TObject<P & typeof pageFields> =>
  obj({ ...filters, ...pageFields })

export interface PageInfo<Row> {
  total: number
  list: Row[]
  pageNum: number
  pageSize: number
  size: number
  startRow: number
  endRow: number
  pages: number
  prePage: number
  nextPage: number
  isFirstPage: boolean
  isLastPage: boolean
  hasPreviousPage: boolean
  hasNextPage: boolean
  navigatePages: number
  navigatepageNums: number[]
  navigateFirstPage: number
  navigateLastPage: number
}

/** The answer of a list. `rowOf` marks it, so that the same call answers a bare array for pageHelper 0 or 2. */
export const pageOf = <S extends TSchema>(row: S) =>
  Unsafe<PageInfo<Static<S>>>({
    ...obj({
      total: int(),
      list: list(row),
      pageNum: int(),
      pageSize: int(),
      size: int(),
      startRow: int(),
      endRow: int(),
      pages: int(),
      prePage: int(),
      nextPage: int(),
      isFirstPage: bool(),
      isLastPage: bool(),
      hasPreviousPage: bool(),
      hasNextPage: bool(),
      navigatePages: int(),
      navigatepageNums: ArrayOf(int()),
      navigateFirstPage: int(),
      navigateLastPage: int(),
    }),
    rowOf: true,
  })

const NAVIGATE = 8

export function pageInfo<Row>(rows: Row[], total: number, page: number, size: number): PageInfo<Row> {
  const pages = size > 0 ? Math.ceil(total / size) : 0
  const first = Math.max(1, Math.min(page - NAVIGATE / 2, pages - NAVIGATE + 1))
  const numbers = Array.from({ length: Math.min(NAVIGATE, pages) }, (_, i) => first + i)
  const start = rows.length === 0 ? 0 : (page - 1) * size + 1
  return {
    total,
    list: rows,
    pageNum: page,
    pageSize: size,
    size: rows.length,
    startRow: start,
    endRow: rows.length === 0 ? 0 : start + rows.length - 1,
    pages,
    prePage: page > 1 ? page - 1 : 0,
    nextPage: page < pages ? page + 1 : 0,
    isFirstPage: page <= 1,
    isLastPage: page >= pages,
    hasPreviousPage: page > 1,
    hasNextPage: page < pages,
    navigatePages: NAVIGATE,
    navigatepageNums: numbers,
    navigateFirstPage: numbers[0] ?? 0,
    navigateLastPage: numbers[numbers.length - 1] ?? 0,
  }
}
