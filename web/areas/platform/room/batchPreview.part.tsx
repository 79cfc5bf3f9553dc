import { InputNumber, Table } from 'antd'
import { BATCH_MAX } from '#contract/platform/placeNames'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { type BatchPlan, bedsInWords, type PlannedRoom } from './batchPlan.ts'

interface BatchPreviewProps {
  plan: BatchPlan | null
  /** null: as many as the rest. */
  onBeds(name: string, beds: number | null): void
  onReset(): void
}

/** Every room as it will be; the number of its beds can be changed here. */
export function BatchPreview({ plan, onBeds, onReset }: BatchPreviewProps) {
  if (!plan) {
    return (
      <PageCard title="预览" className="yy-batch-preview yy-low yy-scroll">
        <Empty title="填好数量，这里列出每一间房" text="个别房间床位不同，也在这里改。" />
      </PageCard>
    )
  }
  return (
    <PageCard
      title="预览"
      sub={`${plan.rooms.length} 间房、${plan.bedTotal} 张床位${plan.exceptions.length > 0 ? `，其中 ${plan.exceptions.length} 间床位不同` : ''}`}
      extra={
        plan.exceptions.length > 0 && (
          <button type="button" className="yy-link" onClick={onReset}>
            全部改回一致
          </button>
        )
      }
      flush
      className="yy-batch-preview yy-low yy-scroll"
    >
      <Table<PlannedRoom>
        size="small"
        rowKey="name"
        dataSource={plan.rooms}
        pagination={{ defaultPageSize: 10, showSizeChanger: false, hideOnSinglePage: true, size: 'small' }}
        rowClassName={(row) => (row.exists ? 'yy-batch-taken' : row.different ? 'yy-batch-different' : '')}
        columns={[
          { title: '房间', dataIndex: 'name', width: 130, render: (name: string) => <b className="yy-name">{name}</b> },
          {
            title: '床位数',
            dataIndex: 'beds',
            width: 110,
            render: (beds: number, row) => (
              <InputNumber<number>
                size="small"
                min={0}
                max={BATCH_MAX}
                precision={0}
                value={beds}
                aria-label={`${row.name}的床位数`}
                onChange={(next) => onBeds(row.name, next)}
              />
            ),
          },
          { title: '床位名称', key: 'names', render: (_, row) => bedsInWords(plan, row.beds) },
          {
            title: '',
            key: 'state',
            width: 100,
            render: (_, row) =>
              row.exists ? (
                <StatusTag family="red">已存在</StatusTag>
              ) : row.different ? (
                <StatusTag family="amber">例外</StatusTag>
              ) : null,
          },
        ]}
      />
    </PageCard>
  )
}
