// Whether this page is the alarm wall as a display, where nobody is signed in: an act then asks who stands there.

import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { display } from '#contract/monitor/display'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { mayNow } from '#web/kit/session'
import { othersOf } from './alarmGroups.ts'
import { loadAlarms, takeIn } from './alarms.ts'
import { isDisplay } from './displayMode.ts'

export { becomeDisplay, isDisplay } from './displayMode.ts'

/** Whether this page may offer to act on an alarm at all. */
export const mayAct = () => isDisplay() || mayNow(alarm.calls.take.needs)

export interface Proof {
  userId: string
  pin: string
}

/** What stands in the way, in words. `taker`: a colleague goes there, and it may be closed all the same. */
export interface Hindrance {
  said: string
  taker: boolean
}

/** null: done. Refused keys stand beside the field, never in a toast nobody sees. */
async function attempt(
  change: string,
  recordIds: readonly string[],
  act: () => Promise<AlarmCardData>,
): Promise<Hindrance | null> {
  try {
    takeIn(change, await act())
    // The answer is the first one's; the others come by push, or with this where pushes do not.
    if (recordIds.length > 1) void loadAlarms()
    return null
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    void loadAlarms()
    const said = error.code === 401 ? '这位同事没有处理告警的权限' : error.message
    return { said, taker: error.refusal === 'TAKEN_BY_OTHER' }
  }
}

const handles = () => true

const named = (recordIds: readonly string[]) => ({ recordId: recordIds[0]!, ...othersOf(recordIds) })

export const claimAlarms = (recordIds: readonly string[], proof: Proof) =>
  attempt('taken', recordIds, () => send(display.calls.claim, { ...named(recordIds), ...proof }, { handles }))

/** `over`: whoever closes them has read that a colleague goes there. */
export const finishAlarms = (recordIds: readonly string[], proof: Proof, result: string, over: boolean) =>
  attempt('closed', recordIds, () =>
    send(
      display.calls.finish,
      { ...named(recordIds), ...proof, result, ...(over && { overTaker: true }) },
      { handles },
    ),
  )
