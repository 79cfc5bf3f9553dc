// What a user has set for themselves, kept on the server so that it is the same at every desk. A copy in local storage
// paints the next start.
import { useCallback } from 'react'
import { create } from 'zustand'
import { shell } from '#contract/platform/shell'
import { send } from '#web/kit/call'
import { local } from '#web/kit/storage'

type Values = Readonly<Record<string, unknown>>
interface Copy {
  userId: string
  values: Values
  /** Changed here and not yet known to the server: a reload must not undo them. */
  untold: readonly string[]
}

const COPY = 'preferences-copy'
/** Writes that follow one another quickly (dragging, typing) become one. */
const WAIT = 600

export const usePreferences = create<{ values: Values; loaded: boolean }>()(() => ({ values: {}, loaded: false }))
const pending = new Map<string, ReturnType<typeof setTimeout> | null>()

function keepCopy() {
  const copy: Copy = { userId: owner, values: usePreferences.getState().values, untold: [...pending.keys()] }
  local.set(COPY, copy)
}

let owner = ''

/** A copy that another user of this computer left says nothing about this one. */
export function recallPreferences(userId: string): void {
  owner = userId
  const copy = local.get<Copy>(COPY)
  if (copy?.userId !== userId) return
  for (const name of copy.untold ?? []) pending.set(name, null)
  usePreferences.setState({ values: copy.values ?? {} })
}

/** What the server has, except for what was changed here meanwhile. */
export function keepPreferences(values: unknown): void {
  const told = typeof values === 'object' && values !== null ? (values as Values) : {}
  const here = usePreferences.getState().values
  const untold = Object.fromEntries([...pending.keys()].map((name) => [name, here[name]]))
  usePreferences.setState({ values: { ...told, ...untold }, loaded: true })
  for (const [name, timer] of pending) if (timer === null) tellLater(name)
  keepCopy()
}

async function write(name: string) {
  const value = usePreferences.getState().values[name] ?? null
  pending.set(name, null)
  try {
    await send(shell.calls.savePreference, { name, value }, { silent: true })
    // Changed again while it was on its way: the later write is still to come.
    if (pending.get(name) === null) pending.delete(name)
  } catch {
    // It stays among the untold and is written at the next change or start.
  }
  keepCopy()
}

function tellLater(name: string) {
  const timer = pending.get(name)
  if (timer) clearTimeout(timer)
  pending.set(
    name,
    setTimeout(() => void write(name), WAIT),
  )
}

export function setPreference(name: string, value: unknown): void {
  usePreferences.setState({ values: { ...usePreferences.getState().values, [name]: value } })
  tellLater(name)
  keepCopy()
}

/** What was changed a moment ago must not be lost by signing out. */
export async function flushPreferences(): Promise<void> {
  for (const timer of pending.values()) if (timer) clearTimeout(timer)
  await Promise.all([...pending.keys()].map(write))
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
  sideFolded: 'sideFolded',
} as const
