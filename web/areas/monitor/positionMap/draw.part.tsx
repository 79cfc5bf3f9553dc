// The shape that is being drawn, with handles: corners to drag, small ones between them to insert another.
import { type PointerEvent, useState } from 'react'
import type { Point } from '#contract/monitor/polygon'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { classes } from '#web/kit/classes'
import { type Drawing, snapTo } from './draw.ts'
import { Pin } from './floor.part.tsx'
import { pointsOf } from './rails.part.tsx'
import type { FloorView } from './view.ts'
import './draw.css'

interface DrawLayerProps {
  drawing: Drawing
  floor: FloorView
  map: FloorMapData
  colour: string
}

export function DrawLayer({ drawing, floor, map, colour }: DrawLayerProps) {
  const { corners, closed, fault } = drawing
  const { scale } = floor.view
  const [held, setHeld] = useState<number | null>(null)
  if (!drawing.active) return null
  const at = (event: PointerEvent) => snapTo(map, floor.toMap(event.clientX, event.clientY), scale)
  const wrong = closed && fault !== null
  const sides = corners.map((one, i) => [one, corners[(i + 1) % corners.length]!] as const)
  return (
    <g className={classes('yy-draw', wrong && 'is-wrong')} style={{ color: wrong ? '#c4221a' : colour }}>
      {closed ? (
        <polygon className="yy-draw-shape" points={pointsOf(corners)} />
      ) : (
        <polyline className="yy-draw-line" points={pointsOf(corners)} />
      )}
      {closed &&
        sides.map(([a, b], i) => {
          const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
          if (Math.hypot(a[0] - b[0], a[1] - b[1]) * scale < 40) return null
          return (
            <Pin key={`m${i}`} at={middle} scale={scale}>
              <g
                role="button"
                tabIndex={-1}
                aria-label={`在第 ${i + 1} 条边上加角点`}
                className="yy-draw-between"
                onPointerDown={(event) => {
                  event.stopPropagation()
                  drawing.insert(i, middle)
                }}
              >
                <circle r={12} fill="transparent" />
                <circle r={5} />
              </g>
            </Pin>
          )
        })}
      {corners.map((one, i) => (
        <Pin key={i} at={one} scale={scale}>
          <g
            role="button"
            tabIndex={0}
            aria-label={`角点 ${i + 1}`}
            data-corner={i}
            className={classes('yy-draw-corner', drawing.selected === i && 'is-selected')}
            onPointerDown={(event) => {
              if (event.button !== 0) return
              event.stopPropagation()
              if (!closed && i === 0 && corners.length >= 3) {
                drawing.close()
                return
              }
              drawing.select(i)
              setHeld(i)
              event.currentTarget.setPointerCapture(event.pointerId)
            }}
            onPointerMove={(event) => {
              if (held === i) drawing.move(i, at(event))
            }}
            onPointerUp={(event) => {
              event.stopPropagation()
              if (held !== i) return
              setHeld(null)
              drawing.settle()
            }}
            onContextMenu={(event) => {
              event.preventDefault()
              drawing.remove(i)
            }}
            onFocus={() => drawing.select(i)}
          >
            <circle r={14} fill="transparent" />
            <circle r={7} />
            <text className="yy-tiny yy-strong" y={-12}>
              {i + 1}
            </text>
          </g>
        </Pin>
      ))}
    </g>
  )
}
