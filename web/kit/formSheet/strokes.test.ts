import { expect, it } from 'vitest'
import { fitted } from './strokes.ts'

const pad = { width: 400, height: 120 }
const screen = { width: 1200, height: 700 }
const strokes = [
  [
    [100, 40],
    [200, 80],
  ],
  [[150, 60]],
] as const

it('takes a signature to a screen of another size in its shape and place, and back as it was', () => {
  const whole = fitted(strokes, pad, screen)
  expect(whole[1]![0]![0]).toBeCloseTo(450)
  expect(whole[1]![0]![1]).toBeCloseTo(350)
  expect(whole[0]![1]![0] - whole[0]![0]![0]).toBeCloseTo(300)
  expect(whole[0]![1]![1] - whole[0]![0]![1]).toBeCloseTo(120)
  const back = fitted(whole, screen, pad)
  for (const [s, stroke] of strokes.entries()) {
    for (const [p, [x, y]] of stroke.entries()) {
      expect(back[s]![p]![0]).toBeCloseTo(x)
      expect(back[s]![p]![1]).toBeCloseTo(y)
    }
  }
})

it('cuts nothing off where there is less room', () => {
  const large = [
    [
      [0, 0],
      [1200, 700],
    ],
  ] as const
  for (const [x, y] of fitted(large, screen, pad).flat()) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(400.001)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(120.001)
  }
  expect(fitted([], pad, screen)).toEqual([])
})
