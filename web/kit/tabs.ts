// The tabs of the shell: one per path and sorted query, each with the detail pages opened inside it. Pure state; the
// shell renders it and keeps the address bar in step.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MenuItem } from '#contract/platform/session'
import { LIVE_FRAMES } from '#web/kit/constants'
import { formatAddress, type Match, type Page, parseAddress } from '#web/kit/routes'

/** One opened page. A tab shows its last frame; those below are what "back" returns to. */
export interface Frame {
  id: number
  /** Real path plus sorted query. */
  address: string
  /** What the menu or the page itself calls it; the title may say more. */
  named: string
  title: string
  page: Page | null
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  menuId: string | null
  /** When it was last in front; decides which trees stay alive. */
  seen: number
  /** Grows when the page is to be made anew. */
  version: number
  /** Grows when the page is to fetch again. */
  refresh: number
  /** What a page wants back after its tree was parked. Not reactive. */
  kept: Map<string, unknown>
}

export interface Tab {
  key: string
  title: string
  name: string
  pinned: boolean
  menuType?: MenuItem['menuType']
  link?: string
  frames: readonly Frame[]
  /** When it was last in front. */
  seen: number
}

/** What is stored, and what other parts of the shell read. */
export interface TabObject {
  title: string
  name: string
  path: string
  actived: boolean
  backList: { title: string; path: string }[]
  menuType?: MenuItem['menuType']
  link?: string
}

export interface TabsState {
  tabs: readonly Tab[]
  active: string | null
}

export interface Visit {
  /**
   * open: a menu entry or openPage, which refreshes what is already there. instead: the same, and the page in front is left for
   * good, so that "back" leads to the one before it. move: tabs, back, the address bar.
   */
  by: 'open' | 'instead' | 'move'
}

export interface TabsParts {
  /** Menu mapping, alias and match of an address. */
  resolve(address: string): { match: Match | null; query: Record<string, string>; path: string }
  /** Title, type and link that a menu entry gives to a page. */
  entryOf?(
    menuId: string | null,
    path: string,
  ): { title: string; menuType: MenuItem['menuType']; link: string | null } | null
  /** True when a stored query id exists (crossing mode). */
  hasQueryId(): boolean
  /** The pinned first tab. */
  home: { path: string; title: string }
  onClosed?(frames: readonly Frame[]): void
}

/** A path that carries this marker comes from another part of the product. */
export const CROSS_MARK = 'crossMode'
export const NOT_FOUND_TITLE = '页面不存在'

export interface Tabs {
  store: StoreApi<TabsState>
  visit(address: string, visit: Visit): void
  isOpen(address: string): boolean
  /** The address to go to afterwards, or null when the front tab stays. */
  close(key: string): string | null
  closeOthers(key: string): string | null
  closeRight(key: string): string | null
  closeAll(): string
  /** The address one step back inside the front tab. */
  back(): string | null
  /** Makes the page in front of a tab anew; without a key every opened page. */
  remake(key?: string): void
  setTitle(frameId: number, title: string): void
  topOf(key: string): Frame | null
  live(): Set<number>
  snapshot(): TabObject[]
  restore(list: unknown): void
}

const top = (tab: Tab) => tab.frames[tab.frames.length - 1]!

export function createTabs(parts: TabsParts): Tabs {
  let clock = 0
  let ids = 0
  const store = createStore<TabsState>(() => ({ tabs: [], active: null }))
  const get = () => store.getState()
  const tabOf = (key: string | null) => get().tabs.find((tab) => tab.key === key)

  const frameOf = (
    address: string,
    title?: string,
  ): Frame & { crossing: boolean; menuType?: MenuItem['menuType']; link?: string } => {
    const { match, query: asked, path } = parts.resolve(address)
    const { [CROSS_MARK]: mark, ...query } = asked
    const real = match?.path ?? path
    const entry = parts.entryOf?.(match?.menuId ?? null, real)
    const named = entry?.title ?? match?.page.title ?? NOT_FOUND_TITLE
    return {
      id: ++ids,
      address: formatAddress(real, query),
      named,
      title: title ?? named,
      page: match?.page ?? null,
      params: match?.params ?? {},
      query,
      menuId: match?.menuId ?? null,
      seen: ++clock,
      version: 0,
      refresh: 0,
      kept: new Map(),
      crossing: mark !== undefined,
      ...(entry?.menuType === 'IN_LINK' && { menuType: entry.menuType, ...(entry.link && { link: entry.link }) }),
    }
  }

  const newTab = (frame: ReturnType<typeof frameOf>): Tab => ({
    key: frame.address,
    title: frame.title,
    name: frame.page ? `${frame.page.area}.${frame.page.noun}.${frame.page.key}` : 'notFound',
    pinned: frame.address === parts.home.path,
    frames: [frame],
    seen: ++clock,
    ...(frame.menuType && { menuType: frame.menuType }),
    ...(frame.link && { link: frame.link }),
  })

  const put = (next: Tab) => {
    const { tabs } = get()
    const at = tabs.findIndex((tab) => tab.key === next.key)
    const list = at < 0 ? [...tabs, next] : tabs.map((tab) => (tab.key === next.key ? next : tab))
    store.setState({ tabs: list, active: next.key })
  }

  const show = (tab: Tab, frames: readonly Frame[], refresh: boolean) => {
    const dropped = tab.frames.filter((frame) => !frames.some((kept) => kept.id === frame.id))
    const front = frames[frames.length - 1]!
    const shown = { ...front, seen: ++clock, refresh: front.refresh + (refresh ? 1 : 0) }
    put({ ...tab, frames: [...frames.slice(0, -1), shown], seen: ++clock })
    if (dropped.length > 0) parts.onClosed?.(dropped)
  }

  const ensureHome = () => {
    if (get().tabs.some((tab) => tab.pinned)) return
    const home = newTab(frameOf(parts.home.path, parts.home.title))
    // Not yet in front: it must not push out a tree that is.
    store.setState({ tabs: [{ ...home, pinned: true, seen: 0, frames: [{ ...top(home), seen: 0 }] }, ...get().tabs] })
  }

  const nextActive = (gone: ReadonlySet<string>): Tab => {
    const left = get().tabs.filter((tab) => !gone.has(tab.key))
    return left.reduce((best, tab) => (tab.seen > best.seen ? tab : best), left[0]!)
  }

  /** `stays`: the tab whose menu asked for it; it comes to the front when the one there is closed. */
  const remove = (doomed: (tab: Tab) => boolean, stays?: string): string | null => {
    const { tabs, active } = get()
    const gone = tabs.filter((tab) => doomed(tab) && !tab.pinned)
    if (gone.length === 0) return null
    const keys = new Set(gone.map((tab) => tab.key))
    const next = active !== null && keys.has(active) ? (tabOf(stays ?? null) ?? nextActive(keys)) : null
    store.setState({
      tabs: tabs.filter((tab) => !keys.has(tab.key)),
      active: next ? next.key : active,
    })
    parts.onClosed?.(gone.flatMap((tab) => tab.frames))
    return next ? top(next).address : null
  }

  return {
    store,
    visit(address, { by }) {
      ensureHome()
      const frame = frameOf(address)
      const { tabs, active } = get()
      const front = tabOf(active)
      // The front tab first: "back" inside it must not jump to another tab that shows the same page.
      const holder = [...(front ? [front] : []), ...tabs.filter((tab) => tab.key === frame.address), ...tabs].find(
        (tab) => tab.frames.some((one) => one.address === frame.address),
      )
      if (holder) {
        const at = holder.frames.findIndex((one) => one.address === frame.address)
        const frames = frame.crossing && parts.hasQueryId() ? [holder.frames[at]!] : holder.frames.slice(0, at + 1)
        show(holder, frames, by !== 'move')
        return
      }
      if (frame.page === null || frame.page.tab) put(newTab(frame))
      else {
        const opener = front ?? get().tabs.find((tab) => tab.pinned)!
        // The first page of a tab stays: it is what the tab is called after.
        const below = by === 'instead' && opener.frames.length > 1 ? opener.frames.slice(0, -1) : opener.frames
        show(opener, frame.crossing && parts.hasQueryId() ? [frame] : [...below, frame], false)
      }
    },
    isOpen: (address) => {
      const { address: known } = frameOf(address)
      return get().tabs.some((tab) => tab.frames.some((one) => one.address === known))
    },
    close: (key) => remove((tab) => tab.key === key),
    closeOthers: (key) => {
      const asked = remove((tab) => tab.key !== key, key)
      const own = tabOf(key)
      // Also from behind: who keeps only this tab wants to see it.
      return own && get().active !== key ? top(own).address : asked
    },
    closeRight: (key) => {
      const from = get().tabs.findIndex((tab) => tab.key === key)
      const right = new Set(
        get()
          .tabs.slice(from + 1)
          .map((tab) => tab.key),
      )
      return remove((tab) => right.has(tab.key), key)
    },
    closeAll: () => {
      remove(() => true)
      const home = get().tabs.find((tab) => tab.pinned)
      return home ? top(home).address : parts.home.path
    },
    back: () => {
      const frames = tabOf(get().active)?.frames ?? []
      return frames[frames.length - 2]?.address ?? null
    },
    remake(key) {
      const anew = (frame: Frame): Frame => {
        frame.kept.clear()
        return { ...frame, version: frame.version + 1 }
      }
      store.setState({
        tabs: get().tabs.map((tab) => {
          if (key === undefined) return { ...tab, frames: tab.frames.map(anew) }
          return tab.key === key ? { ...tab, frames: [...tab.frames.slice(0, -1), anew(top(tab))] } : tab
        }),
      })
    },
    setTitle(frameId, title) {
      const tab = get().tabs.find((one) => one.frames.some((frame) => frame.id === frameId))
      const frame = tab?.frames.find((one) => one.id === frameId)
      if (!tab || !frame || frame.title === title) return
      const frames = tab.frames.map((one) => (one.id === frameId ? { ...one, title } : one))
      const first = tab.frames[0]!.id === frameId
      store.setState({
        tabs: get().tabs.map((one) => (one.key === tab.key ? { ...one, frames, ...(first && { title }) } : one)),
      })
    },
    topOf: (key) => {
      const tab = tabOf(key)
      return tab ? top(tab) : null
    },
    live() {
      const frames = get()
        .tabs.flatMap((tab) => tab.frames)
        .filter((frame) => frame.seen > 0)
      frames.sort((a, b) => b.seen - a.seen)
      return new Set(frames.slice(0, LIVE_FRAMES).map((frame) => frame.id))
    },
    snapshot: () =>
      get().tabs.map((tab) => ({
        title: tab.title,
        name: tab.name,
        path: top(tab).address,
        actived: tab.key === get().active,
        backList: tab.frames.slice(0, -1).map((frame) => ({ title: frame.title, path: frame.address })),
        ...(tab.menuType && { menuType: tab.menuType }),
        ...(tab.link && { link: tab.link }),
      })),
    restore(list) {
      const tabs: Tab[] = []
      for (const stored of Array.isArray(list) ? (list as Partial<TabObject>[]) : []) {
        if (typeof stored?.path !== 'string') continue
        const addresses = [
          ...(Array.isArray(stored.backList) ? stored.backList : []).filter((one) => typeof one?.path === 'string'),
          { path: stored.path, title: undefined as string | undefined },
        ]
        const frames = addresses.map((one) => frameOf(one.path, one.title)).filter((frame) => frame.page !== null)
        const first = frames[0]
        if (!first || tabs.some((tab) => tab.key === first.address)) continue
        const tab = newTab(first)
        // Parked until it is in front for the first time.
        tabs.push({
          ...tab,
          title: stored.title ?? tab.title,
          seen: 0,
          frames: frames.map((one) => ({ ...one, seen: 0 })),
        })
      }
      store.setState({ tabs: tabs.sort((a, b) => Number(b.pinned) - Number(a.pinned)), active: null })
      ensureHome()
    },
  }
}

export const pathOf = (address: string) => parseAddress(address).path
