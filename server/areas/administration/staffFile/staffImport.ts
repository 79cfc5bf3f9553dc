// Facts of the files from a workbook. It makes nobody: rows are found by the number of staff, or by name and phone, among those
// whose file the importing user keeps; a cell that is empty leaves what stands.
import { CertificateKind, StaffSkill, type StaffSkillValue } from '#contract/administration/staffWords'
import { idCardFacts } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import { changeStaffFacts, oneAtATime } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { type ImportSpec, importSheet } from '#server/kit/excelImport'
import { dayOf, idCardOf, phoneOf, shortText } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { inDepts } from '#server/kit/tenant'
import { type FileFields, holdStaff, writeFacts } from './staffFileWrite.ts'
import { insertCertificate } from './staffPapers.ts'

interface StaffLine {
  empName: string
  empKey: string | null
  phoneNum: string | null
  idNo: string | null
  birthday: string | null
  education: string | null
  nativePlace: string | null
  address: string | null
  contactName: string | null
  contactPhone: string | null
  contactRelation: string | null
  hireDate: string | null
  probationEnd: string | null
  skills: string | null
  empTitle: string | null
  healthNo: string | null
  healthTo: string | null
  remark: string | null
}

interface Known {
  /** By number of staff; null where two have the same. */
  byKey: Map<string, Person | null>
  /** By name and phone. */
  byPhone: Map<string, Person>
  education: ReadonlyMap<string, string>
  /** Whom rows of this workbook named so far. */
  seen: Map<string, string>
}

interface Person {
  empId: string
  name: string
  key: string | null
  hireDate: string | null
}

const PEOPLE = `select t.emp_id as "empId", t.emp_name as name, t.emp_key as key, t.phone_num as phone, f.hire_date as "hireDate"
from employee t left join staff_file f on f.org_id = t.org_id and f.emp_id = t.emp_id
where t.org_id = $1 and ${inDepts('t', '$2')}`
const EDUCATION = `select v.label, v.value from dictionary d join dictionary_value v on v.org_id = d.org_id
  and v.dictionary_id = d.dictionary_id where d.org_id = $1 and d.dictionary_code = 'education'`

const named = (name: string, phone: string | null) => `${name} ${phone ?? ''}`

async function load(who: Caller): Promise<Known> {
  const { pool } = who.app
  const people = await pool.query<Person & { phone: string | null }>(PEOPLE, [who.orgId, who.deptIds])
  const education = await pool.query<{ label: string; value: string }>(EDUCATION, [who.orgId])
  const byKey = new Map<string, Person | null>()
  const byPhone = new Map<string, Person>()
  for (const { phone, ...one } of people.rows) {
    if (one.key) byKey.set(one.key, byKey.has(one.key) ? null : one)
    if (phone) byPhone.set(named(one.name, phone), one)
  }
  return {
    byKey,
    byPhone,
    education: new Map(education.rows.map((row) => [row.label, row.value])),
    seen: new Map(),
  }
}

function personOf(line: StaffLine, known: Known): Person {
  if (line.empKey) {
    const found = known.byKey.get(line.empKey)
    if (found === null) throw invalid(`工号 ${line.empKey} 有两位员工在用，请先改正，或改填手机号`)
    if (!found)
      throw unknownWord(
        `没有工号为 ${line.empKey} 的员工`,
        line.empKey,
        known.byKey.keys(),
        '，新员工请先在“用户账号”中添加',
      )
    if (found.name !== line.empName) throw invalid(`工号 ${line.empKey} 是${found.name}，与姓名“${line.empName}”不符`)
    return found
  }
  if (!line.phoneNum) throw invalid('请填写工号，或填写手机号')
  const found = known.byPhone.get(named(line.empName, line.phoneNum))
  if (!found) throw invalid(`没有姓名为“${line.empName}”且为该手机号的员工，新员工请先在“用户账号”中添加`)
  return found
}

const parts = (text: string | null) => [
  ...new Set(
    (text ?? '')
      .split(/[、，,;；\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

function skillOf(word: string): StaffSkillValue {
  const found = StaffSkill.list.find((one) => one.label === word)
  if (!found)
    throw unknownWord(
      `技能“${word}”不存在`,
      word,
      StaffSkill.list.map((one) => one.label),
    )
  return found.value
}

function educationOf(label: string, known: Known): string {
  const value = known.education.get(label)
  if (value === undefined) throw unknownWord(`学历“${label}”不存在`, label, known.education.keys())
  return value
}

function reasonsAgainst(line: StaffLine, known: Known, bad: ReadonlySet<string>): readonly Reason[] {
  const reasons = new Reasons()
  if (!bad.has('empName') && !bad.has('empKey') && !bad.has('phoneNum')) {
    const person = reasons.attempt('员工', () => personOf(line, known), '')
    if (person) {
      const row = JSON.stringify(line)
      const other = known.seen.get(person.empId)
      if (other !== undefined && other !== row) reasons.add(`${person.name}在文件中出现多次`)
      else known.seen.set(person.empId, row)
      const hired = line.hireDate ?? person.hireDate
      if (line.probationEnd && hired && line.probationEnd < hired) reasons.add('试用期不能在入职之前结束')
    }
  }
  reasons.each('技能', parts(line.skills), skillOf, '')
  if (line.education) reasons.attempt('学历', () => educationOf(line.education!, known), '')
  const card = idCardFacts(line.idNo)
  if (card && line.birthday && card.birthday !== line.birthday) {
    reasons.add(`出生日期与身份证号不一致，身份证上是 ${card.birthday}`)
  }
  if (line.healthNo && !line.healthTo && !bad.has('healthTo')) reasons.add('填了健康证编号，请填健康证有效期至')
  return reasons.list
}

/** Empty cells leave what stands. */
function factsOf(line: StaffLine, known: Known): FileFields {
  const skills = parts(line.skills).map(skillOf)
  return {
    idNo: line.idNo ?? undefined,
    birthday: line.birthday ?? undefined,
    education: line.education === null ? undefined : educationOf(line.education, known),
    nativePlace: line.nativePlace ?? undefined,
    address: line.address ?? undefined,
    contactName: line.contactName ?? undefined,
    contactPhone: line.contactPhone ?? undefined,
    contactRelation: line.contactRelation ?? undefined,
    hireDate: line.hireDate ?? undefined,
    probationEnd: line.probationEnd ?? undefined,
    skills: skills.length > 0 ? skills : undefined,
    remark: line.remark ?? undefined,
  }
}

const SAME_HEALTH = `select 1 from staff_certificate c where c.org_id = $1 and c.emp_id = $2 and c.kind = '${CertificateKind.is.HEALTH}'
  and c.valid_to = $3`

/** Answers whether anything is otherwise than before. */
async function saveLine(tx: Tx, who: Caller, line: StaffLine, known: Known): Promise<boolean> {
  const { empId } = personOf(line, known)
  const held = await holdStaff(tx, who, empId)
  if (line.empTitle !== null) await changeStaffFacts(tx, who, empId, { empTitle: line.empTitle })
  const changes = await writeFacts(tx, empId, factsOf(line, known))
  if (Object.keys(changes).length > 0) {
    tx.log({ remark: `导入“${held.name}”的档案`, targetType: 'account', targetId: empId, changes })
  }
  let fresh = false
  if (line.healthTo) {
    // A workbook that comes twice brings one certificate.
    fresh = (await tx.client.query(SAME_HEALTH, [tx.orgId, empId, line.healthTo])).rows.length === 0
    if (fresh) {
      await insertCertificate(tx, held, {
        kind: CertificateKind.is.HEALTH,
        number: line.healthNo,
        level: null,
        issuer: null,
        issuedOn: null,
        validTo: line.healthTo,
        files: [],
        remark: null,
      })
    }
  }
  return fresh || line.empTitle !== null || Object.keys(changes).length > 0
}

const spec: ImportSpec<StaffLine, Known> = {
  name: 'administration.staffFiles',
  title: '员工档案',
  columns: [
    { key: 'empName', title: '姓名', required: true, parse: shortText(20), example: '张三' },
    { key: 'empKey', title: '工号', parse: shortText(50), example: 'HL0001' },
    { key: 'phoneNum', title: '手机号', parse: phoneOf, example: '13800000000', width: 16 },
    { key: 'idNo', title: '身份证号', parse: idCardOf, width: 22 },
    { key: 'birthday', title: '出生日期', parse: dayOf, example: '1985-06-01', width: 14 },
    { key: 'education', title: '学历', parse: shortText(40) },
    { key: 'nativePlace', title: '籍贯', parse: shortText(50), example: '江苏南通' },
    { key: 'address', title: '住址', parse: shortText(200), width: 30 },
    { key: 'contactName', title: '紧急联系人', parse: shortText(20), example: '李四' },
    { key: 'contactPhone', title: '联系人电话', parse: phoneOf, example: '13900000000', width: 16 },
    { key: 'contactRelation', title: '与本人关系', parse: shortText(20), example: '配偶' },
    { key: 'hireDate', title: '入职日期', parse: dayOf, example: '2023-03-01', width: 14 },
    { key: 'probationEnd', title: '试用期至', parse: dayOf, width: 14 },
    { key: 'skills', title: '技能', parse: shortText(200), example: '失智照护、助浴', width: 24 },
    { key: 'empTitle', title: '职称', parse: shortText(20) },
    { key: 'healthNo', title: '健康证编号', parse: shortText(60), width: 18 },
    { key: 'healthTo', title: '健康证有效期至', parse: dayOf, example: '2027-03-01', width: 16 },
    { key: 'remark', title: '备注', parse: shortText(500), width: 30 },
  ],
  keyOf: (line) => line.empKey ?? named(line.empName, line.phoneNum),
  namedBy: 'empName',
  load,
  checkRow: reasonsAgainst,
  saveRows: async (tx, lines, who, known) => {
    await oneAtATime(tx)
    let updated = 0
    for (const line of lines) if (await saveLine(tx, who, line, known)) updated += 1
    return { added: 0, updated, skipped: lines.length - updated }
  },
}

export const staffImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const staffImportRun = staffImport.run
