// Assessments, read: the lists, and one with everything on it.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import type { PageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { AssessDue, type AssessDueValue, assessMoves, SOON_DAYS, type WordsData } from '#contract/nursing/assessFields'
import type { AssessDetail, AssessRow, assessForm, LastAssessment } from '#contract/nursing/assessForm'
import { AssessmentState, AssessmentType } from '#contract/nursing/assessment'
import { mayAssess } from '#server/areas/nursing/assessAuth/assessRight'
import { houseOf, kindSettings } from '#server/areas/nursing/assessSetting/assessHouse'
import type { FilledBy } from '#server/areas/nursing/assessTables'
import type { Caller } from '#server/kit/caller'
import { type Filter, type ListPlan, pageOfRows } from '#server/kit/page'
import { storedAnswers, storedFields, storedInputs } from './assessFill.ts'
import { kindOfRow, noAssessment } from './assessHold.ts'
import { knownOf } from './assessKnown.ts'
import { PERSON_COLUMNS, PERSON_JOINS, PERSON_SCOPE } from './assessPerson.ts'
import { type Answer, score } from './assessScore.ts'
import { whose } from './assessWhose.ts'

const NAME = (
  id: string,
) => `(select coalesce(e.emp_name, a.user_name) from account a left join employee e on e.org_id = a.org_id
  and e.emp_id = a.user_id where a.org_id = t.org_id and a.user_id = t.${id})`

/** The newest of its family that counts. */
const NEWEST = `exists (select 1 from assess_newest y where y.org_id = t.org_id and y.assessment_id = t.assessment_id)`

const HEAD = `t.assessment_id as "assessmentId", t.assess_no as "assessNo", t.type, t.kind, t.state, t.reason, t.assess_date as "assessDate",
  t.place, t.assessor1, ${NAME('assessor1')} as "assessor1Name", t.assessor2, ${NAME('assessor2')} as "assessor2Name", t.informant,
  t.informant_relation as "informantRelation", t.answered, t.item_count as "itemCount", t.total, t.preliminary_level as "preliminaryLevel",
  t.final_level as "finalLevel", t.level_name as "levelName", t.level_reason as "levelReason", t.suggested_level_id as "suggestedLevelId",
  sl.level_name as "suggestedLevelName", t.next_date as "nextDate", t.bound, t.void_reason as "voidReason", t.voided_name as "voidedName",
  t.voided_at as "voidedAt", t.signed_at as "signedAt", t.created_at as "createTime", t.updated_at as "updateTime", t.version,
  cp.name as "copyName", coalesce(t.words, cp.words) as words, t.section_scores as scores,
  case when o.status in (${IN_HOUSE}) and t.next_date <= current_date + ${SOON_DAYS} and ${NEWEST}
    then case when t.next_date < current_date then 'OVERDUE' else 'SOON' end end as due`

const JOINS = `${PERSON_JOINS} left join nursing_level sl on sl.org_id = t.org_id and sl.level_id = t.suggested_level_id
  left join assess_copy cp on cp.org_id = t.org_id and cp.copy_id = t.copy_id`

export type ListQuery = InputOf<(typeof assessForm)['calls']['list']>
type Stored = Omit<AssessRow, 'kindName' | 'preliminaryName' | 'sectionScores' | 'can'> & {
  copyName: string | null
  words: WordsData[] | null
  scores: Record<string, number> | null
}

const many = (text: string | null | undefined) => text?.split(',').filter((one) => one !== '') ?? null
const day = (text: string | null | undefined, field: string) => {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

/** Only the newest of those who live here can be due. */
function dueFilter(orgId: string, due: AssessDueValue | null | undefined): Filter {
  const { OVERDUE, SOON } = AssessDue.is
  const soon = `n.next_date between current_date and current_date + ${SOON_DAYS}`
  const when = due === OVERDUE ? 'n.next_date < current_date' : due === SOON ? soon : 'false'
  return [
    `t.assessment_id in (select n.assessment_id from assess_newest n join oldman o on o.org_id = n.org_id and o.oldman_id = n.oldman_id
      where n.org_id = ? and o.status in (${IN_HOUSE}) and ${when})`,
    due ? orgId : null,
  ]
}

async function listPlan(who: Caller, q: ListQuery, types: readonly number[] | null): Promise<ListPlan> {
  return {
    from: 'assessment t',
    key: 'assessment_id',
    select: `${HEAD}, ${PERSON_COLUMNS}`,
    join: JOINS,
    ...(await whose(who, q, [
      ['t.type = any(?::int[])', types],
      ['t.kind = ?', q.kind],
      ['t.state = any(?::text[])', many(q.state)],
      ['t.final_level = ?', q.level],
      ['t.reason = ?', q.reason],
      ['t.oldman_id = ?', q.oldmanId],
      ['t.consultation_id = ?', q.consultationId],
      ['(t.assessor1 = ? or t.assessor2 = ?)', q.assessorId],
      [`t.state = 'DONE' and t.bound = (? = 1)`, q.bound],
      ['t.assess_date >= ?::date', day(q.startDate, 'startDate')],
      ['t.assess_date <= ?::date', day(q.endDate, 'endDate')],
      dueFilter(who.orgId, q.due),
    ])),
    sorts: {
      assessDate: 't.assess_date',
      nextDate: 't.next_date',
      total: 't.total',
      finalLevel: 't.final_level',
      createTime: 't.created_at',
      updateTime: 't.updated_at',
    },
    defaultSort: 't.assess_date desc',
  }
}

const OWNER_ONLY = new Set(['fill', 'finish', 'remove', 'familySign'])

/** What is stored, in the words of its kind, and what its reader may do with it. */
function told(who: Caller, row: Stored, assessor: boolean): AssessRow {
  const { copyName, scores, words: _, ...rest } = row
  const kind = kindOfRow(row)
  const { levels, sections } = indexOf(kind)
  const can = assessMoves.can(row.state, (needs) => who.may(needs)).filter((move) => assessor || !OWNER_ONLY.has(move))
  return {
    ...rest,
    kindName: copyName ?? kind.name,
    preliminaryName: row.preliminaryLevel === null ? null : (levels.get(row.preliminaryLevel)?.short ?? null),
    sectionScores: scores
      ? Object.entries(scores)
          .map(([key, value]) => `${sections.get(key)?.name ?? key} ${value}`)
          .join('，')
      : null,
    can,
  }
}

/** Types with commas between them; what is none finds nothing. */
export const typesIn = (text: string | null | undefined): number[] | null => {
  const all = text?.split(',').filter(Boolean)
  return all && all.length > 0
    ? AssessmentType.list.flatMap(({ value }) => (all.includes(String(value)) ? [value] : []))
    : null
}

export async function listAssessments(
  who: Caller,
  q: ListQuery,
  types: readonly number[] | null,
): Promise<PageInfo<AssessRow>> {
  const page = await pageOfRows<Stored>(who.app.pool, await listPlan(who, q, types), q)
  const assessor = await mayAssess(who.app.pool, who)
  return { ...page, list: page.list.map((row) => told(who, row, assessor)) }
}

interface StoredDetail extends Stored {
  idCard: string | null
  birthDate: string | null
  copyId: string | null
  stacking: Kind['stacking'] | null
  answers: FilledBy<Answer>
  photos: Record<string, string[]>
  inputs: FilledBy<number | null>
  fields: FilledBy<unknown>
  images: string[]
  remark: string | null
  signature1: string | null
  signature2: string | null
  informantSignature: string | null
  familySignature: string | null
  familyName: string | null
  familySignedAt: string | null
}

const DETAIL = `select ${HEAD}, ${PERSON_COLUMNS}, coalesce(o.id_card, c.id_card) as "idCard", coalesce(o.birth_date, c.birth_date) as "birthDate",
  t.copy_id as "copyId", t.stacking, t.answers, t.photos, t.inputs, t.fields, t.images, t.remark, t.signature1,
  t.signature2, t.informant_signature as "informantSignature", t.family_signature as "familySignature", t.family_name as "familyName",
  t.family_signed_at as "familySignedAt"
from assessment t ${JOINS} where ${PERSON_SCOPE} and t.assessment_id = any($3)`

// The same questionnaire before the others of its family; finished ones only.
const LAST = `select x.assessment_id as "assessmentId", x.kind, x.assess_date as "assessDate", ${NAME('assessor1').replaceAll('t.', 'x.')} as "assessor1Name",
  ${NAME('assessor2').replaceAll('t.', 'x.')} as "assessor2Name", x.total, x.final_level as "finalLevel", x.level_name as "levelName", x.answers, x.inputs
from assessment t join assessment x on x.org_id = t.org_id and x.family = t.family and x.state = 'DONE' and x.assessment_id <> t.assessment_id
  and (x.oldman_id = t.oldman_id or (x.oldman_id is null and x.consultation_id = t.consultation_id))
  and (x.assess_date, x.created_at) < (t.assess_date + 1, t.created_at)
where t.org_id = $1 and t.assessment_id = $2 order by (x.kind = t.kind) desc, x.assess_date desc, x.created_at desc limit 1`

async function lastOf(client: pg.Pool, orgId: string, assessmentId: string): Promise<LastAssessment | null> {
  const found = await client.query<
    Omit<LastAssessment, 'answers' | 'inputs'> & { answers: FilledBy<Answer>; inputs: FilledBy<number | null> }
  >({ name: 'assess_last', text: LAST, values: [orgId, assessmentId] })
  const row = found.rows[0]
  if (!row) return null
  return {
    ...row,
    answers: Object.entries(row.answers).map(([itemId, one]) => ({ itemId, ...one.value })),
    inputs: Object.entries(row.inputs).map(([key, one]) => ({ key, value: one.value })),
  }
}

/** Only what is still filled in is told what the house knows; a finished form has it written down. */
const OPEN: ReadonlySet<string> = new Set([AssessmentState.is.DRAFT, AssessmentState.is.WAITING])

const signaturesOf = (row: StoredDetail): AssessDetail['signatures'] =>
  [
    { role: 'assessor1', name: row.assessor1Name, picture: row.signature1, at: row.signedAt },
    { role: 'assessor2', name: row.assessor2Name, picture: row.signature2, at: row.signedAt },
    { role: 'informant', name: row.informant, picture: row.informantSignature, at: row.signedAt },
    { role: 'family', name: row.familyName, picture: row.familySignature, at: row.familySignedAt },
  ].map((one) => ({ ...one, at: one.picture === null ? null : one.at }))

async function detailOf(who: Caller, row: StoredDetail, assessor: boolean, months: number): Promise<AssessDetail> {
  const kind = kindOfRow(row)
  const house = await houseOf(who.app.pool, who.orgId, kind)
  const stacking = row.stacking ?? house.stacking
  const { result } = score(kind, row, { ...house, stacking })
  return {
    ...told(who, row, assessor),
    idCard: row.idCard,
    birthDate: row.birthDate,
    copyId: row.copyId,
    words: row.words ?? [],
    answers: storedAnswers(row.answers, row.photos),
    inputs: storedInputs(row.inputs),
    fields: storedFields(row.fields),
    result,
    stacking,
    known: OPEN.has(row.state) ? await knownOf(who.app.pool, who, kind, row) : [],
    images: row.images,
    remark: row.remark,
    signatures: signaturesOf(row),
    months,
    last: await lastOf(who.app.pool, who.orgId, row.assessmentId),
  }
}

/** In the order they were asked for; what is not there is left out, and nothing at all is told. */
export async function assessments(who: Caller, ids: readonly string[]): Promise<AssessDetail[]> {
  const found = await who.app.pool.query<StoredDetail>({
    name: 'assess_detail',
    text: DETAIL,
    values: [who.orgId, who.deptIds, ids],
  })
  const byId = new Map(found.rows.map((one) => [one.assessmentId, one]))
  const assessor = await mayAssess(who.app.pool, who)
  const months = new Map((await kindSettings(who.app.pool, who.orgId)).map((one) => [one.kind, one.months]))
  const all: AssessDetail[] = []
  for (const id of ids) {
    const row = byId.get(id)
    if (row) all.push(await detailOf(who, row, assessor, months.get(row.kind)!))
  }
  if (all.length === 0) throw noAssessment()
  return all
}

export const assessmentDetail = async (who: Caller, assessmentId: string): Promise<AssessDetail> =>
  (await assessments(who, [assessmentId]))[0]!
