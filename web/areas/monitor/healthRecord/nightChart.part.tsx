// The curves of a night or a day: heart and breath over the resident's own usual range, limits, alarms, and below them the
// bed, turn-overs, large movement and what was done. Drawn by hand, so that screen and paper show the same.

import { memo, type PointerEvent, useMemo, useRef, useState } from 'react'
import { momentOf } from '#contract/kit/clock'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { minutesText } from '#contract/monitor/healthWords'
import { AlarmStatus } from '#contract/monitor/words'
import { useWidth } from '#web/kit/list/useWidth'
import {
  BREATH_TICKS,
  type Geometry,
  geometryOf,
  HEART_TICKS,
  hoursOf,
  LEFT,
  RIGHT,
  type Size,
  ticks,
} from './geometry.ts'
import { doneText, Lanes } from './lanes.part.tsx'
import { bandPath, clockOf, linePath, type Panel, smoothed, widthOf, yOf } from './scale.ts'
import './nightChart.css'

const HEART = '#c0392b'
const BREATH = '#0b8480'

function Grid({ view, geometry }: { view: HealthViewData; geometry: Geometry }) {
  const { width, heart, breath, x } = geometry
  const panels: [Panel, number, string][] = [
    [heart, HEART_TICKS, '心率'],
    [breath, BREATH_TICKS, '呼吸'],
  ]
  return (
    <g>
      {hoursOf(view, geometry).map(({ minute, text }) => (
        <g key={minute}>
          {panels.map(([panel, , name]) => (
            <line
              key={name}
              className="yy-hc-grid"
              x1={x(minute)}
              x2={x(minute)}
              y1={panel.top}
              y2={panel.top + panel.height}
            />
          ))}
          <text
            className="yy-hc-axis"
            x={Math.min(x(minute), width - 2)}
            y={geometry.axis + 20}
            textAnchor={x(minute) > width - 20 ? 'end' : 'middle'}
          >
            {text}
          </text>
        </g>
      ))}
      {panels.map(([panel, step, name]) => (
        <g key={name}>
          {ticks(panel, step).map((value) => (
            <g key={value}>
              <line
                className={value === panel.min ? 'yy-hc-base' : 'yy-hc-grid'}
                x1={LEFT}
                x2={width - RIGHT}
                y1={yOf(panel, value)}
                y2={yOf(panel, value)}
              />
              <text className="yy-hc-axis" x={LEFT - 8} y={yOf(panel, value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          <text className="yy-hc-name" x={0} y={panel.top + panel.height / 2 + 4}>
            {name}
          </text>
        </g>
      ))}
      <text className="yy-hc-axis" x={LEFT - 8} y={heart.top - 13} textAnchor="end">
        次/分
      </text>
    </g>
  )
}

interface LimitProps {
  geometry: Geometry
  panel: Panel
  value: number | null
  text: string
}

function Limit({ geometry, panel, value, text }: LimitProps) {
  if (value === null || value <= panel.min || value >= panel.max) return null
  const y = yOf(panel, value)
  return (
    <g>
      <line className="yy-hc-limit" x1={LEFT} x2={geometry.width - RIGHT} y1={y} y2={y} />
      <text className="yy-hc-limit-text" x={geometry.width - RIGHT - 6} y={y - 6} textAnchor="end">
        {text}
      </text>
    </g>
  )
}

/** 02:17 心率 134，已处理 周岚 02:19 */
function alarmText(one: HealthViewData['alarms'][number], name: string): string {
  const who = [one.handlerName, one.handledAt?.slice(11, 16)].filter(Boolean).join(' ')
  return `${one.at.slice(11, 16)} ${name} ${one.value ?? ''}，${doneText(one)}${who ? ` ${who}` : ''}`
}

const NAMED_ALARMS = 4

function Alarms({ view, geometry }: { view: HealthViewData; geometry: Geometry }) {
  const drawn = view.alarms
    .filter((one) => one.kind === 'HEART' || one.kind === 'BREATH')
    .map((one) => {
      const panel = one.kind === 'HEART' ? geometry.heart : geometry.breath
      const minute = (momentOf(one.at) - view.fromMs) / 60_000
      const values = one.kind === 'HEART' ? view.heart : view.breath
      const read = values[Math.floor((minute * 60) / view.stepS)]
      return { one, x: geometry.x(minute), y: yOf(panel, one.value ?? read ?? panel.min) }
    })
  let end = Number.NEGATIVE_INFINITY
  return (
    <g>
      {drawn.map(({ one, x, y }, index) => {
        const text = alarmText(one, one.kind === 'HEART' ? '心率' : '呼吸')
        const left = x + 14 + widthOf(text) > geometry.width - RIGHT
        const room = index < NAMED_ALARMS && x > end
        if (room) end = x + 14 + widthOf(text)
        return (
          <g key={one.recordId}>
            <circle
              className={one.status === AlarmStatus.is.open ? 'yy-hc-alarm is-open' : 'yy-hc-alarm'}
              cx={x}
              cy={y}
              r={5}
            >
              <title>{`${text}${one.result ? `：${one.result}` : ''}`}</title>
            </circle>
            {room && (
              <text
                className="yy-hc-alarm-text"
                x={left ? x - 12 : x + 12}
                y={y + 5}
                textAnchor={left ? 'end' : 'start'}
              >
                {text}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

interface DrawnProps {
  view: HealthViewData
  width: number
  size?: Size
}

const durationText = (seconds: number | null) =>
  seconds ? `，持续 ${seconds < 60 || seconds % 60 ? `${seconds} 秒` : `${seconds / 60} 分钟`}` : ''

function pathsOf(view: HealthViewData, { heart, breath, x }: Geometry) {
  const at = (index: number) => x(((index + 0.5) * view.stepS) / 60)
  const band = (index: number) => x(((index + 0.5) * view.bandStepS) / 60)
  return {
    heartBand: bandPath(smoothed(view.heartLow), smoothed(view.heartHigh), band, (value) => yOf(heart, value)),
    breathBand: bandPath(smoothed(view.breathLow), smoothed(view.breathHigh), band, (value) => yOf(breath, value)),
    heart: linePath(view.heart, at, (value) => yOf(heart, value)),
    breath: linePath(view.breath, at, (value) => yOf(breath, value)),
  }
}

/** The picture itself, also for the paper. */
export const NightDrawing = memo(function NightDrawing({ view, width, size = 'tall' }: DrawnProps) {
  const geometry = useMemo(() => geometryOf(view, width, size), [view, width, size])
  const { heart, breath } = geometry
  const { limits } = view
  const paths = useMemo(() => pathsOf(view, geometry), [view, geometry])
  return (
    <svg
      className="yy-hc"
      width={width}
      height={geometry.height}
      viewBox={`0 0 ${width} ${geometry.height}`}
      role="img"
      aria-label={`${view.resident.oldmanName} ${view.from.slice(0, 16)} 至 ${view.to.slice(0, 16)} 的心率、呼吸、在离床和翻身`}
    >
      <path className="yy-hc-band" d={paths.heartBand} />
      <path className="yy-hc-band" d={paths.breathBand} />
      <Grid view={view} geometry={geometry} />
      <Limit
        geometry={geometry}
        panel={heart}
        value={limits.heart.upper}
        text={`告警上限 ${limits.heart.upper}${durationText(limits.heart.durationS)}`}
      />
      <Limit geometry={geometry} panel={heart} value={limits.heart.lower} text={`告警下限 ${limits.heart.lower}`} />
      <Limit geometry={geometry} panel={breath} value={limits.breath.upper} text={`上限 ${limits.breath.upper}`} />
      <Limit geometry={geometry} panel={breath} value={limits.breath.lower} text={`下限 ${limits.breath.lower}`} />
      <path className="yy-hc-line" d={paths.heart} stroke={HEART} />
      <path className="yy-hc-line" d={paths.breath} stroke={BREATH} />
      <Alarms view={view} geometry={geometry} />
      <Lanes view={view} geometry={geometry} />
    </svg>
  )
})

const value = (one: number | null | undefined, unit = '') => (one == null ? '无读数' : `${one.toFixed(0)}${unit}`)

function Hover({ view, geometry, minute }: { view: HealthViewData; geometry: Geometry; minute: number }) {
  const index = Math.floor((minute * 60) / view.stepS)
  const slot = Math.floor((minute * 60) / view.bandStepS)
  const span = view.spans.find((one) => minute >= one.from && minute < one.to)
  const usual = (low: readonly (number | null)[], high: readonly (number | null)[]) =>
    low[slot] == null || high[slot] == null ? '' : `（平时 ${low[slot]!.toFixed(0)}–${high[slot]!.toFixed(0)}）`
  const x = geometry.x(minute)
  const left = x > geometry.width - 220
  return (
    <>
      <i
        className="yy-hc-cross"
        style={{ left: x, top: geometry.heart.top, height: geometry.care - geometry.heart.top }}
      />
      <div
        className="yy-hc-tip"
        style={{ top: geometry.heart.top + 6, ...(left ? { right: geometry.width - x + 10 } : { left: x + 10 }) }}
      >
        <b>{clockOf(view.fromMs + minute * 60_000)}</b>
        <span>
          心率 {value(view.heart[index])} {usual(view.heartLow, view.heartHigh)}
        </span>
        <span>
          呼吸 {value(view.breath[index])} {usual(view.breathLow, view.breathHigh)}
        </span>
        <span>{span ? (span.inBed === 1 ? '在床' : `离床 ${minutesText(span.to - span.from)}`) : '无数据'}</span>
      </div>
    </>
  )
}

export function NightChart({ view }: { view: HealthViewData }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [minute, setMinute] = useState<number | null>(null)
  const size = width > 700 ? 'tall' : 'low'
  const geometry = useMemo(() => geometryOf(view, width, size), [view, width, size])
  const total = (view.toMs - view.fromMs) / 60_000
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    const found = Math.floor(((at - LEFT) / (width - LEFT - RIGHT)) * total)
    setMinute(found >= 0 && found < total ? found : null)
  }
  return (
    <div className="yy-hc-box" ref={box} onPointerMove={follow} onPointerLeave={() => setMinute(null)}>
      {width > 0 && <NightDrawing view={view} width={width} size={size} />}
      {minute !== null && <Hover view={view} geometry={geometry} minute={minute} />}
    </div>
  )
}
