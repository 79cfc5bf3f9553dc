// Tables about an organisation itself: job types, its qualifications, the regions of the country.
import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn } from '#server/kit/columns'
import { organization } from './tables.ts'

export const jobType = pgTable(
  'job_type',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    jobTypeId: idColumn('job_type_id').notNull(),
    jobTypeCode: text('job_type_code').notNull(),
    jobTypeName: text('job_type_name').notNull(),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.jobTypeId] }),
    unique('job_type_code').on(t.orgId, t.jobTypeCode),
    unique('job_type_name').on(t.orgId, t.jobTypeName),
  ],
)

/** Licences, certificates and records an institution must keep valid. */
export const qualification = pgTable(
  'org_qualification',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    qualificationId: idColumn('qualification_id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    number: text('number'),
    issuer: text('issuer'),
    validFrom: date('valid_from'),
    /** null: does not expire */
    validTo: date('valid_to'),
    pictures: jsonb('pictures').$type<string[]>().notNull().default([]),
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.qualificationId] }),
    index('org_qualification_expiry').on(t.validTo).where(sql`valid_to is not null`),
  ],
)

/** Provinces, cities and districts; shared by all organisations. */
export const region = pgTable(
  'region',
  {
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    parentCode: text('parent_code').notNull(),
    level: integer('level').notNull(),
  },
  (t) => [index('region_parent').on(t.parentCode, t.code)],
)
