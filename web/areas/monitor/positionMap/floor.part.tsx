// A floor on the screen: its picture, the names of its rooms, and whatever is drawn on top, in metres.
import { Minus, Plus, Scan } from 'lucide-react'
import { memo, type ReactNode, type RefObject } from 'react'
import { middleOf, type Point } from '#contract/monitor/polygon'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { classes } from '#web/kit/classes'
import type { FloorView } from './view.ts'
import './floor.css'

/** Stands at a spot in metres and keeps its size in pixels whatever the zoom. */
export function Pin({
  at,
  scale,
  glide,
  children,
  ...rest
}: {
  at: Point
  scale: number
  /** Moves smoothly to a new spot. */
  glide?: boolean
  className?: string
  children: ReactNode
  onClick?(): void
}) {
  return (
    <g
      className={classes(glide && 'yy-floor-glide', rest.className)}
      style={{ transform: `translate(${at[0]}px, ${at[1]}px)` }}
      {...(rest.onClick && { onClick: rest.onClick })}
    >
      <g transform={`scale(${1 / scale})`}>{children}</g>
    </g>
  )
}

const LONG = 3.2
/** Zones too narrow on the screen for their name. */
const NARROW = 26

const ZoneNames = memo(function ZoneNames({ map, scale }: { map: FloorMapData; scale: number }) {
  return map.zones.map((zone) => {
    const polygon = zone.polygon as unknown as Point[]
    const xs = polygon.map((one) => one[0])
    const ys = polygon.map((one) => one[1])
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
    if (width * scale < NARROW || height * scale < 18) return null
    const long = width / height > LONG
    const bed = /^\d/.test(zone.name)
    const name = bed ? zone.name.replace(/室$/, '') : zone.name
    // A name wider than its room would run into the next one.
    const needs = [...name].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 13 : 8), 10)
    if (!long && needs > width * scale) return null
    const at: Point = long ? middleOf(polygon) : [left, top]
    return (
      <Pin key={zone.name} at={at} scale={scale}>
        <text
          className={classes('yy-floor-zone yy-text-13', bed && 'is-room', long && 'is-middle')}
          x={long ? 0 : 7}
          y={long ? 4 : 17}
          textAnchor={long ? 'middle' : 'start'}
        >
          {long ? [...name].join('　') : name}
        </text>
      </Pin>
    )
  })
})

interface FloorProps {
  box: RefObject<HTMLDivElement | null>
  map: FloorMapData | undefined
  floor: FloorView
  /** Below the names of the rooms. */
  under?: ReactNode
  children?: ReactNode
  /** Panels that float over the map. */
  over?: ReactNode
  className?: string
  names?: boolean
}

export function Floor({ box, map, floor, under, children, over, className, names = true }: FloorProps) {
  const { view, size } = floor
  return (
    <div
      ref={box}
      className={classes('yy-floor yy-relative yy-flex-1 yy-low yy-hidden', floor.moving && 'is-moving', className)}
    >
      {map && size.width > 0 && (
        <svg
          width={size.width}
          height={size.height}
          role="group"
          aria-label={`${map.buildingName} ${map.mapName} 平面图`}
          {...floor.handlers}
        >
          <g transform={`translate(${view.left} ${view.top}) scale(${view.scale})`}>
            <image
              href={map.picture}
              width={map.widthPx / map.pxPerMetre}
              height={map.heightPx / map.pxPerMetre}
              preserveAspectRatio="none"
            />
            {under}
            {names && <ZoneNames map={map} scale={view.scale} />}
            {children}
          </g>
        </svg>
      )}
      <div className="yy-floor-zoom yy-float yy-grid yy-white yy-round">
        <button className="yy-bare yy-grid yy-soft-ink" type="button" aria-label="放大" onClick={() => floor.zoom(1.3)}>
          <Plus size={16} aria-hidden />
        </button>
        <button
          className="yy-bare yy-grid yy-soft-ink"
          type="button"
          aria-label="缩小"
          onClick={() => floor.zoom(1 / 1.3)}
        >
          <Minus size={16} aria-hidden />
        </button>
        <button className="yy-bare yy-grid yy-soft-ink" type="button" aria-label="显示整张地图" onClick={floor.fitIn}>
          <Scan size={16} aria-hidden />
        </button>
      </div>
      {over}
    </div>
  )
}
