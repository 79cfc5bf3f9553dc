// The last half hour of a value, small; gaps where nothing was read, the limits where they are near.
import { memo } from 'react'
import type { Point } from './live.ts'

const WIDE = 200
const HIGH = 44
const HALF_HOUR = 30 * 60_000
/** Farther apart than this is a gap, not a line. */
const GAP = 130_000

interface SparklineProps {
  points: readonly Point[]
  color: string
  upper: number | null
  lower: number | null
  /** The scale shows at least this much. */
  least: number
  label: string
}

export const Sparkline = memo(function Sparkline({ points, color, upper, lower, least, label }: SparklineProps) {
  const to = Math.max(points.at(-1)?.at ?? 0, Date.now() - 60_000)
  const from = to - HALF_HOUR
  const shown = points.filter((point) => point.at >= from)
  const values = shown.map((point) => point.value).filter((value) => value !== null)
  if (values.length === 0)
    return <span className="yy-mm-none yy-grid yy-tint yy-second yy-small">近 30 分钟无读数</span>
  const middle = (Math.min(...values) + Math.max(...values)) / 2
  const half = Math.max(least / 2, (Math.max(...values) - Math.min(...values)) / 2 + 2)
  const [low, high] = [middle - half, middle + half]
  const x = (at: number) => ((at - from) / HALF_HOUR) * WIDE
  const y = (value: number) => 2 + (HIGH - 4) * (1 - (value - low) / (high - low))
  let path = ''
  let last: Point | null = null
  for (const point of shown) {
    if (point.value === null) {
      last = null
      continue
    }
    const joined = last !== null && point.at - last.at < GAP
    path += `${joined ? 'L' : 'M'}${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}${joined ? '' : 'h0.01'}`
    last = point
  }
  return (
    <svg
      className="yy-mm-spark yy-block yy-wide"
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {[upper, lower].map(
        (limit) =>
          limit !== null &&
          limit > low &&
          limit < high && <line key={limit} className="yy-mm-limit" x1={0} x2={WIDE} y1={y(limit)} y2={y(limit)} />,
      )}
      <path d={path} stroke={color} vectorEffect="non-scaling-stroke" />
    </svg>
  )
})

interface Run {
  from: number
  to: number
  inside: boolean
}

/** Neighbouring slots of one kind as one, so that no seams show. */
function runsOf(curve: readonly (number | null)[]): Run[] {
  const runs: Run[] = []
  for (const [i, share] of curve.entries()) {
    if (share === null) continue
    const inside = share >= 0.5
    const last = runs.at(-1)
    if (last?.to === i && last.inside === inside) last.to = i + 1
    else runs.push({ from: i, to: i + 1, inside })
  }
  return runs
}

/** Twelve hours in and out of bed. */
export const BedStrip = memo(function BedStrip({ curve }: { curve: readonly (number | null)[] }) {
  const step = WIDE / Math.max(1, curve.length)
  return (
    <svg
      className="yy-mm-spark yy-block yy-wide"
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="近 12 小时在床情况"
    >
      <rect className="yy-mm-lane" x={0} y={8} width={WIDE} height={28} />
      {runsOf(curve).map(({ from, to, inside }) => (
        <rect
          key={from}
          className={inside ? 'yy-mm-in' : 'yy-mm-out'}
          x={from * step}
          y={inside ? 8 : 26}
          width={(to - from) * step}
          height={inside ? 28 : 10}
        />
      ))}
    </svg>
  )
})

/** Turn-overs of the last four hours. */
export const TurnTicks = memo(function TurnTicks({ curve }: { curve: readonly (number | null)[] }) {
  const step = WIDE / Math.max(1, curve.length)
  const most = Math.max(3, ...curve.map((value) => value ?? 0))
  return (
    <svg
      className="yy-mm-spark yy-block yy-wide"
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="近 4 小时翻身"
    >
      <line className="yy-mm-base" x1={0} x2={WIDE} y1={HIGH - 2} y2={HIGH - 2} />
      {curve.map((value, i) =>
        value === null ? null : (
          <rect
            key={i}
            className={value > 0 ? 'yy-mm-turn' : 'yy-mm-still'}
            x={i * step + step * 0.3}
            y={HIGH - 2 - Math.max(2, ((HIGH - 8) * value) / most)}
            width={step * 0.4}
            height={Math.max(2, ((HIGH - 8) * value) / most)}
          />
        ),
      )}
    </svg>
  )
})
