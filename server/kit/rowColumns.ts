// What the database says about the columns of a list's rows, so that an answer which holds nothing else need not be
// copied field by field before it leaves.
import type pg from 'pg'

/** The column in which a page's rows carry the number of all hits. */
export const TOTAL = 'total_'

export interface RowColumns {
  /** Column → how its values reach JavaScript. */
  kinds: ReadonlyMap<string, 'text' | 'number' | 'other'>
}

const TEXT = new Set([19, 25, 1042, 1043, 1082, 1114, 1184])
const NUMBER = new Set([20, 21, 23, 700, 701])

const kindOf = (type: number) => (TEXT.has(type) ? 'text' : NUMBER.has(type) ? 'number' : 'other')

export const columnsOfResult = (fields: readonly pg.FieldDef[]): RowColumns => ({
  kinds: new Map(fields.map((field) => [field.name, kindOf(field.dataTypeID)])),
})

const marked = new WeakMap<readonly unknown[], RowColumns>()

/** These rows are as they came: every key is one of the columns. */
export const markRows = (rows: readonly unknown[], columns: RowColumns) => void marked.set(rows, columns)

/** The columns of untouched rows; null when somebody has added a key to one of them since. */
export function columnsOf(rows: readonly unknown[]): RowColumns | null {
  const columns = marked.get(rows)
  if (!columns) return null
  const width = columns.kinds.size
  for (const row of rows) if (Object.keys(row as object).length !== width) return null
  return columns
}
