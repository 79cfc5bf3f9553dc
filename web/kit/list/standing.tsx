// What stands where the rows would: bones while they come, why there are none, what went wrong.

import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '#web/kit/callError'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { RowBones, useLate } from '#web/kit/parts/Skeleton'

interface StandingProps {
  waiting: boolean
  error: CallError | null
  title: string
  /** The filter in words; empty when there is none. */
  words: string
  rows: number
  rowHeight: number
  columns: number
  empty: { title: string; text?: ReactNode } | undefined
  create: { title: string; onClick(): void } | undefined
  /** The page asked for lies behind the last one: rows were removed meanwhile. */
  pastEnd: boolean
  onRetry(): void
  onClear(): void
  onFirst(): void
}

export function Standing(props: StandingProps) {
  const { waiting, error, title, words, empty, create, pastEnd, onRetry, onClear, onFirst } = props
  const late = useLate(waiting)
  if (waiting) {
    return late ? (
      <RowBones rows={props.rows} rowHeight={props.rowHeight} columns={Math.min(8, props.columns)} />
    ) : (
      <div style={{ height: props.rows * props.rowHeight }} />
    )
  }
  if (error) return <ErrorBlock what={title} error={error} onRetry={onRetry} />
  if (pastEnd) {
    return (
      <Empty
        title="这一页已经没有内容"
        text="前面的记录可能刚被删除或移走。"
        acts={
          <Button type="primary" onClick={onFirst}>
            回到第一页
          </Button>
        }
      />
    )
  }
  const add = create && (
    <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={create.onClick}>
      {create.title}
    </Button>
  )
  if (words !== '') {
    return (
      <Empty
        title={`没有符合条件的${title}`}
        text={`筛选条件：${words}。清除条件可看全部。`}
        acts={
          <>
            <Button onClick={onClear}>清除条件</Button>
            {add}
          </>
        }
      />
    )
  }
  return <Empty title={empty?.title ?? `还没有${title}`} text={empty?.text} acts={add} />
}

/** Fresh rows did not come; the old ones stay and say so. */
export function StaleStrip({ error, onRetry }: { error: CallError; onRetry(): void }) {
  return (
    <div className="yy-list-stale yy-flex yy-gap-12 yy-fixed yy-amber" role="alert">
      没有刷新成功：{error.message}。以下是之前的内容。
      <button type="button" className="yy-link" onClick={onRetry}>
        再试一次
      </button>
    </div>
  )
}
