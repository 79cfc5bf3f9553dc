// Residents by their ability at the end of every month, as a chart and as its table.
import { Button } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo, useState } from 'react'
import type { LevelMonthData } from '#contract/nursing/assessFigures'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { PAST } from '#web/kit/chart/palette'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'

/** From able to lost; not assessed is grey. */
const COLORS = ['#2ba866', '#1e87f0', '#e59a0b', '#ea6a1e', '#c4221a'] as const

export interface Named {
  level: number
  name: string
}

export const levelsIn = (months: readonly LevelMonthData[]): readonly Named[] => {
  const found = new Map<number, string>()
  for (const { levels } of months) for (const one of levels) found.set(one.level, one.levelName)
  return [...found].map(([level, name]) => ({ level, name })).toSorted((a, b) => a.level - b.level)
}

const countAt = (month: LevelMonthData, level: number) => month.levels.find((one) => one.level === level)?.count ?? 0

export function LevelMonths({ months }: { months: readonly LevelMonthData[] }) {
  const [table, setTable] = useState(false)
  const levels = useMemo(() => levelsIn(months), [months])
  const option = useMemo(
    (): EChartsCoreOption => ({
      ...chartBase,
      xAxis: { type: 'category', data: months.map((one) => one.month), axisTick: { show: false }, axisLabel: axisText },
      yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: gridLine },
      series: [
        ...levels.map(({ level, name }) => ({
          name,
          type: 'bar',
          stack: 'all',
          barMaxWidth: 36,
          itemStyle: { color: COLORS[Math.min(level, COLORS.length - 1)] },
          data: months.map((month) => countAt(month, level) || null),
        })),
        {
          name: '未评估',
          type: 'bar',
          stack: 'all',
          barMaxWidth: 36,
          itemStyle: { color: PAST },
          data: months.map((month) => month.none || null),
        },
      ],
    }),
    [months, levels],
  )
  const last = months.at(-1)
  const heavy = last ? last.levels.filter((one) => one.level >= 3).reduce((sum, one) => sum + one.count, 0) : 0
  const words = last
    ? `${last.month} 月末在住 ${last.residents} 人，重度和完全失能 ${heavy} 人，未评估 ${last.none} 人`
    : ''
  return (
    <PageCard
      title="在住老人的能力等级"
      sub={words}
      extra={
        <Button type="link" size="small" onClick={() => setTable(!table)}>
          {table ? '看图' : '看表'}
        </Button>
      }
    >
      {months.length === 0 ? (
        <Empty title="这段时间没有在住老人" />
      ) : table ? (
        <table className="yy-plain-table yy-lined yy-figures-table" aria-label="各月能力等级人数">
          <thead>
            <tr>
              <th>月份</th>
              <th className="yy-right">在住</th>
              {levels.map(({ level, name }) => (
                <th key={level} className="yy-right">
                  {name}
                </th>
              ))}
              <th className="yy-right">未评估</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <td>{month.month}</td>
                <td className="yy-right">{month.residents}</td>
                {levels.map(({ level }) => (
                  <td key={level} className="yy-right">
                    {countAt(month, level)}
                  </td>
                ))}
                <td className="yy-right">{month.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Chart option={option} label="各月能力等级人数" height={280} />
      )}
    </PageCard>
  )
}
