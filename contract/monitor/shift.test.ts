import { describe, expect, it } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import { SHIFTS, shiftAt, shiftBefore, shiftFault } from './shift.ts'

const at = (clock: string) => momentOf(clock)
const three = { dayFrom: '08:00', lateFrom: '16:00', nightFrom: '00:00' }

describe('the shift that is on', () => {
  it('goes on over midnight', () => {
    const night = { name: '夜班', from: '2026-11-16 20:00:00', to: '2026-11-17 07:59:59' }
    for (const clock of ['2026-11-16 20:00:00', '2026-11-16 23:59:59', '2026-11-17 00:00:00', '2026-11-17 07:59:59'])
      expect(shiftAt(SHIFTS, at(clock))).toEqual(night)
    expect(shiftAt(SHIFTS, at('2026-11-17 08:00:00')).name).toBe('白班')
    expect(shiftBefore(SHIFTS, shiftAt(SHIFTS, at('2026-11-17 02:00:00')))).toEqual({
      name: '白班',
      from: '2026-11-16 08:00:00',
      to: '2026-11-16 19:59:59',
    })
  })
  it('may begin at midnight, in a house of three', () => {
    expect(shiftAt(three, at('2026-11-17 00:00:00'))).toMatchObject({ name: '夜班', from: '2026-11-17 00:00:00' })
    expect(shiftAt(three, at('2026-11-16 23:59:59'))).toMatchObject({ name: '中班', to: '2026-11-16 23:59:59' })
    expect(shiftBefore(three, shiftAt(three, at('2026-11-17 00:10:00'))).name).toBe('中班')
  })
})

it('is refused out of order', () => {
  expect([shiftFault(SHIFTS), shiftFault(three)]).toEqual([null, null])
  expect(shiftFault({ ...SHIFTS, nightFrom: '08:00' })?.field).toBe('nightFrom')
  expect(shiftFault({ dayFrom: '08:00', lateFrom: '21:00', nightFrom: '20:00' })?.field).toBe('lateFrom')
})
