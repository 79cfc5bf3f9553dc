// One notice for whoever manages it: what it says, who has read it, how it read before, and what can be done now.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { type NoticeData, type NoticeEditionData, notice } from '#contract/administration/notice'
import { NoticeState } from '#contract/administration/noticeWords'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { useLoaded } from '#web/kit/parts/Loaded'
import { Facts, KeyFigures } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { publishNotice, recallNotice, remindReaders, removeNotice, takeBack } from './acts.ts'
import { NoticeBody, printNotice } from './body.part.tsx'
import { Receivers } from './receivers.part.tsx'

const minute = (at: string | null) => at?.slice(0, 16) ?? '—'
const share = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`)

function Editions({ noticeId }: { noticeId: string }) {
  const { data, state } = useLoaded(notice.calls.editions, { noticeId }, { what: '历次内容', lines: 6 })
  if (!data) return state
  return data.map((one: NoticeEditionData) => (
    <section key={one.edition} className="yy-below-16">
      <h3 className="yy-heading yy-below-8">
        第 {one.edition} 版　{minute(one.at)}　{one.userName}
      </h3>
      <p className="yy-second">
        {one.note ? `${one.note}；` : ''}
        {one.readCount} 人已读，{one.confirmedCount} 人已确认
      </p>
      <p className="yy-strong">{one.title}</p>
      <NoticeBody html={one.html} attachments={one.attachments} />
    </section>
  ))
}

function Inside({ row }: { row: NoticeData }) {
  const out = row.state === NoticeState.is.PUBLISHED || row.state === NoticeState.is.RECALLED
  const [part, setPart] = useState<'words' | 'receivers' | 'editions'>(out ? 'receivers' : 'words')
  return (
    <div className="yy-stack yy-gap-12">
      {row.failure && (
        <p className="yy-notice-strip" role="alert">
          没有按时发布：{row.failure}。改好后请重新发布。
        </p>
      )}
      {row.recallReason && (
        <p className="yy-notice-strip" role="status">
          {minute(row.recalledAt)} 撤回：{row.recallReason}
        </p>
      )}
      {out && (
        <KeyFigures
          figures={[
            { label: '应读', value: row.receivers, unit: '人' },
            { label: '已读', value: row.readCount, unit: '人', note: share(row.readCount, row.receivers) },
            ...(row.confirm
              ? [
                  {
                    label: '已确认',
                    value: row.confirmedCount,
                    unit: '人',
                    note: share(row.confirmedCount, row.receivers),
                  },
                ]
              : []),
          ]}
        />
      )}
      <Facts
        facts={[
          { label: '接收范围', value: out ? row.scopeText : `${row.scopeText}（现在 ${row.reach ?? 0} 人）` },
          { label: '要求确认', value: row.confirm ? '是' : '否' },
          {
            label: '发布时间',
            value: out ? minute(row.publishedAt) : row.publishAt ? `定时 ${minute(row.publishAt)}` : '点“发布”时',
          },
          { label: '截止时间', value: row.endAt ? `${minute(row.endAt)}${row.ended ? '（已过期）' : ''}` : '一直有效' },
          { label: '发布人', value: row.publishedName ?? '—' },
          { label: '上次提醒', value: minute(row.remindedAt) },
        ]}
      />
      {out && (
        <CountTabs<'words' | 'receivers' | 'editions'>
          label="公告内容"
          tabs={[
            { value: 'receivers', label: '阅读情况' },
            { value: 'words', label: '正文' },
            { value: 'editions', label: `历次内容（${row.edition} 版）` },
          ]}
          value={part}
          onChange={setPart}
        />
      )}
      {part === 'words' && <NoticeBody html={row.html} attachments={row.attachments} />}
      {part === 'receivers' && <Receivers row={row} />}
      {part === 'editions' && <Editions noticeId={row.noticeId} />}
    </div>
  )
}

interface NoticeDrawerProps {
  noticeId: string | null
  onEdit(noticeId: string): void
  onClose(): void
}

export function NoticeDrawer({ noticeId, onEdit, onClose }: NoticeDrawerProps) {
  const shown = useShown(noticeId)
  const of = useCall(notice.calls.get, shown ? { noticeId: shown } : null)
  useEvent(notice.events.receipt, (told) => {
    if (told.noticeId === noticeId) void invalidate(notice)
  })
  const { data } = of
  const can = (move: string) => data?.can.includes(move) ?? false
  const remove = async (row: NoticeData) => {
    if (await removeNotice(row)) onClose()
  }
  return (
    <DetailDrawer
      open={noticeId !== null}
      title={data?.title ?? '公告'}
      about={data && <StatusTag option={NoticeState.find(data.state)!} />}
      width={960}
      of={of}
      what="公告"
      onClose={onClose}
      extra={
        data && (
          <button type="button" className="yy-link yy-inline yy-gap-4" onClick={() => void printNotice(data)}>
            <Printer size={15} aria-hidden /> 打印
          </button>
        )
      }
      foot={
        data && (
          <DrawerFoot>
            {can('remove') && <Button onClick={() => void remove(data)}>删除草稿</Button>}
            {can('recall') && <Button onClick={() => void recallNotice(data)}>撤回</Button>}
            {can('unschedule') && <Button onClick={() => void takeBack(data)}>取消定时</Button>}
            {(can('edit') || can('change')) && <Button onClick={() => onEdit(data.noticeId)}>修改</Button>}
            {can('remind') && !data.ended && (
              <Button type="primary" onClick={() => void remindReaders(data)}>
                提醒{data.confirm ? '未确认' : '未读'}人员
              </Button>
            )}
            {can('publish') && (
              <Button type="primary" onClick={() => void publishNotice(data.noticeId)}>
                {data.state === NoticeState.is.WAITING ? '立即发布' : '发布'}
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      {(row) => <Inside key={`${row.noticeId}${row.state}`} row={row} />}
    </DetailDrawer>
  )
}
