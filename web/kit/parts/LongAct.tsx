// A long act: how far it is, how long it still takes, that it may be left, and how it ended.
import { Progress } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type JobProgressData, shell } from '#contract/platform/shell'
import { send } from '#web/kit/call'
import { durationText, isOver, secondsLeft, useRun } from './runs.ts'
import './longAct.css'
import './parts.css'

interface LongActProps {
  run: JobProgressData
  /** 人, 条, 份 */
  unit?: string
  /** What the result offers: a file to download, the rows that failed. */
  outcome?: ReactNode
}

interface FileResult {
  url: string
  name: string
}

/** The file that an export leaves. */
export function fileOfRun(run: JobProgressData): FileResult | null {
  const result = run.result as Partial<FileResult> | null
  return run.state === 'done' && result && typeof result.url === 'string'
    ? { url: result.url, name: result.name ?? '下载' }
    : null
}

function Running({ run, unit = '条' }: LongActProps) {
  const [cancelling, setCancelling] = useState(false)
  // The clock of this desk: the server's may differ.
  const [seen] = useState(() => ({ at: Date.now(), done: run.done }))
  const left = secondsLeft(run.done - seen.done, run.total - seen.done, Date.now() - seen.at)
  const cancel = async () => {
    setCancelling(true)
    try {
      await send(shell.calls.cancelJob, { runId: run.runId })
    } finally {
      setCancelling(false)
    }
  }
  return (
    <div className="yy-long" role="status">
      <div className="yy-flex yy-between yy-gap-12">
        <b className="yy-strong">{run.title}</b>
        <span className="yy-fixed">
          {run.total > 0
            ? `${run.done.toLocaleString('zh-CN')} / ${run.total.toLocaleString('zh-CN')} ${unit}`
            : (run.message ?? '排队中')}
        </span>
      </div>
      <Progress
        aria-label={run.title}
        percent={run.total > 0 ? Math.floor((run.done / run.total) * 100) : 0}
        showInfo={false}
        size="small"
        status="active"
      />
      <div className="yy-flex yy-between yy-gap-12 yy-second yy-small">
        <span>{left === null ? '' : `约还需 ${durationText(left)}，`}可离开此页，完成后铃铛提醒</span>
        <button type="button" className="yy-link" disabled={cancelling} onClick={() => void cancel()}>
          取消余下
        </button>
      </div>
    </div>
  )
}

function Ended({ run, unit = '条', outcome }: LongActProps) {
  const good = run.state === 'done'
  const file = fileOfRun(run)
  // The server's own sentence says how many.
  const counted = run.total > 0 && !run.message ? `，共 ${run.done.toLocaleString('zh-CN')} ${unit}` : ''
  const words = good ? `完成${counted}` : run.state === 'cancelled' ? `已取消，已完成 ${run.done} ${unit}` : '没有完成'
  return (
    <div
      className={good ? 'yy-long yy-long-good yy-flex yy-gap-8' : 'yy-long yy-long-bad yy-flex yy-gap-8'}
      role="status"
    >
      {good ? (
        <CircleCheck size={18} color="#fff" fill="var(--success)" aria-hidden />
      ) : (
        <CircleX size={18} color="#fff" fill="var(--danger)" aria-hidden />
      )}
      <div>
        <b className="yy-strong">
          {run.title}：{words}
        </b>
        {run.message && <p className="yy-soft-ink yy-small-line yy-small">{run.message}</p>}
        {outcome ??
          (file && (
            <p className="yy-soft-ink yy-small-line yy-small">
              <a href={file.url} download={file.name}>
                下载 {file.name}
              </a>
            </p>
          ))}
      </div>
    </div>
  )
}

export function LongAct(props: LongActProps) {
  return isOver(props.run) ? <Ended {...props} /> : <Running {...props} />
}

/** The same, fetched by its number. */
export function LongActOf({ runId, ...rest }: { runId: string } & Omit<LongActProps, 'run'>) {
  const { run, error } = useRun(runId)
  if (run) return <LongAct run={run} {...rest} />
  return <div className="yy-long">{error ? `进度没有取到：${error.message}` : '正在开始…'}</div>
}
