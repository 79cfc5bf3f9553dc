// A resident over weeks and months: what the statistics calls answer, drawn and as a table.
import { Segmented, Table } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { healthRecord, type RateBucketData, type StatusBucketData } from '#contract/monitor/healthRecord'
import {
  HealthKind,
  type HealthKindValue,
  minutesText,
  StatisticsUnit,
  type StatisticsUnitValue,
} from '#contract/monitor/healthWords'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { usePageState } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'

const SPAN: Readonly<Record<StatisticsUnitValue, string>> = { day: '近 30 夜', week: '近 12 周', month: '近 12 个月' }

const axis = { type: 'value', nameTextStyle: axisText, axisLabel: axisText } as const

/** What every chart of the statistics has; the second unit stands on the right. */
const chartOf = (list: readonly { name: string }[], units: readonly [string, string?], series: readonly object[]) => ({
  ...chartBase,
  grid: { left: 4, right: 8, top: 56, bottom: 6, containLabel: true },
  xAxis: {
    type: 'category',
    data: list.map((one) => one.name),
    axisLabel: axisText,
    axisTick: { show: false },
    axisLine: gridLine,
  },
  yAxis: [
    { ...axis, name: units[0], splitLine: gridLine, scale: units[1] === undefined },
    ...(units[1] === undefined ? [] : [{ ...axis, name: units[1], splitLine: { show: false } }]),
  ],
  series,
})

function rateOption(list: readonly RateBucketData[], color: string) {
  const line = (name: string, key: 'max' | 'avg' | 'min') => ({
    name,
    type: 'line',
    data: list.map((one) => one[key]),
    connectNulls: false,
    symbolSize: 5,
    itemStyle: { color },
    lineStyle: key === 'avg' ? { width: 2 } : { type: 'dashed', width: 1, opacity: 0.6 },
  })
  return chartOf(list, ['次/分'], [line('最高', 'max'), line('平均', 'avg'), line('最低', 'min')])
}

const bars = (name: string, color: string, data: (number | null)[]) => ({
  name,
  type: 'bar',
  data,
  itemStyle: { color },
  barMaxWidth: 26,
})
const onRight = (name: string, color: string, data: (number | null)[]) => ({
  name,
  type: 'line',
  yAxisIndex: 1,
  data,
  itemStyle: { color },
  symbolSize: 5,
})

const hours = (minutes: number | null) => (minutes === null ? null : Math.round(minutes / 6) / 10)

function statusOption(list: readonly StatusBucketData[], status: 'bed' | 'roll') {
  const of = <T,>(value: (one: StatusBucketData) => T) => list.map(value)
  return status === 'bed'
    ? chartOf(
        list,
        ['小时', '次'],
        [
          bars(
            '在床（小时）',
            '#4a90d9',
            of((one) => hours(one.inBedMin)),
          ),
          onRight(
            '离床（次）',
            '#e59a0b',
            of((one) => one.exits),
          ),
        ],
      )
    : chartOf(
        list,
        ['次', '分钟'],
        [
          bars(
            '翻身（次）',
            '#7c6bd0',
            of((one) => one.turns),
          ),
          onRight(
            '大幅体动（分钟）',
            '#d9694f',
            of((one) => one.bigMoveMin),
          ),
        ],
      )
}

interface PartProps {
  oldmanId: string
  unit: StatisticsUnitValue
  table: boolean
}

const number = (value: number | null) => (value === null ? <span className="yy-none">—</span> : value)
const minutes = (value: number | null) => (value === null ? number(null) : minutesText(value))
type Column = readonly [title: string, key: string, shown?: (value: number | null) => ReactNode]

const RATES: readonly Column[] = [
  ['平均（次/分）', 'avg', number],
  ['最低', 'min', number],
  ['最高', 'max', number],
]
const STATUSES: Readonly<Record<'bed' | 'roll', readonly Column[]>> = {
  bed: [
    ['外出夜数', 'away'],
    ['平均在床', 'inBedMin', minutes],
    ['平均离床（次）', 'exits', number],
    ['平均离床时长', 'exitMin', minutes],
    ['最长一次', 'longestExitMin', minutes],
  ],
  roll: [
    ['平均翻身（次）', 'turns', number],
    ['平均大幅体动', 'bigMoveMin', minutes],
    ['平均尿湿（次）', 'wet', number],
  ],
}

interface Bucket {
  from: string
  to: string
}

function Buckets({ list, columns }: { list: readonly Bucket[]; columns: readonly Column[] }) {
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="from"
      scroll={{ y: 300 }}
      dataSource={list.toReversed()}
      columns={[
        {
          title: '时间',
          width: 200,
          render: (_: unknown, row: Bucket) => (row.from === row.to ? row.from : `${row.from} 至 ${row.to}`),
        },
        ...[['有效夜数', 'nights'] as Column, ...columns].map(([title, dataIndex, render]) => ({
          title,
          dataIndex,
          align: 'right' as const,
          ...(render && { render }),
        })),
      ]}
    />
  )
}

function Rates({ oldmanId, unit, table, which }: PartProps & { which: 'heart' | 'breath' }) {
  const call = which === 'heart' ? healthRecord.calls.heartStatistics : healthRecord.calls.breathStatistics
  const { data, error, refetch } = useCall(call, { oldmanId, unit }, { keepPrevious: true })
  const option = useMemo(() => data && rateOption(data.list, which === 'heart' ? '#c0392b' : '#0b8480'), [data, which])
  if (error && !data) return <ErrorBlock what="统计" error={error} onRetry={() => void refetch()} />
  if (!data || !option) return <BlockBones lines={8} />
  if (table) return <Buckets list={data.list} columns={RATES} />
  return <Chart option={option} label={`${HealthKind.label(which)}统计`} height={280} />
}

function Status({ oldmanId, unit, table, status }: PartProps & { status: 'bed' | 'roll' }) {
  const { data, error, refetch } = useCall(
    healthRecord.calls.statistics,
    { oldmanId, unit, status },
    { keepPrevious: true },
  )
  const option = useMemo(() => data && statusOption(data.list, status), [data, status])
  if (error && !data) return <ErrorBlock what="统计" error={error} onRetry={() => void refetch()} />
  if (!data || !option) return <BlockBones lines={8} />
  if (table) return <Buckets list={data.list} columns={STATUSES[status]} />
  return <Chart option={option} label={`${HealthKind.label(status)}统计`} height={280} />
}

export function Trends({ oldmanId }: { oldmanId: string }) {
  const [kind, setKind] = usePageState<HealthKindValue>('trendKind', 'heart')
  const [unit, setUnit] = usePageState<StatisticsUnitValue>('trendUnit', 'day')
  const [table, setTable] = usePageState('trendTable', false)
  const part = { oldmanId, unit, table }
  return (
    <PageCard
      title="长期统计"
      sub={`${SPAN[unit]}，每夜 20:00 至次日 08:00`}
      extra={
        <button type="button" className="yy-link" onClick={() => setTable(!table)}>
          {table ? '看图' : '看表格'}
        </button>
      }
    >
      <div className="yy-below-10 yy-gap-12 yy-flex yy-wrap">
        <Segmented
          value={kind}
          options={HealthKind.list.map((one) => ({ value: one.value, label: one.label }))}
          onChange={(value) => setKind(value as HealthKindValue)}
        />
        <Segmented
          value={unit}
          options={StatisticsUnit.list.map((one) => ({ value: one.value, label: one.label }))}
          onChange={(value) => setUnit(value as StatisticsUnitValue)}
        />
      </div>
      {kind === 'heart' || kind === 'breath' ? <Rates {...part} which={kind} /> : <Status {...part} status={kind} />}
    </PageCard>
  )
}
