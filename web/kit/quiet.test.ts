import { expect, it } from 'vitest'
import { holdQuiet, roomOf, useQuiet } from './quiet.ts'

it('a notice waits while anybody holds the screen, and while it is not known', () => {
  const room = () => roomOf(useQuiet.getState().holds)
  expect(room()).toBe('free')
  const known = holdQuiet('alarms', 'asking')
  expect(room()).toBe('asking')
  const wall = holdQuiet('wall', 'busy')
  expect(room()).toBe('busy')
  const alarms = holdQuiet('alarms', 'busy')
  // The earlier word of the same name no longer counts.
  known()
  wall()
  expect(room()).toBe('busy')
  alarms()
  expect(room()).toBe('free')
})
