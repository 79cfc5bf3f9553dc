import type { JobProgressData } from '#contract/platform/shell'
import { LongAct } from '#web/kit/parts/LongAct'

/** The newest ones; older results are in the messages. */
const SHOWN = 6

export default function JobList({ jobs }: { jobs: readonly JobProgressData[] }) {
  if (jobs.length === 0) {
    return <p className="yy-bell-note">导出、导入和批量打印会在这里显示进度，完成后可下载结果。</p>
  }
  return (
    <div className="yy-jobs-list yy-grid yy-gap-8 yy-scroll">
      {jobs.slice(0, SHOWN).map((job) => (
        <LongAct key={job.runId} run={job} />
      ))}
    </div>
  )
}
