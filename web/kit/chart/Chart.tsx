// A chart of bars and lines. What is drawn is asked for as an option of the chart library; colours, grid and text are
// the product's.
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, Suspense } from 'react'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { FONT } from '#web/kit/theme'
import type { DrawnProps } from './Drawn.tsx'
import { AXIS, GRID } from './palette.ts'

const Drawn = lazy(() => import('./Drawn.tsx'))

export const axisText = { color: AXIS, fontSize: 12 } as const
export const gridLine = { lineStyle: { color: GRID } } as const

/** Shared by every chart: no border, no long movement, a quiet legend. */
export const chartBase: EChartsCoreOption = {
  animationDuration: 200,
  animationDurationUpdate: 200,
  // By name: text is measured before it is part of the page, where nothing can be inherited from.
  textStyle: { fontFamily: FONT },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, confine: true },
  legend: {
    top: 0,
    left: 0,
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 14,
    textStyle: { color: '#3d4856', fontSize: 13 },
  },
  grid: { left: 4, right: 4, top: 36, bottom: 6, containLabel: true },
}

export function Chart(props: DrawnProps) {
  return (
    <Suspense fallback={<BlockBones lines={5} />}>
      <Drawn {...props} />
    </Suspense>
  )
}
