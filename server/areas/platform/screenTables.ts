// Wall screens of an organisation. Each is let in by its own secret address, which can be withdrawn.
import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const screenAddress = pgTable(
  'screen_address',
  {
    orgId: idColumn('org_id').notNull(),
    screenId: idColumn('screen_id').notNull(),
    /** Where it hangs: 一楼大厅. */
    name: text('name').notNull(),
    /** Digest of the key in its address; the key itself is shown once and stored nowhere. */
    keyHash: text('key_hash').notNull(),
    /** HOUSE: figures that name nobody. ALARM: the alarm wall, which stands as long as the account that opened it. */
    kind: text('kind').notNull().default('HOUSE'),
    /** Departments an alarm wall shows, those of whoever opened it; null: the whole house. */
    deptIds: text('dept_ids').array(),
    createdBy: idColumn('created_by').notNull(),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.screenId] }),
    uniqueIndex('screen_address_key').on(t.orgId, t.keyHash),
    uniqueIndex('screen_address_name').on(t.orgId, t.name),
    check(
      'screen_address_kind',
      sql`${t.kind} in ('HOUSE', 'ALARM') and (${t.kind} = 'ALARM' or ${t.deptIds} is null)`,
    ),
  ],
)
