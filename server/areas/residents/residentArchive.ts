// One resident's archive as it stands, in words: for the archive pages and for documents.
import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import { AttentionNote } from '#contract/live/resident'
import type { Scope } from '#server/kit/tenant'
import { type Labels, labelsOf } from './dictionaryLabels.ts'
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

interface ArchiveRow {
  oldmanId: string
  archiveNo: string
  oldmanName: string
  sex: 0 | 1
  age: number
  birthDate: string
  idCard: string
  phone: string | null
  address: string | null
  regions: string[] | null
  head: string | null
  nation: string | null
  education: string | null
  marital: string | null
  politicalStatus: string | null
  religion: string | null
  living: string | null
  income: string[]
  medicalPay: string[]
  bloodAbo: string | null
  bloodRh: string | null
  diseases: string[]
  allergies: string[]
  diet: string[]
  attention: (1 | 2 | 3 | 4 | 5)[]
  category: string | null
  status: 1 | 2 | 3 | 4 | 5 | 6
  deptId: string | null
  deptName: string | null
  bedId: string | null
  bedName: string | null
  roomName: string | null
  bedPath: string | null
  checkInDate: string | null
  days: number | null
  remark: string | null
  version: number
  createTime: string
}

/** Everything that is stored as a value is already its label, except category, which keeps both. */
export interface ResidentArchive extends ArchiveRow {
  regionName: string | null
  categoryName: string | null
  blood: string | null
  attentionNames: string[]
  family: FamilyMember[]
}

const DICTIONARIES = [
  'ethnicGroups',
  'education',
  'maritalStatus',
  'politicalStatus',
  'religion',
  'livingArrangement',
  'incomeSource',
  'medicalPayment',
  'bloodTypeAbo',
  'bloodTypeRh',
  'chronicDisease',
  'allergy',
  'dietaryRestriction',
  'elderCategory',
  'relationToElder',
]

/** Scope: the caller's organisation and departments; rows without a department belong to all of it. */
export const IN_SCOPE = 't.org_id = $1 and ($2::text[] is null or t.dept_id is null or t.dept_id = any($2))'

const ONE = `select t.oldman_id as "oldmanId", t.archive_no as "archiveNo", t.oldman_name as "oldmanName", t.sex,
  ${AGE} as age, t.birth_date as "birthDate", t.id_card as "idCard", t.phone, t.address, t.head, t.nation, t.education,
  t.marital, t.political_status as "politicalStatus", t.religion, t.living, t.income, t.medical_pay as "medicalPay",
  t.blood_abo as "bloodAbo", t.blood_rh as "bloodRh", t.diseases, t.allergies, t.diet, t.attention, t.category, t.status,
  t.dept_id as "deptId", d.dept_name as "deptName", at.bed_id as "bedId", at.bed_name as "bedName",
  at.room_name as "roomName", at.path as "bedPath", t.check_in_date as "checkInDate",
  case when t.status in (1, 4) then current_date - t.check_in_date end as days, t.remark, t.version,
  t.created_at as "createTime",
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

const wordsOf = (labels: Labels, code: string, values: readonly string[]) =>
  values.map((value) => labels(code, value)).filter((word): word is string => word !== null)

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
    nation: labels('ethnicGroups', row.nation),
    education: labels('education', row.education),
    marital: labels('maritalStatus', row.marital),
    politicalStatus: labels('politicalStatus', row.politicalStatus),
    religion: labels('religion', row.religion),
    living: labels('livingArrangement', row.living),
    income: wordsOf(labels, 'incomeSource', row.income),
    medicalPay: wordsOf(labels, 'medicalPayment', row.medicalPay),
    diseases: wordsOf(labels, 'chronicDisease', row.diseases),
    allergies: wordsOf(labels, 'allergy', row.allergies),
    diet: wordsOf(labels, 'dietaryRestriction', row.diet),
    blood: blood || null,
    attentionNames: row.attention.map((note) => AttentionNote.label(note)),
    categoryName: labels('elderCategory', row.category),
    family: family.rows.map((one) => ({
      ...one,
      relationName: labels('relationToElder', one.relation) ?? one.relation,
    })),
  }
}
