// 导出: the filtered list as a workbook. The server runs it as a job; the button shows how far it is, the tray in the
// top bar keeps it when the page is left.
import { Button } from 'antd'
import { LoaderCircle, SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Call } from '#contract/kit/call'
import { shell } from '#contract/platform/shell'
import { fileOfRun } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import type { Column, Filter } from './columns.ts'

/** Hands a file of this server to the browser's download. */
export function fetchToDisk(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

interface ExportButtonProps<Row> {
  call: Call
  title: string
  /** Filter and sort as they stand. */
  query: Filter
  columns: readonly Column<Row>[]
  total: number
}

export function ExportButton<Row>({ call, title, query, columns, total }: ExportButtonProps<Row>) {
  const [runId, setRunId] = useState<string | null>(null)
  const start = useAct(shell.calls.exportList, { onDone: (answer) => setRunId(answer.runId) })
  const { run } = useRun(runId)
  const handled = useRef<string | null>(null)

  useEffect(() => {
    if (!run || !isOver(run) || handled.current === run.runId) return
    handled.current = run.runId
    setRunId(null)
    const file = fileOfRun(run)
    if (file) fetchToDisk(file.url, file.name)
  }, [run])

  const running = start.running || runId !== null
  const percent = run && run.total > 0 ? ` ${Math.floor((run.done / run.total) * 100)}%` : ''
  const click = () => {
    if (running) return
    if (total === 0) {
      toast.warning('没有可导出的内容，请先放宽查询条件')
      return
    }
    const { page: _page, size: _size, ...asked } = query
    void start.run({
      call: call.key,
      title,
      query: asked,
      columns: columns
        .filter((column) => !column.screenOnly)
        .map((column) => ({ key: column.key, title: column.title, as: column.field.sheet })),
    })
  }
  return (
    <Button
      icon={
        running ? (
          <LoaderCircle size={15} className="yy-spin" aria-hidden />
        ) : (
          <SquareArrowOutUpRight size={15} aria-hidden />
        )
      }
      disabled={running}
      onClick={click}
    >
      {running ? `导出中${percent}` : '导出'}
    </Button>
  )
}
