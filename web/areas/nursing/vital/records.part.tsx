// Everything that was measured.
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type VitalSignData, vital } from '#contract/nursing/vital'
import { VitalGrade } from '#contract/nursing/vitalKinds'
import { actionOf } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { signColumns } from './columns.tsx'
import { correctForm, enterForm } from './forms.ts'
import { LimitDrawer } from './limits.part.tsx'

const refreshOn = [vital.events.changed]

interface RecordsProps {
  top: ReactNode
  onElder(oldmanId: string): void
}

export function Records({ top, onElder }: RecordsProps) {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [limits, setLimits] = useState(false)
  return (
    <ListPage
      call={vital.calls.list}
      columns={signColumns}
      rowKey="signId"
      title="体征记录"
      tabs={{ field: 'grade', set: VitalGrade }}
      chips={{ oldmanId: () => '所选老人的体征' }}
      create={{ title: '录入体征', needs: vital.calls.add.needs, onClick: (list) => list.openForm(enterForm()) }}
      tools={[
        {
          title: '全院界限',
          icon: <SlidersHorizontal size={15} aria-hidden />,
          needs: vital.calls.setLimit.needs,
          onClick: () => setLimits(true),
        },
      ]}
      open={(row) => onElder(row.oldmanId)}
      heading={(row) => `${row.oldmanName}・${row.measuredAt.slice(5, 16)}`}
      actions={[
        { title: '看曲线', onClick: (row: VitalSignData) => onElder(row.oldmanId) },
        { title: '更正', needs: vital.calls.save.needs, form: correctForm },
        {
          title: '复测',
          needs: vital.calls.add.needs,
          onClick: (row, list) => list.openForm(enterForm({ oldmanId: row.oldmanId }, `复测：${row.oldmanName}`)),
        },
        recordLogAction(setRecord, (row: VitalSignData) => ({
          type: 'vitalSign',
          id: row.signId,
          title: `${row.oldmanName} ${row.measuredAt.slice(0, 16)}`,
        })),
        actionOf(vital.calls.remove, {
          title: '作废',
          danger: true,
          input: (row: VitalSignData, reason) => ({ signId: row.signId, reason }),
          confirm: (row) => ({
            title: `作废 ${row.oldmanName} ${row.measuredAt.slice(0, 16)} 的体征？`,
            effects: [row.words, '作废后不再显示，也不参与曲线和判断；操作日志中保留', '数值录错请用“更正”'],
            verb: '作废体征',
            safe: '不作废',
            reason: { label: '作废原因', placeholder: '如：录错老人' },
          }),
          done: (row) => `已作废 ${row.oldmanName} 的体征`,
        }),
      ]}
      refreshOn={refreshOn}
      top={() => top}
      empty={{ title: '还没有体征记录', text: '点“录入体征”记一位老人，或到“病区录入”按房间床位一次录完。' }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
      <LimitDrawer open={limits} elder={null} onClose={() => setLimits(false)} />
    </ListPage>
  )
}
