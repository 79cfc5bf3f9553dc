// Tables of messages: what each person was told, and how they want to be told.
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ALWAYS_TOLD, type MessageKindValue } from '#contract/platform/message'
import { createdAt, idColumn, moment } from '#server/kit/columns'

const always = sql.raw(`array[${ALWAYS_TOLD.map((kind) => `'${kind}'`).join(', ')}]`)
const isClock = (column: string) => sql.raw(`${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`)

/** Messages behind the bell. */
export const userMessage = pgTable(
  'user_message',
  {
    orgId: idColumn('org_id').notNull(),
    messageId: idColumn('message_id').notNull(),
    userId: idColumn('user_id').notNull(),
    kind: text('kind').$type<MessageKindValue>().notNull(),
    title: text('title').notNull(),
    content: text('content').notNull().default(''),
    route: text('route'),
    /** The event it tells of: nobody is told of one twice. */
    onceKey: text('once_key'),
    /** Of a kind that the person has switched off: written, not told, not counted. */
    muted: boolean('muted').notNull().default(false),
    readAt: moment('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index('user_message_mine').on(t.orgId, t.userId, t.createdAt.desc().nullsFirst(), t.messageId.desc().nullsFirst()),
    // The counts of the kinds are read from it alone, the state included.
    index('user_message_kinds').on(
      t.orgId,
      t.userId,
      t.kind,
      t.createdAt.desc().nullsFirst(),
      t.messageId.desc().nullsFirst(),
      t.muted,
      t.readAt,
    ),
    index('user_message_waiting')
      .on(t.orgId, t.userId, t.createdAt.desc().nullsFirst())
      .where(sql`read_at is null and not muted`),
    // The night looks for what has served.
    index('user_message_worn').on(t.createdAt).where(sql`read_at is not null or muted`),
    uniqueIndex('user_message_once').on(t.orgId, t.userId, t.onceKey).where(sql`once_key is not null`),
    check('user_message_always', sql`not (muted and kind = any (${always}))`),
  ],
)

/** How somebody wants to be told; without a row as usual (USUAL_SETTING). */
export const messageSetting = pgTable(
  'message_setting',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    offKinds: text('off_kinds').array().$type<MessageKindValue[]>().notNull(),
    quiet: boolean('quiet').notNull(),
    /** HH:mm in the product's zone; over midnight where it begins later than it ends. */
    quietFrom: text('quiet_from').notNull(),
    quietTo: text('quiet_to').notNull(),
    sound: boolean('sound').notNull(),
    voice: boolean('voice').notNull(),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    check('message_setting_always', sql`not (off_kinds && ${always})`),
    check('message_setting_hours', sql`${isClock('quiet_from')} and ${isClock('quiet_to')} and quiet_from <> quiet_to`),
  ],
)
