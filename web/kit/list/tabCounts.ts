// Counts on status tabs, each equal to the list behind it: the same call with the same filter, one row long; or, where
// the noun has a call that counts all states at once, that one.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Call } from '#contract/kit/call'
import type { OptionSet } from '#contract/kit/options'
import type { PageInfo } from '#contract/kit/paging'
import { type SendArgs, send } from '#web/kit/call'
import { FrameIdContext } from '#web/kit/frameId'
import type { CountTab } from '#web/kit/parts/CountTabs'
import { callKey } from '#web/kit/query'
import type { Filter } from './columns.ts'
import { listInput } from './listQuery.ts'

type Value = string | number

export interface StatusTabs {
  /** The query field that the tabs set. */
  field: string
  set: OptionSet<Value>
  /** Values that get a tab, in order; all of the set unless told. */
  values?: readonly Value[]
  /** False: no tab for everything. */
  all?: boolean
  /** Takes the filters of the list and answers `{ <field>, count }` for every state; the field null counts everything. */
  counts?: Call
}

type Counted = readonly (Readonly<Record<string, Value>> & { count: number })[]

/** One call for all tabs. */
function useAllCounts(tabs: StatusTabs | undefined, filter: Filter, fixed: Filter): ReadonlyMap<string, number> | null {
  const frame = useContext(FrameIdContext)
  const {
    page: _page,
    size: _size,
    ...asked
  } = listInput({ filter: { ...filter, ...(tabs && { [tabs.field]: null }) }, page: 1, size: 1, sort: null }, fixed)
  const answer = useQuery({
    queryKey: tabs?.counts ? callKey(tabs.counts, asked) : ['no counts'],
    queryFn: async ({ signal }) =>
      (await send(tabs!.counts!, ...([asked, { signal, silent: true }] as unknown as SendArgs<Call>))) as Counted,
    enabled: tabs?.counts !== undefined,
    placeholderData: keepPreviousData,
    meta: { frame },
  })
  if (!tabs?.counts || !answer.data) return null
  return new Map(answer.data.map((one) => [String(one[tabs.field]), one.count]))
}

export function useCountTabs(
  call: Call,
  tabs: StatusTabs | undefined,
  filter: Filter,
  fixed: Filter,
): CountTab<Value | null>[] {
  const frame = useContext(FrameIdContext)
  const options = tabs ? (tabs.values?.map((value) => tabs.set.find(value)!) ?? tabs.set.list) : []
  const everything = tabs && tabs.all !== false ? [null] : []
  const wanted: (Value | null)[] = [...everything, ...options.map((option) => option.value)]
  const all = useAllCounts(tabs, filter, fixed)
  const counts = useQueries({
    queries: (tabs?.counts ? [] : wanted).map((value) => {
      const asked = listInput({ filter: { ...filter, [tabs!.field]: value }, page: 1, size: 1, sort: null }, fixed)
      return {
        queryKey: callKey(call, asked),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await send(call, ...([asked, { signal, silent: true }] as unknown as SendArgs<Call>))) as PageInfo<unknown>,
        select: (answer: PageInfo<unknown>) => answer.total,
        meta: { frame },
      }
    }),
  })
  return wanted.map((value, index) => ({
    value,
    label: value === null ? '全部' : tabs!.set.label(value),
    count: tabs?.counts ? sumOf(all, value) : counts[index]?.data,
  }))
}

function sumOf(all: ReadonlyMap<string, number> | null, value: Value | null): number | undefined {
  if (!all) return undefined
  // Tabs that overlap or leave some out say how many there are in all.
  if (value === null && all.has('null')) return all.get('null')
  return value === null ? [...all.values()].reduce((sum, one) => sum + one, 0) : (all.get(String(value)) ?? 0)
}
