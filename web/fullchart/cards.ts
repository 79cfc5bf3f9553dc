// The cards of the wall, in reading order. An area adds its own with one line here; a card whose permission the
// wall's read-only session does not have is left out.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { allows, SIGNED_IN } from '#contract/kit/permission'
import type { SessionData } from '#contract/platform/session'

export interface WallCardProps {
  session: SessionData
}

export interface WallCard {
  key: string
  /** Permission expression, or signedIn. */
  needs: string
  /** Columns of twelve, and rows of twelve. */
  columns: number
  rows: number
  Card: LazyExoticComponent<ComponentType<WallCardProps>>
}

export const wallCards: readonly WallCard[] = [
  {
    key: 'house',
    needs: SIGNED_IN,
    columns: 12,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/HouseCard')),
  },
  {
    key: 'months',
    needs: SIGNED_IN,
    columns: 6,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/MonthsCard')),
  },
  {
    key: 'levels',
    needs: SIGNED_IN,
    columns: 3,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/LevelsCard')),
  },
  {
    key: 'ages',
    needs: SIGNED_IN,
    columns: 3,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/AgesCard')),
  },
  {
    key: 'birthdays',
    needs: SIGNED_IN,
    columns: 4,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/BirthdaysCard')),
  },
  {
    key: 'messages',
    needs: SIGNED_IN,
    columns: 5,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/MessagesCard')),
  },
  {
    key: 'connection',
    needs: SIGNED_IN,
    columns: 3,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/ConnectionCard')),
  },
]

export function cardsFor(user: SessionData, cards: readonly WallCard[] = wallCards): WallCard[] {
  const codes = new Set(user.authority.map((one) => one.name))
  return cards.filter(({ needs }) => needs === SIGNED_IN || allows(needs, (code) => codes.has(code)))
}
