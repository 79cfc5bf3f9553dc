import { useMemo } from 'react'
import type { WallData } from '#contract/home/wall'
import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'
import { Chart } from '#web/kit/chart/Chart'

const TEXT = { color: '#b7c4d2', fontSize: 16 }
const LINE = { lineStyle: { color: '#1d2f42' } }

function optionOf(months: WallData['months']) {
  const there = months.map((month) => month.there)
  const last = there.length - 1
  return {
    animationDuration: 200,
    legend: { top: 0, left: 0, textStyle: TEXT, itemWidth: 12, itemHeight: 12 },
    grid: { left: 4, right: 4, top: 44, bottom: 0, containLabel: true },
    xAxis: {
      type: 'category',
      data: months.map(({ month }) => `${Number(month.slice(5))}月`),
      axisLabel: { ...TEXT, interval: 0 },
      axisLine: LINE,
      axisTick: { show: false },
    },
    yAxis: [
      {
        type: 'value',
        min: Math.max(0, Math.floor((Math.min(...there) * 0.9) / 10) * 10),
        axisLabel: TEXT,
        splitLine: LINE,
        minInterval: 1,
      },
      { type: 'value', axisLabel: TEXT, splitLine: { show: false }, minInterval: 1 },
    ],
    series: [
      {
        name: '入住',
        type: 'bar',
        yAxisIndex: 1,
        data: months.map((one) => one.came),
        color: '#4aa3f5',
        barMaxWidth: 18,
      },
      {
        name: '退住',
        type: 'bar',
        yAxisIndex: 1,
        data: months.map((one) => one.left),
        color: '#5f7288',
        barMaxWidth: 18,
      },
      {
        name: '在住人数',
        type: 'line',
        color: '#3ccb94',
        symbol: 'circle',
        symbolSize: 8,
        lineStyle: { width: 3 },
        data: there.map((value, i) =>
          i === last
            ? { value, label: { show: true, position: 'top', color: '#e6edf5', fontSize: 20, formatter: '{c} 人' } }
            : value,
        ),
      },
    ],
  }
}

function Months({ months }: { months: WallData['months'] }) {
  const option = useMemo(() => optionOf(months), [months])
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
