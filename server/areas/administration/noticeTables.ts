// Tables of the notices of the organisation: the notice as it is now, every edition of it that was out, one row for each
// receiver, and what receivers had read and confirmed of earlier editions. That what was published is neither removed nor
// rewritten is held by triggers of the migration.
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const notice = pgTable(
  'notice',
  {
    orgId: idColumn('org_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    /** Of whoever wrote it: colleagues of that department manage it too. */
    deptId: idColumn('dept_id'),
    title: text('title').notNull(),
    html: text('html').notNull(),
    /** The same without markup, for search and digests. */
    words: text('words').notNull(),
    attachments: text('attachments').array().notNull().default(sql`'{}'`),
    /** all, depts, jobs, persons */
    scope: text('scope').notNull(),
    /** Departments, staff posts or persons; empty for all. */
    targetIds: text('target_ids').array().notNull().default(sql`'{}'`),
    /** Departments that the publisher serves: nobody outside gets it. Null: the whole house. */
    within: text('within').array(),
    top: boolean('top').notNull().default(false),
    confirm: boolean('confirm').notNull().default(false),
    /** DRAFT, WAITING, PUBLISHED, RECALLED */
    state: text('state').notNull().default('DRAFT'),
    publishAt: moment('publish_at'),
    endAt: moment('end_at'),
    edition: integer('edition').notNull().default(1),
    changeNote: text('change_note'),
    changedAt: moment('changed_at'),
    publishedAt: moment('published_at'),
    publishedBy: idColumn('published_by'),
    publishedName: text('published_name'),
    recalledAt: moment('recalled_at'),
    recalledName: text('recalled_name'),
    recallReason: text('recall_reason'),
    remindedAt: moment('reminded_at'),
    /** Why a publication at its time did not happen. */
    failure: text('failure'),
    createdBy: idColumn('created_by'),
    createdName: text('created_name'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.noticeId] }),
    index('notice_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.noticeId.desc().nullsFirst()),
    index('notice_out').on(t.orgId).where(sql`state = 'PUBLISHED'`),
    check('notice_state', sql`${t.state} in ('DRAFT', 'WAITING', 'PUBLISHED', 'RECALLED')`),
    check('notice_scope', sql`${t.scope} in ('all', 'depts', 'jobs', 'persons')`),
    check('notice_targets', sql`(${t.scope} = 'all') = (cardinality(${t.targetIds}) = 0)`),
    check('notice_title', sql`btrim(${t.title}) <> ''`),
    check('notice_period', sql`${t.endAt} is null or ${t.publishAt} is null or ${t.endAt} > ${t.publishAt}`),
    check('notice_waiting', sql`${t.state} <> 'WAITING' or ${t.publishAt} is not null`),
    check('notice_published', sql`(${t.state} in ('PUBLISHED', 'RECALLED')) = (${t.publishedAt} is not null)`),
    check('notice_ends', sql`${t.publishedAt} is null or ${t.endAt} is null or ${t.endAt} > ${t.publishedAt}`),
    check(
      'notice_recalled',
      sql`(${t.state} = 'RECALLED') = (${t.recalledAt} is not null) and (${t.recalledAt} is null) = (${t.recallReason} is null)`,
    ),
  ],
)

/** The words as they were out, one row for each time they changed. */
export const noticeEdition = pgTable(
  'notice_edition',
  {
    orgId: idColumn('org_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    edition: integer('edition').notNull(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    attachments: text('attachments').array().notNull().default(sql`'{}'`),
    note: text('note'),
    userName: text('user_name'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.noticeId, t.edition] }),
    foreignKey({
      name: 'notice_edition_of',
      columns: [t.orgId, t.noticeId],
      foreignColumns: [notice.orgId, notice.noticeId],
    }).onDelete('cascade'),
  ],
)

/** Fixed at the publication; who comes into its scope later is added. Reading and confirming are of the present edition. */
export const noticeReceiver = pgTable(
  'notice_receiver',
  {
    orgId: idColumn('org_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    userId: idColumn('user_id').notNull(),
    /** As they were when they got it. */
    userName: text('user_name').notNull(),
    deptName: text('dept_name'),
    receivedAt: moment('received_at').notNull().default(sql`now()`),
    readAt: moment('read_at'),
    confirmedAt: moment('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.noticeId, t.userId] }),
    index('notice_receiver_mine').on(t.orgId, t.userId, t.noticeId),
    foreignKey({
      name: 'notice_receiver_of',
      columns: [t.orgId, t.noticeId],
      foreignColumns: [notice.orgId, notice.noticeId],
    }).onDelete('cascade'),
    check('notice_receiver_read', sql`${t.confirmedAt} is null or ${t.readAt} is not null`),
  ],
)

/** What was read and confirmed of editions before the present one. */
export const noticeReceipt = pgTable(
  'notice_receipt',
  {
    orgId: idColumn('org_id').notNull(),
    noticeId: idColumn('notice_id').notNull(),
    edition: integer('edition').notNull(),
    userId: idColumn('user_id').notNull(),
    readAt: moment('read_at').notNull(),
    confirmedAt: moment('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.noticeId, t.edition, t.userId] }),
    foreignKey({
      name: 'notice_receipt_of',
      columns: [t.orgId, t.noticeId, t.edition],
      foreignColumns: [noticeEdition.orgId, noticeEdition.noticeId, noticeEdition.edition],
    }).onDelete('cascade'),
  ],
)
