// 资料修改记录: one line for each field that was changed, with before, after and who; to be searched and exported.
import { Button, Input, Pagination, Table } from 'antd'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { archiveSection, type ChangeRowData } from '#contract/live/archiveSection'
import { shell } from '#contract/platform/shell'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const SIZE = 20
const { modifyRecord } = archiveSection.calls
const none = <span className="yy-none">空</span>

const COLUMNS = [
  { key: 'createTime', title: '时间' },
  { key: 'userName', title: '修改人' },
  { key: 'method', title: '操作' },
  { key: 'title', title: '项目' },
  { key: 'before', title: '修改前' },
  { key: 'after', title: '修改后' },
] as const

interface ChangesProps {
  oldmanId: string
  oldmanName: string
}

function Inner({ oldmanId, oldmanName }: ChangesProps) {
  const [page, setPage] = useState(1)
  const [userName, setUserName] = useState('')
  const [days, setDays] = useState<[string | null, string | null]>([null, null])
  const filter = { userName: userName || null, startDate: days[0], endDate: days[1] }
  const { data, error, refetch } = useCall(
    modifyRecord,
    { oldmanId, ...filter, page, size: SIZE },
    { keepPrevious: true, staleTime: 0 },
  )
  const take = async () => {
    await send(shell.calls.exportList, {
      call: modifyRecord.key,
      title: `${oldmanName}资料修改记录`,
      query: { oldmanId, ...filter },
      columns: COLUMNS.map(({ key, title }) => ({ key, title })),
    })
    toast.success('已开始导出，完成后在右上角“打印与导出”中下载')
  }
  if (!data) return <Loaded of={{ data, error, refetch }} what="修改记录" lines={8} />
  return (
    <>
      <div className="yy-arc-changes-tools yy-row yy-gap-8 yy-below-12">
        <Input.Search
          aria-label="修改人"
          placeholder="修改人"
          allowClear
          style={{ width: 160 }}
          onSearch={(typed) => {
            setPage(1)
            setUserName(typed.trim())
          }}
        />
        {date.range?.({
          from: days[0],
          to: days[1],
          'aria-label': '日期',
          onChange: (from, to) => {
            setPage(1)
            setDays([from, to])
          },
        })}
        <Button
          icon={<SquareArrowOutUpRight size={15} aria-hidden />}
          disabled={data.total === 0}
          onClick={() => void take()}
        >
          导出
        </Button>
      </div>
      {data.total === 0 ? (
        <Empty title="没有修改记录" text="修改基本信息、扩展信息、健康和家属后，这里写明每一项改成了什么、是谁改的。" />
      ) : (
        <>
          <Table<ChangeRowData>
            size="small"
            pagination={false}
            rowKey={(row) => `${row.logId}.${row.field}`}
            dataSource={data.list}
            columns={[
              { title: '时间', dataIndex: 'createTime', width: 140, render: (at: string) => at.slice(0, 16) },
              { title: '修改人', dataIndex: 'userName', width: 80 },
              { title: '项目', dataIndex: 'title', width: 110 },
              { title: '修改前', dataIndex: 'before', render: (text: string | null) => text ?? none },
              { title: '修改后', dataIndex: 'after', render: (text: string | null) => text ?? none },
            ]}
          />
          <Pagination
            className="yy-above-12"
            size="small"
            current={page}
            pageSize={SIZE}
            total={data.total}
            showSizeChanger={false}
            showTotal={(total) => `共 ${total} 项`}
            onChange={setPage}
          />
        </>
      )}
    </>
  )
}

export function ChangesDrawer({ open, onClose, ...of }: ChangesProps & { open: boolean; onClose(): void }) {
  return (
    <SideDrawer asks={false} open={open} width={720} title="资料修改记录" about={of.oldmanName} onClose={onClose}>
      {open && <Inner {...of} />}
    </SideDrawer>
  )
}
