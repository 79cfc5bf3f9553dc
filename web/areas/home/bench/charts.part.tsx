// The charts this person chose, in their order.
import { type ChartKey, charts } from '#contract/home/charts'
import { ChartCard } from '#web/areas/home/charts/chartCard.part'
import { useCall } from '#web/kit/query'

export function BenchCharts() {
  const { data } = useCall(charts.calls.set, {}, { silent: true })
  const shown = (data?.charts ?? []).filter((one) => one.shown)
  if (shown.length === 0) return null
  return (
    <div className="yy-bench-charts yy-grid yy-gap-12">
      {shown.map((one) => (
        <ChartCard key={one.key} chartKey={one.key as ChartKey} />
      ))}
    </div>
  )
}
