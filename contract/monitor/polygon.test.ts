import { describe, expect, it } from 'vitest'
import { middleOf, pointInPolygon, polygonFaults } from './polygon.ts'

describe('geometry', () => {
  const l: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 4],
    [4, 4],
    [4, 10],
    [0, 10],
  ]
  it.each([
    [[2, 2], true],
    [[8, 2], true],
    [[8, 8], false],
    [[0, 5], true],
    [[10, 4], true],
    [[-0.1, 5], false],
  ] as [[number, number], boolean][])('%j inside: %s', (point, expected) => {
    expect(pointInPolygon(point, l)).toBe(expected)
  })

  it('finds a place for the label inside a bent fence', () => {
    expect(pointInPolygon(middleOf(l), l)).toBe(true)
  })

  it.each([
    ['a good one', l, null],
    [
      'two corners',
      [
        [0, 0],
        [1, 1],
      ],
      '至少要有 3 个角点',
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
      '交叉',
    ],
    [
      'a line',
      [
        [0, 0],
        [5, 0],
        [10, 0],
      ],
      '重叠',
    ],
    [
      'a corner twice',
      [
        [0, 0],
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      '重合',
    ],
    [
      'a touching corner',
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 0],
        [0, 10],
      ],
      '交叉',
    ],
    [
      'too small',
      [
        [0, 0],
        [0.2, 0],
        [0.2, 0.2],
      ],
      '太小',
    ],
    [
      'not a number',
      [
        [0, 0],
        [Number.NaN, 0],
        [1, 1],
      ],
      '不完整',
    ],
  ] as [string, [number, number][], string | null][])('%s', (_, polygon, fault) => {
    if (fault === null) expect(polygonFaults(polygon)).toBeNull()
    else expect(polygonFaults(polygon)).toContain(fault)
  })
})
