// What pages know of the shell: opening other pages, their own tab, their parameters, state that outlives parking.
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Call } from '#contract/kit/call'
import { LAUNCH_HASH } from '#web/kit/constants'
import { mayLeave } from '#web/kit/leaving'
import { leavesOf, rewrite } from '#web/kit/menu'
import { routes } from '#web/kit/pages'
import { queryClient } from '#web/kit/query'
import { formatAddress, type PageAhead, parseAddress, type QueryValue } from '#web/kit/routes'
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'
import { createTabs, type Frame, type TabsState, type Visit } from '#web/kit/tabs'

export type PageQuery = Readonly<Record<string, QueryValue>>

export const tabs = createTabs({
  resolve: (address) => {
    const { path, query } = rewrite(useSession.getState().mapping, parseAddress(address))
    return { match: routes.match(path), query, path }
  },
  entryOf: (menuId, path) => {
    const leaf = leavesOf(useSession.getState().menus).find((one) =>
      menuId ? one.menuId === menuId : one.target === path,
    )
    return leaf ? { title: leaf.title, menuType: leaf.type, link: leaf.link } : null
  },
  hasQueryId: () => local.get('querySid') !== null,
  home: { path: LAUNCH_HASH, title: '工作台' },
  onClosed: (frames) => {
    const ids = new Set(frames.map((frame) => frame.id))
    // After the trees are gone: their queries have no observer then.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive', predicate: (query) => ids.has(query.meta?.frame as number) })
    }, 0)
  },
})

type Go = (address: string, by: Visit['by'], replace?: boolean) => void
let go: Go = (address) => {
  window.location.hash = address
}
/** The shell hands in the router once it is mounted. */
export function bindNavigation(navigate: Go): void {
  go = navigate
}

/** What a page is opened to do: ?act=checkIn&resident=… An act happens once, so it stays out of the tab's address. */
export interface AskedAct {
  act: string
  /** The resident it is about, when one was named. */
  resident: string | null
}
const askedActs = new Map<string, AskedAct>()
const actIn = ({ act, resident }: PageQuery): AskedAct | null =>
  typeof act === 'string' && act !== '' ? { act, resident: typeof resident === 'string' ? resident : null } : null

/** Opens a page by its path (or an alias): in its own tab, or inside this one for detail and add pages. */
export function openPage(path: string, query?: PageQuery): void {
  const asked = parseAddress(path)
  const all: PageQuery = { ...asked.query, ...query }
  const request = actIn(all)
  const { act: _, resident: __, ...rest } = all
  const address = formatAddress(asked.path, request ? rest : all)
  if (request) askedActs.set(address, request)
  go(address, 'open')
}

/** Leaves the page in front for another for good: "back" leads to the one it was opened from. */
export function openInstead(path: string, query: PageQuery): void {
  go(formatAddress(path, query), 'instead', true)
}

/** Brings an opened tab to the front as it is. */
export function showTab(key: string): void {
  const frame = tabs.topOf(key)
  if (frame) go(frame.address, 'move')
}

/** Closes a tab, the front one when none is named. */
export async function closeTab(key?: string): Promise<void> {
  const { tabs: all, active } = tabs.store.getState()
  const wanted = all.find((tab) => tab.key === (key ?? active))
  if (!wanted || !(await mayLeave(wanted.frames.map((frame) => frame.id)))) return
  const next = tabs.close(wanted.key)
  if (next !== null) go(next, 'move', true)
}

/** Makes the page in front of a tab anew, with data that is asked for again. */
export function refreshTab(key: string | undefined): void {
  if (key === undefined) return
  void queryClient.invalidateQueries({ refetchType: 'none' })
  tabs.remake(key)
}

export function closeTabs(which: 'others' | 'right' | 'all', key: string): void {
  const next = which === 'all' ? tabs.closeAll() : which === 'others' ? tabs.closeOthers(key) : tabs.closeRight(key)
  if (next !== null) go(next, 'move', true)
}

/** Leaves a detail or add page for the page it was opened from; a tab without one is closed. */
export async function goBack(): Promise<void> {
  const before = tabs.back()
  if (before === null) return closeTab()
  const { tabs: all, active } = tabs.store.getState()
  const front = all.find((tab) => tab.key === active)?.frames.at(-1)
  if (!front || (await mayLeave([front.id]))) go(before, 'move')
}

export const useTabs = <T>(select: (state: TabsState) => T): T => useStore(tabs.store, select)

export const FrameContext = createContext<Frame | null>(null)

function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Only pages inside the shell have a tab')
  return frame
}

/** What the page in this frame declares to be asked for first, if it is this call. */
export function usePageAhead(call: Pick<Call, 'key'>): PageAhead | undefined {
  const ahead = useFrame().page?.ahead
  return ahead?.key === call.key ? ahead : undefined
}

export interface PageTab {
  /** The page's address, unique among the opened pages. */
  address: string
  title: string
  setTitle(title: string): void
  /** Another tab comes to the front: whoever opens a page next waits for it. */
  close(): Promise<void>
  back(): void
}

export function useTab(): PageTab {
  const { id, address, title } = useFrame()
  return {
    address,
    title,
    setTitle: useCallback((next: string) => tabs.setTitle(id, next), [id]),
    close: useCallback(async () => {
      const { tabs: all } = tabs.store.getState()
      const mine = all.find((tab) => tab.frames.some((frame) => frame.id === id))
      if (mine) await closeTab(mine.key)
    }, [id]),
    back: goBack,
  }
}

/** Says on the tab what this page shows of itself, so that a second tab of the same page reads differently. */
export function useTabAbout(about: string): void {
  const { id, named } = useFrame()
  const said = useRef(false)
  useEffect(() => {
    // A page that has nothing to add keeps whatever title it was given.
    if (about !== '') tabs.setTitle(id, `${named}・${about}`)
    else if (said.current) tabs.setTitle(id, named)
    said.current = about !== ''
  }, [id, named, about])
}

/** Path parameters and query of the page as one object; `menuId` when the address carries one. */
export function usePageParams<K extends string = string>(): Readonly<Partial<Record<K, string>>> {
  const { params, query, menuId } = useFrame()
  return { ...query, ...(menuId && { menuId }), ...params } as Readonly<Partial<Record<K, string>>>
}

/** Like useState, and back again when the page was parked or its tab comes to the front after many others. */
export function usePageState<T>(name: string, initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void] {
  const { kept } = useFrame()
  const [value, setValue] = useState<T>(() =>
    kept.has(name) ? (kept.get(name) as T) : typeof initial === 'function' ? (initial as () => T)() : initial,
  )
  const now = useRef(value)
  const set = useCallback(
    (next: T | ((now: T) => T)) => {
      const made = typeof next === 'function' ? (next as (now: T) => T)(now.current) : next
      now.current = made
      kept.set(name, made)
      setValue(made)
    },
    [kept, name],
  )
  return [value, set]
}

/** Runs when the page was opened for an act, also when its tab was there already; by a link typed in, too. */
export function useAskedAct(handler: (request: AskedAct) => void): void {
  const { address, refresh, query, kept } = useFrame()
  const latest = useRef(handler)
  latest.current = handler
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening asks once
  useEffect(() => {
    const typed = kept.has('askedAct') ? null : actIn(query)
    const request = askedActs.get(address) ?? typed
    if (!request) return
    askedActs.delete(address)
    kept.set('askedAct', true)
    latest.current(request)
  }, [address, refresh])
}

/** Runs when the page was opened again from the menu or elsewhere while its tab was already there. */
export function useReopened(handler: () => void): void {
  const { refresh } = useFrame()
  const seen = useRef(refresh)
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    if (seen.current === refresh) return
    seen.current = refresh
    latest.current()
  }, [refresh])
}
