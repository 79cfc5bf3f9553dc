// The record of a user as one value: account, person, roles, jobs and data departments. Writing compares two of them,
// so that the log tells what changed and nothing is written, checked or ended for what did not.

import { invalid, notFound } from '#contract/kit/refusal'
import type { RiskyPair } from '#contract/platform/duties'
import { StaffSex } from '#contract/platform/session'
import { addedRisks, combinedRisks } from '#server/areas/platform/role/duties'
import type { Caller, Tx } from '#server/kit/caller'
import { namePinyin } from '#server/kit/pinyin'
import { inDepts } from '#server/kit/tenant'
import { rolesFor } from './userRights.ts'

export interface UserRecord {
  userName: string
  userStatus: number
  isAdmin: boolean
  /** Signs in with it; the same number stands in the person's record. */
  phoneNum: string | null
  empName: string
  sex: number
  empKey: string | null
  cordNum: string | null
  deptId: string | null
  empTitle: string | null
  intro: string | null
  workingPicture: string | null
  empType: string | null
  nursingLevel: string | null
  roleIds: string[]
  dataDeptIds: string[]
  jobIds: string[]
}

export interface StoredRecord extends UserRecord {
  userId: string
  version: number
  /** False: an account whose person was never entered. */
  employed: boolean
  /** Just made, and nobody has signed in with it. */
  fresh: boolean
}

const RECORD = `select a.user_id as "userId", a.version, a.user_name as "userName", a.user_status as "userStatus",
  a.is_admin as "isAdmin", a.user_telephone as "phoneNum", coalesce(e.emp_name, a.user_name) as "empName",
  coalesce(e.sex, ${StaffSex.is.male}) as sex, e.emp_key as "empKey", e.cord_num as "cordNum", e.dept_id as "deptId",
  e.emp_title as "empTitle", e.intro, e.working_picture as "workingPicture", e.emp_type as "empType",
  e.nursing_level as "nursingLevel", e.emp_id is not null as employed,
  a.login_time is null and a.created_at > now() - interval '1 hour' as fresh,
  array(select x.role_id::text from account_role x where x.org_id = a.org_id and x.user_id = a.user_id) as "roleIds",
  array(select x.dept_id::text from employee_data_dept x where x.org_id = a.org_id and x.emp_id = a.user_id) as "dataDeptIds",
  array(select x.job_id::text from employee_job x where x.org_id = a.org_id and x.emp_id = a.user_id) as "jobIds"
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_id = $2 and (a.user_id = $4 or ${inDepts('e', '$3')}) for update of a`

export async function lockRecord(tx: Tx, who: Caller, userId: string): Promise<StoredRecord> {
  const found = await tx.client.query<StoredRecord>({
    name: 'user_record',
    text: RECORD,
    values: [who.orgId, userId, who.deptIds, who.userId],
  })
  if (!found.rows[0]) throw notFound('用户')
  return found.rows[0]
}

export const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

const LISTS = ['roleIds', 'dataDeptIds', 'jobIds'] as const
type ListField = (typeof LISTS)[number]

export type Field = keyof UserRecord

/** The fields in which two records differ. */
export function changedFields(before: UserRecord, after: UserRecord): Field[] {
  return (Object.keys(after) as Field[]).filter((field) =>
    (LISTS as readonly string[]).includes(field)
      ? !sameList(before[field as ListField], after[field as ListField])
      : before[field] !== after[field],
  )
}

/** Names by id, of everything a record points at. */
export interface Names {
  role: ReadonlyMap<string, string>
  dept: ReadonlyMap<string, string>
  job: ReadonlyMap<string, string>
}

const NAMES = `select 'role' as kind, role_id as id, name from role where org_id = $1 and role_id = any($2)
union all select 'dept', dept_id, dept_name from dept where org_id = $1 and dept_id = any($3)
union all select 'job', job_id, job_name from job where org_id = $1 and job_id = any($4)`

export async function namesOf(tx: Tx, records: readonly UserRecord[]): Promise<Names> {
  const all = (field: ListField) => [...new Set(records.flatMap((one) => one[field]))]
  const depts = [...new Set([...all('dataDeptIds'), ...records.flatMap((one) => one.deptId ?? [])])]
  const found = await tx.client.query<{ kind: keyof Names; id: string; name: string }>({
    name: 'user_names',
    text: NAMES,
    values: [tx.orgId, all('roleIds'), depts, all('jobIds')],
  })
  const of = (kind: keyof Names) =>
    new Map(found.rows.filter((row) => row.kind === kind).map((row) => [row.id, row.name] as const))
  return { role: of('role'), dept: of('dept'), job: of('job') }
}

/** Refuses what does not exist here, and what the caller may not hand out. Only what is new is looked at. */
export async function checkGrants(
  tx: Tx,
  who: Caller,
  before: UserRecord | null,
  after: UserRecord,
  names: Names,
  riskReason?: string | null,
): Promise<RiskyPair[]> {
  const added = (field: ListField) => after[field].filter((one) => !before?.[field].includes(one))
  const unknown = (ids: readonly string[], known: ReadonlyMap<string, string>) => ids.some((one) => !known.has(one))
  if (unknown(added('roleIds'), names.role)) throw invalid('所选角色不存在，可能刚被删除，请重新选择', 'roleIds')
  if (unknown(added('jobIds'), names.job)) throw invalid('所选岗位不存在，可能刚被删除，请重新选择', 'jobIds')
  if (unknown(added('dataDeptIds'), names.dept)) throw invalid('数据范围中有不存在的部门，请重新选择', 'dataDeptIds')
  const moved = after.deptId !== null && after.deptId !== before?.deptId
  if (moved && !names.dept.has(after.deptId!)) throw invalid('所选部门不存在，可能刚被删除，请重新选择', 'deptId')
  const risked =
    added('roleIds').length > 0
      ? addedRisks(
          await combinedRisks(tx, after.roleIds),
          before ? await combinedRisks(tx, before.roleIds) : [],
          riskReason,
        )
      : []
  if (who.isAdmin) return risked
  const mine = who.deptIds ?? []
  if (moved && !mine.includes(after.deptId!)) throw invalid('所选部门不在您的数据范围内', 'deptId')
  const beyond = added('dataDeptIds').find((one) => !mine.includes(one))
  if (beyond) throw invalid(`“${names.dept.get(beyond)}”不在您的数据范围内，不能授予他人`, 'dataDeptIds')
  const roles = added('roleIds')
  if (roles.length === 0) return risked
  const refused = (await rolesFor(tx.client, who)).find((role) => roles.includes(role.roleId) && !role.grantable)
  if (refused) throw invalid(`角色“${refused.name}”的权限超出您本人的权限，请由机构管理员授予`, 'roleIds')
  return risked
}

const joined = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
  ids
    .map((one) => names.get(one) ?? one)
    .sort((a, b) => a.localeCompare(b, 'zh-CN'))
    .join('、') || null

/** What the log keeps: before and after, ids as the names people know. */
export function changesOf(before: UserRecord | null, after: UserRecord, fields: readonly Field[], names: Names) {
  const shown = (record: UserRecord | null, field: Field): unknown => {
    if (!record) return null
    if (field === 'roleIds') return joined(record.roleIds, names.role)
    if (field === 'dataDeptIds') return joined(record.dataDeptIds, names.dept)
    if (field === 'jobIds') return joined(record.jobIds, names.job)
    if (field === 'deptId') return record.deptId === null ? null : (names.dept.get(record.deptId) ?? record.deptId)
    return record[field]
  }
  const pairs = fields.map((field) => [field, [shown(before, field), shown(after, field)] as const] as const)
  return Object.fromEntries(pairs.filter(([, [a, b]]) => a !== b))
}

const TIES = {
  roleIds: ['account_role', 'user_id', 'role_id'],
  dataDeptIds: ['employee_data_dept', 'emp_id', 'dept_id'],
  jobIds: ['employee_job', 'emp_id', 'job_id'],
} as const

export async function writeTies(tx: Tx, userId: string, record: UserRecord, fields: readonly Field[]): Promise<void> {
  for (const field of LISTS.filter((one) => fields.includes(one))) {
    const [table, owner, key] = TIES[field]
    await tx.client.query(`delete from ${table} where org_id = $1 and ${owner} = $2 and ${key} <> all($3)`, [
      tx.orgId,
      userId,
      record[field],
    ])
    await tx.client.query(
      `insert into ${table} (org_id, ${owner}, ${key}) select $1, $2, x from unnest($3::text[]) x on conflict do nothing`,
      [tx.orgId, userId, record[field]],
    )
  }
}

const PERSON = `insert into employee as e (org_id, emp_id, emp_key, emp_name, pinyin, initials, sex, phone_num, cord_num,
  dept_id, emp_title, intro, working_picture, emp_type, nursing_level)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
on conflict (org_id, emp_id) do update set emp_key = excluded.emp_key, emp_name = excluded.emp_name,
  pinyin = excluded.pinyin, initials = excluded.initials, sex = excluded.sex, phone_num = excluded.phone_num,
  cord_num = excluded.cord_num, dept_id = excluded.dept_id, emp_title = excluded.emp_title, intro = excluded.intro,
  working_picture = excluded.working_picture, emp_type = excluded.emp_type, nursing_level = excluded.nursing_level,
  version = e.version + 1`

export async function writePerson(tx: Tx, userId: string, record: UserRecord): Promise<void> {
  const { pinyin, initials } = namePinyin(record.empName)
  await tx.client.query({
    name: 'user_person',
    text: PERSON,
    values: [
      tx.orgId,
      userId,
      record.empKey,
      record.empName,
      pinyin,
      initials,
      record.sex,
      record.phoneNum,
      record.cordNum,
      record.deptId,
      record.empTitle,
      record.intro,
      record.workingPicture,
      record.empType,
      record.nursingLevel,
    ],
  })
}
