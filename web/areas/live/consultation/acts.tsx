// What can be done with a consultation, from the list and from its page.
import { consultation } from '#contract/live/consultation'
import type { ConsultationMove } from '#contract/live/consultationFields'
import { CONSULTATION_OPEN } from '#contract/live/consultationFields'
import type { ConsultationRowData } from '#contract/live/consultationRows'
import { assessAuth } from '#contract/nursing/assessAuth'
import { assessForm } from '#contract/nursing/assessForm'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import { goBack, openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { addTalk, changeFollow, loseForm, reactivateForm } from './forms.ts'

export const archiveAddPath = consultation.pages.archivesAdd.path

export const makeArchive = (row: Pick<ConsultationRowData, 'consultationId'>) =>
  openPage(archiveAddPath, { consultationId: row.consultationId })

/** Whoever is on the authority list assesses before there is an archive, which takes the sheet along. */
export function useMayAssess(): (row: Pick<ConsultationRowData, 'status'>) => boolean {
  const mine = useCall(assessAuth.calls.mine, {}, { silent: true })
  return (row) => mine.data?.granted === true && CONSULTATION_OPEN.includes(row.status)
}

export const beginAssessment = ({ consultationId }: Pick<ConsultationRowData, 'consultationId'>) =>
  openPage(assessForm.pages.list.path, { act: 'begin', consultationId })

export const openAssessments = ({ consultationId }: Pick<ConsultationRowData, 'consultationId'>) =>
  openPage(assessForm.pages.list.path, { consultationId })

/** Answers whether it is gone. */
export async function removeConsultation(row: ConsultationRowData): Promise<boolean> {
  const { consultationId } = row
  const reason = await confirmAct({
    title: `删除${row.oldmanName}的咨询 ${row.consultationNo}？`,
    effects: [
      row.interviews > 0 ? `${row.interviews} 条跟进记录一起删除` : '还没有跟进记录',
      '家属不再考虑的，请登记流失而不是删除',
      '删除后不能恢复，操作日志中保留内容',
    ],
    verb: '删除咨询',
    safe: '不删除',
    danger: true,
    reason: { label: '删除原因', placeholder: '如：重复登记' },
    run: (said, options) => send(consultation.calls.remove, { consultationId, reason: said }, options),
  })
  if (reason === null) return false
  toast.success(`已删除${row.oldmanName}的咨询`)
  void invalidate(consultation)
  return true
}

interface Act {
  key: string
  title: string
  move: ConsultationMove
  danger?: boolean
  form?(row: ConsultationRowData): FormRequest
  run?(row: ConsultationRowData): void
}

/** In the order in which the menus show them; the first two stand as links. */
export const consultationActs: readonly Act[] = [
  { key: 'talk', title: '跟进', move: 'interview', form: addTalk },
  { key: 'archive', title: '建档', move: 'archive', run: makeArchive },
  { key: 'reactivate', title: '重新激活', move: 'reactivate', form: reactivateForm },
  { key: 'follow', title: '改约跟进时间', move: 'interview', form: changeFollow },
  { key: 'lose', title: '登记流失', move: 'lose', danger: true, form: loseForm },
  { key: 'remove', title: '删除', move: 'remove', danger: true, run: (row) => void removeConsultation(row) },
]

/** From its own page, which is gone with it. */
export async function removeAndLeave(row: ConsultationRowData): Promise<void> {
  if (await removeConsultation(row)) await goBack()
}
