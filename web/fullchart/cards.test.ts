import { lazy } from 'react'
import { describe, expect, it } from 'vitest'
import type { SessionData } from '#contract/platform/session'
import { cardsFor, type WallCard, wallCards } from './cards.ts'

const card = (key: string, needs: string): WallCard => ({
  key,
  needs,
  columns: 4,
  rows: 2,
  Card: lazy(async () => ({ default: () => null })),
})
const wall = (...codes: string[]) =>
  ({ authority: codes.map((name) => ({ name, title: name })) }) as Partial<SessionData> as SessionData

describe('the cards of a wall', () => {
  it('are those its session may see', () => {
    const cards = [card('a', 'signedIn'), card('b', 'monitor:wall:list'), card('c', 'x|y'), card('d', '')]
    expect(cardsFor(wall(), cards).map(({ key }) => key)).toEqual(['a'])
    expect(cardsFor(wall('monitor:wall:list', 'y'), cards).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('have a key each and fit the grid', () => {
    expect(new Set(wallCards.map(({ key }) => key)).size).toBe(wallCards.length)
    for (const { columns, rows } of wallCards) {
      expect(columns).toBeLessThanOrEqual(12)
      expect(rows).toBeLessThanOrEqual(12)
    }
  })
})
