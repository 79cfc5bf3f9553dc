// Who has read a notice and who has not, with the times; found by name, cut by how far they are, taken along as a workbook.
import { Input, Table } from 'antd'
import { useState } from 'react'
import { type NoticeReceiverData, type NoticeRowData, notice } from '#contract/administration/notice'
import { NoticeReceipt, type NoticeReceiptValue } from '#contract/administration/noticeWords'
import { datetime } from '#web/kit/fields/date'
import { person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'

const SIZE = 20

const sheet = columns(notice.calls.receivers, {
  userName: { title: '姓名', as: person },
  deptName: { title: '部门', as: text },
  receipt: { title: '阅读情况', as: NoticeReceipt },
  receivedAt: { title: '收到时间', as: datetime },
  readAt: { title: '阅读时间', as: datetime },
  confirmedAt: { title: '确认时间', as: datetime },
  earlier: { title: '此前版次', as: text },
})

const minute = (at: string | null) => at?.slice(5, 16) ?? '—'

export function Receivers({ row }: { row: NoticeRowData }) {
  const [keyword, setKeyword] = useState('')
  const [receipt, setReceipt] = useState<NoticeReceiptValue | null>(null)
  const [page, setPage] = useState(1)
  const query = { noticeId: row.noticeId, keyword: keyword || null, receipt, page, size: SIZE, orderBy: null }
  const { data, error, isPending, refetch } = useCall(notice.calls.receivers, query, { keepPrevious: true })
  if (error) return <ErrorBlock what="阅读情况" error={error} onRetry={() => void refetch()} />
  const unread = row.receivers - row.readCount
  const tabs = [
    { value: null, label: '全部', count: row.receivers },
    { value: NoticeReceipt.is.unread, label: '未读', count: unread },
    ...(row.confirm
      ? [
          { value: NoticeReceipt.is.unconfirmed, label: '已读未确认', count: row.readCount - row.confirmedCount },
          { value: NoticeReceipt.is.confirmed, label: '已确认', count: row.confirmedCount },
        ]
      : [{ value: NoticeReceipt.is.read, label: '已读', count: row.readCount }]),
  ]
  return (
    <>
      <CountTabs<NoticeReceiptValue | null>
        label="阅读情况"
        tabs={tabs}
        value={receipt}
        onChange={(next) => {
          setReceipt(next)
          setPage(1)
        }}
      />
      <div className="yy-row yy-gap-8 yy-above-8 yy-below-8">
        <Input.Search
          allowClear
          placeholder="姓名"
          aria-label="按姓名查找"
          onSearch={(typed) => {
            setKeyword(typed.trim())
            setPage(1)
          }}
        />
        <ExportButton
          call={notice.calls.receivers}
          title={`阅读情况 ${row.title}`}
          query={query}
          columns={sheet.list}
          total={data?.total ?? 0}
        />
      </div>
      <Table<NoticeReceiverData>
        size="small"
        rowKey="userId"
        loading={isPending}
        dataSource={data?.list ?? []}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
        locale={{ emptyText: <Empty title="没有这样的人" text="换一个分类或姓名再看。" /> }}
        columns={[
          { title: '姓名', dataIndex: 'userName' },
          { title: '部门', dataIndex: 'deptName', render: (name: string | null) => name ?? '—' },
          {
            title: '情况',
            dataIndex: 'receipt',
            render: (value: NoticeReceiptValue) => <StatusTag option={NoticeReceipt.find(value)!} />,
          },
          { title: '阅读', dataIndex: 'readAt', render: minute },
          ...(row.confirm ? [{ title: '确认', dataIndex: 'confirmedAt', render: minute }] : []),
          ...(row.edition > 1
            ? [{ title: '此前', dataIndex: 'earlier', render: (said: string | null) => said ?? '—' }]
            : []),
        ]}
      />
    </>
  )
}
