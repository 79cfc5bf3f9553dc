// One notice to families: what it says, how it will go out or who has read it, and what can be done now.
import { Button, Input, Table } from 'antd'
import { useState } from 'react'
import { maskedPhone } from '#contract/kit/privacy'
import { FamilyBinding } from '#contract/live/family'
import {
  type FamilyNoticeData,
  type FamilyNoticeReceiverData,
  FamilyNoticeState,
  FamilyReceipt,
  FamilySms,
  familyNotice,
} from '#contract/live/familyNotice'
import { datetime } from '#web/kit/fields/date'
import { filesOf } from '#web/kit/fields/file'
import { person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { publishFamilyNotice, recallFamilyNotice, removeFamilyNotice } from './acts.ts'
import './familyNotice.css'

const SIZE = 20
const minute = (at: string | null) => at?.slice(0, 16) ?? '—'
const files = filesOf()

const sheet = columns(familyNotice.calls.receivers, {
  oldmanName: { title: '老人', as: person },
  bedName: { title: '床位', as: text },
  familyName: { title: '家属', as: person },
  relationName: { title: '关系', as: text },
  binding: { title: '家属端', as: FamilyBinding },
  sms: { title: '短信', as: FamilySms },
  receipt: { title: '阅读情况', as: FamilyReceipt },
  readAt: { title: '阅读时间', as: datetime },
})

function Receivers({ row }: { row: FamilyNoticeData }) {
  const [keyword, setKeyword] = useState('')
  const [receipt, setReceipt] = useState<'unread' | 'read' | null>(null)
  const [page, setPage] = useState(1)
  const query = { messageId: row.messageId, keyword: keyword || null, receipt, page, size: SIZE, orderBy: null }
  const { data, error, isPending, refetch } = useCall(familyNotice.calls.receivers, query, { keepPrevious: true })
  if (error) return <ErrorBlock what="家属阅读情况" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <CountTabs<'unread' | 'read' | null>
        label="家属阅读情况"
        tabs={[
          { value: null, label: '全部家属', count: row.receivers },
          { value: 'unread', label: '未读', count: row.receivers - row.readCount },
          { value: 'read', label: '已读', count: row.readCount },
        ]}
        value={receipt}
        onChange={(next) => {
          setReceipt(next)
          setPage(1)
        }}
      />
      <div className="yy-row yy-gap-8">
        <Input.Search
          allowClear
          placeholder="家属或老人姓名"
          aria-label="按姓名查找"
          onSearch={(typed) => {
            setKeyword(typed.trim())
            setPage(1)
          }}
        />
        <ExportButton
          call={familyNotice.calls.receivers}
          title={`家属阅读情况 ${row.title}`}
          query={query}
          columns={sheet.list}
          total={data?.total ?? 0}
        />
      </div>
      <Table<FamilyNoticeReceiverData>
        size="small"
        rowKey="familyId"
        loading={isPending}
        dataSource={data?.list ?? []}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
        locale={{ emptyText: <Empty title="没有这样的家属" text="换一个分类或姓名再看。" /> }}
        columns={[
          { title: '老人', dataIndex: 'oldmanName' },
          {
            title: '家属',
            dataIndex: 'familyName',
            render: (name: string, one) => (
              <span>
                {name} <span className="yy-second">{one.relationName}</span>
              </span>
            ),
          },
          { title: '电话', dataIndex: 'phone', render: (phone: string | null) => (phone ? maskedPhone(phone) : '—') },
          {
            title: '家属端',
            dataIndex: 'binding',
            render: (value: FamilyNoticeReceiverData['binding']) => <StatusTag option={FamilyBinding.find(value)!} />,
          },
          ...(row.sms
            ? [
                {
                  title: '短信',
                  dataIndex: 'sms',
                  render: (value: FamilyNoticeReceiverData['sms']) =>
                    value ? <StatusTag option={FamilySms.find(value)!} /> : '—',
                },
              ]
            : []),
          {
            title: '情况',
            dataIndex: 'receipt',
            render: (value: FamilyNoticeReceiverData['receipt']) => <StatusTag option={FamilyReceipt.find(value)!} />,
          },
          { title: '阅读时间', dataIndex: 'readAt', render: (at: string | null) => at?.slice(5, 16) ?? '—' },
        ]}
      />
    </>
  )
}

function Preview({ preview }: { preview: NonNullable<FamilyNoticeData['preview']> }) {
  const { families, bound, without, sample } = preview
  return (
    <>
      <p className="yy-no-margin">
        将发给 <b>{families}</b> 位家属，其中 {bound} 位已绑定家属端。
        {without.length > 0 && <span className="yy-amber">没有登记家属：{without.join('、')}</span>}
      </p>
      {sample && (
        <section className="yy-familynotice-sample">
          <span className="yy-second">{sample.oldmanName}的家属会看到：</span>
          <b>{sample.title}</b>
          <p>{sample.content}</p>
        </section>
      )}
    </>
  )
}

function Inside({ row }: { row: FamilyNoticeData }) {
  const out = row.state !== FamilyNoticeState.is.DRAFT
  return (
    <div className="yy-stack yy-gap-12">
      {row.recallReason && (
        <p className="yy-familynotice-strip" role="status">
          {minute(row.recalledAt)} 撤回：{row.recallReason}
        </p>
      )}
      <Facts
        facts={[
          { label: '老人', value: row.chosen.map((one) => one.label).join('、'), wide: true },
          { label: '短信', value: row.sms ? '发短信提示' : '不发' },
          {
            label: '发布',
            value: row.publishedAt ? `${row.publishedName ?? ''} ${minute(row.publishedAt)}` : '还没有发布',
          },
          ...(row.attachments.length > 0 ? [{ label: '附件', value: files.cell(row.attachments), wide: true }] : []),
        ]}
      />
      {row.preview ? (
        <Preview preview={row.preview} />
      ) : (
        <section className="yy-familynotice-sample">
          <b>{row.title}</b>
          <p>{row.content}</p>
        </section>
      )}
      {out && <Receivers row={row} />}
    </div>
  )
}

interface FamilyNoticeDrawerProps {
  messageId: string | null
  onEdit(messageId: string): void
  onKeep(row: FamilyNoticeData): void
  onClose(): void
}

export function FamilyNoticeDrawer({ messageId, onEdit, onKeep, onClose }: FamilyNoticeDrawerProps) {
  const shown = useShown(messageId)
  const of = useCall(familyNotice.calls.get, shown ? { messageId: shown } : null)
  // A family has read it on its phone.
  useEvent(familyNotice.events.changed, (told) => {
    if (told.messageId === messageId) void invalidate(familyNotice)
  })
  const { data } = of
  const can = (move: string) => data?.can.includes(move) ?? false
  const remove = async (row: FamilyNoticeData) => {
    if (await removeFamilyNotice(row)) onClose()
  }
  return (
    <DetailDrawer
      open={messageId !== null}
      title={data?.title ?? '家属通知'}
      about={data && <StatusTag option={FamilyNoticeState.find(data.state)!} />}
      width={960}
      of={of}
      what="家属通知"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            <Button onClick={() => onKeep(data)}>存为模板</Button>
            {can('remove') && <Button onClick={() => void remove(data)}>删除草稿</Button>}
            {can('edit') && <Button onClick={() => onEdit(data.messageId)}>修改</Button>}
            {can('recall') && <Button onClick={() => void recallFamilyNotice(data)}>撤回</Button>}
            {can('publish') && (
              <Button type="primary" onClick={() => void publishFamilyNotice(data.messageId)}>
                发布
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      {(row) => <Inside key={`${row.messageId}${row.state}`} row={row} />}
    </DetailDrawer>
  )
}
