// The arithmetic of the payment drawer.
import { describe, expect, test } from 'vitest'
import {
  afterPaying,
  changeOf,
  filledRows,
  freeFaces,
  partsOf,
  pocketsAfter,
  problemOf,
  rowOf,
  sumOf,
} from './payRows.ts'

const has = { balanceFen: 128_650, giftFen: 50_000, depositFen: 1_000_000 }
const faces = (rows: { face: unknown; amountFen: number | null }[]) => rows.map((row) => [row.face, row.amountFen])

describe('a payment', () => {
  test('takes what is there first, the rest in cash', () => {
    expect(faces(filledRows(871_140, has, [10, 2, 8], false))).toEqual([
      ['BALANCE', 128_650],
      ['GIFT', 50_000],
      [2, 692_490],
    ])
    expect(faces(filledRows(40_000, has, [2], true))).toEqual([['GIFT', 40_000]])
    expect(filledRows(0, has, [2], false)).toEqual([])
  })

  test('offers each way once and one code at a time', () => {
    const rows = [rowOf('BALANCE', 1), rowOf(10, 1)]
    expect(freeFaces(['BALANCE', 'GIFT', 2, 10, 11], rows)).toEqual(['GIFT', 2])
  })

  test('says what is wrong with a row', () => {
    expect(problemOf(rowOf('BALANCE', 128_651), has)).toBe('超过可用金额')
    expect(problemOf(rowOf(2, null), has)).toBe('请填写金额')
    expect(problemOf({ ...rowOf(2, 100), receivedFen: 99 }, has)).toBe('实收不足')
    expect(problemOf({ ...rowOf(2, 192_490), receivedFen: 200_000 }, has)).toBeNull()
    expect(changeOf({ ...rowOf(2, 192_490), receivedFen: 200_000 })).toBe(7_510)
  })

  test('shows what is left afterwards', () => {
    const rows = [rowOf('BALANCE', 128_650), rowOf(2, 200_000)]
    expect(sumOf(rows)).toBe(328_650)
    expect(afterPaying([{ unpaidFen: 248_000 }, { unpaidFen: 623_140 }], 328_650)).toEqual([0, 542_490])
    expect(pocketsAfter(has, rows, 500)).toEqual({ balanceFen: 500, giftFen: 50_000, depositFen: 1_000_000 })
    expect(partsOf(rows)).toEqual([
      { source: 'BALANCE', amountFen: 128_650 },
      { source: 'CASH', way: 2, amountFen: 200_000 },
    ])
  })
})
