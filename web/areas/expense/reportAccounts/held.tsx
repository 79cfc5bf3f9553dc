// What all accounts held at the end of each month.
import { useMemo } from 'react'
import type { HeldData } from '#contract/expense/reportAccounts'
import { StackedBars } from '#web/kit/report/charts'

export function HeldChart({ title, held }: { title: string; held: HeldData }) {
  const labels = useMemo(() => held.points.map((point) => point.month), [held])
  const series = useMemo(() => [{ name: title, values: held.points.map((point) => point.closingFen) }], [held, title])
  return <StackedBars title={title} sub="每月末" labels={labels} series={series} />
}
