// The way somebody went: a dotted line with times along it, and the spot at the moment that is played.
import type { Point } from '#contract/monitor/polygon'
import type { TrailData } from '#contract/monitor/positionMap'
import { Pin } from './floor.part.tsx'
import { hourText, piecesOn } from './trail.ts'

const MARK_MS = 180_000
const MARK_METRES = 6

interface WayProps {
  points: TrailData['points']
  mapId: string
  scale: number
  /** Only what was walked until then. */
  until?: number
  /** Grey under the red: the rest of the way. */
  ghost?: boolean
}

/** Times along the way: where he came from, and every few minutes where he had moved on. */
function marksOf(points: TrailData['points']): TrailData['points'] {
  const marks: TrailData['points'] = []
  for (const point of points) {
    const before = marks.at(-1)
    if (!before) marks.push(point)
    else if (point.at - before.at >= MARK_MS && Math.hypot(point.x - before.x, point.y - before.y) >= MARK_METRES) {
      marks.push(point)
    }
  }
  return marks
}

export function Way({ points, mapId, scale, until, ghost }: WayProps) {
  const pieces = piecesOn(points, mapId, until)
  return (
    <g className="yy-way">
      {ghost &&
        piecesOn(points, mapId).map((piece) => (
          <polyline
            key={piece[0]!.at}
            className="yy-way-rest"
            points={piece.map((one) => `${one.x},${one.y}`).join(' ')}
          />
        ))}
      {pieces.map((piece) => (
        <polyline
          key={piece[0]!.at}
          className="yy-way-line"
          points={piece.map((one) => `${one.x},${one.y}`).join(' ')}
        />
      ))}
      {pieces.flatMap(marksOf).map((one) => (
        <Pin key={one.at} at={[one.x, one.y]} scale={scale}>
          <circle r={4.5} className="yy-way-mark" />
          <text x={9} y={17} className="yy-way-time yy-tiny">
            {hourText(one.at)}
          </text>
        </Pin>
      ))}
    </g>
  )
}

export function WaySpot({ at, scale, name }: { at: Point; scale: number; name: string }) {
  return (
    <Pin at={at} scale={scale}>
      <circle r={11} fill="rgb(196 34 26 / 22%)" />
      <circle r={6.5} fill="#c4221a" stroke="#fff" strokeWidth={1.6} />
      <text x={13} y={5} className="yy-way-name yy-tiny yy-strong">
        {name}
      </text>
    </Pin>
  )
}
