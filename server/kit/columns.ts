// Column kinds that every table uses, so that a kind of value is stored one way only.

import { sql } from 'drizzle-orm'
import { bigint, customType, integer, varchar } from 'drizzle-orm/pg-core'
import type { Fen } from '#contract/kit/money'
import type { OptionSet } from '#contract/kit/options'

/** A point in time; reads and writes as `yyyy-MM-dd HH:mm:ss` in the product's zone. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => value.slice(0, 19),
})

/** The moment a row was written. */
export const createdAt = () => moment('created_at').notNull().default(sql`now()`)

/** Ids are texts of 32 hex digits. */
export const idColumn = (name: string) => varchar(name, { length: 64 })

/** Money: whole fen, in columns named *_fen. */
export const fenColumn = (name: `${string}_fen`) => bigint(name, { mode: 'number' }).$type<Fen>()

/** A value of an option set. `npm run check` reads here which columns are never compared with a bare number. */
export const optionColumn = <V extends number>(name: string, _set: OptionSet<V>) => integer(name).$type<V>()

/** Content of a file that belongs to a row; large files are kept in the file store. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
