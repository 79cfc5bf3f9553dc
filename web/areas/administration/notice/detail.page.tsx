// One notice as its receiver reads it. Being shown is being read; what asks for it is confirmed at its foot.
import { Button } from 'antd'
import { ArrowLeft, Check, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { type NoticeData, notice } from '#contract/administration/notice'
import { NoticeState } from '#contract/administration/noticeWords'
import { send } from '#web/kit/call'
import { openPage, usePageParams } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { NoticeBody, printNotice } from './body.part.tsx'
import './notice.css'

const minute = (at: string | null | undefined) => at?.slice(0, 16) ?? ''

const toList = () => openPage(notice.pages.personal.path)

function Confirming({ row }: { row: NoticeData }) {
  const confirm = useAct(notice.calls.confirm, {
    touches: [{ area: 'home', name: 'bench' }],
    onDone: () => toast.success('已确认'),
  })
  if (!row.own || !row.confirm || row.state !== NoticeState.is.PUBLISHED) return null
  if (row.own.confirmedAt) {
    return (
      <p className="yy-second yy-no-margin" role="status">
        <Check size={15} aria-hidden /> 您已于 {minute(row.own.confirmedAt)} 确认知悉
      </p>
    )
  }
  return (
    <div className="yy-row yy-gap-12">
      <Button
        type="primary"
        size="large"
        loading={confirm.running}
        onClick={() => void confirm.run({ noticeId: row.noticeId, edition: row.edition })}
      >
        我已知悉，确认
      </Button>
      <span className="yy-second">看完后请点确认，发布人会看到您已确认</span>
    </div>
  )
}

function Notice({ noticeId }: { noticeId: string }) {
  const {
    data: row,
    state,
    refetch,
  } = useLoaded(
    notice.calls.get,
    { noticeId },
    {
      what: '通知',
      lines: 10,
      fresh: true,
      none: (
        <Empty
          title="看不到这条通知"
          text="可能已被撤回，或不是发给您的。"
          acts={<Button onClick={toList}>返回个人通知</Button>}
        />
      ),
    },
  )
  useEvent(notice.events.changed, (told) => {
    if (told.noticeId === noticeId) void refetch()
  })
  const unread = row?.own?.readAt === null && row.state === NoticeState.is.PUBLISHED
  const edition = row?.edition
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edition is read once
  useEffect(() => {
    if (!unread) return
    void send(notice.calls.read, { noticeId }, { silent: true, handles: () => true })
      .then(() => invalidate(notice))
      .catch(() => undefined)
  }, [unread, noticeId, edition])
  if (!row) return <section className="yy-card yy-pad-16">{state}</section>
  return (
    <section className="yy-card yy-pad-20 yy-stack yy-gap-16">
      <div className="yy-row yy-gap-8">
        <Button icon={<ArrowLeft size={15} aria-hidden />} onClick={toList}>
          返回个人通知
        </Button>
        <span className="yy-push">
          <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printNotice(row)}>
            打印
          </Button>
        </span>
      </div>
      <div className="yy-notice-head yy-stack yy-gap-6">
        <h2>{row.title}</h2>
        <span className="yy-second yy-inline-flex yy-gap-8 yy-wrap">
          {row.top && <StatusTag family="orange">置顶</StatusTag>}
          {row.publishedName} {minute(row.publishedAt)} 发布
          {row.endAt && `　${minute(row.endAt)} 截止${row.ended ? '（已过期）' : ''}`}
          {row.edition > 1 && `　第 ${row.edition} 版`}
        </span>
      </div>
      {row.edition > 1 && (
        <p className="yy-notice-strip" role="status">
          这条通知发布后有修改{row.changeNote ? `：${row.changeNote}` : ''}
          {row.confirm && !row.own?.confirmedAt ? '。以前确认过的，请看过新内容后再确认一次。' : '。'}
        </p>
      )}
      <NoticeBody html={row.html} attachments={row.attachments} />
      <Confirming row={row} />
    </section>
  )
}

export default function NoticeDetail() {
  const { noticeId } = usePageParams<'noticeId'>()
  if (!noticeId) {
    return (
      <section className="yy-card yy-pad-16">
        <Empty
          title="没有选择通知"
          text="请从个人通知里打开一条。"
          acts={<Button onClick={toList}>去个人通知</Button>}
        />
      </section>
    )
  }
  return <Notice key={noticeId} noticeId={noticeId} />
}
