// Cards of the work bench. The shell brings its own; every area adds what its users watch.
import type { ComponentType } from 'react'

export interface BenchCard {
  key: string
  /** Columns of twelve that it takes at 1920 and at 1280. */
  span: { wide: number; narrow: number }
  order: number
  /** Its place at 1280, where that is another one. */
  narrowOrder?: number
  /** Permission expression; a card nobody may see is not loaded. */
  needs: string
  card: ComponentType
}

const cards: BenchCard[] = []

export function addBenchCard(card: BenchCard): void {
  if (cards.some((one) => one.key === card.key)) throw new Error(`Bench card ${card.key} is added twice`)
  cards.push(card)
  cards.sort((a, b) => a.order - b.order)
}

export const benchCards = (): readonly BenchCard[] => cards
