// What the heartbeats say about the connection: the latest round trips and their middle and worst.
import { useEffect, useState } from 'react'
import { useConnection } from '#web/kit/realtime'
import type { Connection } from '#web/kit/socket'

export const KEPT_BEATS = 60
/** From the guide: over 2 s amber, over 10 s the wall says that it is cut off. */
export const SLOW_MS = 2_000
export const CUT_OFF_MS = 10_000

export interface Beats {
  list: readonly number[]
  last: number | null
  middle: number | null
  worst: number | null
}

export function summary(list: readonly number[]): Beats {
  const sorted = [...list].sort((a, b) => a - b)
  return {
    list,
    last: list.at(-1) ?? null,
    middle: sorted.length === 0 ? null : sorted[Math.floor((sorted.length - 1) / 2)]!,
    worst: sorted.at(-1) ?? null,
  }
}

export type Health = 'waiting' | 'good' | 'slow' | 'cut'

/** `silence`: milliseconds since the server was last heard of; null when it never was. */
export function healthOf(state: Connection, last: number | null, silence: number | null): Health {
  if (silence === null) return state === 'lost' ? 'cut' : 'waiting'
  if (state !== 'open' && silence > CUT_OFF_MS) return 'cut'
  return state !== 'open' || (last ?? 0) > SLOW_MS ? 'slow' : 'good'
}

export function useBeats(): Beats {
  const [list, setList] = useState<readonly number[]>([])
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (now.roundTrip !== null && now.answeredAt !== before.answeredAt) {
          setList((known) => [...known, now.roundTrip!].slice(-KEPT_BEATS))
        }
      }),
    [],
  )
  return summary(list)
}
