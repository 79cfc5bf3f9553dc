// What a desk does about an alarm. The answer is taken in at once; the push that follows says nothing new.

import { useCallback, useState } from 'react'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import type { IncidentValue } from '#contract/nursing/assess/incident'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { mayNow } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { othersOf } from './alarmGroups.ts'
import { loadAlarms, takeIn } from './alarms.ts'

export const mayHandle = () => mayNow(alarm.calls.take.needs)

/** What came of an act: done, too late, or a colleague goes there already, who is named. */
export type Outcome = 'done' | 'late' | { taker: string }

/** A refusal mostly means that somebody was faster: the list is asked for again, and the reason stands in a toast. */
async function attempt(
  change: string,
  recordIds: readonly string[],
  act: () => Promise<AlarmCardData>,
): Promise<Outcome> {
  try {
    takeIn(change, await act())
    // The answer is the first one's; the others come by push, or with this where pushes do not.
    if (recordIds.length > 1) void loadAlarms()
    return 'done'
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    void loadAlarms()
    if (error.refusal === 'TAKEN_BY_OTHER') return { taker: error.message }
    if (error.refusal === 'STATE_NOT_ALLOWED' || error.refusal === 'NOT_FOUND') toast.info('该告警已由他人处理')
    return 'late'
  }
}

const handles = (error: CallError) =>
  error.refusal === 'STATE_NOT_ALLOWED' || error.refusal === 'NOT_FOUND' || error.refusal === 'TAKEN_BY_OTHER'

/** One alarm, or all of a resident's at once: the first one leads. */
export const takeAlarm = (...recordIds: readonly string[]) =>
  attempt('taken', recordIds, () =>
    send(alarm.calls.take, { recordId: recordIds[0]!, ...othersOf(recordIds) }, { handles }),
  )

/** `over`: whoever closes it has read that a colleague goes there. */
export interface Closing {
  recordIds: readonly string[]
  remark: string
  over: boolean
}

const rest = ({ recordIds, remark, over }: Closing) => ({
  recordId: recordIds[0]!,
  ...othersOf(recordIds),
  ...(remark.trim() && { remark: remark.trim() }),
  ...(over && { overTaker: true }),
})

export const handleAlarm = (closing: Closing, result: string, incidents: readonly IncidentValue[]) =>
  attempt('closed', closing.recordIds, () =>
    send(
      alarm.calls.handle,
      { ...rest(closing), result, incidents: [...incidents] },
      { handles, requestNo: newRequestNo() },
    ),
  )

export const ignoreAlarm = (closing: Closing) =>
  attempt('closed', closing.recordIds, () =>
    send(alarm.calls.ignore, rest(closing), { handles, requestNo: newRequestNo() }),
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
