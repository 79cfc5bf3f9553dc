import { describe, expect, it } from 'vitest'
import { healthOf, summary } from './beats.ts'

describe('round trips', () => {
  it('have a last, a middle and a worst', () => {
    expect(summary([30, 10, 20])).toMatchObject({ last: 20, middle: 20, worst: 30 })
    expect(summary([5, 1, 9, 3])).toMatchObject({ last: 3, middle: 3, worst: 9 })
    expect(summary([])).toMatchObject({ last: null, middle: null, worst: null })
  })
})

describe('the health of a wall', () => {
  it('waits for the first answer', () => {
    expect(healthOf('connecting', null, null)).toBe('waiting')
    expect(healthOf('lost', null, null)).toBe('cut')
  })
  it('is good while answers come in time', () => {
    expect(healthOf('open', 84, 1_000)).toBe('good')
    expect(healthOf('open', 2_001, 1_000)).toBe('slow')
  })
  it('is cut off after ten seconds without a connection', () => {
    expect(healthOf('lost', 84, 9_000)).toBe('slow')
    expect(healthOf('lost', 84, 10_001)).toBe('cut')
    expect(healthOf('connecting', 84, 60_000)).toBe('cut')
  })
})
