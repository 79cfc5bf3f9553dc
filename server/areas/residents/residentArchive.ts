// One resident's archive as it stands, in words: for the archive pages and for documents.

import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import type { ArchiveFieldsData, Stored } from '#contract/live/archiveFields'
import { AttentionNote, IN_HOUSE } from '#contract/live/resident'
import { fieldDictionaries, fieldList } from '#contract/live/residentFields'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { type Labels, labelsOf } from './dictionaryLabels.ts'
import { FIELD_COLUMNS } from './residentColumns.ts'
import { AGE, PLACE } from './residentSql.ts'

export interface FamilyMember {
  familyId: string
  name: string
  relation: string
  relationName: string
  phone: string
  idCard: string | null
  address: string | null
  emergency: boolean
  payer: boolean
  guarantor: boolean
  guardian: boolean
}

/** The fields as they are stored, what every archive says never null. */
type Fields = Omit<Stored<ArchiveFieldsData>, 'sex' | 'birthDate'> & { sex: 0 | 1; birthDate: string }

interface ArchiveRow extends Fields {
  oldmanId: string
  archiveNo: string
  age: number
  regions: string[] | null
  head: string | null
  status: 1 | 2 | 3 | 4 | 5 | 6
  deptName: string | null
  bedId: string | null
  bedName: string | null
  roomName: string | null
  bedPath: string | null
  checkInDate: string | null
  days: number | null
  version: number
  createTime: string
}

/** Values of dictionaries are already their labels, except category, which keeps both. */
export interface ResidentArchive extends ArchiveRow {
  regionName: string | null
  categoryName: string | null
  blood: string | null
  attentionNames: string[]
  family: FamilyMember[]
}

/** Scope: the caller's organisation and departments; rows without a department belong to all of it. */
export const IN_SCOPE = `t.org_id = $1 and ${inDepts('t', '$2')}`

const ONE = `select t.oldman_id as "oldmanId", t.archive_no as "archiveNo", ${AGE} as age, t.head, t.status,
  ${FIELD_COLUMNS}, d.dept_name as "deptName", at.bed_id as "bedId", at.bed_name as "bedName",
  at.room_name as "roomName", at.path as "bedPath", t.check_in_date as "checkInDate",
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days, t.version, t.created_at as "createTime",
  (with recursive above as (
     select g.name, g.parent_code, 1 as depth from region g where g.code = t.region
     union all
     select g.name, g.parent_code, above.depth + 1 from above join region g on g.code = above.parent_code
      where above.depth < 4)
   select array_agg(name order by depth desc) from above) as regions
from oldman t ${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where ${IN_SCOPE} and t.oldman_id = $3`

const FAMILY = `select family_id as "familyId", name, relation, phone, id_card as "idCard", address, emergency, payer,
  guarantor, guardian from oldman_family where org_id = $1 and oldman_id = $2 order by sort, family_id`

const DICTIONARIES = [...Object.values(fieldDictionaries), 'relationToElder']
const coded = fieldList.filter(({ dictionary, name }) => dictionary && name !== 'category')

/** Codes replaced by their labels. */
function wordsOf(row: ArchiveRow, labels: Labels): Partial<ArchiveRow> {
  return Object.fromEntries(
    coded.map(({ name, dictionary }) => {
      const value = row[name] as string | string[] | null
      return [name, Array.isArray(value) ? value.map((one) => labels(dictionary!, one)) : labels(dictionary!, value)]
    }),
  )
}

/** Refuses a resident outside the caller's scope as not there. */
export async function archiveOf(
  pool: pg.Pool | pg.ClientBase,
  scope: Scope,
  oldmanId: string,
): Promise<ResidentArchive> {
  const { orgId, deptIds } = scope
  const found = await pool.query<ArchiveRow>({ name: 'resident_one', text: ONE, values: [orgId, deptIds, oldmanId] })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  type Member = Omit<FamilyMember, 'relationName'>
  const [labels, family] = await Promise.all([
    labelsOf(pool, orgId, DICTIONARIES),
    pool.query<Member>({ name: 'resident_family', text: FAMILY, values: [orgId, oldmanId] }),
  ])
  const blood = [labels('bloodTypeAbo', row.bloodAbo), labels('bloodTypeRh', row.bloodRh)].filter(Boolean).join(' ')
  return {
    ...row,
    // 上海市 is province and city in one, and said once.
    regionName: row.regions?.filter((name, i, all) => name !== all[i - 1]).join('') ?? null,
    ...wordsOf(row, labels),
    blood: blood || null,
    attentionNames: row.attention.map((note) => AttentionNote.label(note)),
    categoryName: labels('elderCategory', row.category),
    family: family.rows.map((one) => ({
      ...one,
      relationName: labels('relationToElder', one.relation) ?? one.relation,
    })),
  }
}
