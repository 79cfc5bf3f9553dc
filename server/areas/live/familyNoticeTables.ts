// Tables of the notices to families: the notice, one row for each member of a family that got it with its own words, and texts
// kept for reuse.
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const familyNotice = pgTable(
  'family_notice',
  {
    orgId: idColumn('org_id').notNull(),
    messageId: idColumn('message_id').notNull(),
    /** Of whoever wrote it. */
    deptId: idColumn('dept_id'),
    title: text('title').notNull(),
    /** With {{老人姓名}} and {{床位}} as they were written. */
    content: text('content').notNull(),
    attachments: text('attachments').array().notNull().default(sql`'{}'`),
    oldmanIds: text('oldman_ids').array().notNull(),
    sms: boolean('sms').notNull().default(false),
    /** DRAFT, PUBLISHED, RECALLED */
    state: text('state').notNull().default('DRAFT'),
    publishedAt: moment('published_at'),
    publishedName: text('published_name'),
    recalledAt: moment('recalled_at'),
    recalledName: text('recalled_name'),
    recallReason: text('recall_reason'),
    createdBy: idColumn('created_by'),
    createdName: text('created_name'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index('family_notice_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.messageId.desc().nullsFirst()),
    check('family_notice_state', sql`${t.state} in ('DRAFT', 'PUBLISHED', 'RECALLED')`),
    check('family_notice_elders', sql`cardinality(${t.oldmanIds}) > 0`),
    check('family_notice_words', sql`btrim(${t.title}) <> '' and btrim(${t.content}) <> ''`),
    check('family_notice_published', sql`(${t.state} = 'DRAFT') = (${t.publishedAt} is null)`),
    check(
      'family_notice_recalled',
      sql`(${t.state} = 'RECALLED') = (${t.recalledAt} is not null) and (${t.recalledAt} is null) = (${t.recallReason} is null)`,
    ),
  ],
)

/** A member of a family and what it was told, about its own elder. Stays when the member is removed later. */
export const familyNoticeReceiver = pgTable(
  'family_notice_receiver',
  {
    orgId: idColumn('org_id').notNull(),
    messageId: idColumn('message_id').notNull(),
    familyId: idColumn('family_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    familyName: text('family_name').notNull(),
    relationName: text('relation_name').notNull(),
    oldmanName: text('oldman_name').notNull(),
    bedName: text('bed_name'),
    phone: text('phone'),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** SENT, OUTBOX, LANDLINE; null: none was asked for. */
    sms: text('sms'),
    receivedAt: moment('received_at').notNull().default(sql`now()`),
    readAt: moment('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId, t.familyId] }),
    index('family_notice_receiver_mine').on(t.orgId, t.familyId, t.receivedAt.desc().nullsFirst()),
    foreignKey({
      name: 'family_notice_receiver_of',
      columns: [t.orgId, t.messageId],
      foreignColumns: [familyNotice.orgId, familyNotice.messageId],
    }).onDelete('cascade'),
    check('family_notice_receiver_sms', sql`${t.sms} is null or ${t.sms} in ('SENT', 'OUTBOX', 'LANDLINE')`),
  ],
)

export const familyNoticeTemplate = pgTable(
  'family_notice_template',
  {
    orgId: idColumn('org_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.templateId] }), unique('family_notice_template_name').on(t.orgId, t.name)],
)
