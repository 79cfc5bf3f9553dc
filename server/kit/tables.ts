// Tables that the kit itself writes: operation log, request numbers, job progress, files, limits, numbers.
// Descending index columns say nullsFirst, which is what `order by … desc` means: without it PostgreSQL sorts instead
// of reading the index.

import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment } from './columns.ts'

/** One row per write of the product, chained by hash a moment later (seq and hash). */
export const operationLog = pgTable(
  'operation_log',
  {
    orgId: idColumn('org_id').notNull(),
    logId: idColumn('log_id').notNull(),
    createdAt: createdAt(),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    empName: text('emp_name'),
    deptName: text('dept_name'),
    roleName: text('role_name'),
    userPhone: text('user_phone'),
    source: text('source').notNull(),
    ipAddress: text('ip_address').notNull(),
    module: text('module').notNull(),
    method: text('method').notNull(),
    remark: text('remark').notNull(),
    targetType: text('target_type'),
    targetId: idColumn('target_id'),
    changes: jsonb('changes').$type<Record<string, readonly [unknown, unknown]>>(),
    requestId: text('request_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.logId] }),
    index('operation_log_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.logId.desc().nullsFirst()),
    index('operation_log_target').on(t.orgId, t.targetId, t.createdAt.desc().nullsFirst(), t.logId.desc().nullsFirst()),
  ],
)

/** Log rows that are not sealed yet, written with them; a row of the log is never touched again. */
export const auditPending = pgTable(
  'audit_pending',
  { orgId: idColumn('org_id').notNull(), logId: idColumn('log_id').notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.logId] })],
)

/** Rows that were sealed together: their digests, and the digest over these and the batch before. */
export const auditBatch = pgTable(
  'audit_batch',
  {
    orgId: idColumn('org_id').notNull(),
    /** Place of its first row in the organisation's log. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    rows: integer('rows').notNull(),
    logIds: text('log_ids').array().notNull(),
    /** One for each row; null where the row was gone before it could be sealed. */
    digests: text('digests').array().notNull(),
    lastId: idColumn('last_id').notNull(),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.seq] }), index('audit_batch_row').on(t.orgId, t.lastId)],
)

/** The head of each organisation's chain, one row a day: prints, and shows a cut tail. */
export const auditAnchor = pgTable(
  'audit_anchor',
  {
    orgId: idColumn('org_id').notNull(),
    day: date('day').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] })],
)

/** Answers of repeatable calls, by the number the client gave the request. */
export const requestNumber = pgTable(
  'request_number',
  {
    orgId: idColumn('org_id').notNull(),
    requestNo: text('request_no').notNull(),
    call: text('call').notNull(),
    userId: idColumn('user_id').notNull(),
    inputDigest: text('input_digest').notNull(),
    answer: jsonb('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.requestNo] }), index('request_number_age').on(t.createdAt)],
)

/** Long work as its starter sees it: progress, result, input to stop. */
export const jobRun = pgTable(
  'job_run',
  {
    orgId: idColumn('org_id').notNull(),
    runId: idColumn('run_id').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>().notNull(),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    message: text('message'),
    result: jsonb('result'),
    cancelWanted: boolean('cancel_wanted').notNull().default(false),
    createdBy: idColumn('created_by').notNull(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.runId] }),
    index('job_run_mine').on(t.orgId, t.createdBy, t.createdAt.desc().nullsFirst(), t.runId.desc().nullsFirst()),
  ],
)

/** Every uploaded or produced file; the address of a file is its id, never a path a client chose. */
export const storedFile = pgTable(
  'stored_file',
  {
    orgId: idColumn('org_id').notNull(),
    fileId: idColumn('file_id').notNull(),
    use: text('use').notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    sizeB: bigint('size_b', { mode: 'number' }).notNull(),
    mime: text('mime').notNull(),
    sha256: text('sha256').notNull(),
    /** Readable without a session: logos and login pictures only. */
    isPublic: boolean('is_public').notNull().default(false),
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.fileId] }), uniqueIndex('stored_file_id').on(t.fileId)],
)

/**
 * Which record a file belongs to; whoever may see the record may have the file. Written by the triggers that
 * `hold_files` puts on a table, never by hand. `org_id` is the organisation of the record.
 */
export const fileLink = pgTable(
  'file_link',
  {
    orgId: idColumn('org_id').notNull(),
    fileId: idColumn('file_id').notNull(),
    /** Kind of the record (FileHolder). */
    kind: text('kind').notNull(),
    recordId: text('record_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.fileId, t.kind, t.recordId] }),
    index('file_link_file').on(t.fileId),
    index('file_link_record').on(t.orgId, t.kind, t.recordId),
  ],
)

/** Sliding counters behind the rate limits, shared by all server processes. */
export const rateCount = pgTable('rate_count', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEnds: moment('window_ends').notNull(),
})

/** Secrets the product makes for itself (bus password, signing keys); shared by all server processes. */
export const productSecret = pgTable('product_secret', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
})

/** Last number given out per prefix and day: SJ202511150001. */
export const numberSeries = pgTable(
  'number_series',
  {
    orgId: idColumn('org_id').notNull(),
    prefix: text('prefix').notNull(),
    day: date('day').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.prefix, t.day] })],
)

/**
 * Which transaction wrote which table that figures are kept of (kept.ts). A row for each transaction, so that writers never
 * wait for one another; written by the triggers `figures_move`. `org_id` is * for what concerns every organisation.
 */
export const figureMoved = pgTable(
  'figure_moved',
  {
    orgId: idColumn('org_id').notNull(),
    xid: bigint('xid', { mode: 'number' }).notNull(),
    what: text('what').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.xid, t.what] })],
)
