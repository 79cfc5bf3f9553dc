// Tables of the platform: organisations, accounts, sessions, roles and menus, departments, settings, messages.
// Names that sign in (login_name), sessions and codes are looked up before an organisation is known, so they
// stand outside the organisations' tables.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { AuthorityKind, MenuStatus } from '#contract/platform/authority'
import { DeptLevel, WardSwitch } from '#contract/platform/dept'
import { LandingDataDept } from '#contract/platform/landingEnd'
import { RoleLevel } from '#contract/platform/role'
import { OrgLevel, OrgStatus, StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'
import { acrossDepartments } from '#server/kit/tenant'

export const organization = pgTable(
  'organization',
  {
    orgId: idColumn('org_id').primaryKey(),
    orgCode: text('org_code').notNull().unique(),
    orgName: text('org_name').notNull(),
    /** 1 operator, 2 medical, 3 elderly care, 4 business */
    orgLevel: optionColumn('org_level', OrgLevel).notNull(),
    /** 0 under review, 1 approved, 2 refused, 3 frozen */
    orgStatus: optionColumn('org_status', OrgStatus).notNull(),
    parentId: idColumn('parent_id'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    /** False: applied for without SMS; whoever decides calls the number. */
    contactProven: boolean('contact_proven').notNull().default(true),
    address: text('address'),
    licenseNo: text('license_no'),
    licensePictures: jsonb('license_pictures').$type<string[]>().notNull().default([]),
    introduction: text('introduction'),
    /** Code of the district. */
    region: text('region'),
    /** What else the institution's archive says: nature, legal person, capacity, star, opening day … */
    profile: jsonb('profile').$type<Record<string, unknown>>().notNull().default({}),
    rejectReason: text('reject_reason'),
    /** Digest of the code with which an applicant asks for the state of the application. */
    queryCodeHash: text('query_code_hash'),
    /** Large-screen pass-login; off until an administrator switches it on. */
    screenPass: boolean('screen_pass').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('organization_name').on(t.orgName),
    check('organization_level', sql`${t.orgLevel} between 1 and 4`),
    check('organization_status', sql`${t.orgStatus} between 0 and 3`),
  ],
)

/** Every name or mobile number that signs in, with the account behind it. */
export const loginName = pgTable(
  'login_name',
  {
    name: text('name').primaryKey(),
    kind: text('kind').$type<'name' | 'phone'>().notNull(),
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
  },
  (t) => [unique('login_name_account').on(t.orgId, t.userId, t.kind)],
)

export const account = pgTable(
  'account',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    userTelephone: text('user_telephone'),
    passwordHash: text('password_hash').notNull(),
    /** 1 enabled, 2 disabled */
    userStatus: optionColumn('user_status', UserStatus).notNull().default(UserStatus.is.enabled),
    isAdmin: boolean('is_admin').notNull().default(false),
    resetPassword: boolean('reset_password').notNull().default(true),
    loginTime: moment('login_time'),
    lastLoginTime: moment('last_login_time'),
    lastDeptId: idColumn('last_dept_id'),
    lastLandingEndId: idColumn('last_landing_end_id'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    unique('account_name').on(t.orgId, t.userName),
    index('account_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.userId.desc().nullsFirst()),
    check('account_status', sql`${t.userStatus} in (1, 2)`),
  ],
)

export const dept = acrossDepartments(
  pgTable(
    'dept',
    {
      orgId: idColumn('org_id')
        .notNull()
        .references(() => organization.orgId),
      deptId: idColumn('dept_id').notNull(),
      parentId: idColumn('parent_id'),
      deptName: text('dept_name').notNull(),
      deptKey: text('dept_key').notNull(),
      level: optionColumn('level', DeptLevel).notNull().default(DeptLevel.is.first),
      deptType: text('dept_type'),
      ward: optionColumn('ward', WardSwitch).notNull().default(WardSwitch.is.no),
      inpatient: integer('inpatient').notNull().default(0),
      outpatient: integer('outpatient').notNull().default(0),
      ipNum: text('ip_num'),
      sort: integer('sort').notNull().default(0),
      version: integer('version').notNull().default(1),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.orgId, t.deptId] }),
      unique('dept_key').on(t.orgId, t.deptKey),
      foreignKey({ name: 'dept_parent', columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.deptId] }),
      check('dept_level', sql`${t.level} between 1 and 3`),
    ],
  ),
)

/** The person behind an account; emp_id equals the account's user_id. */
export const employee = acrossDepartments(
  pgTable(
    'employee',
    {
      orgId: idColumn('org_id').notNull(),
      empId: idColumn('emp_id').notNull(),
      empKey: text('emp_key'),
      empName: text('emp_name').notNull(),
      /** Full pinyin and initials, for search. */
      pinyin: text('pinyin').notNull().default(''),
      initials: text('initials').notNull().default(''),
      /** 1 male, 2 female (staff) */
      sex: optionColumn('sex', StaffSex).notNull().default(StaffSex.is.male),
      phoneNum: text('phone_num'),
      cordNum: text('cord_num'),
      deptId: idColumn('dept_id'),
      empType: text('emp_type'),
      empTitle: text('emp_title'),
      intro: text('intro'),
      workingPicture: text('working_picture'),
      status: optionColumn('status', StaffStatus).notNull().default(StaffStatus.is.employed),
      msgAuth: integer('msg_auth').notNull().default(1),
      nursingLevel: text('nursing_level'),
      sort: integer('sort').notNull().default(0),
      version: integer('version').notNull().default(1),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.orgId, t.empId] }),
      foreignKey({
        name: 'employee_account',
        columns: [t.orgId, t.empId],
        foreignColumns: [account.orgId, account.userId],
      }).onDelete('cascade'),
      foreignKey({ name: 'employee_dept', columns: [t.orgId, t.deptId], foreignColumns: [dept.orgId, dept.deptId] }),
      check('employee_sex', sql`${t.sex} in (1, 2)`),
    ],
  ),
)

/** 存储数据范围: departments whose rows the person may see. */
export const employeeDataDept = acrossDepartments(
  pgTable(
    'employee_data_dept',
    {
      orgId: idColumn('org_id').notNull(),
      empId: idColumn('emp_id').notNull(),
      deptId: idColumn('dept_id').notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.orgId, t.empId, t.deptId] }),
      foreignKey({
        name: 'data_dept_employee',
        columns: [t.orgId, t.empId],
        foreignColumns: [employee.orgId, employee.empId],
      }).onDelete('cascade'),
      foreignKey({ name: 'data_dept_dept', columns: [t.orgId, t.deptId], foreignColumns: [dept.orgId, dept.deptId] }),
    ],
  ),
)

export const job = pgTable(
  'job',
  {
    orgId: idColumn('org_id').notNull(),
    jobId: idColumn('job_id').notNull(),
    jobName: text('job_name').notNull(),
    /** Full pinyin and initials, for search. */
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    jobTypeCode: text('job_type_code').notNull(),
    jobTypeName: text('job_type_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.jobId] }), unique('job_name').on(t.orgId, t.jobName)],
)

export const employeeJob = pgTable(
  'employee_job',
  {
    orgId: idColumn('org_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    jobId: idColumn('job_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empId, t.jobId] }),
    foreignKey({
      name: 'job_employee',
      columns: [t.orgId, t.empId],
      foreignColumns: [employee.orgId, employee.empId],
    }).onDelete('cascade'),
    foreignKey({ name: 'job_job', columns: [t.orgId, t.jobId], foreignColumns: [job.orgId, job.jobId] }),
  ],
)

/** Where a user may enter: the console, the operator's console, screens. Shared by all organisations. */
export const landingEnd = pgTable('landing_end', {
  landingEndId: idColumn('landing_end_id').primaryKey(),
  landingEndName: text('landing_end_name').notNull(),
  landingEndCode: text('landing_end_code').notNull().unique(),
  deviceType: jsonb('device_type').$type<string[]>().notNull().default([]),
  /** 0 all departments, 1 one department */
  dataDept: optionColumn('data_dept', LandingDataDept).notNull().default(LandingDataDept.is.all),
  remark: text('remark'),
  version: integer('version').notNull().default(1),
  createdAt: createdAt(),
})

/** Departments that may use only certain landing ends; a department without a row may use all. */
export const deptLandingEnd = acrossDepartments(
  pgTable(
    'dept_landing_end',
    {
      orgId: idColumn('org_id').notNull(),
      deptId: idColumn('dept_id').notNull(),
      landingEndId: idColumn('landing_end_id')
        .notNull()
        .references(() => landingEnd.landingEndId),
    },
    (t) => [
      primaryKey({ columns: [t.orgId, t.deptId, t.landingEndId] }),
      foreignKey({
        name: 'dept_landing_end_dept',
        columns: [t.orgId, t.deptId],
        foreignColumns: [dept.orgId, dept.deptId],
      }).onDelete('cascade'),
    ],
  ),
)

/** Menu entries and button authorities: one tree for all organisations, seeded from the contract's pages. */
export const authority = pgTable(
  'authority',
  {
    authorityId: idColumn('authority_id').primaryKey(),
    parentId: idColumn('parent_id'),
    authorityCode: text('authority_code').notNull().unique(),
    authorityName: text('authority_name').notNull(),
    level: integer('level').notNull(),
    /** 1 menu, 2 button */
    type: optionColumn('type', AuthorityKind).notNull(),
    menuType: text('menu_type').$type<'MENU' | 'FUNC' | 'CUSTOM_FUNC' | 'IN_LINK'>().notNull(),
    actionType: integer('action_type').notNull().default(4),
    /** 1 shown, 2 hidden */
    status: optionColumn('status', MenuStatus).notNull().default(MenuStatus.is.shown),
    /** Codes of the landing ends it belongs to. */
    ends: jsonb('ends').$type<string[]>().notNull().default(['WEB']),
    scope: jsonb('scope').$type<Record<string, boolean>>(),
    apis: jsonb('apis').$type<string[]>().notNull().default([]),
    pageUrl: text('page_url'),
    menuLink: text('menu_link'),
    icon: text('icon').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    remark: text('remark'),
    /** Seeded by the product: cannot be deleted, its code cannot change. */
    system: boolean('system').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ name: 'authority_parent', columns: [t.parentId], foreignColumns: [t.authorityId] }),
    index('authority_tree').on(t.parentId, t.sort),
    check('authority_level', sql`${t.level} between 1 and 5`),
  ],
)

export const role = pgTable(
  'role',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    roleId: idColumn('role_id').notNull(),
    name: text('name').notNull(),
    roleDesc: text('role_desc'),
    /** 0 preset: has everything and cannot be deleted; 1 normal */
    roleLevel: optionColumn('role_level', RoleLevel).notNull().default(RoleLevel.is.own),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.roleId] }), unique('role_name').on(t.orgId, t.name)],
)

export const roleAuthority = pgTable(
  'role_authority',
  {
    orgId: idColumn('org_id').notNull(),
    roleId: idColumn('role_id').notNull(),
    landingEndId: idColumn('landing_end_id')
      .notNull()
      .references(() => landingEnd.landingEndId),
    authorityId: idColumn('authority_id')
      .notNull()
      .references(() => authority.authorityId, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.roleId, t.landingEndId, t.authorityId] }),
    foreignKey({
      name: 'role_authority_role',
      columns: [t.orgId, t.roleId],
      foreignColumns: [role.orgId, role.roleId],
    }).onDelete('cascade'),
  ],
)

export const accountRole = pgTable(
  'account_role',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    roleId: idColumn('role_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId, t.roleId] }),
    foreignKey({
      name: 'account_role_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    foreignKey({ name: 'account_role_role', columns: [t.orgId, t.roleId], foreignColumns: [role.orgId, role.roleId] }),
  ],
)
