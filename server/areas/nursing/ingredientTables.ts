// Ingredients that dishes name, and what a kilogram of each costs: dishes without a cost of their own and shopping lists reckon
// with it.
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, moment } from '#server/kit/columns'

/** Known by its name; there from the first dish that names it on. */
export const ingredient = pgTable(
  'ingredient',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    ingredientName: text('ingredient_name').notNull(),
    /** Per kilogram; null: nobody said. */
    priceFen: fenColumn('price_fen'),
    changedName: text('changed_name'),
    changedAt: moment('changed_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.ingredientName] }),
    check('ingredient_named', sql`btrim(${t.ingredientName}) <> ''`),
    check('ingredient_price', sql`${t.priceFen} between 0 and 1000000`),
  ],
)
