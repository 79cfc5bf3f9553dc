// Many new people at once, a handful of statements for all of them.
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { namePinyin } from '#server/kit/pinyin'

export interface NewPerson {
  userName: string
  empName: string
  sex: number
  phoneNum: string | null
  deptId: string
  roleIds: readonly string[]
  dataDeptIds: readonly string[]
  jobIds: readonly string[]
  empKey: string | null
  cordNum: string | null
  empTitle: string | null
  empType: string | null
  intro: string | null
}

// In one order everywhere, so that two imports wait for one another instead of blocking each other.
const NAMES = `insert into login_name (name, kind, org_id, user_id)
select n.name, n.kind, $1, n.id from jsonb_to_recordset($2::jsonb) as n(name text, kind text, id text) order by n.name`

const ACCOUNTS = `insert into account (org_id, user_id, user_name, user_telephone, password_hash, sort)
select $1, p.id, p."userName", p."phoneNum", $3, base.last + p.n
  from jsonb_to_recordset($2::jsonb) as p(id text, n int, "userName" text, "phoneNum" text),
    (select coalesce(max(sort), 0) as last from account where org_id = $1) base`

const PEOPLE = `insert into employee (org_id, emp_id, emp_key, emp_name, pinyin, initials, sex, phone_num, cord_num, dept_id,
  emp_title, emp_type, intro, sort)
select $1, p.id, p."empKey", p."empName", p.pinyin, p.initials, p.sex, p."phoneNum", p."cordNum", p."deptId",
  p."empTitle", p."empType", p.intro, a.sort
  from jsonb_to_recordset($2::jsonb) as p(id text, "empKey" text, "empName" text, pinyin text, initials text, sex int,
    "phoneNum" text, "cordNum" text, "deptId" text, "empTitle" text, "empType" text, intro text)
  join account a on a.org_id = $1 and a.user_id = p.id`

const TIES = [
  ['account_role (org_id, user_id, role_id)', 'roleIds'],
  ['employee_data_dept (org_id, emp_id, dept_id)', 'dataDeptIds'],
  ['employee_job (org_id, emp_id, job_id)', 'jobIds'],
] as const

/**
 * Writes people with one first password. They share one digest: a salt of their own would hide nothing, because
 * everyone of the batch knows the password already, and it is gone with the first sign-in; ten thousand digests at
 * the cost of a password would take ten minutes.
 */
export async function insertPeople(tx: Tx, people: readonly NewPerson[], passwordHash: string): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((one, i) => ({ ...one, ...namePinyin(one.empName), id: newId(), n: i + 1 }))
  const names = rows.flatMap(({ id, userName, phoneNum }) => [
    { name: userName.toLowerCase(), kind: 'name', id },
    ...(phoneNum ? [{ name: phoneNum, kind: 'phone', id }] : []),
  ])
  const text = JSON.stringify(rows)
  await tx.client.query({ name: 'people_names', text: NAMES, values: [tx.orgId, JSON.stringify(names)] })
  await tx.client.query({ name: 'people_accounts', text: ACCOUNTS, values: [tx.orgId, text, passwordHash] })
  await tx.client.query({ name: 'people_persons', text: PEOPLE, values: [tx.orgId, text] })
  for (const [into, field] of TIES) {
    const ties = rows.flatMap((row) => [...new Set(row[field])].map((one) => [row.id, one] as const))
    if (ties.length === 0) continue
    await tx.client.query(`insert into ${into} select $1, t.a, t.b from unnest($2::text[], $3::text[]) as t(a, b)`, [
      tx.orgId,
      ties.map(([id]) => id),
      ties.map(([, one]) => one),
    ])
  }
  for (const { id, userName, empName } of rows) {
    tx.log({ remark: `导入用户“${empName}（${userName}）”`, targetType: 'account', targetId: id })
  }
}
