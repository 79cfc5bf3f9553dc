// Counts on status tabs: the same call with the same filter, one row long, so that each equals the list behind it.
import { useQueries } from '@tanstack/react-query'
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
}

export function useCountTabs(
  call: Call,
  tabs: StatusTabs | undefined,
  filter: Filter,
  fixed: Filter,
): CountTab<Value | null>[] {
  const frame = useContext(FrameIdContext)
  const options = tabs ? (tabs.values?.map((value) => tabs.set.find(value)!) ?? tabs.set.list) : []
  const wanted: (Value | null)[] = tabs ? [null, ...options.map((option) => option.value)] : []
  const counts = useQueries({
    queries: wanted.map((value) => {
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
    count: counts[index]?.data,
  }))
}
