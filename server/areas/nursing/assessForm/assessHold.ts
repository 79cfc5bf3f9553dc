// One assessment, held until the commit, and the two tables of calls that say which kind an address is for.
import { invalid, notFound } from '#contract/kit/refusal'
import type { Kind } from '#contract/nursing/assess/kind'
import { kindOf } from '#contract/nursing/assess/kinds'
import { withWords, wordFaults } from '#contract/nursing/assess/words'
import { type AssessMove, assessMoves, type WordsData } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import { AssessmentState, type AssessmentType } from '#contract/nursing/assessment'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { PERSON_SCOPE, SCOPE_JOINS } from './assessPerson.ts'
import type { Filling } from './assessScore.ts'

export const TARGET = 'assessment'

export interface Head {
  reason: number
  assessDate: string
  place: string | null
  assessor1: string
  assessor2: string | null
  informant: string | null
  informantRelation: string | null
  images: string[]
  remark: string | null
}

export interface HeldAssessment extends Filling, Head {
  assessmentId: string
  assessNo: string | null
  type: (typeof AssessmentType.list)[number]['value']
  kind: string
  copyId: string | null
  /** Of the house's copy as it stands. */
  words: WordsData[] | null
  oldmanId: string | null
  consultationId: string | null
  name: string
  sex: number
  birthDate: string | null
  idCard: string | null
  deptId: string | null
  photos: Record<string, string[]>
  headVersion: number
  state: (typeof AssessmentState.list)[number]['value']
  familySignature: string | null
  levelName: string | null
  bound: boolean
  updatedName: string | null
  version: number
}

const HOLD = `select t.assessment_id as "assessmentId", t.assess_no as "assessNo", t.type, t.kind, t.copy_id as "copyId", cp.words,
  t.oldman_id as "oldmanId", t.consultation_id as "consultationId", coalesce(o.oldman_name, c.oldman_name) as name,
  coalesce(o.sex, c.sex) as sex, coalesce(o.birth_date, c.birth_date) as "birthDate", coalesce(o.id_card, c.id_card) as "idCard",
  coalesce(o.dept_id, c.dept_id) as "deptId", t.reason, t.assess_date as "assessDate", t.place, t.assessor1, t.assessor2,
  t.informant, t.informant_relation as "informantRelation", t.images, t.remark, t.answers, t.photos, t.inputs, t.fields,
  t.head_version as "headVersion", t.state, t.family_signature as "familySignature", t.level_name as "levelName", t.bound,
  t.updated_name as "updatedName", t.version
from assessment t ${SCOPE_JOINS} left join assess_copy cp on cp.org_id = t.org_id and cp.copy_id = t.copy_id where ${PERSON_SCOPE} and t.assessment_id = $3 for no key update of t`

export const noAssessment = () => notFound('评估')

const frozen = () => invalid('评估已完成，内容不能再改，请核对后重新评估或作废')
onConstraint('assessment_frozen', frozen)
onConstraint('assessment_two', () => invalid('两名评估员不能是同一个人，请选择另一名评估员', 'assessor2'))
onConstraint('assessment_second_needed', () => invalid('本标准须由两名评估员共同完成，请选择第二名评估员', 'assessor2'))

/** If the move is possible from its state. `type`: of the address it was named under. */
export async function holdAssessment(
  tx: Tx,
  who: Caller,
  assessmentId: string,
  move: AssessMove,
  type: HeldAssessment['type'] | null = null,
): Promise<HeldAssessment> {
  const found = await tx.client.query<HeldAssessment>({
    name: 'assess_hold',
    text: HOLD,
    values: [who.orgId, who.deptIds, assessmentId],
  })
  const row = found.rows[0]
  if (!row || (type !== null && row.type !== type)) throw noAssessment()
  assessMoves.next(row.state, move, (state) => AssessmentState.label(state))
  return row
}

/** A kind that is stored is one of ours; in the house's words where it has some. */
export function kindOfRow(row: { kind: string; words?: readonly WordsData[] | null }): Kind {
  const kind = kindOf(row.kind)
  if (!kind) throw new Error(`No kind of assessment is called ${row.kind}`)
  if (!row.words || row.words.length === 0) return kind
  const words = Object.fromEntries(row.words.map((one) => [one.key, one.text]))
  // A place that a kind has no more is left out: what was said elsewhere still holds.
  const lost = new Set(
    row.words.flatMap((one) => (wordFaults(kind, { [one.key]: one.text }).length > 0 ? [one.key] : [])),
  )
  return withWords(kind, Object.fromEntries(Object.entries(words).filter(([key]) => !lost.has(key))))
}

export const titleOf = (row: Pick<HeldAssessment, 'name' | 'assessDate' | 'kind' | 'words'>) =>
  `“${row.name}” ${row.assessDate} 的${kindOfRow(row).name}`

export function tellChanged(
  tx: Tx,
  row: Pick<HeldAssessment, 'oldmanId' | 'deptId'> & { assessmentId: string | null },
  state: string | null,
): void {
  const to = row.deptId === null ? {} : { deptIds: [row.deptId] }
  tx.emit(assessForm.events.changed, { assessmentId: row.assessmentId, oldmanId: row.oldmanId, state }, to)
}

export function tellSaved(tx: Tx, row: Pick<HeldAssessment, 'assessmentId' | 'deptId'>, version: number): void {
  const to = row.deptId === null ? {} : { deptIds: [row.deptId] }
  tx.emit(assessForm.events.saved, { assessmentId: row.assessmentId, version }, to)
}
