// Declared calls as queries and acts. Keys are [area.noun, name, input], so a write makes everything of its noun stale.

import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useContext, useRef } from 'react'
import type { Call, DataOf, InputOf, Noun } from '#contract/kit/call'
import { newRequestNo, type SendArgs, type SendInput, type SendOptions, send } from '#web/kit/call'
import { FrameIdContext } from '#web/kit/frameId'
import { CallError } from './callError.ts'

const MINUTE = 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Pages in hidden tabs have no observers; their answers must still be there when they come back.
      gcTime: 20 * MINUTE,
      refetchOnWindowFocus: false,
      // Only a lost connection is worth a second try; a refusal stays one.
      retry: (count, error) => count < 1 && error instanceof CallError && error.code === 999,
    },
    mutations: { retry: false },
  },
})

export const nounKey = (noun: Pick<Noun, 'area' | 'name'>) => [`${noun.area}.${noun.name}`] as const

export function callKey(call: Call, input?: unknown): readonly unknown[] {
  const at = call.key.lastIndexOf('.')
  return input === undefined
    ? [call.key.slice(0, at), call.key.slice(at + 1)]
    : [call.key.slice(0, at), call.key.slice(at + 1), input]
}

type Touched = (noun: string) => void
const touchedListeners = new Set<Touched>()

/** Called with area.noun when something of it was written: lists outside the query cache follow, too. */
export function onTouched(listener: Touched): () => void {
  touchedListeners.add(listener)
  return () => void touchedListeners.delete(listener)
}

const tellTouched = (noun: string) => {
  for (const listener of touchedListeners) listener(noun)
}

/** After a write elsewhere (realtime, an import): everything of these nouns is asked for again. */
export const invalidate = (...nouns: readonly Pick<Noun, 'area' | 'name'>[]) =>
  Promise.all(
    nouns.map((noun) => {
      const queryKey = nounKey(noun)
      tellTouched(queryKey[0])
      return queryClient.invalidateQueries({ queryKey })
    }),
  )

export interface UseCallOptions<D, T = D> {
  enabled?: boolean
  /** Old rows stay visible while new ones are fetched. */
  keepPrevious?: boolean
  staleTime?: number
  refetchInterval?: number | false
  select?: (data: D) => T
  /** No slow prompt either: for what the user has not asked for. */
  silent?: boolean
}

/** A reading call. The page shows the failure where the data would stand; only a lost session is announced. */
export function useCall<C extends Call, T = DataOf<C>>(
  call: C,
  input: InputOf<C> | null,
  options: UseCallOptions<DataOf<C>, T> = {},
): UseQueryResult<T, CallError> {
  const frame = useContext(FrameIdContext)
  return useQuery<DataOf<C>, CallError, T>({
    queryKey: callKey(call, input ?? {}),
    queryFn: ({ signal }) =>
      send(call, ...([input ?? {}, { signal, silent: options.silent, handles: () => true }] as unknown as SendArgs<C>)),
    enabled: input !== null && options.enabled !== false,
    meta: { frame },
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.refetchInterval !== undefined && { refetchInterval: options.refetchInterval }),
    ...(options.select && { select: options.select }),
  })
}

export interface UseActOptions<C extends Call> {
  onDone?: (data: DataOf<C>, input: SendInput<C>) => void
  /** Failures that the form shows itself; those that name a field always are. */
  handles?: (error: CallError) => boolean
  /** Further nouns whose lists change with this act. */
  touches?: readonly Pick<Noun, 'area' | 'name'>[]
  send?: SendOptions
}

export interface Act<C extends Call> {
  /** Answers undefined when it failed; the failure is in `error` or was shown. */
  run(input: SendInput<C>, options?: SendOptions): Promise<DataOf<C> | undefined>
  running: boolean
  error: CallError | null
  reset(): void
}

/** A writing call. The request number stays the same until it has succeeded, so a second try never writes twice. */
export function useAct<C extends Call>(call: C, options: UseActOptions<C> = {}): Act<C> {
  const client = useQueryClient()
  const attempt = useRef<{ input: string; no: string } | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { mutateAsync, isPending, error, reset } = useMutation<
    DataOf<C>,
    CallError,
    { input: SendInput<C>; options: SendOptions }
  >({
    mutationFn: ({ input, options: more }) => {
      const handles = (failure: CallError) =>
        failure.field !== undefined || latest.current.handles?.(failure) === true || more.handles?.(failure) === true
      return send(
        call,
        ...([input, { loading: true, ...latest.current.send, ...more, handles }] as unknown as SendArgs<C>),
      )
    },
  })
  const run = useCallback<Act<C>['run']>(
    async (input, more = {}) => {
      const text = JSON.stringify(input)
      if (call.repeatable && attempt.current?.input !== text) attempt.current = { input: text, no: newRequestNo() }
      try {
        const data = await mutateAsync({
          input,
          options: { ...(attempt.current && { requestNo: attempt.current.no }), ...more },
        })
        attempt.current = null
        const nouns = [callKey(call)[0] as string, ...(latest.current.touches ?? []).map((noun) => nounKey(noun)[0])]
        for (const noun of new Set(nouns)) {
          void client.invalidateQueries({ queryKey: [noun] })
          if (call.method !== 'GET' && !call.harmless) tellTouched(noun)
        }
        latest.current.onDone?.(data, input)
        return data
      } catch (failure) {
        if (failure instanceof CallError) return undefined
        throw failure
      }
    },
    [call, client, mutateAsync],
  )
  return { run, running: isPending, error, reset }
}
