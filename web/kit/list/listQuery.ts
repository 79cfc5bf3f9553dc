// What a list is asked for, without React.

export type Filter = Readonly<Record<string, unknown>>

export interface Sort {
  name: string
  order: 'asc' | 'desc'
}

export interface ListState {
  filter: Filter
  page: number
  size: number
  sort: Sort | null
}

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** The request of a list; empty filters stay out of it. */
export function listInput(state: ListState, fixed: Filter): Record<string, unknown> {
  const input: Record<string, unknown> = { page: state.page, size: state.size }
  for (const [name, value] of Object.entries({ ...state.filter, ...fixed })) {
    const trimmed = typeof value === 'string' ? value.trim() : value
    if (trimmed !== '' && trimmed !== null && trimmed !== undefined) input[name] = trimmed
  }
  if (state.sort) input.orderBy = `${state.sort.name} ${state.sort.order}`
  return input
}

/** The page that shows the same first row after the size has changed. */
export const pageAfterResize = (page: number, size: number, next: number) => Math.floor(((page - 1) * size) / next) + 1

/** Fields in the first row of the search, by the width of the card: three at 1280, five at 1920. */
export const fieldsFor = (width: number) => (width >= 1500 ? 5 : width >= 1240 ? 4 : 3)
