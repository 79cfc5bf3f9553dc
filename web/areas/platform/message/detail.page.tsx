import { Button } from 'antd'
import { ArrowRight } from 'lucide-react'
import { type MessageDetailData, MessageKind, message } from '#contract/platform/message'
import { openInstead, openPage, usePageParams } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { parseAddress } from '#web/kit/routes'
import { detailOf, LIST_PATH } from '#web/kit/shell/messageWays'
import './message.css'

const toAll = (
  <Button type="primary" onClick={() => openPage(LIST_PATH)}>
    全部消息
  </Button>
)

/** The page the message leads to, if this person may open it. */
function useRecord(route: string | null) {
  const may = useMay()
  if (route === null) return null
  const page = routes.match(parseAddress(route).path)?.page
  return page && may(page.needs) ? { route, title: page.title } : null
}

function Whole({ one }: { one: MessageDetailData }) {
  const record = useRecord(one.route)
  const next = one.nextId
  return (
    <PageCard className="yy-message-page">
      <article>
        <div className="yy-row yy-gap-12 yy-wrap">
          <StatusTag option={MessageKind.find(one.kind)!} />
          <h2>{one.title}</h2>
        </div>
        <p className="yy-second yy-small yy-above-8 yy-no-margin">{one.createTime.slice(0, 16)}</p>
        <p className="yy-message-words">{one.content || '没有更多说明。'}</p>
        <footer className="yy-row yy-gap-12 yy-wrap">
          {record && (
            <Button type="primary" onClick={() => openPage(record.route)}>
              打开“{record.title}”
            </Button>
          )}
          {next !== null && (
            <Button
              type={record ? 'default' : 'primary'}
              icon={<ArrowRight size={15} aria-hidden />}
              iconPlacement="end"
              onClick={() => openInstead(...detailOf({ messageId: next }))}
            >
              下一条未读（还有 {one.unread} 条）
            </Button>
          )}
          {next === null && <span className="yy-second">没有其他未读消息了</span>}
        </footer>
      </article>
    </PageCard>
  )
}

export default function MessageDetail() {
  const { messageId } = usePageParams<'messageId'>()
  const nobody = <Empty title="没有这条消息" text="它可能已经过期清理，或不是发给您的。" acts={toAll} />
  const { data, state } = useLoaded(message.calls.get, messageId ? { messageId } : null, {
    what: '消息',
    lines: 5,
    none: nobody,
  })
  if (!messageId) return <section className="yy-card">{nobody}</section>
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  return <Whole one={data} />
}
