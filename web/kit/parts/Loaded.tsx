// What stands in the place of an answer until it is there: bones, then the answer, or why it did not come and a way to
// ask again.
import type { ReactNode } from 'react'
import type { CallError } from '#web/kit/call'
import { ErrorBlock } from './ErrorBlock.tsx'
import { BlockBones } from './Skeleton.tsx'

/** What useCall answers, as far as it is needed here. */
export interface Asked<T> {
  data: T | undefined
  error: CallError | null
  refetch(): unknown
}

export interface LoadedProps<T> {
  of: Asked<T>
  /** What did not come: 账单, 操作日志. */
  what: string
  /** Lines of the bones. */
  lines?: number
  /** The last answer does not stand for one that could not be had. */
  fresh?: boolean
  /** Instead of the error when there is no such record, or not for this user. */
  none?: ReactNode
  /** Bones and error stand in a card, where the answer brings its own. */
  card?: boolean
  /** Without it: only what stands there until then. */
  children?(data: T): ReactNode
}

const NOT_FOUND = 40_400

export function Loaded<T>({ of, what, lines, fresh, none, card, children }: LoadedProps<T>) {
  const { data, error, refetch } = of
  const failed = error !== null && (fresh || data === undefined)
  if (!failed && data !== undefined) return children?.(data)
  const state = !failed ? (
    <BlockBones lines={lines} />
  ) : none !== undefined && error.code === NOT_FOUND ? (
    none
  ) : (
    <ErrorBlock what={what} error={error} onRetry={() => void refetch()} />
  )
  return card ? <section className="yy-card">{state}</section> : state
}
