// Seven and thirty days: averages of heart and breath, with exits and time in bed of every night below.

import { useMemo, useRef } from 'react'
import { momentOf, ZONE_MS } from '#contract/kit/clock'
import type { HealthViewData, NightData } from '#contract/monitor/healthRecord'
import { minutesText } from '#contract/monitor/healthWords'
import { useWidth } from '#web/kit/list/useWidth'
import { dayOf, linePath, type Panel, yOf } from './scale.ts'

const LEFT = 58
const RIGHT = 8
const HEART: Panel = { top: 14, height: 210, min: 40, max: 140 }
const BREATH: Panel = { top: 254, height: 110, min: 5, max: 35 }
const BARS = { top: 408, height: 84 }
const HEIGHT = BARS.top + BARS.height + 26
const NIGHT_HOURS_MS = 12 * 3_600_000
const DAY_MS = 86_400_000

const eveningOf = (night: NightData) => momentOf(`${night.day} 20:00:00`)

interface ShapeProps {
  view: HealthViewData
  width: number
}

function Panels({ view, width }: ShapeProps) {
  const inner = width - LEFT - RIGHT
  const x = (ms: number) => LEFT + (inner * (ms - view.fromMs)) / (view.toMs - view.fromMs)
  // A night's average stands in the middle of the night.
  const shift = view.range === 'month' ? NIGHT_HOURS_MS / 2 : (view.stepS * 1000) / 2
  const at = (index: number) => x(view.fromMs + index * view.stepS * 1000 + shift)
  const every = view.range === 'month' ? (width > 1000 ? 2 : 5) : 1
  const first = Math.ceil((view.fromMs + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
  const days = Array.from({ length: Math.ceil((view.toMs - first) / DAY_MS) }, (_, i) => first + i * DAY_MS)
  const lines: [Panel, readonly (number | null)[], string, number, string, HealthViewData['limits']['heart']][] = [
    [HEART, view.heart, '#c0392b', 20, '心率', view.limits.heart],
    [BREATH, view.breath, '#0b8480', 10, '呼吸', view.limits.breath],
  ]
  return (
    <g>
      {days.map((day, i) => (
        <g key={day}>
          <line className="yy-hc-grid" x1={x(day)} x2={x(day)} y1={HEART.top} y2={BARS.top + BARS.height} />
          {i % every === 0 && (
            <text className="yy-hc-axis" x={x(day)} y={HEIGHT - 6} textAnchor="middle">
              {dayOf(day)}
            </text>
          )}
        </g>
      ))}
      {lines.map(([panel, values, color, step, name, limit]) => (
        <g key={name}>
          {Array.from({ length: (panel.max - panel.min) / step + 1 }, (_, i) => panel.min + i * step).map((value) => (
            <g key={value}>
              <line className="yy-hc-grid" x1={LEFT} x2={width - RIGHT} y1={yOf(panel, value)} y2={yOf(panel, value)} />
              <text className="yy-hc-axis" x={LEFT - 8} y={yOf(panel, value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          {[limit.upper, limit.lower].map(
            (value) =>
              value !== null && (
                <line
                  key={value}
                  className="yy-hc-limit"
                  x1={LEFT}
                  x2={width - RIGHT}
                  y1={yOf(panel, value)}
                  y2={yOf(panel, value)}
                />
              ),
          )}
          <text className="yy-hc-name" x={0} y={panel.top + panel.height / 2 + 4}>
            {name}
          </text>
          <path className="yy-hc-line" d={linePath(values, at, (value) => yOf(panel, value))} stroke={color} />
          {view.range === 'month' &&
            values.map(
              (value, i) => value !== null && <circle key={i} cx={at(i)} cy={yOf(panel, value)} r={2.6} fill={color} />,
            )}
        </g>
      ))}
      <Bars view={view} x={x} />
    </g>
  )
}

function Bars({ view, x }: { view: HealthViewData; x(ms: number): number }) {
  const most = Math.max(4, ...view.nights.map((one) => one.exits))
  const wide = Math.max(4, Math.min(26, (x(view.fromMs + DAY_MS) - x(view.fromMs)) * 0.5))
  const base = BARS.top + BARS.height
  return (
    <g>
      <text className="yy-hc-name" x={0} y={BARS.top + BARS.height / 2 + 4}>
        离床
      </text>
      <line className="yy-hc-base" x1={LEFT} x2={x(view.toMs)} y1={base} y2={base} />
      {view.nights.map((one) => {
        const middle = x(eveningOf(one) + NIGHT_HOURS_MS / 2)
        if (middle < LEFT || middle > x(view.toMs)) return null
        const height = one.away ? 0 : (BARS.height * 0.8 * one.exits) / most
        return (
          <g key={one.day}>
            <rect
              className={one.level > 0 ? 'yy-hs-bar is-notable' : 'yy-hs-bar'}
              x={middle - wide / 2}
              y={base - height}
              width={wide}
              height={height}
            >
              <title>{`${one.day} 夜：离床 ${one.exits} 次，在床 ${minutesText(one.inBedMin)}，翻身 ${one.turns} 次`}</title>
            </rect>
            <text className="yy-hc-axis" x={middle} y={base - height - 4} textAnchor="middle">
              {one.away ? '外出' : one.exits}
            </text>
          </g>
        )
      })}
    </g>
  )
}

export function RangeDrawing({ view, width }: ShapeProps) {
  return (
    <svg
      className="yy-hc"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`${view.resident.oldmanName} ${view.from.slice(0, 10)} 至 ${view.to.slice(0, 10)} 的心率、呼吸和离床次数`}
    >
      <Panels view={view} width={width} />
    </svg>
  )
}

export function RangeChart({ view }: { view: HealthViewData }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const drawing = useMemo(() => width > 0 && <RangeDrawing view={view} width={width} />, [view, width])
  return (
    <div className="yy-hc-box" ref={box}>
      {drawing}
    </div>
  )
}
