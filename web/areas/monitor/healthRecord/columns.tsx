// Columns of the health records: all measures, or those of one kind with more detail.
import { type HealthRowData, healthRecord } from '#contract/monitor/healthRecord'
import { clockText, HealthLevel, type MeasureKey, OnlyNotable } from '#contract/monitor/healthWords'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { person } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { MeasureCell, measureWords } from './measureCell.part.tsx'

type Row = HealthRowData

const filters = {
  deptId: { title: '部门', as: department },
  day: { title: '夜（开始日期）', as: date },
  onlyNotable: { title: '只看', as: OnlyNotable },
} as const

const who = {
  oldmanName: {
    title: '老人',
    as: person,
    width: 220,
    sort: true,
    search: true,
    cell: (_: string, row: Row) => <ResidentCell row={row} notes="short" />,
  },
  bedPath: {
    title: '床位',
    width: 190,
    cell: (value: string | null) => <BedPath path={value} />,
    text: (value: string | null) => bedPathText(value),
  },
  level: {
    title: '判断',
    width: 86,
    sort: true,
    cell: (value: 0 | 1 | 2, row: Row) => (row.away === 1 ? '外出' : <StatusTag option={HealthLevel.find(value)!} />),
    text: (value: 0 | 1 | 2, row: Row) => (row.away === 1 ? '外出' : HealthLevel.label(value)),
  },
} as const

const measure = (key: MeasureKey, title: string, width = 116) => ({
  title,
  width,
  align: 'right' as const,
  sort: true,
  cell: (value: number | null, row: Row) => <MeasureCell row={row} of={key} value={value} />,
  text: (value: number | null, row: Row) => measureWords(row, key, value),
})

const usualClock = (row: Row, key: 'bedAt' | 'riseAt') => {
  const median = row.judged.find((one) => one.key === key)?.median
  return median == null ? '' : `平时 ${clockText(median)}`
}

const clock = (key: 'bedAt' | 'riseAt', title: string) => ({
  title,
  width: 104,
  align: 'right' as const,
  sort: true,
  cell: (value: string | null, row: Row) =>
    value === null ? (
      <None />
    ) : (
      <span className="yy-hm yy-right">
        <b>{value.slice(11, 16)}</b>
        <small className="yy-whole-line yy-second yy-tiny">{usualClock(row, key)}</small>
      </span>
    ),
  text: (value: string | null) => value?.slice(11, 16) ?? '',
})

const note = { title: '值得留意', width: 300, text: (value: string | null) => value ?? '' } as const

export const healthColumns = {
  all: columns(
    healthRecord.calls.list,
    {
      ...who,
      inBedMin: measure('inBedMin', '在床时长', 126),
      exits: measure('exits', '离床'),
      turns: measure('turns', '翻身'),
      heartAvg: measure('heartAvg', '平均心率'),
      heartMax: measure('heartMax', '最高心率'),
      breathAvg: measure('breathAvg', '平均呼吸'),
      note,
      wet: { ...measure('wet', '尿湿'), hidden: true },
      minutes: { title: '有读数（分钟）', hidden: true },
    },
    filters,
  ),
  heart: columns(
    healthRecord.calls.heart,
    {
      ...who,
      heartAvg: measure('heartAvg', '平均心率'),
      heartMin: measure('heartMin', '最低心率'),
      heartMax: measure('heartMax', '最高心率'),
      minutes: { title: '有读数（分钟）', align: 'right' },
      note,
    },
    filters,
  ),
  breath: columns(
    healthRecord.calls.breath,
    {
      ...who,
      breathAvg: measure('breathAvg', '平均呼吸'),
      breathMin: { title: '最低呼吸', align: 'right' },
      breathMax: { title: '最高呼吸', align: 'right' },
      minutes: { title: '有读数（分钟）', align: 'right' },
      note,
    },
    filters,
  ),
  bed: columns(
    healthRecord.calls.bed,
    {
      ...who,
      inBedMin: measure('inBedMin', '在床时长', 126),
      bedAt: clock('bedAt', '上床'),
      riseAt: clock('riseAt', '起床'),
      exits: measure('exits', '离床'),
      longestExitMin: measure('longestExitMin', '最长离床', 126),
      note,
    },
    filters,
  ),
  roll: columns(
    healthRecord.calls.roll,
    {
      ...who,
      turns: measure('turns', '翻身'),
      bigMoveMin: measure('bigMoveMin', '大幅体动'),
      wet: measure('wet', '尿湿'),
      inBedMin: measure('inBedMin', '在床时长', 126),
      note,
    },
    filters,
  ),
}
