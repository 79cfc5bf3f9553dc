// Above the list: each sign with its count, the days, the caregivers, and where and when care was missed.
import { Button } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { ChartColumn } from 'lucide-react'
import { useMemo } from 'react'
import {
  QualityKind,
  type QualityKindValue,
  type QualitySummaryData,
  quality,
  qualityWords,
} from '#contract/nursing/quality'
import { LineBars } from '#web/kit/chart/bars'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { SERIES } from '#web/kit/chart/palette'
import type { ShownList } from '#web/kit/list/acts'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { Heat } from './heat.part.tsx'
import './quality.css'

const COLORS: Readonly<Record<QualityKindValue, string>> = {
  after: SERIES[2]!,
  together: SERIES[0]!,
  fast: '#C4221A',
  refused: SERIES[5]!,
  missed: SERIES[3]!,
}
const KINDS = QualityKind.list.map((one) => one.value)

function Days({
  days,
  onPick,
}: {
  days: QualitySummaryData['days']
  onPick(day: string, kind: QualityKindValue): void
}) {
  const option = useMemo(
    (): EChartsCoreOption => ({
      ...chartBase,
      xAxis: {
        type: 'category',
        data: days.map((one) => one.day.slice(5)),
        axisTick: { show: false },
        axisLabel: axisText,
      },
      yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: gridLine },
      series: KINDS.map((kind) => ({
        name: QualityKind.label(kind),
        type: 'bar',
        stack: 'all',
        barMaxWidth: 30,
        itemStyle: { color: COLORS[kind] },
        data: days.map((one) => (one[kind] === 0 ? null : one[kind])),
      })),
    }),
    [days],
  )
  return (
    <Chart
      option={option}
      label="每天的问题数"
      height={200}
      onPick={(at, series) => onPick(days[at]!.day, KINDS[series]!)}
    />
  )
}

/** What this caregiver has most of. */
const mostOf = (one: QualitySummaryData['workers'][number]): QualityKindValue =>
  (['fast', 'after', 'together'] as const).toSorted((a, b) => one[b] - one[a])[0]!

function percent(count: number, of: number): string {
  if (of === 0) return '没有记录'
  const share = (count / of) * 100
  if (count > 0 && share < 0.1) return '占不到 0.1%'
  return `占 ${share.toLocaleString('zh-CN', { maximumFractionDigits: 1 })}%`
}

function Charts({ data, list }: { data: QualitySummaryData; list: ShownList }) {
  const show = (part: object) => list.show({ ...list.filter, hour: null, ...part })
  return (
    <div className="yy-quality-charts yy-grid yy-gap-12">
      <PageCard title="每天的问题" sub="按计划日期，点柱子看明细">
        <Days days={data.days} onPick={(day, kind) => show({ dayFrom: day, dayTo: day, kind })} />
      </PageCard>
      <PageCard title="记录问题较多的护理员" sub="补记、一并、过快合计">
        {data.workers.length === 0 ? (
          <Empty title="没有发现" text="这段时间记录都很及时。" />
        ) : (
          <LineBars
            label="记录问题较多的护理员"
            unit="次"
            parts={data.workers.slice(0, 7).map((one) => ({
              name: one.workerName ?? '已离职',
              value: one.after + one.together + one.fast,
              onOpen: () => show({ workerId: one.workerId, kind: mostOf(one) }),
            }))}
          />
        )}
      </PageCard>
      <PageCard title="漏做的病区和时段" sub="颜色越深，漏做占应做的比例越高">
        {data.wards.length === 0 ? (
          <Empty title="这段时间没有护理任务" text="请换一段日期。" />
        ) : (
          <Heat wards={data.wards} onPick={(deptId, hour) => show({ kind: 'missed', deptId, hour })} />
        )}
      </PageCard>
    </div>
  )
}

/** On a low screen the rows come first. */
const TALL = 900

export function Overview({ list }: { list: ShownList }) {
  const [charted, setCharted] = usePageState('quality-charts', window.innerHeight >= TALL)
  const { dayFrom, dayTo, deptId } = list.filter as Record<'dayFrom' | 'dayTo' | 'deptId', string | null | undefined>
  const input = useMemo(
    () => ({ dayFrom: dayFrom ?? null, dayTo: dayTo ?? null, deptId: deptId ?? null }),
    [dayFrom, dayTo, deptId],
  )
  const found = useCall(quality.calls.summary, input, { keepPrevious: true })
  const kind = (list.filter.kind as QualityKindValue | null | undefined) ?? QualityKind.is.after
  return (
    <div className="yy-quality-top yy-stack yy-gap-12 yy-fixed">
      <Loaded of={found} what="护理质量概况" lines={3} card>
        {(data) => (
          <>
            <KeyFigures
              figures={QualityKind.list.map(({ value, label }) => ({
                label,
                value: data.counts[value].toLocaleString('zh-CN'),
                unit: '次',
                note: percent(data.counts[value], value === 'missed' ? data.tasks : data.executions),
                ...(value === 'fast' && data.counts.fast > 0 && { tone: 'red' as const }),
                onOpen: () => list.show({ ...list.filter, hour: null, kind: value }),
              }))}
            />
            {charted && <Charts data={data} list={list} />}
            <p className="yy-quality-words yy-row yy-gap-12 yy-no-margin yy-soft-ink">
              <span>
                <b className="yy-strong">{QualityKind.label(kind)}：</b>
                {qualityWords[kind]}
                <span className="yy-second">
                  　{data.dayFrom} 至 {data.dayTo}，执行记录 {data.executions.toLocaleString('zh-CN')} 条，应做任务{' '}
                  {data.tasks.toLocaleString('zh-CN')} 项。
                </span>
              </span>
              <Button
                className="yy-push"
                icon={<ChartColumn size={15} aria-hidden />}
                onClick={() => setCharted(!charted)}
              >
                {charted ? '收起图表' : '看图表'}
              </Button>
            </p>
          </>
        )}
      </Loaded>
    </div>
  )
}
