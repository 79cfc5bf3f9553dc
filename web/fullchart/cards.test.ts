import { expect, it } from 'vitest'
import { wallCards } from './cards.ts'

it('the cards of a wall have a key each and fill the grid', () => {
  expect(new Set(wallCards.map(({ key }) => key)).size).toBe(wallCards.length)
  expect(wallCards.reduce((area, { columns, rows }) => area + columns * rows, 0)).toBe(12 * 12)
})
