// "Who can see this record, and why": everyone of the organisation is judged by the same rules as a session, in one
// statement, and gets the reason in words.

import { allows, codesOf, SIGNED_IN } from '#contract/kit/permission'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { PersonData, ReaderData } from '#contract/platform/insight'
import { RoleLevel } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'
import { isForKind } from '#server/areas/platform/authority/authorityScope'
import type { Caller } from '#server/kit/caller'
import type { FoundRecord } from '#server/kit/recordKinds'
import { kindsOf, reachOf } from './insightUser.ts'

interface Grant {
  end: string
  code: string
  name: string
  role: string
}

interface JudgedRow extends PersonData {
  preset: string[]
  inDept: boolean
  deptNames: string | null
  grants: Grant[] | null
}

// A department that is limited to other landing ends gives its people no code at this one; a person with several
// departments needs one that is not.
const EVERYONE = `select a.user_id as "userId", a.user_name as "userName", coalesce(e.emp_name, a.user_name) as "empName",
  d.dept_name as "deptName", a.is_admin as "isAdmin", a.user_status as "userStatus",
  array(select r.name from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id order by r.role_level, r.name) as "roleNames",
  array(select r.name from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id and r.role_level = ${RoleLevel.is.preset} order by r.name) as preset,
  $3::text is null or exists (select 1 from employee_data_dept x
    where x.org_id = a.org_id and x.emp_id = a.user_id and x.dept_id = $3) as "inDept",
  (select string_agg(q.dept_name, '、' order by q.level, q.sort) from employee_data_dept x
     join dept q on q.org_id = x.org_id and q.dept_id = x.dept_id
    where x.org_id = a.org_id and x.emp_id = a.user_id) as "deptNames",
  (select jsonb_agg(jsonb_build_object('end', l.landing_end_id, 'code', x.authority_code, 'name', x.authority_name,
      'role', r.name) order by r.name, x.authority_name)
     from account_role ar
       join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
       join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
       join landing_end l on l.landing_end_id = ra.landing_end_id
       join authority x on x.authority_id = ra.authority_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id and x.authority_code = any($2) and x.ends ? l.landing_end_code
      and ${isForKind('x', '$4::int')}
      and (not exists (select 1 from employee_data_dept y where y.org_id = a.org_id and y.emp_id = a.user_id)
        or exists (select 1 from employee_data_dept y where y.org_id = a.org_id and y.emp_id = a.user_id
          and not exists (select 1 from dept_landing_end q where q.org_id = y.org_id and q.dept_id = y.dept_id
            having count(*) > 0 and not bool_or(q.landing_end_id = ra.landing_end_id))))) as grants
from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled}
order by a.is_admin desc, a.sort, a.user_id`

/** Codes this kind of organisation has at all, by landing end: what administrators and preset roles hold. */
const OFFERED = `select l.landing_end_id as end, x.authority_code as code, x.authority_name as name
from authority x join landing_end l on x.ends ? l.landing_end_code and l.landing_end_code <> 'SCREEN'
where x.authority_code = any($1) and (l.landing_end_code <> 'OPEX' or $2::int = 1)
  and ${isForKind('x', '$2::int')}
order by x.level, x.sort`

interface Offered {
  end: string
  code: string
  name: string
}

const isOpen = (needs: string) => allows(needs, (code) => code === SIGNED_IN)

/** The codes that fulfil the expression, at the first landing end where they do; null when none does. */
function fulfilledAt<T extends Offered>(needs: string, held: readonly T[]): T[] | null {
  const wanted = new Set(codesOf(needs))
  for (const end of new Set(held.map((one) => one.end))) {
    const here = held.filter((one) => one.end === end && wanted.has(one.code))
    if (here.length > 0 && allows(needs, (code) => here.some((one) => one.code === code))) return here
  }
  return null
}

const MOST = 200
const named = (names: readonly string[]) => [...new Set(names)].map((name) => `「${name}」`).join('')

class Verdict {
  constructor(
    readonly needs: string,
    /** Forms offer the record to everyone of its department. */
    readonly chosen: boolean,
    readonly across: string | null,
    readonly record: FoundRecord,
    readonly deptName: string | null,
    readonly offered: readonly Offered[],
  ) {}

  /** Why the person has the permission; null when they do not. */
  permission(row: JudgedRow): string | null {
    return this.#held(this.needs, row) ?? (isOpen(this.needs) ? '所有登录用户都可以查看' : null)
  }

  #held(needs: string, row: JudgedRow): string | null {
    if (row.preset.length > 0 && fulfilledAt(needs, this.offered) !== null) {
      return `预设角色${named(row.preset)}拥有全部权限`
    }
    const held = fulfilledAt(needs, row.grants ?? [])
    if (!held) return null
    const roles = [...new Set(held.map((one) => one.role))]
    return roles
      .map((role) => `角色「${role}」有${named(held.filter((one) => one.role === role).map((one) => one.name))}`)
      .join('；')
  }

  /** Some permissions reach beyond the departments of their holder. */
  reaches(row: JudgedRow): boolean {
    return row.inDept || (this.across !== null && this.#held(this.across, row) !== null)
  }

  department(row: JudgedRow): string {
    if (this.record.deptId === null) return '不按部门限制，全机构可见'
    if (!row.inDept && this.reaches(row)) return '这项权限不限部门'
    return row.inDept
      ? `数据范围含「${this.deptName}」`
      : `数据范围不含「${this.deptName}」，现为：${row.deptNames ?? '无'}`
  }

  lacking(): string[] {
    const wanted = new Set(codesOf(this.needs))
    const names = [...new Set(this.offered.filter((one) => wanted.has(one.code)).map((one) => one.name))]
    const lacks = `没有${named(names.slice(0, 1))}${names.length > 1 ? '等' : ''}权限`
    return this.chosen ? [lacks, '打不开列表，但在表单里仍能选到它'] : [lacks]
  }
}

const personOf = ({ preset: _, inDept: __, deptNames: ___, grants: ____, ...person }: JudgedRow): PersonData => person
const cut = (list: ReaderData[]) => ({ total: list.length, list: list.slice(0, MOST) })

export async function whoSees(who: Caller, type: string, id: string) {
  const { app } = who
  const found = kindsOf(app).find((one) => one.kind.type === type)
  if (!found) throw notFound('记录类型')
  const { kind } = found
  const across = kind.across ?? null
  // Who may not read the kind learns nothing about its records here either.
  if (!who.may(found.needs)) throw new Refusal('NO_PERMISSION')
  const scope = across !== null && who.may(across) ? { orgId: who.orgId, deptIds: null } : who
  const record = await kind.find(app.pool, scope, id)
  if (!record) throw notFound(kind.title)
  // Not every list of the kind holds every record; without any that does, nobody but the forms shows it.
  const holding = await Promise.all(
    found.lists.map(async (one) => ((await one.list.holds?.(app.pool, who.orgId, id)) === false ? [] : [one])),
  )
  const { needs, chosen } = reachOf(holding.flat())
  const codes = [needs, across ?? ''].flatMap(codesOf)
  const [people, offered, dept] = await Promise.all([
    app.pool.query<JudgedRow>({
      name: 'insight_everyone',
      text: EVERYONE,
      values: [who.orgId, codes, record.deptId, who.orgLevel],
    }),
    app.pool.query<Offered>({ name: 'insight_offered', text: OFFERED, values: [codes, who.orgLevel] }),
    app.pool.query<{ name: string }>({
      name: 'insight_dept',
      text: 'select dept_name as name from dept where org_id = $1 and dept_id = $2',
      values: [who.orgId, record.deptId],
    }),
  ])
  const deptName = dept.rows[0]?.name ?? null
  const verdict = new Verdict(needs, chosen, across, record, deptName, offered.rows)
  const wanted = new Set(codesOf(needs))
  const readers: ReaderData[] = []
  const lackDept: ReaderData[] = []
  const lackPermission: ReaderData[] = []
  for (const row of people.rows) {
    const person = personOf(row)
    if (row.isAdmin) {
      if (isOpen(needs) || fulfilledAt(needs, offered.rows) !== null)
        readers.push({ person, reasons: ['机构管理员，可看全部数据'] })
      continue
    }
    const permission = verdict.permission(row)
    const department = verdict.department(row)
    if (permission !== null && verdict.reaches(row)) readers.push({ person, reasons: [permission, department] })
    else if (permission !== null) lackDept.push({ person, reasons: [permission, department] })
    // Without a department of its own a record has no near misses: everybody else simply lacks the permission.
    else if (row.inDept && record.deptId !== null) {
      lackPermission.push({ person, reasons: [department, ...verdict.lacking()] })
    }
  }
  return {
    type,
    kindTitle: kind.title,
    id: record.id,
    title: record.title,
    deptId: record.deptId,
    deptName,
    needs: isOpen(needs)
      ? []
      : [...new Set(offered.rows.filter(({ code }) => wanted.has(code)).map((one) => one.name))],
    readers: cut(readers),
    lackDept: cut(lackDept),
    lackPermission: cut(lackPermission),
  }
}
