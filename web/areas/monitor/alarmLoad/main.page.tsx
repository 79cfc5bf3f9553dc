// 告警负荷: how much alarms ask of the staff, by rule and by resident, and what other values of a rule would have raised.
import { Button, Table, type TableColumnsType } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { alarmLoad, type LoadByResident, type LoadByRule, type LoadData } from '#contract/monitor/alarmLoad'
import { AlarmStatus, DeviceKind, type DeviceKindValue } from '#contract/monitor/words'
import { ResidentCell } from '#web/areas/live/public'
import { durationText } from '#web/areas/monitor/nurseCall/duration'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { ALARM, PAST, SERIES } from '#web/kit/chart/palette'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { optionField } from '#web/kit/fields/option'
import { pathText } from '#web/kit/fields/place'
import { openPage, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { ReplayDrawer, type ReplayStart } from './replay.part.tsx'
import './alarmLoad.css'

interface Asked {
  dateStart: string | null
  dateEnd: string | null
  deptId: string | null
  source: DeviceKindValue | null
}

const source = optionField(DeviceKind)

/** Below this nobody listens any more. */
const LOW_SHARE = 30
const MANY_A_NIGHT = 20
const LATE_S = 120

const chartOf = (days: LoadData['byDay']): EChartsCoreOption => {
  const bar = (name: string, key: 'acted' | 'ignored' | 'released' | 'open', color: string) => ({
    name,
    type: 'bar',
    stack: 'all',
    barMaxWidth: 26,
    itemStyle: { color },
    data: days.map((day) => day[key] || null),
  })
  return {
    ...chartBase,
    xAxis: {
      type: 'category',
      data: days.map((day) => day.day.slice(5)),
      axisLabel: axisText,
      axisTick: { show: false },
      axisLine: gridLine,
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: gridLine },
    series: [
      bar('有处理结果', 'acted', SERIES[4]),
      bar('忽略', 'ignored', SERIES[2]),
      bar('自行恢复', 'released', PAST),
      bar('尚未关闭', 'open', ALARM),
    ],
  }
}

const share = (value: number | null) =>
  value === null ? '—' : <span className={value < LOW_SHARE ? 'yy-red yy-strong' : undefined}>{value}%</span>
const median = (value: number | null) => (
  <span className={value !== null && value > LATE_S ? 'yy-red yy-strong' : undefined}>{durationText(value)}</span>
)
const tenths = (value: number) => (value / 10).toFixed(1)

type Sums = Pick<LoadByRule, 'raised' | 'perNight10' | 'acted' | 'ignored' | 'released' | 'actedShare' | 'medianS'>
const right = 'right' as const
const sumColumns = <R extends Sums>(): TableColumnsType<R> => [
  { title: '告警', dataIndex: 'raised', width: 70, align: right, sorter: (a, b) => a.raised - b.raised },
  {
    title: '每晚',
    dataIndex: 'perNight10',
    width: 70,
    align: right,
    render: tenths,
    sorter: (a, b) => a.perNight10 - b.perNight10,
  },
  {
    title: '处理率',
    dataIndex: 'actedShare',
    width: 84,
    align: right,
    render: share,
    sorter: (a, b) => (a.actedShare ?? -1) - (b.actedShare ?? -1),
  },
  {
    title: '响应中位',
    dataIndex: 'medianS',
    width: 108,
    align: right,
    render: median,
    sorter: (a, b) => (a.medianS ?? -1) - (b.medianS ?? -1),
  },
]

export default function AlarmLoad() {
  const [asked, setAsked] = usePageState<Asked>('asked', { dateStart: null, dateEnd: null, deptId: null, source: null })
  const [replay, setReplay] = useState<ReplayStart | null>(null)
  const mayReplay = useMay()(alarmLoad.calls.replay.needs)
  const answer = useCall(alarmLoad.calls.load, asked, { keepPrevious: true })
  const { data } = answer
  return (
    <div className="yy-grid yy-gap-16">
      <section className="yy-card yy-load-bar yy-wrap yy-row">
        <span className="yy-load-field yy-row yy-gap-8 is-wide">
          <span>日期</span>
          {date.range!({
            from: asked.dateStart ?? data?.dateStart ?? null,
            to: asked.dateEnd ?? data?.dateEnd ?? null,
            onChange: (dateStart, dateEnd) => setAsked({ ...asked, dateStart, dateEnd }),
            'aria-label': '日期',
          })}
        </span>
        <span className="yy-load-field yy-row yy-gap-8">
          <span>部门</span>
          {department.search({
            value: asked.deptId,
            onChange: (deptId) => setAsked({ ...asked, deptId }),
            'aria-label': '部门',
          })}
        </span>
        <span className="yy-load-field yy-row yy-gap-8">
          <span>设备</span>
          {source.search({
            value: asked.source,
            onChange: (one) => setAsked({ ...asked, source: one }),
            'aria-label': '设备',
          })}
        </span>
        {mayReplay && (
          <Button
            className="yy-push"
            icon={<History size={15} aria-hidden />}
            onClick={() => setReplay({ ruleId: null, oldmanId: null })}
          >
            回放试算
          </Button>
        )}
      </section>
      {answer.error ? (
        <ErrorBlock what="告警负荷没有取到" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !data ? (
        <BlockBones lines={12} />
      ) : (
        <Shown data={data} onReplay={mayReplay ? setReplay : null} />
      )}
      <ReplayDrawer start={replay} onClose={() => setReplay(null)} />
    </div>
  )
}

interface ShownProps {
  data: LoadData
  onReplay: ((start: ReplayStart) => void) | null
}

function Shown({ data, onReplay }: ShownProps) {
  const option = useMemo(() => chartOf(data.byDay), [data])
  const { total } = data
  const openRecords = (filter: Record<string, string | number>) => openPage('/yunmuIot/alarmRecord', filter)
  const rules: TableColumnsType<LoadByRule> = [
    {
      title: '规则',
      dataIndex: 'name',
      render: (name: string, row) => (
        <span className="yy-load-name yy-grid">
          <b>{name}</b>
          <small className="yy-second">
            {DeviceKind.label(row.source)}
            {row.residents > 0 && `・${row.residents} 位老人`}
          </small>
        </span>
      ),
    },
    ...sumColumns<LoadByRule>(),
    {
      title: '',
      width: 64,
      render: (_, row) =>
        onReplay &&
        row.ruleId &&
        row.source === 'MATTRESS' && (
          <button type="button" className="yy-link" onClick={() => onReplay({ ruleId: row.ruleId, oldmanId: null })}>
            回放
          </button>
        ),
    },
  ]
  const residents: TableColumnsType<LoadByResident> = [
    {
      title: '老人',
      dataIndex: 'oldmanName',
      render: (_, row) => (
        <span className="yy-load-name yy-grid">
          <ResidentCell row={row} onOpen={() => openRecords({ oldmanId: row.oldmanId })} />
          <small className="yy-second">{row.place ? pathText(row.place) : ''}</small>
        </span>
      ),
    },
    {
      title: '最多的规则',
      dataIndex: 'mostName',
      width: 150,
      render: (name: string, row) => `${name} ${row.mostRaised} 次`,
    },
    ...sumColumns<LoadByResident>(),
    {
      title: '',
      width: 64,
      render: (_, row) =>
        onReplay &&
        row.mostRuleId && (
          <button
            type="button"
            className="yy-link"
            onClick={() => onReplay({ ruleId: row.mostRuleId, oldmanId: row.oldmanId })}
          >
            回放
          </button>
        ),
    },
  ]
  return (
    <>
      <KeyFigures
        figures={[
          { label: '告警', value: total.raised, unit: '次', note: `${data.nights} 天` },
          {
            label: '每晚（20 点至次日 8 点）',
            value: tenths(total.perNight10),
            unit: '次',
            note: `夜间共 ${total.atNight} 次`,
            ...(total.perNight10 > MANY_A_NIGHT * 10 && { tone: 'amber' as const }),
          },
          {
            label: '处理率',
            value: total.actedShare === null ? '—' : `${total.actedShare}%`,
            note: `有结果 ${total.acted}，忽略 ${total.ignored}，自行恢复 ${total.released}`,
            ...(total.actedShare !== null && total.actedShare < LOW_SHARE && { tone: 'amber' as const }),
          },
          {
            label: '响应时间中位数',
            value: durationText(total.medianS),
            note: '从告警到有人接手或处理',
            ...((total.medianS ?? 0) > LATE_S && { tone: 'red' as const }),
          },
          {
            label: '尚未关闭',
            note: '未处理和处理中',
            value: total.open,
            unit: '次',
            ...(total.open > 0 && { tone: 'red' as const, onOpen: () => openRecords({ status: AlarmStatus.is.open }) }),
          },
        ]}
      />
      {total.raised === 0 ? (
        <Empty title="这段时间没有告警" text="换一个日期范围，或选择全部设备。" />
      ) : (
        <>
          <PageCard title="每天的告警" sub={`${data.dateStart} 至 ${data.dateEnd}`}>
            <Chart option={option} label="每天的告警次数，按结果分" height={220} />
          </PageCard>
          <div className="yy-load-tables yy-grid yy-start yy-gap-16">
            <PageCard title="按规则" sub="处理率低的规则值得放宽" flush>
              <Table
                rowKey="key"
                size="small"
                columns={rules}
                dataSource={data.byRule}
                pagination={false}
                scroll={{ y: 460 }}
              />
            </PageCard>
            <PageCard title="按老人" sub="次数多的老人可设个人规则" flush>
              <Table
                rowKey="oldmanId"
                size="small"
                columns={residents}
                dataSource={data.byResident}
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ y: 460 }}
              />
            </PageCard>
          </div>
        </>
      )}
    </>
  )
}
