// Who comes before and after: in the order of the list this browser has asked for last, or, where it knows none that
// shows the resident, in that of the archives.
import { useMemo, useState } from 'react'
import type { PageInfo } from '#contract/kit/paging'
import { type ArchiveRowData, archive } from '#contract/live/archive'
import { archiveSection } from '#contract/live/archiveSection'
import { type SendArgs, send } from '#web/kit/call'
import { callKey, queryClient, useCall } from '#web/kit/query'

export interface Neighbours {
  position: number
  total: number
  previous(): Promise<string | null>
  next(): Promise<string | null>
  hasPrevious: boolean
  hasNext: boolean
}

type Page = PageInfo<ArchiveRowData>
type Input = Record<string, unknown> & { page?: number }

interface Known {
  input: Input
  page: Page
  at: number
}

/** Counts on tabs ask for one row; what was left long ago is no list that somebody comes from. */
const SHORTEST = 2

function knownPage(oldmanId: string): Known | null {
  const queries = queryClient.getQueryCache().findAll({ queryKey: callKey(archive.calls.list) })
  let newest: (Known & { time: number }) | null = null
  for (const query of queries) {
    const page = query.state.data as Page | undefined
    const input = query.queryKey[2] as Input | undefined
    if (!page || !input || page.pageSize < SHORTEST) continue
    const at = page.list.findIndex((row) => row.oldmanId === oldmanId)
    if (at >= 0 && (newest === null || query.state.dataUpdatedAt > newest.time)) {
      newest = { input, page, at, time: query.state.dataUpdatedAt }
    }
  }
  return newest
}

async function edgeOf({ input, page }: Known, step: 1 | -1): Promise<string | null> {
  const asked = { ...input, page: page.pageNum + step }
  const next = (await queryClient.fetchQuery({
    queryKey: callKey(archive.calls.list, asked),
    queryFn: () => send(archive.calls.list, ...([asked, {}] as unknown as SendArgs<typeof archive.calls.list>)),
  })) as Page
  return next.list.at(step === 1 ? 0 : -1)?.oldmanId ?? null
}

export function useNeighbours(oldmanId: string): Neighbours | null {
  // As it was when the page was opened: a refetch behind it must not make the resident jump.
  const [known] = useState(() => knownPage(oldmanId))
  const asked = useCall(archiveSection.calls.neighbours, known ? null : { oldmanId }, { silent: true })
  return useMemo(() => {
    if (known) {
      const { page, at } = known
      const position = (page.pageNum - 1) * page.pageSize + at + 1
      const beside = (step: 1 | -1) => async () => page.list[at + step]?.oldmanId ?? edgeOf(known, step)
      return {
        position,
        total: page.total,
        hasPrevious: position > 1,
        hasNext: position < page.total,
        previous: beside(-1),
        next: beside(1),
      }
    }
    if (!asked.data) return null
    const { position, total, previousId, nextId } = asked.data
    return {
      position,
      total,
      hasPrevious: previousId !== null,
      hasNext: nextId !== null,
      previous: async () => previousId,
      next: async () => nextId,
    }
  }, [known, asked.data])
}
