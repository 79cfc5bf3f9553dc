// What stands in the place of an answer until it is there: bones, then the answer, or why it did not come and a way to
// ask again.
import type { ReactNode } from 'react'
import type { Call, DataOf, InputOf } from '#contract/kit/call'
import type { CallError } from '#web/kit/callError'
import { type UseCallOptions, useCall } from '#web/kit/query'
import { ErrorBlock } from './ErrorBlock.tsx'
import { BlockBones } from './Skeleton.tsx'

/** What useCall answers, as far as it is needed here. */
export interface Asked<T> {
  data: T | undefined
  error: CallError | null
  refetch(): unknown
}

interface Waiting {
  /** What did not come: 账单, 操作日志. */
  what: string
  /** Lines of the bones. */
  lines?: number
  /** The last answer does not stand for one that could not be had. */
  fresh?: boolean
  /** Instead of the error when there is no such record, or not for this user. */
  none?: ReactNode
}

const NOT_FOUND = 40_400

function waitingOf<T>({ data, error, refetch }: Asked<T>, { what, lines, fresh, none }: Waiting) {
  const failed = error !== null && (fresh || data === undefined)
  if (!failed) return { data, state: <BlockBones lines={lines} /> }
  if (none !== undefined && error.code === NOT_FOUND) return { data: undefined, state: none }
  return { data: undefined, state: <ErrorBlock what={what} error={error} onRetry={() => void refetch()} /> }
}

/** useCall with what to show while there is no `data`: if (!data) return state. */
export function useLoaded<C extends Call, T = DataOf<C>>(
  call: C,
  input: InputOf<C> | null,
  { what, lines, fresh, none, ...options }: Waiting & UseCallOptions<DataOf<C>, T>,
) {
  const asked = useCall<C, T>(call, input, options)
  const { isFetching, refetch } = asked
  return { ...waitingOf(asked, { what, lines, fresh, none }), isFetching, refetch }
}

export interface LoadedProps<T> extends Waiting {
  of: Asked<T>
  /** Bones and error stand in a card, where the answer brings its own. */
  card?: boolean
  /** Without it: only what stands there until then. */
  children?(data: T): ReactNode
}

export function Loaded<T>({ of, card, children, ...waiting }: LoadedProps<T>) {
  const { data, state } = waitingOf(of, waiting)
  if (data !== undefined) return children?.(data)
  return card ? <section className="yy-card yy-pad-16">{state}</section> : state
}
