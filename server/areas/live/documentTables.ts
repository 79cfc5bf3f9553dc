// Tables of the residents' papers: files of the archive, contract documents, forms filled in for a resident.
import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { ContractState } from '#contract/live/contractDocument'
import { ResidentFormState } from '#contract/live/residentForm'
import { bytes, createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'
import { oldman } from './tables.ts'

export const oldmanFile = pgTable(
  'oldman_file',
  {
    orgId: idColumn('org_id').notNull(),
    fileId: idColumn('file_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** What it is: idCard, householdBook, healthReport, insurance, photo, other (OldmanFileKind) */
    kind: text('kind').notNull().default('other'),
    fileName: text('file_name').notNull(),
    fileUrl: text('file_url').notNull(),
    size: integer('size').notNull().default(0),
    /** Health reports and cards run out. */
    expireDate: date('expire_date'),
    remark: text('remark'),
    userId: idColumn('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.fileId] }),
    index('oldman_file_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    foreignKey({
      name: 'oldman_file_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
  ],
)

export interface DocumentSignature {
  /** resident, guardian, guarantor, organisation … */
  party: string
  name: string
  /** Picture of what was drawn. */
  picture: string
  at: string
  byId: string
  byName: string
}

export const contractDocument = pgTable(
  'contract_document',
  {
    orgId: idColumn('org_id').notNull(),
    contractId: idColumn('contract_id').notNull(),
    contractNo: text('contract_no').notNull(),
    title: text('title').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    /** The kind of the template it was made from (a value of the dictionary contractType). */
    docType: text('doc_type'),
    templateId: idColumn('template_id'),
    templateVersion: integer('template_version'),
    oldmanId: idColumn('oldman_id').notNull(),
    stayId: idColumn('stay_id'),
    /** The text with its places for values, as the draft is edited; null for a document made from a Word file. */
    html: text('html'),
    /** The text as it went out to be signed, values and all; it never changes after that. */
    finalHtml: text('final_html'),
    paper: jsonb('paper').$type<Record<string, unknown>>(),
    /** Placeholders and what stood in them when the document was made. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull().default({}),
    /** Address in the file store of the scan of the signed paper. It is handed out by the document's own call only. */
    fileUrl: text('file_url'),
    fileName: text('file_name'),
    startDate: date('start_date'),
    endDate: date('end_date'),
    /** 0 draft, 1 to be signed, 2 signed, 3 filed, 4 void */
    state: optionColumn('state', ContractState).notNull().default(ContractState.is.draft),
    /** Who has to sign, in order (SignParty), and how many of them have. */
    signers: jsonb('signers').$type<string[]>().notNull().default([]),
    signed: integer('signed').notNull().default(0),
    signatures: jsonb('signatures').$type<DocumentSignature[]>().notNull().default([]),
    /** The document that this one renews. */
    previousId: idColumn('previous_id'),
    signedAt: moment('signed_at'),
    filedAt: moment('filed_at'),
    voidReason: text('void_reason'),
    voidedAt: moment('voided_at'),
    userId: idColumn('user_id'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.contractId] }),
    unique('contract_document_no').on(t.orgId, t.contractNo),
    index('contract_document_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.contractId.desc().nullsFirst()),
    index('contract_document_of').on(t.orgId, t.oldmanId),
    index('contract_document_end').on(t.orgId, t.endDate),
    index('contract_document_template').on(t.orgId, t.templateId),
    index('contract_document_previous').on(t.orgId, t.previousId).where(sql`previous_id is not null`),
    foreignKey({
      name: 'contract_document_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('contract_document_state', sql`${t.state} between 0 and 4`),
    // What went out to be signed has a text of its own, or the Word file beside it.
    check('contract_document_final', sql`${t.state} = 0 or ${t.html} is null or ${t.finalHtml} is not null`),
    check(
      'contract_document_dates',
      sql`${t.endDate} is null or ${t.startDate} is null or ${t.endDate} >= ${t.startDate}`,
    ),
    check('contract_document_void', sql`${t.state} <> 4 or ${t.voidReason} is not null`),
  ],
)

/** The filled Word file of a document that went out to be signed. */
export const contractDocumentFile = pgTable(
  'contract_document_file',
  {
    orgId: idColumn('org_id').notNull(),
    contractId: idColumn('contract_id').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.contractId] }),
    foreignKey({
      name: 'contract_document_file_of',
      columns: [t.orgId, t.contractId],
      foreignColumns: [contractDocument.orgId, contractDocument.contractId],
    }).onDelete('cascade'),
  ],
)

/** A form of a template filled in for a resident; it keeps the version of the form it was filled in on. */
export const oldmanTemplate = pgTable(
  'oldman_template',
  {
    orgId: idColumn('org_id').notNull(),
    recordId: idColumn('record_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    typeId: idColumn('type_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    templateVersion: integer('template_version').notNull(),
    title: text('title').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull().default({}),
    /** 0 draft, 1 finished */
    state: optionColumn('state', ResidentFormState).notNull().default(ResidentFormState.is.draft),
    recordDate: date('record_date').notNull(),
    sort: integer('sort').notNull().default(0),
    userId: idColumn('user_id'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.recordId] }),
    index('oldman_template_list').on(
      t.orgId,
      t.typeId,
      t.createdAt.desc().nullsFirst(),
      t.recordId.desc().nullsFirst(),
    ),
    index('oldman_template_of').on(t.orgId, t.oldmanId, t.sort),
    foreignKey({
      name: 'oldman_template_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('oldman_template_state', sql`${t.state} in (0, 1)`),
  ],
)
