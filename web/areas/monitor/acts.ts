// What a desk does about an alarm. The answer is taken in at once; the push that follows says nothing new.
import { useCallback, useState } from 'react'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { CallError, newRequestNo, send } from '#web/kit/call'
import { mayNow } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { loadAlarms, takeIn } from './alarms.ts'

export const mayHandle = () => mayNow(alarm.calls.take.needs)

/** A refusal mostly means that somebody was faster: the list is asked for again, and the reason stands in a toast. */
async function attempt(change: string, act: () => Promise<AlarmCardData>): Promise<boolean> {
  try {
    takeIn(change, await act())
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.refusal === 'STATE_NOT_ALLOWED' || error.refusal === 'NOT_FOUND') toast.info('该告警已由他人处理')
    void loadAlarms()
    return false
  }
}

const handles = (error: CallError) => error.refusal === 'STATE_NOT_ALLOWED' || error.refusal === 'NOT_FOUND'

export const takeAlarm = (recordId: string) => attempt('taken', () => send(alarm.calls.take, { recordId }, { handles }))

export const handleAlarm = (recordId: string, result: string, remark: string) =>
  attempt('closed', () =>
    send(
      alarm.calls.handle,
      { recordId, result, ...(remark.trim() && { remark: remark.trim() }) },
      { handles, requestNo: newRequestNo() },
    ),
  )

export const ignoreAlarm = (recordId: string, remark: string) =>
  attempt('closed', () =>
    send(
      alarm.calls.ignore,
      { recordId, ...(remark.trim() && { remark: remark.trim() }) },
      { handles, requestNo: newRequestNo() },
    ),
  )

/** One act at a time; `busy` names which. */
export function useBusy(): [busy: boolean, run: (act: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (act: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
