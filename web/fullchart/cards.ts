// The cards of the wall, in reading order. An area adds its own with one line here; what it asks for must be declared
// for screens, which answers figures and names nobody.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface WallCard {
  key: string
  /** Columns of twelve, and rows of twelve. */
  columns: number
  rows: number
  Card: LazyExoticComponent<ComponentType>
}

export const wallCards: readonly WallCard[] = [
  {
    key: 'house',
    columns: 12,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/HouseCard')),
  },
  {
    key: 'months',
    columns: 6,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/MonthsCard')),
  },
  {
    key: 'levels',
    columns: 3,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/LevelsCard')),
  },
  {
    key: 'ages',
    columns: 3,
    rows: 6,
    Card: lazy(() => import('#web/fullchart/cards/AgesCard')),
  },
  {
    key: 'birthdays',
    columns: 7,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/BirthdaysCard')),
  },
  {
    key: 'connection',
    columns: 5,
    rows: 3,
    Card: lazy(() => import('#web/fullchart/cards/ConnectionCard')),
  },
]
