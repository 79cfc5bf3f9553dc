// A shape while it is drawn: corners are clicked, dragged, put in between and taken out; every step can be taken back.
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { MAX_CORNERS, type Point, polygonFaults } from '#contract/monitor/polygon'
import type { FloorMapData } from '#contract/monitor/positionMap'

interface Shape {
  corners: readonly Point[]
  closed: boolean
}

export interface Drawing extends Shape {
  /** Something is being drawn or edited. */
  active: boolean
  selected: number | null
  /** What is wrong with it; null: it can be kept. */
  fault: string | null
  canUndo: boolean
  begin(corners?: readonly Point[]): void
  end(): void
  /** A click on the map: the next corner, or the first again, which closes it. */
  press(at: Point, scale: number): void
  select(index: number | null): void
  /** While dragging; `settle` ends it and makes it one step. */
  move(index: number, at: Point): void
  settle(): void
  insert(index: number, at: Point): void
  remove(index: number): void
  replace(corners: readonly Point[]): void
  close(): void
  undo(): void
}

const EMPTY: Shape = { corners: [], closed: false }
/** Pixels within which a corner jumps to a wall. */
const SNAP = 9

const cm = (value: number) => Math.round(value * 100) / 100

/** To the nearest wall of a room in either direction, when it is near enough. */
export function snapTo(map: FloorMapData | undefined, [x, y]: Point, scale: number): Point {
  const reach = SNAP / scale
  let [bestX, bestY] = [reach, reach]
  let [snapX, snapY] = [x, y]
  for (const zone of map?.zones ?? []) {
    for (const [zx, zy] of zone.polygon as unknown as Point[]) {
      if (Math.abs(zx - x) < bestX) {
        bestX = Math.abs(zx - x)
        snapX = zx
      }
      if (Math.abs(zy - y) < bestY) {
        bestY = Math.abs(zy - y)
        snapY = zy
      }
    }
  }
  return [cm(snapX), cm(snapY)]
}

export function useDrawing(): Drawing {
  const [active, setActive] = useState(false)
  const [shape, setShape] = useState<Shape>(EMPTY)
  const [past, setPast] = useState<readonly Shape[]>([])
  const [dragged, setDragged] = useState<Shape | null>(null)
  const [selected, setSelected] = useState<number | null>(null)
  const shown = dragged ?? shape

  const step = useCallback(
    (next: Shape) => {
      setPast((before) => [...before, shape])
      setShape(next)
      setDragged(null)
    },
    [shape],
  )
  const fault = useMemo(() => {
    if (!active) return null
    if (!shown.closed) {
      if (shown.corners.length === 0) return '请在地图上依次点出围栏的角点'
      return shown.corners.length < 3 ? `再点 ${3 - shown.corners.length} 个角点` : '点第一个角点（或按回车）闭合围栏'
    }
    return polygonFaults(shown.corners)
  }, [active, shown])

  return {
    active,
    ...shown,
    selected,
    fault,
    canUndo: past.length > 0,
    begin(corners) {
      setActive(true)
      setShape(corners ? { corners, closed: true } : EMPTY)
      setPast([])
      setDragged(null)
      setSelected(null)
    },
    end() {
      setActive(false)
      setShape(EMPTY)
      setPast([])
      setDragged(null)
      setSelected(null)
    },
    press(at, scale) {
      if (!active) return
      if (shape.closed) {
        setSelected(null)
        return
      }
      const first = shape.corners[0]
      const near = first && Math.hypot(first[0] - at[0], first[1] - at[1]) * scale < 14
      if (near && shape.corners.length >= 3) step({ ...shape, closed: true })
      else if (!near && shape.corners.length < MAX_CORNERS) step({ corners: [...shape.corners, at], closed: false })
    },
    select: setSelected,
    move(index, at) {
      const corners = [...(dragged ?? shape).corners]
      corners[index] = at
      setDragged({ ...shape, corners })
    },
    settle() {
      if (dragged) step(dragged)
    },
    insert(index, at) {
      if (shape.corners.length >= MAX_CORNERS) return
      step({ ...shape, corners: [...shape.corners.slice(0, index + 1), at, ...shape.corners.slice(index + 1)] })
      setSelected(index + 1)
    },
    remove(index) {
      if (shape.closed && shape.corners.length <= 3) return
      step({ ...shape, corners: shape.corners.filter((_, at) => at !== index) })
      setSelected(null)
    },
    replace(corners) {
      step({ corners, closed: true })
      setSelected(null)
    },
    close() {
      if (!shape.closed && shape.corners.length >= 3) step({ ...shape, closed: true })
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      setPast(past.slice(0, -1))
      setShape(before)
      setDragged(null)
      setSelected(null)
    },
  }
}

/** Esc takes a step back (with nothing left: `onCancel`), Enter closes, Delete takes the chosen corner out. */
export function useDrawingKeys(box: RefObject<HTMLElement | null>, drawing: Drawing, onCancel: () => void): void {
  useEffect(() => {
    if (!drawing.active) return
    const press = (event: KeyboardEvent) => {
      // A page in a hidden tab hears nothing, and whoever types keeps the keys.
      if (!box.current || box.current.offsetParent === null || box.current.closest('[data-behind]')) return
      const target = event.target as HTMLElement | null
      if (target?.closest('input, textarea, .ant-select, .ant-drawer, .ant-modal, .ant-picker-dropdown')) return
      if (event.key === 'Escape') {
        event.preventDefault()
        if (drawing.canUndo) drawing.undo()
        else onCancel()
      } else if (event.key === 'Enter') drawing.close()
      else if ((event.key === 'Delete' || event.key === 'Backspace') && drawing.selected !== null) {
        drawing.remove(drawing.selected)
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [box, drawing, onCancel])
}
