import { useEffect, useMemo, useState } from 'react'
import type { WallData } from '#contract/home/wall'
import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'
import { Chart } from '#web/kit/chart/Chart'
import { FONT } from '#web/kit/theme'

const LINE = { lineStyle: { color: '#1d2f42' } }
const DESIGN = 16
const scaleNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / DESIGN

/** A drawing knows no rem: its measures follow the screen as everything else on the wall does. */
function useScale(): number {
  const [scale, setScale] = useState(scaleNow)
  useEffect(() => {
    const follow = () => setScale(scaleNow())
    window.addEventListener('resize', follow)
    return () => window.removeEventListener('resize', follow)
  }, [])
  return scale
}

function optionOf(months: WallData['months'], scale: number) {
  const px = (value: number) => Math.round(value * scale)
  const text = { color: '#b7c4d2', fontSize: px(18) }
  const there = months.map((month) => month.there)
  const last = there.length - 1
  const bar = { type: 'bar', yAxisIndex: 1, barMaxWidth: px(18) }
  return {
    animationDuration: 200,
    textStyle: { fontFamily: FONT },
    legend: { top: 0, left: 0, textStyle: text, itemWidth: px(14), itemHeight: px(14), itemGap: px(20) },
    grid: { left: px(4), right: px(4), top: px(48), bottom: px(6), containLabel: true },
    xAxis: {
      type: 'category',
      data: months.map(({ month }) => `${Number(month.slice(5))}月`),
      axisLabel: { ...text, interval: 0 },
      axisLine: LINE,
      axisTick: { show: false },
    },
    yAxis: [
      {
        type: 'value',
        min: Math.max(0, Math.floor((Math.min(...there) * 0.9) / 10) * 10),
        axisLabel: text,
        splitLine: LINE,
        minInterval: 1,
      },
      { type: 'value', axisLabel: text, splitLine: { show: false }, minInterval: 1 },
    ],
    series: [
      { ...bar, name: '入住', data: months.map((one) => one.came), color: '#4aa3f5' },
      { ...bar, name: '退住', data: months.map((one) => one.left), color: '#5f7288' },
      {
        name: '在住人数',
        type: 'line',
        color: '#3ccb94',
        symbol: 'circle',
        symbolSize: px(8),
        lineStyle: { width: px(3) },
        data: there.map((value, i) =>
          i === last
            ? { value, label: { show: true, position: 'top', color: '#e6edf5', fontSize: px(22), formatter: '{c} 人' } }
            : value,
        ),
      },
    ],
  }
}

function Months({ months }: { months: WallData['months'] }) {
  const scale = useScale()
  const option = useMemo(() => optionOf(months, scale), [months, scale])
  return (
    <div className="yy-wall-chart">
      <Chart option={option} height="100%" label="近 12 个月在住人数与入退住" />
    </div>
  )
}

export default function MonthsCard() {
  const query = useWall()
  return (
    <WallFrame title="在住人数与入退住" scope="近 12 个月">
      <WallRows query={{ ...query, data: query.data?.months }} empty="还没有入住记录。">
        {(months) => <Months months={[...months]} />}
      </WallRows>
    </WallFrame>
  )
}
