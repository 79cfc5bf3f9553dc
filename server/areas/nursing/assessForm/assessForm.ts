// Handlers of assessments: filled, finished, found, read.
import { invalid, notFound } from '#contract/kit/refusal'
import { compare } from '#contract/nursing/assess/compare'
import type { Kind } from '#contract/nursing/assess/kind'
import { allKinds, kindOf, kindOfType, sameItems } from '#contract/nursing/assess/kinds'
import { read } from '#contract/nursing/assess/read'
import { why } from '#contract/nursing/assess/why'
import { AssessReason } from '#contract/nursing/assessFields'
import { type AssessDetail, type AssessFill, type AssessFinish, assessForm } from '#contract/nursing/assessForm'
import { AssessmentType } from '#contract/nursing/assessment'
import { houseOf } from '#server/areas/nursing/assessSetting/assessHouse'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { drawnSignature } from '#server/kit/signature'
import { dueList, reportChange, withdrawChange } from './assessDue.ts'
import { fillAssessment } from './assessFill.ts'
import { finishAssessment, signaturesOf, signByFamily, voidAssessment } from './assessFinish.ts'
import { kindOfRow } from './assessHold.ts'
import { assessmentDetail, assessments, type ListQuery, listAssessments, typesIn } from './assessRead.ts'
import { score } from './assessScore.ts'

const { simple, of2013, of2023, of2023Plus, risk } = AssessmentType.is
type TypeValue = (typeof AssessmentType.list)[number]['value']

const MOST_REPORTS = 50

const submit = (type: TypeValue) => (input: AssessFill, who: Caller) =>
  who.tx((tx) => fillAssessment(tx, who, kindOfType(type), type, input))

function riskKind(key: string | null | undefined): Kind | null {
  if (!key) return null
  const kind = kindOf(key)
  if (kind?.group !== 'risk') throw invalid(`没有“${key}”这种风险评估表`, 'kind')
  return kind
}

const finish = (type: TypeValue) => async (input: AssessFinish, who: Caller) => {
  const signed = await signaturesOf(input)
  await who.tx((tx) => finishAssessment(tx, who, type, input, signed))
  return assessmentDetail(who, input.assessmentId)
}

const listOf = (type: TypeValue) => (input: ListQuery, who: Caller) => listAssessments(who, input, [type])

/** `B.1.1:A,B.1.2:C` */
const pairs = (text: string | null | undefined): [string, string][] =>
  (text ?? '').split(',').flatMap((one): [string, string][] => {
    const at = one.lastIndexOf(':')
    return at > 0 ? [[one.slice(0, at).trim(), one.slice(at + 1).trim()]] : []
  })

const filled = <V>(all: readonly [string, V][]) =>
  Object.fromEntries(all.map(([key, value]) => [key, { value, version: 1, by: null, at: '' }]))

async function givenGrade(
  who: Caller,
  kind: Kind,
  answers: readonly [string, string][],
  inputs: readonly [string, number][],
) {
  const [fault] = read(kind, Object.fromEntries(answers), Object.fromEntries(inputs)).faults
  if (fault) throw invalid(fault.text, 'answers')
  const filling = {
    answers: filled(
      answers.map(([key, option]): [string, { option: string; evidence: null }] => [key, { option, evidence: null }]),
    ),
    inputs: filled(inputs),
    fields: {},
  }
  return score(kind, filling, await houseOf(who.app.pool, who.orgId, kind)).result
}

/** In sentences: how it came to its level, and what is better or worse than last time. */
async function causes(who: Caller, assessmentId: string) {
  const detail = await assessmentDetail(who, assessmentId)
  const kind = kindOfRow(detail)
  const answers = chosen(detail.answers)
  const inputs = Object.fromEntries(
    detail.inputs.flatMap((one): [string, number][] => (one.value === null ? [] : [[one.key, one.value]])),
  )
  const fields = Object.fromEntries(detail.fields.map((one) => [one.key, one.value])) as never
  const told = why(kind, answers, inputs, { stacking: detail.stacking, fields })
  return {
    why: [
      ...told.sections.map((one) => one.text),
      told.preliminary,
      ...told.rules.map((one) => one.text),
      ...told.distance,
      told.final,
      ...(detail.levelReason ? [`最终等级${detail.levelName}，与建议不同的原因：${detail.levelReason}`] : []),
    ].filter((line) => line !== ''),
    compared: comparedWords(kind, detail),
  }
}

const chosen = (answers: readonly { itemId: string; option: string | null }[]) =>
  Object.fromEntries(
    answers.flatMap((one): [string, string][] => (one.option === null ? [] : [[one.itemId, one.option]])),
  )

function comparedWords(kind: Kind, { last, answers }: AssessDetail): string[] {
  if (!last || !sameItems(last.kind, kind.key)) return []
  const { better, worse, same } = compare(kind, chosen(last.answers), chosen(answers))
  const words = (all: typeof better) =>
    all.map((one) => `${one.name} ${one.before.score}→${one.after.score}`).join('、')
  return [
    ...(worse.length > 0 ? [`比 ${last.assessDate} 变差 ${worse.length} 项：${words(worse)}`] : []),
    ...(better.length > 0 ? [`比 ${last.assessDate} 变好 ${better.length} 项：${words(better)}`] : []),
    `与 ${last.assessDate} 相同 ${same} 项`,
  ]
}

export default implement(assessForm, {
  list: (input, who) => listAssessments(who, input, typesIn(input.type)),
  easy: listOf(simple),
  normal: listOf(of2013),
  normal2023: listOf(of2023),
  normal2023Plus: listOf(of2023Plus),
  risk: listOf(risk),
  easySubmit: submit(simple),
  normalSubmit: submit(of2013),
  normal2023Submit: submit(of2023),
  normal2023PlusSubmit: submit(of2023Plus),
  riskSubmit: (input, who) => who.tx((tx) => fillAssessment(tx, who, riskKind(input.kind), risk, input)),
  easyFinish: finish(simple),
  normalFinish: finish(of2013),
  normal2023Finish: finish(of2023),
  normal2023PlusFinish: finish(of2023Plus),
  riskFinish: finish(risk),
  detail: ({ assessmentId }, who) => assessmentDetail(who, assessmentId),
  reports: ({ assessmentIds }, who) => {
    const ids = [...new Set(assessmentIds.split(',').filter(Boolean))]
    if (ids.length > MOST_REPORTS) throw invalid(`一次最多 ${MOST_REPORTS} 份，请分批打印`, 'assessmentIds')
    return assessments(who, ids)
  },
  finalGrade: async (input, who) => {
    if (input.assessmentId) return (await assessmentDetail(who, input.assessmentId)).result
    const key = input.kind ?? allKinds.find((one) => one.type === (input.type ?? -1))?.key
    const kind = key ? kindOf(key) : undefined
    if (!kind) throw notFound('评估表')
    const inputs = pairs(input.inputs).map(([at, value]): [string, number] => [at, Number(value)])
    return givenGrade(who, kind, pairs(input.answers), inputs)
  },
  causes: async ({ assessmentId }, who) => ({
    reasons: AssessReason.list.map(({ value, label }) => ({ value, label })),
    ...(assessmentId ? await causes(who, assessmentId) : { why: [], compared: [] }),
  }),
  familySign: async (input, who) => {
    const picture = await drawnSignature(input.familySignature, 'familySignature')
    await who.tx((tx) => signByFamily(tx, who, input, picture))
    return assessmentDetail(who, input.assessmentId)
  },
  void: async (input, who) => {
    await who.tx((tx) => voidAssessment(tx, who, input))
    return assessmentDetail(who, input.assessmentId)
  },
  due: (input, who) => dueList(who, input),
  reportChange: (input, who) => who.tx((tx) => reportChange(tx, who, input)),
  withdrawChange: (input, who) => who.tx((tx) => withdrawChange(tx, who, input)),
})
