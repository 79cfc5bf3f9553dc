// Tables of health education.
import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organization } from '#server/areas/platform/tables'
import { createdAt, idColumn } from '#server/kit/columns'

export const educationTag = pgTable(
  'education_tag',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    tagId: idColumn('tag_id').notNull(),
    tagName: text('tag_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.tagId] }), unique('education_tag_name').on(t.orgId, t.tagName)],
)
