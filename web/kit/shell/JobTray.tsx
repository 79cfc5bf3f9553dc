// Exports, imports and prints that run while the user works on.
import { Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type JobProgressData, shell } from '#contract/platform/shell'
import { Pop } from '#web/kit/parts/Pop'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useConnection, useEvent } from '#web/kit/realtime'

const JobList = lazy(() => import('#web/kit/shell/JobList'))

const isRunning = (job: JobProgressData) => job.state === 'waiting' || job.state === 'running'
const POLL_LOST = 5_000

function merge(pushed: JobProgressData) {
  queryClient.setQueryData<JobProgressData[]>(callKey(shell.calls.jobs, {}), (list = []) =>
    list.some((one) => one.runId === pushed.runId)
      ? list.map((one) => (one.runId === pushed.runId ? pushed : one))
      : [pushed, ...list],
  )
}

export function JobTray() {
  const [open, setOpen] = useState(false)
  const lost = useConnection((state) => state.state !== 'open')
  const { data = [] } = useCall(
    shell.calls.jobs,
    {},
    { silent: true, staleTime: 60_000, refetchInterval: lost && open ? POLL_LOST : false },
  )
  // How it ended comes as a message of its own, which the bell announces.
  useEvent(shell.events.jobProgress, merge)
  const running = data.filter(isRunning).length
  return (
    <Pop
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="yy-jobs">
          <header>
            <b>打印与导出</b>
            <small>{running > 0 ? `${running} 项正在进行` : '没有正在进行的任务'}</small>
          </header>
          <Suspense fallback={null}>
            <JobList jobs={data} />
          </Suspense>
        </div>
      }
    >
      <button
        type="button"
        className="yy-icon-button"
        title="打印与导出"
        aria-label={running > 0 ? `打印与导出，${running} 项正在进行` : '打印与导出'}
      >
        <Printer size={18} aria-hidden />
        {running > 0 && <b className="yy-count yy-on yy-tiny yy-strong yy-center-text is-plain">{running}</b>}
      </button>
    </Pop>
  )
}
