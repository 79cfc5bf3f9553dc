// Making accounts and organisations: the account, the names that sign in, the person, their departments and roles.

import { invalid, Refusal } from '#contract/kit/refusal'
import { RoleLevel } from '#contract/platform/role'
import { OrgLevel, StaffSex } from '#contract/platform/session'
import { saveSetting, settingDefaults } from '#server/areas/platform/setting/orgSettings'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { namePinyin } from '#server/kit/pinyin'
import { fillOrganisation } from '#server/kit/presets'

onConstraint('login_name_pkey', () => new Refusal('ALREADY_EXISTS', { what: '账号或手机号' }))
onConstraint('account_name', () => new Refusal('ALREADY_EXISTS', { what: '账号' }, 'userName'))
onConstraint('organization_name', () => new Refusal('ALREADY_EXISTS', { what: '机构名称' }, 'orgName'))

const PHONE = /^1\d{10}$/

/** A name that looks like a mobile number could be the number somebody else signs in with. */
export function checkUserName(userName: string): void {
  if (PHONE.test(userName)) throw invalid('账号不能是手机号的样子，请换一个', 'userName')
}

export interface NewAccount {
  orgId: string
  userName: string
  /** Made with hashPassword before the transaction begins. */
  passwordHash: string
  empName: string
  phone?: string | null
  sex?: 1 | 2
  empKey?: string | null
  deptId?: string | null
  dataDeptIds?: readonly string[]
  jobIds?: readonly string[]
  roleIds?: readonly string[]
  isAdmin?: boolean
  /** The first sign-in asks for a new password. */
  resetPassword?: boolean
  /** For rows whose id must be the same everywhere. */
  userId?: string
}

/** Refuses a name or mobile number that signs in already; `field` is where the form shows it. */
export async function refuseTaken(tx: Tx, name: string, what: string, field: string): Promise<void> {
  // Whoever asks for the same name at the same moment waits here and then finds it taken.
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('login name ' || lower($1), 0))`, [name])
  const taken = await tx.client.query('select 1 from login_name where name = lower($1)', [name])
  if (taken.rows.length > 0) throw new Refusal('ALREADY_EXISTS', { what }, field)
}

/** Gives the id of the new account, which is the id of the person too. */
export async function addAccount(tx: Tx, account: NewAccount): Promise<string> {
  const { orgId } = account
  const userId = account.userId ?? newId()
  const phone = account.phone || null
  await refuseTaken(tx, account.userName, '账号', 'userName')
  if (phone) await refuseTaken(tx, phone, '手机号', 'userTelephone')
  await tx.client.query(
    `insert into account (org_id, user_id, user_name, user_telephone, password_hash, is_admin, reset_password)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      orgId,
      userId,
      account.userName,
      phone,
      account.passwordHash,
      account.isAdmin ?? false,
      account.resetPassword ?? true,
    ],
  )
  const names = [[account.userName.toLowerCase(), 'name'], ...(phone ? [[phone, 'phone']] : [])]
  await tx.client.query(
    `insert into login_name (name, kind, org_id, user_id)
     select n.name, n.kind, $1, $2 from unnest($3::text[], $4::text[]) as n(name, kind)`,
    [orgId, userId, names.map(([name]) => name), names.map(([, kind]) => kind)],
  )
  const { pinyin, initials } = namePinyin(account.empName)
  await tx.client.query(
    `insert into employee (org_id, emp_id, emp_key, emp_name, pinyin, initials, sex, phone_num, dept_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      orgId,
      userId,
      account.empKey ?? null,
      account.empName,
      pinyin,
      initials,
      account.sex ?? StaffSex.is.male,
      phone,
      account.deptId ?? null,
    ],
  )
  await tie(tx, 'employee_data_dept (org_id, emp_id, dept_id)', orgId, userId, account.dataDeptIds)
  await tie(tx, 'employee_job (org_id, emp_id, job_id)', orgId, userId, account.jobIds)
  await tie(tx, 'account_role (org_id, user_id, role_id)', orgId, userId, account.roleIds)
  return userId
}

async function tie(tx: Tx, into: string, orgId: string, userId: string, ids: readonly string[] | undefined) {
  if (!ids || ids.length === 0) return
  await tx.client.query(`insert into ${into} select $1, $2, x from unnest($3::text[]) x`, [orgId, userId, ids])
}

/** The next free organisation code: six digits, counted up. */
async function nextOrgCode(tx: Tx): Promise<string> {
  for (;;) {
    const next = await tx.client.query<{ last: number }>(
      `insert into number_series (org_id, prefix, day, last) values ('', 'ORG', '2000-01-01', 1)
       on conflict (org_id, prefix, day) do update set last = number_series.last + 1 returning last`,
    )
    const code = String(next.rows[0]!.last).padStart(6, '0')
    const taken = await tx.client.query('select 1 from organization where org_code = $1', [code])
    if (taken.rows.length === 0) return code
  }
}

export interface NewOrganisation {
  orgId: string
  orgName: string
  orgLevel: number
  /** 0 under review, 1 running */
  orgStatus: number
}

export async function addOrganisation(tx: Tx, one: NewOrganisation): Promise<void> {
  const code = await nextOrgCode(tx)
  await tx.client.query(
    `insert into organization (org_id, org_code, org_name, org_level, org_status, parent_id)
     values ($1, $2, $3, $4, $5, (select org_id from organization where org_level = ${OrgLevel.is.operator}
     order by created_at, org_id limit 1))`,
    [one.orgId, code, one.orgName, one.orgLevel, one.orgStatus],
  )
}

export const PRESET_ROLE = '机构管理员'
export const ROOT_DEPT = '院办公室'

/** What every running organisation begins with; done again it changes nothing. */
export async function addPresets(tx: Tx, orgId: string, orgName: string): Promise<void> {
  await tx.client.query(
    `insert into role (org_id, role_id, name, role_desc, role_level) values ($1, $2, $3, '系统预设角色', 0)
     on conflict (org_id, name) do nothing`,
    [orgId, newId(), PRESET_ROLE],
  )
  await tx.client.query(
    `insert into dept (org_id, dept_id, dept_name, dept_key, level, sort) values ($1, $2, $3, '001', 1, 1)
     on conflict (org_id, dept_key) do nothing`,
    [orgId, newId(), ROOT_DEPT],
  )
  await tx.client.query(
    `insert into account_role (org_id, user_id, role_id)
     select a.org_id, a.user_id, r.role_id from account a join role r on r.org_id = a.org_id
       and r.role_level = ${RoleLevel.is.preset}
      where a.org_id = $1 and a.is_admin on conflict do nothing`,
    [orgId],
  )
  await tx.client.query(
    `update employee e set dept_id = d.dept_id from dept d, account a
      where d.org_id = $1 and d.dept_key = '001' and a.org_id = $1 and a.is_admin
        and e.org_id = $1 and e.emp_id = a.user_id and e.dept_id is null`,
    [orgId],
  )
  await saveSetting(tx.client, orgId, 'systemName', settingDefaults.systemName)
  await saveSetting(tx.client, orgId, 'windowName', orgName)
  await fillOrganisation(tx, orgId)
}
