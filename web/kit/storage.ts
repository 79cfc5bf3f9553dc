// Local and session storage under one prefix, with the names the console uses. A browser that refuses storage
// (private window, quota) keeps the values for the life of the page.
import type { MenuItem, SessionData } from '#contract/platform/session'
import { STORAGE_PREFIX } from '#web/kit/constants'

export interface QuickEntryItem {
  title: string
  path: string
  icon: string | null
}

export interface LocalValues {
  userInfo: SessionData
  landingEndId: string
  tabbarlist: unknown
  preloadcfg: Record<string, unknown>
  systemconfig: Record<string, unknown>
  orgInfo: SessionData['orgInfo']
  menus: MenuItem[]
  authority: SessionData['authority']
  quickEntry: QuickEntryItem[]
  oldmanDraft: unknown
  homeOldmanDraft: unknown
  querySid: string
  mqttClientId: string
  ssoMarkUrl: string
  screenFrameworker: unknown
  /** The account name that the login page remembers. */
  rememberedName: string
}

export interface SessionValues {
  settleIn: unknown
  tabbarlist: unknown
  payBatchData: unknown
  homePayBatchData: unknown
  /** Development: calls are answered from /mock/<path>.json. */
  mock: boolean
}

export interface Store<V> {
  get<K extends keyof V & string>(name: K): V[K] | null
  get<T>(name: `${string}-${string}`): T | null
  set<K extends keyof V & string>(name: K, value: V[K]): void
  set(name: `${string}-${string}`, value: unknown): void
  remove(name: (keyof V & string) | `${string}-${string}`): void
  /** Names without the prefix, of this product only. */
  names(): string[]
  clear(keep?: (name: string) => boolean): void
}

const prefix = () =>
  `${(typeof document !== 'undefined' && document.documentElement.dataset.storagePrefix) || STORAGE_PREFIX}_`

/** `area` is asked for each time because reading window.localStorage itself may throw. */
export function createStore<V>(area: () => Storage): Store<V> {
  const memory = new Map<string, string>()
  const storage = (): Storage | null => {
    try {
      return area()
    } catch {
      return null
    }
  }
  const read = (key: string) => memory.get(key) ?? storage()?.getItem(key) ?? null
  const names = () => {
    const found = new Set<string>(memory.keys())
    const from = storage()
    for (let i = 0; from && i < from.length; i++) {
      const key = from.key(i)
      if (key?.startsWith(prefix())) found.add(key)
    }
    return [...found].map((key) => key.slice(prefix().length))
  }
  const remove = (name: string) => {
    memory.delete(prefix() + name)
    storage()?.removeItem(prefix() + name)
  }
  return {
    get: (name: string) => {
      const text = read(prefix() + name)
      if (text === null) return null
      try {
        return JSON.parse(text)
      } catch {
        // Written by hand or by an older release: it says nothing, so it is dropped.
        remove(name)
        return null
      }
    },
    set: (name: string, value: unknown) => {
      const key = prefix() + name
      const text = JSON.stringify(value ?? null)
      const to = storage()
      try {
        if (!to) throw new Error('storage refused')
        to.setItem(key, text)
        memory.delete(key)
      } catch {
        memory.set(key, text)
      }
    },
    remove,
    names,
    clear: (keep) => {
      for (const name of names()) if (!keep?.(name)) remove(name)
    },
  }
}

export const local = createStore<LocalValues>(() => window.localStorage)
export const perSession = createStore<SessionValues>(() => window.sessionStorage)

/** What belongs to this computer rather than to a user: the face of the login page, an application's codes, a wall. */
const OF_COMPUTER = [
  'rememberedName',
  'preloadcfg',
  'settleIn-receipt',
  'family-readers',
  'screenFrameworker',
  'mqttClientId',
]

/** What outlives a sign-out on this computer; drafts and recent pages carry their user in the name. */
export const outlivesSignOut = (name: string) =>
  OF_COMPUTER.includes(name) || name.startsWith('draft-') || name.startsWith('recent-')
