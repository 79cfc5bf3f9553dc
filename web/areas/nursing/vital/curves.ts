// What is drawn of one elder: each curve with its limits as a band, and abnormal points marked.
import { momentOf } from '#contract/kit/clock'
import type { NightData } from '#contract/monitor/healthRecord'
import type { VitalElderData, VitalLimitData, VitalPointData } from '#contract/nursing/vital'
import { GlucoseTiming, type LimitPartValue, type VitalField, vitalFields } from '#contract/nursing/vitalKinds'
import { axisText, chartBase, gridLine } from '#web/kit/chart/Chart'
import type { DrawnProps } from '#web/kit/chart/Drawn'
import { ALARM, SERIES } from '#web/kit/chart/palette'

interface Line {
  name: string
  field: VitalField
  /** Only some of the points: sugar at one time of measuring. */
  only?(point: VitalPointData): boolean
  limit: LimitPartValue | null
  /** The average of a night from the mattress, drawn beside it. */
  night?: 'heartAvg' | 'breathAvg'
}

interface Group {
  title: string
  unit: string
  lines: readonly Line[]
}

const single = (field: VitalField, limit: LimitPartValue | null, night?: Line['night']): Group => ({
  title: vitalFields[field].title,
  unit: vitalFields[field].unit,
  lines: [{ name: vitalFields[field].title, field, limit, ...(night && { night }) }],
})

const GROUPS: readonly Group[] = [
  single('temperature', 'temperature'),
  {
    title: '血压',
    unit: 'mmHg',
    lines: [
      { name: '收缩压', field: 'systolic', limit: 'systolic' },
      { name: '舒张压', field: 'diastolic', limit: 'diastolic' },
    ],
  },
  single('pulse', 'pulse', 'heartAvg'),
  single('breathing', 'breathing', 'breathAvg'),
  single('oxygen', 'oxygen'),
  {
    title: '血糖',
    unit: 'mmol/L',
    lines: GlucoseTiming.list.map(({ value, label }) => ({
      name: label,
      field: 'glucose' as const,
      only: (point: VitalPointData) => point.glucoseTiming === value,
      limit: value === 'fasting' ? ('glucoseFasting' as const) : null,
    })),
  },
  single('weight', null),
  single('pain', 'pain'),
]

const colorOf = { yellow: '#d98600', red: ALARM } as const

function pointsOf(line: Line, points: readonly VitalPointData[], color: string) {
  return points.flatMap((point) => {
    const value = point[line.field]
    if (value === null || (line.only && !line.only(point))) return []
    const grade = point.judged.find((one) => one.field === line.field)?.grade ?? 'normal'
    const mark =
      grade === 'normal'
        ? { symbolSize: 5, itemStyle: { color } }
        : { symbolSize: 11, symbol: grade === 'red' ? 'triangle' : 'diamond', itemStyle: { color: colorOf[grade] } }
    return [{ value: [momentOf(point.measuredAt), value], ...mark }]
  })
}

interface Span {
  from: number
  to: number
}

const still = { type: 'line', symbol: 'none', silent: true, tooltip: { show: false } } as const
const flat = ({ from, to }: Span, value: number) => [
  [from, value],
  [to, value],
]

/** The usual range as a pale band, red limits as dotted lines unless they would stand in another curve's band. */
function bandOf(
  limit: VitalLimitData | undefined,
  span: Span,
  [least, most]: readonly [number, number],
  alone: boolean,
) {
  if (!limit) return []
  const { low, high, redLow, redHigh } = limit
  const band =
    low === null && high === null
      ? []
      : [
          {
            ...still,
            data: flat(span, high ?? most),
            lineStyle: { width: high === null ? 0 : 1, type: 'dashed', color: '#8fbfa2' },
            areaStyle: { origin: low ?? least, color: '#dff1e6', opacity: 0.6 },
          },
        ]
  const red = [redLow, redHigh].flatMap((value) =>
    !alone || value === null || value < least || value > most
      ? []
      : [{ ...still, data: flat(span, value), lineStyle: { width: 1, type: 'dotted', color: ALARM } }],
  )
  return [...band, ...red]
}

export interface Curve {
  title: string
  unit: string
  label: string
  option: DrawnProps['option']
}

/** Room above and below what is drawn, so that the limits are in sight. */
function rangeOf(values: readonly number[], limits: readonly VitalLimitData[]): readonly [number, number] {
  const all = [...values, ...limits.flatMap((one) => [one.low, one.high].filter((value) => value !== null))]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = Math.max((most - least) * 0.12, 0.5)
  return [Math.floor((least - room) * 2) / 2, Math.ceil((most + room) * 2) / 2]
}

export function curvesOf(elder: VitalElderData, nights: readonly NightData[], span: Span): Curve[] {
  return GROUPS.flatMap(({ title, unit, lines }) => {
    const drawn = lines
      .map((line, at) => ({ line, color: SERIES[at]!, data: pointsOf(line, elder.points, SERIES[at]!) }))
      .filter((one) => one.data.length > 0)
    if (drawn.length === 0) return []
    const limits = drawn.flatMap(({ line }) => elder.limits.find((limit) => limit.part === line.limit) ?? [])
    const asleep = drawn.flatMap(({ line }) =>
      line.night
        ? nights.flatMap((night) =>
            night[line.night!] === null ? [] : [[momentOf(`${night.day} 23:59:00`), night[line.night!]]],
          )
        : [],
    )
    const values = [...drawn.flatMap(({ data }) => data.map((one) => one.value[1]!)), ...asleep.map((one) => one[1]!)]
    const [min, max] = rangeOf(values, limits)
    const count = drawn.reduce((sum, one) => sum + one.data.length, 0)
    return [
      {
        title,
        unit,
        label: `${elder.oldmanName}的${title}曲线，${count} 次测量`,
        option: {
          ...chartBase,
          grid: { left: 4, right: 12, top: 30, bottom: 6, containLabel: true },
          tooltip: { trigger: 'item', confine: true },
          legend: {
            ...(chartBase.legend as object),
            data: [...drawn.map(({ line }) => line.name), ...(asleep.length > 0 ? ['夜间平均（床垫）'] : [])],
          },
          xAxis: {
            type: 'time',
            min: span.from,
            max: span.to,
            axisLabel: { ...axisText, hideOverlap: true },
            splitLine: { show: false },
          },
          yAxis: { type: 'value', min, max, axisLabel: axisText, splitLine: gridLine },
          series: [
            ...drawn.flatMap(({ line }) =>
              bandOf(
                elder.limits.find((limit) => limit.part === line.limit),
                span,
                [min, max],
                drawn.length === 1,
              ),
            ),
            ...drawn.map(({ line, color, data }) => ({
              name: line.name,
              type: 'line',
              data,
              lineStyle: { width: 1.5, color },
              itemStyle: { color },
            })),
            ...(asleep.length > 0
              ? [
                  {
                    name: '夜间平均（床垫）',
                    type: 'line',
                    data: asleep,
                    symbolSize: 4,
                    lineStyle: { width: 1, type: 'dashed', color: '#7c6bd0' },
                    itemStyle: { color: '#7c6bd0' },
                  },
                ]
              : []),
          ],
        },
      },
    ]
  })
}
