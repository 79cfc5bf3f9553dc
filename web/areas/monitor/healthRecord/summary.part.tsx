// 昨夜小结: each measure beside the resident's own usual, what is worth a look, and the last seven nights.

import { Button } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { momentOf } from '#contract/kit/clock'
import { alarmRule } from '#contract/monitor/alarmRule'
import type { HealthViewData, JudgedData, NightData } from '#contract/monitor/healthRecord'
import { HealthLevel, MEASURES, type Measure, measureText, verdictText } from '#contract/monitor/healthWords'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Allowed } from '#web/kit/permission'
import './summary.css'
import './nightChart.css'

export interface SummaryLine {
  key: string
  name: string
  value: string
  usual: string
  verdict: number
  word: string
  /** Where the value stands, 0 … 1, with the usual from `low` to `high` and its middle; null: no usual yet. */
  at: number | null
  low: number
  high: number
  middle: number
}

/** The usual takes the middle third of the line; what is far away stops at its ends. */
function placed(judged: JudgedData) {
  const { value, median, low, high } = judged
  if (value === null || median === null || low === null || high === null)
    return { at: null, low: 0.33, high: 0.67, middle: 0.5 }
  const width = Math.max(high - low, 1e-6)
  const place = (one: number) => Math.min(0.97, Math.max(0.03, 1 / 3 + (one - low) / (3 * width)))
  return { at: place(value), low: 1 / 3, high: 2 / 3, middle: place(median) }
}

/** 21:02 – 07:04 as one line; the worse of the two verdicts counts. */
function bedTime(of: (key: string) => JudgedData | undefined): SummaryLine | null {
  const [bed, rise] = [of('bedAt'), of('riseAt')]
  const [bedMeasure, riseMeasure] = [
    MEASURES.find((one) => one.key === 'bedAt')!,
    MEASURES.find((one) => one.key === 'riseAt')!,
  ]
  if (!bed || !rise) return null
  const worse = Math.abs(rise.verdict) > Math.abs(bed.verdict) ? rise : bed
  const measure = worse === rise ? riseMeasure : bedMeasure
  const pair = (a: number | null, b: number | null) =>
    a !== null && b === null
      ? `${measureText(bedMeasure, a)} 起`
      : `${measureText(bedMeasure, a)} – ${measureText(riseMeasure, b)}`
  return {
    key: 'bedTime',
    name: '上床到起床',
    value: pair(bed.value, rise.value),
    usual: bed.median === null && rise.median === null ? '—' : pair(bed.median, rise.median),
    verdict: worse.verdict,
    word: worse.verdict === 0 ? '正常' : `${measure.name}${verdictText(measure, worse.verdict)}`,
    ...placed(worse),
  }
}

export function summaryLines(judged: readonly JudgedData[]): SummaryLine[] {
  const of = (key: string) => judged.find((one) => one.key === key)
  const line = (measure: Measure): SummaryLine | null => {
    const one = of(measure.key)
    if (!one) return null
    return {
      key: measure.key,
      name: measure.name,
      value: measureText(measure, one.value),
      usual: measureText(measure, one.median),
      verdict: one.verdict,
      word:
        one.value === null ? '—' : one.median === null && one.verdict === 0 ? '—' : verdictText(measure, one.verdict),
      ...placed(one),
    }
  }
  return MEASURES.filter((one) => one.key !== 'riseAt')
    .map((one) => (one.key === 'bedAt' ? bedTime(of) : line(one)))
    .filter((one) => one !== null)
}

const tone = (verdict: number) => (Math.abs(verdict) === 2 ? 'is-red' : verdict === 0 ? 'is-green' : 'is-amber')

function Track({ line }: { line: SummaryLine }) {
  if (line.at === null) return <span className="yy-hs-track yy-relative yy-block is-none" />
  const share = (value: number) => `${(value * 100).toFixed(1)}%`
  return (
    <span className="yy-hs-track yy-relative yy-block" aria-hidden>
      <i className="yy-hs-usual" style={{ left: share(line.low), width: share(line.high - line.low) }} />
      <i className="yy-hs-middle" style={{ left: share(line.middle) }} />
      <i className={classes('yy-hs-dot yy-circle', tone(line.verdict))} style={{ left: share(line.at) }} />
    </span>
  )
}

export function SummaryTable({ lines, running }: { lines: readonly SummaryLine[]; running: boolean }) {
  return (
    <table className="yy-hs-table yy-plain-table">
      <thead>
        <tr>
          <th>指标</th>
          <th className="is-right">{running ? '今夜至今' : '昨夜'}</th>
          <th className="is-right">本人基线</th>
          <th className="yy-hs-scale">
            <span>低</span>
            <span>平时</span>
            <span>高</span>
          </th>
          <th className="is-right">判断</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>{line.name}</td>
            <td className="is-right">
              <b>{line.value}</b>
            </td>
            <td className="is-right yy-second">{line.usual}</td>
            <td className="yy-hs-scale">
              <Track line={line} />
            </td>
            <td className={classes('is-right yy-hs-word', line.word === '—' ? 'yy-second' : tone(line.verdict))}>
              {line.word}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const WIDE = 400
const HIGH = 128
const TOP = 18
const FOOT = 24

/** Exits as bars, the highest heart rate as a line. Away: no bar, said in words. */
export function SevenNights({ nights, newest }: { nights: readonly NightData[]; newest: string }) {
  const most = Math.max(4, ...nights.map((one) => one.exits)) + 1
  const rates = nights.map((one) => (one.away ? null : one.heartMax)).filter((one) => one !== null)
  const [low, high] = [Math.min(60, ...rates), Math.max(120, ...rates) + 10]
  const step = (WIDE - 62) / Math.max(1, nights.length)
  const x = (i: number) => 28 + step * (i + 0.5)
  const bar = (value: number) => TOP + HIGH * (1 - value / most)
  const rate = (value: number) => TOP + HIGH * (1 - (value - low) / (high - low))
  const points = nights.map((one, i) =>
    one.away || one.heartMax === null ? null : ([x(i), rate(one.heartMax)] as const),
  )
  let path = ''
  for (const [i, point] of points.entries())
    if (point) path += `${path && points[i - 1] ? 'L' : 'M'}${point[0]} ${point[1]}`
  const marks = [0, Math.round(most / 2), most]
  return (
    <svg
      className="yy-hs-nights yy-block yy-wide"
      viewBox={`0 0 ${WIDE} ${TOP + HIGH + FOOT}`}
      role="img"
      aria-label={nights.map((one) => `${one.day} 离床 ${one.exits} 次，最高心率 ${one.heartMax ?? '无'}`).join('；')}
    >
      {marks.map((mark) => (
        <g key={mark}>
          <line className="yy-hc-grid" x1={28} x2={WIDE - 34} y1={bar(mark)} y2={bar(mark)} />
          <text className="yy-hc-axis" x={22} y={bar(mark) + 4} textAnchor="end">
            {mark}
          </text>
          <text className="yy-hc-axis" x={WIDE - 28} y={bar(mark) + 4}>
            {Math.round(low + ((high - low) * mark) / most)}
          </text>
        </g>
      ))}
      {nights.map((one, i) => (
        <g key={one.day}>
          {one.away ? (
            <text className="yy-hc-axis" x={x(i)} y={bar(0) - 6} textAnchor="middle">
              外出
            </text>
          ) : (
            <>
              <rect
                className={one.level > 0 ? 'yy-hs-bar is-notable' : 'yy-hs-bar'}
                x={x(i) - 9}
                y={bar(one.exits)}
                width={18}
                height={bar(0) - bar(one.exits)}
              />
              <text className="yy-hs-count yy-tiny yy-strong" x={x(i)} y={bar(0) - 5} textAnchor="middle">
                {one.exits}
              </text>
            </>
          )}
          <text className="yy-hc-axis" x={x(i)} y={TOP + HIGH + 18} textAnchor="middle">
            {one.day === newest ? (Date.now() < nightEnd(one.day) ? '今夜' : '昨夜') : one.day.slice(5)}
          </text>
        </g>
      ))}
      <path className="yy-hs-rate" d={path} />
      {points.map(
        (point, i) =>
          point && <circle key={nights[i]!.day} className="yy-hs-point" cx={point[0]} cy={point[1]} r={3.2} />,
      )}
    </svg>
  )
}

/** What the judgement rests on, or what is still missing. */
function basis(nights: number): string {
  if (nights >= 5) return `基线取近 ${nights} 夜中位数，外出与住院日不计。`
  return `已有 ${nights} 夜记录，满 5 夜后开始与本人基线比较。`
}

/** 08:00 of the morning after. */
export const nightEnd = (day: string) => momentOf(`${day} 20:00:00`) + 12 * 3_600_000

export function SummaryCard({ view }: { view: HealthViewData }) {
  const { summary } = view
  const running = summary !== null && Date.now() < nightEnd(summary.night.day)
  return (
    <section className="yy-card yy-hs">
      <header className="yy-below-10 yy-baseline yy-flex yy-gap-8">
        <h3 className="yy-heading">
          {running ? '今夜小结' : view.range === 'night' && view.next !== null ? '当夜小结' : '昨夜小结'}
        </h3>
        <span className="yy-second yy-small yy-light">
          {summary ? `${summary.night.day.slice(5)} 夜，与本人近 30 夜相比` : '与本人近 30 夜相比'}
        </span>
      </header>
      {summary === null && (
        <p className="yy-hs-none yy-second">这一夜没有床垫读数。请检查床垫是否在线，或老人是否外出。</p>
      )}
      {summary?.night.away === 1 && <p className="yy-hs-none yy-second">这一夜老人外出，不计入基线。</p>}
      {summary?.night.note && (
        <div
          className={classes(
            'yy-hs-note yy-round yy-below-12',
            summary.night.level === HealthLevel.is.abnormal && 'is-red',
          )}
          role="note"
        >
          <b className="yy-amber">值得留意</b>
          <p>{summary.night.note}</p>
        </div>
      )}
      {summary && summary.judged.length > 0 && <SummaryTable lines={summaryLines(summary.judged)} running={running} />}
      <Allowed needs={alarmRule.pages.list.needs}>
        <div className="yy-hs-acts yy-gap-10 yy-flex yy-wrap">
          <Button
            icon={<SlidersHorizontal size={15} aria-hidden />}
            onClick={() => openPage(alarmRule.pages.list.path, { oldmanId: view.resident.oldmanId })}
          >
            调整告警规则
          </Button>
        </div>
      </Allowed>
      {view.nights.length > 0 && (
        <>
          <h4 className="yy-hs-sub yy-strong">
            近 {Math.min(7, view.nights.length)} 夜{' '}
            <span className="yy-second yy-small yy-light yy-beside-6">离床次数与最高心率</span>
          </h4>
          <SevenNights
            nights={view.nights.slice(-7)}
            newest={view.next === null ? (view.nights.at(-1)?.day ?? '') : ''}
          />
        </>
      )}
      <p className="yy-hs-basis yy-second yy-small">
        护理提示，不作医疗诊断。{summary && basis(summary.baselineNights)}
      </p>
    </section>
  )
}
