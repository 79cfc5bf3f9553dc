// Which rooms of the map are drawn. What is on the screen comes first; the rest of a house of usual size follows at once,
// so that the browser's own search and screen readers find everything. Of a very large one only what is on the screen,
// half a screen before and behind it, and the bed with the focus are drawn; the rest keeps its place and says what it is.
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type Band, bandsOf, floorHeight, type MapFloor, type MapGrid, MEASURES } from './layout.ts'

/** Houses up to this size are drawn whole. */
export const WHOLE_HOUSE = 600

export interface FloorPlan {
  floor: MapFloor
  above: readonly Band[]
  below: readonly Band[]
  /** Number of its first band among all of the house. */
  first: number
  height: number
}

export interface HousePlan {
  floors: readonly FloorPlan[]
  /** Top and bottom of every band, from the top of the first floor. */
  spans: readonly (readonly [top: number, bottom: number])[]
  beds: number
}

export function planOf(floors: readonly MapFloor[], grid: MapGrid): HousePlan {
  const plans: FloorPlan[] = []
  const spans: [number, number][] = []
  let top = 0
  let beds = 0
  for (const floor of floors) {
    const { above, below } = bandsOf(floor, grid)
    const height = floorHeight(floor, grid)
    plans.push({ floor, above, below, first: spans.length, height })
    for (const band of [...above, ...below]) spans.push([top + band.top, top + band.top + band.height])
    top += height + MEASURES.foot
    beds += floor.beds
  }
  return { floors: plans, spans, beds }
}

/** Bands from and up to, the second not included, and one that is drawn wherever it is. */
export interface Drawn {
  from: number
  to: number
  kept: number
}

const NONE = -1
const ALL: Drawn = { from: 0, to: Number.POSITIVE_INFINITY, kept: NONE }

/** The bands that touch this stretch of the map. */
export function bandsBetween(plan: HousePlan, top: number, bottom: number): { from: number; to: number } {
  const from = plan.spans.findIndex((span) => span[1] > top)
  if (from < 0) return { from: plan.spans.length, to: plan.spans.length }
  const to = plan.spans.findIndex((span, at) => at >= from && span[0] >= bottom)
  return { from, to: to < 0 ? plan.spans.length : to }
}

export function bandOf(plan: HousePlan, bedId: string | null): number {
  if (bedId === null) return NONE
  for (const { first, above, below } of plan.floors) {
    const at = [...above, ...below].findIndex((band) =>
      band.rooms.some((room) => room.beds.some((bed) => bed.bedId === bedId)),
    )
    if (at >= 0) return first + at
  }
  return NONE
}

/** `offset`: what stands above the first floor. `kept` names the bed that must not leave the page. */
export function useSeen(
  area: RefObject<HTMLElement | null>,
  floors: readonly MapFloor[],
  grid: MapGrid,
  offset: number,
  kept: () => string | null,
) {
  const plan = useMemo(() => planOf(floors, grid), [floors, grid])
  const [drawn, setDrawn] = useState<Drawn>(() => ({ ...bandsBetween(plan, 0, window.innerHeight), kept: NONE }))
  const [settled, setSettled] = useState(false)
  const [printing, setPrinting] = useState(false)
  const whole = printing || (settled && plan.beds <= WHOLE_HOUSE)
  const latest = useRef({ plan, offset, kept })
  latest.current = { plan, offset, kept }

  const look = useCallback(() => {
    const box = area.current
    if (!box) return
    const { plan: now, offset: above, kept: keeps } = latest.current
    if (now.beds <= WHOLE_HOUSE) return
    const half = box.clientHeight / 2
    const top = box.scrollTop - above
    const next = { ...bandsBetween(now, top - half, top + 3 * half), kept: bandOf(now, keeps()) }
    setDrawn((was) => (was.from === next.from && was.to === next.to && was.kept === next.kept ? was : next))
  }, [area])

  // After the first picture: the rest of the house, or what lies around the screen.
  useEffect(() => startTransition(() => setSettled(true)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other floors or another width lie elsewhere
  useLayoutEffect(() => {
    if (settled) look()
  }, [settled, plan, offset, look])
  useEffect(() => {
    const box = area.current
    if (!box) return
    let frame = 0
    const onScroll = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        look()
      })
    }
    const print = (on: boolean) => () => flushSync(() => setPrinting(on))
    const [before, after] = [print(true), print(false)]
    box.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', look)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      cancelAnimationFrame(frame)
      box.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', look)
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [area, look])

  /** Draws the bed, wherever it lies. */
  const reach = useCallback((bedId: string) => {
    const at = bandOf(latest.current.plan, bedId)
    flushSync(() => setDrawn((was) => ({ ...was, kept: at })))
  }, [])

  return { plan, drawn: whole ? ALL : drawn, reach }
}
