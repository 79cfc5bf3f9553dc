// How a press that waited is sent, and what an answer means for it: taken, to be sent later, or not taken with its reason.
import { drugTake } from '#contract/drug/take'
import type { Call } from '#contract/kit/call'
import { refusals } from '#contract/kit/refusal'
import { execution } from '#contract/nursing/execution'
import { upload } from '#contract/platform/upload'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { isSessionInvalid } from '#web/kit/envelope'
import type { Sent, Waiting } from '#web/offline/queue'
import { GIVE, GIVE_LATE } from './doses.ts'
import { photoName } from './photos.ts'

/** No network, or nothing behind it: it comes back by itself. */
const AWAY: readonly number[] = [0, 408, 990, 999, refusals.DATABASE_AWAY[0]]
export const isAway = (code: number) => AWAY.includes(code) || (code > 500 && code < 600)
/** A defect, on the transport and in an answer. */
const NOT_WELL: readonly number[] = [500, 5000]
/** A server that fails so often on one press is not busy, it cannot take it. */
const MOST_FAILURES = 3
const TOO_MANY = refusals.TOO_MANY_REQUESTS[0]

const QUIET = { silent: true, handles: () => true } as const

/** By the name of a press in the queue. */
const CALLS: Readonly<Record<string, Call>> = {
  add: execution.calls.add,
  late: execution.calls.late,
  [GIVE]: drugTake.calls.add,
  [GIVE_LATE]: drugTake.calls.late,
}

/** By request number. */
const failures = new Map<string, number>()

export async function sendWaiting(one: Waiting): Promise<Sent> {
  try {
    for (const file of one.files) {
      if (file.address !== null) continue
      const photo = new File([file.blob], photoName(file.blob), { type: file.blob.type || 'image/jpeg' })
      file.address = (await send(upload.calls.picture, { file: photo }, QUIET)).imagePath
    }
    const photos = one.files.map((file) => file.address!)
    const input = { ...(one.input as object), ...(photos.length > 0 && { photos }) }
    const call = CALLS[one.what]
    if (!call) return { kind: 'refused', reason: '这条记录来自其他版本，这台设备不能上传，请在管理后台补录' }
    return { kind: 'done', data: await send(call, input as never, { ...QUIET, requestNo: one.no }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isSessionInvalid(error.code)) return { kind: 'session' }
    if (isAway(error.code)) return { kind: 'later' }
    if (error.code === TOO_MANY) return { kind: 'later' }
    if (NOT_WELL.includes(error.code)) {
      const times = (failures.get(one.no) ?? 0) + 1
      failures.set(one.no, times)
      if (times < MOST_FAILURES) return { kind: 'later' }
    }
    return { kind: 'refused', reason: error.message }
  }
}

/** Somebody wants it tried again. */
export const forgetFailures = (no: string) => void failures.delete(no)
