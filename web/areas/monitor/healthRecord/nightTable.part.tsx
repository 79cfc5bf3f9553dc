// The same as the curves, as tables: every ten minutes of a night, half hours of a day, nights of longer periods.
import { Table } from 'antd'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { HealthLevel, minutesText } from '#contract/monitor/healthWords'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { clockOf, dayOf } from './scale.ts'

export interface SlotRow {
  key: number
  time: string
  heart: number | null
  heartUsual: string
  breath: number | null
  breathUsual: string
  inBed: string
  turns: number
  moves: number
}

const mean = (values: readonly (number | null)[]) => {
  const read = values.filter((value) => value !== null)
  return read.length === 0 ? null : Math.round((read.reduce((sum, value) => sum + value, 0) / read.length) * 10) / 10
}

/** Minutes of `spans` within a stretch. */
const overlap = (view: HealthViewData, from: number, to: number, inBed: number) =>
  view.spans
    .filter((one) => one.inBed === inBed)
    .reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0)

export function slotRows(view: HealthViewData): SlotRow[] {
  const total = (view.toMs - view.fromMs) / 60_000
  const step = view.range === 'night' ? 10 : 30
  const usual = (low: readonly (number | null)[], high: readonly (number | null)[], minute: number) => {
    const slot = Math.floor((minute * 60) / view.bandStepS)
    return low[slot] == null || high[slot] == null ? '—' : `${low[slot]!.toFixed(0)}–${high[slot]!.toFixed(0)}`
  }
  return Array.from({ length: Math.floor(total / step) }, (_, i) => {
    const from = i * step
    const to = from + step
    const of = (values: readonly (number | null)[]) =>
      mean(values.slice(Math.floor((from * 60) / view.stepS), Math.ceil((to * 60) / view.stepS)))
    const [lies, out] = [overlap(view, from, to, 1), overlap(view, from, to, 0)]
    return {
      key: from,
      time: `${view.range === 'night' ? '' : `${dayOf(view.fromMs + from * 60_000)} `}${clockOf(view.fromMs + from * 60_000)}`,
      heart: of(view.heart),
      heartUsual: usual(view.heartLow, view.heartHigh, from),
      breath: of(view.breath),
      breathUsual: usual(view.breathLow, view.breathHigh, from),
      inBed: lies + out === 0 ? '无数据' : out === 0 ? '在床' : lies === 0 ? '离床' : `离床 ${out} 分钟`,
      turns: view.turns.filter((one) => one.at >= from && one.at < to).reduce((sum, one) => sum + one.count, 0),
      moves: view.moves.filter((one) => one.from >= from && one.from < to).length,
    }
  })
}

const number = (value: number | null) => (value === null ? <span className="yy-none">—</span> : value)

export function NightTable({ view }: { view: HealthViewData }) {
  if (view.range === 'night' || view.range === 'day') {
    return (
      <Table
        size="small"
        pagination={false}
        scroll={{ y: 560 }}
        dataSource={slotRows(view)}
        columns={[
          { title: '时间', dataIndex: 'time', width: 110 },
          { title: '心率（次/分）', dataIndex: 'heart', align: 'right', render: number },
          { title: '平时', dataIndex: 'heartUsual', align: 'right' },
          { title: '呼吸（次/分）', dataIndex: 'breath', align: 'right', render: number },
          { title: '平时', dataIndex: 'breathUsual', align: 'right' },
          { title: '在离床', dataIndex: 'inBed' },
          { title: '翻身', dataIndex: 'turns', align: 'right' },
          { title: '大幅体动', dataIndex: 'moves', align: 'right' },
        ]}
      />
    )
  }
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="day"
      scroll={{ y: 560 }}
      dataSource={[...view.nights].reverse()}
      columns={[
        { title: '夜', dataIndex: 'day', width: 110 },
        {
          title: '判断',
          dataIndex: 'level',
          render: (level: 0 | 1 | 2, row) => (row.away ? '外出' : <StatusTag option={HealthLevel.find(level)!} />),
        },
        { title: '在床', dataIndex: 'inBedMin', align: 'right', render: (value: number) => minutesText(value) },
        { title: '离床', dataIndex: 'exits', align: 'right' },
        {
          title: '最长离床',
          dataIndex: 'longestExitMin',
          align: 'right',
          render: (value: number) => minutesText(value),
        },
        { title: '平均心率', dataIndex: 'heartAvg', align: 'right', render: number },
        {
          title: '最低–最高',
          align: 'right',
          render: (_, row) => (row.heartMin === null ? '—' : `${row.heartMin}–${row.heartMax}`),
        },
        { title: '平均呼吸', dataIndex: 'breathAvg', align: 'right', render: number },
        { title: '翻身', dataIndex: 'turns', align: 'right' },
      ]}
    />
  )
}
