// Users from a workbook. Departments, roles and jobs are named as people know them; what the importing user may not
// hand out is refused row by row. The batch gets one first password, shown to the importing user alone.
import { createHmac } from 'node:crypto'
import { invalid } from '#contract/kit/refusal'
import { riskyPairs } from '#contract/platform/duties'
import { StaffSex } from '#contract/platform/session'
import { isPlainName, PLAIN_NAME_HINT, StaffType } from '#contract/platform/user'
import { dutyCodesOf } from '#server/areas/platform/role/duties'
import { hashPassword } from '#server/areas/platform/session/password'
import type { Caller } from '#server/kit/caller'
import { type ImportSpec, importSheet } from '#server/kit/excelImport'
import { optionOf, phoneOf, shortText } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { productSecret } from '#server/kit/secrets'
import { insertPeople, type NewPerson } from './userBulk.ts'
import { rolesFor } from './userRights.ts'

export interface UserLine {
  userName: string
  empName: string
  sex: 1 | 2
  phoneNum: string
  dept: string
  roles: string
  dataDepts: string | null
  jobs: string | null
  empKey: string | null
  cordNum: string | null
  empTitle: string | null
  empType: string | null
  intro: string | null
}

interface Place {
  id: string
  allowed: boolean
}

export interface Surroundings {
  /** By name, by number and by path; null where two departments share the name. */
  depts: ReadonlyMap<string, Place | null>
  roles: ReadonlyMap<string, Place>
  /** Codes of duties that do not belong in one hand, by role. */
  duties: ReadonlyMap<string, readonly string[]>
  jobs: ReadonlyMap<string, string>
  /** Names and phones that sign in already, with whom they belong to. */
  taken: ReadonlyMap<string, string>
  /** Phones of this workbook so far. */
  phones: Map<string, string>
  passwordHash: string
}

interface DeptRow {
  id: string
  parentId: string | null
  name: string
  key: string
}

function deptsByName(rows: readonly DeptRow[], mine: readonly string[] | null): Map<string, Place | null> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (row: DeptRow): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    return parent ? `${pathOf(parent)}/${row.name}` : row.name
  }
  const found = new Map<string, Place | null>()
  const place = (row: DeptRow) => ({ id: row.id, allowed: mine === null || mine.includes(row.id) })
  for (const row of rows) found.set(row.name, found.has(row.name) ? null : place(row))
  for (const row of rows) {
    found.set(pathOf(row), found.get(pathOf(row)) ?? place(row))
    if (!found.has(row.key)) found.set(row.key, place(row))
  }
  return found
}

export async function surroundings(who: Caller, names: readonly string[]): Promise<Surroundings> {
  const { pool } = who.app
  const [depts, roles, jobs, taken] = await Promise.all([
    pool.query<DeptRow>(
      `select dept_id as id, parent_id as "parentId", dept_name as name, dept_key as key from dept where org_id = $1
        order by level, sort, dept_id`,
      [who.orgId],
    ),
    rolesFor(pool, who),
    pool.query<{ id: string; name: string }>('select job_id as id, job_name as name from job where org_id = $1', [
      who.orgId,
    ]),
    // Another organisation's people stay unnamed.
    pool.query<{ name: string; owner: string }>(
      `select n.name, coalesce(e.emp_name, '') as owner from login_name n
         left join employee e on e.org_id = n.org_id and e.emp_id = n.user_id and n.org_id = $1
        where n.name = any($2)`,
      [who.orgId, names],
    ),
  ])
  return {
    depts: deptsByName(depts.rows, who.deptIds),
    roles: new Map(roles.map((role) => [role.name, { id: role.roleId, allowed: role.grantable }])),
    duties: await dutyCodesOf(
      pool,
      who.orgId,
      roles.map((role) => role.roleId),
    ),
    jobs: new Map(jobs.rows.map((row) => [row.name, row.id])),
    taken: new Map(taken.rows.map((row) => [row.name, row.owner])),
    phones: new Map(),
    passwordHash: '',
  }
}

/** 护士长、护理组长 */
const parts = (text: string | null) =>
  [...new Set((text ?? '').split(/[、，,;；\n]/).map((one) => one.trim()))].filter(Boolean)

export function deptOf(name: string, known: Surroundings): string {
  const found = known.depts.get(name.replace(/\s*[›>／]\s*/g, '/'))
  if (found === null) throw invalid(`有多个部门叫“${name}”，请写成“上级/下级”或填部门编号`)
  if (!found) {
    // What lies outside the caller's departments is not proposed either.
    const offered = [...known.depts].flatMap(([title, place]) => (place?.allowed ? [title] : []))
    throw unknownWord(`部门“${name}”不存在`, name, offered)
  }
  if (!found.allowed) throw invalid(`部门“${name}”不在您的数据范围内`)
  return found.id
}

function roleOf(name: string, known: Surroundings): string {
  const found = known.roles.get(name)
  if (!found) {
    const offered = [...known.roles].flatMap(([title, role]) => (role.allowed ? [title] : []))
    throw unknownWord(`角色“${name}”不存在`, name, offered)
  }
  if (!found.allowed) throw invalid(`角色“${name}”的权限超出您本人的权限`)
  return found.id
}

/** A workbook has no place for a reason: whoever is to hold such roles together is entered by hand. */
function rolesOf(line: UserLine, known: Surroundings): string[] {
  const roleIds = parts(line.roles).map((name) => roleOf(name, known))
  const codes = roleIds.map((roleId) => known.duties.get(roleId) ?? [])
  const risks = riskyPairs(codes.flat()).filter(
    (one) => !codes.some((own) => riskyPairs(own).some((two) => two.key === one.key)),
  )
  if (risks.length > 0) throw invalid(`角色合起来有风险（${risks[0]!.title}），请在用户页面单独添加并写明原因`)
  return roleIds
}

function jobOf(name: string, known: Surroundings): string {
  const found = known.jobs.get(name)
  if (!found) throw unknownWord(`岗位“${name}”不存在`, name, known.jobs.keys())
  return found
}

export function refuseKnown(name: string, what: string, known: Surroundings): void {
  const owner = known.taken.get(name.toLowerCase())
  if (owner === undefined) return
  throw invalid(`${what} ${name} 已存在${owner ? `（${owner}）` : ''}，不重复导入`)
}

/** Ids in place of names; refuses in words what has none. */
function resolve(line: UserLine, known: Surroundings): NewPerson {
  const deptId = deptOf(line.dept, known)
  const data = parts(line.dataDepts).map((name) => deptOf(name, known))
  return {
    userName: line.userName,
    empName: line.empName,
    sex: line.sex,
    phoneNum: line.phoneNum,
    deptId,
    roleIds: rolesOf(line, known),
    // Nothing said: the person's own department.
    dataDeptIds: data.length > 0 ? data : [deptId],
    jobIds: parts(line.jobs).map((name) => jobOf(name, known)),
    empKey: line.empKey,
    cordNum: line.cordNum,
    empTitle: line.empTitle,
    empType: line.empType,
    intro: line.intro,
  }
}

function reasonsAgainst(line: UserLine, known: Surroundings, bad: ReadonlySet<string>): readonly Reason[] {
  const reasons = new Reasons()
  if (!bad.has('userName')) reasons.attempt('账号', () => refuseKnown(line.userName, '账号', known), '')
  if (!bad.has('phoneNum')) {
    reasons.attempt('手机号', () => refuseKnown(line.phoneNum, '手机号', known), '')
    const other = known.phones.get(line.phoneNum)
    if (other !== undefined && other !== line.userName) reasons.add(`手机号 ${line.phoneNum} 在文件中出现多次`)
    else known.phones.set(line.phoneNum, line.userName)
  }
  if (!bad.has('dept')) reasons.attempt('部门', () => deptOf(line.dept, known), '')
  reasons.each('数据范围', parts(line.dataDepts), (name) => deptOf(name, known), '')
  reasons.each('岗位', parts(line.jobs), (name) => jobOf(name, known), '')
  if (reasons.each('角色', parts(line.roles), (name) => roleOf(name, known), '')) {
    reasons.attempt('角色', () => rolesOf(line, known), '')
  }
  return reasons.list
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** Made from the import itself, so that it is stored nowhere: five letters and three digits. */
async function batchPassword(who: Caller, token: string): Promise<string> {
  const secret = await productSecret(who.app.pool, 'user.import')
  const bytes = createHmac('sha256', secret).update(`${who.orgId} ${token}`).digest()
  const pick = (from: string, at: number) => from[bytes.readUInt16BE(at * 2) % from.length]!
  return Array.from({ length: 8 }, (_, i) => pick(i < 5 ? LETTERS : DIGITS, i)).join('')
}

function plainName(text: string): string {
  if (!isPlainName(text)) throw invalid(PLAIN_NAME_HINT)
  if (/^1\d{10}$/.test(text)) throw invalid('不能是手机号的样子')
  return text
}

const spec: ImportSpec<UserLine, Surroundings> = {
  name: 'platform.users',
  title: '用户',
  columns: [
    { key: 'userName', title: '账号', required: true, parse: plainName, example: 'zhangsan01', width: 16 },
    { key: 'empName', title: '姓名', required: true, parse: shortText(20), example: '张三' },
    { key: 'sex', title: '性别', required: true, parse: optionOf(StaffSex), example: '女' },
    { key: 'phoneNum', title: '手机号', required: true, parse: phoneOf, example: '13800000000', width: 16 },
    { key: 'dept', title: '部门', required: true, parse: shortText(60), example: '护理部', width: 20 },
    { key: 'roles', title: '角色', required: true, parse: shortText(200), example: '护理员', width: 20 },
    { key: 'dataDepts', title: '数据范围', parse: shortText(2000), example: '护理部', width: 24 },
    { key: 'jobs', title: '岗位', parse: shortText(200), example: '护理员', width: 16 },
    { key: 'empKey', title: '工号', parse: shortText(50), example: 'HL0001' },
    { key: 'cordNum', title: '卡号', parse: shortText(20) },
    { key: 'empType', title: '人员类别', parse: optionOf(StaffType), example: '护理人员' },
    { key: 'empTitle', title: '职称', parse: shortText(20) },
    { key: 'intro', title: '简介', parse: shortText(2000), width: 30 },
  ],
  keyOf: (line) => line.userName.toLowerCase(),
  load: async (who, lines, token) => {
    const known = await surroundings(
      who,
      lines.flatMap((line) => [line.userName.toLowerCase(), line.phoneNum]),
    )
    return token === null ? known : { ...known, passwordHash: await hashPassword(await batchPassword(who, token)) }
  },
  namedBy: 'empName',
  checkRow: reasonsAgainst,
  saveRows: async (tx, lines, _who, known) => {
    await insertPeople(
      tx,
      lines.map((line) => resolve(line, known)),
      known.passwordHash,
    )
    return { added: lines.length, updated: 0, skipped: 0 }
  },
  notice: async (who, token) =>
    `本批用户的统一初始密码是 ${await batchPassword(who, token)}，请记下并转告本人，首次登录须修改。`,
}

export const userImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const userImportRun = userImport.run
