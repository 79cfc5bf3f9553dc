// The end of an assessment: everything is there, both have signed, and from then on it never changes. What a finished one
// still knows is the family's signature, once, and being voided with a reason.
import { timeText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { marksOfSheet } from '#contract/nursing/assess/risk'
import type { AssessFinish } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { requireAssessor } from '#server/areas/nursing/assessAuth/assessRight'
import { familyOf, houseOf, kindSettings } from '#server/areas/nursing/assessSetting/assessHouse'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { drawnSignature } from '#server/kit/signature'
import { refuseOpen, withLinked } from './assessFill.ts'
import { type HeldAssessment, holdAssessment, kindOfRow, TARGET, tellChanged, titleOf } from './assessHold.ts'
import { knownFields } from './assessKnown.ts'
import { holdElderOf, keepRiskMarks } from './assessMarks.ts'
import { type Scored, score } from './assessScore.ts'

onConstraint('assessment_changed_why', () => invalid('最终等级与建议等级不同，请写明原因', 'levelReason'))
onConstraint('assessment_signed', () => invalid('评估员还没有签字', 'signature1'))

/** The marks a finished sheet gives; only risk sheets give any. */
const marksOf = (kind: Kind, finalLevel: number, sections: Scored['result']['sections']): number[] =>
  marksOfSheet({
    kind: kind.key,
    finalLevel,
    sectionLevels: Object.fromEntries(sections.map((one) => [one.sectionId, one.level])),
  })

export interface Signed {
  signature1: string | null
  signature2: string | null
  informant: string | null
  family: string | null
}

/** Pictures are decoded before anything is locked. */
export async function signaturesOf(input: AssessFinish): Promise<Signed> {
  const one = async (field: 'signature1' | 'signature2' | 'informantSignature' | 'familySignature') => {
    const picture = input[field]
    return picture ? drawnSignature(picture, field) : null
  }
  return {
    signature1: await one('signature1'),
    signature2: await one('signature2'),
    informant: await one('informantSignature'),
    family: await one('familySignature'),
  }
}

function checkPeople(kind: Kind, row: HeldAssessment, signed: Signed): void {
  if (signed.signature1 === null) throw invalid('评估员还没有签字', 'signature1')
  if (kind.assessors === 1 && row.assessor2 === null) return
  if (row.assessor2 === null) throw invalid('本标准须由两名评估员共同完成，请选择第二名评估员', 'assessor2')
  if (row.assessor2 === row.assessor1) throw invalid('两名评估员不能是同一个人，请选择另一名评估员', 'assessor2')
  if (signed.signature2 === null) throw invalid('第二名评估员还没有签字', 'signature2')
}

interface Decided {
  final: number
  reason: string | null
}

function decidedOf(kind: Kind, proposed: number | null, input: AssessFinish): Decided {
  if (proposed === null) throw invalid('评估还没有得出等级，请检查是否全部填写', 'answers')
  const final = input.finalLevel ?? proposed
  const reason = input.levelReason?.trim() || null
  if (!indexOf(kind).levels.has(final)) throw invalid(`“${kind.name}”没有第 ${final} 级`, 'finalLevel')
  if (final !== proposed && reason === null) throw invalid('最终等级与建议等级不同，请写明原因', 'levelReason')
  return { final, reason: final === proposed ? null : reason }
}

// A scale may ask for its own next time by the level; otherwise the months of the house count.
const FINISH = `update assessment set state = 'DONE', words = (select c.words from assess_copy c where c.org_id = $1::varchar
    and c.copy_id = assessment.copy_id), inputs = $3::jsonb, fields = $25::jsonb, stacking = $26, answered = $4, item_count = $5, section_scores = $6::jsonb, total = $7,
  preliminary_level = $8, proposed_level = $9, fired_rules = $10::jsonb, final_level = $11, level_name = $12, level_reason = $13,
  harms = $14::jsonb, suggested_level_id = $15,
  next_date = (assess_date + make_interval(months => $16::int, days => $17::int))::date,
  signature1 = $18, signature2 = $19, informant_signature = $20, family_signature = $21::text, family_name = $22,
  family_signed_at = case when $21::text is null then null else now() end, signed_at = now(), bound = $23, version = version + 1,
  updated_name = $24, updated_at = now()
where org_id = $1 and assessment_id = $2`

/** What the house knows is written down as it is now, where nobody has said otherwise. */
async function withKnown(tx: Tx, who: Caller, row: HeldAssessment, kind: Kind): Promise<HeldAssessment['fields']> {
  const known = await knownFields(tx.client, who, kind, { ...row, oldmanName: row.name })
  const fields = { ...row.fields }
  for (const [key, { value }] of known) {
    fields[key] ??= { value, version: row.version + 1, by: null, at: timeText() }
  }
  return fields
}

async function store(
  tx: Tx,
  who: Caller,
  row: HeldAssessment,
  about: { kind: Kind; scored: Scored; level: Decided; signed: Signed; input: AssessFinish },
): Promise<{ bound: boolean; levelName: string }> {
  const { kind, scored, level, signed, input } = about
  const { result } = scored
  const told = indexOf(kind).levels.get(level.final)!
  const setting = (await kindSettings(tx.client, tx.orgId)).find((one) => one.kind === kind.key)!
  const byLevel = setting.months === setting.usualMonths ? told.againDays : undefined
  const house = await houseOf(tx.client, tx.orgId, kind)
  const bound = input.bind === true && row.oldmanId !== null
  const { inputs } = await withLinked(tx, row, kind, row)
  const fields = await withKnown(tx, who, row, kind)
  await tx.client.query({
    name: 'assess_finish',
    text: FINISH,
    values: [
      tx.orgId,
      row.assessmentId,
      JSON.stringify(inputs),
      result.answered,
      result.itemCount,
      JSON.stringify(Object.fromEntries(result.sections.map((one) => [one.sectionId, one.score]))),
      result.total,
      result.preliminaryLevel,
      result.proposedLevel,
      JSON.stringify(result.fired.map((one) => one.ruleId)),
      level.final,
      told.short,
      level.reason,
      JSON.stringify(marksOf(kind, level.final, result.sections)),
      house.suggested(level.final).suggestedLevelId,
      byLevel === undefined ? setting.months : 0,
      byLevel ?? 0,
      signed.signature1,
      row.assessor2 === null ? null : signed.signature2,
      signed.informant,
      signed.family,
      signed.family === null ? null : input.familyName?.trim() || null,
      bound,
      tx.by.name,
      JSON.stringify(fields),
      house.stacking,
    ],
  })
  return { bound, levelName: told.short }
}

const ANSWERED = `update assess_change set assessment_id = $4, closed_at = now(), closed_name = $5, closed_why = '已评估'
where org_id = $1 and oldman_id = $2 and family = $3 and closed_at is null`

export async function finishAssessment(
  tx: Tx,
  who: Caller,
  type: HeldAssessment['type'],
  input: AssessFinish,
  signed: Signed,
): Promise<void> {
  await requireAssessor(tx.client, who)
  await holdElderOf(tx, input.assessmentId)
  const row = await holdAssessment(tx, who, input.assessmentId, 'finish', type)
  await refuseStale(tx, row.assessmentId, input.version, row.version)
  const kind = kindOfRow(row)
  const filling = await withLinked(tx, row, kind, row)
  const scored = score(kind, filling, await houseOf(tx.client, tx.orgId, kind))
  refuseOpen(kind, scored)
  checkPeople(kind, row, signed)
  const level = decidedOf(kind, scored.result.proposedLevel, input)
  const { bound, levelName } = await store(tx, who, row, { kind, scored, level, signed, input })
  const marks = await keepRiskMarks(tx, row)
  if (row.oldmanId !== null) {
    const family = familyOf(kind)
    await tx.client.query(ANSWERED, [tx.orgId, row.oldmanId, family, row.assessmentId, tx.by.name])
    await addStayEvent(tx, {
      oldmanId: row.oldmanId,
      kind: 'assessment',
      content: `完成 ${row.assessDate} 的${kind.name}（${levelName}）${bound ? '，并关联到档案' : ''}`,
    })
  }
  tx.log({
    remark: `完成${titleOf(row)}：${levelName}${level.reason === null ? '' : `（${level.reason}）`}`,
    targetType: TARGET,
    targetId: row.assessmentId,
    changes: {
      state: [row.state, AssessmentState.is.DONE],
      finalLevel: [scored.result.proposedName, levelName],
      ...(level.reason !== null && { levelReason: [null, level.reason] as const }),
      ...marks,
    },
  })
  tellChanged(tx, row, AssessmentState.is.DONE)
}

const VOID = `update assessment set state = 'VOID', bound = false, void_reason = $3, voided_by = $4, voided_name = $5, voided_at = now(),
  version = version + 1, updated_name = $5, updated_at = now() where org_id = $1 and assessment_id = $2`

export async function voidAssessment(
  tx: Tx,
  who: Caller,
  input: { assessmentId: string; reason: string; version?: number | null },
): Promise<void> {
  await holdElderOf(tx, input.assessmentId)
  const row = await holdAssessment(tx, who, input.assessmentId, 'void')
  await refuseStale(tx, row.assessmentId, input.version, row.version)
  const reason = input.reason.trim()
  await tx.client.query(VOID, [tx.orgId, row.assessmentId, reason, who.userId, tx.by.name])
  const marks = await keepRiskMarks(tx, row)
  if (row.oldmanId !== null) {
    await addStayEvent(tx, {
      oldmanId: row.oldmanId,
      kind: 'assessment',
      content: `作废 ${row.assessDate} 的${kindOfRow(row).name}（${row.levelName ?? ''}）：${reason}`,
    })
  }
  tx.log({
    remark: `作废${titleOf(row)}：${reason}`,
    targetType: TARGET,
    targetId: row.assessmentId,
    changes: { state: [row.state, AssessmentState.is.VOID], bound: [row.bound, false], ...marks },
  })
  tellChanged(tx, row, AssessmentState.is.VOID)
}

const FAMILY = `update assessment set family_signature = $3, family_name = $4, family_signed_at = now(), version = version + 1,
  updated_name = $5, updated_at = now() where org_id = $1 and assessment_id = $2`

export async function signByFamily(
  tx: Tx,
  who: Caller,
  input: { assessmentId: string; familyName: string },
  picture: string,
): Promise<void> {
  const row = await holdAssessment(tx, who, input.assessmentId, 'familySign')
  if (row.familySignature !== null) throw invalid('家属已经签过字', 'familySignature')
  const name = input.familyName.trim()
  await tx.client.query(FAMILY, [tx.orgId, row.assessmentId, picture, name, tx.by.name])
  tx.log({
    remark: `${titleOf(row)}由家属${name}签字`,
    targetType: TARGET,
    targetId: row.assessmentId,
    changes: { familyName: [null, name] },
  })
  tellChanged(tx, row, row.state)
}
