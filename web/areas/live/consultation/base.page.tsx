import { Filter } from 'lucide-react'
import { useState } from 'react'
import { consultation } from '#contract/live/consultation'
import { ConsultationStatus, ConsultationStep } from '#contract/live/consultationFields'
import type { ConsultationRowData } from '#contract/live/consultationRows'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { reloadLookup, useLookup } from '#web/kit/lookup'
import { openPage, useAskedAct } from '#web/kit/open'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { beginAssessment, consultationActs, useMayAssess } from './acts.tsx'
import { consultationColumns } from './columns.tsx'
import { detailPath } from './fields.tsx'
import { assignForm, me, newConsultation } from './forms.ts'
import { FunnelDrawer } from './funnel.part.tsx'
import './consultation.css'

const open = (row: Pick<ConsultationRowData, 'consultationId'>) => openPage(detailPath(row.consultationId))

const acts: readonly RowAction<ConsultationRowData>[] = consultationActs.map((act) => ({
  title: act.title,
  move: act.move,
  ...(act.danger && { danger: true }),
  ...(act.form ? { form: act.form } : { onClick: (row: ConsultationRowData) => act.run?.(row) }),
}))

const chips = { step: (value: unknown) => `已${ConsultationStep.label(value as 'visited')}` }
const refreshOn = [consultation.events.changed]

export default function Consultations() {
  const sales = useLookup('sale')
  const mayAssess = useMayAssess()
  const [funnel, setFunnel] = useState(false)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const register = async () => {
    const own = me()?.empId ?? null
    // Just after the page was opened the list may still be on its way.
    const known = sales.length > 0 ? sales : await reloadLookup('sale')
    const saleId = known.some((sale) => sale.value === own) ? own : null
    setForm(newConsultation(saleId, (consultationId) => open({ consultationId })))
  }
  useAskedAct(({ act }) => {
    if (act === 'add') void register()
  })
  return (
    <ListPage
      call={consultation.calls.list}
      columns={consultationColumns}
      rowKey="consultationId"
      title="咨询登记"
      tabs={{ field: 'status', set: ConsultationStatus }}
      chips={chips}
      create={{
        title: '登记咨询',
        needs: consultation.calls.add.needs,
        onClick: () => void register(),
      }}
      tools={[{ title: '转化分析', icon: <Filter size={15} aria-hidden />, onClick: () => setFunnel(true) }]}
      open={open}
      heading={(row) => `${row.oldmanName}・${ConsultationStatus.label(row.status)}`}
      actions={[
        ...acts,
        { title: '开始评估', when: mayAssess, onClick: beginAssessment },
        { title: '详情', onClick: open },
        recordLogAction<ConsultationRowData>(setRecord, (row) => ({
          type: 'consultation',
          id: row.consultationId,
          title: row.oldmanName,
        })),
      ]}
      batch={[
        {
          title: '转交',
          needs: consultation.calls.assign.needs,
          when: (rows) => rows.every((row) => row.can.includes('edit')),
          onClick: (rows, list) => list.openForm(assignForm(rows, list.clearSelection)),
        },
      ]}
      refreshOn={refreshOn}
      empty={{
        title: '还没有咨询',
        text: '这里显示您数据部门内的咨询。有人来访或来电询问入住时，在这里登记并约好下次跟进。',
      }}
    >
      <FormHost form={form} onClose={() => setForm(null)} />
      <FunnelDrawer open={funnel} onClose={() => setFunnel(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
