// Which page an address means. Pure: the table comes from the contract, the mapping from the menu.
import type { ComponentType } from 'react'
import type { AheadDef } from '#contract/kit/page'

/** What is asked for before the page's files are there: as much of the call as it takes to make it. */
export interface PageAhead extends Omit<AheadDef, 'call'> {
  key: string
  path: string
  needs: string
  /** A paged list. */
  list: boolean
  /** What may be asked, and which of it are numbers. */
  names: readonly string[]
  numbers: readonly string[]
}

export interface Page {
  area: string
  noun: string
  key: string
  path: string
  alias?: string
  title: string
  /** Detail and add pages are no tabs: they open inside the tab of their opener. */
  tab: boolean
  covers?: boolean
  ahead?: PageAhead
  needs: string
  load: () => Promise<{ default: ComponentType }>
}

export interface Match {
  page: Page
  /** The address without menuId, with the alias replaced: what a tab is known by. */
  path: string
  params: Record<string, string>
  menuId: string | null
}

interface Pattern {
  page: Page
  segments: string[]
}

export interface RouteTable {
  pages: readonly Page[]
  match(path: string): Match | null
}

export class DuplicateRouteError extends Error {
  override readonly name = 'DuplicateRouteError'
  constructor(path: string, first: string, second: string) {
    super(`Duplicate route ${path}: declared by ${first} and by ${second}`)
  }
}

const split = (path: string) => path.split('/').filter((part) => part !== '')
/** Two patterns that differ only in the names of their parameters are the same route. */
const shape = (path: string) =>
  `/${split(path)
    .map((part) => (part.startsWith(':') ? ':' : part))
    .join('/')}`
const nameOf = (page: Page) => `${page.area}.${page.noun}.${page.key}`

/** Ids of menu entries: 32 hexadecimal digits, or the fixed texts and numbers of older menus. */
const MENU_ID = /^(?:[0-9a-f]{32}|\d{1,20}|menu[\w-]{1,60})$/i

export function routeTable(pages: readonly Page[]): RouteTable {
  const owners = new Map<string, Page>()
  const fixed = new Map<string, Page>()
  const patterns: Pattern[] = []
  for (const page of pages) {
    for (const path of page.alias ? [page.path, page.alias] : [page.path]) {
      const owner = owners.get(shape(path))
      if (owner) throw new DuplicateRouteError(path, nameOf(owner), nameOf(page))
      owners.set(shape(path), page)
      if (path.includes(':')) patterns.push({ page, segments: split(path) })
      else fixed.set(shape(path), page)
    }
  }
  const whole = (parts: string[]): Omit<Match, 'menuId'> | null => {
    const exact = fixed.get(`/${parts.join('/')}`)
    if (exact) return { page: exact, path: exact.path, params: {} }
    for (const { page, segments } of patterns) {
      if (segments.length !== parts.length) continue
      const params: Record<string, string> = {}
      const fits = segments.every((segment, i) => {
        if (!segment.startsWith(':')) return segment === parts[i]
        params[segment.slice(1)] = decode(parts[i]!)
        return true
      })
      if (fits) {
        const path = `/${split(page.path)
          .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
          .join('/')}`
        return { page, path, params }
      }
    }
    return null
  }
  return {
    pages,
    match: (path) => {
      const parts = split(path)
      const found = whole(parts)
      if (found) return { ...found, menuId: found.params.menuId ?? null }
      const last = parts.at(-1)
      if (last === undefined || !MENU_ID.test(last)) return null
      const base = whole(parts.slice(0, -1))
      return base && { ...base, menuId: last }
    },
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export interface Address {
  path: string
  query: Record<string, string>
}

/** '#/a/b?x=1', '/a/b?x=1' → path and query. Of a repeated name the last counts. */
export function parseAddress(address: string): Address {
  const text = address.replace(/^[^#]*#/, '')
  const at = text.indexOf('?')
  const path = `/${split(at < 0 ? text : text.slice(0, at)).join('/')}`
  return { path, query: Object.fromEntries(new URLSearchParams(at < 0 ? '' : text.slice(at + 1))) }
}

export type QueryValue = string | number | boolean | null | undefined

/** Path plus sorted query: the same for every order in which a caller names the parameters. */
export function formatAddress(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const search = new URLSearchParams()
  for (const key of Object.keys(query).sort()) {
    const value = query[key]
    if (value === undefined || value === null || value === '') continue
    if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError(`Route parameter ${key} is of type ${typeof value}; only text, number and boolean travel`)
    }
    search.set(key, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
