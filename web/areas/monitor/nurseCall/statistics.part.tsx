// Calls in figures and charts, beside the list: how many, how long people waited, by hour, day, bed and worker.

import { Segmented, Table } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { type CallStatisticsData, nurseCall } from '#contract/monitor/nurseCall'
import { CallerType, CallFamily, type CallFamilyValue } from '#contract/monitor/words'
import { nearText } from '#web/areas/monitor/several'
import { LineBars } from '#web/kit/chart/bars'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { SERIES } from '#web/kit/chart/palette'
import { date } from '#web/kit/fields/date'
import { pathText } from '#web/kit/fields/place'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { durationText, LONG_WAIT } from './duration.tsx'

interface Sum {
  calls: number
  averageWait: number | null
  within60: number | null
}

const DAY = 86_400_000
const local = (at: number) => dayText(at)
const lastDays = (days: number) => ({ startDate: local(Date.now() - (days - 1) * DAY), endDate: local(Date.now()) })

/** Bars count calls, the line shows how long people waited. */
function chartOf(names: readonly string[], rows: readonly Sum[]): EChartsCoreOption {
  return {
    ...chartBase,
    xAxis: { type: 'category', data: names, axisLabel: axisText, axisTick: { show: false }, axisLine: gridLine },
    yAxis: [
      { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: gridLine },
      { type: 'value', axisLabel: axisText, splitLine: { show: false } },
    ],
    series: [
      {
        name: '呼叫（次）',
        type: 'bar',
        data: rows.map((row) => row.calls),
        itemStyle: { color: SERIES[0] },
        barMaxWidth: 18,
      },
      {
        name: '平均等待（秒）',
        type: 'line',
        yAxisIndex: 1,
        data: rows.map((row) => row.averageWait),
        itemStyle: { color: SERIES[2] },
        symbolSize: 5,
        connectNulls: true,
      },
    ],
  }
}

const wait = (value: number | null) => (
  <span className={value !== null && value > LONG_WAIT ? 'yy-red yy-strong' : undefined}>{durationText(value)}</span>
)

const sumColumns = [
  { title: '呼叫', dataIndex: 'calls', width: 64, align: 'right' as const },
  { title: '平均等待', dataIndex: 'averageWait', width: 100, align: 'right' as const, render: wait },
  {
    title: '60 秒内',
    dataIndex: 'within60',
    width: 80,
    align: 'right' as const,
    render: (value: number | null) => (value === null ? '—' : `${value}%`),
  },
]

function Shown({ data }: { data: CallStatisticsData }) {
  const byHour = useMemo(
    () =>
      chartOf(
        data.byHour.map((row) => `${row.hour} 时`),
        data.byHour,
      ),
    [data],
  )
  const byDay = useMemo(
    () =>
      chartOf(
        data.byDay.map((row) => row.day.slice(5)),
        data.byDay,
      ),
    [data],
  )
  return (
    <>
      <KeyFigures
        figures={[
          {
            label: '呼叫',
            value: data.calls,
            unit: '次',
            note: data.open > 0 ? `${data.open} 次还没有清除` : '都已清除',
          },
          {
            label: '平均等待',
            value: durationText(data.averageWait),
            ...((data.averageWait ?? 0) > LONG_WAIT && { tone: 'red' as const }),
          },
          { label: '60 秒内接听', value: data.within60 === null ? '—' : `${data.within60}%` },
          { label: '平均处理', value: durationText(data.averageHandle) },
          { label: '最长等待', value: durationText(data.longestWait) },
        ]}
      />
      {data.calls === 0 ? (
        <Empty title="这段时间没有呼叫" text="换一个日期范围，或选择全部设备。" />
      ) : (
        <div className="yy-call-charts yy-two yy-grid yy-gap-16 yy-above-16">
          <PageCard title="按小时" sub="一天中什么时候忙" className="is-wide">
            <Chart option={byHour} label="每小时的呼叫次数和平均等待" height={220} />
          </PageCard>
          {data.byDay.length > 1 && (
            <PageCard title="按日期" className="is-wide">
              <Chart option={byDay} label="每天的呼叫次数和平均等待" height={220} />
            </PageCard>
          )}
          <PageCard title="呼叫类型">
            <LineBars
              label="呼叫类型"
              unit="次"
              parts={data.byType.map((row) => ({ name: CallerType.label(row.callerType), value: row.calls }))}
            />
          </PageCard>
          <PageCard title="处理类型">
            <LineBars
              label="处理类型"
              unit="次"
              parts={data.byDealType.map((row) => ({ name: row.dealTypeName, value: row.calls }))}
            />
          </PageCard>
          <PageCard title="按床位" sub="呼叫最多的 20 处" flush>
            <Table
              size="small"
              rowKey="deviceNo"
              dataSource={data.byBed}
              pagination={false}
              scroll={{ y: 320 }}
              columns={[
                {
                  title: '位置',
                  dataIndex: 'place',
                  render: (place: string, row) => (
                    <span title={pathText(place)}>
                      {row.callerType === 'BED'
                        ? nearText(place, 2)
                        : `${nearText(place, 1)} ${CallerType.label(row.callerType)}`}
                      {row.oldmanName && <span className="yy-none">　{row.oldmanName}</span>}
                    </span>
                  ),
                },
                ...sumColumns,
              ]}
            />
          </PageCard>
          <PageCard title="按接听人员" flush>
            <Table
              size="small"
              rowKey="userName"
              dataSource={data.byWorker}
              pagination={false}
              scroll={{ y: 320 }}
              columns={[{ title: '人员', dataIndex: 'userName', ellipsis: true }, ...sumColumns]}
            />
          </PageCard>
        </div>
      )}
    </>
  )
}

const PERIODS = [1, 7, 30, 90] as const

export function CallStatistics({ family, open, onClose }: { family: CallFamilyValue; open: boolean; onClose(): void }) {
  const [period, setPeriod] = useState(() => lastDays(30))
  const [of, setOf] = useState<CallFamilyValue | 'ALL'>(family)
  const asked = useCall(nurseCall.calls.statistics, open ? { ...period, family: of === 'ALL' ? null : of } : null, {
    keepPrevious: true,
  })
  const days = PERIODS.find((one) => JSON.stringify(lastDays(one)) === JSON.stringify(period))
  return (
    <SideDrawer asks={false} open={open} width={960} title="呼叫统计" onClose={onClose}>
      <div className="yy-row yy-wrap yy-gap-12 yy-below-12">
        <Segmented
          value={of}
          onChange={setOf}
          options={[
            { value: 'ALL' as const, label: '全部设备' },
            ...CallFamily.list.map((one) => ({ value: one.value, label: one.value === 'R6R7' ? 'R6/R7' : one.value })),
          ]}
        />
        <Segmented
          value={days ?? 0}
          onChange={(value) => setPeriod(lastDays(value))}
          options={PERIODS.map((one) => ({ value: one as number, label: one === 1 ? '今天' : `近 ${one} 天` }))}
        />
        <div style={{ width: 270 }}>
          {date.range?.({
            from: period.startDate,
            to: period.endDate,
            'aria-label': '统计日期',
            onChange: (from, to) => from && to && setPeriod({ startDate: from, endDate: to }),
          })}
        </div>
      </div>
      <Loaded of={asked} what="呼叫统计没有取到" lines={10} fresh>
        {(data) => <Shown data={data} />}
      </Loaded>
    </SideDrawer>
  )
}
