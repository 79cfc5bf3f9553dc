// One archive as its page shows it: the sections as they are stored, the same in words, money, family, risks, counts.

import type pg from 'pg'
import { maskedCard } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import { type ArchiveFieldsData, sections } from '#contract/live/archiveFields'
import type { ArchiveWholeData, RiskData, WordedField } from '#contract/live/archiveSection'
import { OutingState } from '#contract/live/outingMoves'
import { AttentionNote, IN_HOUSE, isHighRisk, ResidentNote } from '#contract/live/resident'
import { fieldDictionaries, fieldList } from '#contract/live/residentFields'
import { BedDisplay } from '#contract/platform/bed'
import { amountsHidden } from '#server/areas/expense/public'
import { membersOf } from '#server/areas/live/family/familyRead'
import { faceSql, TODAY } from '#server/areas/nursing/public'
import { AGE, awayNow, FIELD_COLUMNS, IN_SCOPE, type Labels, labelsOf, PLACE } from '#server/areas/residents/public'
import type { Scope } from '#server/kit/tenant'
import { completenessNow } from './archiveCompleteness.ts'

type Client = pg.Pool | pg.ClientBase

/** The fields of an archive as the table holds them. */
type StoredFields = { [K in keyof ArchiveFieldsData]-?: NonNullable<ArchiveFieldsData[K]> | null }

type Row = StoredFields &
  Omit<
    ArchiveWholeData,
    'base' | 'extra' | 'health' | 'words' | 'family' | 'risks' | 'completeness' | 'account' | 'roomTypeName'
  > &
  ArchiveWholeData['account'] & {
    bedsInRoom: number | null
    regions: string[] | null
    finalLevel: number | null
  }

/** A task of today that can still be done. */
const TO_DO = `face in ('late', 'open', 'later')`

const REGIONS = `(with recursive above as (
     select g.name, g.parent_code, 1 as depth from region g where g.code = t.region
     union all
     select g.name, g.parent_code, above.depth + 1 from above join region g on g.code = above.parent_code
      where above.depth < 4)
   select array_agg(name order by depth desc) from above)`

const RESERVED = `left join lateral (select rv.bed_id from reservation rv
  where rv.org_id = t.org_id and rv.oldman_id = t.oldman_id and rv.state = 'ACTIVE') rs on true`
/** Of the bed lived in, or of the one reserved. */
const AT_BED = PLACE.replace('t.current_bed_id', 'coalesce(t.current_bed_id, rs.bed_id)')
const STAY = `left join lateral (select s.contract_end, s.trial_end, s.kind, s.payer_id from stay s
  where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null) st on true`
const AWAY = `left join lateral (select u.plan_return, case when u.state = ${OutingState.is.overdue}
  or u.plan_return < now() then 2 else 1 end as late
  from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and ${awayNow('u')}
  limit 1) away on true`
const ASSESSED = `left join lateral (select a.level_name, a.total, a.assess_date, a.next_date, a.final_level from assessment a
  where a.org_id = t.org_id and a.oldman_id = t.oldman_id and a.bound
  order by a.assess_date desc, a.assessment_id desc limit 1) ass on true`

const count = (table: string) =>
  `(select count(*) from ${table} x where x.org_id = t.org_id and x.oldman_id = t.oldman_id)`

const ONE = `select t.oldman_id as "oldmanId", ${AGE} as age, t.head, t.status, t.archive_no as "archiveNo",
  t.created_at as "createTime", t.updated_at as "updateTime", t.version, ${FIELD_COLUMNS},
  t.risk_marks as "riskMarks", dp.dept_name as "deptName", e.emp_name as "saleName", at.bed_id as "bedId", at.path as "bedPath",
  (select count(*) from bed b where b.org_id = t.org_id and b.room_id = at.room_id
  and b.display = ${BedDisplay.is.shown}) as "bedsInRoom", lv.level_name as "levelName", t.check_in_date as "checkInDate",
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days,
  case when st.kind = 'TRIAL' then null else st.contract_end end as "contractEnd",
  case when st.kind = 'TRIAL' then st.trial_end end as "trialEnd",
  coalesce(away.late, 0) as "outNow", to_char(away.plan_return, 'YYYY-MM-DD HH24:MI') as "planReturn",
  (select f.name from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id
    and (f.family_id = st.payer_id or f.payer) order by f.family_id = st.payer_id desc nulls last, f.sort, f.family_id limit 1) as "payerName",
  coalesce(ac.balance_fen, 0) as "balanceFen", coalesce(ac.gift_fen, 0) as "giftFen",
  coalesce(ac.deposit_fen, 0) as "depositFen", coalesce(ac.booking_fen, 0) as "bookingFen", coalesce(ac.owed_fen, 0) as "owedFen", ac.owed_since as "owedSince",
  coalesce(ac.owed_since < current_date, false) as overdue,
  case when ass.assess_date is not null then jsonb_build_object('levelName', ass.level_name, 'total', ass.total,
    'assessDate', ass.assess_date, 'nextDate', ass.next_date) end as assessment, ass.final_level as "finalLevel",
  jsonb_build_object('family', ${count('oldman_family')}, 'assessments', ${count('assessment')},
    'contracts', ${count('contract_document')}, 'outings', ${count('outing')}, 'visits', ${count('visit')},
    'files', ${count('oldman_file')}) as counts,
  case when t.status in (${IN_HOUSE}) then (select jsonb_build_object('done', count(*) filter (where face = 'done'),
      'total', count(*) filter (where face <> 'away'), 'nextTime', to_char(min(plan_time) filter (where ${TO_DO}), 'HH24:MI'),
      'nextName', (array_agg(project_name order by plan_time, sort) filter (where ${TO_DO}))[1])
    from (select n.plan_time, c.project_name, c.sort, ${faceSql('n')} as face from care_task n
      join care_project c on c.org_id = n.org_id and c.project_id = n.project_id
      where n.org_id = t.org_id and n.oldman_id = t.oldman_id and ${TODAY('n')}) faced) end as care,
  ${REGIONS} as regions
from oldman t ${RESERVED} ${AT_BED} ${STAY} ${AWAY} ${ASSESSED}
left join dept dp on dp.org_id = t.org_id and dp.dept_id = t.dept_id
left join employee e on e.org_id = t.org_id and e.emp_id = t.sale_id
left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id
left join elder_account ac on ac.org_id = t.org_id and ac.oldman_id = t.oldman_id
where ${IN_SCOPE} and t.oldman_id = $3`

const part = <K extends keyof typeof sections>(row: StoredFields, section: K) =>
  Object.fromEntries(
    Object.keys(sections[section].properties).map((field) => [field, row[field as keyof StoredFields]]),
  )

/** The sections of an archive out of its row; the number of the card masked. */
export function sectionsOf(row: StoredFields): Pick<ArchiveWholeData, 'base' | 'extra' | 'health'> {
  return {
    base: { ...part(row, 'base'), idCard: maskedCard(row.idCard ?? '') },
    extra: part(row, 'extra'),
    health: part(row, 'health'),
  } as Pick<ArchiveWholeData, 'base' | 'extra' | 'health'>
}

const joined = (words: readonly (string | null)[]) => words.filter((word) => word !== null).join('、') || null

function wordsOf(row: Row, labels: Labels): ArchiveWholeData['words'] {
  const worded = fieldList.flatMap(({ name, dictionary, set }): [string, string | null][] => {
    if (!dictionary && !set) return []
    const codes = [row[name] ?? []].flat() as (string | number)[]
    return [[name, joined(codes.map((one) => (dictionary ? labels(dictionary, String(one)) : set!.label(one))))]]
  })
  return {
    ...(Object.fromEntries(worded) as Record<WordedField, string | null>),
    // 上海市 is province and city in one, and said once.
    region: row.regions?.filter((name, i, all) => name !== all[i - 1]).join('') ?? null,
  }
}

const NO_ALLERGY = '0'
const EPILEPSY = '16'
/** Forms of food of who may choke: 半流质, 流质, 糊状, 鼻饲. */
const SOFT_FOOD: readonly string[] = ['1-3', '1-4', '1-5', '1-6']
/** What the staff does about a note; long-term-care insurance is a note and no risk. */
const NOTE_CARE: Readonly<Partial<Record<number, string>>> = {
  [AttentionNote.is.dementia]: '防走失',
  [AttentionNote.is.violence]: '注意防护',
  [AttentionNote.is.suicide]: '加强看护',
  [AttentionNote.is.endOfLife]: '舒缓照护',
}
/** Heavily or wholly dependent, on the scale of the standards. */
const HEAVY = 3

function risksOf(row: Row, labels: Labels): RiskData[] {
  const risks: RiskData[] = []
  for (const note of row.attention ?? []) {
    const care = NOTE_CARE[note]
    if (care) risks.push({ title: AttentionNote.label(note), note: care, section: 'health' })
  }
  for (const mark of row.riskMarks) {
    risks.push({ title: ResidentNote.label(mark), note: isHighRisk(mark) ? '高风险' : '需防护', section: 'assessment' })
  }
  const allergic = (row.allergies ?? []).filter((one) => one !== NO_ALLERGY)
  for (const one of allergic) risks.push({ title: `${labels('allergy', one)}过敏`, note: null, section: 'health' })
  const food = joined(
    (row.diet ?? []).filter((one) => SOFT_FOOD.includes(one)).map((one) => labels('dietaryRestriction', one)),
  )
  if (food) risks.push({ title: '防呛咳', note: food, section: 'health' })
  if (row.diseases?.includes(EPILEPSY)) risks.push({ title: '癫痫', note: '防跌伤', section: 'health' })
  if (row.infectious) risks.push({ title: '传染病', note: row.infectious, section: 'health' })
  if (row.assessment && (row.finalLevel ?? 0) >= HEAVY) {
    const { levelName, total, assessDate } = row.assessment
    const note = [total === null ? null : `${total} 分`, assessDate].filter(Boolean).join('，')
    risks.push({ title: levelName ?? '重度失能', note, section: 'assessment' })
  }
  return risks
}

const NUMBERS = ['', '单', '双', '三', '四', '五', '六']
/** 双人间: by the beds it has. */
const roomOf = (beds: number) => (beds > 0 ? `${NUMBERS[beds] ?? beds}人间` : null)

/** Refuses a resident outside the caller's scope as not there. */
const HIDDEN = { balanceFen: null, giftFen: null, depositFen: null, bookingFen: null, owedFen: null }

type Reader = Scope & { may(expression: string): boolean }

export async function wholeArchive(client: Client, who: Reader, oldmanId: string): Promise<ArchiveWholeData> {
  const { orgId, deptIds } = who
  const found = await client.query<Row>({ name: 'archive_whole', text: ONE, values: [orgId, deptIds, oldmanId] })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  const [hidden, labels, family, completeness] = await Promise.all([
    amountsHidden(client, orgId, who),
    labelsOf(client, orgId, Object.values(fieldDictionaries)),
    membersOf(client, orgId, oldmanId),
    completenessNow(client, who, oldmanId),
  ])
  const { balanceFen, giftFen, depositFen, bookingFen, owedFen, owedSince, overdue } = row
  const amounts = { balanceFen, giftFen, depositFen, bookingFen, owedFen }
  return {
    ...row,
    attention: row.attention ?? [],
    roomTypeName: row.bedId ? roomOf(row.bedsInRoom ?? 0) : null,
    account: { ...(hidden ? HIDDEN : amounts), owedSince, overdue },
    completeness,
    ...sectionsOf(row),
    words: wordsOf(row, labels),
    family,
    risks: risksOf(row, labels),
  } as ArchiveWholeData
}

const SECTION = `select t.oldman_id as "oldmanId", t.version, ${FIELD_COLUMNS}
from oldman t where ${IN_SCOPE} and t.oldman_id = $3`

/** The sections alone, for a form. */
export async function storedSections(client: Client, scope: Scope, oldmanId: string) {
  const found = await client.query<StoredFields & { oldmanId: string; version: number }>({
    name: 'archive_sections',
    text: SECTION,
    values: [scope.orgId, scope.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  return { oldmanId: row.oldmanId, version: row.version, oldmanName: row.oldmanName, ...sectionsOf(row) }
}
