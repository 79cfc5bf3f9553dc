// Tables of the reception: consultations, outings, visits, invitations of the family.
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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ConsultationStatus } from '#contract/live/consultationFields'
import { OutingState } from '#contract/live/outingMoves'
import { ResidentSex } from '#contract/live/resident'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'
import { oldman, oldmanFamily } from './tables.ts'

const momentRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

export const consultation = pgTable(
  'consultation',
  {
    orgId: idColumn('org_id').notNull(),
    consultationId: idColumn('consultation_id').notNull(),
    consultationNo: text('consultation_no').notNull(),
    consultDate: date('consult_date').notNull(),
    channel: text('channel').notNull(),
    intention: text('intention'),
    /** 1 to follow up, 2 in follow-up, 3 archive made, 4 lost */
    status: optionColumn('status', ConsultationStatus).notNull().default(ConsultationStatus.is.waiting),
    expectDate: date('expect_date'),
    expectRoomType: text('expect_room_type'),
    budgetFen: fenColumn('budget_fen'),
    saleId: idColumn('sale_id').notNull(),
    /** The department of the salesman: whose staff see it. */
    deptId: idColumn('dept_id'),
    remark: text('remark'),
    consultantName: text('consultant_name').notNull(),
    consultantPinyin: text('consultant_pinyin').notNull().default(''),
    consultantInitials: text('consultant_initials').notNull().default(''),
    consultantPhone: text('consultant_phone').notNull(),
    consultantRelation: text('consultant_relation').notNull(),
    consultantWechat: text('consultant_wechat'),
    consultantAddress: text('consultant_address'),
    oldmanName: text('oldman_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    sex: optionColumn('sex', ResidentSex).notNull(),
    idCard: text('id_card'),
    birthDate: date('birth_date'),
    /** Where the birthday is not known. */
    age: integer('age'),
    nation: text('nation'),
    phone: text('phone'),
    address: text('address'),
    region: text('region'),
    head: text('head'),
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull().default({}),
    health: jsonb('health').$type<Record<string, unknown>>().notNull().default({}),
    attention: jsonb('attention').$type<number[]>().notNull().default([]),
    /** Of the newest interview that names one; null when nothing is agreed. */
    nextFollowAt: moment('next_follow_at'),
    lossReason: text('loss_reason'),
    lossRemark: text('loss_remark'),
    lostAt: moment('lost_at'),
    visitedAt: moment('visited_at'),
    oldmanId: idColumn('oldman_id'),
    archivedAt: moment('archived_at'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.consultationId] }),
    unique('consultation_no').on(t.orgId, t.consultationNo),
    uniqueIndex('consultation_oldman').on(t.orgId, t.oldmanId).where(sql`oldman_id is not null`),
    index('consultation_list').on(t.orgId, t.consultDate.desc().nullsFirst(), t.consultationId.desc().nullsFirst()),
    index('consultation_follow').on(t.orgId, t.nextFollowAt),
    index('consultation_id_card').on(t.orgId, t.idCard),
    foreignKey({
      name: 'consultation_oldman_fk',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('consultation_status', sql`${t.status} between 1 and 4`),
    check('consultation_archived', sql`(${t.status} = 3) = (${t.oldmanId} is not null)`),
    check('consultation_lost', sql`${t.status} <> 4 or ${t.lossReason} is not null`),
  ],
)

export const consultationInterview = pgTable(
  'consultation_interview',
  {
    orgId: idColumn('org_id').notNull(),
    interviewId: idColumn('interview_id').notNull(),
    consultationId: idColumn('consultation_id').notNull(),
    visitAt: moment('visit_at').notNull(),
    staffId: idColumn('staff_id').notNull(),
    /** PHONE, COME, HOME, OTHER */
    manner: text('manner').notNull(),
    content: text('content').notNull(),
    nextFollowAt: moment('next_follow_at'),
    result: text('result'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.interviewId] }),
    index('consultation_interview_of').on(t.orgId, t.consultationId, t.visitAt.desc().nullsFirst()),
    foreignKey({
      name: 'consultation_interview_fk',
      columns: [t.orgId, t.consultationId],
      foreignColumns: [consultation.orgId, consultation.consultationId],
    }).onDelete('cascade'),
  ],
)

export const outing = pgTable(
  'outing',
  {
    orgId: idColumn('org_id').notNull(),
    outId: idColumn('out_id').notNull(),
    outNo: text('out_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    stayId: idColumn('stay_id').notNull(),
    outType: text('out_type').notNull(),
    reason: text('reason').notNull(),
    planOut: moment('plan_out').notNull(),
    /** The return as it stands now; postponements keep the earlier ones. */
    planReturn: moment('plan_return').notNull(),
    companion: text('companion').notNull(),
    companionPhone: text('companion_phone').notNull(),
    companionRelation: text('companion_relation').notNull(),
    destination: text('destination'),
    medicines: jsonb('medicines')
      .$type<{ name: string; amount: string; remark: string | null }[]>()
      .notNull()
      .default([]),
    mealStop: boolean('meal_stop').notNull().default(false),
    actualOut: moment('actual_out'),
    actualReturn: moment('actual_return'),
    postpones: jsonb('postpones').$type<Record<string, unknown>[]>().notNull().default([]),
    /** A postponement that waits for its audit: newReturn, reason, by, at. */
    asked: jsonb('asked').$type<Record<string, unknown>>(),
    /** Typed in after it happened, and from where; by whom and when are applicant and creation. */
    backfillReason: text('backfill_reason'),
    applicantId: idColumn('applicant_id').notNull(),
    auditorId: idColumn('auditor_id'),
    auditAt: moment('audit_at'),
    auditRemark: text('audit_remark'),
    cancelReason: text('cancel_reason'),
    returnHealth: text('return_health'),
    /** 0 to audit, 1 passed, 2 declined, 3 returned, 4 postponed, 5 cancelled, 6 overdue */
    state: optionColumn('state', OutingState).notNull().default(OutingState.is.waiting),
    remindedAt: moment('reminded_at'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
    /** When the resident is away, or is planned to be. */
    away: momentRange('away').generatedAlwaysAs(
      sql`case when state = 3 then tstzrange(actual_out, actual_return) else tstzrange(plan_out, plan_return) end`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.outId] }),
    unique('outing_no').on(t.orgId, t.outNo),
    uniqueIndex('outing_open').on(t.orgId, t.oldmanId).where(sql`state in (0, 1, 4, 6)`),
    index('outing_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.outId.desc().nullsFirst()),
    index('outing_state').on(t.orgId, t.state, t.planReturn),
    index('outing_of').on(t.orgId, t.oldmanId, t.planOut.desc().nullsFirst()),
    foreignKey({
      name: 'outing_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('outing_state_range', sql`${t.state} between 0 and 6`),
    check('outing_plan', sql`${t.planReturn} > ${t.planOut}`),
    check(
      'outing_actual',
      sql`${t.actualReturn} is null or (${t.actualOut} is not null and ${t.actualReturn} >= ${t.actualOut})`,
    ),
    check('outing_backfill', sql`${t.backfillReason} is null or ${t.actualOut} is not null`),
    check('outing_returned', sql`(${t.state} = 3) = (${t.actualReturn} is not null)`),
  ],
)

export const visit = pgTable(
  'visit',
  {
    orgId: idColumn('org_id').notNull(),
    visitId: idColumn('visit_id').notNull(),
    /** Stands on the visitor's badge. */
    visitNo: text('visit_no').notNull(),
    /** Null for visitors of the house: inspections, craftsmen, volunteers. */
    oldmanId: idColumn('oldman_id'),
    visitor: text('visitor').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    phone: text('phone'),
    idCard: text('id_card'),
    relation: text('relation'),
    type: text('type').notNull(),
    manner: text('manner'),
    people: integer('people').notNull().default(1),
    planTime: moment('plan_time'),
    inTime: moment('in_time').notNull(),
    outTime: moment('out_time'),
    /** Tenths of a degree. */
    temperature: integer('temperature'),
    items: text('items'),
    remark: text('remark'),
    /** Who came to look at the house: the consultation it belongs to. */
    consultationId: idColumn('consultation_id'),
    userId: idColumn('user_id'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.visitId] }),
    unique('visit_no').on(t.orgId, t.visitNo),
    index('visit_consultation').on(t.orgId, t.consultationId).where(sql`consultation_id is not null`),
    foreignKey({
      name: 'visit_consultation_fk',
      columns: [t.orgId, t.consultationId],
      foreignColumns: [consultation.orgId, consultation.consultationId],
    }),
    index('visit_list').on(t.orgId, t.inTime.desc().nullsFirst(), t.visitId.desc().nullsFirst()),
    index('visit_inside').on(t.orgId).where(sql`out_time is null`),
    index('visit_of').on(t.orgId, t.oldmanId, t.inTime.desc().nullsFirst()),
    foreignKey({
      name: 'visit_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('visit_times', sql`${t.outTime} is null or ${t.outTime} >= ${t.inTime}`),
    check('visit_people', sql`${t.people} between 1 and 99`),
  ],
)

/** An invitation to read along, sent to one member of the family. The code itself is not stored. */
export const familyInvitation = pgTable(
  'family_invitation',
  {
    orgId: idColumn('org_id').notNull(),
    invitationId: idColumn('invitation_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    familyId: idColumn('family_id').notNull(),
    codeHash: text('code_hash').notNull(),
    /** The last two characters, so that staff and family can tell codes apart. */
    codeEnd: text('code_end').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    revokedAt: moment('revoked_at'),
    /** Wrong phone numbers entered with this code. */
    tries: integer('tries').notNull().default(0),
    lastReadAt: moment('last_read_at'),
    /** Hash of the secret that the accepted side shows when it reads again. */
    readerHash: text('reader_hash'),
    userId: idColumn('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.invitationId] }),
    unique('family_invitation_code').on(t.codeHash),
    index('family_invitation_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    foreignKey({
      name: 'family_invitation_family',
      columns: [t.orgId, t.familyId],
      foreignColumns: [oldmanFamily.orgId, oldmanFamily.familyId],
    }).onDelete('cascade'),
  ],
)
