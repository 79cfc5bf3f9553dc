// One chart of the home pages, drawn the way its kind reads best; its table is one click away.
import { useMemo } from 'react'
import type { ChartData, ChartKey } from '#contract/home/charts'
import { LineBars, type Part, SplitBar } from '#web/kit/chart/bars'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { ALARM, PAST, SERIES } from '#web/kit/chart/palette'
import { openPage } from '#web/kit/open'
import './charts.css'

interface ViewProps {
  chartKey: ChartKey
  data: ChartData
  height: number
}

const COLORS: Readonly<Record<string, string>> = {
  came: '#8fc3f7',
  left: PAST,
  there: '#166bc1',
  done: SERIES[1],
  bad: ALARM,
  waiting: '#dfe4ea',
}

const lines = new Set<ChartKey>(['nursingLevel', 'oldmanNum', 'quit', 'oldmanStatus'])
const splits = new Set<ChartKey>(['oldmanSex', 'mattress'])

const partsOf = (data: ChartData): Part[] =>
  data.categories.map((name, i) => {
    const route = data.routes[i]
    return { name, value: data.series[0]?.values[i] ?? 0, ...(route && { onOpen: () => openPage(route) }) }
  })

/** 2026-03 → 3月; below January stands the year that begins. */
const monthName = (month: string, i: number) => {
  const [year, number] = month.split('-')
  return i > 0 && number === '01' ? `1月\n${year}` : `${Number(number)}月`
}

function monthsOption(data: ChartData) {
  const line = data.series.find((one) => one.kind === 'line')
  const known = (line?.values ?? []).filter((value): value is number => value !== null)
  const low = Math.max(0, Math.floor((Math.min(...known) * 0.9) / 10) * 10)
  const last = known.length - 1
  return {
    ...chartBase,
    xAxis: {
      type: 'category',
      data: data.categories.map(monthName),
      axisTick: { show: false },
      axisLine: gridLine,
      axisLabel: { ...axisText, interval: 0, lineHeight: 16 },
    },
    yAxis: [
      { type: 'value', min: low, axisLabel: axisText, splitLine: gridLine, minInterval: 1 },
      { type: 'value', axisLabel: axisText, splitLine: { show: false }, minInterval: 1 },
    ],
    series: data.series.map((one) =>
      one.kind === 'line'
        ? {
            name: one.name,
            type: 'line',
            yAxisIndex: 0,
            data: one.values.map((value, i) =>
              i === last ? { value, label: { show: true, position: 'top', formatter: `{c} ${data.unit}` } } : value,
            ),
            symbol: 'circle',
            symbolSize: 6,
            color: COLORS[one.key],
            z: 3,
          }
        : {
            name: one.name,
            type: 'bar',
            yAxisIndex: 1,
            data: one.values,
            color: COLORS[one.key],
            barMaxWidth: 12,
            itemStyle: { borderRadius: [2, 2, 0, 0] },
          },
    ),
  }
}

function barsOption(data: ChartData) {
  const stacked = data.series.length > 1
  return {
    ...chartBase,
    ...(!stacked && { legend: { show: false }, grid: { left: 4, right: 4, top: 20, bottom: 6, containLabel: true } }),
    xAxis: {
      type: 'category',
      data: data.categories,
      axisTick: { show: false },
      axisLine: gridLine,
      axisLabel: { ...axisText, ...(stacked ? {} : { interval: 0 }) },
    },
    yAxis: { type: 'value', axisLabel: axisText, splitLine: gridLine, minInterval: 1 },
    series: data.series.map((one) => ({
      name: one.name,
      type: 'bar',
      ...(stacked && { stack: 'all' }),
      data: one.values,
      color: COLORS[one.key] ?? SERIES[0],
      barMaxWidth: 28,
      ...(!stacked && { label: { show: true, position: 'top', color: '#3d4856' } }),
    })),
  }
}

export function ChartView({ chartKey, data, height }: ViewProps) {
  const parts = useMemo(() => partsOf(data), [data])
  const option = useMemo(() => (chartKey === 'live' ? monthsOption(data) : barsOption(data)), [chartKey, data])
  const empty = data.series.every((one) => one.values.every((value) => !value))
  if (data.categories.length === 0 || empty) return <p className="yy-quiet">这段时间没有数据。</p>
  if (lines.has(chartKey)) return <LineBars parts={parts} unit={data.unit} label={data.title} />
  if (splits.has(chartKey)) return <SplitBar parts={parts} unit={data.unit} label={data.title} />
  return (
    <Chart
      option={option}
      height={height}
      label={`${data.title}，${data.scope}`}
      onPick={(index) => {
        const route = data.routes[index]
        if (route) openPage(route)
      }}
    />
  )
}

/** The same figures as a table. */
export function ChartTable({ data }: { data: ChartData }) {
  return (
    <div className="yy-chart-table yy-scroll">
      <table className="yy-plain-table">
        <thead>
          <tr>
            <th className="yy-light" scope="col">
              {data.title}
            </th>
            {data.series.map((one) => (
              <th className="yy-light" key={one.key} scope="col">
                {one.name}（{data.unit}）
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.categories.map((name, i) => {
            const route = data.routes[i]
            return (
              <tr key={name}>
                <th className="yy-light" scope="row">
                  {route ? (
                    <button type="button" className="yy-link" onClick={() => openPage(route)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </th>
                {data.series.map((one) => (
                  <td key={one.key}>{one.values[i] ?? '—'}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
