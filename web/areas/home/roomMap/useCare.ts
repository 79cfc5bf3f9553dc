// The care of today on the map: one question for all beds, asked again when something was pressed, at most every few seconds,
// and every minute because the clock makes tasks late.
import { useEffect, useMemo, useRef } from 'react'
import { type CareTodayData, careToday } from '#contract/nursing/careToday'
import { careTask } from '#contract/nursing/task'
import { vital } from '#contract/nursing/vital'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

export type CareByElder = ReadonlyMap<string, CareTodayData>

const MINUTE = 60_000
/** A whole ward presses at the same hour. */
const GATHER = 5_000

export function useCare(): CareByElder {
  const enabled = useMay()(careToday.calls.elders.needs)
  const { data, refetch } = useCall(careToday.calls.elders, {}, { enabled, silent: true, refetchInterval: MINUTE })
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const later = () => {
    if (timer.current !== 0) return
    timer.current = window.setTimeout(() => {
      timer.current = 0
      if (enabled) void refetch()
    }, GATHER)
  }
  useEvent(careTask.events.changed, later)
  useEvent(vital.events.alert, later)
  return useMemo(() => new Map((data ?? []).map((one) => [one.oldmanId, one])), [data])
}
