// What is done with an assessment that stands in a list or a report.

import { type AssessRow, assessForm } from '#contract/nursing/assessForm'
import { assessment } from '#contract/nursing/assessment'
import { send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { refreshAssessments } from './useFill.ts'

type Named = Pick<
  AssessRow,
  'assessmentId' | 'oldmanId' | 'oldmanName' | 'assessDate' | 'kindName' | 'levelName' | 'version'
>

const about = (row: Named) => `${row.oldmanName ?? ''} ${row.assessDate} 的${row.kindName}`

export const openForm = (assessmentId: string) => openPage(assessForm.pages.form.path, { assessmentId })
export const openReport = (assessmentId: string) => openPage(assessForm.pages.report.path, { assessmentId })

export async function voidAssessment(row: Named): Promise<boolean> {
  const done = await confirmAct({
    title: `作废${about(row)}？`,
    effects: ['不再作为老人的评估结果，档案和风险提示随之变化', '评估和签名保留，标明已作废，不能恢复'],
    verb: '作废评估',
    safe: '不作废',
    danger: true,
    reason: { label: '作废原因', max: 500, placeholder: '如：评错了人' },
    run: (reason, options) =>
      send(assessForm.calls.void, { assessmentId: row.assessmentId, reason, version: row.version }, options),
  })
  if (done === null) return false
  toast.success('评估已作废')
  await refreshAssessments()
  return true
}

export async function removeDraft(row: Named): Promise<boolean> {
  const done = await confirmAct({
    title: `删除${about(row)}草稿？`,
    effects: ['已填的答案、依据和照片一起删除，不能恢复', '完成的评估不能删除，只能作废'],
    verb: '删除草稿',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(assessment.calls.remove, { assessmentId: row.assessmentId }, options),
  })
  if (done === null) return false
  toast.success('草稿已删除')
  await refreshAssessments()
  return true
}

export async function bindAssessment(row: Named): Promise<boolean> {
  const { oldmanId, assessmentId, version } = row
  if (!oldmanId) return false
  const done = await confirmAct({
    title: `把${about(row)}关联到档案？`,
    effects: [`“${row.levelName ?? ''}”成为老人现行的评估结果`, '同类的上一次评估不再是现行的'],
    verb: '关联到档案',
    safe: '先不关联',
    run: (_, options) => send(assessment.calls.bind, { assessmentId, oldmanId, version }, options),
  })
  if (done === null) return false
  toast.success('评估已关联到档案')
  await refreshAssessments()
  return true
}

export async function unbindAssessment(row: Named): Promise<boolean> {
  const { oldmanId, assessmentId, version } = row
  if (!oldmanId) return false
  const done = await confirmAct({
    title: `取消关联${about(row)}？`,
    effects: ['不再作为老人的评估结果，档案和风险提示随之变化', '评估本身保留，可以再关联'],
    verb: '取消关联',
    safe: '保留关联',
    run: (_, options) => send(assessment.calls.unbind, { assessmentId, oldmanId, version }, options),
  })
  if (done === null) return false
  toast.success('已取消关联')
  await refreshAssessments()
  return true
}
