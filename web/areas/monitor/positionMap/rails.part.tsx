// Fences on a floor: dashed and hatched in the colours of their kinds, with a label that says what they are for.
import { useId } from 'react'
import { middleOf, type Point } from '#contract/monitor/polygon'
import type { RailData } from '#contract/monitor/rail'
import { spanText, windowsText } from '#contract/monitor/ruleWords'
import { RailKind, type RailKindValue } from '#contract/monitor/words'
import { classes } from '#web/kit/classes'
import { Pin } from './floor.part.tsx'

export const RAIL_COLOURS: Readonly<Record<RailKindValue, { line: string; fill: string; tag: string; text: string }>> =
  {
    LEAVE: { line: '#1763b8', fill: 'none', tag: '#1763b8', text: '#fff' },
    ENTER: { line: '#c4221a', fill: 'hatch', tag: '#c4221a', text: '#fff' },
    STAY: { line: '#c98a0b', fill: 'rgb(250 220 140 / 45%)', tag: '#fff3dc', text: '#7a4a00' },
  }

export const pointsOf = (polygon: readonly (readonly number[])[]) => polygon.map(([x, y]) => `${x},${y}`).join(' ')

function labelOf(rail: RailData): string {
  if (rail.kind === 'LEAVE')
    return `${rail.railName}${rail.railName.includes('禁止离开') ? '' : ' 禁止离开'} ${rail.people} 人`
  if (rail.kind === 'ENTER') return `${rail.railName} 禁止进入 ${windowsText(rail.windows)}`
  return `${rail.railName} 滞留 ＞${spanText(rail.stayS ?? 0)}`
}

/** Chinese letters are as wide as high; others about half. */
const widthOf = (text: string) => [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 12 : 6.6), 0) + 16

function Label({ rail, scale }: { rail: RailData; scale: number }) {
  const polygon = rail.polygon as unknown as Point[]
  const xs = polygon.map((one) => one[0])
  const ys = polygon.map((one) => one[1])
  const span = (Math.max(...xs) - Math.min(...xs)) * scale
  const text = labelOf(rail)
  const colours = RAIL_COLOURS[rail.kind]
  const width = widthOf(text)
  // A label wider than its fence would cover the neighbours: then the kind alone, or nothing.
  const short = rail.kind === 'STAY' ? `滞留 ＞${spanText(rail.stayS ?? 0)}` : RailKind.label(rail.kind)
  const shown = width <= span ? text : widthOf(short) <= span ? short : null
  if (!shown) return null
  const w = widthOf(shown)
  const leave = rail.kind === 'LEAVE'
  // A fence that keeps people in is named at its lower left corner, where its inside stays free.
  const at: Point = leave ? [Math.min(...xs), Math.max(...ys)] : middleOf(polygon)
  const x = leave ? 16 : -w / 2
  return (
    <Pin at={at} scale={scale} className="yy-fence-label">
      <rect x={x} y={-11} width={w} height={22} rx={3} fill={rail.enabled ? colours.tag : '#eef1f4'} />
      <text x={x + w / 2} y={4.5} textAnchor="middle" fill={rail.enabled ? colours.text : '#566170'}>
        {shown}
      </text>
    </Pin>
  )
}

interface RailsProps {
  rails: readonly RailData[]
  scale: number
  /** Drawn by somebody else at the moment. */
  without?: string | null
  chosen?: string | null
  onChoose?(railId: string): void
}

export function Rails({ rails, scale, without, chosen, onChoose }: RailsProps) {
  const hatch = useId()
  const shown = rails.filter((one) => one.railId !== without)
  return (
    <g>
      <defs>
        <pattern
          id={hatch}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${1 / scale}) rotate(45)`}
        >
          <rect width="8" height="8" fill="rgb(253 236 234 / 75%)" />
          <line x1="0" y1="0" x2="0" y2="8" stroke="#e58a84" strokeWidth="2" />
        </pattern>
      </defs>
      {shown.map((one) => {
        const { fill } = RAIL_COLOURS[one.kind]
        const points = pointsOf(one.polygon)
        const off = !one.enabled
        return (
          <g
            key={one.railId}
            data-rail={one.railName}
            {...(onChoose && {
              onPointerUp: () => onChoose(one.railId),
              style: { cursor: 'pointer' },
            })}
          >
            <polygon points={points} className="yy-fence-under" fillOpacity={0} />
            <polygon
              points={points}
              className={classes('yy-fence', `is-${one.kind}`, off && 'is-off')}
              style={{
                fill: off ? 'rgb(238 241 244 / 50%)' : fill === 'hatch' ? `url(#${hatch})` : fill,
                ...(chosen === one.railId && { strokeWidth: 5 }),
              }}
            />
          </g>
        )
      })}
      {shown.map((one) => (
        <Label key={one.railId} rail={one} scale={scale} />
      ))}
    </g>
  )
}
