// Tables of the system settings: dictionaries, installation packages, templates, review rules.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { TemplateEnabled } from '#contract/systemSetting/documentTemplate'
import { FormEnabled, FormFilling } from '#contract/systemSetting/formTemplate'
import { bytes, createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

export const dictionary = pgTable(
  'dictionary',
  {
    orgId: idColumn('org_id').notNull(),
    dictionaryId: idColumn('dictionary_id').notNull(),
    dictionaryCode: text('dictionary_code').notNull(),
    dictionaryName: text('dictionary_name').notNull(),
    /** Group it is shown in: oldman, reception, service, drug … */
    model: text('model').notNull(),
    /** Seeded by the product: its code cannot change and it cannot be deleted. */
    system: boolean('system').notNull().default(false),
    /** Digest and values of what the product delivered last: what an administrator took out never comes back. */
    seedDigest: text('seed_digest'),
    seedValues: jsonb('seed_values').$type<string[]>(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.dictionaryId] }),
    unique('dictionary_code').on(t.orgId, t.dictionaryCode),
    unique('dictionary_name').on(t.orgId, t.model, t.dictionaryName),
  ],
)

export const dictionaryValue = pgTable(
  'dictionary_value',
  {
    orgId: idColumn('org_id').notNull(),
    valueId: idColumn('value_id').notNull(),
    dictionaryId: idColumn('dictionary_id').notNull(),
    /** What records store; never changes once used. */
    value: text('value').notNull(),
    label: text('label').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    parentValue: text('parent_value'),
    enabled: boolean('enabled').notNull().default(true),
    /** Given by the specification or a standard: label and value are locked. */
    system: boolean('system').notNull().default(false),
    extra: jsonb('extra').$type<Record<string, unknown>>(),
    sort: integer('sort').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.valueId] }),
    unique('dictionary_value_value').on(t.orgId, t.dictionaryId, t.value),
    index('dictionary_value_order').on(t.orgId, t.dictionaryId, t.sort),
    foreignKey({
      name: 'dictionary_value_dictionary',
      columns: [t.orgId, t.dictionaryId],
      foreignColumns: [dictionary.orgId, dictionary.dictionaryId],
    }).onDelete('cascade'),
  ],
)

export const devicePackage = pgTable(
  'device_package',
  {
    orgId: idColumn('org_id').notNull(),
    packageId: idColumn('package_id').notNull(),
    packageName: text('package_name').notNull(),
    packageSize: bigint('package_size', { mode: 'number' }).notNull(),
    deviceType: text('device_type'),
    deviceModel: text('device_model'),
    packageVersion: text('package_version').notNull(),
    packageDesc: text('package_desc'),
    packageUrl: text('package_url').notNull(),
    sha256: text('sha256'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.packageId] }),
    unique('device_package_url').on(t.orgId, t.packageUrl),
    unique('device_package_version').on(t.orgId, t.deviceType, t.deviceModel, t.packageVersion).nullsNotDistinct(),
    index('device_package_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.packageId.desc().nullsFirst()),
    check('device_package_size', sql`${t.packageSize} > 0`),
  ],
)

/** What is printed from the product's own data: receipts, bills, slips. One row per kind once it was changed. */
export const reportTemplate = pgTable(
  'report_template',
  {
    orgId: idColumn('org_id').notNull(),
    kind: text('kind').notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.kind] })],
)

export const formTemplateType = pgTable(
  'form_template_type',
  {
    orgId: idColumn('org_id').notNull(),
    typeId: idColumn('type_id').notNull(),
    typeName: text('type_name').notNull(),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.typeId] }), unique('form_template_type_name').on(t.orgId, t.typeName)],
)

export const formTemplate = pgTable(
  'form_template',
  {
    orgId: idColumn('org_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    typeId: idColumn('type_id').notNull(),
    templateName: text('template_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    /** 1 may be filled in again and again for one resident, 2 once */
    templateType: optionColumn('template_type', FormFilling).notNull().default(FormFilling.is.repeated),
    /** The version whose design is current; older ones stay for forms already filled in. */
    version: integer('version').notNull().default(1),
    /** Grows with every change, also of the name; two editors are told apart by it. */
    revision: integer('revision').notNull().default(1),
    /** 1 in use, 0 not */
    enabled: optionColumn('enabled', FormEnabled).notNull().default(FormEnabled.is.on),
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.templateId] }),
    unique('form_template_name').on(t.orgId, t.typeId, t.templateName),
    index('form_template_list').on(t.orgId, t.sort, t.templateId),
    check('form_template_type_value', sql`${t.templateType} in (1, 2)`),
    foreignKey({
      name: 'form_template_of_type',
      columns: [t.orgId, t.typeId],
      foreignColumns: [formTemplateType.orgId, formTemplateType.typeId],
    }),
  ],
)

export const formTemplateVersion = pgTable(
  'form_template_version',
  {
    orgId: idColumn('org_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    version: integer('version').notNull(),
    design: jsonb('design').$type<Record<string, unknown>>().notNull(),
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.templateId, t.version] }),
    foreignKey({
      name: 'form_template_version_of',
      columns: [t.orgId, t.templateId],
      foreignColumns: [formTemplate.orgId, formTemplate.templateId],
    }).onDelete('cascade'),
  ],
)

export const documentTemplate = pgTable(
  'document_template',
  {
    orgId: idColumn('org_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    templateName: text('template_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    /** org: documents of residents; home: documents of home-care clients */
    scope: text('scope').$type<'org' | 'home'>().notNull().default('org'),
    /** A value of the dictionary contractType. */
    docType: text('doc_type').notNull(),
    /** html: written in the editor; word: an uploaded .docx with placeholders */
    kind: text('kind').$type<'html' | 'word'>().notNull(),
    /** Both the lock of the row and the number of the saved state that is current. */
    version: integer('version').notNull().default(1),
    enabled: optionColumn('enabled', TemplateEnabled).notNull().default(TemplateEnabled.is.on),
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.templateId] }),
    unique('document_template_name').on(t.orgId, t.scope, t.templateName),
    index('document_template_list').on(t.orgId, t.scope, t.sort, t.templateId),
    check('document_template_scope', sql`${t.scope} in ('org', 'home')`),
    check('document_template_kind', sql`${t.kind} in ('html', 'word')`),
  ],
)

/**
 * Uploaded Word files. They stand in the database and not in the file store: a version and its file are saved together
 * or not at all, versions and copies share one file, and nobody removes it by its address.
 */
export const documentTemplateFile = pgTable(
  'document_template_file',
  {
    orgId: idColumn('org_id').notNull(),
    /** SHA-256 of the content. */
    fileId: idColumn('file_id').notNull(),
    sizeB: integer('size_b').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.fileId] }),
    check('document_template_file_size', sql`${t.sizeB} between 1 and 5242880`),
  ],
)

/** Every saved state of a document template; documents point at the version they were made from. */
export const documentTemplateVersion = pgTable(
  'document_template_version',
  {
    orgId: idColumn('org_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    version: integer('version').notNull(),
    /** What it was called then. */
    templateName: text('template_name').notNull(),
    html: text('html'),
    fileId: idColumn('file_id'),
    fileName: text('file_name'),
    /** Name and how often, in the order they occur. */
    placeholders: jsonb('placeholders').$type<[string, number][]>().notNull().default([]),
    paper: jsonb('paper').$type<Record<string, unknown>>(),
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.templateId, t.version] }),
    foreignKey({
      name: 'document_template_version_of',
      columns: [t.orgId, t.templateId],
      foreignColumns: [documentTemplate.orgId, documentTemplate.templateId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'document_template_version_file',
      columns: [t.orgId, t.fileId],
      foreignColumns: [documentTemplateFile.orgId, documentTemplateFile.fileId],
    }),
    index('document_template_version_file_use').on(t.orgId, t.fileId).where(sql`file_id is not null`),
    check('document_template_version_content', sql`(${t.html} is null) <> (${t.fileId} is null)`),
  ],
)

/** Which acts need a second person, and who that may be. One row per act once it was changed. */
export const reviewRule = pgTable(
  'review_rule',
  {
    orgId: idColumn('org_id').notNull(),
    act: text('act').notNull(),
    needed: boolean('needed').notNull(),
    roleIds: jsonb('role_ids').$type<string[]>().notNull().default([]),
    userIds: jsonb('user_ids').$type<string[]>().notNull().default([]),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.act] })],
)
