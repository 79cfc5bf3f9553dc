// Heart and breath around an alarm, with the moment it was raised, its limit, and the minutes out of bed.

import { useMemo } from 'react'
import { localDate, momentOf } from '#contract/kit/clock'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { ALARM, SERIES } from '#web/kit/chart/palette'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'

const MINUTE = 60_000
/** The house has one clock, wherever the browser stands. */
const clock = (at: number) => localDate(at).toISOString().slice(11, 16)
const OUT = '#f3e3c4'

export function AlarmCurve({ card }: { card: AlarmCardData }) {
  const answer = useCall(alarm.calls.curve, { recordId: card.recordId })
  const option = useMemo(() => {
    const data = answer.data
    if (!data || data.points.length === 0) return null
    const known = new Map(data.points.map((point) => [point.at, point]))
    const first = Math.floor(data.from / MINUTE) * MINUTE
    const minutes = Array.from({ length: Math.floor((data.to - first) / MINUTE) + 1 }, (_, n) => first + n * MINUTE)
    const raised = Math.floor(momentOf(card.raisedAt) / MINUTE) * MINUTE
    const rate = card.type === '3' ? 'breath' : 'heart'
    const line = (name: string, key: 'heart' | 'breath', color: string) => ({
      name,
      type: 'line' as const,
      data: minutes.map((at) => known.get(at)?.[key] ?? null),
      symbol: 'none',
      lineStyle: { width: key === rate ? 2.5 : 1.5 },
      color,
    })
    const limit = card.unit === '次/分' ? card.threshold : null
    return {
      ...chartBase,
      tooltip: { trigger: 'axis' as const, confine: true },
      xAxis: { type: 'category' as const, data: minutes.map(clock), axisLabel: axisText, boundaryGap: false },
      yAxis: [
        { type: 'value' as const, axisLabel: axisText, splitLine: gridLine, scale: true, min: 0 },
        { type: 'value' as const, show: false, min: 0, max: 100 },
      ],
      series: [
        {
          name: '离床',
          type: 'bar' as const,
          yAxisIndex: 1,
          data: minutes.map((at) => {
            const point = known.get(at)
            return point && point.inBed < 50 ? 100 : null
          }),
          barWidth: '100%',
          color: OUT,
          silent: true,
        },
        line('心率', 'heart', SERIES[0]),
        line('呼吸', 'breath', SERIES[1]),
        ...(limit === null
          ? []
          : [
              {
                name: '界限',
                type: 'line' as const,
                data: minutes.map(() => limit),
                symbol: 'none',
                lineStyle: { type: 'dashed' as const, width: 1 },
                color: ALARM,
              },
            ]),
        {
          name: '告警',
          type: 'bar' as const,
          yAxisIndex: 1,
          data: minutes.map((at) => (at === raised ? 100 : null)),
          barWidth: 2,
          barGap: '-100%',
          color: ALARM,
        },
      ],
    }
  }, [answer.data, card])
  if (answer.error || !answer.data) return <Loaded of={answer} what="曲线没有取到" lines={5} fresh />
  if (!option) return <p className="yy-none">这段时间没有床垫读数，或已超过保留天数。</p>
  return (
    <Chart
      option={option}
      label={`告警前后的心率和呼吸，${clock(answer.data.from)} 至 ${clock(answer.data.to)}`}
      height={240}
    />
  )
}
