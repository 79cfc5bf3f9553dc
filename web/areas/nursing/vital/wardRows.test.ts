// The table of a ward: typed texts become values or faults, keys lead from cell to cell.
import { describe, expect, it } from 'vitest'
import { cellAfter, readRow } from './wardRows.ts'

const round = { glucoseTiming: 'fasting', stoolShape: 'formed' }
const read = (typed: Parameters<typeof readRow>[0]) => readRow(typed, round)

describe('what is typed', () => {
  it('becomes values, with what was chosen for the round', () => {
    expect(read({ temperature: '36.5', pressure: '128/76', glucose: '5.6', stool: '1' })).toEqual({
      values: {
        temperature: 36.5,
        systolic: 128,
        diastolic: 76,
        glucose: 5.6,
        glucoseTiming: 'fasting',
        stool: 1,
        stoolShape: 'formed',
      },
      faults: {},
      empty: false,
    })
  })
  it('is understood as a Chinese keyboard or a keyboard of numbers writes it', () => {
    expect(read({ temperature: '３６。５' }).values.temperature).toBe(36.5)
    expect(read({ temperature: '366' }).values.temperature).toBe(36.6)
    expect(read({ pressure: '128 76' }).values).toMatchObject({ systolic: 128, diastolic: 76 })
    expect(read({ pressure: '128-76' }).values).toMatchObject({ systolic: 128, diastolic: 76 })
  })
  it('is refused in its cell', () => {
    expect(read({ pressure: '128' }).faults).toEqual({ pressure: '请填成 128/76' })
    expect(read({ pressure: '76/128' }).faults.pressure).toContain('低于收缩压')
    expect(read({ pulse: 'x' }).faults).toEqual({ pulse: '请填数字' })
    expect(read({ temperature: '46' }).faults.temperature).toContain('30 至 45')
    expect(read({ oxygen: '101' }).faults.oxygen).toContain('50 至 100')
  })
  it('is nothing when nothing is there', () => {
    expect(read({ temperature: ' ', pulse: '' })).toEqual({ values: {}, faults: {}, empty: true })
  })
})

describe('keys', () => {
  const size = { rows: 2, columns: 3 }
  const edge = { atStart: true, atEnd: true }
  it.each([
    ['Enter', { row: 0, column: 0 }, { row: 0, column: 1 }],
    ['Enter', { row: 0, column: 2 }, { row: 1, column: 0 }],
    ['Enter', { row: 1, column: 2 }, null],
    ['ArrowDown', { row: 0, column: 1 }, { row: 1, column: 1 }],
    ['ArrowDown', { row: 1, column: 1 }, null],
    ['ArrowUp', { row: 1, column: 1 }, { row: 0, column: 1 }],
    ['ArrowRight', { row: 0, column: 1 }, { row: 0, column: 2 }],
    ['ArrowLeft', { row: 0, column: 0 }, null],
    ['a', { row: 0, column: 0 }, null],
  ])('%s at %j leads to %j', (key, at, to) => expect(cellAfter(key, at, size, edge)).toEqual(to))
  it('leaves arrows to the text while the caret is inside it', () => {
    expect(cellAfter('ArrowRight', { row: 0, column: 0 }, size, { atStart: true, atEnd: false })).toBeNull()
  })
})
