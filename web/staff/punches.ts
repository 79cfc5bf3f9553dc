// A press of the clock is kept on the phone with its moment before it is sent, and sent once. The house counts what it hears
// by its own clock; a press that could not be sent within minutes is therefore not sent late, but offered as a correction with
// the moment it was made.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type ClockCountedData, clock } from '#contract/administration/clock'
import { momentOf, timeText } from '#contract/kit/clock'
import { refusals } from '#contract/kit/refusal'
import { upload } from '#contract/platform/upload'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { isSessionInvalid } from '#web/kit/envelope'
import { queueStore } from '#web/offline/offlineDb'
import { createQueue, type Sent, type Waiting } from '#web/offline/queue'

const QUIET = { silent: true, handles: () => true } as const
export const CLOCKING = 'clock'
/** Longer ago it would count at a time at which nobody pressed. */
export const MOST_LATE_MS = 3 * 60_000
export const TOO_LATE = '手机当时没有网络，这次打卡没有送到。请按这个时间申请补卡。'
const AWAY: readonly number[] = [0, 408, 990, 999, refusals.DATABASE_AWAY[0], refusals.TOO_MANY_REQUESTS[0]]
const isAway = (code: number) => AWAY.includes(code) || (code >= 500 && code < 600)

/** `now` by the phone's own clock, as the moment of the press is. */
export async function sendPunch(one: Waiting, now = Date.now()): Promise<Sent> {
  if (now - momentOf(one.at) > MOST_LATE_MS) return { kind: 'refused', reason: TOO_LATE }
  try {
    for (const file of one.files) {
      if (file.address !== null) continue
      const photo = new File([file.blob], 'photo.jpg', { type: 'image/jpeg' })
      file.address = (await send(upload.calls.picture, { file: photo }, QUIET)).imagePath
    }
    const photo = one.files[0]?.address
    const input = { ...(one.input as object), ...(photo && { photo }) }
    return { kind: 'done', data: await send(clock.calls.add, input, { ...QUIET, requestNo: one.no }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isSessionInvalid(error.code)) return { kind: 'session' }
    return isAway(error.code) ? { kind: 'later' } : { kind: 'refused', reason: error.message }
  }
}

export interface Where {
  lng?: number
  lat?: number
  accuracy?: number
  outside?: boolean
  note?: string
}

const RETRY_MS = 8_000

export function usePunches(me: string) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const [counted, setCounted] = useState<ClockCountedData | null>(null)
  const [signedOut, setSignedOut] = useState(false)
  // The same phone may serve the bedside page: each queue is sent by its own page.
  const queue = useMemo(
    () =>
      createQueue({
        user: `${me} staff`,
        store: queueStore,
        send: sendPunch,
        onChange: setWaiting,
        onDone: (_, data) => setCounted(data as ClockCountedData),
      }),
    [me],
  )
  const flush = useCallback(async () => {
    if ((await queue.flush()) === 'session') setSignedOut(true)
  }, [queue])
  useEffect(() => {
    void queue.load().then(flush)
    const again = () => void flush()
    const timer = window.setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [queue, flush])
  return {
    waiting,
    counted,
    signedOut,
    press: async (where: Where, photo: Blob | null) => {
      setCounted(null)
      await queue.add({
        no: newRequestNo(),
        what: CLOCKING,
        input: where,
        files: photo ? [{ blob: photo, address: null }] : [],
        at: timeText(),
        about: '打卡',
      })
      await flush()
    },
    drop: (no: string) => void queue.drop(no),
  }
}
