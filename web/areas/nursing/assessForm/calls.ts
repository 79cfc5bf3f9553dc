// Each of the four kinds has addresses of its own, all sheets about risks share theirs.

import { type AssessFill, type AssessFinish, assessForm } from '#contract/nursing/assessForm'
import { AssessmentType } from '#contract/nursing/assessment'
import { newRequestNo, type SendOptions, send } from '#web/kit/call'

const { calls } = assessForm
const { simple, of2013, of2023, of2023Plus } = AssessmentType.is

export interface OfKind {
  /** Key of the kind: of2023, braden. */
  kind: string
  /** On the wire; null for a sheet about a risk. */
  type: number | null
}

const ofType = {
  [simple]: { submit: calls.easySubmit, finish: calls.easyFinish },
  [of2013]: { submit: calls.normalSubmit, finish: calls.normalFinish },
  [of2023]: { submit: calls.normal2023Submit, finish: calls.normal2023Finish },
  [of2023Plus]: { submit: calls.normal2023PlusSubmit, finish: calls.normal2023PlusFinish },
} as const

const known = ({ type }: OfKind) => (type !== null && type in ofType ? ofType[type as keyof typeof ofType] : null)

/** A part of the sheet, a section, or all of it. */
export function submitAssessment(of: OfKind, fill: AssessFill, options: SendOptions = {}) {
  const sent = { requestNo: newRequestNo(), ...options }
  const call = known(of)?.submit
  return call ? send(call, fill, sent) : send(calls.riskSubmit, { ...fill, kind: of.kind }, sent)
}

export function finishAssessment(of: OfKind, finish: AssessFinish, options: SendOptions = {}) {
  const call = known(of)?.finish ?? calls.riskFinish
  return send(call, finish, { requestNo: newRequestNo(), ...options })
}
