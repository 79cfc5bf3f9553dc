// How old the wall is: the way to the server and back each second, and what it came to in the last hour.
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { alarm } from '#contract/monitor/alarm'
import { useLine } from '#web/kit/line'
import { onEvent, pingServer, useConnection } from '#web/kit/realtime'

export const AMBER_MS = 2_000
export const RED_MS = 10_000
const PING_MS = 1_000
const HOUR = 3_600_000

/** Samples of the last hour, oldest first. */
export function createSamples(now: () => number = Date.now) {
  const samples: { at: number; ms: number }[] = []
  return {
    add(ms: number) {
      samples.push({ at: now(), ms })
      while (samples.length > 0 && samples[0]!.at < now() - HOUR) samples.shift()
    },
    /** Nearest rank. */
    p99(): number | null {
      if (samples.length === 0) return null
      const sorted = samples.map((one) => one.ms).sort((a, b) => a - b)
      return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)]!
    },
  }
}

const samples = createSamples()

export const useLatency = create<{ ms: number | null; p99: number | null; tookMs: number }>()(() => ({
  ms: null,
  p99: null,
  tookMs: 0,
}))

/** Measures while the wall stands on the screen. */
export function useMeasuring(): void {
  useEffect(() => {
    useConnection.setState({ answeredAt: Date.now() })
    pingServer()
    const timer = setInterval(pingServer, PING_MS)
    const offs = [
      onEvent(alarm.events.changed, ({ tookMs }) => {
        if (tookMs !== null) useLatency.setState({ tookMs })
      }),
      useConnection.subscribe((now, before) => {
        if (now.roundTrip === null || now.answeredAt === before.answeredAt) return
        const ms = Math.round(now.roundTrip + useLatency.getState().tookMs)
        samples.add(ms)
        useLatency.setState({ ms, p99: samples.p99() })
      }),
    ]
    return () => {
      clearInterval(timer)
      for (const off of offs) off()
    }
  }, [])
}

export type Freshness = 'live' | 'slow' | 'lost'

/** `since`: the last moment the server was heard, by any word of it. */
export function useFreshness(): { freshness: Freshness; since: number } {
  const [now, setNow] = useState(Date.now)
  const heardAt = useConnection((state) => state.heardAt)
  const answeredAt = useConnection((state) => state.answeredAt)
  const since = Math.max(heardAt ?? 0, answeredAt ?? 0) || now
  const { lost } = useLine()
  const roundTrip = useConnection((state) => state.roundTrip) ?? 0
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), PING_MS / 2)
    return () => clearInterval(timer)
  }, [])
  const age = Math.max(now - since, roundTrip)
  return { freshness: lost || age > RED_MS ? 'lost' : age > AMBER_MS + PING_MS ? 'slow' : 'live', since }
}
