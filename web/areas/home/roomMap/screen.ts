// The screen around the map: its width, the clock, full screen, and which floor it stands at.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ALL_FLOORS } from './bar.part.tsx'
import type { MapFloor } from './layout.ts'

const SCROLL_BAR = 15

/**
 * The room that floors have, without padding and scroll bar: 0 until the page is measured, which is before they are drawn
 * for the first time, then what the page leaves for them, then as it is.
 */
export function useWidthOf(
  page: RefObject<HTMLElement | null>,
  area: RefObject<HTMLElement | null>,
  ready: boolean,
): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    setWidth((now) => now || (page.current?.clientWidth ?? 0) - SCROLL_BAR)
  }, [page])
  useLayoutEffect(() => {
    const box = area.current
    if (!ready || !box) return
    // Told with the layout of the first picture, before it is painted: to ask earlier would lay everything out twice.
    const watch = new ResizeObserver(() => flushSync(() => setWidth(box.clientWidth - 24)))
    watch.observe(box)
    return () => watch.disconnect()
  }, [area, ready])
  return width
}

const MINUTE = 60_000
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
const clock = () => ({ now: Date.now(), today: DAY.format(new Date()) })

/** Advances each minute: who is late is late by the clock. */
export function useMinute() {
  const [time, setTime] = useState(clock)
  useEffect(() => {
    const timer = window.setInterval(() => setTime(clock()), MINUTE)
    return () => window.clearInterval(timer)
  }, [])
  return time
}

/** The page over everything else; the browser's own full screen where it allows it. */
export function useFullScreen(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    if (!full) return
    const left = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('.ant-drawer-open, .yy-bed-card')) setFull(false)
    }
    document.addEventListener('fullscreenchange', left)
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('fullscreenchange', left)
      document.removeEventListener('keydown', key)
    }
  }, [full])
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  const toggle = useCallback(() => {
    if (full) {
      setFull(false)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      return
    }
    setFull(true)
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
  }, [full])
  return [full, toggle]
}

/** Which building and floor are at the top of the map, and the way to others. */
export function useScrollSpy(area: RefObject<HTMLElement | null>, floors: readonly MapFloor[]) {
  const first = floors[0]
  const [at, setAt] = useState<{ building: string; floor: string }>({ building: '', floor: ALL_FLOORS })
  /** What was chosen stays chosen while the map scrolls to it. */
  const held = useRef(0)
  const frame = useRef(0)

  const look = useCallback(() => {
    frame.current = 0
    const box = area.current
    if (!box || Date.now() < held.current) return
    const sections = [...box.querySelectorAll<HTMLElement>('[data-floor]')]
    const top = box.scrollTop + 40
    const bottom = box.scrollTop + box.clientHeight >= box.scrollHeight - 2
    const here =
      bottom && box.scrollTop > 0
        ? (sections.find((one) => one.offsetTop + one.offsetHeight / 2 > box.scrollTop) ?? sections.at(-1))
        : (sections.findLast((one) => one.offsetTop <= top) ?? sections[0])
    const floor = floors.find((one) => one.key === here?.dataset.floor)
    if (!floor) return
    const isTop = floors.find((one) => one.buildingKey === floor.buildingKey) === floor && box.scrollTop < 8
    const next = { building: floor.buildingKey, floor: isTop ? ALL_FLOORS : floor.key }
    setAt((now) => (now.building === next.building && now.floor === next.floor ? now : next))
  }, [area, floors])

  const onScroll = useCallback(() => {
    if (frame.current === 0) frame.current = requestAnimationFrame(look)
  }, [look])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const scrollTo = (key: string | undefined) => {
    const box = area.current
    const section = key === undefined ? null : box?.querySelector<HTMLElement>(`[data-floor="${CSS.escape(key)}"]`)
    if (!box || !section) return
    held.current = Date.now() + 600
    box.scrollTo({ top: section.offsetTop, behavior: 'smooth' })
  }
  const toBuilding = (key: string) => {
    setAt({ building: key, floor: ALL_FLOORS })
    scrollTo(floors.find((one) => one.buildingKey === key)?.key)
  }
  const toFloor = (key: string) => {
    const target =
      key === ALL_FLOORS ? floors.find((one) => one.buildingKey === at.building) : floors.find((one) => one.key === key)
    if (!target) return
    setAt({ building: target.buildingKey, floor: key })
    scrollTo(target.key)
  }
  return {
    building: at.building || (first?.buildingKey ?? ''),
    floor: at.floor,
    onScroll,
    toBuilding,
    toFloor,
  }
}
