// The drawing itself, in a chunk of its own: charts are large and most pages have none.
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer])

export interface DrawnProps {
  option: EChartsCoreOption
  /** What the chart shows, for those who cannot see it. */
  label: string
  height: number | string
  /** A category was chosen, by its position. */
  onPick?(index: number, series: number): void
}

export default function Drawn({ option, label, height, onPick }: DrawnProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof init> | null>(null)
  const pick = useRef(onPick)
  pick.current = onPick
  useEffect(() => {
    const made = init(box.current!, null, { renderer: 'svg' })
    chart.current = made
    made.on('click', (event) => pick.current?.(event.dataIndex, event.seriesIndex ?? 0))
    const follow = new ResizeObserver(() => made.resize())
    follow.observe(box.current!)
    return () => {
      follow.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])
  return <div ref={box} role="img" aria-label={label} style={{ width: '100%', height }} />
}
