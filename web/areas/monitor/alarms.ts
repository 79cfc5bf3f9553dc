// The open alarms of this browser: asked for at the start and after every gap, then kept by the pushes. The pill, the
// pop-ups, the sound, the strip of the bench and the wall all read this one list.
import { create } from 'zustand'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { send } from '#web/kit/call'
import { invalidate } from '#web/kit/query'
import { onEvent, pingServer, useConnection } from '#web/kit/realtime'
import { mayNow } from '#web/kit/session'
import { onSignal } from '#web/kit/signals'
import { type AlarmsState, applyCard, NO_ALARMS, replaceAll } from './alarmOrder.ts'
import { isDisplay } from './displayMode.ts'

export const useAlarms = create<AlarmsState>()(() => NO_ALARMS)

/** raised, repeated, climbed, taken, recovered, closed; found: open when the server was asked. */
export type AlarmListener = (change: string, card: AlarmCardData) => void
const listeners = new Set<AlarmListener>()
export function onAlarm(listener: AlarmListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const tell: AlarmListener = (change, card) => {
  for (const listener of [...listeners]) listener(change, card)
}

/** What was pushed while the list was being asked for. */
let during: AlarmCardData[] | null = null

/** An alarm as the server just told it: by a push, or as the answer to an act. */
export function takeIn(change: string, card: AlarmCardData, tookMs: number | null = null): void {
  during?.push(card)
  const before = useAlarms.getState()
  const after = applyCard(before, card, Date.now())
  if (after === before) return
  useAlarms.setState({ ...after, tookMs: tookMs ?? before.tookMs })
  tell(change, card)
  // Lists of alarms that stand open somewhere follow.
  if (change === 'closed' || change === 'raised') void invalidate(alarm)
}

/** A network that is cut swallows a question without a word; whoever waits for alarms asks again. */
const ANSWER_MS = 15_000
let asking: AbortController | null = null

/**
 * Asks for the whole list. A question that is still under way is dropped: its answer may be from before the gap that is
 * asked about now.
 */
export async function loadAlarms(): Promise<void> {
  asking?.abort()
  const mine = new AbortController()
  asking = mine
  const pushed: AlarmCardData[] = []
  during = pushed
  const known = new Map(useAlarms.getState().open.map(({ card }) => [card.recordId, card]))
  try {
    const cards = await send(alarm.calls.open, {}, { silent: true, signal: mine.signal, timeout: ANSWER_MS })
    if (asking !== mine) return
    useAlarms.setState(replaceAll(useAlarms.getState(), cards, Date.now(), pushed))
  } catch {
    // The next gap or tick asks again.
    return
  } finally {
    if (asking === mine) {
      asking = null
      during = null
    }
  }
  for (const { card } of useAlarms.getState().open) {
    const old = known.get(card.recordId)
    if (!old || old.version < card.version) tell(old ? 'repeated' : 'found', card)
  }
  for (const card of known.values()) {
    if (!useAlarms.getState().open.some((one) => one.card.recordId === card.recordId)) tell('closed', card)
  }
}

/** While pushes cannot come the list is asked for: a slow way, but no alarm waits for a socket. */
const WITHOUT_SOCKET_MS = 10_000

/** Called once by the shell's part of this area. */
export function startAlarms(): () => void {
  if (!mayNow('monitor:alarm:list') && !isDisplay()) return () => undefined
  void loadAlarms()
  const offs = [
    onEvent(alarm.events.changed, ({ change, card, tookMs }) => takeIn(change, card, tookMs)),
    onSignal('reconnected', () => void loadAlarms()),
    useConnection.subscribe((now, before) => {
      if (now.state === 'open' && before.state !== 'open') void loadAlarms()
    }),
  ]
  const timer = setInterval(() => {
    // A network that is cut says nothing; only an answer that stays away does.
    pingServer()
    if (asking === null && (useConnection.getState().state !== 'open' || !useAlarms.getState().loaded))
      void loadAlarms()
  }, WITHOUT_SOCKET_MS)
  return () => {
    for (const off of offs) off()
    clearInterval(timer)
    asking?.abort()
    asking = null
    during = null
    useAlarms.setState(NO_ALARMS)
  }
}
