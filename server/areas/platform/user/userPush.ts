// Import and deletion by workbook as older clients do them: at once, the refused rows in the answer. Their workbook
// names a person, a card, a phone and a department; account names are made from the person's name where none is given.

import { invalid, Refusal } from '#contract/kit/refusal'
import { StaffSex } from '#contract/platform/session'
import { isPlainName, PLAIN_NAME_HINT, type PushReportData, SHARED_FIRST_PASSWORD } from '#contract/platform/user'
import { hashPassword } from '#server/areas/platform/session/password'
import type { Caller } from '#server/kit/caller'
import type { Cell } from '#server/kit/excelRead'
import type { IncomingFile } from '#server/kit/implement'
import { phoneOf, shortText, textOf } from '#server/kit/importCells'
import { namePinyin } from '#server/kit/pinyin'
import { readSheet, withHead } from '#server/kit/sheetReader'
import { inDepts } from '#server/kit/tenant'
import { refuseUnfit } from '#server/kit/uploads'
import { deleteUsers } from './userAct.ts'
import { insertPeople, type NewPerson } from './userBulk.ts'
import { deptOf, refuseKnown, type Surroundings, surroundings } from './userImport.ts'

const MOST = 10_000
const CHUNK = 500

/** Heads under which the columns are known. */
const HEADS = {
  userName: ['账号', '用户名'],
  empName: ['姓名', '员工姓名', '人员姓名'],
  cardNo: ['卡号', '工卡号', '门禁卡号', '员工卡号', 'IC卡号', '一卡通号'],
  empKey: ['工号', '员工工号', '员工编号'],
  sex: ['性别'],
  phoneNum: ['手机号', '手机号码', '联系电话', '电话'],
  deptName: ['部门', '部门名称', '所属部门', '科室'],
  validTime: ['有效期', '有效时间', '有效期至'],
} as const
type Column = keyof typeof HEADS
type Line = Record<Column, string>
type ErrorRow = PushReportData['errorData'][number]

const bare = (cell: Cell) => String(cell ?? '').replace(/[\s*＊]/g, '')

async function linesOf(file: IncomingFile | undefined): Promise<Line[]> {
  refuseUnfit(file, 'sheet')
  const { head, body: filled } = withHead(await readSheet(file.path, { bounds: { rows: MOST } }))
  const titles = head.map(bare)
  const place = (column: Column) => titles.findIndex((title) => (HEADS[column] as readonly string[]).includes(title))
  const columns = (Object.keys(HEADS) as Column[]).map((column) => [column, place(column)] as const)
  if (place('empName') < 0 && place('userName') < 0 && place('phoneNum') < 0) {
    throw invalid('文件第一行应有“姓名”“手机号”等列名')
  }
  if (filled.length === 0) throw invalid('文件中没有数据')
  const read = (cell: Cell | undefined) => {
    try {
      return textOf(cell ?? null)
    } catch {
      // Damaged by Excel; the rule of its column refuses what is left.
      return String(cell)
    }
  }
  return filled.map(
    ({ cells }) => Object.fromEntries(columns.map(([column, at]) => [column, at < 0 ? '' : read(cells[at])])) as Line,
  )
}

const errorRow = (line: Partial<Line>, errorMsg: string[]): ErrorRow => ({
  empName: line.empName || null,
  // What tells people of one name apart on these clients' lists; not everybody has a card.
  cardNo: line.cardNo || line.empKey || null,
  sex: line.sex || null,
  phoneNum: line.phoneNum || null,
  deptName: line.deptName || null,
  validTime: line.validTime || null,
  errorMsg,
})

/**
 * A file that cannot be used is a failure, and these clients read the rows of the answer then, too: one refused row, so
 * that what they count as success is nothing.
 */
function unusable(error: unknown): never {
  if (error instanceof Refusal) {
    error.data = {
      total: 1,
      errorTotal: 1,
      errorData: [errorRow({}, [error.message])],
    } satisfies PushReportData
  }
  throw error
}

/** zhangsan0001: the name's pinyin and the end of the phone, until it is free. */
function inventName(empName: string, phone: string, taken: Set<string>): string {
  const stem = (namePinyin(empName).pinyin.split(' ')[0] || 'user').slice(0, 12)
  for (let n = Number(phone.slice(-4)); ; n++) {
    const name = `${stem}${String(n).padStart(4, '0')}`.slice(0, 20)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function personOf(line: Line, known: Surroundings, taken: Set<string>): NewPerson | string[] {
  const reasons: string[] = []
  const attempt = <T>(title: string, read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      reasons.push(title + (error as Error).message)
      return null
    }
  }
  const empName = attempt('姓名', () => shortText(20)(line.empName || refuse('不能为空')))
  const phoneNum = attempt('手机号', () => phoneOf(line.phoneNum))
  const deptId = attempt('', () => deptOf(line.deptName || refuse('部门不能为空'), known))
  const sex =
    line.sex === '' ? 1 : StaffSex.list.find((one) => one.label === line.sex || `${one.value}` === line.sex)?.value
  if (!sex) reasons.push('性别应为 男、女 之一')
  const card = attempt('卡号', () => shortText(20)(line.cardNo.replace(/\s/g, '')))
  const empKey = attempt('工号', () => shortText(50)(line.empKey))
  if (line.userName && !isPlainName(line.userName)) reasons.push(`账号${PLAIN_NAME_HINT}`)
  attempt('', () => refuseKnown(line.phoneNum, '手机号', known))
  if (line.userName) attempt('', () => refuseKnown(line.userName, '账号', known))
  if (phoneNum && taken.has(phoneNum)) reasons.push('手机号在文件中出现多次')
  if (line.userName && taken.has(line.userName.toLowerCase())) reasons.push('账号在文件中出现多次')
  if (reasons.length > 0 || !empName || !phoneNum || !deptId || !sex) return reasons
  taken.add(phoneNum)
  if (line.userName) taken.add(line.userName.toLowerCase())
  return {
    userName: line.userName || inventName(empName, phoneNum, taken),
    empName,
    sex,
    phoneNum,
    deptId,
    roleIds: [],
    dataDeptIds: [deptId],
    jobIds: [],
    empKey: empKey || null,
    cordNum: card || null,
    empTitle: null,
    empType: null,
    intro: null,
  }
}

function refuse(why: string): never {
  throw invalid(why)
}

export async function pushImport(who: Caller, file: IncomingFile | undefined): Promise<PushReportData> {
  const lines = await linesOf(file).catch(unusable)
  const known = await surroundings(
    who,
    lines.flatMap((line) => [line.userName.toLowerCase(), line.phoneNum]),
  )
  // Invented names must not meet names of this or any other organisation.
  const stems = [
    ...new Set(lines.map((line) => (namePinyin(line.empName).pinyin.split(' ')[0] || 'user').slice(0, 12))),
  ]
  const inUse = await who.app.pool.query<{ name: string }>(
    `select name from login_name where kind = 'name' and regexp_replace(name, '[0-9]+$', '') = any($1)`,
    [stems],
  )
  const taken = new Set(inUse.rows.map((row) => row.name))
  const errorData: ErrorRow[] = []
  const people: { line: Line; person: NewPerson }[] = []
  for (const line of lines) {
    const made = personOf(line, known, taken)
    if (Array.isArray(made)) errorData.push(errorRow(line, made))
    else people.push({ line, person: made })
  }
  const passwordHash = people.length > 0 ? await hashPassword(SHARED_FIRST_PASSWORD) : ''
  for (let at = 0; at < people.length; at += CHUNK) {
    const chunk = people.slice(at, at + CHUNK)
    await who.tx((tx) =>
      insertPeople(
        tx,
        chunk.map((one) => one.person),
        passwordHash,
      ),
    )
  }
  return { total: lines.length, errorTotal: errorData.length, errorData }
}

const FIND = `select a.user_id as id, lower(a.user_name) as name, a.user_telephone as phone, e.cord_num as card
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and (lower(a.user_name) = any($2) or a.user_telephone = any($3) or e.cord_num = any($4))
  and ${inDepts('e', '$5')}`

/** Each row names one person by account, phone or card; every person is deleted by the rules of a deletion. */
export async function pushDelete(who: Caller, file: IncomingFile | undefined): Promise<PushReportData> {
  const lines = await linesOf(file).catch(unusable)
  const all = (pick: (line: Line) => string) => lines.map(pick).filter(Boolean)
  const found = await who.app.pool.query<{ id: string; name: string; phone: string | null; card: string | null }>(
    FIND,
    [
      who.orgId,
      all((line) => line.userName.toLowerCase()),
      all((line) => line.phoneNum),
      all((line) => line.cardNo),
      who.deptIds,
    ],
  )
  const errorData: ErrorRow[] = []
  for (const line of lines) {
    const matches = found.rows.filter(
      (row) =>
        (!line.userName || row.name === line.userName.toLowerCase()) &&
        (!line.phoneNum || row.phone === line.phoneNum) &&
        (!line.cardNo || row.card === line.cardNo) &&
        (line.userName || line.phoneNum || line.cardNo),
    )
    const [one] = matches
    try {
      if (!one) throw invalid('没有找到该人员，请填写账号、手机号或卡号')
      if (matches.length > 1) throw invalid('找到多名人员，请填写账号或手机号')
      await who.tx((tx) => deleteUsers(tx, who, [one.id]))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errorData.push(errorRow(line, [error.message]))
    }
  }
  return { total: lines.length, errorTotal: errorData.length, errorData }
}
