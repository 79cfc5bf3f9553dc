// Charts of the reports: sums over days or months, stacked by kind, and shares of a whole.
import type { EChartsCoreOption } from 'echarts/core'
import { type ReactNode, useMemo } from 'react'
import type { CurveData } from '#contract/expense/reportWords'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { SERIES } from '#web/kit/chart/palette'
import { moneyText } from '#web/kit/fields/money'
import { PageCard } from '#web/kit/parts/PageCard'

const WAN = 1_000_000
const HEIGHT = 210

/** The unit that keeps the axis short. */
function scaleOf(most: number): { by: number; unit: string } {
  return most >= 10 * WAN ? { by: WAN, unit: '万元' } : { by: 100, unit: '元' }
}

const short = (value: number) => value.toLocaleString('zh-CN', { maximumFractionDigits: 1 })

export interface StackedSeries {
  name: string
  /** Fen, one for each label. */
  values: readonly number[]
  color?: string
}

interface StackedBarsProps {
  title: string
  /** What is stacked, said after the unit. */
  sub?: string
  extra?: ReactNode
  labels: readonly string[]
  series: readonly StackedSeries[]
  /** Named over each bar. */
  sums?: boolean
  onPick?(index: number, series: number): void
}

/** Bars by month (or day), stacked by kind; one series is plain bars. */
export function StackedBars({ title, sub, extra, labels, series, sums = true, onPick }: StackedBarsProps) {
  const totals = useMemo(
    () => labels.map((_, at) => series.reduce((sum, one) => sum + (one.values[at] ?? 0), 0)),
    [labels, series],
  )
  const { by, unit } = scaleOf(Math.max(0, ...totals.map(Math.abs)))
  const option = useMemo((): EChartsCoreOption => {
    const bars = series.map((one, i) => ({
      name: one.name,
      type: 'bar',
      stack: 'all',
      barMaxWidth: 34,
      itemStyle: {
        color: one.color ?? SERIES[i % SERIES.length],
        ...(series.length > 1 && { borderColor: '#fff', borderWidth: 1 }),
      },
      // Nothing is no bar, not one without height.
      data: one.values.map((fen) => (fen === 0 ? null : fen / by)),
    }))
    const over = {
      name: '合计',
      type: 'line',
      lineStyle: { opacity: 0 },
      // A label needs a point to stand on.
      symbol: 'circle',
      symbolSize: 1,
      itemStyle: { opacity: 0 },
      silent: true,
      tooltip: { show: false },
      label: {
        show: sums && labels.length <= 24,
        position: 'top',
        color: '#3d4856',
        fontSize: 12,
        formatter: ({ value }: { value: number }) => (value === 0 ? '' : short(value)),
      },
      data: totals.map((fen) => fen / by),
    }
    return {
      ...chartBase,
      tooltip: {
        ...(chartBase.tooltip as object),
        valueFormatter: (value: unknown) => `${moneyText(Math.round(Number(value) * by))} 元`,
      },
      legend:
        series.length > 1 ? { ...(chartBase.legend as object), data: series.map((one) => one.name) } : { show: false },
      grid: { left: 4, right: 8, top: series.length > 1 ? 40 : 24, bottom: 4, containLabel: true },
      xAxis: { type: 'category', data: [...labels], axisTick: { show: false }, axisLabel: axisText },
      yAxis: { type: 'value', axisLabel: { ...axisText, formatter: short }, splitLine: gridLine },
      series: [...bars, over],
    }
  }, [labels, series, totals, by, sums])
  return (
    <PageCard title={title} sub={sub ? `${unit}，${sub}` : unit} extra={extra}>
      <Chart option={option} label={title} height={HEIGHT} {...(onPick && { onPick })} />
    </PageCard>
  )
}

/** Money over the days or months of a report's period. */
export function CurveCard({ title, curve, extra }: { title: string; curve: CurveData; extra?: ReactNode }) {
  const labels = useMemo(
    () => curve.points.map((point) => (curve.unit === 'day' ? point.at.slice(5) : point.at)),
    [curve],
  )
  const series = useMemo(() => [{ name: title, values: curve.points.map((point) => point.fen) }], [curve, title])
  return (
    <StackedBars
      title={title}
      sub={curve.unit === 'day' ? '按日' : '按月'}
      extra={extra}
      labels={labels}
      series={series}
    />
  )
}

export interface SharePart {
  name: string
  fen: number
  color?: string
  onOpen?(): void
}

interface SharesProps {
  title: string
  sub?: string
  parts: readonly SharePart[]
  /** Beside the sum: 同比 ↑ 6.9% */
  note?: ReactNode
}

/** The whole in large figures, its parts below with bar, share and sum. */
export function Shares({ title, sub, parts, note }: SharesProps) {
  const total = parts.reduce((sum, part) => sum + part.fen, 0)
  const most = Math.max(1, ...parts.map((part) => Math.abs(part.fen)))
  return (
    <PageCard title={title} sub={sub}>
      <div className="yy-shares-sum yy-below-12 yy-flex yy-baseline yy-gap-12">
        <b>¥{moneyText(total)}</b>
        {note}
      </div>
      <ul className="yy-shares yy-grid yy-gap-10 yy-plain-list">
        {parts.map((part, i) => {
          const color = part.color ?? SERIES[i % SERIES.length]
          return (
            <li className="yy-grid yy-center yy-gap-8" key={part.name}>
              <i style={{ background: color }} />
              <span>{part.name}</span>
              <span className="yy-share-track">
                <i style={{ width: `${(Math.abs(part.fen) / most) * 100}%`, background: color }} />
              </span>
              <small>{total === 0 ? '—' : `${((part.fen / total) * 100).toFixed(1)}%`}</small>
              <b>
                {part.onOpen ? (
                  <button type="button" className="yy-figure-link yy-bare yy-no-padding" onClick={part.onOpen}>
                    {moneyText(part.fen)}
                  </button>
                ) : (
                  moneyText(part.fen)
                )}
              </b>
            </li>
          )
        })}
      </ul>
    </PageCard>
  )
}
