// A chart in its card: title, scope, chart or table, and what failed where it would stand.
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { type ChartKey, charts, chartTitles } from '#contract/home/charts'
import { residence } from '#contract/live/residence'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { ChartTable, ChartView } from './chartView.part.tsx'

interface CardProps {
  chartKey: ChartKey
  height?: number
  months?: number
  deptId?: string | null
}

const HEIGHT = 240

export function ChartCard({ chartKey, height = HEIGHT, months, deptId }: CardProps) {
  const query = useCall(
    charts.calls[chartKey],
    { ...(months && { months }), ...(deptId && { deptId }) },
    { silent: true, keepPrevious: true },
  )
  const [table, setTable] = useState(false)
  useEvent(residence.events.changed, () => void invalidate(charts))
  const { data, isPending, error, refetch } = query
  return (
    <PageCard
      title={chartTitles[chartKey]}
      sub={data?.scope}
      className="yy-chart-card yy-tall yy-stack"
      extra={
        <button type="button" className="yy-link yy-inline yy-gap-4" onClick={() => setTable(!table)}>
          {table ? <ChartColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
          {table ? '看图' : '看表'}
        </button>
      }
    >
      <div style={{ minHeight: height }} className="yy-chart-body yy-tall yy-stack">
        {error && !data ? (
          <ErrorBlock what={chartTitles[chartKey]} error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <BlockBones lines={6} />
        ) : table ? (
          <ChartTable data={data} />
        ) : (
          <ChartView chartKey={chartKey} data={data} height={height} />
        )}
      </div>
    </PageCard>
  )
}
