import { expect, it } from 'vitest'
import { CareUnit, frequencyFault } from '#contract/nursing/frequency'
import { clocksFor, NEW_FREQUENCY, withDays, withTimes, withUnit } from './frequencyEdit.ts'

it('has no fault after any change but a week without a day', () => {
  for (const { value } of CareUnit.list) {
    const changed = withUnit({ ...NEW_FREQUENCY, clocks: ['19:00', '06:30'] }, value)
    expect([value, frequencyFault(changed)]).toEqual([value, null])
    if (value === CareUnit.is.week || value === CareUnit.is.month) {
      expect(changed.clocks).toEqual(['06:30'])
      expect(frequencyFault(withDays(changed, [5, 2]))).toBeNull()
      expect(frequencyFault(withDays(changed, []))).not.toBeNull()
      continue
    }
    for (let times = 1; times <= 24; times++) expect(frequencyFault(withTimes(changed, times))).toBeNull()
  }
})

it('keeps the times of day that stand there', () => {
  expect(clocksFor(3, ['06:30', '19:00'])).toEqual(['06:30', '08:00', '19:00'])
  expect(clocksFor(1, ['06:30', '19:00'])).toEqual(['06:30'])
  expect(clocksFor(2, ['08:00', '08:00'])).toEqual(['08:00', '20:00'])
})

it('spreads over the day what nobody has chosen', () => {
  expect(withTimes(NEW_FREQUENCY, 2).clocks).toEqual(['08:00', '20:00'])
  expect(withTimes(withTimes(NEW_FREQUENCY, 2), 3).clocks).toEqual(['08:00', '14:00', '20:00'])
  expect(withTimes({ ...NEW_FREQUENCY, clocks: ['06:30'] }, 2).clocks).toEqual(['06:30', '08:00'])
})
