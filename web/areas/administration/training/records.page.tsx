// 培训记录: what was planned, what runs, what is over; each opens with its people, signatures and scores.
import { GraduationCap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type TrainingData, type TrainingRowData, training } from '#contract/administration/training'
import { TrainingState } from '#contract/administration/trainingWords'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { openPage, usePageParams, useReopened } from '#web/kit/open'
import { cancelTraining, finishTraining, openScreen, removeTraining, reopenTraining, startTraining } from './acts.ts'
import { trainingColumns } from './columns.tsx'
import { TrainingDrawer } from './detail.part.tsx'
import { editTraining, newTraining } from './forms.tsx'
import './training.css'

const tabs = { field: 'state', set: TrainingState }
const refreshOn = [training.events.changed]
const tools = [
  {
    title: '学时统计',
    icon: <GraduationCap size={15} aria-hidden />,
    onClick: () => openPage(training.pages.hours.path),
  },
]

export default function TrainingRecords() {
  const { trainingId: asked } = usePageParams<'trainingId'>()
  const [opened, setOpened] = useState<string | null>(asked ?? null)
  const [form, setForm] = useState<FormRequest | null>(null)
  useEffect(() => {
    if (asked) setOpened(asked)
  }, [asked])
  useReopened(() => {
    if (asked) setOpened(asked)
  })
  // What was saved lies open with its people.
  const saved = (row: TrainingData) => setOpened(row.trainingId)
  const open = (row: TrainingRowData) => setOpened(row.trainingId)
  const actions: RowAction<TrainingRowData>[] = [
    { title: '人员和成绩', link: '查看', onClick: open },
    { title: '开始签到', move: 'start', onClick: (row) => void startTraining(row) },
    { title: '签到大屏', move: 'sign', onClick: openScreen },
    { title: '结束培训', link: '结束', move: 'finish', onClick: (row) => void finishTraining(row) },
    { title: '修改', move: 'edit', onClick: (row) => void editTraining(row.trainingId, saved).then(setForm) },
    { title: '重新打开', move: 'reopen', onClick: (row) => void reopenTraining(row) },
    { title: '取消培训', move: 'cancel', danger: true, onClick: (row) => void cancelTraining(row) },
    { title: '删除', move: 'remove', danger: true, onClick: (row) => void removeTraining(row) },
  ]
  return (
    <ListPage
      call={training.calls.list}
      columns={trainingColumns}
      rowKey="trainingId"
      title="培训记录"
      unit="次"
      tabs={tabs}
      create={{ title: '安排培训', needs: training.calls.add.needs, onClick: () => setForm(newTraining(saved)) }}
      tools={tools}
      open={open}
      heading={(row) => `${row.title}・${TrainingState.label(row.state)}`}
      actions={actions}
      refreshOn={refreshOn}
      empty={{ title: '还没有培训', text: '点“安排培训”写好时间、地点和参加的人；保存后大家会收到通知。' }}
    >
      <FormHost form={form} onClose={() => setForm(null)} />
      <TrainingDrawer trainingId={opened} onForm={setForm} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
