// The hand on the grid: chips dragged from the palette or from a cell, one chip painted over many cells, a range drawn with the
// mouse. The cells themselves know nothing of it: one listener on the grid, and the place under the pointer by its data.
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Content } from '#contract/administration/rosterMonth'

export interface Place {
  empId: string
  day: string
}
export interface Hand {
  content: Content
  /** Where it was taken from; null: from the palette. */
  from: Place | null
  x: number
  y: number
  over: Place | null
}

const placeAt = (x: number, y: number): Place | null => {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day][data-emp]')
  return cell ? { empId: cell.dataset.emp!, day: cell.dataset.day! } : null
}
const samePlace = (a: Place | null, b: Place | null) => a?.empId === b?.empId && a?.day === b?.day
/** A press that stays within this is no drag. */
const STILL = 4

interface PaintOptions {
  brush: Content | null
  editable: boolean
  contentAt(place: Place): Content | null
  locked(place: Place): boolean
  /** Dropped: with Ctrl it is copied. */
  onDrop(hand: Hand, copy: boolean): void
  onPaint(places: readonly Place[]): void
  onPress(place: Place, extend: boolean): void
  onExtend(place: Place): void
}

export function usePaint(options: PaintOptions) {
  const [hand, setHand] = useState<Hand | null>(null)
  const now = useRef(options)
  now.current = options
  const pressed = useRef<{
    kind: 'chip' | 'paint' | 'range'
    x: number
    y: number
    content: Content | null
    from: Place | null
  } | null>(null)
  const held = useRef<Hand | null>(null)
  const done = useRef<Place | null>(null)
  const show = useCallback((next: Hand | null) => {
    held.current = next
    setHand(next)
  }, [])

  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => {
      const press = pressed.current
      if (!press) return
      const { clientX: x, clientY: y } = event
      const over = placeAt(x, y)
      if (press.kind === 'paint') {
        if (over && !samePlace(over, done.current)) {
          done.current = over
          now.current.onPaint([over])
        }
        return
      }
      if (press.kind === 'range') {
        if (over && !samePlace(over, done.current)) {
          done.current = over
          now.current.onExtend(over)
        }
        return
      }
      if (!held.current && Math.hypot(x - press.x, y - press.y) < STILL) return
      show({ content: press.content!, from: press.from, x, y, over })
    }
    const up = (event: globalThis.PointerEvent) => {
      const taken = held.current
      pressed.current = null
      done.current = null
      if (taken) {
        show(null)
        if (taken.over) now.current.onDrop(taken, event.ctrlKey || event.metaKey)
      }
    }
    const give = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !held.current) return
      pressed.current = null
      show(null)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
    window.addEventListener('keydown', give)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
      window.removeEventListener('keydown', give)
    }
  }, [show])

  const onCellDown = useCallback((event: PointerEvent) => {
    if (event.button !== 0) return
    const { clientX: x, clientY: y } = event
    const place = placeAt(x, y)
    if (!place) return
    const { brush, editable, contentAt, locked, onPaint, onPress } = now.current
    onPress(place, event.shiftKey)
    if (event.shiftKey) return
    const content = contentAt(place)
    done.current = place
    if (brush && editable) {
      pressed.current = { kind: 'paint', x, y, content: brush, from: null }
      onPaint([place])
    } else if (editable && content && !locked(place) && (event.target as HTMLElement).closest('.yy-ros-chip')) {
      pressed.current = { kind: 'chip', x, y, content, from: place }
    } else pressed.current = { kind: 'range', x, y, content: null, from: place }
    // Text is not selected while the hand moves.
    event.preventDefault()
  }, [])
  const onChipDown = useCallback((event: PointerEvent, content: Content) => {
    if (event.button !== 0) return
    pressed.current = { kind: 'chip', x: event.clientX, y: event.clientY, content, from: null }
    event.preventDefault()
  }, [])
  return { hand, onCellDown, onChipDown }
}
