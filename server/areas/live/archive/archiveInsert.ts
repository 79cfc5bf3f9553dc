// New archives as rows, many in one statement each: the archive, its family, its files, its account and the first entry
// of its timeline. Everything has been checked before.
import { dayText } from '#contract/kit/clock'
import type { ArchiveFieldsData, FamilyFieldsData, OldmanFileKindValue } from '#contract/live/archiveFields'
import { completenessOf } from '#contract/live/completeness'
import { openAccounts } from '#server/areas/expense/public'
import { residentColumns, residentFieldNames } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNos } from '#server/kit/numbers'
import { namePinyin } from '#server/kit/pinyin'
import type { Identity } from './archiveChecks.ts'

export interface NewFile {
  kind: OldmanFileKindValue
  fileName: string
  fileUrl: string
  size: number
  expireDate: string | null
  remark: string | null
}

export interface ReadyArchive {
  fields: Partial<ArchiveFieldsData> & Identity & { oldmanName: string }
  head: string | null
  family: readonly FamilyFieldsData[]
  files: readonly NewFile[]
  consultationId: string | null
}

export interface CreatedArchive {
  oldmanId: string
  archiveNo: string
  completeness: number
}

/** 档案 numbers: YL + day + count of the day. */
export const ARCHIVE_NO = 'YL'

const columns = residentFieldNames.map((field) => residentColumns[field])
const own = [
  ['oldman_id', 'text'],
  ['archive_no', 'text'],
  ['pinyin', 'text'],
  ['initials', 'text'],
  ['head', 'text'],
  ['consultation_id', 'text'],
  ['completeness', 'int'],
] as const
const all = [...own, ...columns]

const INSERT = `insert into oldman (org_id, ${all.map(([name]) => name).join(', ')})
select $1, ${all.map(([name, kind]) => (kind === 'jsonb' ? `coalesce(x.${name}, '[]')` : `x.${name}`)).join(', ')}
from jsonb_to_recordset($2::jsonb) as x(${all.map(([name, kind]) => `${name} ${kind}`).join(', ')})`

const FAMILY = `insert into oldman_family (org_id, family_id, oldman_id, name, pinyin, initials, relation, phone, id_card, address,
  work_unit, remark, emergency, payer, guarantor, guardian, sort)
select $1, x.family_id, x.oldman_id, x.name, x.pinyin, x.initials, x.relation, x.phone, x.id_card, x.address, x.work_unit,
  x.remark, x.emergency, x.payer, x.guarantor, x.guardian, x.sort
from jsonb_to_recordset($2::jsonb) as x(family_id text, oldman_id text, name text, pinyin text, initials text, relation text,
  phone text, id_card text, address text, work_unit text, remark text, emergency boolean, payer boolean,
  guarantor boolean, guardian boolean, sort int)`

const FILES = `insert into oldman_file (org_id, file_id, oldman_id, kind, file_name, file_url, size, expire_date, remark, user_id)
select $1, x.file_id, x.oldman_id, x.kind, x.file_name, x.file_url, x.size, x.expire_date, x.remark, $3
from jsonb_to_recordset($2::jsonb) as x(file_id text, oldman_id text, kind text, file_name text, file_url text, size int,
  expire_date date, remark text)`

const EVENTS = `insert into stay_event (org_id, event_id, oldman_id, kind, day, content, to_status, user_id, user_name)
select $1, x.event_id, x.oldman_id, 'archive', current_date, x.content, 3, $3, $4
from jsonb_to_recordset($2::jsonb) as x(event_id text, oldman_id text, content text)`

export const familyRow = (member: FamilyFieldsData, oldmanId: string, sort: number) => ({
  family_id: newId(),
  oldman_id: oldmanId,
  name: member.name,
  ...namePinyin(member.name),
  relation: member.relation,
  phone: member.phone,
  id_card: member.idCard?.toUpperCase() ?? null,
  address: member.address ?? null,
  work_unit: member.workUnit ?? null,
  remark: member.remark ?? null,
  emergency: member.emergency ?? false,
  payer: member.payer ?? false,
  guarantor: member.guarantor ?? false,
  guardian: member.guardian ?? false,
  sort,
})

export async function insertFiles(tx: Tx, oldmanId: string, files: readonly NewFile[]): Promise<string[]> {
  const rows = files.map((file) => ({
    file_id: newId(),
    oldman_id: oldmanId,
    kind: file.kind,
    file_name: file.fileName,
    file_url: file.fileUrl,
    size: file.size,
    expire_date: file.expireDate,
    remark: file.remark,
  }))
  if (rows.length > 0) await tx.client.query(FILES, [tx.orgId, JSON.stringify(rows), tx.by.userId])
  return rows.map((row) => row.file_id)
}

const today = () => dayText()

/** What is empty stays out of the text that goes to the database: most of an imported archive is. */
function filledColumns(fields: ReadyArchive['fields']): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const field of residentFieldNames) {
    const value = fields[field]
    if (value !== null && value !== undefined) columns[residentColumns[field][0]] = value
  }
  return columns
}

/** `how` begins the first sentence of the timeline: 新建档案, Excel 导入档案, 由咨询转为档案. */
export async function insertArchives(
  tx: Tx,
  archives: readonly ReadyArchive[],
  how: string,
): Promise<CreatedArchive[]> {
  if (archives.length === 0) return []
  const day = today()
  const numbers = await nextNos(tx, ARCHIVE_NO, archives.length)
  const made = archives.map((one, i) => {
    const { fields, head, family, files } = one
    const { score } = completenessOf({ ...fields, head, family, files }, day)
    return { ...one, oldmanId: newId(), archiveNo: numbers[i]!, completeness: score }
  })
  const rows = made.map((one) => ({
    oldman_id: one.oldmanId,
    archive_no: one.archiveNo,
    ...namePinyin(one.fields.oldmanName),
    head: one.head,
    consultation_id: one.consultationId,
    completeness: one.completeness,
    ...filledColumns(one.fields),
  }))
  const family = made.flatMap((one) => one.family.map((member, i) => familyRow(member, one.oldmanId, i + 1)))
  const events = made.map((one) => ({
    event_id: newId(),
    oldman_id: one.oldmanId,
    content: `${how}，档案编号 ${one.archiveNo}`,
  }))
  await tx.client.query(INSERT, [tx.orgId, JSON.stringify(rows)])
  await Promise.all([
    family.length > 0 && tx.client.query(FAMILY, [tx.orgId, JSON.stringify(family)]),
    ...made.map((one) => one.files.length > 0 && insertFiles(tx, one.oldmanId, one.files)),
    openAccounts(
      tx,
      made.map((one) => one.oldmanId),
    ),
    tx.client.query(EVENTS, [tx.orgId, JSON.stringify(events), tx.by.userId, tx.by.name]),
  ])
  return made.map(({ oldmanId, archiveNo, completeness }) => ({ oldmanId, archiveNo, completeness }))
}
