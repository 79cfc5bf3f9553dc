// A trail and the clock that plays it.

import { useEffect, useMemo, useRef, useState } from 'react'
import { secondText, timeText } from '#contract/kit/clock'
import { positionMap, type TrailData } from '#contract/monitor/positionMap'
import { useCall } from '#web/kit/query'

export const clockText = secondText
export const hourText = (at: number) => secondText(at).slice(0, 5)

export interface Span {
  from: number
  to: number
}

export function useTrail(deviceId: string | null, span: Span | null, again: number | false = false) {
  return useCall(
    positionMap.calls.trail,
    deviceId && span ? { deviceId, startTime: timeText(span.from), endTime: timeText(span.to) } : null,
    { staleTime: 60_000, refetchInterval: again, keepPrevious: again !== false },
  )
}

type TrailPoint = TrailData['points'][number]

/** Longer without a fix: nobody knows where he was, so nothing is drawn between. */
const GAP_MS = 120_000

/** The pieces of the way on one map, without bridges over gaps and other floors. */
export function piecesOn(
  points: readonly TrailPoint[],
  mapId: string,
  until = Number.POSITIVE_INFINITY,
): TrailPoint[][] {
  const pieces: TrailPoint[][] = []
  let last: TrailPoint | null = null
  for (const point of points) {
    if (point.at > until) break
    if (point.mapId === mapId) {
      const joined = last && last.mapId === mapId && point.at - last.at <= GAP_MS
      if (joined) pieces.at(-1)!.push(point)
      else pieces.push([point])
    }
    last = point
  }
  return pieces
}

/** Where he was at a moment: between two fixes on the line, after a gap at the last known spot. */
export function spotAt(points: readonly TrailPoint[], at: number): TrailPoint | null {
  if (points.length === 0) return null
  let low = 0
  let high = points.length - 1
  if (at <= points[0]!.at) return points[0]!
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (points[middle]!.at <= at) low = middle
    else high = middle - 1
  }
  const [a, b] = [points[low]!, points[low + 1]]
  if (!b || b.mapId !== a.mapId || b.at - a.at > GAP_MS) return a
  const part = (at - a.at) / (b.at - a.at)
  return { at, mapId: a.mapId, x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}

export const SPEEDS = [1, 10, 30, 60, 120] as const

export interface Player {
  at: number
  playing: boolean
  speed: number
  seek(at: number): void
  toggle(): void
  setSpeed(speed: number): void
}

const FRAME_MS = 100

/** Plays from the first to the last fix; ends there. */
export function usePlayer(points: readonly TrailPoint[] | undefined, span: Span | null): Player {
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(30)
  const first = points?.[0]?.at ?? span?.from ?? 0
  const last = points?.at(-1)?.at ?? span?.to ?? 0
  const trail = useMemo(() => `${points?.length ?? 0}:${first}:${last}`, [points, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trail begins at its beginning
  useEffect(() => {
    setAt(first)
    setPlaying(false)
  }, [trail])
  const clock = useRef({ speed, last })
  clock.current = { speed, last }
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      setAt((now) => {
        const next = now + FRAME_MS * clock.current.speed
        if (next < clock.current.last) return next
        setPlaying(false)
        return clock.current.last
      })
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [playing])
  return {
    at,
    playing,
    speed,
    seek: setAt,
    toggle: () => {
      if (!playing && at >= last) setAt(first)
      setPlaying(!playing)
    },
    setSpeed,
  }
}
