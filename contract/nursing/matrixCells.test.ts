// The monthly matrix: what cells say, and that rows, days and the whole come to the same.
import { describe, expect, test } from 'vitest'
import { type CellSum, cellLine, cellWords, faceOf, layoutOf, monthDays, rateOf, sheetRowsOf } from './matrixCells.ts'
import type { CareMatrixData } from './record.ts'

const cell = (more: Partial<CellSum>): CellSum => ({
  planned: 0,
  done: 0,
  refused: 0,
  missed: 0,
  away: 0,
  late: 0,
  extra: 0,
  ...more,
})

describe('a cell', () => {
  const cases: [string, Partial<CellSum>, string | null, string | undefined][] = [
    ['nothing planned, nothing done', {}, null, undefined],
    ['all done', { planned: 2, done: 2 }, '✓2/2', 'done'],
    ['still to be done', { planned: 3, done: 1 }, '1/3', 'open'],
    ['missed before refused', { planned: 3, done: 1, missed: 1, refused: 1 }, '1/3 漏1 拒1', 'missed'],
    ['refused', { planned: 1, refused: 1 }, '0/1 拒1', 'refused'],
    ['entered afterwards', { planned: 2, done: 2, late: 1 }, '✓2/2 补1', 'done'],
    ['only away', { away: 4 }, '不在', 'away'],
    ['away for half the day', { planned: 2, done: 2, away: 2 }, '✓2/2 离2', 'done'],
    ['as needed alone', { extra: 2 }, '+2', 'extra'],
    ['as needed besides the plan', { planned: 1, done: 1, extra: 1 }, '✓1/1 +1', 'done'],
  ]
  test.each(cases)('%s', (_, more, line, tone) => {
    expect(cellLine(cell(more))).toBe(line)
    expect(faceOf(cell(more))?.tone).toBe(tone)
  })

  test('is said in words', () => {
    expect(cellWords(cell({ planned: 3, done: 2, missed: 1, late: 1 }))).toBe(
      '应做 3 次，已做 2 次，漏做 1 次，其中补录 1 次',
    )
    expect(cellWords(cell({ away: 2 }))).toBe('外出或住院免做 2 次')
  })

  test('is not wholly done by rounding, and not less done for what still waits', () => {
    expect(rateOf(cell({ planned: 1000, done: 999, missed: 1 }))).toBe(99)
    expect(rateOf(cell({ planned: 4, done: 1, refused: 1 }))).toBe(50)
    expect(rateOf(cell({ planned: 3, done: 2 }))).toBe(100)
    expect(rateOf(cell({ planned: 3 }))).toBeNull()
  })
})

const matrix: CareMatrixData = {
  month: '2026-11',
  days: 30,
  oldmanName: '王秀兰',
  deptName: null,
  elders: 1,
  projects: [
    {
      projectId: 'a',
      projectName: '晨间护理',
      categoryName: '生活照料',
      cells: [
        { day: 1, ...cell({ planned: 1, done: 1 }) },
        { day: 16, ...cell({ planned: 1, missed: 1 }) },
      ],
    },
    {
      projectId: 'b',
      projectName: '测体征',
      categoryName: '基础护理',
      cells: [{ day: 16, ...cell({ planned: 2, done: 2, late: 1 }) }],
    },
    { projectId: 'c', projectName: '喂水', categoryName: '生活照料', cells: [{ day: 30, ...cell({ away: 6 }) }] },
  ],
}

describe('a month', () => {
  test('has its weekdays', () => {
    const days = monthDays(matrix)
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ day: 1, date: '2026-11-01', weekday: '日', weekend: true })
    expect(days[15]).toMatchObject({ weekday: '一', weekend: false })
    expect(monthDays({ month: '2028-02', days: 29 }).at(-1)).toMatchObject({ date: '2028-02-29', weekday: '二' })
  })

  test('stands by category, and its sums agree', () => {
    const { groups, daySums, sum } = layoutOf(matrix)
    expect(groups.map((group) => [group.categoryName, group.rows.map((row) => row.projectId)])).toEqual([
      ['生活照料', ['a', 'c']],
      ['基础护理', ['b']],
    ])
    expect(daySums.get(16)).toEqual(cell({ planned: 3, done: 2, missed: 1, late: 1 }))
    expect(sum).toEqual(cell({ planned: 4, done: 3, missed: 1, late: 1, away: 6 }))
  })

  test('is a workbook with a last row of sums', () => {
    const rows = sheetRowsOf(matrix)
    expect(rows.map((row) => [row.projectName, row.d1, row.d16, row.d30, row.d31, row.done])).toEqual([
      ['晨间护理', '✓1/1', '0/1 漏1', null, null, 1],
      ['喂水', null, null, '不在', null, 0],
      ['测体征', null, '✓2/2 补1', null, null, 2],
      ['合计', '✓1/1', '2/3 漏1 补1', '不在', null, 3],
    ])
    expect(sheetRowsOf({ ...matrix, projects: [] })).toEqual([])
  })
})
