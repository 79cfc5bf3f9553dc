// Tables of how drugs are used: settings, one take for each planned time, and what happened to each take, which is only added
// to. Stock is in tables.ts; what a take took from it is a movement that names the take.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DrugRoute, DrugTiming } from '#contract/drug/useWords'
import { drug } from '#server/areas/drug/tables'
import { oldman } from '#server/areas/live/tables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

/** In smallest units; a quarter of a tablet is the least. */
const quantity = (name: string) => numeric(name, { precision: 12, scale: 3 })

/** A setting is never changed: it ends, and another begins in its place, so that what was given stays explained. */
export const drugUse = pgTable(
  'drug_use',
  {
    orgId: idColumn('org_id').notNull(),
    useId: idColumn('use_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    drugId: idColumn('drug_id').notNull(),
    /** In smallest units of the drug, each time. */
    dose: quantity('dose').notNull(),
    route: optionColumn('route', DrugRoute).notNull(),
    /** QD … QW, PRN as needed, ST at once, SOS once within 12 hours. */
    frequency: text('frequency').notNull(),
    /** HH:mm, rising; none as needed. */
    clocks: text('clocks').array().notNull().default(sql`'{}'`),
    /** 1 Monday … 7 Sunday; of QW and BIW. */
    weekdays: smallint('weekdays').array().notNull().default(sql`'{}'`),
    timing: optionColumn('timing', DrugTiming),
    startDate: date('start_date').notNull(),
    /** The last day. */
    endDate: date('end_date'),
    /** Takes are planned from this moment on. */
    since: moment('since').notNull().default(sql`now()`),
    /** How it is prepared: 碾碎, 温水化开. */
    giveHow: text('give_how'),
    /** hospital, house, family */
    orderSource: text('order_source').notNull(),
    doctor: text('doctor'),
    /** Pictures of the doctor's sheet. Null: none. */
    sheets: text('sheets').array(),
    remark: text('remark'),
    /** As needed: why, the least time between, and the most within 24 hours. */
    neededFor: text('needed_for'),
    leastHours: quantity('least_hours'),
    mostPerDay: smallint('most_per_day'),
    /** ON, PAUSED, ENDED */
    state: text('state').notNull().default('ON'),
    pausedAt: moment('paused_at'),
    pauseReason: text('pause_reason'),
    endedAt: moment('ended_at'),
    endedBy: idColumn('ended_by'),
    endReason: text('end_reason'),
    /** Begun in the place of that one. */
    insteadOf: idColumn('instead_of'),
    /** What was said about it and agreed to: an allergy, the same substance twice. */
    confirmed: text('confirmed'),
    version: integer('version').notNull().default(1),
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.useId] }),
    unique('drug_use_whose').on(t.orgId, t.useId, t.oldmanId, t.drugId),
    uniqueIndex('drug_use_next').on(t.orgId, t.insteadOf).where(sql`instead_of is not null`),
    index('drug_use_of').on(t.orgId, t.oldmanId, t.state),
    index('drug_use_drug').on(t.orgId, t.drugId, t.state),
    index('drug_use_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.useId.desc().nullsFirst()),
    foreignKey({
      name: 'drug_use_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'drug_use_of_drug',
      columns: [t.orgId, t.drugId],
      foreignColumns: [drug.orgId, drug.drugId],
    }),
    check('drug_use_dose', sql`${t.dose} > 0 and ${t.dose} <= 9999`),
    check(
      'drug_use_frequency',
      sql`${t.frequency} in ('QD', 'BID', 'TID', 'QID', 'Q4H', 'Q6H', 'Q8H', 'Q12H', 'QN', 'QOD', 'QW', 'BIW', 'PRN', 'ST', 'SOS')`,
    ),
    check('drug_use_source', sql`${t.orderSource} in ('hospital', 'house', 'family')`),
    check('drug_use_state', sql`${t.state} in ('ON', 'PAUSED', 'ENDED')`),
    check('drug_use_days', sql`${t.endDate} is null or ${t.endDate} >= ${t.startDate}`),
    check(
      'drug_use_ended',
      sql`(${t.state} = 'ENDED') = (${t.endedAt} is not null) and (${t.endedAt} is null or ${t.endReason} is not null)`,
    ),
    check(
      'drug_use_paused',
      sql`(${t.state} = 'PAUSED') <= (${t.pausedAt} is not null and ${t.pauseReason} is not null)`,
    ),
    check(
      'drug_use_times',
      sql`case when ${t.frequency} in ('PRN', 'SOS') then cardinality(${t.clocks}) = 0 else cardinality(${t.clocks}) between 1 and 24 end`,
    ),
    check(
      'drug_use_weekdays',
      sql`cardinality(${t.weekdays}) = case ${t.frequency} when 'QW' then 1 when 'BIW' then 2 else 0 end
  and 1 <= all(${t.weekdays}) and 7 >= all(${t.weekdays})`,
    ),
    check(
      'drug_use_needed',
      sql`case when ${t.frequency} = 'PRN' then ${t.neededFor} is not null and ${t.leastHours} > 0 and ${t.mostPerDay} between 1 and 24
  else ${t.leastHours} is null and ${t.mostPerDay} is null end`,
    ),
  ],
)

/**
 * One take: a setting at one planned time. Stock leaves its box when the take is set out. Who checks it is not who set it out;
 * only what is not high-alert may be checked by the same person, in the hours in which the house lets one nurse work alone.
 */
export const drugTake = pgTable(
  'drug_take',
  {
    orgId: idColumn('org_id').notNull(),
    takeId: idColumn('take_id').notNull(),
    useId: idColumn('use_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    drugId: idColumn('drug_id').notNull(),
    dose: quantity('dose').notNull(),
    planTime: moment('plan_time').notNull(),
    openFrom: moment('open_from').notNull(),
    /** After it the clock says missed. */
    dueUntil: moment('due_until').notNull(),
    /** Until then it may still be given late: half the time to the next one. */
    lateUntil: moment('late_until').notNull(),
    /** As needed: no time was planned. */
    needed: boolean('needed').notNull().default(false),
    highAlert: boolean('high_alert').notNull().default(false),
    /** WAITING, SET_OUT, CHECKED, GIVEN, REFUSED, VOMITED, MISSED, OUT, ALONG, HOSPITAL, STOPPED, PAUSED */
    state: text('state').notNull().default('WAITING'),
    stateAt: moment('state_at').notNull().default(sql`now()`),
    setOutAt: moment('set_out_at'),
    setOutBy: idColumn('set_out_by'),
    checkedAt: moment('checked_at'),
    checkedBy: idColumn('checked_by'),
    /** What was scanned at the check. */
    scanned: text('scanned'),
    /** Checked by who set it out, in the hours of one nurse alone. */
    alone: boolean('alone').notNull().default(false),
    /** When it was given, refused or thrown up, and who recorded it when. */
    doneAt: moment('done_at'),
    doneBy: idColumn('done_by'),
    recordedAt: moment('recorded_at'),
    /** Why it was refused or not given, or why it was recorded late. */
    reason: text('reason'),
    late: boolean('late').notNull().default(false),
    /** The same for all that were entered late in one press. */
    togetherNo: idColumn('together_no'),
    /** Who was asked before a high-alert drug was given late. */
    asked: text('asked'),
    /** It was out of its packing when it was refused. */
    opened: boolean('opened'),
    /** Its quantity has left the stock. */
    drawn: boolean('drawn').notNull().default(false),
    /** How often it was tried again after a refusal. */
    tries: smallint('tries').notNull().default(0),
    /** The outing it was taken along on. */
    outId: idColumn('out_id'),
    /** What a drug given as needed did. */
    effect: text('effect'),
    effectAt: moment('effect_at'),
    effectBy: idColumn('effect_by'),
    /** Refused, thrown up or missed: what was done about it. */
    handledAt: moment('handled_at'),
    handledBy: idColumn('handled_by'),
    handling: text('handling'),
    toldDoctor: boolean('told_doctor').notNull().default(false),
    toldFamily: boolean('told_family').notNull().default(false),
    terminal: text('terminal').notNull().default('console'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.takeId] }),
    unique('drug_take_once').on(t.orgId, t.useId, t.planTime),
    uniqueIndex('drug_take_single')
      .on(t.orgId, t.oldmanId, t.drugId, t.planTime)
      .where(sql`state <> 'STOPPED' and not needed`),
    index('drug_take_of').on(t.orgId, t.oldmanId, t.planTime),
    index('drug_take_day').on(t.orgId, t.planTime),
    index('drug_take_of_drug').on(t.orgId, t.drugId, t.planTime),
    index('drug_take_due').on(t.dueUntil).where(sql`state in ('WAITING', 'SET_OUT', 'CHECKED')`),
    index('drug_take_unhandled')
      .on(t.orgId, t.planTime)
      .where(sql`state in ('REFUSED', 'VOMITED', 'MISSED') and handled_at is null`),
    foreignKey({
      name: 'drug_take_use',
      columns: [t.orgId, t.useId, t.oldmanId, t.drugId],
      foreignColumns: [drugUse.orgId, drugUse.useId, drugUse.oldmanId, drugUse.drugId],
    }).onDelete('cascade'),
    check('drug_take_dose', sql`${t.dose} > 0`),
    check(
      'drug_take_state',
      sql`${t.state} in ('WAITING', 'SET_OUT', 'CHECKED', 'GIVEN', 'REFUSED', 'VOMITED', 'MISSED', 'OUT', 'ALONG', 'HOSPITAL', 'STOPPED', 'PAUSED')`,
    ),
    check(
      'drug_take_window',
      sql`${t.openFrom} <= ${t.planTime} and ${t.planTime} <= ${t.dueUntil} and ${t.dueUntil} <= ${t.lateUntil}`,
    ),
    check(
      'drug_take_set_out',
      sql`(${t.setOutAt} is null) = (${t.setOutBy} is null) and (${t.state} not in ('SET_OUT', 'CHECKED', 'GIVEN', 'VOMITED', 'ALONG') or (${t.setOutBy} is not null and ${t.drawn}))`,
    ),
    check(
      'drug_take_checked',
      sql`(${t.checkedAt} is null) = (${t.checkedBy} is null) and (${t.state} not in ('CHECKED', 'GIVEN', 'VOMITED', 'ALONG') or ${t.checkedBy} is not null)`,
    ),
    // The second person.
    check(
      'drug_take_second',
      sql`${t.checkedBy} is null or ${t.setOutBy} is not null and case when ${t.alone} then ${t.checkedBy} = ${t.setOutBy} and not ${t.highAlert} else ${t.checkedBy} <> ${t.setOutBy} end`,
    ),
    check(
      'drug_take_done',
      sql`(${t.doneAt} is null) = (${t.doneBy} is null) and (${t.doneAt} is null) = (${t.recordedAt} is null)
  and (${t.state} in ('GIVEN', 'REFUSED', 'VOMITED')) = (${t.doneAt} is not null) and ${t.doneAt} <= ${t.recordedAt}`,
    ),
    check(
      'drug_take_reason',
      sql`(${t.state} not in ('REFUSED', 'VOMITED') and not ${t.late}) or btrim(coalesce(${t.reason}, '')) <> ''`,
    ),
    check('drug_take_opened', sql`(${t.state} = 'REFUSED') = (${t.opened} is not null)`),
    check(
      'drug_take_idle',
      sql`${t.state} not in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED') or (not ${t.drawn} and ${t.setOutBy} is null)`,
    ),
    check('drug_take_along', sql`(${t.state} = 'ALONG') = (${t.outId} is not null)`),
    check(
      'drug_take_asked',
      sql`not (${t.late} and ${t.highAlert} and ${t.state} = 'GIVEN') or ${t.asked} is not null`,
    ),
    check(
      'drug_take_handled',
      sql`(${t.handledAt} is null) = (${t.handledBy} is null) and (${t.handledAt} is null or ${t.handling} is not null)`,
    ),
    check(
      'drug_take_effect',
      sql`(${t.effect} is null) = (${t.effectAt} is null) and (${t.effect} is null or ${t.needed})`,
    ),
  ],
)

/** Everything that was done with a take, also what was taken back. Only added to. */
export const drugTakeAct = pgTable(
  'drug_take_act',
  {
    orgId: idColumn('org_id').notNull(),
    takeId: idColumn('take_id').notNull(),
    /** The order of the acts of a take, from 1. */
    step: smallint('step').notNull(),
    act: text('act').notNull(),
    fromState: text('from_state').notNull(),
    toState: text('to_state').notNull(),
    at: moment('at').notNull().default(sql`now()`),
    /** Null: the system. */
    by: idColumn('by'),
    words: text('words'),
    /** -1 it left the stock with this act, 1 it came back, 0 neither. */
    stock: smallint('stock').notNull().default(0),
    /** The earlier act that this one took back. */
    undoes: smallint('undoes'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.takeId, t.step] }),
    foreignKey({
      name: 'drug_take_act_of',
      columns: [t.orgId, t.takeId],
      foreignColumns: [drugTake.orgId, drugTake.takeId],
    }).onDelete('cascade'),
    check('drug_take_act_stock', sql`${t.stock} in (-1, 0, 1)`),
    check('drug_take_act_undoes', sql`${t.undoes} < ${t.step}`),
  ],
)

/** When a house gives its drugs. No row: as is usual (contract/drug/rounds.ts). */
export const drugRoundSetting = pgTable(
  'drug_round_setting',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    /** Names with their clocks, by time: [{"name":"晚餐后","clock":"18:00"}, …]. */
    slots: jsonb('slots').notNull(),
    /** Given from so many minutes before the planned time until so many after it. */
    earlyMinutes: smallint('early_minutes').notNull(),
    lateMinutes: smallint('late_minutes').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId] }),
    check(
      'drug_round_setting_minutes',
      sql`${t.earlyMinutes} between 0 and 180 and ${t.lateMinutes} between 15 and 240`,
    ),
  ],
)
