// Tables of the staff files: facts of a person beside the account, contracts, certificates and whom somebody looks after.
// That contracts of one person do not overlap, and an elder or bed is in one person's care at a time, is held by the migration.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { account } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const staffFile = pgTable(
  'staff_file',
  {
    orgId: idColumn('org_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    idNo: text('id_no'),
    birthday: date('birthday'),
    /** A code of the national list of education. */
    education: text('education'),
    nativePlace: text('native_place'),
    address: text('address'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    contactRelation: text('contact_relation'),
    hireDate: date('hire_date'),
    probationEnd: date('probation_end'),
    /** Codes of StaffSkill. */
    skills: text('skills').array().notNull().default(sql`'{}'`),
    /** No nights between these days, and why: from the seventh month of a pregnancy, while nursing a child. */
    noNightFrom: date('no_night_from'),
    noNightTo: date('no_night_to'),
    noNightReason: text('no_night_reason'),
    leftOn: date('left_on'),
    leftReason: text('left_reason'),
    leftNote: text('left_note'),
    /** Who took over to-dos and elders with the leaving. */
    handedTo: idColumn('handed_to'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empId] }),
    foreignKey({
      name: 'staff_file_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check(
      'staff_file_night',
      sql`(${t.noNightFrom} is null) = (${t.noNightTo} is null) and ${t.noNightFrom} <= ${t.noNightTo}`,
    ),
    check('staff_file_left', sql`(${t.leftOn} is null) = (${t.leftReason} is null)`),
  ],
)

export const staffContract = pgTable(
  'staff_contract',
  {
    orgId: idColumn('org_id').notNull(),
    contractId: idColumn('contract_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    /** A value of StaffContractKind. */
    kind: text('kind').notNull(),
    number: text('number'),
    startDate: date('start_date').notNull(),
    /** Null: without an end. */
    endDate: date('end_date'),
    files: text('files').array().notNull().default(sql`'{}'`),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.contractId] }),
    index('staff_contract_of').on(t.orgId, t.empId, t.startDate),
    foreignKey({
      name: 'staff_contract_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('staff_contract_kind', sql`${t.kind} in ('FIXED', 'OPEN', 'LABOUR', 'REHIRED', 'INTERN')`),
    check('staff_contract_period', sql`${t.endDate} >= ${t.startDate}`),
    check('staff_contract_open', sql`(${t.kind} = 'OPEN') = (${t.endDate} is null)`),
  ],
)

export const staffCertificate = pgTable(
  'staff_certificate',
  {
    orgId: idColumn('org_id').notNull(),
    certificateId: idColumn('certificate_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    /** A value of CertificateKind. */
    kind: text('kind').notNull(),
    number: text('number'),
    level: text('level'),
    issuer: text('issuer'),
    issuedOn: date('issued_on'),
    /** Null: does not expire. */
    validTo: date('valid_to'),
    files: text('files').array().notNull().default(sql`'{}'`),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.certificateId] }),
    index('staff_certificate_of').on(t.orgId, t.empId, t.kind, t.validTo),
    index('staff_certificate_expiry').on(t.orgId, t.validTo).where(sql`valid_to is not null`),
    foreignKey({
      name: 'staff_certificate_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check(
      'staff_certificate_kind',
      sql`${t.kind} in ('HEALTH', 'NURSE', 'DOCTOR', 'CARER', 'FIRE', 'SPECIAL', 'ELECTRICIAN', 'FIRST_AID', 'FOOD', 'NO_CRIME', 'OTHER')`,
    ),
    check('staff_certificate_period', sql`${t.validTo} >= ${t.issuedOn}`),
  ],
)

/** In whose care an elder or a bed is, from a day on; the last day is the one before `to_day`. */
export const staffCharge = pgTable(
  'staff_charge',
  {
    orgId: idColumn('org_id').notNull(),
    chargeId: idColumn('charge_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    oldmanId: idColumn('oldman_id'),
    bedId: idColumn('bed_id'),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day'),
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.chargeId] }),
    index('staff_charge_of').on(t.orgId, t.empId, t.fromDay),
    foreignKey({
      name: 'staff_charge_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('staff_charge_one', sql`(${t.oldmanId} is null) <> (${t.bedId} is null)`),
    check('staff_charge_period', sql`${t.toDay} >= ${t.fromDay}`),
  ],
)

/** What somebody must have learned in a year, by the kind of staff; without a row nothing is due. */
export const trainingDue = pgTable(
  'training_due',
  {
    orgId: idColumn('org_id').notNull(),
    /** A value of StaffType. */
    empType: text('emp_type').notNull(),
    hours: integer('hours').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empType] }),
    check('training_due_hours', sql`${t.hours} between 0 and 2000`),
  ],
)

export const training = pgTable(
  'training',
  {
    orgId: idColumn('org_id').notNull(),
    trainingId: idColumn('training_id').notNull(),
    /** Of whoever holds it: their colleagues manage it too. */
    deptId: idColumn('dept_id'),
    /** A value of TrainingType. */
    type: integer('type').notNull(),
    title: text('title').notNull(),
    startAt: moment('start_at').notNull(),
    endAt: moment('end_at').notNull(),
    /** Tenths of an hour: what each who came and passed is credited. */
    creditTenths: integer('credit_tenths').notNull(),
    place: text('place'),
    teacher: text('teacher'),
    content: text('content'),
    files: text('files').array().notNull().default(sql`'{}'`),
    /** Null: no examination. */
    passScore: integer('pass_score'),
    certificate: text('certificate'),
    /** Colleagues who are not on the list may sign in with the code as well. */
    walkIn: boolean('walk_in').notNull().default(false),
    state: text('state').notNull().default('PLANNED'),
    cancelReason: text('cancel_reason'),
    /** The secret behind the code on the screen; the code itself changes every half minute. */
    signSecret: text('sign_secret'),
    createdBy: idColumn('created_by'),
    createdName: text('created_name'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.trainingId] }),
    index('training_list').on(t.orgId, t.startAt.desc(), t.trainingId.desc()),
    check('training_type', sql`${t.type} between 1 and 9`),
    check('training_state', sql`${t.state} in ('PLANNED', 'RUNNING', 'DONE', 'CANCELLED')`),
    check('training_period', sql`${t.endAt} > ${t.startAt}`),
    check('training_credit', sql`${t.creditTenths} between 1 and 1000`),
    check('training_pass', sql`${t.passScore} between 0 and 100`),
    check('training_cancelled', sql`(${t.state} = 'CANCELLED') = (${t.cancelReason} is not null)`),
    check('training_title', sql`btrim(${t.title}) <> ''`),
  ],
)

export const trainingPerson = pgTable(
  'training_person',
  {
    orgId: idColumn('org_id').notNull(),
    trainingId: idColumn('training_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    empName: text('emp_name').notNull(),
    signedAt: moment('signed_at'),
    signWay: text('sign_way'),
    /** Who ticked the list; null: by code, the person. */
    signedBy: idColumn('signed_by'),
    score: integer('score'),
    /** Null: not decided yet. */
    passed: boolean('passed'),
    certificateNo: text('certificate_no'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.trainingId, t.empId] }),
    index('training_person_of').on(t.orgId, t.empId),
    uniqueIndex('training_person_certificate').on(t.orgId, t.certificateNo),
    foreignKey({
      name: 'training_person_training',
      columns: [t.orgId, t.trainingId],
      foreignColumns: [training.orgId, training.trainingId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'training_person_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('training_person_way', sql`${t.signWay} in ('LIST', 'CODE')`),
    check('training_person_signed', sql`(${t.signedAt} is null) = (${t.signWay} is null)`),
    check('training_person_score', sql`${t.score} between 0 and 100`),
    check('training_person_passed', sql`${t.signedAt} is not null or (${t.score} is null and ${t.passed} is not true)`),
  ],
)
