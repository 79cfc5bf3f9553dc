// Tables of the residence: who lives here and since when, with which level and in which bed on which days, reservations,
// and what happened in words. That nobody has two stays and no bed two owners on one day is held by the database.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { BedStatus } from '#contract/live/bedStatus'
import { ResidenceStatus } from '#contract/live/resident'
import { ReviewResult } from '#contract/live/review'
import { nursingLevel } from '#server/areas/nursing/tables'
import { bed } from '#server/areas/platform/placeTables'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'
import { oldman } from './tables.ts'

/** Days from the first (with) to the last (without), as PostgreSQL writes them: [2026-01-05,2026-03-01) or [2026-01-05,) */
const dayRange = customType<{ data: string }>({ dataType: () => 'daterange' })

export const stay = pgTable(
  'stay',
  {
    orgId: idColumn('org_id').notNull(),
    stayId: idColumn('stay_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** TRIAL, FORMAL: what it is now; a trial that was converted is FORMAL with its trial dates kept */
    kind: text('kind').notNull(),
    startDate: date('start_date').notNull(),
    trialStart: date('trial_start'),
    trialEnd: date('trial_end'),
    /** The day of the formal check-in. */
    formalDate: date('formal_date'),
    /** Null while the stay is open. The day of leaving is not counted. */
    endDate: date('end_date'),
    /** The resident alone has the room: its other beds are held too. */
    wholeRoom: boolean('whole_room').notNull().default(false),
    contractNo: text('contract_no'),
    contractStart: date('contract_start'),
    contractEnd: date('contract_end'),
    depositFen: fenColumn('deposit_fen').notNull().default(sql`0`),
    /** Day of the month on which the bill falls due. */
    payDay: integer('pay_day').notNull().default(1),
    /** Members of the family. */
    payerId: idColumn('payer_id'),
    guarantorId: idColumn('guarantor_id'),
    emergencyId: idColumn('emergency_id'),
    guardianId: idColumn('guardian_id'),
    /** The house keeps the resident's drugs. */
    custody: boolean('custody').notNull().default(false),
    saleId: idColumn('sale_id'),
    /** A value of the dictionary checkoutReason. */
    checkoutReason: text('checkout_reason'),
    checkoutTo: text('checkout_to'),
    checkoutRemark: text('checkout_remark'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stayId] }),
    uniqueIndex('stay_open').on(t.orgId, t.oldmanId).where(sql`end_date is null`),
    index('stay_of').on(t.orgId, t.oldmanId, t.startDate.desc().nullsFirst(), t.createdAt.desc().nullsFirst()),
    index('stay_started').on(t.orgId, t.startDate),
    index('stay_ended').on(t.orgId, t.endDate),
    index('stay_contract').on(t.orgId, t.contractEnd).where(sql`end_date is null`),
    foreignKey({
      name: 'stay_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('stay_kind', sql`${t.kind} in ('TRIAL', 'FORMAL')`),
    check('stay_dates', sql`${t.endDate} is null or ${t.endDate} >= ${t.startDate}`),
    check('stay_trial', sql`${t.kind} <> 'TRIAL' or ${t.trialEnd} is not null`),
    check('stay_pay_day', sql`${t.payDay} between 1 and 28`),
  ],
)

/**
 * The nursing level of a stay from a day on, until the next row or the end of the stay; a row of a day to come is a change
 * that is agreed. Days therefore neither lack a level nor have two. That the first row is of the day the stay begins and
 * none is earlier is held by the migration (stay_first_level, stay_level_within).
 */
export const stayLevel = pgTable(
  'stay_level',
  {
    orgId: idColumn('org_id').notNull(),
    stayId: idColumn('stay_id').notNull(),
    fromDate: date('from_date').notNull(),
    /** Null: not known, for days from before levels were kept. */
    levelId: idColumn('level_id'),
    reason: text('reason'),
    /** Null: the system. */
    userId: idColumn('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stayId, t.fromDate] }),
    foreignKey({
      name: 'stay_level_stay',
      columns: [t.orgId, t.stayId],
      foreignColumns: [stay.orgId, stay.stayId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'stay_level_level',
      columns: [t.orgId, t.levelId],
      foreignColumns: [nursingLevel.orgId, nursingLevel.levelId],
    }),
  ],
)

/**
 * Which bed is held by whom on which days: STAY, ROOM (the other beds of a room taken whole) or RESERVE. One table for
 * all three, so that one exclusion constraint refuses a second owner of a bed on any day, also of the future
 * (occupancy_bed, occupancy_elder: drizzle cannot say them, the migration does).
 */
export const occupancy = pgTable(
  'occupancy',
  {
    orgId: idColumn('org_id').notNull(),
    occId: idColumn('occ_id').notNull(),
    bedId: idColumn('bed_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    kind: text('kind').notNull(),
    /** The stay of STAY and ROOM, the reservation of RESERVE. */
    stayId: idColumn('stay_id'),
    reserveId: idColumn('reserve_id'),
    days: dayRange('days').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.occId] }),
    index('occupancy_of').on(t.orgId, t.oldmanId),
    index('occupancy_at').on(t.orgId, t.bedId),
    index('occupancy_stay').on(t.orgId, t.stayId),
    foreignKey({ name: 'occupancy_bed_fk', columns: [t.orgId, t.bedId], foreignColumns: [bed.orgId, bed.bedId] }),
    foreignKey({
      name: 'occupancy_stay_fk',
      columns: [t.orgId, t.stayId],
      foreignColumns: [stay.orgId, stay.stayId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'occupancy_reserve_fk',
      columns: [t.orgId, t.reserveId],
      foreignColumns: [reservation.orgId, reservation.reserveId],
    }).onDelete('cascade'),
    check(
      'occupancy_kind',
      sql`case ${t.kind} when 'RESERVE' then ${t.reserveId} is not null and ${t.stayId} is null
        when 'STAY' then ${t.stayId} is not null and ${t.reserveId} is null
        when 'ROOM' then ${t.stayId} is not null and ${t.reserveId} is null else false end`,
    ),
  ],
)

export const reservation = pgTable(
  'reservation',
  {
    orgId: idColumn('org_id').notNull(),
    reserveId: idColumn('reserve_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    bedId: idColumn('bed_id').notNull(),
    reserveDate: date('reserve_date').notNull(),
    expectCheckIn: date('expect_check_in').notNull(),
    /** The last day the bed is kept; past it a person decides, unless the organisation lets it lapse by itself. */
    expireDate: date('expire_date').notNull(),
    bookingFen: fenColumn('booking_fen').notNull().default(sql`0`),
    saleId: idColumn('sale_id'),
    /** ACTIVE, USED, CANCELLED, EXPIRED */
    state: text('state').notNull().default('ACTIVE'),
    cancelReason: text('cancel_reason'),
    /** What becomes of the booking money: REFUND, KEEP, TRANSFER */
    cancelMoney: text('cancel_money'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.reserveId] }),
    uniqueIndex('reservation_active').on(t.orgId, t.oldmanId).where(sql`state = 'ACTIVE'`),
    index('reservation_of').on(t.orgId, t.oldmanId),
    foreignKey({
      name: 'reservation_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    foreignKey({ name: 'reservation_bed', columns: [t.orgId, t.bedId], foreignColumns: [bed.orgId, bed.bedId] }),
    check('reservation_state', sql`${t.state} in ('ACTIVE', 'USED', 'CANCELLED', 'EXPIRED')`),
    check('reservation_dates', sql`${t.expectCheckIn} >= ${t.reserveDate} and ${t.expireDate} >= ${t.expectCheckIn}`),
  ],
)

/** What happened to a resident, in words, for the timeline; never changed, and removed only with the archive. */
export const stayEvent = pgTable(
  'stay_event',
  {
    orgId: idColumn('org_id').notNull(),
    eventId: idColumn('event_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    stayId: idColumn('stay_id'),
    /** A value of StayEventKind. */
    kind: text('kind').notNull(),
    /** The day it counts for; entries may be made later. */
    day: date('day').notNull(),
    /** One sentence with old → new. */
    content: text('content').notNull(),
    reason: text('reason'),
    fromStatus: optionColumn('from_status', ResidenceStatus),
    toStatus: optionColumn('to_status', ResidenceStatus),
    facts: jsonb('facts').$type<Record<string, unknown>>(),
    /** Null: the system. */
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.eventId] }),
    index('stay_event_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    index('stay_event_kind').on(t.orgId, t.kind, t.day),
    foreignKey({
      name: 'stay_event_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
  ],
)

/** Beds that are not to be given out: under repair, or to be cleaned after somebody left. */
export const bedMark = pgTable(
  'bed_mark',
  {
    orgId: idColumn('org_id').notNull(),
    bedId: idColumn('bed_id').notNull(),
    /** 6 under repair, 7 to be cleaned, as in BedStatus */
    mark: optionColumn('mark', BedStatus).notNull(),
    reason: text('reason'),
    /** The day it is expected to be usable again. */
    until: date('until'),
    userId: idColumn('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.bedId] }),
    foreignKey({
      name: 'bed_mark_bed',
      columns: [t.orgId, t.bedId],
      foreignColumns: [bed.orgId, bed.bedId],
    }).onDelete('cascade'),
    check('bed_mark_kind', sql`${t.mark} in (6, 7)`),
  ],
)

/** A change of bed or a check-out that waits for a second person, or that was decided. */
export const residenceApply = pgTable(
  'residence_apply',
  {
    orgId: idColumn('org_id').notNull(),
    applyId: idColumn('apply_id').notNull(),
    applyNo: text('apply_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** The other one of an exchange. */
    otherId: idColumn('other_id'),
    stayId: idColumn('stay_id').notNull(),
    /** Where the resident lay when it was asked for. */
    bedId: idColumn('bed_id'),
    /** bedChange, checkOut */
    kind: text('kind').notNull(),
    /** adjustBed, exchangeBed, checkOut */
    move: text('move').notNull(),
    /** What the form sent; it is carried out as it stands. */
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    content: text('content').notNull(),
    /** Field → [before, after] in words. */
    changes: jsonb('changes').$type<Record<string, readonly [string | null, string | null]>>().notNull(),
    day: date('day').notNull(),
    reason: text('reason').notNull(),
    applicantId: idColumn('applicant_id').notNull(),
    auditorId: idColumn('auditor_id'),
    decidedAt: moment('decided_at'),
    /** Of the reviewer; of the applicant who took it back; why it lapsed. */
    remark: text('remark'),
    /** 0 waits, 1 passed, 2 declined, 3 withdrawn, 4 lapsed */
    state: optionColumn('state', ReviewResult).notNull().default(ReviewResult.is.waiting),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.applyId] }),
    uniqueIndex('residence_apply_waiting').on(t.orgId, t.oldmanId, t.kind).where(sql`state = 0`),
    index('residence_apply_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    index('residence_apply_state').on(t.orgId, t.state, t.createdAt),
    foreignKey({
      name: 'residence_apply_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check(
      'residence_apply_kind',
      sql`(${t.move} = 'checkOut') = (${t.kind} = 'checkOut') and ${t.kind} in ('bedChange', 'checkOut')
      and ${t.move} in ('adjustBed', 'exchangeBed', 'checkOut')`,
    ),
    check('residence_apply_state_range', sql`${t.state} between 0 and 4`),
    check('residence_apply_other', sql`(${t.move} = 'exchangeBed') = (${t.otherId} is not null)`),
    /** Nobody decides their own. */
    check('residence_apply_own', sql`${t.auditorId} <> ${t.applicantId}`),
    check(
      'residence_apply_decided',
      sql`(${t.state} in (1, 2)) = (${t.auditorId} is not null)
      and (${t.state} = 0) = (${t.decidedAt} is null)`,
    ),
    check('residence_apply_reason', sql`${t.state} <> 2 or btrim(coalesce(${t.remark}, '')) <> ''`),
  ],
)
