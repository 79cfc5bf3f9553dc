// Saving a file: whose it is, and the facts of the person beside the account.
import { type staffFile, staffNeeds } from '#contract/administration/staffFile'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { StaffSkill } from '#contract/administration/staffWords'
import type { InputOf } from '#contract/kit/call'
import { idCardFacts } from '#contract/kit/formats'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { invalid, notFound } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import { changeStaffFacts, oneAtATime, type StaffFactsChange } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { inDepts } from '#server/kit/tenant'
import { staffFileOf } from './staffFileRead.ts'

type Calls = (typeof staffFile)['calls']

export interface HeldStaff {
  empId: string
  name: string
  status: number
  empType: string | null
  deptId: string | null
  isAdmin: boolean
  version: number
}

const HOLD = `select t.emp_id as "empId", t.emp_name as name, t.status, t.emp_type as "empType", t.dept_id as "deptId",
  a.is_admin as "isAdmin", t.version + coalesce((select f.version from staff_file f where f.org_id = t.org_id and f.emp_id = t.emp_id), 0) as version
from account a join employee t on t.org_id = a.org_id and t.emp_id = a.user_id
where a.org_id = $1 and a.user_id = $2 and ${inDepts('t', '$3')} and ($4::boolean or t.emp_type = 'nursing') for no key update of a`

/**
 * Locked until the commit, and within the caller's departments. Acts on files of one organisation that may end an access queue
 * before it (`oneAtATime`), so that nobody is handed to who is leaving at the same moment.
 */
export async function holdStaff(
  tx: Tx,
  who: Caller,
  empId: string,
  { version, all = true, field }: { version?: number | null | undefined; all?: boolean; field?: string } = {},
): Promise<HeldStaff> {
  const found = await tx.client.query<HeldStaff>({
    name: 'staff_hold',
    text: HOLD,
    values: [tx.orgId, empId, who.deptIds, all],
  })
  const row = found.rows[0]
  if (!row) throw notFound(field === undefined ? '员工' : '交接人')
  await refuseStale(tx, empId, version, row.version)
  return row
}

const GROUND = `insert into staff_file as f (org_id, emp_id) values ($1, $2)
on conflict (org_id, emp_id) do update set version = f.version + 1`

/** Whatever is written of a person raises the version their form was filled from. */
export const raiseVersion = (tx: Tx, empId: string) =>
  tx.client.query({ name: 'staff_file_raise', text: GROUND, values: [tx.orgId, empId] })

const COLUMNS = {
  idNo: 'id_no',
  birthday: 'birthday',
  education: 'education',
  nativePlace: 'native_place',
  address: 'address',
  contactName: 'contact_name',
  contactPhone: 'contact_phone',
  contactRelation: 'contact_relation',
  hireDate: 'hire_date',
  probationEnd: 'probation_end',
  skills: 'skills',
  noNightFrom: 'no_night_from',
  noNightTo: 'no_night_to',
  noNightReason: 'no_night_reason',
  remark: 'remark',
} as const
export type FileField = keyof typeof COLUMNS
export type FileFields = { [K in Exclude<FileField, 'skills'>]?: string | null | undefined } & {
  skills?: readonly string[] | null | undefined
}
const FILE_FIELDS = Object.keys(COLUMNS) as FileField[]
const ACCOUNT_FIELDS = ['status', 'empKey', 'empType', 'empTitle', 'nursingLevel', 'workingPicture', 'intro'] as const

const STORED = `select ${FILE_FIELDS.map((field) => `f.${COLUMNS[field]} as "${field}"`).join(', ')}
from staff_file f where f.org_id = $1 and f.emp_id = $2`

/** What stands in the log: numbers with their middle hidden, an address not at all. */
const told = (fields: Readonly<Record<string, unknown>>) => ({
  ...fields,
  ...(fields.idNo ? { idNo: maskedCard(String(fields.idNo)) } : {}),
  ...(fields.contactPhone ? { contactPhone: maskedPhone(String(fields.contactPhone)) } : {}),
  ...(fields.address ? { address: '（已填）' } : {}),
})

function refuseWrong(after: Readonly<Record<string, unknown>>): void {
  const day = (field: FileField) => (after[field] as string | null | undefined) ?? null
  const card = idCardFacts(day('idNo'))
  if (card && day('birthday') !== null && card.birthday !== day('birthday')) {
    throw invalid(`出生日期与身份证号不一致，身份证上是 ${card.birthday}`, 'birthday')
  }
  if (day('probationEnd') !== null && day('hireDate') !== null && day('probationEnd')! < day('hireDate')!) {
    throw invalid('试用期不能在入职之前结束', 'probationEnd')
  }
  if ((day('noNightFrom') === null) !== (day('noNightTo') === null)) {
    throw invalid('不排夜班的起止日期要一起填', day('noNightFrom') === null ? 'noNightFrom' : 'noNightTo')
  }
  if (day('noNightFrom') !== null && day('noNightTo')! < day('noNightFrom')!) {
    throw invalid('结束日期不能早于开始日期', 'noNightTo')
  }
  if (day('noNightFrom') !== null && !day('noNightReason')) {
    throw invalid('请写明不排夜班的原因，如：孕期、哺乳期', 'noNightReason')
  }
}

/** The facts beside the account; answers what changed, as the log tells it. */
export async function writeFacts(tx: Tx, empId: string, given: FileFields) {
  const stored = (await tx.client.query<Record<string, unknown>>(STORED, [tx.orgId, empId])).rows[0] ?? {}
  const before = Object.fromEntries(
    FILE_FIELDS.map((field) => [field, stored[field] ?? (field === 'skills' ? [] : null)]),
  )
  const after: Record<string, unknown> = { ...before }
  for (const field of FILE_FIELDS) {
    const sent = given[field]
    if (sent === undefined) continue
    if (field === 'skills') {
      const chosen = new Set((sent as readonly string[] | null) ?? [])
      after.skills = StaffSkill.list.flatMap(({ value }) => (chosen.has(value) ? [value] : []))
    } else after[field] = (sent as string | null)?.trim() || null
  }
  const card = idCardFacts(after.idNo as string | null)
  // A card that comes alone says the birthday too.
  if (card && (after.birthday === null || (given.idNo && given.birthday === undefined))) after.birthday = card.birthday
  refuseWrong(after)
  const set = FILE_FIELDS.map((field, i) => `${COLUMNS[field]} = $${i + 3}`)
  await raiseVersion(tx, empId)
  await tx.client.query({
    name: 'staff_file_save',
    text: `update staff_file set ${set.join(', ')} where org_id = $1 and emp_id = $2`,
    values: [tx.orgId, empId, ...FILE_FIELDS.map((field) => after[field])],
  })
  return changesBetween(told(before), told(after))
}

export async function saveStaffFile(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<StaffFileData> {
  const { empId, version, ...sent } = input
  await oneAtATime(tx)
  const held = await holdStaff(tx, who, empId, { version })
  const left = StaffStatus.is.left
  if (sent.status !== undefined && sent.status !== null && sent.status !== held.status) {
    if (held.status === left) throw invalid('已离职的员工请用“复职”恢复', 'status')
    if (sent.status === left) throw invalid('离职请用“办理离职”，一次把待办和照护分工交接好', 'status')
    if (empId === who.userId) throw invalid('不能修改自己的在职状态', 'status')
  }
  const change = Object.fromEntries(
    ACCOUNT_FIELDS.flatMap((field) => (sent[field] === undefined ? [] : [[field, sent[field]]])),
  ) as StaffFactsChange
  if (Object.keys(change).length > 0) await changeStaffFacts(tx, who, empId, change)
  const changes = await writeFacts(tx, empId, sent as FileFields)
  if (Object.keys(changes).length > 0) {
    tx.log({ remark: `编辑员工档案“${held.name}”`, targetType: 'account', targetId: empId, changes })
  }
  return staffFileOf(tx.client, who, empId)
}

/** May the caller keep everybody's charges, or those of carers alone. */
export const chargesAll = (who: Caller) => who.may(staffNeeds.update)
