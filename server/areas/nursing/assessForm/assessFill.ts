// Filling a form: a draft is begun with the first save, and every save is stored at once. The scores beside it are computed
// here from what is stored then.
import { dayText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { filledAt } from '#contract/nursing/assess/fields'
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import type { StoredAnswerData, StoredFieldData, StoredInputData } from '#contract/nursing/assessFields'
import { AssessReason } from '#contract/nursing/assessFields'
import type { AssessFill, AssessSaved } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { listed, requireAssessor } from '#server/areas/nursing/assessAuth/assessRight'
import { houseOf, kindSettings, typeOf } from '#server/areas/nursing/assessSetting/assessHouse'
import type { FilledBy } from '#server/areas/nursing/assessTables'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import {
  type Head,
  type HeldAssessment,
  holdAssessment,
  kindOfRow,
  TARGET,
  tellChanged,
  tellSaved,
  titleOf,
} from './assessHold.ts'
import { changedAnything, type Merged, merge } from './assessMerge.ts'
import { holdPerson, levelsOf } from './assessPerson.ts'
import { type Answer, type Filling, type Scored, score } from './assessScore.ts'

const { DRAFT, WAITING } = AssessmentState.is
/** Numbers of assessments: PG202611190001. */
const PREFIX = 'PG'
const SHOWN = 5

export const storedAnswers = (
  answers: FilledBy<Answer>,
  photos: Record<string, string[]>,
  keys = Object.keys(answers),
): StoredAnswerData[] =>
  keys.map((itemId) => {
    const { value, by, at, version } = answers[itemId]!
    return { itemId, ...value, photos: photos[itemId] ?? [], byName: by, at, version }
  })
export const storedInputs = (inputs: FilledBy<number | null>, keys = Object.keys(inputs)): StoredInputData[] =>
  keys.map((key) => {
    const { value, by, at, version } = inputs[key]!
    return { key, value, byName: by, at, version }
  })
export const storedFields = (fields: FilledBy<unknown>, keys = Object.keys(fields)): StoredFieldData[] =>
  keys.map((key) => {
    const { value, by, at, version } = fields[key]!
    return { key, value, byName: by, at, version }
  })

/** Both are people of this house who may assess, and two. */
async function checkAssessors(tx: Tx, head: Pick<Head, 'assessor1' | 'assessor2'>, chosen: Partial<Head>) {
  if (head.assessor2 !== null && head.assessor2 === head.assessor1) {
    throw invalid('两名评估员不能是同一个人，请选择另一名评估员', 'assessor2')
  }
  const asked = [chosen.assessor1, chosen.assessor2].flatMap((one) => one ?? [])
  if (asked.length === 0) return
  const known = await listed(tx.client, tx.orgId, asked)
  for (const field of ['assessor1', 'assessor2'] as const) {
    const userId = chosen[field]
    if (!userId || known.has(userId)) continue
    const found = await tx.client.query<{ name: string }>({
      name: 'assess_assessor',
      text: `select coalesce(e.emp_name, a.user_name) as name from account a left join employee e on e.org_id = a.org_id
        and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = $2`,
      values: [tx.orgId, userId],
    })
    if (!found.rows[0]) throw new Refusal('NOT_FOUND', { what: '评估员' }, field)
    throw invalid(`${found.rows[0].name}不在评估权限名单上，不能作评估员`, field)
  }
}

function checkHead(
  kind: Kind,
  { assessDate, reason }: Pick<AssessFill, 'assessDate'> & { reason?: number | null },
): void {
  if (assessDate && assessDate > dayText()) throw invalid('评估日期不能晚于今天', 'assessDate')
  if (reason && !kind.reasons.some((one) => one.value === reason)) {
    throw invalid(`${kind.name}没有“${AssessReason.label(reason as 1)}”这一评估原因`, 'reason')
  }
}

const OPEN_ONE = `select t.assess_no as "assessNo", t.assess_date as "assessDate" from assessment t where t.org_id = $1 and t.kind = $2
  and t.state in ('DRAFT', 'WAITING') and (t.oldman_id = $3 or (t.oldman_id is null and t.consultation_id = $4)) limit 1`
const BEFORE = `select 1 from assessment t where t.org_id = $1 and t.state = 'DONE' and t.family = $2
  and (t.oldman_id = $3 or (t.oldman_id is null and t.consultation_id = $4)) limit 1`
const BEGIN = `insert into assessment (org_id, assessment_id, assess_no, type, kind, copy_id, oldman_id, consultation_id, reason,
  assess_date, assessor1, item_count, updated_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, current_date), $11, $12, $13)`
const COPY = `select kind, enabled, name from assess_copy where org_id = $1 and copy_id = $2`

async function checkCopy(tx: Tx, kind: Kind, copyId: string | null): Promise<void> {
  if (copyId === null) return
  const found = await tx.client.query<{ kind: string; enabled: boolean; name: string }>(COPY, [tx.orgId, copyId])
  const copy = found.rows[0]
  if (!copy) throw new Refusal('NOT_FOUND', { what: '本院评估表' }, 'copyId')
  if (copy.kind !== kind.key) throw invalid(`“${copy.name}”不是由${kind.name}复制的`, 'copyId')
  if (!copy.enabled) throw invalid(`“${copy.name}”已停用，请选择其他评估表`, 'copyId')
}

/** The first save of a form. Whoever has an unfinished one of the kind is told to go on with it. */
async function begin(tx: Tx, who: Caller, kind: Kind, fill: AssessFill): Promise<string> {
  checkHead(kind, fill)
  const person = await holdPerson(tx, who, fill)
  const setting = (await kindSettings(tx.client, tx.orgId)).find((one) => one.kind === kind.key)!
  if (!setting.enabled) throw invalid(`本院没有使用“${kind.name}”，请在评估设置中查看`, 'kind')
  const of = [person.oldmanId, person.consultationId]
  const open = await tx.client.query<{ assessNo: string | null; assessDate: string }>(OPEN_ONE, [
    tx.orgId,
    kind.key,
    ...of,
  ])
  const there = open.rows[0]
  if (there) {
    const which = there.assessNo ?? there.assessDate
    throw invalid(`${person.name}有一份未完成的${kind.name}（${which}），请接着填写，不必另建`, 'oldmanId')
  }
  await checkCopy(tx, kind, fill.copyId ?? null)
  const again = await tx.client.query(BEFORE, [tx.orgId, setting.family, ...of])
  const assessmentId = newId()
  await tx.client.query(BEGIN, [
    tx.orgId,
    assessmentId,
    await nextNo(tx, PREFIX),
    typeOf(kind),
    kind.key,
    fill.copyId ?? null,
    ...of,
    fill.reason ?? (again.rowCount ? AssessReason.is.regular : AssessReason.is.first),
    fill.assessDate ?? null,
    who.userId,
    indexOf(kind).items.size,
    tx.by.name,
  ])
  tx.log({
    remark: `开始评估“${person.name}”：${kind.name}`,
    targetType: TARGET,
    targetId: assessmentId,
    changes: { state: [null, DRAFT] },
  })
  return assessmentId
}

/** What other scales came to, where the kind asks for it. */
export async function withLinked(tx: Tx, row: HeldAssessment, kind: Kind, filling: Filling): Promise<Filling> {
  const asks = kind.inputs.filter((one) => one.fromKind)
  if (asks.length === 0) return filling
  const levels = await levelsOf(
    tx.client,
    tx.orgId,
    row,
    asks.map((one) => one.fromKind!),
  )
  const inputs = { ...filling.inputs }
  for (const one of asks) {
    const value = levels.get(one.fromKind!)
    if (value !== undefined) inputs[one.key] = { value, version: row.version, by: null, at: '' }
  }
  return { ...filling, inputs }
}

const named = (all: readonly string[]) =>
  `${all.slice(0, SHOWN).join('、')}${all.length > SHOWN ? `等 ${all.length} 项` : ''}`

/** The names of what is open, in the order of the form. */
export function openNames(kind: Kind, scored: Scored, section: string | null = null): string[] {
  const { open, openInputs } = scored.result
  const openFields = new Set([...scored.result.openFields, ...openInputs.map((key) => filledAt(kind, key))])
  const items = kind.sections
    .filter((one) => section === null || one.key === section)
    .flatMap((one) => one.items.filter((item) => open.includes(item.key)).map((item) => item.name))
  const inputs =
    section === null
      ? kind.inputs.filter((one) => openInputs.includes(one.key) && !one.fromField).map((one) => one.name)
      : []
  const fields = kind.forms
    .filter((one) => section === null || one.key === section)
    .flatMap((one) => one.fields.filter((field) => openFields.has(field.key)).map((field) => field.name))
  return [...items, ...inputs, ...fields]
}

export function refuseOpen(kind: Kind, scored: Scored, section: string | null = null): void {
  const open = openNames(kind, scored, section)
  if (open.length === 0) return
  const where = section === null ? '' : `${sectionName(kind, section)}`
  throw invalid(`${where}还有 ${open.length} 项没有填：${named(open)}`, 'answers')
}

function sectionName(kind: Kind, key: string): string {
  const found = [...kind.sections, ...kind.forms].find((one) => one.key === key)
  if (!found) throw invalid(`${kind.name}没有“${key.slice(0, 20)}”这一部分`, 'section')
  return found.name
}

const SAVE = `update assessment set answers = answers || $3::jsonb, photos = case when $4::jsonb = '{}' then photos else photos || $4::jsonb end,
  inputs = inputs || $5::jsonb, fields = fields || $6::jsonb, reason = $7, assess_date = $8, place = $9, assessor1 = $10,
  assessor2 = $11, informant = $12, informant_relation = $13, images = $14::jsonb, remark = $15,
  head_version = case when $16 then version + 1 else head_version end, answered = $17, item_count = $18, section_scores = $19::jsonb,
  total = $20, preliminary_level = $21, proposed_level = $22, fired_rules = $23::jsonb, state = $24, version = version + 1,
  updated_name = $25, updated_at = now()
where org_id = $1 and assessment_id = $2 returning to_char(updated_at, 'YYYY-MM-DD HH24:MI:SS') as at`

const STANDS = `select to_char(updated_at, 'YYYY-MM-DD HH24:MI:SS') as at from assessment where org_id = $1 and assessment_id = $2`

async function store(tx: Tx, row: HeldAssessment, merged: Merged, scored: Scored, state: string): Promise<string> {
  const head: Head = { ...row, ...merged.head }
  const { result } = scored
  const saved = await tx.client.query<{ at: string }>({
    name: 'assess_save',
    text: SAVE,
    values: [
      tx.orgId,
      row.assessmentId,
      JSON.stringify(merged.answers),
      JSON.stringify(merged.photos),
      JSON.stringify(merged.inputs),
      JSON.stringify(merged.fields),
      head.reason,
      head.assessDate,
      head.place,
      head.assessor1,
      head.assessor2,
      head.informant,
      head.informantRelation,
      JSON.stringify(head.images),
      head.remark,
      Object.keys(merged.head).length > 0,
      result.answered,
      result.itemCount,
      JSON.stringify(Object.fromEntries(result.sections.map((one) => [one.sectionId, one.score]))),
      // A sum of half the items says nothing in a list.
      result.open.length === 0 ? result.total : null,
      result.preliminaryLevel,
      result.proposedLevel,
      JSON.stringify(result.fired.map((one) => one.ruleId)),
      state,
      tx.by.name,
    ],
  })
  return saved.rows[0]!.at
}

/** `kind`: of the address, or what a new one of the scales is called. */
export async function fillAssessment(
  tx: Tx,
  who: Caller,
  kind: Kind | null,
  type: HeldAssessment['type'],
  fill: AssessFill,
) {
  await requireAssessor(tx.client, who)
  const begun = !fill.assessmentId
  if (begun && !kind) throw notFound('评估表')
  const assessmentId = fill.assessmentId ?? (await begin(tx, who, kind!, fill))
  const row = await holdAssessment(tx, who, assessmentId, 'fill', type)
  const form = kindOfRow(row)
  // A new one has the version it was stored with.
  const merged = merge(form, row, begun ? { ...fill, version: null } : fill, tx.by.name)
  checkHead(form, merged.head)
  await checkAssessors(tx, { ...row, ...merged.head }, merged.head)
  const filling = await withLinked(tx, row, form, {
    answers: { ...row.answers, ...merged.answers },
    inputs: { ...row.inputs, ...merged.inputs },
    fields: { ...row.fields, ...merged.fields },
  })
  const scored = score(form, filling, await houseOf(tx.client, tx.orgId, form))
  if (fill.section) {
    sectionName(form, fill.section)
    refuseOpen(form, scored, fill.section)
  }
  if (fill.whole) refuseOpen(form, scored)
  const state = scored.complete ? WAITING : DRAFT
  let { version } = row
  let savedAt: string
  if (changedAnything(merged) || state !== row.state) {
    savedAt = await store(tx, row, merged, scored, state)
    version += 1
    tx.log({
      remark: `填写${titleOf(row)}：${named(merged.told)}`,
      targetType: TARGET,
      targetId: assessmentId,
      ...(state !== row.state && { changes: { state: [row.state, state] as const } }),
    })
    tellSaved(tx, row, version)
  } else {
    const stands = await tx.client.query<{ at: string }>({
      name: 'assess_stands',
      text: STANDS,
      values: [tx.orgId, assessmentId],
    })
    savedAt = stands.rows[0]!.at
  }
  if (begun || state !== row.state) tellChanged(tx, row, state)
  const saved: AssessSaved = {
    assessmentId,
    assessNo: row.assessNo,
    state,
    version,
    savedAt,
    result: scored.result,
    others: storedAnswers(row.answers, row.photos, merged.others.answers),
    otherInputs: storedInputs(row.inputs, merged.others.inputs),
    otherFields: storedFields(row.fields, merged.others.fields),
    headChanged: merged.others.head,
  }
  return saved
}
