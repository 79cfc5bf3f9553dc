// One execution beside the list: what was done, its three times, and everything that was brought along.
import { Button, Image } from 'antd'
import { type ExecutionData, ExecutionTerminal, execution } from '#contract/nursing/execution'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { ExecutionMarks } from './marks.part.tsx'
import { signsOf } from './words.ts'
import './execution.css'

/** Planned, done, recorded: never one for another. */
function Times({ row }: { row: ExecutionData }) {
  const times = [
    ['计划', row.taskId === null ? '按需，没有计划' : row.planTime.slice(0, 16)],
    ...(row.startAt ? [['开始', row.startAt.slice(0, 16)]] : []),
    ['执行', row.doneAt.slice(0, 16)],
    ['记录', row.recordedAt.slice(0, 16)],
  ] as const
  return (
    <ol className="yy-execution-times yy-plain-list yy-flex yy-below-16">
      {times.map(([title, time]) => (
        <li key={title} className="yy-grow yy-pad-10-12">
          <span className="yy-second yy-small">{title}时间</span>
          <b className="yy-block yy-strong">{time}</b>
        </li>
      ))}
    </ol>
  )
}

function Photos({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <>
      <h4>照片</h4>
      <span className="yy-flex yy-wrap yy-gap-8">
        <Image.PreviewGroup>
          {urls.map((url, at) => (
            <Image key={url} src={url} width={120} height={120} className="yy-execution-photo" alt={`照片 ${at + 1}`} />
          ))}
        </Image.PreviewGroup>
      </span>
    </>
  )
}

function Signs({ row }: { row: ExecutionData }) {
  const signs = signsOf(row.signs)
  if (signs.length === 0) return null
  return (
    <>
      <h4>体征</h4>
      <Facts columns={3} facts={signs.map(({ title, value }) => ({ label: title, value }))} />
    </>
  )
}

export function ExecutionFacts({ row }: { row: ExecutionData }) {
  return (
    <>
      <section className="yy-row yy-wrap yy-gap-12 yy-pad-10-12 yy-tint yy-edge yy-round-card yy-below-16">
        <ResidentCell row={row} link />
        <BedPath path={row.bedPath} />
      </section>
      <Times row={row} />
      <Facts
        facts={[
          { label: '护理项目', value: row.projectName },
          { label: '执行人', value: row.workerName },
          { label: '录入终端', value: ExecutionTerminal.label(row.terminal) },
          { label: '计费', value: row.charged ? '已计入费用' : '不计费' },
          ...(row.evaluation === null ? [] : [{ label: '评价', value: `${row.evaluation} 分（满分 5 分）` }]),
          ...(row.scanned ? [{ label: '扫码', value: row.scanned }] : []),
          ...(row.late ? [{ label: '补录原因', value: row.lateReason, wide: true }] : []),
          ...(row.refuseReason ? [{ label: '未做原因', value: row.refuseReason, wide: true }] : []),
          ...(row.togetherNo ? [{ label: '一并录入', value: '和同一次提交的其他项目一起录入', wide: true }] : []),
          ...(row.takenBackAt
            ? [{ label: '撤回', value: `${row.takenBackBy ?? ''} ${row.takenBackAt.slice(0, 16)} 撤回`, wide: true }]
            : []),
          { label: '备注', value: row.remark ?? '没有', wide: true },
        ]}
      />
      <Signs row={row} />
      <Photos urls={row.photos} />
    </>
  )
}

interface ExecutionDrawerProps {
  executionId: string | null
  onSupplement(row: ExecutionData): void
  onTakeBack(row: ExecutionData): void
  onClose(): void
}

export function ExecutionDrawer({ executionId, onSupplement, onTakeBack, onClose }: ExecutionDrawerProps) {
  const shown = useShown(executionId)
  const found = useCall(execution.calls.get, shown ? { executionId: shown } : null)
  const row = found.data
  return (
    <DetailDrawer
      open={executionId !== null}
      width={720}
      title={row?.projectName ?? '护理执行'}
      about={row && <ExecutionMarks row={row} />}
      onClose={onClose}
      of={found}
      what="护理执行"
      lines={10}
      foot={
        row &&
        row.can.length > 0 && (
          <DrawerFoot note={row.can.includes('takeBack') ? '记录后 5 分钟内，本人可以撤回' : undefined}>
            {row.can.includes('takeBack') && (
              <Button danger onClick={() => onTakeBack(row)}>
                撤回这条记录
              </Button>
            )}
            {row.can.includes('edit') && (
              <Button type="primary" onClick={() => onSupplement(row)}>
                补充说明和照片
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      {(data) => <ExecutionFacts row={data} />}
    </DetailDrawer>
  )
}
