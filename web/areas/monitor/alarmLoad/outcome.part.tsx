// What a replay came to: as the rule stands against the tried values, by day and by resident, and the step to a personal rule.

import { Table, type TableColumnsType } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { localDate } from '#contract/kit/clock'
import type { ReplayData } from '#contract/monitor/alarmLoad'
import { alarmRule } from '#contract/monitor/alarmRule'
import { conditionText, windowsText } from '#contract/monitor/ruleWords'
import { RuleKind } from '#contract/monitor/words'
import { send } from '#web/kit/call'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { PAST, SERIES } from '#web/kit/chart/palette'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

type Resident = ReplayData['byResident'][number]

const chartOf = (days: ReplayData['byDay']): EChartsCoreOption => ({
  ...chartBase,
  xAxis: {
    type: 'category',
    data: days.map((day) => day.day.slice(5)),
    axisLabel: axisText,
    axisTick: { show: false },
  },
  yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: gridLine },
  series: [
    {
      name: '现在的规则',
      type: 'bar',
      barMaxWidth: 14,
      itemStyle: { color: PAST },
      data: days.map((day) => day.before),
    },
    { name: '试算', type: 'bar', barMaxWidth: 14, itemStyle: { color: SERIES[0] }, data: days.map((day) => day.after) },
  ],
})

/** What of the tried values a resident's own rule can hold. */
const differing = ({ before, after }: ReplayData) => ({
  upper: after.upper === before.upper ? null : after.upper,
  lower: after.lower === before.lower ? null : after.lower,
  durationS: after.durationS === before.durationS ? null : after.durationS,
})

const sameWindows = ({ before, after }: ReplayData) => JSON.stringify(before.windows) === JSON.stringify(after.windows)

async function apply(result: ReplayData, resident: Resident): Promise<void> {
  const own = differing(result)
  const done = await confirmAct({
    title: `为${resident.oldmanName}设置个人${RuleKind.label(result.kind)}规则？`,
    effects: [
      conditionText({ ...result.after }),
      `近 ${result.nights} 天：现在的规则 ${resident.before} 次，试算 ${resident.after} 次`,
      ...(resident.acted > resident.actedKept
        ? [`其中 ${resident.acted - resident.actedKept} 次有处理结果的告警将不再发出`]
        : []),
      ...(sameWindows(result) ? [] : ['个人规则不含时段，时段仍按院内规则']),
    ],
    verb: '应用为个人规则',
    safe: '不应用',
    reason: { label: '原因', placeholder: `回放近 ${result.nights} 天后调整` },
    run: (reason, options) =>
      send(
        alarmRule.calls.saveOverride,
        { oldmanId: resident.oldmanId, kind: result.kind, off: false, ...own, reason },
        options,
      ),
  })
  if (done === null) return
  toast.success(`已为${resident.oldmanName}设置个人规则，立即生效`)
  void invalidate(alarmRule)
}

const right = 'right' as const

export function ReplayOutcome({ result }: { result: ReplayData }) {
  const mayApply = useMay()(alarmRule.calls.saveOverride.needs)
  const option = useMemo(() => chartOf(result.byDay), [result])
  const own = differing(result)
  const applies = mayApply && Object.values(own).some((one) => one !== null)
  const less = result.beforeRaised - result.afterRaised
  const percent = result.beforeRaised === 0 ? null : Math.round((Math.abs(less) / result.beforeRaised) * 100)
  const lost = result.actedRaised - result.actedKept
  const columns: TableColumnsType<Resident> = [
    { title: '老人', dataIndex: 'oldmanName', render: (name: string) => <b>{name}</b> },
    { title: '实际发出', dataIndex: 'was', width: 90, align: right },
    { title: '现在的规则', dataIndex: 'before', width: 100, align: right },
    {
      title: '试算',
      dataIndex: 'after',
      width: 80,
      align: right,
      render: (after: number, row) => (
        <b className={after < row.before ? 'yy-green' : after > row.before ? 'yy-red' : undefined}>{after}</b>
      ),
    },
    {
      title: '有结果的仍会发出',
      width: 140,
      align: right,
      render: (_, row) => (row.acted === 0 ? '—' : `${row.actedKept} / ${row.acted}`),
    },
    {
      title: '',
      width: 132,
      render: (_, row) =>
        applies && (
          <button type="button" className="yy-link" onClick={() => void apply(result, row)}>
            应用为个人规则
          </button>
        ),
    },
  ]
  if (result.readings === 0) {
    return (
      <Empty
        title="这段时间没有原始读数，无法回放"
        text={`${result.dateStart} 至 ${result.dateEnd} 实际发出 ${result.wasRaised} 次告警；读数可能已超过保留天数，可在床垫设置里延长。`}
      />
    )
  }
  return (
    <div className="yy-replay-outcome yy-grid yy-gap-16">
      <KeyFigures
        figures={[
          {
            label: '现在的规则',
            value: result.beforeRaised,
            unit: '次',
            note: `实际发出 ${result.wasRaised} 次`,
          },
          {
            label: '试算',
            value: result.afterRaised,
            unit: '次',
            note:
              percent === null || less === 0
                ? '没有变化'
                : `${less > 0 ? '减少' : '增加'} ${Math.abs(less)} 次（${percent}%）`,
          },
          {
            label: '有处理结果的告警',
            value: result.actedRaised === 0 ? '—' : `${result.actedKept} / ${result.actedRaised}`,
            note: lost > 0 ? `${lost} 次将不再发出，请谨慎` : '都仍会发出',
            ...(lost > 0 && { tone: 'red' as const }),
          },
          {
            label: '看过的读数',
            value: result.readings.toLocaleString('zh-CN'),
            unit: '条',
            note: `${result.nights} 天`,
          },
        ]}
      />
      <p className="yy-grid yy-gap-2 yy-no-margin yy-second">
        <span>
          现在：{windowsText(result.before.windows)} {conditionText(result.before)}
        </span>
        <span>
          试算：{windowsText(result.after.windows)} {conditionText(result.after)}
        </span>
      </p>
      <PageCard title="每天" sub={`${result.dateStart} 至 ${result.dateEnd}`}>
        <Chart option={option} label="每天的告警次数，现在的规则与试算" height={180} />
      </PageCard>
      {result.byResident.length > 0 && (
        <PageCard
          title="按老人"
          flush
          extra={
            <button type="button" className="yy-link" onClick={() => openPage('/yunmuIot/mattress/rule')}>
              到规则页修改院内规则
            </button>
          }
        >
          <Table
            rowKey="oldmanId"
            size="small"
            columns={columns}
            dataSource={result.byResident}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </PageCard>
      )}
      {result.examples.length > 0 && (
        <PageCard title="有变化的告警" sub={`最近 ${result.examples.length} 条`}>
          <ul className="yy-replay-examples yy-grid yy-gap-6 yy-plain-list">
            {result.examples.map((one) => (
              <li className="yy-row yy-gap-10" key={`${one.oldmanId}:${one.at}:${one.change}`}>
                <StatusTag family={one.change === 'added' ? 'amber' : 'grey'}>
                  {one.change === 'added' ? '会多出' : '不再发出'}
                </StatusTag>
                <span>{localTime(one.at)}</span>
                <b>{one.oldmanName}</b>
                <span>{one.content}</span>
              </li>
            ))}
          </ul>
        </PageCard>
      )}
    </div>
  )
}

const localTime = (iso: string) => {
  const local = localDate(Date.parse(iso)).toISOString()
  return `${local.slice(5, 10)} ${local.slice(11, 16)}`
}
