// 护理质量: records that were hardly made at the bed, and care that was missed; every figure opens its rows.
import { execution } from '#contract/nursing/execution'
import { QualityKind, type QualityRowData, quality } from '#contract/nursing/quality'
import { careRecord } from '#contract/nursing/record'
import type { RowAction } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { qualityColumns } from './columns.tsx'
import { Overview } from './overview.part.tsx'

const tabs = { field: 'kind', set: QualityKind, all: false }
const initial = { kind: QualityKind.is.after }

const matrixOf = (row: QualityRowData) =>
  openPage(careRecord.pages.list.path, { oldmanId: row.oldmanId, month: row.planTime.slice(0, 7) })
const open = (row: QualityRowData) =>
  row.executionId ? openPage(execution.pages.list.path, { executionId: row.executionId }) : matrixOf(row)

const actions: RowAction<QualityRowData>[] = [
  {
    title: '看这次执行',
    link: '看执行',
    needs: execution.pages.list.needs,
    when: (row) => row.executionId !== null,
    onClick: open,
  },
  { title: '看本月矩阵', link: '月度矩阵', needs: careRecord.pages.list.needs, onClick: matrixOf },
]

export default function CareQuality() {
  return (
    <ListPage
      call={quality.calls.list}
      columns={qualityColumns}
      rowKey="findingId"
      title="护理质量"
      tabs={tabs}
      initial={initial}
      chips={{ hour: (hour) => `${String(hour).padStart(2, '0')} 时` }}
      open={open}
      actions={actions}
      top={(list) => <Overview list={list} />}
      empty={{ title: '没有发现这类问题', text: '不选日期时看最近 7 天；可以换一段日期或部门。' }}
    />
  )
}
