// By caregiver: planned beside done minutes, and what was late, missed or refused.
import { type WorkerMinutesData, workerMinutes } from '#contract/nursing/workerMinutes'
import { SERIES } from '#web/kit/chart/palette'
import { classes } from '#web/kit/classes'
import { columns } from '#web/kit/list/columns'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'

export const workerColumns = columns(workerMinutes.calls.list, {
  workerName: { title: '护理员', width: 120 },
  planned: { title: '应做', width: 80, sum: true },
  done: { title: '已做', width: 80, sum: true },
  plannedMinutes: { title: '计划分钟', width: 100, sum: true },
  doneMinutes: { title: '完成分钟', width: 100, sum: true },
  extra: { title: '其中按需', width: 90, sum: true },
  late: { title: '补录', width: 80, sum: true },
  together: { title: '一并录入', width: 90, sum: true },
  refused: { title: '老人拒绝', width: 90, sum: true },
  missed: { title: '漏做', width: 80, sum: true },
})

const PLANNED = '#C5CDD6'
const hours = (minutes: number) => `${(minutes / 60).toLocaleString('zh-CN', { maximumFractionDigits: 1 })} 小时`
const Count = ({ value, bad }: { value: number; bad?: boolean }) => (
  <td className={classes('yy-right', value === 0 && 'yy-second', bad && value > 0 && 'yy-red')}>
    {value.toLocaleString('zh-CN')}
  </td>
)

function Bars({ row, most }: { row: WorkerMinutesData; most: number }) {
  const width = (minutes: number) => ({ width: `${(minutes / most) * 100}%` })
  return (
    <span
      className="yy-worker-bars"
      role="img"
      aria-label={`计划 ${row.plannedMinutes} 分钟，完成 ${row.doneMinutes} 分钟`}
    >
      <i style={{ ...width(row.plannedMinutes), background: PLANNED }} />
      <i style={{ ...width(row.doneMinutes), background: SERIES[1] }} />
    </span>
  )
}

export function WorkerTable({ rows }: { rows: readonly WorkerMinutesData[] }) {
  const most = Math.max(1, ...rows.flatMap((row) => [row.plannedMinutes, row.doneMinutes]))
  if (rows.length === 0) {
    return (
      <PageCard>
        <Empty
          title="这个月还没有护理任务"
          text="老人的护理计划启用后，每晚生成第二天的任务；也可以换一个月份或病区。"
        />
      </PageCard>
    )
  }
  return (
    <PageCard
      className="yy-flex-1 yy-low yy-scroll"
      title="护理员计划和完成的工时"
      sub="灰色为分给本人、到现在应做的任务，绿色为本人做完的（包括替别人做的）"
    >
      <table className="yy-plain-table yy-lined yy-record-table">
        <thead>
          <tr>
            <th>护理员</th>
            <th>计划与完成</th>
            <th className="yy-right">计划</th>
            <th className="yy-right">完成</th>
            <th className="yy-right">应做（次）</th>
            <th className="yy-right">已做（次）</th>
            <th className="yy-right">其中按需</th>
            <th className="yy-right">补录</th>
            <th className="yy-right">一并录入</th>
            <th className="yy-right">老人拒绝</th>
            <th className="yy-right">漏做</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.workerId ?? ''}>
              <td className={row.workerId === null ? 'yy-amber yy-one-line' : 'yy-strong yy-one-line'}>
                {row.workerName}
              </td>
              <td>
                <Bars row={row} most={most} />
              </td>
              <td className="yy-right yy-one-line">{hours(row.plannedMinutes)}</td>
              <td className="yy-right yy-one-line">{hours(row.doneMinutes)}</td>
              <Count value={row.planned} />
              <Count value={row.done} />
              <Count value={row.extra} />
              <Count value={row.late} />
              <Count value={row.together} />
              <Count value={row.refused} />
              <Count value={row.missed} bad />
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}
