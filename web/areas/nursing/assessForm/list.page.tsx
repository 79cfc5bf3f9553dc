// 能力评估: every assessment by its state, who is due, and a new one.
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { regrade } from '#contract/live/regrade'
import { kindOf } from '#contract/nursing/assess/kinds'
import { assessAuth } from '#contract/nursing/assessAuth'
import { assessExport } from '#contract/nursing/assessExport'
import { ASSESS_NEEDS } from '#contract/nursing/assessFields'
import { type AssessRow, assessForm } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import type { ListHandle } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { openPage, useAskedAct, usePageParams } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { bindAssessment, openForm, openReport, removeDraft, unbindAssessment, voidAssessment } from './acts.ts'
import { Begin, type BeginWith } from './begin.part.tsx'
import { changeForm } from './changeForm.ts'
import { assessColumns } from './columns.tsx'
import { DueCounts } from './dueCounts.part.tsx'
import { printSeveral } from './printReports.tsx'
import './assessParts.css'

const tabs = { field: 'state', set: AssessmentState }
const { DRAFT, WAITING, DONE } = AssessmentState.is
const chips = { consultationId: () => '这条咨询的评估' }
const follows = [assessForm.events.changed]
const MOST_PRINTED = 50

const open = (row: AssessRow) =>
  row.can.includes('fill') && (row.state === DRAFT || row.state === WAITING)
    ? openForm(row.assessmentId)
    : openReport(row.assessmentId)

/** Every item of every assessment that is listed: a sheet for each kind. */
async function exportItems(list: ListHandle): Promise<void> {
  if (list.total === 0) return toast.warning('没有可导出的评估，请先放宽查询条件')
  await send(assessExport.calls.start, { query: list.filter })
  toast.success('已开始导出各项得分，完成后在右上角“打印与导出”中下载')
}

export default function Assessments() {
  const mine = useCall(assessAuth.calls.mine, {}, { silent: true })
  const params = usePageParams<'oldmanId' | 'consultationId' | 'kind'>()
  const [given, setGiven] = useState<BeginWith>({})
  const [begins, setBegins] = useState(false)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const begin = (know: BeginWith) => {
    setGiven(know)
    setBegins(true)
  }
  // From an archive, a consultation or the bench: whom it is about is known.
  useAskedAct(({ act, resident }) => {
    if (act !== 'begin') return
    begin({
      oldmanId: resident,
      ...(params.consultationId && { consultationId: params.consultationId }),
      ...(params.kind && { kind: params.kind }),
    })
  })
  const may = mine.data?.granted === true
  return (
    <ListPage
      call={assessForm.calls.list}
      columns={assessColumns}
      rowKey="assessmentId"
      title="能力评估"
      unit="份"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      top={() => <DueCounts />}
      {...(may && { create: { title: '新建评估', needs: ASSESS_NEEDS.fill, onClick: () => begin({}) } })}
      tools={[
        {
          title: '待评名单',
          icon: <ListChecks size={15} aria-hidden />,
          onClick: () => openPage(assessForm.pages.due.path),
        },
        // Short words: at 1280 the row of tools stays one line.
        { title: '逐项导出', onClick: (list) => void exportItems(list) },
        { title: '报告变化', needs: assessForm.calls.reportChange.needs, onClick: () => setForm(changeForm({})) },
      ]}
      open={open}
      heading={(row) => `${row.oldmanName ?? ''}・${row.kindName}・${AssessmentState.label(row.state)}`}
      actions={[
        {
          title: '继续填写',
          link: '填写',
          move: 'fill',
          when: (row: AssessRow) => row.state === DRAFT || row.state === WAITING,
          onClick: (row) => openForm(row.assessmentId),
        },
        { title: '评估报告', link: '报告', onClick: (row: AssessRow) => openReport(row.assessmentId) },
        {
          title: '等级变更',
          needs: regrade.pages.list.needs,
          when: (row: AssessRow) =>
            row.state === DONE && row.bound && row.oldmanId !== null && kindOf(row.kind)?.group === 'ability',
          onClick: (row) =>
            openPage(regrade.pages.list.path, {
              act: 'propose',
              resident: row.oldmanId ?? '',
              assessmentId: row.assessmentId,
            }),
        },
        {
          title: '关联到档案',
          needs: 'live:assessment:bind',
          when: (row: AssessRow) => row.state === DONE && !row.bound && row.oldmanId !== null,
          onClick: (row) => void bindAssessment(row),
        },
        {
          title: '取消关联',
          needs: 'live:assessment:bind',
          when: (row: AssessRow) => row.state === DONE && row.bound,
          onClick: (row) => void unbindAssessment(row),
        },
        recordLogAction(setRecord, (row: AssessRow) => ({
          type: 'assessment',
          id: row.assessmentId,
          title: `${row.oldmanName ?? ''}的${row.kindName}`,
        })),
        { title: '删除草稿', move: 'remove', danger: true, onClick: (row) => void removeDraft(row) },
        { title: '作废', move: 'void', danger: true, onClick: (row) => void voidAssessment(row) },
      ]}
      batch={[
        {
          title: '打印报告',
          when: (rows) => rows.length <= MOST_PRINTED,
          onClick: (rows) => void printSeveral(rows.map((row) => row.assessmentId)),
        },
      ]}
      empty={{
        title: '还没有评估',
        text: may
          ? '点“新建评估”，或从“待评名单”里给到期的老人开始。'
          : '要新建评估，请主管在“评估权限”里把您加到名单上。',
      }}
    >
      <Begin open={begins} given={given} onClose={() => setBegins(false)} />
      <FormHost form={form} onClose={() => setForm(null)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
