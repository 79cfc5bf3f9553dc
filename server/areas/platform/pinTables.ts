// The short key with which somebody acts at an alarm wall that hangs in the ward, where nobody signs in.
import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from '#server/kit/columns'
import { account } from './tables.ts'

export const staffPin = pgTable(
  'staff_pin',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    /** Argon2id, as of passwords. */
    pinHash: text('pin_hash').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({
      name: 'staff_pin_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
  ],
)
