// Lists that selects are filled from. Each has a name; its answer is shared, kept in session storage under a
// dd-prefixed key, asked for again at the next start and whenever somebody has changed what it offers.

import { useEffect } from 'react'
import { create } from 'zustand'
import type { Call } from '#contract/kit/call'
import { lookup as lookupNoun } from '#contract/platform/lookup'
import { note } from '#web/kit/frontLog'
import { type FromCall, fromCall, type LookupItem } from '#web/kit/lookups/item'
import { type Registered, registry } from '#web/kit/lookups/registry'
import { onTouched } from '#web/kit/query'
import { onEvent } from '#web/kit/realtime'
import { onSignal } from '#web/kit/signals'
import { perSession } from '#web/kit/storage'
import { CallError } from './callError.ts'

export type { LookupItem } from '#web/kit/lookups/item'

/** Names of the registry, and dictionaries as dictionary:<code>. */
export type LookupName = keyof typeof registry | `dictionary:${string}` | (string & {})

const DICTIONARY = 'dictionary:'
/** Several writes in a row ask once. */
const SETTLE = 200

const declared = new Map<string, Registered>(Object.entries(registry))
const running = new Map<string, Promise<readonly LookupItem[]>>()
export const useLookups = create<{ lists: Readonly<Record<string, readonly LookupItem[]>> }>()(() => ({ lists: {} }))

const keyOf = (name: string) => `dd-${name}` as const

/** For lists of one area only; what several areas use stands in the registry. */
export function declareLookup<C extends Call>(name: string, from: FromCall<C>): void {
  if (declared.has(name)) throw new Error(`Lookup ${name} is declared twice`)
  const source = fromCall(from)
  declared.set(name, { noun: source.noun, source: () => Promise.resolve(source) })
}

function lookupOf(name: string): Registered {
  const found = declared.get(name)
  if (found) return found
  if (name.startsWith(DICTIONARY) && name.length > DICTIONARY.length) {
    const code = name.slice(DICTIONARY.length)
    return {
      noun: 'systemSetting.dictionary',
      source: async () => (await import('#web/kit/lookups/dictionaries')).dictionarySource(code),
    }
  }
  throw new Error(`Lookup ${name} is not defined; add it to the registry or declare it with declareLookup`)
}

function keep(name: string, list: readonly LookupItem[]) {
  useLookups.setState({ lists: { ...useLookups.getState().lists, [name]: list } })
}

/** Asks the server; a failure is logged, and what was known before stays. */
export function reloadLookup(name: LookupName): Promise<readonly LookupItem[]> {
  const lookup = lookupOf(name)
  const already = running.get(name)
  if (already) return already
  const known = () => useLookups.getState().lists[name] ?? perSession.get<LookupItem[]>(keyOf(name)) ?? undefined
  const work = lookup
    .source()
    .then((source) => source.load(known()))
    .then((list) => {
      keep(name, list)
      perSession.set(keyOf(name), list)
      return list
    })
    .catch((error: unknown) => {
      note('lookup', `${name}: ${error instanceof CallError ? `#${error.code} ${error.message}` : String(error)}`)
      return known() ?? []
    })
    .finally(() => running.delete(name))
  running.set(name, work)
  return work
}

export function useLookup(name: LookupName): readonly LookupItem[] {
  lookupOf(name)
  const list = useLookups((state) => state.lists[name])
  useEffect(() => {
    if (list !== undefined) return
    const kept = perSession.get<LookupItem[]>(keyOf(name))
    if (kept) keep(name, kept)
    else void reloadLookup(name)
  }, [name, list])
  return list ?? none
}

const none: readonly LookupItem[] = []

/** Lists this session has used; a name that an older release stored is dropped. */
function usedNames(): string[] {
  const stored = perSession.names().flatMap((name) => (name.startsWith('dd-') ? [name.slice(3)] : []))
  return [...new Set([...Object.keys(useLookups.getState().lists), ...stored])].filter((name) => {
    if (declared.has(name) || name.startsWith(DICTIONARY)) return true
    perSession.remove(keyOf(name))
    return false
  })
}

/** At start: every list that this session has used before is fetched anew. */
export function reloadKnownLookups(): void {
  for (const name of usedNames()) void reloadLookup(name)
}

const touched = new Set<string>()

function reloadTouched(): void {
  const nouns = new Set(touched)
  touched.clear()
  for (const name of usedNames()) {
    const { noun, also } = lookupOf(name)
    if (nouns.has(noun) || also?.some((one) => nouns.has(one))) void reloadLookup(name)
  }
}

/** Something of a noun was written, here or elsewhere: its lists are asked for again. */
export function nounTouched(noun: string): void {
  if (touched.size === 0) setTimeout(reloadTouched, SETTLE)
  touched.add(noun)
}

onTouched(nounTouched)
onEvent(lookupNoun.events.changed, (payload) => nounTouched(payload.noun))
// Changes may have been missed while the line was down.
onSignal('reconnected', () => reloadKnownLookups())
