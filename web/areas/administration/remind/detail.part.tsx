// One reminder with what became of it, and what can be done now.
import { Button } from 'antd'
import { RemindAct, type RemindDetailData, RemindRepeat, RemindState, remind } from '#contract/administration/remind'
import { archivePath, BedPath } from '#web/areas/live/public'
import { openPage } from '#web/kit/open'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { type Fact, Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import { markDone, markIgnored, undo } from './acts.ts'
import { Due } from './due.part.tsx'
import { repeatText } from './forms.tsx'

function factsOf(one: RemindDetailData): Fact[] {
  const { series, oldmanId } = one
  return [
    { label: '到期', value: <Due row={one} /> },
    { label: '事项', value: one.sourceName },
    ...(oldmanId
      ? [
          {
            label: '老人',
            value: (
              <button type="button" className="yy-link" onClick={() => openPage(archivePath(oldmanId))}>
                {one.oldmanName}
              </button>
            ),
          },
          { label: '床位', value: <BedPath path={one.bedPath} /> },
        ]
      : []),
    ...(series
      ? [
          { label: '重复', value: repeatText(series) },
          { label: '提醒谁', value: series.users.map((user) => user.name).join('、') },
          { label: '设置人', value: one.createName },
          ...(series.repeat !== RemindRepeat.is.ONCE && series.next.length > 0
            ? [{ label: '接下来', value: series.next.join('、'), wide: true }]
            : []),
        ]
      : []),
    ...(one.content ? [{ label: '说明', value: one.content, wide: true }] : []),
    ...(one.toldTimes > 0 ? [{ label: '通知', value: `最近 ${one.toldTime}，共 ${one.toldTimes} 次` }] : []),
    ...(one.reason ? [{ label: '处理说明', value: one.reason, wide: true }] : []),
  ]
}

function Passed({ one }: { one: RemindDetailData }) {
  return (
    <Timeline
      entries={[
        ...one.history.map((entry) => ({
          key: entry.entryId,
          family: RemindAct.find(entry.act)?.family ?? 'slate',
          kind: RemindAct.label(entry.act),
          time: entry.time.slice(0, 16),
          who: entry.name ?? '系统',
          text: entry.reason ?? '',
        })),
        {
          key: 'made',
          family: 'slate' as const,
          kind: one.series ? '设置提醒' : '生成提醒',
          time: one.createTime.slice(0, 16),
          who: one.series ? one.createName : '系统',
          text: one.title,
        },
      ]}
    />
  )
}

export function RemindDrawer({ remindId, onClose }: { remindId: string | null; onClose(): void }) {
  const shown = useShown(remindId)
  const one = useCall(remind.calls.get, shown ? { remindId: shown } : null)
  const { data } = one
  const can = data?.can ?? []
  return (
    <DetailDrawer
      open={remindId !== null}
      title={data?.title ?? '提醒'}
      about={data && <StatusTag option={RemindState.find(data.status)!} />}
      of={one}
      what="提醒"
      onClose={onClose}
      foot={
        data && (can.includes('done') || can.includes('undo')) ? (
          <DrawerFoot>
            {can.includes('ignore') && <Button onClick={() => void markIgnored([data])}>忽略…</Button>}
            {can.includes('undo') && <Button onClick={() => void undo(data)}>恢复为待处理</Button>}
            {can.includes('done') && <Button onClick={() => void markDone([data])}>标为已处理…</Button>}
            {data.act && (
              <Button type="primary" onClick={() => openPage(data.act!.route)}>
                {data.act.title}
              </Button>
            )}
          </DrawerFoot>
        ) : undefined
      }
    >
      {(found: RemindDetailData) => (
        <>
          <Facts facts={factsOf(found)} />
          <h4 className="yy-heading">经过</h4>
          <Passed one={found} />
        </>
      )}
    </DetailDrawer>
  )
}
