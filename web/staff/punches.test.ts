// A press that could not be sent for minutes is not sent at another time: it is offered as a correction.
import { expect, test } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import type { Waiting } from '#web/offline/queue'
import { MOST_LATE_MS, sendPunch, TOO_LATE } from './punches.ts'

const press: Waiting = {
  no: 'punch-0001',
  user: 'someone staff',
  what: 'clock',
  input: {},
  files: [],
  at: '2026-11-20 07:21:00',
  about: '打卡',
  refused: null,
  order: 1,
}

test('a press of long ago is refused with what to do instead', async () => {
  expect(await sendPunch(press, momentOf(press.at) + MOST_LATE_MS + 1)).toEqual({ kind: 'refused', reason: TOO_LATE })
})
