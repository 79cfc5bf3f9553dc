import { describe, expect, it } from 'vitest'
import { GRACE, lineOf } from './line.ts'
import { SILENCE } from './socket.ts'

describe('the line', () => {
  it.each([
    ['stands while the server is heard', 'open', 1_000, false],
    ['is lost when an open connection is silent, within ten seconds', 'open', 9_000, true],
    ['is not lost by a connection that comes back at once', 'connecting', GRACE, false],
    ['is lost when none comes back', 'lost', GRACE + 1, true],
    ['stays lost while it is tried again', 'connecting', 60_000, true],
    ['says nothing after sign-out', 'off', 60_000, false],
  ] as const)('%s', (_, state, silence, lost) => {
    expect(lineOf(silence, { state, heardAt: 0 }, 0)).toEqual({ lost, since: 0 })
  })

  it('that never stood is lost after the same silence', () => {
    expect(lineOf(SILENCE, { state: 'connecting', heardAt: null }, 0).lost).toBe(false)
    expect(lineOf(SILENCE + 1, { state: 'connecting', heardAt: null }, 0)).toEqual({ lost: true, since: null })
  })
})
