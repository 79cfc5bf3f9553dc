// 请假与补卡: what waits for a decision first, with everything that a decision needs beside it.
import { useEffect, useState } from 'react'
import { type AskKindValue, AskView, askNeeds, attendanceAsk } from '#contract/administration/attendanceAsk'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { usePageParams, useReopened } from '#web/kit/open'
import { askActs, askWords } from './acts.ts'
import { askColumns } from './columns.tsx'
import { AskDrawer, type Chosen } from './detail.part.tsx'
import { correctionForm, leaveForm } from './forms.tsx'
import './ask.css'

const refreshOn = [attendanceAsk.events.changed]
const chips = { empId: () => '所选员工的申请', deptId: () => '所选部门的申请' }
const chosenOf = (kind: string | undefined, askId: string | undefined): Chosen | null =>
  askId && (kind === 'LEAVE' || kind === 'CORRECTION') ? { kind: kind as AskKindValue, askId } : null

export default function Asks() {
  const { kind, askId } = usePageParams<'kind' | 'askId'>()
  const [chosen, setChosen] = useState<Chosen | null>(() => chosenOf(kind, askId))
  const [form, setForm] = useState<FormRequest | null>(null)
  // A message opens the page for one of them, also when it stands there already.
  useEffect(() => {
    if (askId) setChosen(chosenOf(kind, askId))
  }, [kind, askId])
  useReopened(() => {
    if (askId) setChosen(chosenOf(kind, askId))
  })
  return (
    <ListPage
      call={attendanceAsk.calls.list}
      columns={askColumns}
      rowKey="askId"
      title="请假与补卡"
      tabs={{ field: 'view', set: AskView, all: false, counts: attendanceAsk.calls.counts }}
      chips={chips}
      create={{
        title: '代填请假',
        needs: askNeeds.decide,
        onClick: () => setForm(leaveForm((row) => setChosen({ kind: row.kind, askId: row.askId }))),
      }}
      tools={[
        {
          title: '代填补卡',
          needs: askNeeds.decide,
          onClick: () => setForm(correctionForm((row) => setChosen({ kind: row.kind, askId: row.askId }))),
        },
      ]}
      actions={askActs}
      open={(row) => setChosen({ kind: row.kind, askId: row.askId })}
      heading={(row) => `${row.empName}・${askWords(row)}`}
      refreshOn={refreshOn}
      empty={{ title: '没有这样的申请', text: '员工在手机上请假、补卡；不便自己填的，可以点“代填请假”。' }}
    >
      <AskDrawer chosen={chosen} onClose={() => setChosen(null)} />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
