// Lists that selects are filled from. Each is declared once by name; its answer is shared, kept in session storage
// under a dd-prefixed key, and asked for again at the next start.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Call, DataOf, InputOf } from '#contract/kit/call'
import { session } from '#contract/platform/session'
import { CallError, type SendArgs, send } from '#web/kit/call'
import { note } from '#web/kit/frontLog'
import { perSession } from '#web/kit/storage'

export interface LookupItem {
  value: string | number
  label: string
  /** Whatever else the source row says, for pickers that show more than a label. */
  row: Readonly<Record<string, unknown>>
}

interface Lookup {
  load(): Promise<LookupItem[]>
}

const declared = new Map<string, Lookup>()
const running = new Map<string, Promise<readonly LookupItem[]>>()
export const useLookups = create<{ lists: Readonly<Record<string, readonly LookupItem[]>> }>()(() => ({ lists: {} }))

const keyOf = (name: string) => `dd-${name}` as const

export function declareLookup<C extends Call>(
  name: string,
  source: {
    call: C
    input?: InputOf<C>
    items: (data: DataOf<C>) => readonly Readonly<Record<string, unknown>>[]
    value: string
    label: string
  },
): void {
  if (declared.has(name)) throw new Error(`Lookup ${name} is declared twice`)
  declared.set(name, {
    load: async () => {
      const args = [source.input ?? {}, { silent: true }] as unknown as SendArgs<C>
      const rows = source.items(await send(source.call, ...args))
      return rows.map((row) => ({
        value: row[source.value] as string | number,
        label: String(row[source.label] ?? ''),
        row,
      }))
    },
  })
}

function lookupOf(name: string): Lookup {
  const found = declared.get(name)
  if (!found) throw new Error(`Lookup ${name} is not defined; declare it with declareLookup before using it`)
  return found
}

function keep(name: string, list: readonly LookupItem[]) {
  useLookups.setState({ lists: { ...useLookups.getState().lists, [name]: list } })
}

/** Asks the server; a failure is logged, and what was known before stays. */
export function reloadLookup(name: string): Promise<readonly LookupItem[]> {
  const lookup = lookupOf(name)
  const already = running.get(name)
  if (already) return already
  const work = lookup
    .load()
    .then((list) => {
      keep(name, list)
      perSession.set(keyOf(name), list)
      return list
    })
    .catch((error: unknown) => {
      note('lookup', `${name}: ${error instanceof CallError ? `#${error.code} ${error.message}` : String(error)}`)
      return useLookups.getState().lists[name] ?? []
    })
    .finally(() => running.delete(name))
  running.set(name, work)
  return work
}

export function useLookup(name: string): readonly LookupItem[] {
  lookupOf(name)
  const list = useLookups((state) => state.lists[name])
  useEffect(() => {
    if (list !== undefined) return
    const kept = perSession.get<LookupItem[]>(keyOf(name))
    if (kept) keep(name, kept)
    else void reloadLookup(name)
  }, [name, list])
  return list ?? []
}

/** At start: every list that this session has used before is fetched anew. */
export function reloadKnownLookups(): void {
  for (const stored of perSession.names()) {
    const name = stored.startsWith('dd-') ? stored.slice(3) : null
    if (name !== null && declared.has(name)) void reloadLookup(name)
  }
}

declareLookup('departments', {
  call: session.calls.dataDepts,
  items: (list) => list,
  value: 'deptId',
  label: 'deptName',
})
