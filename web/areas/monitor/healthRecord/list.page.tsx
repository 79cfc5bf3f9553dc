// 健康记录: last night of everybody with a mattress beside their own usual, the most unusual first.
import { Segmented } from 'antd'
import { type HealthRowData, healthRecord } from '#contract/monitor/healthRecord'
import { HealthKind, type HealthKindValue, HealthLevel } from '#contract/monitor/healthWords'
import type { Columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage, usePageState } from '#web/kit/open'
import { healthColumns } from './columns.tsx'

type Kind = HealthKindValue | 'all'

const KINDS: { value: Kind; label: string }[] = [
  { value: 'all', label: '综合' },
  ...HealthKind.list.map((one) => ({ value: one.value as Kind, label: one.label })),
]
const tabs = { field: 'level', set: HealthLevel }

const open = (row: HealthRowData) => openPage(healthRecord.pages.detail.path, { oldmanId: row.oldmanId, day: row.day })

type NightCall = typeof healthRecord.calls.list
/** The five calls differ in their address alone. */
const columnsOf = (kind: Kind) => healthColumns[kind] as unknown as Columns<NightCall>

export default function HealthList() {
  const [kind, setKind] = usePageState<Kind>('kind', 'all')
  const columns = columnsOf(kind)
  return (
    <ListPage
      key={kind}
      call={columns.call}
      columns={columns}
      rowKey="oldmanId"
      title="健康记录"
      unit="人"
      tabs={tabs}
      open={open}
      actions={[
        { title: '看这一夜', onClick: open },
        { title: '最近一夜', onClick: (row) => openPage(healthRecord.pages.detail.path, { oldmanId: row.oldmanId }) },
      ]}
      top={() => (
        <div className="yy-health-kinds yy-fixed">
          <Segmented<Kind> value={kind} options={KINDS} onChange={setKind} />
        </div>
      )}
      empty={{
        title: '这一夜还没有记录',
        text: '每天早上 08:05 生成前一夜的记录；床垫离线或没有绑定床位时没有记录。',
      }}
    />
  )
}
