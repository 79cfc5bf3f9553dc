// What a list is asked for: filter, page, size and sort. Kept with the page's tab, so that coming back to a tab finds
// the list as it was left.
import { useCallback, useState } from 'react'
import type { Call } from '#contract/kit/call'
import { pageSizeFor } from '#web/kit/constants'
import { usePageParams, usePageState } from '#web/kit/open'
import { type Filter, filterOfParams } from './columns.ts'
import { type ListState, pageAfterResize, type Sort } from './listQuery.ts'

/**
 * `size`: rows of a page where the usual number would cut what belongs together. `first`: the user's own start, for a
 * visit that asks for nothing; 重置 goes back to the declared one.
 */
export function useListState(call: Call, initial: Filter, size?: number, first?: () => Filter | null) {
  const params = usePageParams()
  // The address and the declared start count once; afterwards the user decides.
  const [asked] = useState(() => filterOfParams(call, params))
  const [start] = useState<ListState>(() => ({
    filter: { ...initial, ...asked },
    page: 1,
    size: size ?? pageSizeFor(window.screen.width),
    sort: null,
  }))
  const [opened] = useState<ListState>(() => {
    const own = Object.keys(asked).length === 0 ? first?.() : null
    return own ? { ...start, filter: { ...initial, ...own } } : start
  })
  const [state, setState] = usePageState<ListState>('list', opened)
  return {
    state,
    /** What the address asked for. */
    asked,
    start: start.filter,
    setFilter: useCallback((filter: Filter) => setState((now) => ({ ...now, filter, page: 1 })), [setState]),
    setPage: useCallback((page: number) => setState((now) => ({ ...now, page })), [setState]),
    setSize: useCallback(
      (size: number) => setState((now) => ({ ...now, size, page: pageAfterResize(now.page, now.size, size) })),
      [setState],
    ),
    setSort: useCallback((sort: Sort | null) => setState((now) => ({ ...now, sort, page: 1 })), [setState]),
  }
}
