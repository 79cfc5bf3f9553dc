// The readings around the moment: heart and breath, out of bed, gaps and outings, the windows and limits of one rule.

import { useMemo } from 'react'
import { localDate, ZONE_MS } from '#contract/kit/clock'
import type { WhyData, WhyLineData } from '#contract/monitor/why'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { ALARM, PAST, SERIES } from '#web/kit/chart/palette'

const MINUTE = 60_000
/** The house has one clock, wherever the browser stands. */
const DAY = 24 * 60
const clock = (at: number) => localDate(at).toISOString().slice(11, 16)
const OUT = '#f3e3c4'
const AWAY = '#dfe6f2'
const WINDOW = '#cfe3f7'

const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

function inWindows(windows: WhyLineData['windows'], at: number): boolean {
  const now = Math.floor((at + ZONE_MS) / MINUTE) % DAY
  return windows.some(({ from, to }) => {
    const [a, b] = [minuteOf(from), minuteOf(to)]
    return a < b ? now >= a && now < b : now >= a || now < b
  })
}

export function WhyChart({ data, rule }: { data: WhyData; rule: WhyLineData | null }) {
  const option = useMemo(() => {
    const known = new Map(data.points.map((point) => [point.at, point]))
    const first = Math.floor(data.from / MINUTE) * MINUTE
    const minutes = Array.from({ length: Math.floor((data.to - first) / MINUTE) + 1 }, (_, n) => first + n * MINUTE)
    const asked = Math.floor(data.atMs / MINUTE) * MINUTE
    const within = (spans: WhyData['gaps'], at: number) => spans.some((one) => at < one.to && at + MINUTE > one.from)
    const band = (name: string, color: string, high: number, holds: (at: number) => boolean) => ({
      name,
      type: 'bar' as const,
      yAxisIndex: 1,
      data: minutes.map((at) => (holds(at) ? high : null)),
      barWidth: '100%',
      barGap: '-100%',
      color,
      silent: true,
    })
    const curve = (name: string, key: 'heart' | 'breath', color: string) => ({
      name,
      type: 'line' as const,
      data: minutes.map((at) => known.get(at)?.[key] ?? null),
      symbol: 'none',
      lineStyle: { width: 2 },
      color,
    })
    const limit = (name: string, value: number | null) =>
      value === null
        ? []
        : [
            {
              name,
              type: 'line' as const,
              data: minutes.map(() => value),
              symbol: 'none',
              lineStyle: { type: 'dashed' as const, width: 1 },
              color: ALARM,
            },
          ]
    const marks = data.alarms.map((one) => Math.floor(one.atMs / MINUTE) * MINUTE)
    return {
      ...chartBase,
      tooltip: { trigger: 'axis' as const, confine: true },
      xAxis: { type: 'category' as const, data: minutes.map(clock), axisLabel: axisText, boundaryGap: false },
      yAxis: [
        { type: 'value' as const, axisLabel: axisText, splitLine: gridLine, min: 0 },
        { type: 'value' as const, show: false, min: 0, max: 100 },
      ],
      series: [
        ...(data.gaps.length > 0 ? [band('没有读数', PAST, 100, (at) => within(data.gaps, at))] : []),
        ...(data.away.length > 0 ? [band('外出', AWAY, 100, (at) => within(data.away, at))] : []),
        band('离床', OUT, 100, (at) => (known.get(at)?.inBed ?? 100) < 50),
        ...(rule && rule.windows.length > 0 ? [band('规则时段', WINDOW, 6, (at) => inWindows(rule.windows, at))] : []),
        curve('心率', 'heart', SERIES[0]),
        curve('呼吸', 'breath', SERIES[1]),
        ...limit('上限', rule?.upper ?? null),
        ...limit('下限', rule?.lower ?? null),
        // The alarm stands before the moment: often they are the same minute.
        { ...band('所问时刻', '#8a96a3', 100, (at) => at === asked), barWidth: 6 },
        ...(marks.length > 0 ? [{ ...band('告警', ALARM, 100, (at) => marks.includes(at)), barWidth: 2 }] : []),
      ],
    }
  }, [data, rule])
  if (data.points.length === 0) return <p className="yy-none">这段时间没有床垫读数。</p>
  return <Chart option={option} label={`${clock(data.from)} 至 ${clock(data.to)} 的心率、呼吸和离床`} height={230} />
}
