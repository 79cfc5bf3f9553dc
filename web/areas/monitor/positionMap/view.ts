// Which part of a floor is on the screen: zoomed with the wheel, moved by dragging, fitted when the map changes.
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Point } from '#contract/monitor/polygon'
import type { FloorMapData } from '#contract/monitor/positionMap'

/** Screen pixels per metre, and where the map's upper left corner is. */
export interface View {
  scale: number
  left: number
  top: number
}

export interface FloorView {
  view: View
  size: { width: number; height: number }
  /** Dragging: dots must not glide behind. */
  moving: boolean
  zoom(factor: number, around?: Point): void
  fitIn(): void
  /** Brings a spot to the middle, near enough to see a room. */
  centre(at: Point): void
  toMap(clientX: number, clientY: number): Point
  handlers: {
    onPointerDown(event: PointerEvent<SVGSVGElement>): void
    onPointerMove(event: PointerEvent<SVGSVGElement>): void
    onPointerUp(event: PointerEvent<SVGSVGElement>): void
  }
}

const MIN = 2
const MAX = 160
const MARGIN = 14
const ROOM_SCALE = 20
/** Further than this a press is a drag. */
const CLICK = 4

const clamp = (scale: number) => Math.min(MAX, Math.max(MIN, scale))

function fitted(map: FloorMapData, width: number, height: number, insets: Insets): View {
  const [w, h] = [map.widthPx / map.pxPerMetre, map.heightPx / map.pxPerMetre]
  const roomW = Math.max(60, width - MARGIN * 2 - insets.left - insets.right)
  const roomH = Math.max(60, height - MARGIN * 2 - insets.top - insets.bottom)
  const scale = clamp(Math.min(roomW / w, roomH / h))
  return {
    scale,
    left: MARGIN + insets.left + (roomW - w * scale) / 2,
    top: MARGIN + insets.top + (roomH - h * scale) / 2,
  }
}

/** Covered by panels that float over the map. */
export interface Insets {
  left: number
  top: number
  right: number
  bottom: number
}
export const NO_INSETS: Insets = { left: 0, top: 0, right: 0, bottom: 0 }

export function useFloorView(
  box: RefObject<HTMLElement | null>,
  map: FloorMapData | undefined,
  insets: Insets = NO_INSETS,
  onPress?: (at: Point, event: PointerEvent<SVGSVGElement>) => void,
): FloorView {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [view, setView] = useState<View>({ scale: 10, left: 0, top: 0 })
  const [moving, setMoving] = useState(false)
  const drag = useRef<{ x: number; y: number; left: number; top: number; moved: boolean } | null>(null)
  const touched = useRef(false)
  const latest = useRef({ view, size, map, insets })
  latest.current = { view, size, map, insets }

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])

  const fitIn = useCallback(() => {
    const { map: now, size: room, insets: covered } = latest.current
    touched.current = false
    if (now && room.width > 0) setView(fitted(now, room.width, room.height, covered))
  }, [])

  const mapId = map?.mapId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map begins fitted
  useEffect(() => {
    fitIn()
  }, [mapId, fitIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window that changes its size keeps what the user chose
  useEffect(() => {
    if (!touched.current) fitIn()
  }, [size.width, size.height, fitIn])

  const zoom = useCallback((factor: number, around?: Point) => {
    touched.current = true
    setView((now) => {
      const { size: room } = latest.current
      const [x, y] = around ?? [room.width / 2, room.height / 2]
      const scale = clamp(now.scale * factor)
      const ratio = scale / now.scale
      return { scale, left: x - (x - now.left) * ratio, top: y - (y - now.top) * ratio }
    })
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // React listens passively; the page would scroll along.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const rect = element.getBoundingClientRect()
      zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [event.clientX - rect.left, event.clientY - rect.top])
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [box, zoom])

  const centre = useCallback((at: Point) => {
    touched.current = true
    setView((now) => {
      const { size: room } = latest.current
      const scale = Math.max(now.scale, ROOM_SCALE)
      return { scale, left: room.width / 2 - at[0] * scale, top: room.height / 2 - at[1] * scale }
    })
  }, [])

  const toMap = useCallback(
    (clientX: number, clientY: number): Point => {
      const rect = box.current!.getBoundingClientRect()
      const { scale, left, top } = latest.current.view
      return [(clientX - rect.left - left) / scale, (clientY - rect.top - top) / scale]
    },
    [box],
  )

  const press = useRef(onPress)
  press.current = onPress
  const handlers: FloorView['handlers'] = {
    onPointerDown(event) {
      if (event.button !== 0) return
      drag.current = { x: event.clientX, y: event.clientY, left: view.left, top: view.top, moved: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event) {
      const from = drag.current
      if (!from) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!from.moved && Math.hypot(dx, dy) < CLICK) return
      if (!from.moved) setMoving(true)
      from.moved = true
      touched.current = true
      setView((now) => ({ ...now, left: from.left + dx, top: from.top + dy }))
    },
    onPointerUp(event) {
      const from = drag.current
      drag.current = null
      setMoving(false)
      if (from && !from.moved) press.current?.(toMap(event.clientX, event.clientY), event)
    },
  }
  return { view, size, moving, zoom, fitIn, centre, toMap, handlers }
}
