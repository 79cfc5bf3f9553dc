// Tables of who eats what: the meal facts of an elder, orders by elder and meal, choices, guests, what changed after the
// kitchen had closed its counts, samples kept, and warnings about who eats little.
import { sql } from 'drizzle-orm'
import {
  bigint,
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { MealClosingData, MealPriceData } from '#contract/nursing/mealSettingShape'
import { MealEaten } from '#contract/nursing/mealStates'
import { Allergen, MealTexture, MealTime } from '#contract/nursing/mealWords'
import { oldman } from '#server/areas/live/tables'
import { dish } from '#server/areas/nursing/dishTables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'

const ALLERGENS = sql.raw(`array['${Allergen.list.map((one) => one.value).join("','")}']`)
const elder = {
  orgId: idColumn('org_id').notNull(),
  oldmanId: idColumn('oldman_id').notNull(),
}
const ofElder = (name: string, t: { orgId: never; oldmanId: never }) =>
  foreignKey({ name, columns: [t.orgId, t.oldmanId], foreignColumns: [oldman.orgId, oldman.oldmanId] }).onDelete(
    'cascade',
  )

/** What the archive does not say: form, therapy diets and restraints stand there, and are never kept twice. */
export const mealPerson = pgTable(
  'meal_person',
  {
    ...elder,
    /** Values of Allergen, besides what the archive's allergies mean. */
    allergens: text('allergens').array().notNull().default(sql`'{}'`),
    /** SELF, WATCH, ASSIST, FEED */
    help: text('help').notNull().default('SELF'),
    /** SMALL, NORMAL, LARGE */
    portion: text('portion').notNull().default('NORMAL'),
    /** In words: never a reason to refuse a dish. */
    dislikes: text('dislikes'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId] }),
    ofElder('meal_person_oldman', t as never),
    check('meal_person_allergens', sql`${t.allergens} <@ ${ALLERGENS}`),
    check('meal_person_help', sql`${t.help} in ('SELF', 'WATCH', 'ASSIST', 'FEED')`),
    check('meal_person_portion', sql`${t.portion} in ('SMALL', 'NORMAL', 'LARGE')`),
  ],
)

/** One elder's meal of a day. What was known when it began stands for good; until then it follows archive, stay and menu. */
export const mealOrder = pgTable(
  'meal_order',
  {
    ...elder,
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    deptId: idColumn('dept_id'),
    /** 松鹤楼 2层: where it is carried to. */
    ward: text('ward').notNull().default(''),
    bedPath: text('bed_path'),
    texture: optionColumn('texture', MealTexture).notNull(),
    therapies: smallint('therapies').array().notNull().default(sql`'{}'`),
    allergens: text('allergens').array().notNull().default(sql`'{}'`),
    taboos: smallint('taboos').array().notNull().default(sql`'{}'`),
    /** What is served, in the order of the menu; ids of dishes. */
    dishIds: text('dish_ids').array().notNull().default(sql`'{}'`),
    /** Something of the menu is swapped or left out for this elder. */
    swapped: boolean('swapped').notNull().default(false),
    /** ON, STOPPED */
    state: text('state').notNull().default('ON'),
    /** OUT, HOSPITAL, LEFT, HAND */
    stopReason: text('stop_reason'),
    /** STOP, EAT: somebody said so for this meal, wherever the elder is. */
    hand: text('hand'),
    handWhy: text('hand_why'),
    handBy: text('hand_by'),
    handedAt: moment('handed_at'),
    handedBy: idColumn('handed_by'),
    eaten: optionColumn('eaten', MealEaten),
    eatenAt: moment('eaten_at'),
    eatenBy: idColumn('eaten_by'),
    eatenRemark: text('eaten_remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day, t.meal, t.oldmanId] }),
    index('meal_order_of').on(t.orgId, t.oldmanId, t.day.desc(), t.meal.desc()),
    ofElder('meal_order_oldman', t as never),
    check('meal_order_meal', sql`${t.meal} between 1 and 6`),
    check('meal_order_texture', sql`${t.texture} between 1 and 6`),
    check('meal_order_state', sql`${t.state} in ('ON', 'STOPPED')`),
    check('meal_order_reason', sql`${t.stopReason} in ('OUT', 'HOSPITAL', 'LEFT', 'HAND')`),
    check('meal_order_stopped', sql`(${t.state} = 'STOPPED') = (${t.stopReason} is not null)`),
    check('meal_order_hand', sql`${t.hand} in ('STOP', 'EAT')`),
    check('meal_order_eaten', sql`${t.eaten} between 0 and 4 and (${t.eaten} is null) = (${t.eatenAt} is null)`),
    check('meal_order_served', sql`${t.state} = 'ON' or (${t.handedAt} is null and ${t.eaten} is null)`),
  ],
)

/** Which dish of a choice an elder wants. */
export const mealChoice = pgTable(
  'meal_choice',
  {
    ...elder,
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    choice: smallint('choice').notNull(),
    dishId: idColumn('dish_id').notNull(),
    /** WARD, FAMILY */
    via: text('via').notNull().default('WARD'),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day, t.meal, t.choice, t.oldmanId] }),
    ofElder('meal_choice_oldman', t as never),
    foreignKey({
      name: 'meal_choice_dish',
      columns: [t.orgId, t.dishId],
      foreignColumns: [dish.orgId, dish.dishId],
    }),
    index('meal_choice_of').on(t.orgId, t.dishId),
    check('meal_choice_via', sql`${t.via} in ('WARD', 'FAMILY')`),
    check('meal_choice_number', sql`${t.choice} between 1 and 9`),
  ],
)

/** Extra portions for who visits an elder; charged to that elder's account when they are ordered. */
export const mealGuest = pgTable(
  'meal_guest',
  {
    orgId: idColumn('org_id').notNull(),
    guestId: idColumn('guest_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    texture: optionColumn('texture', MealTexture).notNull(),
    portions: smallint('portions').notNull(),
    priceFen: fenColumn('price_fen').notNull(),
    /** Null: it costs nothing. */
    chargeId: idColumn('charge_id'),
    ward: text('ward').notNull().default(''),
    remark: text('remark'),
    byName: text('by_name').notNull(),
    createdAt: createdAt(),
    cancelledAt: moment('cancelled_at'),
    cancelledBy: text('cancelled_by'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.guestId] }),
    index('meal_guest_of').on(t.orgId, t.day, t.meal),
    uniqueIndex('meal_guest_charge').on(t.orgId, t.chargeId),
    ofElder('meal_guest_oldman', t as never),
    check('meal_guest_portions', sql`${t.portions} between 1 and 20`),
    check('meal_guest_price', sql`${t.priceFen} >= 0 and (${t.priceFen} = 0) = (${t.chargeId} is null)`),
    check('meal_guest_cancelled', sql`(${t.cancelledAt} is null) = (${t.cancelledBy} is null)`),
  ],
)

/** What became otherwise after the counts of a meal were closed; only added to. `delta`: portions more or less. */
export const mealChange = pgTable(
  'meal_change',
  {
    orgId: idColumn('org_id').notNull(),
    changeId: bigint('change_id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    oldmanId: idColumn('oldman_id').notNull(),
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    kind: text('kind').notNull(),
    delta: smallint('delta').notNull(),
    guest: boolean('guest').notNull().default(false),
    textureBefore: optionColumn('texture_before', MealTexture),
    texture: optionColumn('texture', MealTexture).notNull(),
    note: text('note'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.changeId] }),
    index('meal_change_of').on(t.orgId, t.day, t.meal),
    ofElder('meal_change_oldman', t as never),
    check('meal_change_kind', sql`${t.kind} in ('ADDED', 'RESTORED', 'STOPPED', 'REMOVED', 'DIET', 'DISHES')`),
  ],
)

/** 留样: a little of every dish of every meal, kept for two days. */
export const mealSample = pgTable(
  'meal_sample',
  {
    orgId: idColumn('org_id').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    day: date('day').notNull(),
    meal: optionColumn('meal', MealTime).notNull(),
    dishId: idColumn('dish_id').notNull(),
    grams: integer('grams').notNull(),
    keptAt: moment('kept_at').notNull(),
    keptBy: text('kept_by').notNull(),
    place: text('place'),
    /** Not to be thrown away before. */
    keepUntil: moment('keep_until').notNull(),
    destroyedAt: moment('destroyed_at'),
    destroyedBy: text('destroyed_by'),
    remark: text('remark'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sampleId] }),
    uniqueIndex('meal_sample_once').on(t.orgId, t.day, t.meal, t.dishId),
    index('meal_sample_dish').on(t.orgId, t.dishId),
    foreignKey({
      name: 'meal_sample_is',
      columns: [t.orgId, t.dishId],
      foreignColumns: [dish.orgId, dish.dishId],
    }),
    check('meal_sample_grams', sql`${t.grams} between 1 and 2000`),
    check('meal_sample_destroyed', sql`(${t.destroyedAt} is null) = (${t.destroyedBy} is null)`),
    check('meal_sample_kept', sql`${t.destroyedAt} >= ${t.keepUntil}`),
  ],
)

/** Somebody eats little; one until it is answered. */
export const mealAlert = pgTable(
  'meal_alert',
  {
    orgId: idColumn('org_id').notNull(),
    alertId: idColumn('alert_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** 11-19 午餐 一半、11-19 早餐 少量 … */
    meals: text('meals').notNull(),
    raisedAt: moment('raised_at').notNull().default(sql`now()`),
    handledAt: moment('handled_at'),
    handledBy: text('handled_by'),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.alertId] }),
    uniqueIndex('meal_alert_open').on(t.orgId, t.oldmanId).where(sql`handled_at is null`),
    index('meal_alert_of').on(t.orgId, t.oldmanId, t.raisedAt.desc()),
    ofElder('meal_alert_oldman', t as never),
    check(
      'meal_alert_handled',
      sql`(${t.handledAt} is null) = (${t.handledBy} is null) and (${t.handledAt} is null) = (${t.note} is null)`,
    ),
  ],
)

/** What the house decides about its meals; without a row the usual holds. */
export const mealSetting = pgTable(
  'meal_setting',
  {
    orgId: idColumn('org_id')
      .primaryKey()
      .references(() => organization.orgId),
    closings: jsonb('closings').$type<MealClosingData[]>().notNull(),
    prices: jsonb('prices').$type<MealPriceData[]>().notNull(),
    sampleGrams: integer('sample_grams').notNull().default(125),
    sampleHours: integer('sample_hours').notNull().default(48),
    /** Families choose dishes on their page. */
    familyChooses: boolean('family_chooses').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    check('meal_setting_grams', sql`${t.sampleGrams} between 50 and 1000`),
    check('meal_setting_hours', sql`${t.sampleHours} between 24 and 168`),
  ],
)
