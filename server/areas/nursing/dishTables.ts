// Tables of the kitchen's plan: categories, dishes with what is in them, and the weeks they are planned in. That days gone by
// are fixed, and what was published stays so, is held by triggers of the migration.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { MealHoursData } from '#contract/nursing/dishSetting'
import { Allergen, DishContent, MealTime } from '#contract/nursing/mealWords'
import { oldman } from '#server/areas/live/tables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'

const among = (values: readonly { value: string }[]) =>
  sql.raw(`array['${values.map((one) => one.value).join("','")}']`)

export const dishCategory = pgTable(
  'dish_category',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    categoryId: idColumn('category_id').notNull(),
    categoryName: text('category_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.categoryId] }), unique('dish_category_name').on(t.orgId, t.categoryName)],
)

export const dish = pgTable(
  'dish',
  {
    orgId: idColumn('org_id').notNull(),
    dishId: idColumn('dish_id').notNull(),
    categoryId: idColumn('category_id').notNull(),
    dishName: text('dish_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    picture: text('picture'),
    /** Values of Allergen and DishContent. */
    allergens: text('allergens').array().notNull().default(sql`'{}'`),
    contents: text('contents').array().notNull().default(sql`'{}'`),
    /** Values of MealTaboo: tabooCauses of the contract, computed when it is saved. */
    taboos: smallint('taboos').array().notNull().default(sql`'{}'`),
    /** Values of MealTexture it suits. */
    textures: smallint('textures').array().notNull(),
    /** Values of DietTherapy it is not for. */
    unfit: smallint('unfit').array().notNull().default(sql`'{}'`),
    /** Of one portion; thousandths of a gram, so that they add up. */
    portionGrams: integer('portion_grams'),
    energyKcal: integer('energy_kcal'),
    proteinMg: integer('protein_mg'),
    fatMg: integer('fat_mg'),
    carbMg: integer('carb_mg'),
    saltMg: integer('salt_mg'),
    costFen: fenColumn('cost_fen'),
    remark: text('remark'),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.dishId] }),
    unique('dish_name').on(t.orgId, t.dishName),
    index('dish_of').on(t.orgId, t.categoryId, t.sort),
    foreignKey({
      name: 'dish_category_of',
      columns: [t.orgId, t.categoryId],
      foreignColumns: [dishCategory.orgId, dishCategory.categoryId],
    }),
    check('dish_allergens', sql`${t.allergens} <@ ${among(Allergen.list)}`),
    check('dish_contents', sql`${t.contents} <@ ${among(DishContent.list)}`),
    check('dish_taboos', sql`9 >= all(${t.taboos}) and 1 <= all(${t.taboos})`),
    check('dish_textures', sql`cardinality(${t.textures}) > 0 and 6 >= all(${t.textures}) and 1 <= all(${t.textures})`),
    check('dish_unfit', sql`9 >= all(${t.unfit}) and 1 <= all(${t.unfit})`),
    check('dish_cost', sql`${t.costFen} >= 0`),
    check(
      'dish_nutrition',
      sql`${t.portionGrams} > 0 and ${t.energyKcal} >= 0 and ${t.proteinMg} >= 0 and ${t.fatMg} >= 0 and ${t.carbMg} >= 0 and ${t.saltMg} >= 0`,
    ),
  ],
)

/** Gross weight of one portion; shopping and kitchen reckon with it. */
export const dishIngredient = pgTable(
  'dish_ingredient',
  {
    orgId: idColumn('org_id').notNull(),
    dishId: idColumn('dish_id').notNull(),
    ingredientNo: smallint('ingredient_no').notNull(),
    ingredientName: text('ingredient_name').notNull(),
    grossMg: integer('gross_mg').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.dishId, t.ingredientNo] }),
    unique('dish_ingredient_once').on(t.orgId, t.dishId, t.ingredientName),
    index('dish_ingredient_named').on(t.orgId, t.ingredientName),
    foreignKey({
      name: 'dish_ingredient_dish',
      columns: [t.orgId, t.dishId],
      foreignColumns: [dish.orgId, dish.dishId],
    }).onDelete('cascade'),
    check('dish_ingredient_gross', sql`${t.grossMg} > 0`),
  ],
)

/** A week of the house, from its Monday. */
export const dishPlan = pgTable(
  'dish_plan',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    planId: idColumn('plan_id').notNull(),
    weekStart: date('week_start').notNull(),
    /** DRAFT, SUBMITTED, PUBLISHED */
    state: text('state').notNull().default('DRAFT'),
    remark: text('remark'),
    changedName: text('changed_name'),
    changedAt: moment('changed_at').notNull().default(sql`now()`),
    submittedBy: idColumn('submitted_by'),
    submittedName: text('submitted_name'),
    submittedAt: moment('submitted_at'),
    /** Why it was sent back, until it is submitted again. */
    opinion: text('opinion'),
    publishedBy: idColumn('published_by'),
    publishedName: text('published_name'),
    publishedAt: moment('published_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.planId] }),
    unique('dish_plan_week').on(t.orgId, t.weekStart),
    check('dish_plan_state', sql`${t.state} in ('DRAFT', 'SUBMITTED', 'PUBLISHED')`),
    check('dish_plan_monday', sql`extract(isodow from ${t.weekStart}) = 1`),
    check('dish_plan_submitted', sql`(${t.state} = 'DRAFT') = (${t.submittedAt} is null)`),
    check('dish_plan_published', sql`(${t.state} = 'PUBLISHED') = (${t.publishedAt} is not null)`),
  ],
)

/** A dish in a meal of a day. Its day lies in the week of its plan (trigger). */
export const dishPlanItem = pgTable(
  'dish_plan_item',
  {
    orgId: idColumn('org_id').notNull(),
    itemId: idColumn('item_id').notNull(),
    planId: idColumn('plan_id').notNull(),
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    dishId: idColumn('dish_id').notNull(),
    /** For whom it is cooked: values of MealTexture, among those the dish suits. */
    textures: smallint('textures').array().notNull(),
    /** Dishes of one meal with the same number are a choice; the first is what somebody gets who chooses nothing. */
    choice: smallint('choice'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId] }),
    unique('dish_plan_item_once').on(t.orgId, t.day, t.meal, t.dishId),
    index('dish_plan_item_of').on(t.orgId, t.planId, t.day, t.meal, t.sort),
    index('dish_plan_item_dish').on(t.orgId, t.dishId, t.day),
    foreignKey({
      name: 'dish_plan_item_plan',
      columns: [t.orgId, t.planId],
      foreignColumns: [dishPlan.orgId, dishPlan.planId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dish_plan_item_is',
      columns: [t.orgId, t.dishId],
      foreignColumns: [dish.orgId, dish.dishId],
    }),
    check('dish_plan_item_meal', sql`${t.meal} between 1 and 6`),
    check('dish_plan_item_choice', sql`${t.choice} between 1 and 9`),
    check(
      'dish_plan_item_textures',
      sql`cardinality(${t.textures}) > 0 and 6 >= all(${t.textures}) and 1 <= all(${t.textures})`,
    ),
  ],
)

/** What is done about a conflict: another dish for this elder, none, or served all the same (never an allergen). */
export const dishPlanAnswer = pgTable(
  'dish_plan_answer',
  {
    orgId: idColumn('org_id').notNull(),
    itemId: idColumn('item_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** SWAP, SKIP, ACK */
    kind: text('kind').notNull(),
    dishId: idColumn('dish_id'),
    reason: text('reason'),
    /** What was known of the elder when it was acknowledged: T2 a restraint, D1 a diet. What comes later is open again. */
    covers: text('covers').array().notNull().default(sql`'{}'`),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId, t.oldmanId] }),
    index('dish_plan_answer_of').on(t.orgId, t.oldmanId),
    index('dish_plan_answer_dish').on(t.orgId, t.dishId),
    foreignKey({
      name: 'dish_plan_answer_item',
      columns: [t.orgId, t.itemId],
      foreignColumns: [dishPlanItem.orgId, dishPlanItem.itemId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dish_plan_answer_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dish_plan_answer_with',
      columns: [t.orgId, t.dishId],
      foreignColumns: [dish.orgId, dish.dishId],
    }),
    check('dish_plan_answer_kind', sql`${t.kind} in ('SWAP', 'SKIP', 'ACK')`),
    check('dish_plan_answer_swap', sql`(${t.kind} = 'SWAP') = (${t.dishId} is not null)`),
    check('dish_plan_answer_why', sql`${t.kind} <> 'ACK' or btrim(coalesce(${t.reason}, '')) <> ''`),
  ],
)

/** What the house decides about its plan of dishes; without a row the usual holds. */
export const dishSetting = pgTable(
  'dish_setting',
  {
    orgId: idColumn('org_id')
      .primaryKey()
      .references(() => organization.orgId),
    /** Conflicts other than allergies may be acknowledged with a reason. */
    mayAcknowledge: boolean('may_acknowledge').notNull().default(true),
    /** Above it the salt of a day is shown in amber. */
    saltMg: integer('salt_mg').notNull().default(5_500),
    meals: jsonb('meals').$type<MealHoursData[]>().notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [check('dish_setting_salt', sql`${t.saltMg} between 1000 and 20000`)],
)
