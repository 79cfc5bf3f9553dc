// The counts of the side menu follow what waits for this person, on every page.
import { useEffect, useRef } from 'react'
import { bench } from '#contract/home/bench'
import { consultation } from '#contract/live/consultation'
import { residence } from '#contract/live/residence'
import { vital } from '#contract/nursing/vital'
import { MessageKind, message } from '#contract/platform/message'
import { setBadge } from '#web/kit/badges'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { onEvent } from '#web/kit/realtime'
import { badgesOf } from './waiting.ts'

/** What only the clock brings (a trial that ends, a stay that runs out) comes with the next round. */
const ROUND = 120_000
/** Pushed messages that come together ask once. */
const SETTLE = 1_000

const FOLLOWS = [residence.events.changed, consultation.events.changed, vital.events.alert] as const

/** Told to many at once, and nothing waits for anybody because of them. */
const { notice, activity, job, system } = MessageKind.is
const NO_WORK: readonly string[] = [notice, activity, job, system]

export default function WaitingCounts() {
  const waiting = useCall(bench.calls.waitHandle, {}, { silent: true, refetchInterval: ROUND }).data
  const shown = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!waiting) return
    const now = badgesOf(waiting)
    for (const path of shown.current) if (!now.has(path)) setBadge(path, 0)
    for (const [path, { count, tone }] of now) setBadge(path, count, tone)
    shown.current = new Set(now.keys())
  }, [waiting])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => void queryClient.invalidateQueries({ queryKey: callKey(bench.calls.waitHandle) }),
        SETTLE,
      )
    }
    const stops = [
      ...FOLLOWS.map((event) => onEvent(event, again)),
      onEvent(message.events.arrived, ({ kind }) => !NO_WORK.includes(kind) && again()),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  return null
}
