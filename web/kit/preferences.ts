// What a user has set for themselves, kept on the server so that it is the same at every desk. A copy in local storage
// paints the next start.
import { useCallback } from 'react'
import { create } from 'zustand'
import { shell } from '#contract/platform/shell'
import { send } from '#web/kit/call'
import { local } from '#web/kit/storage'

type Values = Readonly<Record<string, unknown>>

const COPY = 'preferences-copy'
export const usePreferences = create<{ values: Values; loaded: boolean }>()(() => ({ values: {}, loaded: false }))

export function recallPreferences(): void {
  usePreferences.setState({ values: local.get<Values>(COPY) ?? {} })
}

export function keepPreferences(values: unknown): void {
  const all = typeof values === 'object' && values !== null ? (values as Values) : {}
  local.set(COPY, all)
  usePreferences.setState({ values: all, loaded: true })
}

/** Writes that follow one another quickly (dragging, typing) become one. */
const WAIT = 600
const pending = new Map<string, ReturnType<typeof setTimeout>>()

async function write(name: string) {
  pending.delete(name)
  const value = usePreferences.getState().values[name] ?? null
  try {
    await send(shell.calls.savePreference, { name, value }, { silent: true })
  } catch {
    // The choice holds for this visit and stays in local storage; the next change tries again.
  }
}

/** `wait`: how long further changes are waited for before the server is told. */
export function setPreference(name: string, value: unknown, wait = WAIT): void {
  const values = { ...usePreferences.getState().values, [name]: value }
  local.set(COPY, values)
  usePreferences.setState({ values })
  clearTimeout(pending.get(name))
  pending.set(
    name,
    setTimeout(() => void write(name), wait),
  )
}

/** What was changed a moment ago must not be lost by signing out. */
export async function flushPreferences(): Promise<void> {
  const names = [...pending.keys()]
  for (const name of names) clearTimeout(pending.get(name))
  await Promise.all(names.map(write))
}

export function usePreference<T>(name: string, initial: T): [T, (value: T) => void] {
  const value = usePreferences((state) => state.values[name]) as T | null | undefined
  const set = useCallback((next: T) => setPreference(name, next), [name])
  return [value ?? initial, set]
}

export type Density = 'default' | 'compact' | 'loose'

/** Names that the shell itself uses; lists use `list:<path>`. */
export const PREFERENCE = {
  theme: 'theme',
  largeText: 'largeText',
  density: 'density',
  quickEntry: 'quickEntry',
  favourites: 'favourites',
  recentPages: 'recentPages',
  sideFolded: 'sideFolded',
} as const
