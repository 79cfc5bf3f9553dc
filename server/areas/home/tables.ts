// Tables of the home pages: what a person's dashboard shows, and the colours of the room map.

import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { BedStatus } from '#contract/live/bedStatus'
import { organization } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

/** Which charts a person sees, and in which order. Without a row: the organisation's start set. */
export const homeShow = pgTable(
  'home_show',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId] })],
)

/** How the room map draws one status of a bed; without a row it looks as delivered. */
export const roomMapConfig = pgTable(
  'room_map_config',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    configId: idColumn('config_id').notNull(),
    /** The status of a bed (BedStatus) it is for. */
    type: optionColumn('type', BedStatus).notNull(),
    /** What the legend calls it. */
    name: text('name').notNull(),
    color: text('color').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.configId] }), unique('room_map_config_type').on(t.orgId, t.type)],
)
