// Tables of health education.
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organization } from '#server/areas/platform/tables'
import { createdAt, idColumn } from '#server/kit/columns'

/** A tree: children name their parent, and what is above tags or categories cannot go away. */
export const educationTagCategory = pgTable(
  'education_tag_category',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    categoryId: idColumn('category_id').notNull(),
    parentId: idColumn('parent_id'),
    categoryName: text('category_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.categoryId] }),
    unique('education_tag_category_name').on(t.orgId, t.parentId, t.categoryName).nullsNotDistinct(),
    foreignKey({
      name: 'education_tag_category_parent',
      columns: [t.orgId, t.parentId],
      foreignColumns: [t.orgId, t.categoryId],
    }),
    check('education_tag_category_other', sql`${t.parentId} is distinct from ${t.categoryId}`),
  ],
)

export const educationTag = pgTable(
  'education_tag',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    tagId: idColumn('tag_id').notNull(),
    tagName: text('tag_name').notNull(),
    categoryId: idColumn('category_id'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.tagId] }),
    unique('education_tag_name').on(t.orgId, t.tagName),
    foreignKey({
      name: 'education_tag_category',
      columns: [t.orgId, t.categoryId],
      foreignColumns: [educationTagCategory.orgId, educationTagCategory.categoryId],
    }),
    index('education_tag_by_category').on(t.orgId, t.categoryId),
  ],
)
